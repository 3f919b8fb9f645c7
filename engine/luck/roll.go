package luck

import (
	"bytes"
	"fmt"
	"slices"
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
// ones too: they were made. g is the game that the match is pinned to, under any law.
// In the place of an answer that is still secret stands another, so that nothing
// tells what it was; a roll that brought something else than it would after that, and all
// after a decision that does not go together with it, are left out. It
// returns *engine.LawError, and *chain.BadEntryError for an entry that does not fit.
func Rolls(g engine.Game, entries []*match.Entry) ([]Roll, error) {
	o, err := match.Pinned(entries)
	if err != nil {
		return nil, err
	}
	if g, err = g.Under(o.Law); err != nil {
		return nil, err
	}
	r := record{game: g, log: entries, after: make([]engine.Position, len(entries)+1)}
	r.after[0] = g.Empty()
	for i, e := range entries {
		err := r.step(i, e)
		switch {
		case err == nil:
			r.veiled = r.veiled || e.Hidden()
		case r.veiled:
			return r.rolls, nil
		default:
			return nil, &chain.BadEntryError{Seq: e.Decision.Seq, Err: err}
		}
	}
	return r.rolls, nil
}

// record is a record that is read.
type record struct {
	game   engine.Game
	after  []engine.Position // by decision
	log    []*match.Entry
	veiled bool // an answer was still secret
	rolls  []Roll
}

// step reads entry i.
func (r *record) step(i int, e *match.Entry) (err error) {
	defer func() { // rules may rely on what they were told, and here something else was
		if p := recover(); p != nil && r.veiled {
			err = fmt.Errorf("luck: the rules cannot continue from a default answer: %v", p)
		} else if p != nil {
			panic(p)
		}
	}()
	d, before := &e.Decision, r.after[i]
	r.after[i+1] = before
	switch a := d.Act.(type) {
	case match.ActOpen:
		return r.fold(i, d, match.ActAnswer{}) // without a question
	case match.ActAnswer:
		if e.Hidden() {
			r.after[i+1], err = match.StandIn(before, d, r.log[i+1:])
			return err
		}
		return r.fold(i, d, a)
	case match.ActRewind:
		if a.To < 1 || a.To > i {
			return fmt.Errorf("luck: rewind to decision %d", a.To)
		}
		r.after[i+1] = r.after[a.To].Reopen(d.Seq)
	case match.ActAccept:
		if a.Offer == match.Law || a.Offer == match.NewBoard {
			r.after[i+1], err = match.Adopted(r.log[:i], before, d)
		}
	}
	return err
}

// fold applies what a decision has led to, and reads its roll, if it is one.
func (r *record) fold(i int, d *match.Decision, a match.ActAnswer) error {
	events, err := engine.Decode(r.game, d.Events())
	if err != nil {
		return err
	}
	before := r.after[i]
	if r.after[i+1], err = before.Fold(d.Seq, a.Prompt, events); err != nil || a.Roll == nil {
		return err
	}
	roll, came, err := read(before, d.Seq, a)
	if err != nil {
		return err
	}
	if same, err := r.brought(d, came); err != nil || !same {
		return err
	}
	r.rolls = append(r.rolls, *roll)
	return nil
}

// brought reports whether a roll brought what it was to bring, which is asked only where something was secret.
func (r *record) brought(d *match.Decision, came []engine.Event) (bool, error) {
	if !r.veiled {
		return true, nil
	}
	records, err := engine.Encode(came)
	return slices.EqualFunc(records, d.Events(), func(a, b engine.Record) bool {
		return a.Kind == b.Kind && bytes.Equal(a.Data, b.Data)
	}), err
}

// read is a roll with all that it could have brought, and what leads to what came.
func read(before engine.Position, seq int, a match.ActAnswer) (roll *Roll, came []engine.Event, err error) {
	node, err := before.Options(a.Prompt, nil)
	if err != nil {
		return nil, nil, err
	}
	r := &Roll{No: a.Roll.No, Seq: seq, Purpose: a.Roll.For, Came: -1}
	r.Low, r.Die = dieOf(node.Options)
	for i, o := range node.Options {
		out, err := before.Submit(seq, engine.Chance, a.Prompt, []string{o.ID})
		if err != nil {
			return nil, nil, err
		}
		x := FaceResult{Weight: max(1, o.Weight)}
		for _, e := range out.Events {
			x.Costs = append(x.Costs, before.Costs(e)...)
		}
		r.Results = append(r.Results, x)
		if len(a.Path) == 1 && a.Path[0] == o.ID {
			r.Came, came = i, out.Events
		}
	}
	if r.Came < 0 {
		return nil, nil, fmt.Errorf("luck: %q is not a face of %s", a.Path, a.Prompt)
	}
	return r, came, nil
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
