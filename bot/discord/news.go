package discord

import (
	"fmt"
	"slices"
	"strings"

	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

var _ Poster = (*Handlers)(nil)

// newsRoom is how many characters of what happened news tell: the rest of the
// room is for how the match ended and whom it is up to.
const newsRoom = maxText - 1000

// recent is how many lines of what happened stand on a board.
const recent = 8

// News tells a post: to one person, what waits for him; to all, what was rolled, drawn or agreed, how the match ended, and
// whom it is up to now where that is somebody else and no new board says so.
// Orders without chance are told on the board alone.
func (h *Handlers) News(place string, p post.Post) (*Message, error) {
	switch {
	case p.Notice != nil:
		return h.notices(*p.Notice), nil
	case p.Call != nil:
		return h.calling(place, p)
	case p.League != "":
		return h.leagueNews(p)
	case p.Bench:
		return h.benchNews(p)
	case p.Move != nil:
		return h.moveNews(place, p)
	case p.Clocks != "":
		return h.clockNews(p)
	}
	n, err := h.newsOf(p)
	if err != nil {
		return nil, err
	}
	c := &card{foot: foot(n.then)}
	pledge := n.pledged()
	c.text(pledge...)
	people := n.called()
	if n.boardKey(n.was) != n.boardKey(n.then) {
		people = nil // the new board calls them
	}
	if n.notable() || p.By != nil || len(people) > 0 || len(pledge) > 0 { // no board will tell it again
		if err := h.telling(c, n); err != nil {
			return nil, err
		}
		n.signed(c, p)
	}
	if n.then.Ending != nil && n.was.Ending == nil {
		if n.then.Ending.How != match.Abandoned { // else that is among the lines
			c.text(n.ending(n.then)...)
		}
		c.text("-# " + n.say("last-head", engine.Num("n", n.then.Seq), engine.Text("head", n.then.Whole)))
		c.press(n.rematchButton(n.then)...)
	}
	if n.then.Offer != "" && n.was.Offer == "" {
		n.offer(h, c)
	}
	h.heard(c, n)
	h.backNews(c, n)
	for _, s := range people {
		c.text(n.say("your-move", engine.Text("who", who(s))))
		h.mention(c, n.now, s)
	}
	if len(people) > 0 {
		c.press(n.answerButton(n.now), n.mapButton(n.now))
	}
	if len(c.texts) == 0 {
		return nil, nil
	}
	m := c.message(nil)
	return &m, nil
}

// telling adds what happened, with the proofs of its rolls, and the roll that is
// awaited.
func (h *Handlers) telling(c *card, n news) error {
	lines := n.lines
	if !n.was.Started {
		lines = slices.DeleteFunc(slices.Clone(lines), func(l referee.Line) bool { return slices.Contains(beforehand, l.Said.Key) })
	}
	c.text(fitting(n.spoken(lines), newsRoom, n.say("and-more-lines"))...)
	if n.then.Seq == n.now.Seq {
		c.text(n.awaited(n.now))
	}
	proofs, err := h.proofButton(n.voice, n.post)
	c.press(proofs...)
	return err
}

// Board is a match as it stands: one message for each of its phases.
func (h *Handlers) Board(_ string, id match.ID, told int) (*Board, error) {
	l, v, err := h.inPublic(id)
	if err != nil {
		return nil, err
	}
	times, starts, err := h.times(v, l)
	if err != nil {
		return nil, err
	}
	m, err := h.board(v, l, told, times)
	return &Board{Key: v.boardKey(l), Message: m, Starts: starts}, err
}

// boardKey is the same for everything that one board shows: for as long as the
// match is in one phase, or waits to go on after a backup.
func (v voice) boardKey(l referee.Look) string {
	key := fmt.Sprintf("%s %t %s", l.Match, l.Started, v.raw(l.View.Status))
	if l.Restored != nil { // a board of its own, and then another
		key += fmt.Sprintf(" restored %d %t", l.Restored.From, l.LeagueStands)
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

func (h *Handlers) newsOf(p post.Post) (n news, err error) {
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
	n.voice, err = h.publicVoice(n.now)
	return n, err
}

// inPublic is a match as everybody may see it, and who tells everybody of it.
func (h *Handlers) inPublic(id match.ID) (referee.Look, voice, error) {
	l, err := h.Referee.Look(id, engine.Spectator)
	if err != nil {
		return referee.Look{}, voice{}, err
	}
	v, err := h.publicVoice(l)
	return l, v, err
}

// publicVoice speaks to everybody about a match.
func (h *Handlers) publicVoice(l referee.Look) (voice, error) {
	words, err := h.library.of(l.Info)
	return voice{words, h.languageOf(l)}, err
}

// offer adds what is offered to the others.
func (n news) offer(h *Handlers, c *card) {
	if n.then.Offer == match.Conduct {
		c.text(n.offering(n.then)...)
	}
	for _, s := range n.then.Sitting {
		if s.Seat != n.then.Offerer {
			c.text(who(s))
			h.mention(c, n.then, s)
		}
	}
	n.answersToOffer(c, n.then, "")
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

// spoken says lines.
func (v voice) spoken(lines []referee.Line) []string {
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
func (h *Handlers) mention(c *card, l referee.Look, s referee.Sitting) {
	user, ok := userOf(s.Account)
	if !ok || l.Settings[settingMentions] == "no" || slices.Contains(c.mentions, user) {
		return
	}
	p, err := h.Referee.Preferences(s.Account)
	if err != nil {
		h.Log.Error("somebody is called, as it is not known where he wants to be", "error", err)
	} else if p.Where != referee.InChannel || p.Digest {
		return
	}
	c.mentions = append(c.mentions, user)
}

func (v voice) answerButton(l referee.Look) button {
	return button{label: v.say("button.answer"), path: path{"choose", string(l.Match)}, style: Primary}
}

// public says who is asked what, as far as everybody may know it.
func (v voice) public(l referee.Look) []string {
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
func (h *Handlers) board(v voice, l referee.Look, told int, times []string) (Message, error) {
	c := &card{foot: foot(l)}
	c.text(v.title(l))
	if !l.Started && l.Ending == nil {
		h.gathering(v, c, l)
		if l.Restored != nil {
			v.restored(c, l)
		}
		return c.message(nil), nil
	}
	lines, err := h.happened(l)
	if err != nil {
		return Message{}, err
	}
	var said []engine.Msg
	for _, line := range lines {
		said = append(said, line.Said)
		if line.Seq > told {
			c.text(cut(v.tell(line.Said), 300))
		}
	}
	if l.Ending != nil {
		c.text(v.ending(l)...)
		c.press(v.mapButton(l))
	} else if l.Restored != nil {
		v.restored(c, l)
	} else if l.Appealed {
		v.benched(c, l, "")
	} else {
		c.text(v.public(l)...)
		c.text(v.awaited(l))
		c.text(times...)
		for _, s := range asked(l) {
			h.mention(c, l, s)
		}
		if err := h.answers(v, c, l); err != nil {
			return Message{}, err
		}
	}
	if h.Paint == nil {
		return c.message(nil), nil
	}
	m := h.painted(c, &frame{match: l.Match, viewer: engine.Spectator, voice: v, alt: v.alt(l, engine.Answer{Lines: said})})
	if m == nil {
		return c.message(nil), nil
	}
	return *m, nil
}

// gathering is the board of a match that waits for players. A rematch calls
// those who played before.
func (h *Handlers) gathering(v voice, c *card, l referee.Look) {
	c.text(v.sides(l)...)
	if l.Dice != nil {
		c.text(v.phrases(l)...)
		c.text("-# " + v.say("phrase-own"))
	}
	v.places(c, l)
	before, err := h.Referee.Look(match.ID(l.Settings[settingRematch]), engine.Spectator)
	if err != nil {
		return // there is none, or it is gone
	}
	for _, s := range before.Sitting {
		if len(l.Seats(s.Account)) == 0 && s.Account != "" {
			c.text(v.say("again", engine.Text("who", who(s))))
			h.mention(c, l, s)
		}
	}
}

// beforehand are the messages of what comes before a match, which its boards
// leave out.
var beforehand = []string{"referee.told.open", "referee.told.key", "referee.told.beacon", "referee.told.join", "referee.told.set"}

// happened are the last lines of what happened.
func (h *Handlers) happened(l referee.Look) ([]referee.Line, error) {
	lines, err := h.Referee.Told(l.Match, engine.Spectator, max(0, l.Seq-2*recent), l.Seq)
	if err != nil {
		return nil, err
	}
	lines = slices.DeleteFunc(lines, func(l referee.Line) bool { return slices.Contains(beforehand, l.Said.Key) })
	return lines[max(0, len(lines)-recent):], nil
}

// answers adds what can be pressed to answer: the options of what everybody may
// know, and a button that shows them to whoever is asked.
func (h *Handlers) answers(v voice, c *card, l referee.Look) error {
	for _, a := range l.Asks {
		s := l.Holder(a.Seat)
		if a.Secret || len(l.Asks) > 1 || s.Account == "" {
			continue
		}
		node, err := h.Referee.Options(referee.Command{Match: l.Match, Seat: a.Seat, Account: s.Account}, a.Prompt, nil)
		if err != nil {
			return err
		}
		v.follow(c, spotOf(l.Match, a.Prompt, nil), node.Options, 0, false)
	}
	v.places(c, l)
	c.press(v.answerButton(l), v.mapButton(l), v.changesButton(l))
	return nil
}

// Letter is a message to one person.
type Letter struct {
	To      ID
	Message Message
}

// matchTrouble tells the players of the match at a place that nothing can be posted
// there: gone, or because the bot may not.
func (h *Handlers) matchTrouble(place string, gone bool) ([]Letter, error) {
	id, err := h.Referee.At(place)
	if err != nil {
		return nil, err
	}
	l, v, err := h.inPublic(id)
	if err != nil {
		return nil, err
	}
	key := "shut"
	if gone {
		key = "channel-gone"
	}
	var out []Letter
	for _, s := range l.Sitting {
		user, ok := userOf(s.Account)
		if !ok || slices.ContainsFunc(out, func(o Letter) bool { return o.To == user }) {
			continue
		}
		c := &card{}
		c.text(v.say(key, engine.Text("match", string(id)), engine.Text("where", where(place))))
		out = append(out, Letter{To: user, Message: c.message(nil)})
	}
	return out, nil
}
