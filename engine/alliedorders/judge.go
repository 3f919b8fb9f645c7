package alliedorders

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/kit/answer"
	"referee/engine/kit/lists"
	"referee/engine/orderdeck"
)

// walk is the judging of one answer.
type walk struct {
	answer.Walk[*State]
	g    *Rules
	step orderdeck.Step // what the part that is under way needs
	why  answer.Why
}

// Prompts lists the open question: one, whose answer needs no confirmation.
func (g *Rules) Prompts(s *State) []engine.Prompt {
	if s.phase == phaseOver || s.phase == "" {
		return nil
	}
	p := g.prompt(s)
	p[0].Direct = p[0].Seat == player
	return p
}

func (g *Rules) prompt(s *State) []engine.Prompt {
	switch st := g.step(s); {
	case s.part == nil && s.phase == phaseGerman:
		return answer.MarkKept(answer.Ask(player, kindGerman, []string{"ends"}))
	case s.part == nil:
		return answer.MarkKept(answer.Ask(player, kindAllied, []string{"day"}, sayDay(s.day)))
	case st.Ask != nil:
		ask := engine.Say("prompt.ask", engine.Sub("question", st.Ask.Msg(g.name)))
		return []engine.Prompt{{Seat: player, Kind: kindAsk, Ask: ask, Default: usual(*st.Ask)}}
	case st.Act != nil:
		return answer.MarkKept([]engine.Prompt{{Seat: player, Kind: kindDo, Ask: g.tell(s, *st.Act), Default: []string{"done"}}})
	case st.Need == orderdeck.NeedOrder && s.deck:
		return answer.Chance(chanceOrder, fmt.Sprintf("order day %d", s.day))
	case st.Need == orderdeck.NeedOrder:
		return answer.MarkKept(answer.Ask(player, kindCard, g.usualCard(s)))
	case st.Need == orderdeck.NeedActions && s.deck:
		return answer.Chance(chanceAction, fmt.Sprintf("action %d of %d", len(s.pulled)+1, orderdeck.DrawnActions))
	case st.Need == orderdeck.NeedActions:
		ids := g.actionIDs(s)
		def := slices.Concat(staged(ids, ids[0], tens), staged(ids, ids[1], tens), staged(ids, ids[2], tens))
		return answer.MarkKept(answer.Ask(player, kindActions, def))
	case s.dice:
		return answer.Chance(chanceDie, "check day "+strconv.Itoa(s.day))
	default:
		return answer.MarkKept(answer.Ask(player, kindRoll, []string{"1"}))
	}
}

// tell words an order to carry out with its reason, and with the tactic that supports attacks of the card.
func (g *Rules) tell(s *State, a orderdeck.Act) engine.Msg {
	args := []engine.Arg{engine.Sub("order", a.Msg(g.name)), engine.Sub("why", a.Reason.Msg)}
	if i := s.part.Impulse; a.Verb == orderdeck.Carry && i != nil {
		if c, _ := g.card(s, i.Turned[len(i.Turned)-1]); c.Support != "" {
			return engine.Say("prompt.do.supported", append(args, engine.Sub("support", engine.Say("name."+c.Support)))...)
		}
	}
	return engine.Say("prompt.do", args...)
}

// Judge walks an answer, and runs the procedure until it needs another.
func (g *Rules) Judge(r *engine.Ruling[*State], p engine.Prompt, path []string) (engine.Node, error) {
	w := &walk{g: g}
	w.Begin(r, p, path)
	w.step = g.step(w.S())
	w.why = w.Wrong("", "refuse.choice")
	switch p.Kind {
	case kindAllied:
		w.allied()
	case kindGerman:
		w.german()
	case kindCard:
		w.card()
	case kindActions:
		w.actions()
	case kindAsk:
		w.ask()
	case kindDo:
		w.do()
	case chanceOrder:
		w.drawOrder()
	case chanceAction:
		w.drawAction()
	case chanceDie, kindRoll:
		if n, ok := w.Roll(answer.Die(1, 10), w.why); ok {
			w.Emit(kinds.Of(Rolled{n}))
		}
	default:
		return engine.Node{}, fmt.Errorf("allied-orders: there are no questions of kind %q", p.Kind)
	}
	return w.End(w.Wrong("", "refuse.extra"), g.follow)
}

