package discord

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

var statusCommand = &command{path: "match/status", parts: []string{"match"}, do: status}

// status says how the match stands; where there is none and nothing else is
// meant, which matches wait for who asks: /match status.
func status(c *call) (answer, error) {
	if c.options["match"] == "" {
		_, err := c.Referee.At(c.place)
		if errors.Is(err, match.ErrUnknown) {
			_, err = c.Referee.Last(c.place)
		}
		if errors.Is(err, match.ErrUnknown) {
			return waiting(c)
		}
		if err != nil {
			return answer{}, err
		}
	}
	l, seat, err := c.here()
	if err != nil {
		return answer{}, err
	}
	var news []string
	if l.Started && l.Ending == nil {
		key := "gone"
		if l.Settings[referee.SettingLeague] != "" {
			key = "gone-league"
		}
		news = append(sides(c.voice, l), "-# "+c.say(key))
	}
	a, err := show(c, l, seat, 0, news...)
	if err == nil && l.Started && l.Ending == nil && len(a.card.rows) < maxRows {
		a.card.press(changesButton(c.voice, l), button{label: c.say("button.handoffs"), path: wire.Path{"match", "handoffs", string(l.Match)}})
	}
	return a, err
}

// waiting lists the matches of who called: those that wait for him, the most
// pressing first, and others.
func waiting(c *call) (answer, error) {
	waits, err := c.Referee.Schedule().Waiting(c.account)
	if err != nil {
		return answer{}, err
	}
	var mine, others []string
	for _, w := range waits {
		line, _, err := statusLine(c, w.Match, w.Place)
		if err != nil {
			return answer{}, err
		}
		mine = append(mine, waitingSince(c, w, line))
	}
	list, err := c.Referee.MatchesOf(c.account)
	if err != nil {
		return answer{}, err
	}
	for _, card := range list {
		if card.Over || slices.ContainsFunc(waits, func(w schedule.Wait) bool { return w.Match == card.ID }) {
			continue
		}
		line, seated, err := statusLine(c, card.ID, card.Place)
		if err != nil {
			return answer{}, err
		}
		if seated {
			others = append(others, line)
		}
	}
	out := &card{}
	switch {
	case len(mine) > 0:
		out.text(c.say("waits-for-you"))
		out.text(fitting(mine, maxText/2, c.say("and-more-matches"))...)
	case len(others) > 0:
		out.text(c.say("nothing-waits"))
	default:
		out.text(c.say("no-matches"))
	}
	if len(others) > 0 {
		out.text(c.say("others"))
		out.text(fitting(others, maxText/2-500, c.say("and-more-matches"))...)
	}
	return answer{card: out}, nil
}

// statusLine says in a line how a match stands, and whether who called plays in it.
func statusLine(c *call, id match.ID, place string) (line string, seated bool, err error) {
	l, seat, err := c.look(id)
	if err != nil {
		return "", false, err
	}
	name := string(id)
	if url := boardURL(c.desk, id, place); url != "" {
		name = "[" + name + "](" + url + ")"
	}
	return c.say("status-line", engine.Text("game", plain(l.Info.Title)), engine.Text("match", name),
		engine.Text("where", where(place)), engine.Text("status", c.tell(l.View.Status))), seat != "", nil
}

// waitingSince adds to a line since when a match waits, and until when.
func waitingSince(c *call, w schedule.Wait, line string) string {
	args := []engine.Arg{engine.Text("line", line), engine.Text("since", until(w.Clock.Since))}
	switch {
	case w.Pause || w.Doubt != "":
		return c.say("wait-paused", args...)
	case w.Clock.Up.IsZero():
		return c.say("wait-since", args...)
	}
	return c.say("wait-until", append(args, engine.Text("until", stamp(w.Clock.Up)))...)
}

var historyCommand = &command{
	path: "match/log", parts: []string{"match"},
	options: []option{{name: "count"}},
	do:      history,
}

// history says the last decisions: /match log.
func history(c *call) (answer, error) {
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	n := number(c.options["count"], 20)
	lines, err := c.Referee.Told(l.Match, viewerOf(c, l), max(0, l.Seq-n), l.Seq)
	if err != nil {
		return answer{}, err
	}
	texts := make([]string, len(lines))
	for i, line := range lines {
		texts[i] = "`" + strconv.Itoa(line.Seq) + "` " + c.tell(line.Said)
	}
	return answer{card: listed(c, l, texts)}, nil
}

