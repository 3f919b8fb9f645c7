package scenario

import (
	"strings"

	"referee/engine/ardennes"
	"referee/engine/kit/csvtable"
)

// The words of kinds of reserve in the files.
var reserveIDs = []string{"", "inf", "mech"}

// The units that a rule names.
const (
	brigadeID = "150-c" // 4.4
	dropID    = "vdh"   // 11.2
)

// formations reads formations.csv.
func (l *loader) formations() {
	t := l.sheet("formations.csv")
	for id, r := range t.Named("formation") {
		l.data.FormationIDs.Add(id)
		l.data.Formations = append(l.data.Formations, Formation{
			ID: id, Name: r.Text("name"), Mech: true,
			Nation:  one[Nation](r, "nation", ardennes.NationIDs[:]...),
			Reserve: one[Reserve](r, "reserve", reserveIDs...),
		})
	}
	if len(l.data.Formations) > MaxFormations {
		t.Report("%d formations; at most %d are possible", len(l.data.Formations), MaxFormations)
	}
}

// units reads units.csv.
func (l *loader) units() {
	t, d := l.sheet("units.csv"), l.data
	for id, r := range t.Named("unit") {
		ix := d.UnitIDs.Add(id)
		u := l.newUnit(r, id)
		d.Units = append(d.Units, u)
		if u.Form == NoForm {
			continue
		}
		f := &d.Formations[u.Form]
		f.Units = append(f.Units, ix)
		f.Mech = f.Mech && u.Class == Mech
		if u.Large() {
			f.Large++
		}
	}
	if len(d.Units) > MaxUnits {
		t.Report("%d units; at most %d are possible", len(d.Units), MaxUnits)
	}
	for _, f := range d.Formations {
		if len(f.Units) == 0 {
			t.Report("formation %s has no unit", f.ID)
		}
	}
	d.Brigade, d.Drop = l.special(t, brigadeID), l.special(t, dropID)
}

// special finds a unit that a rule names.
func (l *loader) special(t *csvtable.Sheet, id string) UnitIx {
	u, ok := l.data.UnitIDs.Find(id)
	if !ok {
		t.Report("there is no unit %s", id)
		return NoUnit
	}
	return u
}

func (l *loader) newUnit(r csvtable.Row, id string) Unit {
	u := Unit{
		ID: id, Name: r.Text("name"), Form: NoForm, HQ: NoHQ, Origin: r.Origin(),
		Nation:  one[Nation](r, "nation", ardennes.NationIDs[:]...),
		Type:    one[UnitType](r, "type", typeIDs[:]...),
		Size:    one[Size](r, "size", "HQ", "II", "III", "X"),
		Steps:   int8(r.Number("steps", 1, 2)),
		Move:    r.Number("move", 0, 99),
		Command: yes(r, "cc"),
	}
	u.Class = u.Type.Class()
	const most = 99 // strengths
	u.Strength[0] = int8(r.Number("front", 0, most))
	back, given := r.Optional("back", 0, most)
	u.Strength[1] = int8(back)
	switch {
	case u.Steps == 2 && !given:
		r.Report("back: unit %s has two steps and needs the strength of its reduced side", id)
	case u.Steps == 1 && given:
		r.Report("back: unit %s has one step and no reduced side", id)
	}
	if (u.Size == SizeHQ) != (u.Type == TypeHQ) {
		r.Report("size: a headquarters is of type hq and of size HQ")
	}
	if u.Large() != (u.Steps == 2) {
		r.Report("steps: a regiment or brigade has two, a battalion or headquarters one")
	}
	if r.Text("formation") == "" {
		return u
	}
	if f, ok := l.data.FormationIDs.Find(r.Text("formation")); !ok {
		r.Report("formation: unknown formation %q", r.Text("formation"))
	} else if form := l.data.Formations[f]; form.Nation != u.Nation {
		r.Report("nation: formation %s is not of nation %s", form.ID, r.Text("nation"))
	} else {
		u.Form, u.Reserve = f, form.Reserve
	}
	return u
}

// unit reads the id of a unit, or NoUnit.
func (l *loader) unit(r csvtable.Row, text string) UnitIx {
	u, ok := l.data.UnitIDs.Find(text)
	if !ok {
		r.Report("unknown unit %q", text)
		return NoUnit
	}
	return u
}

