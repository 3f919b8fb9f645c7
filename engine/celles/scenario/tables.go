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
		r.Report("odds: %q are no odds: 3-2", name)
		return nil, false
	}
	return &Column{Name: name, Att: att, Def: def}, true
}

func effectOf(r csvtable.Row, column string) Effect {
	m := crtCell.FindStringSubmatch(r.Text(column))
	if m == nil {
		r.Report("%s: %q is no result: steps lost, then R, then D, as in 1RD", column, r.Text(column))
		return Effect{}
	}
	steps, _ := strconv.Atoi("0" + m[1])
	return Effect{Steps: int8(steps), Retreat: m[2] != "", Disrupt: m[3] != ""}
}

// number is a row by its key, and where its number goes.
type number struct {
	key string
	to  *int
}

func keys(list []number) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = n.key
	}
	return out
}

// numbers reads a number of each row of a table, whose keys stand in some columns.
func numbers(t *csvtable.Sheet, column string, low, high int, list []number, keyed ...string) {
	rows, ok := t.Keyed(keys(list), keyed...)
	if !ok {
		return
	}
	for _, n := range list {
		*n.to = rows[n.key].Number(column, low, high)
	}
}

// combatModifiers reads combat_modifiers.csv (table F).
func (l *loader) combatModifiers() {
	m := &l.data.Combat
	numbers(l.files.Sheet("combat_modifiers.csv"), "modifier", -9, 9, []number{
		{"attacker disrupted", &m.Disrupted},
		{"attacker out_of_supply", &m.OutOfSupply},
		{"attacker light_attack", &m.Intensity[0]},
		{"attacker medium_attack", &m.Intensity[1]},
		{"attacker heavy_attack", &m.Intensity[2]},
		{"attacker german_at_night", &m.GermanNight},
		{"attacker allied_by_day_from_25_dec", &m.AlliedDay},
		{"attacker combat_chit", &m.ChitFor},
		{"defender combat_chit", &m.ChitAgainst},
		{"defender town", &m.Town},
		{"defender minor_river", &m.MinorRiver},
		{"defender village_not_in_woods", &m.Village},
		{"defender woods", &m.Woods},
		{"defender disrupted", &m.DefDisrupted},
		{"defender isolated", &m.DefIsolated},
	}, "side", "condition")
}

// roll reads the table of a die: its results from the lowest faces to the highest, each but the
// last with the highest of its faces, then its modifiers, which are no greater than high.
func (l *loader) roll(file string, results []number, last string, high int, modifiers []number) {
	spans, with := l.files.Sheet(file).Split("low", keys(modifiers)...)
	names := append(keys(results), last)
	rows, ok := spans.Keyed(names, "result")
	if !ok {
		return
	}
	for i, n := range results {
		*n.to = rows[names[i]].Number("high", 0, 9)
	}
	ladder(rows, names)
	numbers(with, "result", -9, high, modifiers, "low")
}

// infiltration reads infiltration.csv (table D).
func (l *loader) infiltration() {
	in := &l.data.Infil
	l.roll("infiltration.csv", []number{{"D", &in.DisruptedTo}, {"F", &in.FailsTo}}, "S", 9,
		[]number{{"german", &in.German}, {"night", &in.Night}, {"infantry", &in.Infantry}})
}

// airAttack reads air_attack.csv (13.4).
func (l *loader) airAttack() {
	air := &l.data.Air
	l.roll("air_attack.csv", []number{{"none", &air.NothingTo}, {"disrupted", &air.DisruptedTo}}, "step", 0,
		[]number{{"woods_or_town", &air.WoodsOrTown}, {"german_actions", &air.Actions}})
}

// ladder checks that the spans of a roll follow one another without a gap and
// are open at both ends.
func ladder(rows map[string]csvtable.Row, names []string) {
	for i, name := range names {
		r := rows[name]
		if i == 0 {
			r.Fixed("low", "")
		} else if want := rows[names[i-1]].Number("high", 0, 9) + 1; r.Number("low", 0, 9) != want {
			r.Report("low: %s leaves a gap or overlaps: %d comes next", r.Text("low"), want)
		}
		if i == len(names)-1 {
			r.Fixed("high", "")
		}
	}
}

// truck reads truck.csv (8.3).
func (l *loader) truck() {
	t := l.files.Sheet("truck.csv")
	rows, ok := t.Keyed([]string{"move", "count", "available_from", "formation", "return_delay_turns", "combat_class"}, "item")
	if !ok {
		return
	}
	tr := &l.data.Truck
	tr.Move = rows["move"].Number("value", 1, 99)
	tr.Delay = int8(rows["return_delay_turns"].Number("value", 0, 9))
	tr.Form = l.formation(rows["formation"], "value")
	rows["count"].Fixed("value", "1")
	rows["combat_class"].Fixed("value", "motorised")
	tr.Turn = int8(l.turn(rows["available_from"], "value", "no"))
}
