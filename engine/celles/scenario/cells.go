package scenario

import (
	"math/big"
	"slices"
	"strings"

	"referee/engine/hex"
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
		r.Report("%s: %q is no number of movement points", column, s)
		return 0
	}
	n.Mul(n, big.NewRat(Sixths, 1))
	if !n.IsInt() {
		r.Report("%s: %s is no multiple of 1/6 of a movement point", column, s)
		return 0
	}
	if n.Sign() < 0 || n.Cmp(big.NewRat(Sixths*99, 1)) > 0 {
		r.Report("%s: %s is not between 0 and 99", column, s)
		return 0
	}
	return int(n.Num().Int64())
}

// coordOf reads a hex number, which need not be on the map.
func coordOf(r csvtable.Row, column string) (hex.Coord, bool) {
	c, err := hex.Parse(r.Text(column))
	if err != nil {
		r.Report("%s: %q is no hex: four digits, column then row", column, r.Text(column))
	}
	return c, err == nil
}

// hexList reads hexes of the map, with spaces between, and sorts them by number.
func (l *loader) hexList(r csvtable.Row, column string) []HexIx {
	var list []HexIx
	for _, s := range strings.Fields(r.Text(column)) {
		c, err := hex.Parse(s)
		h, ok := l.data.hexAt[c]
		switch {
		case err != nil:
			r.Report("%s: %q is no hex: four digits, column then row", column, s)
		case !ok:
			r.Report("%s: hex %s is not on the map", column, s)
		case slices.Contains(list, h):
			r.Report("%s: hex %s stands twice", column, s)
		default:
			list = append(list, h)
		}
	}
	slices.Sort(list)
	return list
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
