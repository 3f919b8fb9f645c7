package match

import (
	"maps"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/play"
)

// Match is a match after its entries so far. It never changes and may be used
// from many goroutines: commands return the next one.
//
// It has so many methods since every command that players, judges and the referee give
// is one, as is every question about what the record says beside the position; all of
// them read the same few private fields.
type Match struct {
	game   engine.Game
	log    []*Entry
	pos    engine.Position
	record record
}

// By says who gives a command, when and where.
type By struct {
	// Player is who gives it. Referee is nobody, and may answer for any seat
	// and rewind to anywhere: never pass it for a person who is not known.
	Player Player
	At     int64 // Unix time in milliseconds
	// Door is where it came in: "table", "discord", "mail".
	Door string
	// Salt holds at least 16 fresh random bytes. It is used where the answer
	// is a secret.
	Salt []byte
	// Phrase is what the player adds to the dice. It is used where they join a
	// match whose dice have a key.
	Phrase string
	// Program is which program gives the command: where one joins a match, and where one
	// answers in the referee's name. nil: a person, or none.
	Program *play.About
}

// minSalt is how many bytes keep a short secret from being guessed.
const minSalt = 16

// ID names the match.
func (m *Match) ID() ID { return m.Opening().Match }

// Opening is what the match is pinned to.
func (m *Match) Opening() Opening {
	return *m.log[0].Decision.Act.(ActOpen).Opening // the fold has checked it
}

// Game is the game over the data that the match is pinned to, under the law that it is
// judged by now.
func (m *Match) Game() engine.Game { return m.game }

// opened is the game under the law that the match is pinned to.
func (m *Match) opened() (engine.Game, error) { return pinned(m.game, m.Opening()) }

// Position is the position now.
func (m *Match) Position() engine.Position { return m.pos }

// Seq is the number of the last decision.
func (m *Match) Seq() int { return len(m.log) }

// Head is the head of the chain now.
func (m *Match) Head() chain.Head { return m.log[len(m.log)-1].Head }

// Log is the whole record, rewound decisions included. It must not be written.
func (m *Match) Log() []*Entry { return m.log[:len(m.log):len(m.log)] }

// After is the record after decision seq: what a command added, if seq is
// where the match stood before.
func (m *Match) After(seq int) []*Entry { return m.Log()[seq:] }

// Line is the part of the record that the position rests on: the opening, and
// the answers and rewinds that were not themselves rewound.
func (m *Match) Line() []*Entry { return trace(m.log, len(m.log)) }

// Orders is a digest of all answers of the seats so far, rewound ones included:
// of their seats and paths alone. Secret ones enter when they are opened.
// Whoever runs the referee cannot vary it, so dice depend on it.
func (m *Match) Orders() chain.Head { return m.record.dice.orders }

// Seed is the players' seed: what the match is pinned to, and the phrases of
// those who held the seats when it started. It is zero before, and where the
// dice have no key.
func (m *Match) Seed() chain.Head { return m.record.dice.seed }

// Rolls is the number of rolls so far, rewound ones included.
func (m *Match) Rolls() int { return m.record.dice.rolls }

// Players is the number of people who have joined so far. The next one has the
// number after it.
func (m *Match) Players() int { return m.record.players }

// Player is who holds a seat: 0 if it is free.
func (m *Match) Player(seat engine.Seat) Player {
	for i, s := range m.game.Info().Seats {
		if s == seat {
			return m.record.seats[i]
		}
	}
	return 0
}

// Seats lists the seats of a player, in the game's order.
func (m *Match) Seats(p Player) []engine.Seat {
	var out []engine.Seat
	for i, s := range m.game.Info().Seats {
		if p != Referee && m.record.seats[i] == p {
			out = append(out, s)
		}
	}
	return out
}

// Started reports whether every seat has been held. Until then nothing is
// answered or rolled.
func (m *Match) Started() bool { return m.record.started }

// Setting is the value of a setting; "" where none was chosen.
func (m *Match) Setting(name string) string { return m.record.settings[name] }

// Settings are those that were chosen.
func (m *Match) Settings() map[string]string { return maps.Clone(m.record.settings) }

// HidesFrom reports whether an answer that the position rests on is still secret
// from a viewer.
func (m *Match) HidesFrom(v engine.Viewer) bool {
	for _, e := range m.Line() {
		d := &e.Decision
		if d.Sealed != "" && !v.Sees(d.Seat) && !isOpen(m.log, d.Seq) {
			return true
		}
	}
	return false
}

// How says how a match ended.
type How string

// The ways to end.
const (
	Played   How = "played"   // by the game's own rules
	Resigned How = "resigned" // a seat gave it up
	Agreed   How = "agreed"   // a draw was offered and accepted
	// Abandoned is without a result.
	Abandoned How = "abandoned"
)

// Ending is how a match ended.
type Ending struct {
	How    How
	Winner engine.Seat // empty: a draw, or nobody can be named
}

// Over reports whether the match has ended.
func (m *Match) Over() bool {
	_, over := m.Ending()
	return over
}

// Ending is how the match ended, if it has.
func (m *Match) Ending() (Ending, bool) {
	if m.record.ending.How != "" {
		return m.record.ending, true
	}
	if len(m.pos.Prompts()) > 0 {
		return Ending{}, false
	}
	e := Ending{How: Played}
	if r := m.pos.View(engine.Spectator).Result; r != nil {
		e.Winner = r.Winner
	}
	return e, true
}
