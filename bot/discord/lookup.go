package discord

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/match"
)

// status says how the match stands; where there is none and nothing else is
// meant, which matches wait for who asks: /match status.
func (c *call) status() (answer, error) {
	if c.options["match"] == "" {
		_, err := c.Referee.At(c.place)
		if errors.Is(err, match.ErrUnknown) {
			_, err = c.Referee.Last(c.place)
		}
		if errors.Is(err, match.ErrUnknown) {
			return c.waiting()
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
		news = append(c.sides(l), "-# "+c.say("gone"))
	}
	return c.show(l, seat, 0, news...)
}

// waiting lists the matches of who called: those that wait for him, and others.
func (c *call) waiting() (answer, error) {
	list, err := c.Referee.MatchesOf(c.account)
	if err != nil {
		return answer{}, err
	}
	var mine, others []string
	for _, card := range list {
		if card.Over {
			continue
		}
		l, seat, err := c.look(card.ID)
		if err != nil {
			return answer{}, err
		}
		if seat == "" {
			continue
		}
		line := c.say("status-line", engine.Text("game", plain(l.Info.Title)), engine.Text("match", string(card.ID)),
			engine.Text("where", where(card.Place)), engine.Text("status", c.tell(l.View.Status)))
		asked := slices.ContainsFunc(l.Asks, func(a referee.Ask) bool { return slices.Contains(l.Seats(c.account), a.Seat) })
		if asked {
			mine = append(mine, line)
		} else {
			others = append(others, line)
		}
	}
	out := &card{}
	switch {
	case len(mine) > 0:
		out.text(c.say("waits-for-you"))
		out.text(mine...)
	case len(others) > 0:
		out.text(c.say("nothing-waits"))
	default:
		out.text(c.say("no-matches"))
	}
	if len(others) > 0 {
		out.text(c.say("others"))
		out.text(others...)
	}
	return answer{card: out}, nil
}

// history says the last decisions: /match log.
func (c *call) history() (answer, error) {
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	n := number(c.options["count"], 20)
	lines, err := c.Referee.Told(l.Match, c.viewer(l), max(0, l.Seq-n), l.Seq)
	if err != nil {
		return answer{}, err
	}
	return c.listed(l, lines)
}

// number reads a number above 0.
func number(text string, otherwise int) int {
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return n
	}
	return otherwise
}

// listed shows numbered lines; what does not fit is left out from the oldest.
func (c *call) listed(l referee.Look, lines []referee.Line) (answer, error) {
	out := &card{foot: foot(l)}
	var texts []string
	room := maxText - 500
	for _, line := range slices.Backward(lines) {
		text := "`" + strconv.Itoa(line.Seq) + "` " + c.tell(line.Said)
		if room -= length(text) + 1; room < 0 {
			texts = append(texts, c.say("and-more"))
			break
		}
		texts = append(texts, text)
	}
	slices.Reverse(texts)
	out.text(texts...)
	return answer{card: out}, nil
}

// dice says the last rolls and draws: /dice.
func (c *call) dice() (answer, error) {
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	lines, err := c.Referee.Told(l.Match, c.viewer(l), 0, l.Seq)
	if err != nil {
		return answer{}, err
	}
	lines = slices.DeleteFunc(lines, func(l referee.Line) bool { return l.Seat != engine.Chance })
	if len(lines) == 0 {
		return c.said("no-dice")
	}
	n := number(c.options["count"], 20)
	return c.listed(l, lines[max(0, len(lines)-n):])
}

// why explains the last refusal with our readings of its paragraph, or says what
// a decision led to: /why.
func (c *call) why() (answer, error) {
	if c.options["decision"] == "" {
		return c.whyNot()
	}
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	n, err := decision(strings.TrimPrefix(c.options["decision"], "#"), l)
	if err != nil {
		return answer{}, err
	}
	lines, err := c.Referee.Told(l.Match, c.viewer(l), n-1, n)
	if err != nil {
		return answer{}, err
	}
	return c.listed(l, lines)
}

// whyNot explains the last refusal.
func (c *call) whyNot() (answer, error) {
	last := c.refusals.of(c.account)
	if last == nil {
		return c.said("why-nothing")
	}
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	out := &card{}
	out.text(c.tell(referee.Explain(last)))
	var illegal *engine.Illegal
	if errors.As(last, &illegal) {
		for _, r := range l.Info.Readings {
			if r.Rule == illegal.Rule {
				out.text(c.reading(r))
			}
		}
	}
	return answer{card: out}, nil
}