// number reads a number above 0.
func number(text string, otherwise int) int {
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return n
	}
	return otherwise
}

// listed shows lines; what does not fit is left out from the oldest.
func listed(c *call, l referee.Look, lines []string) *card {
	out := &card{foot: foot(l)}
	room := maxText - 800
	first := len(lines)
	for ; first > 0; first-- {
		if room -= length(lines[first-1]) + 1; room < 0 {
			out.text(c.say("and-more"))
			break
		}
	}
	out.text(lines[first:]...)
	return out
}

var whyCommand = &command{
	path: "why", parts: []string{"match", "decision"},
	options: []option{{name: "decision"}},
	do:      why,
}

// why explains the last refusal with our readings of its paragraph, or says what
// a decision led to and by which paragraphs: /why.
func why(c *call) (answer, error) {
	if c.options["decision"] == "" {
		return whyNot(c)
	}
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	n, err := decision(strings.TrimPrefix(c.options["decision"], "#"), l)
	if err != nil {
		return answer{}, err
	}
	lines, err := c.Referee.Told(l.Match, viewerOf(c, l), n-1, n)
	if err != nil {
		return answer{}, err
	}
	out := &card{foot: foot(l)}
	var texts, rules []string
	for _, line := range lines {
		text := c.tell(line.Said)
		if line.Rule != "" {
			text = c.say("by-rule", engine.Text("rule", plain(line.Rule)), engine.Text("text", text))
			rules = append(rules, line.Rule)
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		texts = append(texts, c.say("why-silent", engine.Num("n", n)))
	}
	out.text(fitting(texts, maxText/2, c.say("and-more-lines"))...)
	out.text(readings(c, l.Info, rules)...)
	return answer{card: out}, nil
}

// whyNot explains the last refusal.
func whyNot(c *call) (answer, error) {
	kept, err := c.memories.of(c.account)
	if err != nil {
		return answer{}, err
	}
	last := kept.Refusal
	if last == nil {
		return c.said("why-nothing")
	}
	info := c.games[0]
	if last.Match != "" {
		l, _, err := c.look(last.Match)
		if err != nil {
			return answer{}, err
		}
		info = l.Info
	}
	out := &card{}
	out.text(c.tell(c.words.Quote(c.lang, last.Said)))
	out.text(readings(c, info, []string{last.Rule})...)
	return answer{card: out}, nil
}

// readings are our readings of some paragraphs, as many as there is room for.
func readings(c *call, info *engine.Info, rules []string) []string {
	var texts []string
	for _, r := range info.Readings {
		if slices.Contains(rules, r.Rule) {
			texts = append(texts, reading(c.voice, r))
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return append([]string{"-# " + c.say("readings-there")}, fitting(texts, maxText/3, c.say("and-more-readings"))...)
}

func reading(v voice, r engine.Reading) string {
	return v.say("reading", engine.Text("rule", plain(r.Rule)), engine.Text("text", v.tell(engine.Say(r.Key))))
}

var rulesCommand = &command{
	path: "rules", parts: []string{"match"},
	options: []option{{name: "search"}},
	do:      rules,
}

// rules searches our readings of the rules: /rules.
func rules(c *call) (answer, error) {
	info, err := game(c)
	if err != nil {
		return answer{}, err
	}
	word := strings.TrimSpace(c.options["search"])
	out := &card{}
	if word == "" {
		out.text(c.say("readings-all"))
	}
	room := maxText - 500
	found := false
	for _, r := range info.Readings {
		text := reading(c.voice, r)
		if !strings.HasPrefix(r.Rule, word) && !strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
			continue
		}
		found = true
		if room -= length(text) + 1; room < 0 {
			out.text(c.say("and-more-readings"))
			break
		}
		out.text(text)
	}
	if !found {
		return c.said("readings-none", engine.Text("word", plain(cut(word, 100))))
	}
	return answer{card: out}, nil
}

// game is the game of the match that is meant, or else the first game.
func game(c *call) (*engine.Info, error) {
	l, _, err := c.here()
	if err == nil {
		return l.Info, nil
	}
	var said *errSaid
	if !errors.As(err, &said) {
		return nil, err
	}
	c.words, err = c.library.of(c.games[0])
	return c.games[0], err
}

var privacyCommand = &command{
	path: "privacy", parts: []string{"erase", "sure"},
	options: []option{{name: "erase", values: yesOrNo}},
	do:      privacy,
}

// privacy says what is kept about who asks, and erases it once that is
// confirmed: /privacy.
func privacy(c *call) (answer, error) {
	if c.options["erase"] == "yes" {
		if !c.sure() {
			return c.confirmation(c.say("sure.erase"), "button.erase", wire.Path{"privacy", "yes", "yes"}), nil
		}
		if err := errors.Join(c.Referee.Erase(c.account), c.memories.forget(c.account)); err != nil {
			return answer{}, err
		}
		return c.said("erased")
	}
	list, err := c.Referee.MatchesOf(c.account)
	if err != nil {
		return answer{}, err
	}
	kept, err := c.memories.of(c.account)
	if err != nil {
		return answer{}, err
	}
	chosen, err := c.Referee.Schedule().Preferences(c.account)
	if err != nil {
		return answer{}, err
	}
	out := &card{}
	out.text(c.say("privacy"))
	nothing := chosen == schedule.Preferences{Where: schedule.InChannel}
	if nothing && len(list) == 0 && kept.Refusal == nil && len(kept.Looked) == 0 && kept.Language == "" {
		out.text(c.say("privacy-none"))
		return answer{card: out}, nil
	}
	const most = 20
	for _, s := range list[:min(len(list), most)] {
		l, _, err := c.look(s.ID)
		if err != nil {
			return answer{}, err
		}
		var seats []engine.Arg
		for _, seat := range l.Seats(c.account) {
			seats = append(seats, engine.Noun("", string(seat)))
		}
		out.text(c.say("privacy-line", engine.Text("match", string(s.ID)), engine.List("seats", seats...)))
	}
	if len(list) > most {
		out.text("…")
	}
	out.press(button{label: c.say("button.erase"), path: wire.Path{"privacy", "yes"}, style: wire.Danger})
	return answer{card: out}, nil
}

var helpCommand = &command{
	path: "help", parts: []string{"word"},
	options: []option{{name: "word", complete: completeHelp}},
	do:      help,
}

// help says how to play, or explains a word: /help.
func help(c *call) (answer, error) {
	info, err := game(c)
	if err != nil {
		return answer{}, err
	}
	out := &card{}
	if word := strings.ToLower(strings.TrimPrefix(c.options["word"], "/")); word != "" {
		text := explained(c, info, word)
		if text == "" {
			return answer{}, &orders.Error{Word: word, Why: engine.Say("referee.order.unknown", engine.Text("word", word))}
		}
		out.text(text)
		return answer{card: out}, nil
	}
	out.text(c.say("help"), c.say("help-orders", engine.Text("game", plain(info.Title))))
	for _, v := range info.Verbs {
		out.text(explained(c, info, v.Name))
	}
	out.text(c.say("help-queries"))
	for _, q := range info.Queries {
		out.text(explained(c, info, q.Name))
	}
	out.text(c.say("help-ours"))
	for _, name := range c.table.names() {
		out.text(explained(c, info, name))
	}
	return answer{card: out}, nil
}

// explained is a line of help for a command, by its name in any of the ways in
// which it is shown; "" where there is none.
func explained(c *call, info *engine.Info, word string) string {
	is := func(name string) bool { return name == word || c.called(name) == word }
	for _, verb := range info.Verbs {
		if is(verb.Name) {
			return c.say("help-verb", engine.Text("command", c.called(verb.Name)),
				engine.Text("help", c.tell(engine.Say("verb."+verb.Name))), engine.Text("example", cmp.Or(verb.Example, verb.Name)))
		}
	}
	for _, q := range info.Queries {
		if is(q.Name) {
			return "`/" + c.called(q.Name) + "` " + plain(queryHelp(c.voice, q))
		}
	}
	for _, name := range c.table.names() {
		if is(name) {
			return "`/" + c.called(name) + "` " + c.say("help."+name)
		}
	}
	return ""
}
