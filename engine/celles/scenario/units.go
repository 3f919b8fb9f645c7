package scenario

import (
	"slices"
	"strings"

	"referee/engine/ardennes"
	"referee/engine/kit/csvtable"
)

// formations reads formations.csv.
func (l *loader) formations() {
	t := l.files.Sheet("formations.csv")
	for id, r := range t.Named("formation") {
		f := Formation{ID: id, Name: r.Text("name"), Rebuild: l.data.grid.ReadAll(r, "rebuild_hexes")}
		if k := r.Choice("nation", ardennes.NationIDs[:]...); k >= 0 {
			f.Nation = Nation(k)
			f.Side = f.Nation.Side()
			if s := r.Choice("side", "german", "allied"); s >= 0 && Side(s) != f.Side {
				r.Report("side: nation %s is not of side %s", r.Text("nation"), r.Text("side"))
			}
		}
		if len(f.Rebuild) == 0 {
			r.Report("rebuild_hexes: formation %s has none", id)
		}
		l.data.grid.ReadAll(r, "entry_hexes") // setup.csv is checked against it
		l.data.FormationIDs.Add(id)
		l.data.Formations = append(l.data.Formations, f)
		l.entry = append(l.entry, r)
	}
	if len(t.Rows) > MaxFormations {
		t.Report("%d formations; at most %d are possible", len(t.Rows), MaxFormations)
	}
}

// units reads units.csv.
func (l *loader) units() {
	t := l.files.Sheet("units.csv")
	for id, r := range t.Named("unit") {
		u := l.newUnit(r, id)
		ix := l.data.UnitIDs.Add(id)
		l.data.Units = append(l.data.Units, u)
		if u.Form != NoForm {
			f := &l.data.Formations[u.Form]
			f.Units = append(f.Units, ix)
		}
	}
	if len(t.Rows) > MaxUnits {
		t.Report("%d units; at most %d are possible", len(t.Rows), MaxUnits)
	}
	for _, f := range l.data.Formations {
		if len(f.Units) == 0 {
			t.Report("formation %s has no unit", f.ID)
		}
	}
}

func (l *loader) newUnit(r csvtable.Row, id string) Unit {
	u := Unit{ID: id, Name: r.Text("name"), Form: l.formation(r, "formation"), Origin: r.Origin()}
	if k := r.Choice("nation", ardennes.NationIDs[:]...); k >= 0 {
		u.Nation = Nation(k)
		if u.Form != NoForm && l.data.Formations[u.Form].Nation != u.Nation {
			r.Report("nation: formation %s is not of nation %s", r.Text("formation"), r.Text("nation"))
		}
	}
	u.Type = UnitType(max(0, r.Choice("type", "armor", "infantry", "recon", "spat")))
	u.Steps = int8(r.Number("steps", 1, 2))
	u.Move = r.Number("move", 0, 99)
	const most = 99 // strengths
	u.Attack[0] = [2]int16{int16(r.Number("fresh_attack", 0, most)), int16(r.Number("used_attack", 0, most))}
	u.Defence[0] = [2]int16{int16(r.Number("fresh_defence", 0, most)), int16(r.Number("used_defence", 0, most))}
	var reduced [4]int16
	for i, column := range []string{"reduced_attack", "reduced_used_attack", "reduced_defence", "reduced_used_defence"} {
		n, given := r.Optional(column, 0, most)
		switch {
		case u.Steps == 2 && !given:
			r.Report("%s: unit %s has two steps and needs its reduced values", column, id)
		case u.Steps == 1 && given:
			r.Report("%s: unit %s has one step and no reduced values", column, id)
		}
		reduced[i] = int16(n)
	}
	u.Attack[1], u.Defence[1] = [2]int16(reduced[:2]), [2]int16(reduced[2:])
	return u
}

// setup reads setup.csv: where and when each unit comes on (20 to 22).
func (l *loader) setup() {
	t := l.files.Sheet("setup.csv")
	once := csvtable.Once[UnitIx]{}
	for _, r := range t.Rows {
		ix, ok := l.data.UnitIDs.Find(r.Text("unit"))
		if !ok {
			r.Report("unit: unknown unit %q", r.Text("unit"))
			continue
		}
		u := &l.data.Units[ix]
		if once.Twice(r, ix, "unit %s", u.ID) {
			continue
		}
		u.Hexes = l.data.grid.ReadAll(r, "hexes")
		if len(u.Hexes) == 0 {
			r.Report("hexes: unit %s has none", u.ID)
		}
		u.Turn = int8(l.arrival(r))
		n, given := r.Optional("first_move", 1, 99)
		if given && u.Turn != 1 {
			r.Report("first_move: unit %s does not enter on turn 1", u.ID)
		}
		u.FirstMove = n
		for _, h := range u.Hexes {
			if l.data.Hexes[h].Rear == u.Nation.Side().Enemy() {
				r.Report("hexes: hex %s lies in the enemy's rear area", l.data.Hexes[h].ID)
			}
		}
		if u.Turn > 0 && u.Form != NoForm {
			l.checkEntry(r, u)
		}
	}
	for i, u := range l.data.Units {
		if once[UnitIx(i)] == 0 {
			t.Report("unit %s has no row", u.ID)
		}
	}
}

// arrival reads when a unit comes on: 0 for the set-up, else its turn.
func (l *loader) arrival(r csvtable.Row) int {
	if r.Text("when") == "setup" {
		return 0
	}
	return l.turn(r, "when", "neither setup nor a")
}

// checkEntry compares the arrival hexes of a unit with those of its formation,
// and marks them.
func (l *loader) checkEntry(r csvtable.Row, u *Unit) {
	allowed := strings.Fields(l.entry[u.Form].Text("entry_hexes"))
	for _, h := range u.Hexes {
		at := &l.data.Hexes[h]
		at.Entry = true
		if !slices.Contains(allowed, at.ID) {
			r.Report("hexes: hex %s is not an entry hex of formation %s in formations.csv", at.ID, l.data.Formations[u.Form].ID)
		}
	}
}
