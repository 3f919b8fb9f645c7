package scenario

import (
	"os"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/hex"
)

// builtIn is the data set of the program.
var builtIn = os.DirFS("../data")

func load(t *testing.T) *Data {
	t.Helper()
	d, err := Load(builtIn)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *Data) at(t *testing.T, id string) *Hex {
	t.Helper()
	h, ok := d.HexIDs.Find(id)
	if !ok {
		t.Fatalf("no hex %s", id)
	}
	return &d.Hexes[h]
}

func (d *Data) unit(t *testing.T, id string) *Unit {
	t.Helper()
	u, ok := d.UnitIDs.Find(id)
	if !ok {
		t.Fatalf("no unit %s", id)
	}
	return &d.Units[u]
}

func (d *Data) ids(hexes []HexIx) (ids []string) {
	for _, h := range hexes {
		ids = append(ids, d.HexIDs.ID(h))
	}
	return ids
}

func TestCounts(t *testing.T) {
	d := load(t)
	if len(d.Hexes) != 1006 || len(d.Units) != 262 || len(d.Formations) != 69 || len(d.HQs) != 10 || len(d.Turns) != 28 ||
		len(d.Zones) != 9 || len(d.Objectives) != 14 || len(d.Rivers) != 372 || len(d.Exits) != 16 {
		t.Errorf("%d hexes, %d units, %d formations, %d headquarters, %d turns, %d zones, %d objectives, %d rivers, %d exits",
			len(d.Hexes), len(d.Units), len(d.Formations), len(d.HQs), len(d.Turns), len(d.Zones), len(d.Objectives),
			len(d.Rivers), len(d.Exits))
	}
	if len(d.Hash) != 64 {
		t.Errorf("hash %q", d.Hash)
	}
	for i := 1; i < len(d.Hexes); i++ {
		if d.Hexes[i-1].ID >= d.Hexes[i].ID {
			t.Fatalf("hex %s stands before %s", d.Hexes[i-1].ID, d.Hexes[i].ID)
		}
	}
}

// TestGrid: the facts that fix how the map is numbered (2).
func TestGrid(t *testing.T) {
	d := load(t)
	for _, c := range []struct {
		from string
		next [6]string // by direction: northeast, east, southeast, southwest, west, northwest
	}{
		{"2031", [6]string{"1930", "2030", "2130", "", "", ""}},
		{"1101", [6]string{"", "", "1201", "1202", "1102", ""}},
		{"3008", [6]string{"2907", "3007", "3107", "3108", "3009", "2908"}},
		{"3107", [6]string{"3007", "3106", "3207", "3208", "3108", "3008"}},
	} {
		var want [6]HexIx
		for i, id := range c.next {
			want[i] = NoHex
			if id != "" {
				want[i] = d.HexIDs.Of(id)
			}
		}
		if got := d.at(t, c.from).Next; got != want {
			t.Errorf("%s: %v, want %v", c.from, got, want)
		}
	}
	if n := d.Distance(d.HexIDs.Of("3209"), d.HexIDs.Of("3315")); n != 7 {
		t.Errorf("3209 is %d from 3315", n)
	}
	if h := d.grid.Find(hex.Coord{Col: 11, Row: 31}); h != NoHex {
		t.Errorf("1131 is hex %d", h)
	}
}

