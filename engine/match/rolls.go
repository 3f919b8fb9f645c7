package match

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"referee/engine"
)

// Rolls lists the rolls of the match, rewound ones too: they were made. A sealed one is without its result until it is
// opened or the match is over, but not for the judge.
func (w Visible) Rolls() []RecordedRoll {
	v := w.v
	if w.m.Over() {
		v = engine.Judge
	}
	out, err := made(w.m.first, w.m.seenBy(v))
	if err != nil {
		panic("match: its own record does not hold: " + err.Error())
	}
	return out
}

// WriteDice lists rolls as CSV: the number of the roll, the decision, what it was for, the number of equal chances, and
// the result, which a sealed one does not have. Rolls that were rewound are listed too: they were made.
func WriteDice(w io.Writer, rolls []RecordedRoll) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"roll", "decision", "purpose", "chances", "result"}}
	for _, r := range rolls {
		rows = append(rows, []string{
			strconv.Itoa(r.Rolled.No), strconv.Itoa(r.Seq), r.Rolled.For, strconv.Itoa(r.Rolled.Faces), r.Face,
		})
	}
	if err := out.WriteAll(rows); err != nil {
		return fmt.Errorf("match: write dice: %w", err)
	}
	return nil
}