// follow runs the part that is under way as far as nobody is needed.
func (g *Rules) follow(r *engine.Ruling[*State]) {
	for s := r.State(); s.part != nil && !r.Failed(); {
		switch st := g.step(s); {
		case st.Act != nil && !byHands(st.Act.Verb):
			g.carry(r, *st.Act)
		case st.Ask != nil || st.Need != "" || st.Act != nil:
			return
		default:
			supply := s.part.Supply != nil
			r.Emit(kinds.Of(Finished{st.Why}))
			if supply && s.day > lastDay {
				r.Emit(kinds.Of(Ended{}))
			} else if supply {
				r.Emit(kinds.Of(Dawned{s.day + 1}))
			}
		}
	}
}

// carry records an order as carried out.
func (g *Rules) carry(r *engine.Ruling[*State], a orderdeck.Act) {
	s := r.State()
	o := Order{Day: s.day, Impulse: s.impulse, Act: a, Said: a.Msg(g.name)}
	if i := s.part.Impulse; i != nil && len(i.Turned) > 0 {
		o.Card = i.Turned[len(i.Turned)-1]
	}
	r.Emit(kinds.Of(Acted{o}))
}

// byHands reports whether an order needs the player's hands before the procedure can continue.
func byHands(v orderdeck.Verb) bool { return touches(v) && v != orderdeck.Replace }

// touches reports whether an order moves or changes units, so that what is known of them may no longer hold.
func touches(v orderdeck.Verb) bool {
	return !slices.Contains([]orderdeck.Verb{
		orderdeck.Activate, orderdeck.Expedite, orderdeck.Improve, orderdeck.Recover, orderdeck.Destroy, orderdeck.Stand,
		orderdeck.Obstruct, orderdeck.Pass, orderdeck.Stop, orderdeck.Clear, orderdeck.NoReserve,
	}, v)
}

// allied chooses what the Allied phase does next.
func (w *walk) allied() {
	id, ok := w.Choose(append(answer.Words("allied", "german", "day", "finish"), w.correctable()...), w.why)
	if !ok {
		return
	}
	s := w.S()
	switch id {
	case "allied":
		w.Emit(kinds.Of(Called{Part{Impulse: &orderdeck.Impulse{Date: s.day}}}))
	case "german":
		w.Emit(kinds.Of(Passed{phaseGerman}))
	case "day":
		w.Emit(kinds.Of(Called{Part{Supply: &orderdeck.SupplyPhase{Blocks: s.blocks}}}))
	case "finish":
		w.Emit(kinds.Of(Ended{}))
	default:
		w.correct()
	}
}

// german says what the German side does.
func (w *walk) german() {
	id, ok := w.Choose(append(answer.Words("begins", "enters", "retreats", "ends"), w.correctable()...), w.why)
	switch {
	case !ok:
		return
	case id == "ends":
		w.Emit(kinds.Of(Passed{phaseAllied}))
		return
	case id == "correct":
		w.correct()
		return
	}
	hex, ok := w.one("hex", w.g.d.HexIDs, rowOf)
	if !ok {
		return
	}
	part := Part{Start: &orderdeck.Start{Unit: "german", Hex: hex}}
	if id != "begins" {
		s := w.S()
		part = Part{Entry: &orderdeck.Entry{Date: s.day, Unit: "german", Hex: hex, Retreat: id == "retreats", Checked: s.checked}}
	}
	w.Emit(kinds.Of(Called{part}))
}

// noOrder is the level of an order card that has no formation and no orders.
const noOrder = "no-order"

// mostCards is the highest number that an order or action card of a box can have, where the owner's data set lists none.
const mostCards = 99

// orderIDs are the numbers that an order card can have.
func (g *Rules) orderIDs() []string {
	if len(g.d.Orders) > 0 {
		return lists.Map(g.d.Orders, func(c Card) string { return c.ID })
	}
	return answer.IDs(answer.Numbers("number", 1, mostCards))
}

