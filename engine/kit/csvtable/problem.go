package csvtable

import (
	"fmt"
	"strings"

	"referee/engine/kit/lists"
)

// Problem is one error in a set of tables.
type Problem struct {
	File string // "units.csv"
	Line int    // from 1; 0 if the whole file is at fault
	Text string // the error, for a person
}

func (p Problem) String() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.File, p.Text)
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Text)
}

// Problems lists all errors in a set of tables, by file and line. It is an error.
type Problems []Problem

// Error lists the problems, one a line.
func (p Problems) Error() string {
	return strings.Join(lists.Map(p, Problem.String), "\n")
}
