package discord

import (
	"fmt"
	"slices"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// newsRoom is how many characters of what happened news tell: the rest of the
// room is for how the match ended and whom it is up to.
const newsRoom = maxText - 1000

// recent is how many lines of what happened stand on a board.
const recent = 8

// matchNews tells a post about a match: to one person, what waits for him; to all, what was rolled, drawn or agreed, how the match ended, and
// whom it is up to now where that is somebody else and no new board says so.
// Orders without chance are told on the board alone.
func matchNews(h *desk, place string, p post.Post) (*wire.Message, error) {
	switch {
	case p.Notice != nil:
		return notices(h, *p.Notice), nil
	case p.Call != nil:
		return calling(h, place, p)
	case p.Move != nil:
		return moveNews(h, place, p)
	case p.Clocks != "":
		return clockNews(h, p)
	}
	n, err := newsOf(h, p)
	if err != nil {
		return nil, err
	}
	c := &card{foot: foot(n.then)}
	pledge := n.pledged()
	c.text(pledge...)
	people := n.called()
	if boardKey(n.voice, n.was) != boardKey(n.voice, n.then) {
		people = nil // the new board calls them
	}
	if n.notable() || p.By != nil || len(people) > 0 || len(pledge) > 0 { // no board will tell it again
		if err := telling(h, c, n); err != nil {
			return nil, err
		}
		signed(n.voice, c, p)
	}
	if n.then.Ending != nil && n.was.Ending == nil {
		if n.then.Ending.How != match.Abandoned { // else that is among the lines
			c.text(ending(n.voice, n.then)...)
		}
		c.text("-# " + n.say("last-head", engine.Num("n", n.then.Seq), engine.Text("head", n.then.Whole)))
		c.press(rematchButton(n.voice, n.then)...)
	}
	if n.then.Offer != "" && n.was.Offer == "" {
		offer(n, h, c)
	}
	heard(h, c, n)
	backNews(h, c, n)
	for _, s := range people {
		c.text(n.say("your-move", engine.Text("who", who(s))))
		mention(h, c, n.now, s)
	}
	if len(people) > 0 {
		c.press(answerButton(n.voice, n.now), mapButton(n.voice, n.now))
	}
	if len(c.texts) == 0 {
		return nil, nil
	}
	m := c.message(nil)
	return &m, nil
}

// telling adds what happened, with the proofs of its rolls, and the roll that is
// awaited.
func telling(h *desk, c *card, n news) error {
	lines := n.lines
	if !n.was.Started {
		lines = slices.DeleteFunc(slices.Clone(lines), func(l referee.Line) bool { return slices.Contains(beforehand, l.Said.Key) })
	}
	c.text(fitting(spokenLines(n.voice, lines), newsRoom, n.say("and-more-lines"))...)
	if n.then.Seq == n.now.Seq {
		c.text(awaited(n.voice, n.now))
	}
	proofs, err := proofButton(h, n.voice, n.post)
	c.press(proofs...)
	return err
}

// matchBoard is a match as it stands: one message for each of its phases.
func matchBoard(h *desk, id match.ID, told int) (*wire.Board, error) {
	l, v, err := inPublic(h, id)
	if err != nil {
		return nil, err
	}
	times, starts, err := times(h, v, l)
	if err != nil {
		return nil, err
	}
	m, err := board(h, v, l, told, times)
	return &wire.Board{Key: boardKey(v, l), Message: m, StartsClock: starts}, err
}

// boardKey is the same for everything that one board shows: for as long as the
// match is in one phase, or waits to go on after a backup.
func boardKey(v voice, l referee.Look) string {
	key := fmt.Sprintf("%s %t %s", l.Match, l.Started, v.raw(l.View.Status))
	if l.Restored != nil { // a board of its own, and then another
		key += fmt.Sprintf(" restored %d %t", l.Restored.From, l.Held)
	}
	return key
}

// news is what a post tells.
type news struct {
	voice
	post  post.Post
	was   referee.Look // before it; the zero Look where the match was not yet open
	then  referee.Look // after it
	now   referee.Look
	lines []referee.Line
}

func newsOf(h *desk, p post.Post) (n news, err error) {
	n.post = p
	if n.now, err = h.Referee.Look(p.Match, engine.Spectator); err != nil {
		return n, err
	}
	if n.then = n.now; p.To != n.now.Seq {
		if n.then, err = h.Referee.LookAt(p.Match, engine.Spectator, p.To); err != nil {
			return n, err
		}
	}
	if p.From > 0 {
		if n.was, err = h.Referee.LookAt(p.Match, engine.Spectator, p.From); err != nil {
			return n, err
		}
	}
	if n.lines, err = h.Referee.Told(p.Match, engine.Spectator, p.From, p.To); err != nil {
		return n, err
	}
	n.voice, err = publicVoice(h, n.now)
	return n, err
}

// inPublic is a match as everybody may see it, and who tells everybody of it.
func inPublic(h *desk, id match.ID) (referee.Look, voice, error) {
	l, err := h.Referee.Look(id, engine.Spectator)
	if err != nil {
		return referee.Look{}, voice{}, err
	}
	v, err := publicVoice(h, l)
	return l, v, err
}

// publicVoice speaks to everybody about a match.
func publicVoice(h *desk, l referee.Look) (voice, error) {
	words, err := h.library.of(l.Info)
	return voice{words, languageOf(h, l)}, err
}

// offer adds what is offered to the others.
func offer(n news, h *desk, c *card) {
	if n.then.Offer == match.Conduct {
		c.text(offering(n.voice, n.then)...)
	}
	for _, s := range n.then.Sitting {
		if s.Seat != n.then.Offerer {
			c.text(who(s))
			mention(h, c, n.then, s)
		}
	}
	answersToOffer(n.voice, c, n.then, "")
}

// notable reports whether something was rolled, drawn or agreed.
func (n news) notable() bool {
	return n.post.From > 0 && slices.ContainsFunc(n.lines, func(l referee.Line) bool {
		return l.Seat == engine.Chance ||
			strings.HasPrefix(l.Said.Key, "referee.told.") && !slices.Contains(quiet, l.Said.Key) &&
				(n.was.Started || !slices.Contains(beforehand, l.Said.Key))
	})
}

// quiet are the messages of what is no news by itself: a board tells them.
var quiet = []string{"referee.told.stand", "referee.told.revoke"}

// spokenLines says lines.
func spokenLines(v voice, lines []referee.Line) []string {
	out := make([]string, len(lines))
	for i, l := range lines {
		out[i] = v.tell(l.Said)
	}
	return out
}

// called are those who are asked now, and were not before the post.
func (n news) called() []referee.Sitting {
	var out []referee.Sitting
	for _, s := range asked(n.then) {
		same := func(o referee.Sitting) bool { return o.Player == s.Player }
		if !slices.ContainsFunc(asked(n.was), same) && slices.ContainsFunc(asked(n.now), same) {
			out = append(out, s)
		}
	}
	return out
}

// asked are the people who are asked something.
func asked(l referee.Look) []referee.Sitting {
	var out []referee.Sitting
	for _, a := range l.Asks {
		s := l.Holder(a.Seat)
		if s.Player != match.Referee && !slices.ContainsFunc(out, func(o referee.Sitting) bool { return o.Player == s.Player }) {
			out = append(out, s)
		}
	}
	return out
}

// mention lets a card call a person, where the match calls anybody and he wants to
// be told there.
func mention(h *desk, c *card, l referee.Look, s referee.Sitting) {
	user, ok := wire.UserOf(s.Account)
	if !ok || l.Settings[settingMentions] == "no" || slices.Contains(c.mentions, user) {
		return
	}
	p, err := h.Referee.Schedule().Preferences(s.Account)
	if err != nil {
		h.Log.Error("somebody is called, as it is not known where he wants to be", "error", err)
	} else if p.Where != schedule.InChannel || p.Digest {
		return
	}
	c.mentions = append(c.mentions, user)
}

func answerButton(v voice, l referee.Look) button {
	return button{label: v.say("button.answer"), path: wire.Path{"choose", string(l.Match)}, style: wire.Primary}
}

// public says who is asked what, as far as everybody may know it.
func public(v voice, l referee.Look) []string {
	var lines []string
	for _, a := range l.Asks {
		if l.Holder(a.Seat).Player == match.Referee {
			lines = append(lines, v.say("side-free", engine.Noun("seat", string(a.Seat))))
			continue
		}
		at := engine.Text("who", who(l.Holder(a.Seat)))
		if ask, known := known(l, a); known {
			lines = append(lines, v.say("asked-of", engine.Noun("seat", string(a.Seat)), at, engine.Text("ask", v.tell(ask))))
		} else {
			lines = append(lines, v.say("their-move", at))
		}
	}
	return lines
}

// known is a question, if everybody may know it.
func known(l referee.Look, a referee.Ask) (engine.Msg, bool) {
	for _, w := range l.View.Waiting {
		if w.ID == a.Prompt && w.Ask.Key != "" && !w.Secret {
			return w.Ask, true
		}
	}
	return engine.Msg{}, false
}

// board is the board of a match, with a picture; times say how its clocks stand. It calls whoever is asked: that
// is heard when it is posted anew.
func board(h *desk, v voice, l referee.Look, told int, times []string) (wire.Message, error) {
	c := &card{foot: foot(l)}
	c.text(title(v, l))
	if !l.Started && l.Ending == nil {
		gathering(h, v, c, l)
		if l.Restored != nil {
			restored(v, c, l)
		}
		return c.message(nil), nil
	}
	lines, err := happened(h, l)
	if err != nil {
		return wire.Message{}, err
	}
	var said []engine.Msg
	for _, line := range lines {
		said = append(said, line.Said)
		if line.Seq > told {
			c.text(cut(v.tell(line.Said), 300))
		}
	}
	if l.Ending != nil {
		c.text(ending(v, l)...)
		c.press(mapButton(v, l))
	} else if l.Restored != nil {
		restored(v, c, l)
	} else if l.Appealed {
		underAppeal(v, c, l, "")
	} else {
		c.text(public(v, l)...)
		c.text(awaited(v, l))
		c.text(times...)
		for _, s := range asked(l) {
			mention(h, c, l, s)
		}
		if err := answers(h, v, c, l); err != nil {
			return wire.Message{}, err
		}
	}
	if h.Paint == nil {
		return c.message(nil), nil
	}
	m := painted(h, c, &frame{match: l.Match, viewer: engine.Spectator, voice: v, alt: alt(v, l, engine.Answer{Lines: said})})
	if m == nil {
		return c.message(nil), nil
	}
	return *m, nil
}

// gathering is the board of a match that waits for players. A rematch calls
// those who played before.
func gathering(h *desk, v voice, c *card, l referee.Look) {
	c.text(sides(v, l)...)
	if l.Dice != nil {
		c.text(phrases(v, l)...)
		c.text("-# " + v.say("phrase-own"))
	}
	places(v, c, l)
	before, err := h.Referee.Look(match.ID(l.Settings[settingRematch]), engine.Spectator)
	if err != nil {
		return // there is none, or it is gone
	}
	for _, s := range before.Sitting {
		if len(l.Seats(s.Account)) == 0 && s.Account != "" {
			c.text(v.say("again", engine.Text("who", who(s))))
			mention(h, c, l, s)
		}
	}
}

// beforehand are the messages of what comes before a match, which its boards
// leave out.
var beforehand = []string{"referee.told.open", "referee.told.key", "referee.told.beacon", "referee.told.join", "referee.told.set"}

// happened are the last lines of what happened.
func happened(h *desk, l referee.Look) ([]referee.Line, error) {
	lines, err := h.Referee.Told(l.Match, engine.Spectator, max(0, l.Seq-2*recent), l.Seq)
	if err != nil {
		return nil, err
	}
	lines = slices.DeleteFunc(lines, func(l referee.Line) bool { return slices.Contains(beforehand, l.Said.Key) })
	return lines[max(0, len(lines)-recent):], nil
}

// answers adds what can be pressed to answer: the options of what everybody may
// know, and a button that shows them to whoever is asked.
func answers(h *desk, v voice, c *card, l referee.Look) error {
	for _, a := range l.Asks {
		s := l.Holder(a.Seat)
		if a.Secret || len(l.Asks) > 1 || s.Account == "" {
			continue
		}
		node, err := h.Referee.Options(referee.Command{Match: l.Match, Seat: a.Seat, Account: s.Account}, a.Prompt, nil)
		if err != nil {
			return err
		}
		follow(v, c, spotOf(l.Match, a.Prompt, nil), node.Options, 0, false)
	}
	places(v, c, l)
	c.press(answerButton(v, l), mapButton(v, l), changesButton(v, l))
	return nil
}

// matchTrouble tells the players of the match at a place that nothing can be posted
// there: gone, or because the bot may not.
func matchTrouble(h *desk, place string, gone bool) ([]wire.DirectMessage, error) {
	id, err := h.Referee.At(place)
	if err != nil {
		return nil, err
	}
	l, v, err := inPublic(h, id)
	if err != nil {
		return nil, err
	}
	key := "shut"
	if gone {
		key = "channel-gone"
	}
	var out []wire.DirectMessage
	for _, s := range l.Sitting {
		user, ok := wire.UserOf(s.Account)
		if !ok || slices.ContainsFunc(out, func(o wire.DirectMessage) bool { return o.To == user }) {
			continue
		}
		c := &card{}
		c.text(v.say(key, engine.Text("match", string(id)), engine.Text("where", where(place))))
		out = append(out, wire.DirectMessage{To: user, Message: c.message(nil)})
	}
	return out, nil
}

// notices tells whoever runs the referee something about it.
func notices(h *desk, said engine.Msg) *wire.Message {
	c := &card{}
	c.text(voice{h.plain, h.Language}.raw(said))
	m := c.message(nil)
	return &m
}
