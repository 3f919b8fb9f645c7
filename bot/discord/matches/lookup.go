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
	"referee/bot/schedule"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

var statusCommand = &command.Command{Path: "match/status", Parts: []string{"match"}, Do: status}

// status says how the match stands; where there is none and nothing else is
// meant, which matches wait for who asks: /match status.
func status(c *command.Call) (command.Answer, error) {
	if c.Options["match"] == "" {
		_, err := c.Referee.Index.LatestAt(c.Context(), c.Place, match.UnderWay, match.Ended)
		if errors.Is(err, match.ErrUnknown) {
			return waiting(c)
		}
		if err != nil {
			return command.Answer{}, err
		}
	}
	return command.Here(statusHere)(c)
}

func statusHere(c *command.Call, t turn.Turn) (command.Answer, error) {
	l := t.Look
	var news []string
	if l.Started && l.Ending == nil {
		key := "gone"
		if l.Settings[referee.SettingOwner] != "" {
			key = "gone-league"
		}
		news = append(sides(c.Voice, l), "-# "+c.Say(key))
	}
	a, err := show(c, t, 0, news...)
	if err == nil && l.Started && l.Ending == nil && len(a.Card.Rows) < command.MaxRows {
		a.Card.Press(changesButton(c.Voice, l), command.Button{Label: c.Say("button.handoffs"), Path: wire.Path{"clock", "handoffs", string(l.Match)}})
	}
	return a, err
}

// waiting lists the matches of who called: those that wait for them, the most
// pressing first, and others.
func waiting(c *command.Call) (command.Answer, error) {
	waits, err := c.Referee.Schedule.Waiting(c.Context(), c.Account)
	if err != nil {
		return command.Answer{}, err
	}
	list, err := theirMatches(c)
	if err != nil {
		return command.Answer{}, err
	}
	var mine, others []string
	for _, w := range waits {
		line, _, err := statusLine(c, w.Match, w.Place)
		if err != nil {
			return command.Answer{}, err
		}
		mine = append(mine, waitingSince(c, w, line))
	}
	for _, card := range list {
		if card.Over || slices.ContainsFunc(waits, func(w schedule.Wait) bool { return w.Match == card.ID }) {
			continue
		}
		line, l, err := statusLine(c, card.ID, card.Place)
		switch {
		case err != nil:
			return command.Answer{}, err
		case l.Challenge != nil && awaitedOf(l).Account == c.Account:
			mine = append(mine, line)
		case l.Challenge != nil || seatedIn(l, match.Challenger{Account: c.Account}):
			others = append(others, line)
		}
	}
	out := &command.Card{}
	switch {
	case len(mine) > 0:
		out.Text(c.Say("waits-for-you"))
		out.Text(command.Fitting(mine, command.MaxText/2, c.Say("and-more-matches"))...)
	case len(others) > 0:
		out.Text(c.Say("nothing-waits"))
	default:
		out.Text(c.Say("no-matches"))
	}
	if len(others) > 0 {
		out.Text(c.Say("others"))
		out.Text(command.Fitting(others, command.MaxText/2-500, c.Say("and-more-matches"))...)
	}
	return command.Answer{Card: out}, nil
}

// theirMatches are those in which who called plays, and those that wait for an answer of theirs or to them.
func theirMatches(c *command.Call) ([]match.Summary, error) {
	list, err := c.Referee.Index.MatchesOf(c.Context(), c.Account)
	if err != nil {
		return nil, err
	}
	asked, err := c.Referee.Index.Challenges(c.Context(), c.Account)
	for _, m := range asked {
		if !slices.ContainsFunc(list, func(o match.Summary) bool { return o.ID == m.ID }) {
			list = append(list, m)
		}
	}
	return list, err
}

