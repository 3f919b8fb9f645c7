package referee

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"referee/engine"
	"referee/engine/match"
	"referee/engine/refusal"
)

// ErrNoProof says that nothing proves the rolls of a match: it was opened
// without a key for its dice.
var ErrNoProof = refusal.New("referee.refuse.no-proof", "referee: the dice of the match have no key")

// ErrSealed says that a roll is secret until it is opened or the match is over.
var ErrSealed = refusal.New("referee.refuse.sealed-roll", "referee: the roll is secret for now")

// ErrRoll says that a match has no roll of a number.
var ErrRoll = refusal.New("referee.refuse.no-roll", "referee: there is no roll of that number")

// RollTold is a roll or draw in players' words.
type RollTold struct {
	No, Seq int          // of the roll, and of its decision
	Ask     engine.Msg   // what it was for
	Came    []engine.Msg // what came of it, with its modifiers
	Undone  bool         // it was made, and the match went back past it
}

// Rolls lists the rolls of the match as a viewer may know them, rewound ones
// too.
func (d Dice) Rolls(v engine.Viewer) ([]RollTold, error) {
	m := d.m
	asked, err := m.History().RollPrompts()
	if err != nil {
		return nil, err
	}
	line := m.Line()
	var out []RollTold
	for i, made := range m.VisibleTo(v).Rolls() {
		e := m.Log()[made.Seq-1]
		t := RollTold{No: made.Rolled.No, Seq: made.Seq, Ask: asked[i].Ask, Undone: !slices.Contains(line, e)}
		if made.Sealed {
			t.Came = []engine.Msg{engine.Say("referee.told.sealed")}
			out = append(out, t)
			continue
		}
		events, err := engine.Decode(m.Game(), e.Decision.Events())
		if err != nil {
			return nil, err
		}
		TellEvents(events, v, func(said engine.Msg, _ string) {
			if said.Key != "" {
				t.Came = append(t.Came, said)
			}
		})
		out = append(out, t)
	}
	return out, nil
}

// awaits is when the roll that a match awaits can be made, as a Unix time in
// milliseconds; 0 where none is.
func awaits(m *match.Match) int64 {
	d := m.Opening().Dice
	if d == nil || d.Beacon == nil {
		return 0
	}
	roll, waits := m.Awaits(0)
	if !waits {
		return 0
	}
	return d.Beacon.Time(d.Beacon.After(roll.Sealed))
}

// rollsFormat names what rolls are written down as to be checked one by one;
// another form is another number.
const rollsFormat = "referee-rolls/1"

// Proofs are rolls of a match with all that is needed to check each without the
// match: that its result follows from the key and Alpha alone, as docs/dice-format.md
// says. That Alpha speaks of the right orders only the record shows.
type Proofs struct {
	Format string   `json:"format"`
	Match  match.ID `json:"match"`
	Suite  string   `json:"suite,omitempty"` // "": nothing is proven
	Key    string   `json:"key,omitempty"`   // hex
	Rolls  []Proof  `json:"rolls"`
}

// Proof is one roll with its proof.
type Proof struct {
	No       int          `json:"no"`
	Decision int          `json:"decision"`
	For      string       `json:"for"` // in ids
	Faces    int          `json:"faces"`
	Among    []string     `json:"among,omitempty"`
	Result   string       `json:"result"`
	Alpha    string       `json:"alpha,omitempty"` // hex
	Proof    string       `json:"proof,omitempty"` // hex
	Pulse    *match.Pulse `json:"pulse,omitempty"`
}

// proofs are rolls of the match with their proofs, if they have some.
func (d Dice) proofs(rolls []match.RecordedRoll) Proofs {
	out := Proofs{Format: rollsFormat, Match: d.m.ID(), Rolls: []Proof{}}
	proven := d.m.Opening().Dice
	prover, proves := d.r.dice.Roller.(match.Prover)
	if proves = proves && proven != nil; proves {
		out.Suite, out.Key = proven.Suite, proven.Key
	}
	for _, made := range rolls {
		if made.Sealed { // neither its result nor its proof is known
			continue
		}
		p := Proof{
			No: made.Rolled.No, Decision: made.Seq, For: made.Rolled.For, Faces: made.Rolled.Faces, Among: made.Rolled.Among,
			Result: made.Face, Proof: made.Rolled.Proof, Pulse: made.Rolled.Pulse,
		}
		if proves {
			p.Alpha = hex.EncodeToString(prover.Alpha(made))
		}
		out.Rolls = append(out.Rolls, p)
	}
	return out
}

// public lists the rolls as everybody may know them.
func (d Dice) public() []match.RecordedRoll { return d.m.VisibleTo(engine.Spectator).Rolls() }

// Proofs are the proofs of the rolls from a first to a last number that everybody may know. It returns
// ErrRoll, ErrNoProof, and ErrSealed where none may be known.
func (d Dice) Proofs(first, last int) (Proofs, error) {
	rolls := d.public()
	if first < 1 || last < first || last > len(rolls) {
		return Proofs{}, ErrRoll
	}
	out := d.proofs(rolls[first-1 : last])
	if out.Suite == "" {
		return Proofs{}, ErrNoProof
	}
	if len(out.Rolls) == 0 {
		return Proofs{}, ErrSealed
	}
	return out, nil
}

// Write writes all rolls of the match as everybody may know them: as a table (CSV), and with their proofs.
func (d Dice) Write(table, proofs io.Writer) error {
	rolls := d.public()
	if err := match.WriteDice(table, rolls); err != nil {
		return err
	}
	return d.proofs(rolls).Write(proofs)
}

// Write writes proofs as JSON.
func (p Proofs) Write(to io.Writer) error {
	enc := json.NewEncoder(to)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(p); err != nil {
		return fmt.Errorf("referee: write rolls: %w", err)
	}
	return nil
}