// actionIDs are the numbers of action cards that can be drawn.
func (g *Rules) actionIDs(s *State) []string {
	ids := answer.IDs(answer.Numbers("number", 1, mostCards))
	if len(g.d.Actions) > 0 {
		ids = lists.Map(g.d.Actions, func(c orderdeck.ActionCard) string { return strconv.Itoa(c.Number) })
	}
	return lists.Filter(ids, func(id string) bool {
		n, _ := strconv.Atoi(id)
		return !slices.Contains(s.pulled, n)
	})
}

// card reads the order card that the player has turned: its number, and what is on it if that is not known.
func (w *walk) card() {
	id, ok := w.one("number", w.g.orderIDs(), tens)
	if !ok {
		return
	}
	if c, known := w.g.card(w.S(), id); known {
		w.turn(c, Turned{})
		return
	}
	w.asks("prompt.card.level", engine.Text("card", id))
	level, ok := w.Choose(answer.Options("level", append(slices.Clone(levels), noOrder)...), w.why)
	if !ok {
		return
	}
	c := issued(id, level, nil, []orderdeck.Order{{Verb: orderdeck.NoOrder}})
	if level != noOrder {
		of := lists.Filter(w.g.d.Formations, func(f Formation) bool { return f.Level == level })
		ids := lists.Map(of, func(f Formation) string { return f.ID })
		most := 1
		if level == levels[0] {
			most = len(ids)
		}
		names, ok := w.many(ids, nil, 1, most, func() { w.asks("prompt.card.formations", engine.Text("card", id)) })
		if !ok {
			return
		}
		c = issued(id, level, names, nil)
	}
	w.turn(c, Turned{Card: &c})
}

// turn puts an order card before the procedure: e says what is known of it beside its number and its formations.
func (w *walk) turn(c orderdeck.OrderCard, e Turned) {
	e.ID = c.ID
	e.Named = lists.Map(c.Formations, func(id string) string { f, _ := w.g.d.Formation(id); return f.Name })
	w.Emit(kinds.Of(e))
}

// actions reads the three action cards that the player has drawn.
func (w *walk) actions() {
	for range orderdeck.DrawnActions {
		id, ok := w.one("number", w.g.actionIDs(w.S()), tens)
		if !ok {
			return
		}
		n, _ := strconv.Atoi(id)
		w.Emit(kinds.Of(Drawn{Card: n}))
	}
}

// drawOrder draws an order card from those that are in the deck today.
func (w *walk) drawOrder() {
	s := w.S()
	today := lists.Filter(w.g.d.Orders, func(c Card) bool { return c.From <= s.day })
	left := lists.Filter(today, func(c Card) bool { return !slices.Contains(s.turned, c.ID) })
	anew := len(left) == 0
	if anew {
		left = today
	}
	if len(left) == 0 {
		left = w.g.d.Orders // a deck that begins later
	}
	id, ok := w.Choose(lists.Map(left, func(c Card) engine.Option { return engine.Option{ID: c.ID, Kind: "card"} }), w.why)
	if !ok {
		return
	}
	c, _ := w.g.card(s, id)
	w.turn(c, Turned{Anew: anew, Server: true})
}

// drawAction draws an action card. The deck is shuffled again when it cannot serve an activation.
func (w *walk) drawAction() {
	s := w.S()
	anew := len(s.pulled) == 0 && len(w.g.d.Actions)-len(s.discards) < orderdeck.DrawnActions
	ids := w.g.actionIDs(s)
	if !anew {
		ids = lists.Filter(ids, func(id string) bool { n, _ := strconv.Atoi(id); return !slices.Contains(s.discards, n) })
	}
	if id, ok := w.Choose(answer.Options("card", ids...), w.why); ok {
		n, _ := strconv.Atoi(id)
		w.Emit(kinds.Of(Drawn{Card: n, Anew: anew}))
	}
}

// ask reads the answer to a question of the procedure.
func (w *walk) ask() {
	q := *w.step.Ask
	if known, ok := w.answer(q); ok {
		w.Emit(kinds.Of(Answered{known, w.g.told(q.Msg(w.g.name), known)}))
	}
}

