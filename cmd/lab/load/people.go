package load

import (
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"referee/bot/discord/discordtest"
)

// table is a channel in which two people play a match. They know only what the bot shows
// them, and press and choose at random.
type table struct {
	channel *discordtest.Channel
	players [2]*discordtest.User
	random  *rand.Rand

	mu      sync.Mutex // held while somebody acts
	turn    int        // who acts next
	opening bool       // the next answer is to a question about what is open
	pending *discordtest.Press
	panels  [2]*discordtest.Message // what each was shown last, for them alone
}

// act has whoever's turn it is do the next thing. It returns nil where the last one is not
// answered yet, or another is at it.
func (t *table) act() *discordtest.Press {
	if !t.mu.TryLock() {
		return nil
	}
	defer t.mu.Unlock()
	if t.pending != nil && !t.read() {
		return nil
	}
	who := t.players[t.turn]
	all := moves(t.panels[t.turn])
	if len(all) == 0 {
		t.opening, t.pending = true, who.Slash(t.channel, "choose")
		return t.pending
	}
	m := t.prefers(all)
	t.opening = false
	if m.value != "" {
		t.pending = who.Select(m.message, m.id, m.value)
	} else {
		t.pending = who.Click(m.message, m.id)
	}
	return t.pending
}

// read reads the answer to what was done last, and reports whether there is one. Where it
// leaves nothing to do, it is the other's turn.
func (t *table) read() bool {
	s := t.pending.Shown()
	if !s.Failed && (s.Message == nil && s.Modal == nil || s.Message != nil && s.Message.Thinking) {
		return false
	}
	t.pending = nil
	t.panels[t.turn] = nil
	if s.Message != nil && s.Message.Private() {
		t.panels[t.turn] = s.Message
	}
	if len(moves(t.panels[t.turn])) == 0 {
		t.turn = 1 - t.turn
	}
	return true
}

// prefers picks a move, with a preference for one that completes an answer.
func (t *table) prefers(all []move) move {
	for _, m := range all {
		if act(m.id) == "confirm" && t.random.IntN(2) == 0 {
			return m
		}
	}
	return all[t.random.IntN(len(all))]
}

// move is one way to answer that a message offers.
type move struct {
	message   *discordtest.Message
	id, value string // of the component, and what is chosen in a menu
}

// moves lists the ways to answer that a message offers now.
func moves(m *discordtest.Message) []move {
	if m == nil {
		return nil
	}
	if m = m.Now(); m == nil {
		return nil
	}
	var out []move
	for _, b := range m.Buttons() {
		if a := act(b.CustomID); a == "pick" || a == "confirm" || a == "page" {
			out = append(out, move{m, b.CustomID, ""})
		}
	}
	for _, s := range m.Menus() {
		for _, o := range s.Options {
			if act(s.CustomID) == "pick" {
				out = append(out, move{m, s.CustomID, o.Value})
			}
		}
	}
	return out
}

// act is what a component does: the first word of its id after the version.
func act(id string) string {
	_, rest, _ := strings.Cut(id, "/")
	does, _, _ := strings.Cut(rest, "/")
	return does
}

// joins finds the button that takes a free side without a form.
func joins(m *discordtest.Message) string {
	for _, b := range m.Buttons() {
		if rest, ok := strings.CutPrefix(b.CustomID, "1/match/join/"); ok && strings.Count(rest, "/") < 2 {
			return b.CustomID
		}
	}
	return ""
}

// answerWithin is how long people wait for an answer before they give up.
const answerWithin = 30 * time.Second
