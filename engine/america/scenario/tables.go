package scenario

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"referee/engine/kit/csvtable"
)

// combatResults reads crt.csv.
func (l *loader) combatResults() {
	t, crt := l.sheet("crt.csv"), &l.data.CRT
	type cellOf struct{ level, die int }
	once := csvtable.Once[cellOf]{}
	for _, r := range t.Rows {
		level, ok := levelOf(r, r.Text("odds"))
		die := r.Number("die", 1, 6)
		if !ok || once.Twice(r, cellOf{level, die}, "%s, die %d", r.Text("odds"), die) {
			continue
		}
		i := slices.IndexFunc(crt.Columns, func(c Column) bool { return c.Level == level })
		if i < 0 {
			i = len(crt.Columns)
			crt.Columns = append(crt.Columns, Column{Name: r.Text("odds"), Level: level})
		}
		const most = 9
		crt.Columns[i].Rows[die-1] = CombatResult{
			Attacker: int8(r.Number("attacker", 0, most)), Defender: int8(r.Number("defender", 0, most)),
		}
		crt.Columns[i].From[die-1] = r.Origin()
	}
	slices.SortFunc(crt.Columns, func(a, b Column) int { return cmp.Compare(a.Level, b.Level) })
	for i, c := range crt.Columns {
		if i > 0 && c.Level != crt.Columns[i-1].Level+1 {
			t.Report("odds %s come after %s: there is a gap", c.Name, crt.Columns[i-1].Name)
		}
		for die := 1; die <= len(c.Rows); die++ {
			if once[cellOf{c.Level, die}] == 0 {
				t.Report("odds %s have no row for die %d", c.Name, die)
			}
		}
	}
}

// levelOf is the level of odds: n for n:1, and 2-n for 1:n.
func levelOf(r csvtable.Row, name string) (int, bool) {
	left, right, _ := strings.Cut(name, ":")
	att, errA := strconv.Atoi(left)
	def, errD := strconv.Atoi(right)
	switch {
	case errA != nil || errD != nil || att < 1 || def < 1 || att > 1 && def > 1:
		r.Report("odds: %q are not odds such as 3:1 or 1:2", name)
		return 0, false
	case def == 1:
		return att, true
	default:
		return 2 - def, true
	}
}

// items are the rows of the movement chart.
var items = []string{
	"clear", "village", "town", "woods", "hill", "road", "strategic_road", "major", "minor", "westwall", "zoc_enter",
	"overrun", "snow",
}

// terrain reads terrain.csv: the movement chart (5.1), and what terrain does in combat (9.51, 9.52).
func (l *loader) terrain() {
	rows, ok := l.sheet("terrain.csv").Keyed(items, "item")
	if !ok {
		return
	}
	c, s := &l.data.Costs, &l.data.Shifts
	pair := func(item, before string) [Classes]MP {
		return [Classes]MP{Foot: cost(rows[item], "foot", before), Mech: cost(rows[item], "mech", before)}
	}
	shift := func(item string) int { return rows[item].Number("shift", -9, 0) }
	for t, item := range []string{Clear: "clear", Woods: "woods", Hill: "hill"} {
		p := pair(item, "")
		c.Terrain[Foot][t], c.Terrain[Mech][t] = p[Foot], p[Mech]
		s.Terrain[t] = shift(item)
	}
	for site, item := range map[Site]string{Village: "village", Town: "town"} {
		p := pair(item, "")
		c.Site[Foot][site], c.Site[Mech][site] = p[Foot], p[Mech]
		s.Site[site] = shift(item)
	}
	s.Divisor[Dry] = 1
	for river, item := range map[River]string{Minor: "minor", Major: "major"} {
		p := pair(item, "+")
		c.River[Foot][river], c.River[Mech][river] = p[Foot], p[Mech]
		s.Divisor[river] = rows[item].Number("divisor", 1, 9)
	}
	c.Road, c.StrategicRoad, c.EnterZOC = pair("road", ""), pair("strategic_road", ""), pair("zoc_enter", "+")
	c.Overrun = cost(rows["overrun"], "mech", "+")
	s.Westwall = shift("westwall")
	factor, found := strings.CutPrefix(rows["snow"].Text("foot"), "x")
	n, err := strconv.Atoi(factor)
	if !found || err != nil || n < 1 || n > 9 {
		rows["snow"].Report("foot: %q is not a factor such as x2", rows["snow"].Text("foot"))
	}
	rows["snow"].Fixed("mech", rows["snow"].Text("foot"))
	c.Snow = n
}

