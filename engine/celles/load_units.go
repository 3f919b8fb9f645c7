package celles

import (
	"slices"
	"strconv"
	"strings"
)

// formations reads formations.csv.
func (l *loader) formations() {
	t := l.table("formations.csv")
	lines := map[string]int{}
	for _, r := range t.rows {
		id := r.text("id")
		if !validID(id) {
			r.report("id: %q is not made of small letters, digits and hyphens", id)
			continue
		}
		if lines[id] > 0 {
			r.report("formation %s is a duplicate of line %d", id, lines[id])
			continue
		}
		lines[id] = r.line
		f := formationData{ID: id, Name: r.text("name"), Rebuild: r.hexes("rebuild_hexes")}
		if k := r.choice("nation", "german", "us", "british"); k >= 0 {
			f.Nation = nation(k)
			f.Side = f.Nation.side()
			if s := r.choice("side", "german", "allied"); s >= 0 && side(s) != f.Side {
				r.report("side: nation %s is not of side %s", r.text("nation"), r.text("side"))
			}
		}
		if len(f.Rebuild) == 0 {
			r.report("rebuild_hexes: formation %s has none", id)
		}
		r.hexes("entry_hexes") // setup.csv is checked against it
		l.data.form[id] = formIx(len(l.data.Formations))
		l.data.Formations = append(l.data.Formations, f)
		l.entry = append(l.entry, r)
	}
	if len(t.rows) > maxFormations {
		t.whole("%d formations; at most %d are possible", len(t.rows), maxFormations)
	}
}

// validID reports whether players can type an id as one word.
func validID(id string) bool {
	return id != "" && !strings.ContainsFunc(id, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-'
	})
}

// units reads units.csv.
func (l *loader) units() {
	t := l.table("units.csv")
	lines := map[string]int{}
	for _, r := range t.rows {
		id := r.text("id")
		if !validID(id) {
			r.report("id: %q is not made of small letters, digits and hyphens", id)
			continue
		}
		if lines[id] > 0 {
			r.report("unit %s is a duplicate of line %d", id, lines[id])
			continue
		}
		lines[id] = r.line
		u := r.unitData(id)
		ix := unitIx(len(l.data.Units))
		l.data.unit[id] = ix
		l.data.Units = append(l.data.Units, u)
		if u.Form != noForm {
			f := &l.data.Formations[u.Form]
			f.Units = append(f.Units, ix)
		}
	}
	if len(t.rows) > maxUnits {
		t.whole("%d units; at most %d are possible", len(t.rows), maxUnits)
	}
	for _, f := range l.data.Formations {
		if len(f.Units) == 0 {
			t.whole("formation %s has no unit", f.ID)
		}
	}
}

func (r row) unitData(id string) unitData {
	u := unitData{ID: id, Name: r.text("name"), Form: r.formation("formation")}
	if k := r.choice("nation", "german", "us", "british"); k >= 0 {
		u.Nation = nation(k)
		if u.Form != noForm && r.load.data.Formations[u.Form].Nation != u.Nation {
			r.report("nation: formation %s is not of nation %s", r.text("formation"), r.text("nation"))
		}
	}
	if k := r.choice("type", "armor", "infantry", "recon", "spat"); k >= 0 {
		u.Type = []unitType{armour, infantry, recon, antiTank}[k]
	}
	u.Steps = int8(r.number("steps", 1, 2))
	u.Move = r.number("move", 0, 99)
	const most = 99 // strengths
	u.Attack[0] = [2]int16{int16(r.number("fresh_attack", 0, most)), int16(r.number("used_attack", 0, most))}
	u.Defence[0] = [2]int16{int16(r.number("fresh_defence", 0, most)), int16(r.number("used_defence", 0, most))}
	var reduced [4]int16
	for i, column := range []string{"reduced_attack", "reduced_used_attack", "reduced_defence", "reduced_used_defence"} {
		n, given := r.optional(column, 0, most)
		switch {
		case u.Steps == 2 && !given:
			r.report("%s: unit %s has two steps and needs its reduced values", column, id)
		case u.Steps == 1 && given:
			r.report("%s: unit %s has one step and no reduced values", column, id)
		}
		reduced[i] = int16(n)
	}
	u.Attack[1], u.Defence[1] = [2]int16(reduced[:2]), [2]int16(reduced[2:])
	return u
}

// setup reads setup.csv: where and when each unit comes on (20 to 22).
func (l *loader) setup() {
	t := l.table("setup.csv")
	lines := map[unitIx]int{}
	for _, r := range t.rows {
		ix, ok := l.data.unit[r.text("unit")]
		if !ok {
			r.report("unit: unknown unit %q", r.text("unit"))
			continue
		}
		u := &l.data.Units[ix]
		if lines[ix] > 0 {
			r.report("unit %s is a duplicate of line %d", u.ID, lines[ix])
			continue
		}
		lines[ix] = r.line
		u.Hexes = r.hexes("hexes")
		if len(u.Hexes) == 0 {
			r.report("hexes: unit %s has none", u.ID)
		}
		u.Turn = int8(r.arrival())
		n, given := r.optional("first_move", 1, 99)
		if given && u.Turn != 1 {
			r.report("first_move: unit %s does not enter on turn 1", u.ID)
		}
		u.FirstMove = n
		for _, h := range u.Hexes {
			if l.data.Hexes[h].Rear == u.Nation.side().enemy() {
				r.report("hexes: hex %s lies in the enemy's rear area", l.data.Hexes[h].ID)
			}
		}
		if u.Turn > 0 && u.Form != noForm {
			r.checkEntry(u)
		}
	}
	for i, u := range l.data.Units {
		if lines[unitIx(i)] == 0 {
			t.whole("unit %s has no row", u.ID)
		}
	}
}

// arrival reads when a unit comes on: 0 for the set-up, else its turn.
func (r row) arrival() int {
	when := r.text("when")
	if when == "setup" {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimPrefix(when, "T"))
	if err != nil || when[0] != 'T' || n < 1 || n > len(r.load.data.Turns) {
		r.report("when: %q is neither setup nor a turn (T1 to T%d)", when, len(r.load.data.Turns))
		return 0
	}
	return n
}

// checkEntry compares the arrival hexes of a unit with those of its formation,
// and marks them.
func (r row) checkEntry(u *unitData) {
	allowed := strings.Fields(r.load.entry[u.Form].text("entry_hexes"))
	for _, h := range u.Hexes {
		at := &r.load.data.Hexes[h]
		at.Entry = true
		if !slices.Contains(allowed, at.ID) {
			r.report("hexes: hex %s is no entry hex of formation %s in formations.csv", at.ID, r.load.data.Formations[u.Form].ID)
		}
	}
}
