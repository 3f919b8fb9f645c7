package scenario

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"referee/engine/kit/csvtable"
)

// movement reads movement.csv, the chart of costs (8, 9).
func (l *loader) movement() {
	t := l.files.Sheet("movement.csv")
	rows, ok := t.Keyed([]string{
		"rough", "woods", "clear", "town", "village", "road", "highway", "minor_river", "meuse",
		"light_attack", "medium_attack", "heavy_attack",
		"road_traffic", "leave_zoc", "zoc_to_zoc", "strategic_bonus", "river_on_road",
	}, "item")
	if !ok {
		return
	}
	pair := func(item string) [2]int {
		return [2]int{Motorised: sixthsOf(rows[item], "motorised"), OnFoot: sixthsOf(rows[item], "infantry")}
	}
	motorisedOnly := func(item string) int {
		rows[item].Fixed("infantry", "")
		return sixthsOf(rows[item], "motorised")
	}
	c := &l.data.Costs
	c.Road, c.Highway, c.Minor = pair("road"), pair("highway"), pair("minor_river")
	c.LeaveZOC, c.ZOCtoZOC = pair("leave_zoc"), pair("zoc_to_zoc")
	c.Traffic, c.Strategic = motorisedOnly("road_traffic"), motorisedOnly("strategic_bonus")
	for item, kind := range map[string]Terrain{"clear": Clear, "rough": Rough, "woods": Woods, "town": Town} {
		p := pair(item)
		c.Terrain[Motorised][kind], c.Terrain[OnFoot][kind] = p[Motorised], p[OnFoot]
	}
	for i, item := range []string{"light_attack", "medium_attack", "heavy_attack"} {
		p := pair(item)
		c.Attack[Motorised][i], c.Attack[OnFoot][i] = p[Motorised], p[OnFoot]
	}
	for item, want := range map[string]string{"village": "other terrain", "meuse": "prohibited", "river_on_road": "0"} {
		rows[item].Fixed("motorised", want)
		rows[item].Fixed("infantry", want)
	}
}

// crtCell is half a result: steps lost, then R, then D.
var crtCell = regexp.MustCompile(`^([1-9]?)(R?)(D?)$`)

// combatResults reads combat_results.csv (table E).
func (l *loader) combatResults() {
	t := l.files.Sheet("combat_results.csv")
	type rowOf struct {
		odds string
		die  int
	}
	once := csvtable.Once[rowOf]{}
	column := map[string]*Column{}
	var names []string
	for _, r := range t.Rows {
		name := r.Text("odds")
		col, ok := column[name]
		if !ok {
			if col, ok = newColumn(r, name); !ok {
				continue
			}
			column[name] = col
			names = append(names, name)
		}
		die := r.Number("die", LowestRow, HighestRow)
		if once.Twice(r, rowOf{name, die}, "%s, die %d", name, die) {
			continue
		}
		col.Rows[die-LowestRow] = CombatResult{Attacker: effectOf(r, "attacker"), Defender: effectOf(r, "defender")}
		col.From[die-LowestRow] = r.Origin()
	}
	for _, name := range names {
		for die := LowestRow; die <= HighestRow; die++ {
			if once[rowOf{name, die}] == 0 {
				t.Report("odds %s have no row for die %d", name, die)
			}
		}
		l.data.CRT.Columns = append(l.data.CRT.Columns, *column[name])
	}
	slices.SortFunc(l.data.CRT.Columns, func(a, b Column) int { return cmp.Compare(a.Att*b.Def, b.Att*a.Def) })
}

// newColumn makes the column named like "3-2".
func newColumn(r csvtable.Row, name string) (*Column, bool) {
	left, right, _ := strings.Cut(name, "-")
	att, errA := strconv.Atoi(left)
	def, errD := strconv.Atoi(right)
	if errA != nil || errD != nil || att < 1 || def < 1 {
		r.Report("odds: %q is not a column of odds, for example 3-2", name)
		return nil, false
	}
	return &Column{Name: name, Att: att, Def: def}, true
}

func effectOf(r csvtable.Row, column string) Effect {
	m := crtCell.FindStringSubmatch(r.Text(column))
	if m == nil {
		r.Report("%s: %q is not a result: steps lost, then R, then D, for example 1RD", column, r.Text(column))
		return Effect{}
	}
	steps, _ := strconv.Atoi("0" + m[1])
	return Effect{Steps: int8(steps), Retreat: m[2] != "", Disrupt: m[3] != ""}
}

// combatModifiers reads combat_modifiers.csv (table F).
func (l *loader) combatModifiers() {
	m := &l.data.Combat
	l.files.Sheet("combat_modifiers.csv").Numbers("modifier", -9, 9, []csvtable.Number{
		{Key: "attacker disrupted", To: &m.Disrupted},
		{Key: "attacker out_of_supply", To: &m.OutOfSupply},
		{Key: "attacker light_attack", To: &m.Intensity[0]},
		{Key: "attacker medium_attack", To: &m.Intensity[1]},
		{Key: "attacker heavy_attack", To: &m.Intensity[2]},
		{Key: "attacker german_at_night", To: &m.GermanNight},
		{Key: "attacker allied_by_day_from_25_dec", To: &m.AlliedDay},
		{Key: "attacker combat_chit", To: &m.ChitFor},
		{Key: "defender combat_chit", To: &m.ChitAgainst},
		{Key: "defender town", To: &m.Town},
		{Key: "defender minor_river", To: &m.MinorRiver},
		{Key: "defender village_not_in_woods", To: &m.Village},
		{Key: "defender woods", To: &m.Woods},
		{Key: "defender disrupted", To: &m.DefDisrupted},
		{Key: "defender isolated", To: &m.DefIsolated},
	}, "side", "condition")
}

// infiltration reads infiltration.csv (table D).
func (l *loader) infiltration() {
	in := &l.data.Infil
	l.files.Sheet("infiltration.csv").Die([]csvtable.Number{{Key: "D", To: &in.DisruptedTo}, {Key: "F", To: &in.FailsTo}}, "S", 9,
		[]csvtable.Number{{Key: "german", To: &in.German}, {Key: "night", To: &in.Night}, {Key: "infantry", To: &in.Infantry}})
}

// airAttack reads air_attack.csv (13.4).
func (l *loader) airAttack() {
	air := &l.data.Air
	l.files.Sheet("air_attack.csv").Die([]csvtable.Number{{Key: "none", To: &air.NothingTo}, {Key: "disrupted", To: &air.DisruptedTo}}, "step", 0,
		[]csvtable.Number{{Key: "woods_or_town", To: &air.WoodsOrTown}, {Key: "german_actions", To: &air.Actions}})
}

// truck reads truck.csv (8.3).
func (l *loader) truck() {
	t := l.files.Sheet("truck.csv")
	rows, ok := t.Keyed([]string{"move", "count", "available_from", "formation", "return_delay_turns", "combat_class"}, "item")
	if !ok {
		return
	}
	tr := &l.data.Truck
	tr.Move, tr.Origin = rows["move"].Number("value", 1, 99), rows["move"].Origin()
	tr.Delay = int8(rows["return_delay_turns"].Number("value", 0, 9))
	tr.Form = l.formation(rows["formation"], "value")
	rows["count"].Fixed("value", "1")
	rows["combat_class"].Fixed("value", "motorised")
	tr.Turn = int8(l.turn(rows["available_from"], "value", "no"))
}