// told words a question with its answer.
func (g *Rules) told(question engine.Msg, known []orderdeck.Known) engine.Msg {
	yes := lists.Filter(known, func(k orderdeck.Known) bool { return k.Yes })
	k, value := known[0], engine.Say("answer.no")
	listed := lists.Map(yes, func(k orderdeck.Known) string { return k.Of })
	if k.Kind.Form() == orderdeck.List {
		listed = k.List
	}
	switch {
	case k.Kind.Form() == orderdeck.Number:
		value = engine.Say("answer.number", engine.Num("n", k.Number))
	case k.Kind.Form() == orderdeck.Pick && len(known) == 1 && k.Yes:
		value = engine.Say("answer.yes")
	case k.Kind.Form() == orderdeck.Pick && len(known) == 1:
	case len(listed) == 0:
		value = engine.Say("answer.none")
	default:
		value = engine.Say("answer.list", engine.List("list", lists.Map(listed, func(id string) engine.Arg { return orderdeck.Label(k.Kind, id, g.name) })...))
	}
	return engine.Say("event.answered", engine.Sub("question", question), engine.Sub("answer", value))
}

// answer reads an answer, and turns it into facts.
func (w *walk) answer(q orderdeck.Question) ([]orderdeck.Known, bool) {
	picked, n, ok := w.given(q)
	if !ok {
		return nil, false
	}
	known, err := q.Answer(picked, n)
	if err != nil {
		w.Fail(w.why(err.Error()))
	}
	return known, err == nil
}

// given reads an answer in the form of its question.
func (w *walk) given(q orderdeck.Question) (picked []string, n int, ok bool) {
	switch form := q.Kind().Form(); {
	case form == orderdeck.Pick && len(q.Facts) == 1:
		id, ok := w.Choose(answer.Words("yes", "no"), w.why)
		if id == "yes" {
			picked = q.Options()
		}
		return picked, 0, ok
	case form == orderdeck.Number:
		id, ok := w.one("number", numbers(q), tens)
		n, _ = strconv.Atoi(id)
		return nil, n, ok
	default:
		ids, group := w.g.candidates(w.S(), q)
		picked, ok = w.many(ids, group, q.Least(), orderdeck.MostListed, nil)
		return picked, 0, ok
	}
}

// usual is the answer that is given if nobody answers.
func usual(q orderdeck.Question) []string {
	switch form := q.Kind().Form(); {
	case form == orderdeck.Pick && len(q.Facts) == 1:
		return []string{"no"}
	case form == orderdeck.Number:
		return staged(numbers(q), numbers(q)[0], tens)
	case q.Least() > 0:
		return []string{"+" + q.Options()[0], "go"}
	default:
		return []string{"none"}
	}
}

// usualCard is the same for an order card.
func (g *Rules) usualCard(s *State) []string {
	ids := g.orderIDs()
	path := staged(ids, ids[0], tens)
	if _, known := g.card(s, ids[0]); !known {
		path = append(path, noOrder)
	}
	return path
}

// do reads that an order was carried out. Of an action card the player says more: which units acted with the principal
// one, whether they fought, and which units were lost.
func (w *walk) do() {
	a := *w.step.Act
	options := answer.Words("done")
	if a.Verb == orderdeck.Carry {
		options = append(options, answer.Words("moved", "fought")...)
	}
	if a.Verb == orderdeck.Attack {
		options = append(options, answer.Words("fought")...)
	}
	id, ok := w.Choose(options, w.why)
	if !ok {
		return
	}
	a.Fought = a.Fought || id == "fought"
	if id != "done" {
		ids, group := w.g.units(w.S(), "")
		ids = without(ids, a.Units...)
		if a.Verb == orderdeck.Carry {
			with, ok := w.many(ids, group, 0, orderdeck.MostListed, func() { w.asks("prompt.do.with") })
			if !ok {
				return
			}
			a.Units = append(slices.Clone(a.Units), with...)
		}
		if a.Fought {
			lost, ok := w.many(slices.Concat(a.Units, without(ids, a.Units...)), group, 0, orderdeck.MostListed, func() { w.asks("prompt.do.lost") })
			if !ok {
				return
			}
			a.Lost = lost
		}
	}
	w.g.carry(w.Ruling, a)
}