// hqs reads hqs.csv: range, support and cost of the headquarters (7.3, 11.1).
func (l *loader) hqs() {
	t, d := l.sheet("hqs.csv"), l.data
	d.British = NoHQ
	for _, r := range t.Rows {
		ix := l.unit(r, r.Text("unit"))
		if ix == NoUnit {
			continue
		}
		u, hq := &d.Units[ix], HQIx(len(d.HQs))
		if u.Type != TypeHQ || u.HQ != NoHQ {
			r.Report("unit: %s is not a headquarters, or is listed twice", u.ID)
			continue
		}
		u.HQ = hq
		q := HQ{
			Unit: ix, Nation: one[Nation](r, "nation", ardennes.NationIDs[:]...),
			Range: r.Number("range", 1, 99), Cost: r.Number("cost", 0, 99),
			Support: r.Number("support", 0, 99), Early: r.Number("early", 0, 99), Origin: r.Origin(),
		}
		if q.Nation.Side() != u.Side() {
			r.Report("nation: %s is of the other side", u.ID)
		}
		if q.Nation == NationBritish {
			d.British = hq
		}
		d.HQs = append(d.HQs, q)
	}
	if len(d.HQs) > MaxHQs {
		t.Report("%d headquarters; at most %d are possible", len(d.HQs), MaxHQs)
	}
	if d.British == NoHQ {
		t.Report("the British have no headquarters")
	}
	for _, u := range d.Units {
		if u.Type == TypeHQ && u.HQ == NoHQ {
			t.Report("unit %s has no row", u.ID)
		}
	}
}

// setup reads corps.csv and setup.csv: where units are set up (13.22, 13.23).
func (l *loader) setup() {
	for _, r := range l.sheet("corps.csv").Rows {
		for _, id := range strings.Fields(r.Text("units")) {
			if u := l.unit(r, id); u != NoUnit {
				l.corps[r.Text("corps")] = append(l.corps[r.Text("corps")], u)
			}
		}
	}
	once := csvtable.Once[UnitIx]{}
	for _, r := range l.sheet("setup.csv").Rows {
		ix := l.unit(r, r.Text("unit"))
		if ix == NoUnit || once.Twice(r, ix, "unit %s", r.Text("unit")) {
			continue
		}
		l.data.Units[ix].Setup = l.placing(r, ix)
	}
}

func (l *loader) placing(r csvtable.Row, u UnitIx) Setup {
	s := Setup{Place: InHex + Place(max(0, r.Choice("kind", "hex", "stack", "zone", "army")))}
	where := r.Text("where")
	switch s.Place {
	case InHex:
		if h := l.data.grid.Read(r, "where"); h != NoHex {
			s.Hexes = []HexIx{h}
		}
	case WithCorps:
		for _, v := range l.corps[where] {
			if v != u {
				s.Corps = append(s.Corps, v)
			}
		}
	default:
		for _, z := range l.data.Zones {
			if s.Place == InZone && z.ID == where || s.Place == InArmy && z.Army == where {
				s.Hexes = append(s.Hexes, z.Hexes...)
			}
		}
	}
	if len(s.Hexes)+len(s.Corps) == 0 {
		r.Report("where: %q is not a place for unit %s", where, l.data.UnitIDs.ID(u))
	}
	return s
}

// arrivals reads arrivals.csv: when and where units come on (13.5, 13.6).
func (l *loader) arrivals() {
	t, d := l.sheet("arrivals.csv"), l.data
	once := csvtable.Once[UnitIx]{}
	for _, r := range t.Rows {
		ix := l.unit(r, r.Text("unit"))
		if ix == NoUnit || once.Twice(r, ix, "unit %s", r.Text("unit")) {
			continue
		}
		u, when := &d.Units[ix], r.Choice("when", "", "calendar", "event", "drop")
		if u.Setup.Place != NotAtStart {
			r.Report("unit: %s is set up at the start", u.ID)
		}
		a := Arrival{Edge: NoEdge, Calendar: when == 1, Event: when == 2, Drop: when == 3}
		if a.Event {
			r.Fixed("date", "")
		} else {
			a.Turn = int8(l.turn(r, "date"))
		}
		if a.Drop {
			r.Fixed("edge", "")
		} else {
			a.Edge = one[Edge](r, "edge", EdgeIDs[:]...)
		}
		if a.Drop != (ix == d.Drop) {
			r.Report("when: drop is only for unit %s", dropID)
		}
		if !a.Drop && len(d.Entries[u.Side()][a.Edge]) == 0 {
			r.Report("edge: the %s side has no entry hex on the %s edge", u.Side(), r.Text("edge"))
		}
		if a.Calendar != (u.Reserve != NoReserve) {
			r.Report("when: calendar is for the formations of the reserve")
		}
		u.Arrival = a
	}
	for i, u := range d.Units {
		if u.Setup.Place == NotAtStart && once[UnitIx(i)] == 0 {
			t.Report("unit %s is neither here nor in setup.csv", u.ID)
		}
	}
}