func TestHexes(t *testing.T) {
	d := load(t)
	for id, want := range map[string]Hex{
		"2409": {Terrain: Clear, Site: Town, Name: "St. Vith", Target: true, Owner: Allied},
		"1906": {Terrain: Clear, Site: Village, Name: "Rocherath", Target: true, Owner: Allied},
		"1518": {Terrain: Clear, Site: Town, Name: "Liège", Target: true, Liege: true, Owner: Allied, North: true},
		"1105": {Terrain: Clear, Westwall: true, Owner: German, Edge: [Edges]bool{North: true}},
		"1115": {Terrain: Clear, Owner: Allied, North: true, Edge: [Edges]bool{North: true}},
		"1101": {Terrain: Clear, Owner: German, Edge: [Edges]bool{North: true, East: true}},
	} {
		h := *d.at(t, id)
		want.At, want.ID, want.Next, want.Side, want.Origin = h.At, h.ID, h.Next, h.Side, engine.OriginGuess
		if h != want {
			t.Errorf("%s: %+v, want %+v", id, h, want)
		}
	}
	for side, want := range []int{German: 151, Allied: 855} {
		n := 0
		for i := range d.Hexes {
			if d.Hexes[i].Owner == Side(side) {
				n++
			}
		}
		if n != want {
			t.Errorf("side %s has %d hexes, want %d", ardennes.SideIDs[side], n, want)
		}
	}
	if got, want := d.ids(d.Near), []string{"1418", "1517", "1518", "1722", "2030"}; !slices.Equal(got, want) {
		t.Errorf("near %v, want %v", got, want)
	}
	if got, want := d.ids(d.Towns), []string{"3315", "2409"}; !slices.Equal(got, want) {
		t.Errorf("towns %v, want %v", got, want)
	}
	if d.Supply != [2]Edge{German: East, Allied: West} {
		t.Errorf("supply %v", d.Supply)
	}
	for _, c := range []struct {
		side        Side
		edge        Edge
		n           int
		first, last string
	}{
		{German, East, 17, "1401", "3901"},
		{Allied, North, 30, "1101", "1130"},
		{Allied, South, 30, "4301", "4330"},
		{Allied, West, 33, "1130", "4330"},
	} {
		list := d.ids(d.Entries[c.side][c.edge])
		if len(list) != c.n || list[0] != c.first || list[len(list)-1] != c.last {
			t.Errorf("entries of %s in the %s: %v", c.side, EdgeIDs[c.edge], list)
		}
	}
	for side, edges := range [2][]Edge{German: {North, South, West}, Allied: {East}} {
		for _, e := range edges {
			if len(d.Entries[side][e]) > 0 {
				t.Errorf("side %s enters in the %s", ardennes.SideIDs[side], EdgeIDs[e])
			}
		}
	}
	if got := d.ids(d.Exits); got[0] != "1115" || got[15] != "1130" {
		t.Errorf("exits %v", got)
	}
}

// TestHexsides: both sides of a hexside say the same, and rivers find it.
func TestHexsides(t *testing.T) {
	d := load(t)
	for _, c := range []struct {
		a, b string
		want Hexside
	}{
		{"1114", "1115", Hexside{River: Major}},
		{"1215", "1216", Hexside{River: Major, Road: true, Bridge: Standing}},
		{"3008", "3108", Hexside{River: Minor, Road: true, Bridge: Destroyed}},
		{"1108", "1208", Hexside{Road: true}},
		{"1208", "1308", Hexside{Road: true}},
	} {
		a, b := d.at(t, c.a), d.at(t, c.b)
		out, _ := Grid.Direction(a.At, b.At)
		back, _ := Grid.Direction(b.At, a.At)
		got := a.Side[out]
		if ix := got.Ix; (ix == NoRiver) != (got.River == Dry) {
			t.Errorf("%s-%s: river %d", c.a, c.b, ix)
		} else if ix != NoRiver {
			if r := d.Rivers[ix]; d.HexIDs.ID(r.A) != c.a || d.HexIDs.ID(r.B) != c.b || r.Dir != out || r.Name == "" {
				t.Errorf("%s-%s: river %+v", c.a, c.b, r)
			}
		}
		c.want.Ix = got.Ix
		if got != c.want || b.Side[back] != c.want {
			t.Errorf("%s-%s: %+v and %+v, want %+v", c.a, c.b, got, b.Side[back], c.want)
		}
	}
	for _, h := range d.Hexes {
		for dir, s := range h.Side {
			if s != (Hexside{Ix: NoRiver}) && h.Next[dir] == NoHex {
				t.Errorf("%s: a hexside beyond the map", h.ID)
			}
		}
	}
}