func (v voice) reading(r engine.Reading) string {
	return v.say("reading", engine.Text("rule", plain(r.Rule)), engine.Text("text", v.tell(engine.Say(r.Key))))
}

// rules searches our readings of the rules: /rules.
func (c *call) rules() (answer, error) {
	info, err := c.game()
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
		text := c.reading(r)
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
func (c *call) game() (*engine.Info, error) {
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

// drawMap shows the map: /map.
func (c *call) drawMap() (answer, error) {
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	f := &frame{match: l.Match, viewer: c.viewer(l), overlay: strings.TrimSpace(c.options["overlay"]), voice: c.voice}
	if theme := c.options["theme"]; slices.Contains(c.Themes, theme) {
		f.theme = theme
	}
	if text := c.options["at"]; text != "" {
		if f.seq, err = decision(strings.TrimPrefix(text, "#"), l); err != nil {
			return answer{}, err
		}
		if l, err = c.Referee.LookAt(l.Match, f.viewer, f.seq); err != nil {
			return answer{}, err
		}
	}
	if text := strings.TrimSpace(c.options["crop"]); text != "" {
		at, err := hex.Parse(text)
		if err != nil || !onBoard(l.Info.Board, at) {
			return answer{}, no("no-hex", engine.Text("hex", plain(text)))
		}
		f.crop = Crop{at, number(c.options["radius"], draftRadius)}
	}
	if c.Paint == nil {
		return answer{}, referee.ErrNoMaps
	}
	out := &card{foot: foot(l)}
	out.text(c.say("map", engine.Text("status", c.tell(l.View.Status))))
	if f.overlay != "" {
		a, err := c.Referee.Ask(l.Match, f.viewer, f.overlay)
		if err != nil {
			return answer{}, err
		}
		for _, m := range a.Lines {
			out.text(c.tell(m))
		}
	}
	f.alt = c.alt(l)
	out.picture = f
	return answer{card: out}, nil
}

// privacy says what is kept about who asks, and erases it once that is
// confirmed: /privacy.
func (c *call) privacy() (answer, error) {
	if c.options["erase"] == "yes" {
		if !c.sure() {
			return c.confirmation(c.say("sure.erase"), "button.erase", path{"privacy", "yes", "yes"}), nil
		}
		if err := c.Referee.Erase(c.account); err != nil {
			return answer{}, err
		}
		c.refusals.forget(c.account)
		return c.said("erased")
	}
	list, err := c.Referee.MatchesOf(c.account)
	if err != nil {
		return answer{}, err
	}
	out := &card{}
	out.text(c.say("privacy"))
	if len(list) == 0 {
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
	out.press(button{label: c.say("button.erase"), path: path{"privacy", "yes"}, style: Danger})
	return answer{card: out}, nil
}

// help says how to play, or explains a word: /help.
func (c *call) help() (answer, error) {
	info, err := c.game()
	if err != nil {
		return answer{}, err
	}
	out := &card{}
	if word := strings.ToLower(strings.TrimPrefix(c.options["word"], "/")); word != "" {
		text := c.explained(info, word)
		if text == "" {
			return answer{}, &referee.OrderError{Word: word, Why: engine.Say("referee.order.unknown", engine.Text("word", word))}
		}
		out.text(text)
		return answer{card: out}, nil
	}
	out.text(c.say("help"), c.say("help-orders", engine.Text("game", plain(info.Title))))
	for _, v := range info.Verbs {
		out.text(c.explained(info, v.Name))
	}
	out.text(c.say("help-queries"))
	for _, q := range info.Queries {
		out.text(c.explained(info, q.Name))
	}
	out.text(c.say("help-ours"))
	for _, name := range ownCommands {
		out.text(c.explained(info, name))
	}
	return answer{card: out}, nil
}

// explained is a line of help for a command; "" where there is none.
func (v voice) explained(info *engine.Info, word string) string {
	for _, verb := range info.Verbs {
		if verb.Name == word {
			return "`" + cmp.Or(verb.Example, word) + "` " + v.tell(engine.Say("verb."+word))
		}
	}
	for _, q := range info.Queries {
		if q.Name == word {
			return "`/" + word + "` " + plain(v.queryHelp(q))
		}
	}
	if slices.Contains(ownCommands, word) {
		return "`/" + word + "` " + v.say("help."+word)
	}
	return ""
}
