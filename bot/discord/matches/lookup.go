package matches

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/rulebook"
	"referee/bot/schedule"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

var statusCommand = &command.Command{Path: "match/status", Parts: []string{"match"}, Do: status}

// status says how the match stands; where there is none and nothing else is
// meant, which matches wait for who asks: /match status.
func status(q *command.Request) (command.Response, error) {
	if q.Options["match"] == "" {
		_, err := q.LatestAt(q.Context(), q.Place, match.UnderWay, match.Ended)
		if errors.Is(err, match.ErrUnknown) {
			return waiting(q)
		}
		if err != nil {
			return command.Response{}, err
		}
	}
	return command.Here(statusHere)(q)
}

func statusHere(q *command.Request, t turn.Turn) (command.Response, error) {
	l := t.Look
	var news []string
	if l.Started && l.Ending == nil {
		key := "gone"
		if l.Settings[referee.SettingOwner] != "" {
			key = "gone-league"
		}
		news = sides(q.Voice, l)
		if !l.Snapshot.Private() { // else nobody has powers over it
			news = append(news, "-# "+q.Say(key))
		}
	}
	a, err := show(q, t, 0, news...)
	if err == nil && l.Started && l.Ending == nil && len(a.Card.Rows) < command.MaxRows {
		a.Card.Press(MapButton(q.Voice, l, showChanges), command.Button{Label: q.Say("button.handoffs"), Path: wire.Path{"clock", "handoffs", string(l.Match)}})
	}
	return a, err
}

// waiting lists the matches of the author: those that wait for them, the most
// pressing first, and others.
func waiting(q *command.Request) (command.Response, error) {
	waits, err := q.Referee.Schedule.Waiting(q.Context(), q.Account)
	if err != nil {
		return command.Response{}, err
	}
	list, err := theirMatches(q)
	if err != nil {
		return command.Response{}, err
	}
	var mine, others []string
	for _, w := range waits {
		line, _, err := statusLine(q, w.Match, w.Place)
		if err != nil {
			return command.Response{}, err
		}
		mine = append(mine, waitingSince(q, w, line))
	}
	for _, card := range list {
		if card.Over || slices.ContainsFunc(waits, func(w schedule.Wait) bool { return w.Match == card.ID }) {
			continue
		}
		line, l, err := statusLine(q, card.ID, card.Place)
		switch {
		case err != nil:
			return command.Response{}, err
		case l.Challenge != nil && awaitedOf(l).Account == q.Account:
			mine = append(mine, line)
		case l.Challenge != nil || seatedIn(l, match.Challenger{Account: q.Account}):
			others = append(others, line)
		}
	}
	out := &command.Card{}
	switch {
	case len(mine) > 0:
		out.Text(q.Say("waits-for-you"))
		out.Text(command.Fitting(mine, command.MaxText/2, q.Say("and-more-matches"))...)
	case len(others) > 0:
		out.Text(q.Say("nothing-waits"))
	default:
		out.Text(q.Say("no-matches"))
	}
	if len(others) > 0 {
		out.Text(q.Say("others"))
		out.Text(command.Fitting(others, command.MaxText/2-500, q.Say("and-more-matches"))...)
	}
	return command.Response{Card: out}, nil
}

// theirMatches are those in which the author plays, and those that wait for an answer of theirs or to them.
func theirMatches(q *command.Request) ([]match.Summary, error) {
	list, err := q.Referee.Index.MatchesOf(q.Context(), q.Account)
	if err != nil {
		return nil, err
	}
	asked, err := q.Referee.Index.Challenges(q.Context(), q.Account)
	for _, m := range asked {
		if !slices.ContainsFunc(list, func(o match.Summary) bool { return o.ID == m.ID }) {
			list = append(list, m)
		}
	}
	return list, err
}

// statusLine says in a line how a match stands.
func statusLine(q *command.Request, id match.ID, place string) (line string, l referee.Look, err error) {
	l, _, err = q.Look(id)
	if err != nil {
		return "", l, err
	}
	name := string(id)
	if url := boardURL(q.Context(), q.Handlers, q.Account, id, place); url != "" {
		name = "[" + name + "](" + url + ")"
	}
	return q.Say("status-line", engine.Text("game", command.Plain(l.Info.Title)), engine.Text("match", name),
		engine.Text("where", q.Where(place)), engine.Text("status", standsAt(q.Voice, l))), l, nil
}

// standsAt says in a few words where a match stands, or what it waits for before it goes on.
func standsAt(v command.Voice, l referee.Look) string {
	switch {
	case l.Challenge != nil && !l.Started:
		return v.Say("status-challenge", engine.Text("who", command.UserNamed(awaitedOf(l).Account)))
	case !l.Started:
		return v.Say("status-open")
	case l.Restored != nil:
		return v.Say("status-restored")
	case l.Appealed:
		return v.Say("judges.waits")
	}
	return v.Tell(l.View.Status)
}

