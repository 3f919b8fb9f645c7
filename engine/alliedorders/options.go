package alliedorders

import (
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/kit/answer"
	"referee/engine/kit/lists"
	"referee/engine/orderdeck"
)

var (
	numberIDs = answer.IDs(answer.Numbers("number", 0, mostAsked))
	holdIDs   = answer.IDs(answer.Numbers("number", 1, 10)) // compared with a die
	sideIDs   = []string{"n", "ne", "se", "s", "sw", "nw"}
)

// numbers are the numbers that can answer a question.
func numbers(q orderdeck.Question) []string {
	if q.Kind() == orderdeck.Hold {
		return holdIDs
	}
	return numberIDs
}

// tens groups numbers by their tens, rowOf hexes by their row, and formationOf units by their formation.
func tens(id string) string        { return strconv.Itoa(len(id)/2*int(id[0]-'0')) + "0" }
func rowOf(id string) string       { return strings.TrimPrefix(id, "+")[:2] }
func formationOf(id string) string { return id[strings.Index(id, "/")+1:] }

// unitKinds are the kinds of fact that list Allied units; the other lists are of hexes, a German stack being called by its own.
var unitKinds = []orderdeck.Kind{
	orderdeck.Members, orderdeck.Stack, orderdeck.Around, orderdeck.Within, orderdeck.Closest, orderdeck.Fellows, orderdeck.Box,
	orderdeck.Tomorrow,
}

// candidates are the ids that an answer can list, and how they are grouped if there are many.
func (g *Rules) candidates(s *State, q orderdeck.Question) (ids []string, group func(string) string) {
	if options := q.Options(); options != nil {
		return options, nil
	}
	switch kind := q.Kind(); {
	case kind == orderdeck.Bridges:
		return sideIDs, nil
	case kind == orderdeck.Blocks, kind == orderdeck.Positions:
		return g.around(s, q.Facts[0]), nil
	case kind == orderdeck.Members, kind == orderdeck.Box, kind == orderdeck.Tomorrow:
		return g.units(s, q.Facts[0].Of)
	case slices.Contains(unitKinds, kind):
		ids, group = g.units(s, "")
		return without(ids, q.Facts[0].Of), group // a unit is not beside itself
	}
	return g.d.HexIDs, rowOf
}

// around are the hexes that can be next to the one that a fact is about, whichever way the map is turned: no more than one row
// away, and one hex. Of roadblocks those are meant that lie there, of Positions those that the owner's data set lists, if it does.
func (g *Rules) around(s *State, f orderdeck.Fact) []string {
	row, n := place(f.Of)
	return lists.Filter(g.d.HexIDs, func(id string) bool {
		r, m := place(id)
		switch near := max(r-row, row-r) <= 1 && max(m-n, n-m) <= 1; {
		case id == f.Of || !near && isHex(f.Of):
			return false
		case f.Kind == orderdeck.Blocks:
			return slices.Contains(s.blocks, id)
		}
		return len(g.d.Hexes) == 0 || g.d.Hexes[id].Hold > 0
	})
}

// place is the row of a hex, and its number in the row.
func place(hex string) (row, n int) {
	if isHex(hex) {
		row, _ = strconv.Atoi(hex[:2])
		n, _ = strconv.Atoi(hex[2:])
	}
	return row, n
}

// units are the Allied units of a formation; of "" all. Without an owner's list each formation has every number.
func (g *Rules) units(s *State, formation string) (ids []string, group func(string) string) {
	for _, u := range g.d.Units {
		if formation == "" || g.d.in(u.ID, formation) {
			ids = append(ids, u.ID)
		}
	}
	if len(g.d.Units) > 0 {
		return ids, formationOf
	}
	if f, _ := g.d.Formation(formation); slices.Contains(levels[2:], f.Level) {
		formation = "" // its units are known by their corps or division
	}
	for _, level := range []string{levels[1], levels[0]} { // corps before divisions
		for _, f := range g.d.Formations {
			for n := 1; f.Level == level && n <= g.d.Highest && (formation == f.ID || formation == ""); n++ {
				ids = append(ids, unitID(n, f.ID, ""))
			}
		}
	}
	if formation != "" {
		return ids, nil
	}
	return ids, formationOf
}

// in reports whether a unit belongs to a formation; one that is not listed belongs to the one in its id.
func (d *Data) in(id, formation string) bool {
	u, ok := d.Unit(id)
	if !ok {
		return formationOf(id) == formation
	}
	return slices.Contains([]string{"", u.Division, u.Corps, u.Army}, formation)
}

// options are the options of a kind. A person who reads them is told what each is called.
func (w *walk) options(kind string, ids []string) []engine.Option {
	return lists.Map(ids, func(id string) engine.Option {
		plain := strings.TrimPrefix(strings.TrimSuffix(id, groupMark), "+")
		n, _ := strconv.Atoi(plain)
		o := engine.Option{ID: id, Kind: kind, N: n, M: n + 9}
		if w.Explains() && !strings.HasPrefix(kind, "number") {
			o.Label = w.label(kind, plain)
		}
		return o
	})
}

// label is what an option is called.
func (w *walk) label(kind, id string) *engine.Msg {
	m := engine.Say("label.row", engine.Text("row", id))
	switch about := orderdeck.Kind(""); {
	case kind == "fact":
		q := orderdeck.Question{Facts: []orderdeck.Fact{factOf(id)}}
		m = engine.Say("label.fact", engine.Sub("question", q.Msg(w.g.name)))
	case !strings.HasSuffix(kind, "-group") || len(id) != 2 || id[0] > '9': // no row of hexes
		if w.step.Ask != nil {
			about = w.step.Ask.Kind()
		}
		name := orderdeck.Label(about, id, w.g.name)
		name.Name = "name"
		m = engine.Say("label.named", name)
	}
	return &m
}