// correctable offers a correction if there is an answer to correct.
func (w *walk) correctable() []engine.Option {
	if len(w.S().facts)+len(w.S().kept) == 0 {
		return nil
	}
	return answer.Words("correct")
}

// factIDs are the facts that the player has answered, as words.
func factIDs(s *State) []string {
	var out []string
	for _, t := range []orderdeck.Table{s.kept, s.facts} {
		for f := range t {
			out = append(out, factID(f))
		}
	}
	slices.Sort(out)
	return out
}

// factID is a fact as one word: "danger:7/84inf:".
func factID(f orderdeck.Fact) string {
	return strings.Join([]string{string(f.Kind), f.Of, f.With}, ":")
}

// factOf is the fact of such a word.
func factOf(id string) orderdeck.Fact {
	part := strings.SplitN(id, ":", 3)
	return orderdeck.Fact{Kind: orderdeck.Kind(part[0]), Of: part[1], With: part[2]}
}

// about groups facts by the thing that they are about.
func about(id string) string { return factOf(id).Of }

// correct reads a fact that was answered wrongly, and its value.
func (w *walk) correct() {
	w.asks("prompt.correct")
	id, ok := w.one("fact", factIDs(w.S()), about)
	if !ok {
		return
	}
	f := factOf(id)
	q := orderdeck.Question{Facts: []orderdeck.Fact{f}}
	w.asks("prompt.correct.value", engine.Sub("question", q.Msg(w.g.name)))
	known, ok := w.answer(q)
	if !ok {
		return
	}
	e := Corrected{Fact: known[0], Said: w.g.told(q.Msg(w.g.name), known)}
	for _, o := range w.S().log {
		if slices.ContainsFunc(o.Act.Reason.Facts, func(k orderdeck.Known) bool { return k.Fact == f }) {
			e.Rested = append(e.Rested, o.Said)
		}
	}
	w.Emit(kinds.Of(e))
}

// few is how many options are offered at once before they are asked for in two stages.
const few = 24

// staged is the path to one of some ids: by its group first if there are many.
func staged(ids []string, id string, group func(string) string) []string {
	if len(ids) <= few || group == nil {
		return []string{id}
	}
	return []string{group(id) + groupMark, id}
}

// groupMark ends the word of a group.
const groupMark = ".."

// one reads one of some ids, or one of the other options. A person who types need not name the group.
func (w *walk) one(kind string, ids []string, group func(string) string, also ...engine.Option) (string, bool) {
	id, typed := w.Peek()
	if len(ids) <= few || group == nil {
		return w.Choose(append(w.options(kind, ids), also...), w.why)
	}
	if typed && slices.Contains(ids, id) {
		w.Accept(staged(ids, id, group)...)
		return id, true
	}
	var groups []string
	for _, id := range ids {
		if mark := group(id) + groupMark; !slices.Contains(groups, mark) {
			groups = append(groups, mark)
		}
	}
	mark, ok := w.Choose(append(w.options(kind+"-group", groups), also...), w.why)
	if !ok || !strings.HasSuffix(mark, groupMark) {
		return mark, ok
	}
	in := lists.Filter(ids, func(id string) bool { return group(id)+groupMark == mark })
	return w.Choose(w.options(kind, in), w.why)
}

// many reads from least to most of some ids, each with a plus, until they are as many as can be or "go"; or "none". ask words the question before each of them; nil:
// it is that of the prompt.
func (w *walk) many(ids []string, group func(string) string, least, most int, ask func()) (chosen []string, ok bool) {
	left := lists.Map(ids, func(id string) string { return "+" + id })
	for {
		if ask != nil {
			ask()
		}
		end := answer.Words("none")
		switch {
		case len(chosen) == most:
			return chosen, true
		case len(chosen) > 0:
			end = answer.Words("go")
		case least > 0:
			end = nil
		}
		id, ok := w.one("thing", left, group, end...)
		if !ok || id == "none" || id == "go" {
			return chosen, ok
		}
		chosen = append(chosen, id[1:])
		left = slices.DeleteFunc(left, func(other string) bool { return other == id })
	}
}

// asks words the question for the next element where a person reads it.
func (w *walk) asks(key string, args ...engine.Arg) {
	if w.Explains() {
		w.Ask(key, args...)
	}
}