// waitingSince adds to a line since when a match waits, and until when.
func waitingSince(q *command.Request, w schedule.Wait, line string) string {
	args := []engine.Arg{engine.Text("line", line), engine.Text("since", until(w.Clock.Since))}
	switch {
	case w.Pause || w.Doubt != "":
		return q.Say("wait-paused", args...)
	case w.Clock.Up.IsZero():
		return q.Say("wait-since", args...)
	}
	return q.Say("wait-until", append(args, engine.Text("until", stamp(w.Clock.Up)))...)
}

var historyCommand = &command.Command{
	Path: "match/log", Parts: []string{"match"},
	Options: []command.Option{{Name: "count", Number: command.AtLeast(1)}},
	Do:      command.Here(history),
}

// history says the last decisions: /match log.
func history(q *command.Request, t turn.Turn) (command.Response, error) {
	l := t.Look
	n := command.Number(q.Options["count"], 20)
	lines, err := l.Snapshot.Lines(viewerOf(q, l), max(0, l.Seq-n), l.Seq)
	if err != nil {
		return command.Response{}, err
	}
	texts := lists.Map(lines, func(line referee.Line) string { return "`" + strconv.Itoa(line.Seq) + "` " + q.Tell(line.Said) })
	return command.Response{Card: Listed(q, l, texts)}, nil
}

// Listed shows lines; what does not fit is left out from the oldest.
func Listed(q *command.Request, l referee.Look, lines []string) *command.Card {
	out := cardOf(l)
	room := command.MaxText - 800
	first := len(lines)
	for ; first > 0; first-- {
		if room -= command.Length(lines[first-1]) + 1; room < 0 {
			out.Text(q.Say("and-more"))
			break
		}
	}
	out.Text(lines[first:]...)
	return out
}

var whyCommand = &command.Command{
	Path: "match/why", Short: "why", Parts: []string{"match", "decision"},
	Options: []command.Option{{Name: "decision", Number: command.AtLeast(1)}},
	Do:      why,
}

