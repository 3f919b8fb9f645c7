package match

import (
	"maps"
	"slices"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/play"
)

// Match is a match after its entries so far. It never changes and may be used from many goroutines:
// commands return the next one.
//
// What it has been through is its [History], what a viewer may see of it is [Visible], what a player
// may take back is [Undo], and the orders that a seat has set in advance are its [StandingOrders].
type Match struct {
	first  engine.Game // as it was opened
	game   engine.Game
	log    []*Entry
	pos    engine.Position
	record record
}

// By identifies the author of a command, its time and its door.
type By struct {
	// Player is the author. Referee is not a person, and may answer for any seat and rewind to
	// anywhere: never pass it for an unknown person.
	Player Player
	At     int64 // Unix time in milliseconds
	// Door is the door of the command: "table", "discord", "mail".
	Door string
	// Salt holds at least 16 fresh random bytes. It is used if the answer is a secret.
	Salt []byte
	// Phrase is the player's contribution to the dice. It is used when they join a match whose dice
	// have a key.
	Phrase string
	// Program identifies the program that gives the command: when one joins a match, and when one
	// answers in the referee's name. nil: a person, or none.
	Program *play.About
}

// minSalt is how many bytes keep a short secret from being guessed.
const minSalt = 16

// ID names the match.
func (m *Match) ID() ID { return m.Opening().Match }

// Opening returns the game, law, data, options and dice that the match is pinned to.
func (m *Match) Opening() Opening {
	return *m.log[0].Decision.Act.(ActOpen).Opening // the fold has checked it
}

// Game returns the game that judges the match now: under the law and over the board that it adopted.
func (m *Match) Game() engine.Game { return m.game }

// Opened returns the game that the match is pinned to: what its record is folded and judged again with.
func (m *Match) Opened() engine.Game { return m.first }

// Position returns the position now.
func (m *Match) Position() engine.Position { return m.pos }

// Seq returns the number of the last decision.
func (m *Match) Seq() int { return len(m.log) }

// Head returns the head of the chain now.
func (m *Match) Head() chain.Head { return m.log[len(m.log)-1].Head }

// Log returns the whole record, rewound decisions included. It must not be written.
func (m *Match) Log() []*Entry { return m.log[:len(m.log):len(m.log)] }

// After returns the record after decision seq: the entries that a command added, if seq was the
// last decision before it.
func (m *Match) After(seq int) []*Entry { return m.Log()[seq:] }

// Line returns the part of the record that the position depends on: the opening, and the answers
// and rewinds that were not themselves rewound.
func (m *Match) Line() []*Entry { return trace(m.log, len(m.log)) }

// DiceInputs are the inputs of the next roll that the players have given.
type DiceInputs struct {
	// Orders is a digest of all answers of the seats so far, rewound ones included: of their seats
	// and paths alone. Secret ones enter when they are opened. The operator of the referee cannot
	// vary it, so dice depend on it.
	Orders chain.Head
	// Seed is the players' seed: a digest of the opening, and the phrases of the players who held
	// the seats when it started. It is zero before, and if the dice have no key.
	Seed chain.Head
	// Rolls is the number of rolls so far, rewound ones included.
	Rolls int
}

// DiceInputs returns the inputs of the next roll.
func (m *Match) DiceInputs() DiceInputs {
	d := m.record.dice
	return DiceInputs{Orders: d.orders, Seed: d.seed, Rolls: d.rolls}
}

// Players returns the number of people who have joined so far. The next one has the number after
// it.
func (m *Match) Players() int { return m.record.players }

// Player returns the holder of a seat: 0 if it is free.
func (m *Match) Player(seat engine.Seat) Player {
	if i := slices.Index(m.record.names, seat); i >= 0 {
		return m.record.seats[i]
	}
	return Referee
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

// Setting returns the value of a setting; "" if none was chosen.
func (m *Match) Setting(name string) string { return m.record.settings[name] }

// Settings returns the chosen settings.
func (m *Match) Settings() map[string]string { return maps.Clone(m.record.settings) }

// How is the way in which a match ended.
type How string

// The ways to end.
const (
	Played   How = "played"   // by the game's own rules
	Resigned How = "resigned" // a seat resigned
	Agreed   How = "agreed"   // a draw was offered and accepted
	// Abandoned is without a result.
	Abandoned How = "abandoned"
)

// Ending is how a match ended.
type Ending struct {
	How    How
	Winner engine.Seat // empty: a draw, or nobody can be named
	Margin int         // by how many points, if judges have said it; else 0
}

// Over reports whether the match has ended.
func (m *Match) Over() bool {
	_, over := m.Ending()
	return over
}

// Ending returns the ending of the match, if it has ended.
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
