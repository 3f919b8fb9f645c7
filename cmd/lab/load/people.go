package load

import (
	"math/rand/v2"
	"sync"
	"time"

	"referee/bot/test/discordtest"
	"referee/cmd/lab/moves"
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
	all := moves.Of(t.panels[t.turn])
	if len(all) == 0 {
		t.opening, t.pending = true, who.Slash(t.channel, "choose")
		return t.pending
	}
	m := moves.Prefer(t.random, all)
	t.opening = false
	if m.Value != "" {
		t.pending = who.Select(m.Message, m.ID, m.Value)
	} else {
		t.pending = who.Click(m.Message, m.ID)
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
	if len(moves.Of(t.panels[t.turn])) == 0 {
		t.turn = 1 - t.turn
	}
	return true
}

// answerWithin is how long people wait for an answer before they give up.
const answerWithin = 30 * time.Second
