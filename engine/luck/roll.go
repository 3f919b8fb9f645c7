package luck

import (
	"errors"
	"fmt"
	"strconv"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/match"
)

// Roll is a roll or draw of a record.
type Roll struct {
	No      int    // the match's number of it, from 1
	Seq     int    // the decision that holds it
	Purpose string // what it was for, in ids
	// Die: it is a die, whose faces are numbers in a row from Low, and no draw of a chit.
	Die bool
	Low int
	// Results are what could come, in the order of the faces, and Came is the
	// index of what did.
	Results []FaceResult
	Came    int
}

// FaceResult is what one face, or one kind of chit, brings.
type FaceResult struct {
	Weight int           // number of equal chances that lead to it, from 1
	Costs  []engine.Cost // what it calls for; nothing where the roll costs nobody anything
}

// Counts reports whether luck is measured by the roll.
func (r *Roll) Counts() bool { return len(r.Results[r.Came].Costs) > 0 }

// Rolls reads all rolls of a record that [match.Read] has checked, the rewound
// ones too: they were made. g is the game that the match is pinned to, under any law. It
// returns *engine.LawError, and *chain.BadEntryError for an entry that does not fit, or
// whose answer is still secret.
func Rolls(g engine.Game, entries []*match.Entry) ([]Roll, error) {
	o, err := match.Pinned(entries)
	if err != nil {
		return nil, err
	}
	if g, err = g.Under(o.Law); err != nil {
		return nil, err
	}
	var out []Roll
	after := make([]engine.Position, len(entries)+1) // by decision
	after[0] = g.Empty()
	for i, e := range entries {
		d := &e.Decision
		pos, roll, err := step(g, after, i, e)
		if err != nil {
			return nil, &chain.BadEntryError{Seq: d.Seq, Err: err}
		}
		after[i+1] = pos
		if roll != nil {
			out = append(out, *roll)
		}
	}
	return out, nil
}

// step is the position after entry i, and its roll, if it is one.
func step(g engine.Game, after []engine.Position, i int, e *match.Entry) (engine.Position, *Roll, error) {
	d, before := &e.Decision, after[i]
	var answer match.ActAnswer // without a question where the match is opened
	switch a := d.Act.(type) {
	case match.ActOpen:
	case match.ActAnswer:
		answer = a
	case match.ActRewind:
		if a.To < 1 || a.To > i {
			return nil, nil, fmt.Errorf("luck: rewind to decision %d", a.To)
		}
		return after[a.To].Reopen(d.Seq), nil, nil
	case match.ActAccept:
		if a.Offer != match.Law {
			return before, nil, nil
		}
		pos, err := before.Under(d.Seq, a.To)
		return pos, nil, err
	default: // the position stays
		return before, nil, nil
	}
	if e.Hidden() {
		return nil, nil, errors.New("luck: its answer is still secret")
	}
	events, err := engine.Decode(g, d.Events())
	if err != nil {
		return nil, nil, err
	}
	pos, err := before.Fold(d.Seq, answer.Prompt, events)
	if err != nil || answer.Roll == nil {
		return pos, nil, err
	}
	roll, err := read(before, d.Seq, answer)
	return pos, roll, err
}

// read is a roll with all that it could have brought.
func read(before engine.Position, seq int, a match.ActAnswer) (*Roll, error) {
	node, err := before.Options(a.Prompt, nil)
	if err != nil {
		return nil, err
	}
	r := &Roll{No: a.Roll.No, Seq: seq, Purpose: a.Roll.For, Came: -1}
	r.Low, r.Die = dieOf(node.Options)
	for i, o := range node.Options {
		out, err := before.Submit(seq, engine.Chance, a.Prompt, []string{o.ID})
		if err != nil {
			return nil, err
		}
		x := FaceResult{Weight: max(1, o.Weight)}
		for _, e := range out.Events {
			x.Costs = append(x.Costs, engine.Costs(before, e)...)
		}
		r.Results = append(r.Results, x)
		if len(a.Path) == 1 && a.Path[0] == o.ID {
			r.Came = i
		}
	}
	if r.Came < 0 {
		return nil, fmt.Errorf("luck: %q is no face of %s", a.Path, a.Prompt)
	}
	return r, nil
}

// dieOf is the lowest number of a die; false where what could come are no equal chances of numbers in a row.
func dieOf(options []engine.Option) (low int, die bool) {
	for i, o := range options {
		n, err := strconv.Atoi(o.ID)
		if i == 0 {
			low = n
		}
		if err != nil || n != low+i || o.Weight > 1 {
			return 0, false
		}
	}
	return low, len(options) > 1
}