func TestUnits(t *testing.T) {
	d := load(t)
	if u := d.unit(t, "39-26vg"); u.Nation != NationGerman || u.Side() != German || u.Type != Infantry ||
		u.Class != Foot || u.Size != Regiment ||
		u.Steps != 2 || u.Strength != [2]int8{4, 2} || u.Move != 6 || d.Formations[u.Form].ID != "26vg" || u.Command ||
		u.Setup.Place != InZone || len(u.Setup.Hexes) != 12 || u.Arrival != (Arrival{}) || u.HQ != NoHQ {
		t.Errorf("39-26vg %+v", u)
	}
	if u := d.unit(t, "cca-9a"); u.Class != Mech || !u.Command || u.Size != Brigade || u.Setup.Place != InHex ||
		d.ids(u.Setup.Hexes)[0] != "3606" {
		t.Errorf("cca-9a %+v", u)
	}
	if u := d.unit(t, "70-c"); u.Form != NoForm || u.Size != Battalion || u.Steps != 1 || u.At(1) != 2 || u.At(0) != 0 ||
		u.Setup.Place != WithCorps ||
		len(u.Setup.Corps) != 16 || len(u.Setup.Hexes) != 0 {
		t.Errorf("70-c %+v", u)
	}
	if u := d.unit(t, "16-116pz"); u.At(2) != 4 || u.At(1) != 2 {
		t.Errorf("16-116pz: %d and %d", u.At(2), u.At(1))
	}
	if u := d.unit(t, "hq-sixth"); u.Setup.Place != InArmy || len(u.Setup.Hexes) != 32 ||
		d.HQs[u.HQ].Unit != d.UnitIDs.Of("hq-sixth") {
		t.Errorf("hq-sixth %+v", u)
	}
	for id, want := range map[string]Arrival{
		"ccr-5a": {Turn: 1, Edge: North}, "fbb-c": {Turn: 3, Edge: East, Calendar: true},
		"33-ukc": {Edge: North, Event: true},
		"vdh":    {Turn: 2, Edge: NoEdge, Drop: true}, "1129-560vg": {Turn: 2, Edge: East}, "hq-xviii": {Turn: 3, Edge: West},
		"152-51uk": {Turn: 24, Edge: North},
	} {
		if got := d.unit(t, id).Arrival; got != want {
			t.Errorf("%s: %+v, want %+v", id, got, want)
		}
	}
	if d.UnitIDs.ID(d.Brigade) != "150-c" || d.UnitIDs.ID(d.Drop) != "vdh" ||
		d.UnitIDs.ID(d.HQs[d.British].Unit) != "hq-xxx" {
		t.Errorf("brigade %d, drop %d, British %d", d.Brigade, d.Drop, d.British)
	}
	for id, want := range map[string]Formation{
		"2pz":   {Name: "2nd Panzer Division", Mech: true, Large: 3},
		"15pg":  {Name: "15th Panzergrenadier Division", Mech: true, Large: 2, Reserve: ReserveMech},
		"340vg": {Name: "340th Volksgrenadier Division", Large: 3, Reserve: ReserveInfantry},
		"gds":   {Name: "Guards Armoured Division", Nation: NationBritish, Mech: true, Large: 2},
	} {
		f := d.Formations[d.FormationIDs.Of(id)]
		for _, u := range f.Units {
			if d.Units[u].Form != d.FormationIDs.Of(id) || d.Units[u].Reserve != f.Reserve {
				t.Errorf("%s: unit %s", id, d.Units[u].ID)
			}
		}
		if f.Name != want.Name || f.Nation != want.Nation || f.Mech != want.Mech || f.Large != want.Large ||
			f.Reserve != want.Reserve {
			t.Errorf("%s: %+v", id, f)
		}
	}
	if got, want := d.HQs[d.unit(t, "hq-fifth").HQ], (HQ{
		Unit: d.UnitIDs.Of("hq-fifth"), Nation: NationGerman, Range: 8, Support: 4, Early: 8, Cost: 3, Origin: engine.OriginGuess,
	}); got != want {
		t.Errorf("hq-fifth %+v, want %+v", got, want)
	}
}

