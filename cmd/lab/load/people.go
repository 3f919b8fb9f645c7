package load

import (
	"sync"
	"time"

	"referee/bot/test/discordtest"
	"referee/cmd/lab/moves"
)

// table is a channel in which two people play a match.
type table struct {
	players [2]*moves.Person

	mu      sync.Mutex // held while a player acts
	turn    int        // whose turn it is
	pending *discordtest.Press
}

// act has the player whose turn it is do the next thing. It returns nil while the last one is not answered, or another
// goroutine is at it. An answer that leaves nothing to do makes it the other's turn.
func (t *table) act() *discordtest.Press {
	if !t.mu.TryLock() {
		return nil
	}
	defer t.mu.Unlock()
	if t.pending != nil {
		p := t.players[t.turn]
		if _, done := p.Read(t.pending); !done {
			return nil
		}
		if len(moves.Of(p.Panel)) == 0 {
			t.turn = 1 - t.turn
		}
	}
	t.pending = t.players[t.turn].Next()
	return t.pending
}

// answerWithin is how long people wait for an answer before they give up.
const answerWithin = 30 * time.Second
