package csvtable

import (
	"fmt"
	"strings"
)

// Problem is one thing that is wrong with a set of tables.
type Problem struct {
	File string // "units.csv"
	Line int    // from 1; 0 where the whole file is at fault
	Text string // what is wrong, for a person
}

func (p Problem) String() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.File, p.Text)
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
}

// Problems is everything that is wrong with a set of tables, by file and line.
// It is an error.
type Problems []Problem

// Error lists the problems, one a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, q := range p {
		lines[i] = q.String()
	}
	return strings.Join(lines, "\n")
}
