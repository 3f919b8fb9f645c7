package scenario

import (
	"math/big"

	"referee/engine/kit/csvtable"
)

// Cells that hold more than a word or a number. Like those of [csvtable.Row], these
// report what is wrong and return a harmless value.

// sixthsOf reads movement points, from 0 to 99, as sixths of a point. An empty
// cell is none.
func sixthsOf(r csvtable.Row, column string) int {
	s := r.Text(column)
	if s == "" {
		return 0
	}
	n, ok := new(big.Rat).SetString(s)
	if !ok {
		r.Report("%s: %q is not a number of movement points", column, s)
		return 0
	}
	n.Mul(n, big.NewRat(Sixths, 1))
	if !n.IsInt() {
		r.Report("%s: %s is not a multiple of 1/6 of a movement point", column, s)
		return 0
	}
	if n.Sign() < 0 || n.Cmp(big.NewRat(Sixths*99, 1)) > 0 {
		r.Report("%s: %s is not between 0 and 99", column, s)
		return 0
	}
	return int(n.Num().Int64())
}

// formation reads the id of a formation, or NoForm.
func (l *loader) formation(r csvtable.Row, column string) FormIx {
	f, ok := l.data.FormationIDs.Find(r.Text(column))
	if !ok {
		r.Report("%s: unknown formation %q", column, r.Text(column))
		return NoForm
	}
	return f
}
