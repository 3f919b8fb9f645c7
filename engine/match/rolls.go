package match

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"referee/engine"
)

// WriteDice lists the rolls of a record as CSV: the number of the roll, the
// decision, what it was for, the number of equal chances, and the result. Rolls
// that were rewound are listed too: they were made.
func WriteDice(w io.Writer, entries []*Entry) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"roll", "decision", "purpose", "chances", "result"}}
	for _, e := range entries {
		d := &e.Decision
		a, ok := d.Act.(ActAnswer)
		if !ok || d.Seat != engine.Chance || a.Roll == nil {
			continue
		}
		rows = append(rows, []string{
			strconv.Itoa(a.Roll.No), strconv.Itoa(d.Seq), a.Roll.For,
			strconv.Itoa(a.Roll.Faces), strings.Join(a.Path, " "),
		})
	}
	if err := out.WriteAll(rows); err != nil {
		return fmt.Errorf("match: write dice: %w", err)
	}
	return nil
}