// cost reads movement points, with a sign before them where they are added; "no" is [No].
func cost(r csvtable.Row, column, before string) MP {
	text := r.Text(column)
	if text == "no" {
		return No
	}
	number, found := strings.CutPrefix(text, before)
	m, err := ParseMP(number)
	if !found || err != nil {
		r.Report("%s: %q is not a cost such as %s2, or no", column, text, before)
	}
	return m
}

// modifiers reads modifiers.csv, the column shifts of combat but those of terrain.
func (l *loader) modifiers() {
	s := &l.data.Shifts
	l.sheet("modifiers.csv").Numbers("shift", -9, 9, []csvtable.Number{
		{Key: "defender_combined", To: &s.Against},
		{Key: "snow", To: &s.Snow},
		{Key: "defender_hq", To: &s.HQCover},
		{Key: "defender_air", To: &s.AirCover},
		{Key: "attacker_combined", To: &s.Combined},
		{Key: "attacker_hq", To: &s.HQ},
		{Key: "attacker_hq_16_dec", To: &s.HQFirst},
		{Key: "four_hexes", To: &s.FourUp},
		{Key: "attacker_air", To: &s.Air},
		{Key: "tanks", To: &s.Tanks},
		{Key: "westwall_result", To: &s.WestwallResult},
	}, "condition")
}

// weather reads weather.csv and ground.csv (3.2).
func (l *loader) weather() {
	w := &l.data.Weather
	t := l.sheet("weather.csv")
	modifiers := []csvtable.Number{
		{Key: "after_precipitation", To: &w.AfterPrecipitation}, {Key: "after_clear", To: &w.AfterClear},
	}
	t.Die([]csvtable.Number{{Key: "clear", To: &w.Clear}, {Key: "cloudy", To: &w.Cloudy}}, "precipitation", 9, modifiers)
	for _, r := range t.Rows {
		if i := slices.Index(WeatherIDs[:], r.Text("result")); i >= 0 {
			w.Air[i] = r.Number("air", 0, 99)
		}
	}
	l.sheet("ground.csv").Die([]csvtable.Number{{Key: "frost", To: &w.Frost}}, "snow", 9,
		[]csvtable.Number{{Key: "after_snow", To: &w.AfterSnow}})
}

// reserve reads reserve.csv and reserve_modifiers.csv (10.11).
func (l *loader) reserve() {
	v := &l.data.Reserve
	t := l.sheet("reserve.csv")
	for i, r := range t.Rows {
		row := ReserveRow{
			High: 99, Infantry: int8(r.Number("infantry", 0, 9)), Mech: int8(r.Number("mech", 0, 9)),
		}
		if i == 0 {
			r.Fixed("low", "")
		} else {
			r.Fixed("low", strconv.Itoa(v.Rows[i-1].High+1))
		}
		if i == len(t.Rows)-1 {
			r.Fixed("high", "")
		} else {
			row.High = r.Number("high", -9, 98)
		}
		v.Rows = append(v.Rows, row)
	}
	const towns, near = "bastogne_and_st_vith", "near_liege_amay_namur"
	rows, ok := l.sheet("reserve_modifiers.csv").Keyed([]string{towns, near}, "condition")
	if !ok {
		return
	}
	v.Towns, v.River = rows[towns].Number("modifier", -9, 9), rows[near].Number("modifier", -9, 9)
	v.TownsFrom = int8(l.turn(rows[towns], "from"))
	v.Within = rows[near].Number("within", 0, 99)
}
