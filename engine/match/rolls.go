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
		if d.Kind != KindAnswer || d.Seat != engine.Chance || d.Roll == nil {
			continue
		}
		rows = append(rows, []string{
			strconv.Itoa(d.Roll.No), strconv.Itoa(d.Seq), d.Roll.For,
			strconv.Itoa(d.Roll.Faces), strings.Join(d.Path, " "),
		})
	}
	if err := out.WriteAll(rows); err != nil {
		return fmt.Errorf("match: write dice: %w", err)
	}
	return nil
}
