package matches

import (
	"math/big"
	"slices"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// proposes is a Completer about the match that is meant.
func proposes(do func(q *command.Request, t turn.Turn, text string) ([]command.Choice, error)) command.Completer {
	return func(q *command.Request, focused string) ([]command.Choice, error) {
		l, seat, err := q.Here()
		if err != nil {
			return nil, err
		}
		return do(q, q.Turn(l, seat), q.Options[focused])
	}
}

// completeGame proposes words for an argument of a verb or a query.
func completeGame(q *command.Request, focused string) ([]command.Choice, error) {
	l, seat, err := q.Here()
	if err != nil {
		return nil, err
	}
	w, err := q.Word(l.Info)
	if err != nil {
		return nil, err
	}
	if of, known := l.Info.Query(w.Name); known && w.Query {
		return completeArgument(q, l, of, focused), nil
	}
	v, known := l.Info.Verb(w.Name)
	if !known || w.Query {
		return nil, nil
	}
	out, err := completeVerb(q, l, seat, v, focused)
	if err != nil {
		return nil, err
	}
	return orWhy(q, q.Turn(l, seat), out, q.Options[focused])
}

// completeSide proposes the sides of the match, or of the game that is chosen.
func completeSide(q *command.Request, focused string) ([]command.Choice, error) {
	text := q.Options[focused]
	info := q.Games[0]
	if q.Path.Part(1) == "new" {
		for _, g := range q.Games {
			if g.Game == q.Options["game"] {
				info = g
			}
		}
	} else {
		l, _, err := q.Here()
		if err != nil {
			return nil, err
		}
		info = l.Info
	}
	words, err := q.Library.Of(info)
	if err != nil {
		return nil, err
	}
	var out []command.Choice
	for _, s := range info.Seats {
		name := words.Called(q.Lang, string(s))
		if text := typed.Fold(text); strings.HasPrefix(string(s), text) || strings.HasPrefix(typed.Fold(name), text) {
			out = append(out, command.Choice{Label: name, Value: name})
		}
	}
	return out, nil
}

// completeMatch proposes the matches of who types, and to an organiser those of the
// leagues here.
func completeMatch(q *command.Request, focused string) ([]command.Choice, error) {
	text := q.Options[focused]
	list, err := q.Referee.Index.MatchesOf(q.Context(), q.Account)
	if err == nil && q.Powers.Organiser {
		var more []match.Summary
		more, err = q.Club.Leagues.MatchesAt(q.Context(), q.Home)
		list = append(list, more...)
	}
	var out []command.Choice
	for _, s := range list {
		if !s.Over && strings.HasPrefix(string(s.ID), strings.ToLower(text)) {
			out = append(out, command.Choice{Label: string(s.ID) + " · " + s.Game, Value: string(s.ID)})
		}
	}
	return out, err
}

// completeHelp proposes what can be explained.
func completeHelp(q *command.Request, focused string) ([]command.Choice, error) {
	text := q.Options[focused]
	info, err := command.Game(q)
	if err != nil {
		return nil, err
	}
	names := q.Table.Names()
	for _, x := range q.Table.Slash() {
		if x.Short != "" {
			names = append(names, x.Short)
		}
	}
	var out []command.Choice
	propose := func(v command.Voice, names []string) {
		for _, n := range names {
			name := v.Called(n)
			if text := strings.ToLower(text); strings.HasPrefix(n, text) || strings.HasPrefix(name, text) {
				out = append(out, command.Choice{Label: name, Value: n})
			}
		}
	}
	propose(q.Voice, names)
	for _, g := range explaining(q, info) {
		words, err := q.Library.Of(g)
		if err != nil {
			return nil, err
		}
		names = nil
		for _, v := range g.Verbs {
			names = append(names, v.Name)
		}
		for _, of := range g.Queries {
			names = append(names, of.Name)
		}
		propose(command.Voice{Words: words, Lang: q.Lang}, names)
	}
	return out, nil
}

// completeOrder proposes what an order can go on with.
func completeOrder(q *command.Request, t turn.Turn, text string) ([]command.Choice, error) {
	l := t.Look
	land := terrainOf(q.Handlers, l.Info, l.View, t.By.Seat)
	out, err := offers{
		Request: q, terrain: land,
		complete: func(text string) ([]orders.Next, error) { return l.Snapshot.Complete(t.By.Seat, text) },
		ways:     func(order string) []way { return orderedWays(q, l, land, order) },
	}.after(text)
	if err != nil {
		return nil, err
	}
	return orWhy(q, t, out, text)
}

// offers proposes words at the end of an order that is typed.
type offers struct {
	*command.Request
	terrain
	// complete lists what may follow a text.
	complete func(text string) ([]orders.Next, error)
	// keeps reports whether a word may be proposed; nil: all may.
	keeps func(n orders.Next) bool
	// ways lists the hexes that what is named in an order can come to; nil: only those that
	// follow next are proposed.
	ways func(order string) []way
}

// mostWords is how many of the last words of a text may be a name that is being typed.
const mostWords = 4

// after proposes what the end of a text may become. What is being typed is its last word or,
// where nothing begins so, its last words: "saint hil".
func (o offers) after(text string) ([]command.Choice, error) {
	start := before(text)
	for range mostWords {
		all, err := o.at(start)
		if err != nil {
			return nil, err
		}
		if out := chosen(all, text[len(start):]); len(out) > 0 {
			return out, nil
		}
		if strings.HasSuffix(text, " ") || strings.TrimSpace(start) == "" {
			break
		}
		start = before(strings.TrimRight(start, " "))
	}
	// It may begin with a prefix, which need not be typed.
	start = before(text)
	next, err := o.complete(o.known(start) + strings.ToLower(text[len(start):]))
	var out []command.Choice
	for _, n := range next {
		if o.keeps == nil || o.keeps(n) {
			out = append(out, command.Choice{Label: proposal(o.Request, start, n) + o.whereabouts(o.Voice, n.Word), Value: start + command.Spell(o.Request, n)})
		}
	}
	if err != nil || len(out) > 0 {
		return out, err
	}
	all, err := o.at(start)
	return nearest(all, text[len(start):]), err
}

// orNone is after, or a line that says that nothing is called so.
func (o offers) orNone(text string) ([]command.Choice, error) {
	out, err := o.after(text)
	if err == nil && len(out) == 0 {
		out = notCalled(o.Request, text)
	}
	return out, err
}

// known is a text in the words of the game, ready for the next word.
func (o offers) known(text string) string {
	return strings.TrimLeft(o.Words.Typed(o.Lang, text)+" ", " ")
}

// at are the words that may follow a text: those that the rules accept next, and hexes
// farther off.
func (o offers) at(start string) ([]candidate, error) {
	next, err := o.complete(o.known(start))
	if err != nil {
		return nil, err
	}
	var ways []way
	if o.ways != nil && len(next) > 0 {
		ways = o.ways(strings.TrimSpace(o.known(start)))
	}
	costs := map[string]*big.Rat{}
	for _, w := range ways {
		costs[w.hex] = w.cost
	}
	ends := o.roadEnds(costs)
	score := func(word string) int {
		if ends[word] {
			return o.likely(word) + likelyRoadEnd
		}
		return o.likely(word)
	}
	var out []candidate
	for _, n := range next {
		if o.keeps != nil && !o.keeps(n) {
			continue
		}
		word := command.Spell(o.Request, n)
		w := candidate{ids: []string{n.Word, word}, names: o.namesOf(o.Voice, n.Word), score: score(n.Word)}
		w.choice = command.Choice{Label: proposal(o.Request, start, n) + o.whereabouts(o.Voice, n.Word), Value: start + word}
		if i := slices.IndexFunc(ways, func(w way) bool { return w.hex == n.Word }); i >= 0 {
			w.choice.Label = start + wayThere(o.Request, ways[i])
		}
		if n.Verb {
			w.score = likelyVerb
		}
		if !n.Anew {
			w.score += likelyOn
		}
		out = append(out, w)
	}
	for _, w := range ways {
		if slices.ContainsFunc(out, func(o candidate) bool { return o.ids[0] == w.hex }) {
			continue
		}
		far := candidate{ids: []string{w.hex}, names: o.namesOf(o.Voice, w.hex), score: score(w.hex) + likelyOn}
		far.choice = command.Choice{Label: start + wayThere(o.Request, w), Value: start + w.hex}
		if w.rolls {
			far.score -= likelyTarget
		}
		out = append(out, far)
	}
	return out, nil
}

// before is a text without the word that is being typed.
func before(text string) string { return text[:strings.LastIndexByte(text, ' ')+1] }

// proposal shows a word with what it stands for: "2113 · To 2113: 2 MP, 4 left".
func proposal(q *command.Request, before string, n orders.Next) string {
	if n.Verb {
		return before + q.Called(n.Word) + " · " + q.Raw(engine.Say("verb."+n.Word))
	}
	word := command.Spell(q, n)
	label := before + word
	if text := q.Words.Option(q.Lang, n.Option); text != word {
		label += " · " + text
	}
	return label
}

// completeVerb proposes words for an argument of a verb, by what was given for
// those before it.
func completeVerb(q *command.Request, l referee.Look, seat engine.Seat, v engine.Verb, focused string) ([]command.Choice, error) {
	given := v.Name
	var kind engine.WordKind
	args := command.Arguments(v)
	for i, a := range args {
		if a.Name == focused {
			if a.Text && i == len(args)-1 {
				return nil, nil // nothing is proposed for a text
			}
			kind = a.Kind
			break
		}
		if text := strings.TrimSpace(q.Options[a.Name]); text != "" {
			given += " " + q.Words.Typed(q.Lang, text)
		}
	}
	words := l.Info.Words[kind]
	o := offers{
		Request: q, terrain: terrainOf(q.Handlers, l.Info, l.View, seat),
		complete: func(text string) ([]orders.Next, error) { return l.Snapshot.Complete(seat, given+" "+text) },
		keeps:    func(n orders.Next) bool { return !n.Verb && (len(words) == 0 || slices.Contains(words, n.Word)) },
	}
	if kind == "hex" {
		o.ways = func(text string) []way { return orderedWays(q, l, o.terrain, strings.TrimSpace(given+" "+text)) }
	}
	return o.after(q.Options[focused])
}

// orderedWays lists the hexes that an order that is typed can go on to over several others:
// where its verb, which need not be typed, has a goal for them ("move red-a"), and answers
// what the seat is asked. Hexes that only a roll gives are in it where such an order is
// accepted.
func orderedWays(q *command.Request, l referee.Look, t terrain, order string) []way {
	words := typed.Words(order)
	goes := func(v engine.Verb) bool {
		return goalOf(v) == plainGoal(l.Info.Verbs) && slices.ContainsFunc(v.Slots, func(s engine.Slot) bool { return s.Arg == "hex" }) &&
			slices.ContainsFunc(l.Asks, func(a referee.Ask) bool { return a.Seat == t.seat && slices.Contains(v.Kinds, a.Kind) })
	}
	if len(words) > 0 {
		if v, known := l.Info.Verb(words[0]); known {
			if !goes(v) {
				return nil
			}
			words = words[1:]
		}
	}
	if len(words) == 0 && l.Draft != nil {
		words = l.Draft.Path // the piece in it goes on
	} else if len(words) > 1 {
		return nil // it says more than which piece
	}
	if !slices.ContainsFunc(l.Info.Verbs, goes) {
		return nil
	}
	return slices.DeleteFunc(waysOf(q, l, t, words), func(w way) bool {
		if !w.rolls {
			return false
		}
		_, err := l.Snapshot.Read(q.Context(), q.Reader(l.Match, t.seat), order+" "+w.hex)
		return err != nil
	})
}

// goalOf is the goal that a verb has for what is named in it; "" for none.
func goalOf(v engine.Verb) string {
	for _, s := range v.Slots {
		if s.Goal != "" {
			return s.Goal
		}
	}
	return ""
}

// plainGoal is the goal of a word that is typed without a verb, which is what a
// query tells the ways of.
func plainGoal(verbs []engine.Verb) string {
	for _, v := range verbs {
		if g := goalOf(v); g != "" {
			return g
		}
	}
	return ""
}

// completeCrop proposes hexes.
func completeCrop(q *command.Request, t turn.Turn, text string) ([]command.Choice, error) {
	return knownWords(q, t.Look, "hex", text), nil
}

// completeOverlay proposes queries and their words.
func completeOverlay(q *command.Request, t turn.Turn, text string) ([]command.Choice, error) {
	return queryWords(q, t.Look, text), nil
}

// queryWords are queries and their words, for a text that is typed.
func queryWords(q *command.Request, l referee.Look, text string) []command.Choice {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) == 1 && !strings.HasSuffix(text, " ") {
		fit := lists.Filter(l.Info.Queries, func(of engine.QueryInfo) bool { return strings.HasPrefix(of.Name, strings.ToLower(text)) })
		return lists.Map(fit, func(of engine.QueryInfo) command.Choice {
			return command.Choice{Label: of.Name + " · " + q.Raw(engine.Say("query."+of.Name)), Value: of.Name}
		})
	}
	for _, of := range l.Info.Queries {
		if of.Name != words[0] || len(of.Args) == 0 {
			continue
		}
		n := len(strings.Fields(before(text))) - 1
		return knownWords(q, l, of.Args[min(n, len(of.Args)-1)].Kind, text)
	}
	return nil
}

// completeArgument proposes words for an argument of a query.
func completeArgument(q *command.Request, l referee.Look, of engine.QueryInfo, focused string) []command.Choice {
	for _, a := range command.QueryArguments(of) {
		if a.Name == focused {
			return knownWords(q, l, a.Kind, q.Options[focused])
		}
	}
	return nil
}

// knownWords proposes the words of a kind that the end of a text may become, as offers does.
func knownWords(q *command.Request, l referee.Look, kind engine.WordKind, text string) []command.Choice {
	t, start := terrainOf(q.Handlers, l.Info, l.View, l.Snapshot.Seat(q.Account)), before(text)
	for range mostWords {
		if out := chosen(t.known(q, l, kind, start), text[len(start):]); len(out) > 0 {
			return out
		}
		start = before(strings.TrimRight(start, " "))
	}
	start = before(text)
	if out := nearest(t.known(q, l, kind, start), text[len(start):]); len(out) > 0 {
		return out
	}
	return notCalled(q, text[len(start):])
}
