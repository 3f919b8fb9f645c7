package csvtable

import (
	"iter"
	"strings"

	"referee/engine/kit/lists"
)

// Number is the destination of a row's number, by the word of the row.
type Number struct {
	Key string
	To  *int
}

func keys(list []Number) []string {
	return lists.Map(list, func(n Number) string { return n.Key })
}

// Numbers reads a number from low to high in each row, which is found as in Keyed.
func (t *Sheet) Numbers(column string, low, high int, list []Number, keyed ...string) {
	rows, ok := t.Keyed(keys(list), keyed...)
	if !ok {
		return
	}
	for _, n := range list {
		*n.To = rows[n.Key].Number(column, low, high)
	}
}

// Die reads the table of a ten-sided die. A row of a result has the faces from low to high that
// lead to it; results are all but the last, from the lowest faces up, each with the highest of its
// faces. They must follow one another without a gap, and the first and the last are open. A row of
// a modifier has its word in the column low, and in result a number from -9 to most.
func (t *Sheet) Die(results []Number, last string, most int, modifiers []Number) {
	spans, with := t.Split("low", keys(modifiers)...)
	names := append(keys(results), last)
	rows, ok := spans.Keyed(names, "result")
	if !ok {
		return
	}
	for i, name := range names {
		r := rows[name]
		if i == 0 {
			r.Fixed("low", "")
		} else if want := *results[i-1].To + 1; r.Number("low", 0, 9) != want {
			r.Report("low: %s leaves a gap or overlaps: %d comes next", r.Text("low"), want)
		}
		if i < len(results) {
			*results[i].To = r.Number("high", 0, 9)
		} else {
			r.Fixed("high", "")
		}
	}
	with.Numbers("result", -9, most, modifiers, "low")
}

// Named iterates over the rows with a unique id in the column id that players can type as one word;
// what names such a row in reports, for example "unit".
func (t *Sheet) Named(what string) iter.Seq2[string, Row] {
	return func(yield func(string, Row) bool) {
		once := Once[string]{}
		for _, r := range t.Rows {
			switch id := r.Text("id"); {
			case !typed(id):
				r.Report("id: %q is not made of small letters, digits and hyphens", id)
			case once.Twice(r, id, what+" %s", id):
			case !yield(id, r):
				return
			}
		}
	}
}

func typed(id string) bool {
	return id != "" && !strings.ContainsFunc(id, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-'
	})
}