// statusLine says in a line how a match stands.
func statusLine(c *command.Call, id match.ID, place string) (line string, l referee.Look, err error) {
	l, _, err = c.Look(id)
	if err != nil {
		return "", l, err
	}
	name := string(id)
	if url := boardURL(c.Context(), c.Handlers, id, place); url != "" {
		name = "[" + name + "](" + url + ")"
	}
	return c.Say("status-line", engine.Text("game", command.Plain(l.Info.Title)), engine.Text("match", name),
		engine.Text("where", command.Where(place)), engine.Text("status", standsAt(c.Voice, l))), l, nil
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
func waitingSince(c *command.Call, w schedule.Wait, line string) string {
	args := []engine.Arg{engine.Text("line", line), engine.Text("since", until(w.Clock.Since))}
	switch {
	case w.Pause || w.Doubt != "":
		return c.Say("wait-paused", args...)
	case w.Clock.Up.IsZero():
		return c.Say("wait-since", args...)
	}
	return c.Say("wait-until", append(args, engine.Text("until", stamp(w.Clock.Up)))...)
}

var historyCommand = &command.Command{
	Path: "match/log", Parts: []string{"match"},
	Options: []command.Option{{Name: "count", Number: command.AtLeast(1)}},
	Do:      command.Here(history),
}

// history says the last decisions: /match log.
func history(c *command.Call, t turn.Turn) (command.Answer, error) {
	l := t.Look
	n := command.Number(c.Options["count"], 20)
	lines, err := l.Snapshot.Lines(viewerOf(c, l), max(0, l.Seq-n), l.Seq)
	if err != nil {
		return command.Answer{}, err
	}
	texts := make([]string, len(lines))
	for i, line := range lines {
		texts[i] = "`" + strconv.Itoa(line.Seq) + "` " + c.Tell(line.Said)
	}
	return command.Answer{Card: Listed(c, l, texts)}, nil
}

// Listed shows lines; what does not fit is left out from the oldest.
func Listed(c *command.Call, l referee.Look, lines []string) *command.Card {
	out := &command.Card{Foot: Foot(l)}
	room := command.MaxText - 800
	first := len(lines)
	for ; first > 0; first-- {
		if room -= command.Length(lines[first-1]) + 1; room < 0 {
			out.Text(c.Say("and-more"))
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
func why(c *command.Call) (command.Answer, error) {
	if c.Options["decision"] == "" {
		return whyNot(c)
	}
	l, _, err := c.Here()
	if err != nil {
		return command.Answer{}, err
	}
	n, err := Decision(strings.TrimPrefix(c.Options["decision"], "#"), l)
	if err != nil {
		return command.Answer{}, err
	}
	lines, err := l.Snapshot.Lines(viewerOf(c, l), n-1, n)
	if err != nil {
		return command.Answer{}, err
	}
	out := &command.Card{Foot: Foot(l)}
	var texts, rules []string
	for _, line := range lines {
		text := c.Tell(line.Said)
		if line.Rule != "" {
			text = c.Say("by-rule", engine.Text("rule", command.Plain(line.Rule)), engine.Text("text", text))
			rules = append(rules, line.Rule)
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		texts = append(texts, c.Say("why-silent", engine.Num("n", n)))
	}
	out.Text(command.Fitting(texts, command.MaxText/2, c.Say("and-more-lines"))...)
	reasons, err := l.Snapshot.Why(c.Context(), viewerOf(c, l), n-1, n)
	if err != nil {
		return command.Answer{}, err
	}
	for _, r := range reasons {
		out.Text("-# " + whyTold(c.Voice, r))
		if out.Picture, err = reasonsPicture(c, l, n, r.Why); err != nil {
			return command.Answer{}, err
		}
	}
	out.Text(readings(c, l.Info, rules)...)
	return command.Answer{Card: out}, nil
}

// whyNot explains the last refusal.
func whyNot(c *command.Call) (command.Answer, error) {
	kept, err := c.Memories.Of(c.Context(), c.Account)
	if err != nil {
		return command.Answer{}, err
	}
	last := kept.Refusal
	if last == nil {
		return c.Said("why-nothing")
	}
	info, err := c.Referee.Games.Info(last.Game)
	if errors.Is(err, referee.ErrNoGame) { // it was one then
		info, err = c.Referee.Games.Info("")
	}
	if last.Match != "" {
		var l referee.Look
		l, _, err = c.Look(last.Match)
		info = l.Info
	} else if err == nil {
		c.Words, err = c.Library.Of(info)
	}
	if err != nil {
		return command.Answer{}, err
	}
	said := append([]string{c.Tell(c.Words.Quote(c.Lang, last.Said))}, readings(c, info, []string{last.Rule})...)
	return command.Answer{Card: command.Says(said...)}, nil
}

// readings are our readings of some paragraphs, as many as there is room for.
func readings(c *command.Call, info *engine.Info, rules []string) []string {
	var texts []string
	for _, r := range info.InForce(info.Law) {
		if slices.Contains(rules, r.Rule) {
			texts = append(texts, reading(c.Voice, r))
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return append([]string{"-# " + c.Say("readings-there")}, command.Fitting(texts, command.MaxText/3, c.Say("and-more-readings"))...)
}

func reading(v command.Voice, r engine.Reading) string {
	return v.Say("by-rule", engine.Text("rule", command.Plain(r.Rule)), engine.Text("text", v.Tell(engine.Say(r.Key))))
}

var rulesCommand = &command.Command{
	Path: "rules/search", Parts: []string{"match"},
	Options: []command.Option{{Name: "search"}},
	Do:      rules,
}

// rules searches our readings of the rules: /rules search.
func rules(c *command.Call) (command.Answer, error) {
	info, err := command.Game(c)
	if err != nil {
		return command.Answer{}, err
	}
	games := []*engine.Info{info}
	if c.Match == "" {
		games = c.Games
	}
	word := strings.TrimSpace(c.Options["search"])
	var lines []string
	for _, g := range games {
		words, err := c.Library.Of(g)
		if err != nil {
			return command.Answer{}, err
		}
		texts := found(command.Voice{Words: words, Lang: c.Lang}, g, word)
		if len(texts) > 0 && len(games) > 1 {
			texts = append([]string{"### " + command.Plain(g.Title)}, texts...)
		}
		lines = append(lines, texts...)
	}
	if len(lines) == 0 {
		return c.Said("readings-none", engine.Text("word", command.Plain(command.Cut(word, 100))))
	}
	out := &command.Card{}
	if word == "" {
		out.Text(c.Say("readings-all"))
	}
	out.Text(command.Fitting(lines, command.MaxText-500, c.Say("and-more-readings"))...)
	return command.Answer{Card: out}, nil
}

// found are our readings of a game that speak of a word or a paragraph.
func found(v command.Voice, info *engine.Info, word string) []string {
	var out []string
	for _, r := range info.InForce(info.Law) {
		text := reading(v, r)
		if strings.HasPrefix(r.Rule, word) || strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
			out = append(out, text)
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
func privacy(c *command.Call) (command.Answer, error) {
	switch {
	case c.Options["erase"] != "yes":
		return showKept(c)
	case !c.Sure():
		return c.Confirmation(c.Say("sure.erase"), "button.erase", wire.Path{"privacy", "yes", "yes"}), nil
	}
	c.Sandboxes.PutAway(c.Account)
	c.Lessons.PutAway(c.Account)
	if c.Mail != nil { // first, so that no mail is taken in between that is theirs
		if err := c.Mail.Unbind(c.Context(), c.Account); err != nil {
			return command.Answer{}, err
		}
	}
	if err := errors.Join(c.Referee.Erase(c.Context(), c.Account), c.Memories.Forget(c.Context(), c.Account), c.Servers.ForgetJudge(c.Context(), c.Account)); err != nil {
		return command.Answer{}, err
	}
	return c.Said("erased")
}

// showKept says what is kept about who asks.
func showKept(c *command.Call) (command.Answer, error) {
	list, err := c.Referee.Index.MatchesOf(c.Context(), c.Account)
	kept, unread := c.Memories.Of(c.Context(), c.Account)
	chosen, unknown := c.Referee.Schedule.Preferences(c.Context(), c.Account)
	address, unbound := boundAddress(c)
	visits, unlisted := letIn(c)
	if err := errors.Join(err, unread, unknown, unbound, unlisted); err != nil {
		return command.Answer{}, err
	}
	out := command.Says(c.Say("privacy"))
	if address != "" {
		out.Text(c.Say("privacy-mail", engine.Text("address", command.Plain(address))))
	}
	if len(visits) > 0 {
		out.Text(c.Say("privacy-browser"))
	}
	nothing := address == "" && len(visits) == 0 && chosen == schedule.Preferences{Where: schedule.InChannel}
	if nothing && len(list) == 0 && kept.Refusal == nil && len(kept.Looked) == 0 && kept.Language == "" {
		out.Text(c.Say("privacy-none"))
		return command.Answer{Card: out}, nil
	}
	const most = 20
	for _, s := range list[:min(len(list), most)] {
		l, _, err := c.Look(s.ID)
		if err != nil {
			return command.Answer{}, err
		}
		var seats []engine.Arg
		for _, seat := range l.Seats(c.Account) {
			seats = append(seats, engine.Noun("", string(seat)))
		}
		out.Text(c.Say("privacy-line", engine.Text("match", string(s.ID)), engine.List("seats", seats...)))
	}
	if len(list) > most {
		out.Text("…")
	}
	out.Press(command.Button{Label: c.Say("button.erase"), Path: wire.Path{"privacy", "yes"}, Style: discordgo.DangerButton})
	return command.Answer{Card: out}, nil
}
