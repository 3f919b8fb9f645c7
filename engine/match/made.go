package match

import "referee/engine"

// RecordedRoll is a roll in a record, with everything that its proof covers.
type RecordedRoll struct {
	Seq    int // its decision
	Roll   Roll
	Rolled Rolled
	Face   string // its result
}

// RecordedRolls lists the rolls of the match, rewound ones too: they were made.
func (m *Match) RecordedRolls() []RecordedRoll {
	out, err := made(m.game, m.log)
	if err != nil {
		panic("match: its own record does not hold: " + err.Error())
	}
	return out
}

// made lists the rolls of a record, up to the first entry that does not hold:
// *chain.BadEntryError. It judges nothing and checks no proof.
func made(g engine.Game, entries []*Entry) ([]RecordedRoll, error) {
	rec := newRecord(g)
	var out []RecordedRoll
	for i, e := range entries {
		d := &e.Decision
		before := rec.dice
		var err error
		if rec, err = rec.after(entries[:i], d); err != nil {
			return out, badEntry(d.Seq, err)
		}
		if a, ok := d.Act.(ActAnswer); ok && d.Seat == engine.Chance {
			r := before.roll()
			r.Purpose, r.At = a.Roll.For, d.At
			out = append(out, RecordedRoll{Seq: d.Seq, Roll: r, Rolled: *a.Roll, Face: a.Path[0]})
		}
	}
	return out, nil
}
