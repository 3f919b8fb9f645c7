package referee

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"referee/engine"
	"referee/engine/match"
)

// ErrNoProof says that nothing proves the rolls of a match: it was opened
// without a key for its dice.
var ErrNoProof = errors.New("referee: the dice of the match have no key")

// ErrRoll says that a match has no roll of a number.
var ErrRoll = errors.New("referee: there is no roll of that number")

// RollTold is a roll or draw in players' words.
type RollTold struct {
	No, Seq int          // of the roll, and of its decision
	Ask     engine.Msg   // what it was for
	Came    []engine.Msg // what came of it, with its modifiers
	Undone  bool         // it was made, and the match went back past it
}

// RollsTold lists the rolls of a match as a viewer may know them, rewound ones
// too.
func (r *Referee) RollsTold(id match.ID, v engine.Viewer) ([]RollTold, error) {
	m, err := r.asItIs(id)
	if err != nil {
		return nil, err
	}
	asked, err := m.Asked()
	if err != nil {
		return nil, err
	}
	line := m.Line()
	var out []RollTold
	for i, made := range m.Made() {
		e := m.Log()[made.Seq-1]
		events, err := engine.Decode(m.Game(), e.Decision.Events)
		if err != nil {
			return nil, err
		}
		t := RollTold{No: made.Rolled.No, Seq: made.Seq, Ask: asked[i].Ask, Undone: !slices.Contains(line, e)}
		hear(events, v, func(said engine.Msg, _ string) {
			if said.Key != "" {
				t.Came = append(t.Came, said)
			}
		})
		out = append(out, t)
	}
	return out, nil
}

// asItIs is a match as it stands now. It never changes, so that what takes long
// does not keep its room.
func (r *Referee) asItIs(id match.ID) (*match.Match, error) {
	rm, err := r.enter(id)
	if err != nil {
		return nil, err
	}
	defer r.rooms.leave(rm)
	return rm.m, nil
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

// rollFormat names what a roll is written down as; another form is another number.
const rollFormat = "referee-roll/1"

// Proof is all that is needed to check one roll without the match: that Result
// follows from Key and Alpha alone, as docs/dice.md says. What Alpha is made of
// only the record shows.
type Proof struct {
	Format   string       `json:"format"`
	Match    match.ID     `json:"match"`
	No       int          `json:"no"`
	Decision int          `json:"decision"`
	For      string       `json:"for"` // in ids
	Faces    int          `json:"faces"`
	Among    []string     `json:"among,omitempty"`
	Result   string       `json:"result"`
	Suite    string       `json:"suite,omitempty"`
	Key      string       `json:"key,omitempty"`   // hex
	Alpha    string       `json:"alpha,omitempty"` // hex
	Proof    string       `json:"proof,omitempty"` // hex
	Pulse    *match.Pulse `json:"pulse,omitempty"`
}

// proofOf is the proof of a roll; without a key it only says what came.
func (r *Referee) proofOf(m match.Made) Proof {
	out := Proof{
		Format: rollFormat, Match: m.Roll.Match, No: m.Rolled.No, Decision: m.Seq, For: m.Rolled.For, Faces: m.Rolled.Faces,
		Among: m.Rolled.Among, Result: m.Face, Proof: m.Rolled.Proof, Pulse: m.Rolled.Pulse,
	}
	p, proves := r.dice.(match.Prover)
	if d := m.Roll.Dice; d != nil && proves {
		out.Suite, out.Key, out.Alpha = d.Suite, d.Key, hex.EncodeToString(p.Alpha(m))
	}
	return out
}

// Proof is the proof of the roll with a number. It returns ErrRoll and
// ErrNoProof.
func (r *Referee) Proof(id match.ID, no int) (Proof, error) {
	rolls, err := r.Rolls(id)
	if err != nil {
		return Proof{}, err
	}
	for _, m := range rolls {
		if m.Rolled.No != no {
			continue
		}
		p := r.proofOf(m)
		if p.Alpha == "" {
			err = ErrNoProof
		}
		return p, err
	}
	return Proof{}, ErrRoll
}

// WriteRolls writes the rolls of a match: as a table (CSV), and with their proofs
// (JSON, a list of Proof).
func (r *Referee) WriteRolls(id match.ID, table, proofs io.Writer) error {
	m, err := r.asItIs(id)
	if err != nil {
		return err
	}
	if err := match.WriteDice(table, m.Log()); err != nil {
		return err
	}
	list := []Proof{}
	for _, made := range m.Made() {
		list = append(list, r.proofOf(made))
	}
	enc := json.NewEncoder(proofs)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(list); err != nil {
		return fmt.Errorf("referee: write rolls: %w", err)
	}
	return nil
}