// TestCharts: the charts of the rulebook, and what had to be reconstructed.
func TestCharts(t *testing.T) {
	d := load(t)
	if want := (Costs{
		Terrain: [Classes][Terrains]MP{Foot: {Clear: 4, Woods: 4, Hill: 4}, Mech: {Clear: 4, Woods: 6, Hill: 6}},
		Site:    [Classes][Town + 1]MP{Foot: {Village: 2, Town: 2}, Mech: {Village: 2, Town: 2}},
		Road:    [Classes]MP{2, 2}, StrategicRoad: [Classes]MP{1, 1},
		River:    [Classes][Rivers]MP{Foot: {Minor: 2, Major: 6}, Mech: {Minor: No, Major: No}},
		EnterZOC: [Classes]MP{2, 2}, Overrun: 6, Snow: 2,
	}); d.Costs != want {
		t.Errorf("costs %+v, want %+v", d.Costs, want)
	}
	if want := (Shifts{
		Terrain: [Terrains]int{Woods: -1, Hill: -1}, Site: [Town + 1]int{Village: -1, Town: -2}, Westwall: -2, Combined: 1,
		Against: -1,
		Tanks:   1, FourUp: 1, Snow: -1, Air: 1, AirCover: -1, HQ: 1, HQFirst: 2, HQCover: -1, WestwallResult: -1,
		Divisor: [Rivers]int{1, 2, 4},
	}); d.Shifts != want {
		t.Errorf("shifts %+v, want %+v", d.Shifts, want)
	}
	if want := (WeatherTable{
		Clear: 2, Cloudy: 4, AfterPrecipitation: 1, AfterClear: -1, Air: [Weathers]int{9, 3, 0}, Frost: 3, AfterSnow: 1,
	}); d.Weather != want {
		t.Errorf("weather %+v, want %+v", d.Weather, want)
	}
	rows := []ReserveRow{{3, 0, 0}, {4, 1, 0}, {5, 0, 1}, {6, 1, 1}, {99, 0, 2}}
	if r := d.Reserve; !slices.Equal(r.Rows, rows) || r.Towns != 1 || r.TownsFrom != 5 || r.River != 1 || r.Within != 3 {
		t.Errorf("reserve %+v", r)
	}
	if !slices.Equal(d.Track[German], []int8{0, 1, 2}) || !slices.Equal(d.Track[Allied], []int8{0, 1, 2, 3, 3, 4, 4}) {
		t.Errorf("impulse tracks %v", d.Track)
	}
	if d.CRT.Lowest() != -1 || d.CRT.Highest() != 10 || d.CRT.At(-5).Name != "1:3" || d.CRT.At(0).Name != "1:2" ||
		d.CRT.At(20).Name != "10:1" {
		t.Errorf("columns from %d to %d", d.CRT.Lowest(), d.CRT.Highest())
	}
	diagonal := []CombatResult{ // by column and die together, from 2: 9.2
		{3, 0},
		{3, 0},
		{2, 0},
		{2, 1},
		{2, 1},
		{1, 1},
		{1, 2},
		{1, 2},
		{1, 2},
		{1, 3},
		{0, 3},
		{0, 4},
		{0, 4},
		{0, 5},
		{0, 6},
	}
	for _, c := range d.CRT.Columns {
		for i, got := range c.Rows {
			want := CombatResult{4, 0}
			if s := c.Level + i + 1; s > 1 {
				want = diagonal[s-2]
			}
			if got != want {
				t.Errorf("%s, die %d: %v, want %v", c.Name, i+1, got, want)
			}
		}
	}
	if got, want := d.Turns[0], (Turn{
		Month: 12, Day: 16, Supply: 9, SupplyClear: 9, Weather: Precipitation, Ground: Frost, Fixed: true, NoPause: true,
		PutBack: Any, RebuildGerman: true, Origin: engine.OriginKnown,
	}); got != want {
		t.Errorf("turn 1 %+v, want %+v", got, want)
	}
	if got, want := d.Turns[19], (Turn{
		Month: 1, Day: 4, Supply: 3, SupplyClear: 1, GroundModifier: 1,
		RebuildGerman: true, Origin: engine.OriginGuess,
	}); got != want {
		t.Errorf("turn 20 %+v, want %+v", got, want)
	}
	for id, want := range map[Scenario]ScenarioRow{
		Breakthrough: {ID: "breakthrough", Name: "Breakthrough to Antwerp", Rule: "13.2", Last: 6, Supply: 19, Reserve: true},
		Plan:         {ID: "plan", Name: "The Generals' Plan", Rule: "13.3", Last: 22, Supply: 19},
		Wacht:        {ID: "wacht", Name: "Wacht am Rhein", Rule: "13.4", Last: 28, Supply: 28, Reserve: true},
	} {
		if d.Scenarios[id] != want {
			t.Errorf("scenario %+v, want %+v", d.Scenarios[id], want)
		}
	}
}

func TestMovementPoints(t *testing.T) {
	if s := (Points(2) + 1).String(); s != "2.5" {
		t.Error(s)
	}
	for text, want := range map[string]MP{"0.5": 1, "2": 4, "10": 20} {
		if got, err := ParseMP(text); got != want || err != nil {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0.25", "-1", "x"} {
		if _, err := ParseMP(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