// why explains the last refusal with our readings of its paragraph, or says what
// a decision led to and by which paragraphs: /match why.
func why(q *command.Request) (command.Response, error) {
	if q.Options["decision"] == "" {
		return whyNot(q)
	}
	l, _, err := q.Here()
	if err != nil {
		return command.Response{}, err
	}
	n, err := Decision(strings.TrimPrefix(q.Options["decision"], "#"), l)
	if err != nil {
		return command.Response{}, err
	}
	lines, err := l.Snapshot.Lines(viewerOf(q, l), n-1, n)
	if err != nil {
		return command.Response{}, err
	}
	out := cardOf(l)
	var texts, rules []string
	for _, line := range lines {
		text := q.Tell(line.Said)
		if line.Rule != "" {
			text = q.Say("by-rule", engine.Text("rule", command.Plain(line.Rule)), engine.Text("text", text))
			rules = append(rules, line.Rule)
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		texts = append(texts, q.Say("why-silent", engine.Num("n", n)))
	}
	out.Text(command.Fitting(texts, command.MaxText/2, q.Say("and-more-lines"))...)
	reasons, err := l.Snapshot.Why(q.Context(), viewerOf(q, l), n-1, n)
	if err != nil {
		return command.Response{}, err
	}
	for _, r := range reasons {
		out.Text("-# " + whyTold(q.Voice, r))
		if out.Picture, err = reasonsPicture(q, l, n, r.Why); err != nil {
			return command.Response{}, err
		}
	}
	out.Text(readings(q, l.Info, rules)...)
	return command.Response{Card: out}, nil
}

// whyNot explains the last refusal.
func whyNot(q *command.Request) (command.Response, error) {
	kept, err := q.Memories.Of(q.Context(), q.Account)
	if err != nil {
		return command.Response{}, err
	}
	last := kept.Refusal
	if last == nil {
		return q.Said("why-nothing")
	}
	info, err := q.Referee.Games.Info(last.Game)
	if errors.Is(err, referee.ErrNoGame) { // it was one then
		info, err = q.Referee.Games.Info("")
	}
	if last.Match != "" {
		var l referee.Look
		l, _, err = q.Look(last.Match)
		info = l.Info
	} else if err == nil {
		q.Words, err = q.Library.Of(info)
	}
	if err != nil {
		return command.Response{}, err
	}
	said := append([]string{q.Tell(q.Words.Quote(q.Lang, last.Said))}, readings(q, info, []string{last.Rule})...)
	return command.Response{Card: command.Says(said...)}, nil
}

// readings are our readings of some paragraphs, as many as there is room for.
func readings(q *command.Request, info *engine.Info, rules []string) []string {
	about := lists.Filter(info.InForce(info.Law), func(r engine.Reading) bool { return slices.Contains(rules, r.Rule) })
	if len(about) == 0 {
		return nil
	}
	texts := lists.Map(about, func(r engine.Reading) string { return reading(q.Voice, r) })
	return append([]string{"-# " + q.Say("readings-there")}, command.Fitting(texts, command.MaxText/3, q.Say("and-more-readings"))...)
}

func reading(v command.Voice, r engine.Reading) string {
	return v.Say("by-rule", engine.Text("rule", command.Plain(r.Rule)), engine.Text("text", v.Tell(engine.Say(r.Key))))
}

var rulesCommand = &command.Command{
	Path: "rules/search", Parts: []string{"match"},
	Options: []command.Option{{Name: "search"}},
	Do:      rules,
}

// rules searches the paragraphs of the rules and our readings of them: /rules search.
func rules(q *command.Request) (command.Response, error) {
	info, err := command.Game(q)
	if err != nil {
		return command.Response{}, err
	}
	games := []*engine.Info{info}
	if q.Match == "" {
		games = q.Games
	}
	word := strings.TrimSpace(q.Options["search"])
	var lines []string
	for _, g := range games {
		words, err := q.Library.Of(g)
		if err != nil {
			return command.Response{}, err
		}
		texts := found(command.Voice{Words: words, Lang: q.Lang}, g, word)
		if len(texts) > 0 && len(games) > 1 {
			texts = append([]string{"### " + command.Plain(g.Title)}, texts...)
		}
		lines = append(lines, texts...)
	}
	if len(lines) == 0 {
		return q.Said("readings-none", engine.Text("word", command.Plain(command.Cut(word, 100))))
	}
	out := &command.Card{}
	if word == "" {
		out.Text(q.Say("readings-all"))
	}
	out.Text(command.Fitting(lines, command.MaxText-500, q.Say("and-more-readings"))...)
	return command.Response{Card: out}, nil
}

// found is what a game says about a paragraph, or about a word; "": all our readings.
func found(v command.Voice, info *engine.Info, word string) []string {
	var out []string
	for _, e := range rulebook.Find(v.Words, v.Lang, info, word) {
		switch {
		case e.Number != "":
			out = append(out, v.Say("by-rule", engine.Text("rule", command.Plain(e.Rule)), engine.Text("text", e.Text)))
		case word != "":
			out = append(out, v.Say("by-rule", engine.Text("rule", command.Plain(e.Rule+", "+e.Title)), engine.Text("text", e.Text)))
		}
	}
	return out
}

var privacyCommand = &command.Command{
	Path: "me/privacy", Short: "privacy", Parts: []string{"erase", "sure"},
	Options: []command.Option{{Name: "erase", Values: command.YesOrNo}},
	Do:      privacy,
}

// privacy says what is kept about who asks, and erases it once that is
// confirmed: /me privacy.
func privacy(q *command.Request) (command.Response, error) {
	switch {
	case q.Options["erase"] != "yes":
		return showKept(q)
	case !q.Sure():
		return q.Confirmation(q.Say("sure.erase"), "button.erase", wire.Path{"privacy", "yes", "yes"}), nil
	}
	q.Sandboxes.PutAway(q.Account)
	q.Lessons.PutAway(q.Account)
	if q.Mail != nil { // first, so that no mail is taken in between that is theirs
		if err := q.Mail.Unbind(q.Context(), q.Account); err != nil {
			return command.Response{}, err
		}
	}
	if err := errors.Join(q.Referee.Erase(q.Context(), q.Account), q.Memories.Forget(q.Context(), q.Account), q.Servers.ForgetJudge(q.Context(), q.Account)); err != nil {
		return command.Response{}, err
	}
	return q.Said("erased")
}

// showKept says what is kept about who asks.
func showKept(q *command.Request) (command.Response, error) {
	list, err := q.Referee.Index.MatchesOf(q.Context(), q.Account)
	kept, unread := q.Memories.Of(q.Context(), q.Account)
	chosen, unknown := q.Referee.Schedule.Preferences(q.Context(), q.Account)
	address, unbound := boundAddress(q)
	visits, unlisted := letIn(q)
	if err := errors.Join(err, unread, unknown, unbound, unlisted); err != nil {
		return command.Response{}, err
	}
	out := command.Says(q.Say("privacy"))
	if address != "" {
		out.Text(q.Say("privacy-mail", engine.Text("address", command.Plain(address))))
	}
	if len(visits) > 0 {
		out.Text(q.Say("privacy-browser"))
	}
	nothing := address == "" && len(visits) == 0 && chosen == schedule.Preferences{Where: schedule.InChannel}
	if nothing && len(list) == 0 && kept.Refusal == nil && len(kept.Looked) == 0 && kept.Language == "" {
		out.Text(q.Say("privacy-none"))
		return command.Response{Card: out}, nil
	}
	const most = 20
	for _, s := range list[:min(len(list), most)] {
		l, _, err := q.Look(s.ID)
		if err != nil {
			return command.Response{}, err
		}
		seats := lists.Map(l.Seats(q.Account), func(seat engine.Seat) engine.Arg { return engine.Noun("", string(seat)) })
		out.Text(q.Say("privacy-line", engine.Text("match", string(s.ID)), engine.List("seats", seats...)))
	}
	if len(list) > most {
		out.Text("…")
	}
	out.Press(command.Button{Label: q.Say("button.erase"), Path: wire.Path{"privacy", "yes"}, Style: discordgo.DangerButton})
	return command.Response{Card: out}, nil
}
