package scenario

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
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
	c, err := hex.Parse(id)
	if err != nil {
		t.Fatal(err)
	}
	h := d.grid.Find(c)
	if h == NoHex {
		t.Fatalf("no hex %s", id)
	}
	return &d.Hexes[h]
}

func TestEmbeddedDataCounts(t *testing.T) {
	d := load(t)
	if len(d.Hexes) != 561 || len(d.Units) != 39 || len(d.Formations) != 10 || len(d.Turns) != 8 || len(d.Places) != 7 {
		t.Errorf("%d hexes, %d units, %d formations, %d turns, %d places",
			len(d.Hexes), len(d.Units), len(d.Formations), len(d.Turns), len(d.Places))
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

// Table B and table A of the rules.
func TestEmbeddedTurns(t *testing.T) {
	d := load(t)
	actions := [8][2]int8{{2, 1}, {3, 2}, {4, 2}, {3, 5}, {4, 3}, {3, 5}, {3, 2}, {2, 3}}
	german := map[int][5]int8{23: {0, 1, 1, 0, 0}, 24: {1, 2, 2, 0, 0}, 25: {1, 2, 2, 1, 1}, 26: {1, 1, 1, 1, 1}, 27: {1, 0, 0, 1, 1}}
	allied := map[int][4]int8{23: {0, 0, 0, 1}, 24: {1, 1, 0, 1}, 25: {1, 1, 1, 2}, 26: {1, 1, 1, 2}, 27: {1, 1, 1, 1}}
	for i, turn := range d.Turns {
		if turn.Night != (i%2 == 0 && i < 7) || turn.Day != 23+(i+1)/2 {
			t.Errorf("turn %d: %+v", i+1, turn)
		}
		if turn.Actions != actions[i] {
			t.Errorf("turn %d: actions %v, want %v", i+1, turn.Actions, actions[i])
		}
		for k, id := range []string{"116", "lehr", "2pz", "9pz", "fbb"} {
			if got, want := turn.Cup[0][d.FormationIDs.Of(id)], german[turn.Day][k]; got != want {
				t.Errorf("turn %d: %d chits of %s, want %d", i+1, got, id, want)
			}
			if turn.Cup[1][d.FormationIDs.Of(id)] != 0 {
				t.Errorf("turn %d: a chit of %s in the Allied cup", i+1, id)
			}
		}
		for k, id := range []string{"4cav", "84", "29arm", "2arm"} {
			if got, want := turn.Cup[1][d.FormationIDs.Of(id)], allied[turn.Day][k]; got != want {
				t.Errorf("turn %d: %d chits of %s, want %d", i+1, got, id, want)
			}
		}
	}
	if want := [2][Tacticals]int8{{1, 1, 1, 0}, {1, 1, 1, 1}}; d.Tactical != want {
		t.Errorf("tactical chits %v, want %v", d.Tactical, want)
	}
}

// Table E of the rules, whole.
const wantCRT = `
-4 | **RD/ | **RD/ | **RD/ | *RD/ | *D/ | *R/ | RD/ | D/
-3 | **RD/ | **RD/ | *RD/ | *D/ | *R/ | RD/ | D/ | R/
-2 | **RD/ | *RD/ | *D/ | *R/ | RD/ | D/ | */ | */
-1 | *RD/ | *D/ | *R/ | RD/ | */ | */ | R/ | -
0 | *D/ | *R/ | */ | */ | D/ | R/ | - | -
1 | *R/ | */ | RD/ | D/ | R/ | - | - | */*
2 | */ | RD/ | D/ | R/ | - | - | */* | /R
3 | RD/ | D/ | R/ | - | - | */* | /R | /D
4 | D/ | R/ | - | - | */* | /R | /D | /*
5 | R/ | - | - | */* | /R | /D | /* | /RD
6 | - | - | */* | /R | /D | /* | /RD | /*R
7 | - | */* | /R | /D | /* | /RD | /*R | /*RD
8 | */* | /R | /D | /* | /RD | /*R | /*RD | /*RD
9 | /R | /D | /* | /RD | /*R | /*RD | /*RD | /**R
10 | /D | /* | /RD | /*R | /*RD | /*RD | /**R | /**RD
11 | /* | /RD | /*R | /*RD | /*RD | /**R | /**RD | /**RD
12 | /RD | /*R | /*RD | /*RD | /**R | /**RD | /**RD | /**RD
13 | /*R | /*RD | /*RD | /**R | /**RD | /**RD | /**RD | /**RD`

func (e Effect) stars() string {
	s := strings.Repeat("*", int(e.Steps))
	if e.Retreat {
		s += "R"
	}
	if e.Disrupt {
		s += "D"
	}
	return s
}

func TestEmbeddedCombatResults(t *testing.T) {
	d := load(t)
	names := []string{"1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "5-1", "7-1"}
	if len(d.CRT.Columns) != len(names) {
		t.Fatalf("%d columns", len(d.CRT.Columns))
	}
	for _, line := range strings.Split(strings.TrimSpace(wantCRT), "\n") {
		cells := strings.Split(line, " | ")
		die, err := strconv.Atoi(cells[0])
		if err != nil {
			t.Fatal(err)
		}
		for i, col := range d.CRT.Columns {
			if col.Name != names[i] {
				t.Fatalf("column %d is %s, want %s", i, col.Name, names[i])
			}
			res := col.Rows[die-LowestRow]
			got := res.Attacker.stars() + "/" + res.Defender.stars()
			if got == "/" {
				got = "-"
			}
			if got != cells[i+1] {
				t.Errorf("%s, die %d: %s, want %s", col.Name, die, got, cells[i+1])
			}
		}
	}
}

// Tables C, D, F and 13.4 of the rules.
func TestEmbeddedCharts(t *testing.T) {
	d := load(t)
	if want := (Costs{
		Terrain: [2][Terrains]int{{Clear: 12, Rough: 18, Woods: 24, Town: 12}, {Clear: 6, Rough: 12, Woods: 18, Town: 6}},
		Road:    [2]int{6, 6}, Highway: [2]int{3, 6}, Minor: [2]int{12, 6},
		Attack:  [2][3]int{{18, 36, 54}, {6, 12, 18}},
		Traffic: 12, LeaveZOC: [2]int{6, 0}, ZOCtoZOC: [2]int{12, 0}, Strategic: 18,
	}); d.Costs != want {
		t.Errorf("costs %+v, want %+v", d.Costs, want)
	}
	if want := (CombatModifiers{
		Disrupted: -2, OutOfSupply: -2, GermanNight: 1, AlliedDay: 1, ChitFor: 1, Intensity: [3]int{-2, 0, 1},
		Town: -2, MinorRiver: -1, Village: -1, Woods: -1, DefDisrupted: 2, DefIsolated: 2, ChitAgainst: -1,
	}); d.Combat != want {
		t.Errorf("combat modifiers %+v, want %+v", d.Combat, want)
	}
	if want := (Infiltration{DisruptedTo: 2, FailsTo: 5, German: 1, Night: 2, Infantry: 1}); d.Infil != want {
		t.Errorf("infiltration %+v, want %+v", d.Infil, want)
	}
	if want := (AirAttack{NothingTo: 0, DisruptedTo: 4, WoodsOrTown: -2, Actions: -1}); d.Air != want {
		t.Errorf("air attack %+v, want %+v", d.Air, want)
	}
	if want := (Truck{Move: 9, Turn: 2, Form: d.FormationIDs.Of("84"), Delay: 1, Origin: engine.OriginGuess}); d.Truck != want {
		t.Errorf("truck %+v, want %+v", d.Truck, want)
	}
}

func TestEmbeddedUnits(t *testing.T) {
	d := load(t)
	lehr := d.Units[d.UnitIDs.Of("lehr-a")]
	if lehr.Steps != 2 || lehr.Move != 9 || lehr.Turn != 1 || d.Formations[lehr.Form].ID != "lehr" ||
		lehr.Attack != [2][2]int16{{11, 6}, {6, 3}} || lehr.Defence != [2][2]int16{{8, 5}, {4, 2}} {
		t.Errorf("lehr-a %+v", lehr)
	}
	foot := d.Units[d.UnitIDs.Of("84-1")]
	if foot.Steps != 1 || foot.Move != 3 || foot.Type != Infantry || foot.Turn != 0 || len(foot.Hexes) != 1 ||
		foot.Attack[0] != [2]int16{5, 2} || foot.Defence[0] != [2]int16{7, 4} {
		t.Errorf("84-1 %+v", foot)
	}
	for i, u := range d.Units {
		want := 0
		if u.ID == "2arm-1" || u.ID == "2arm-2" {
			want = 6
		}
		if u.FirstMove != want {
			t.Errorf("%s: first move %d, want %d", u.ID, u.FirstMove, want)
		}
		found := false
		for _, v := range d.Formations[u.Form].Units {
			found = found || v == UnitIx(i)
		}
		if !found {
			t.Errorf("%s is not listed in its formation", u.ID)
		}
	}
	order := ""
	for _, f := range d.Formations {
		order += f.ID + " "
	}
	if want := "2pz lehr 116 9pz fbb 2arm 84 4cav 29arm 3arm "; order != want {
		t.Errorf("formations %s, want %s", order, want)
	}
}

func TestEmbeddedMap(t *testing.T) {
	d := load(t)
	for _, c := range []struct {
		a, b string
		want Hexside
	}{
		{"0604", "0704", Hexside{Meuse: true, Bridge: true, Road: Highway}},
		{"0113", "0213", Hexside{Meuse: true, Bridge: true, Road: Road}},
		{"0207", "0308", Hexside{Meuse: true, Bridge: true, Road: Road}},
		{"0605", "0705", Hexside{Meuse: true}},
		{"1815", "1915", Hexside{Minor: true, Road: Road}},
	} {
		a, b := d.at(t, c.a), d.at(t, c.b)
		out, _ := Grid.Direction(a.At, b.At)
		back, _ := Grid.Direction(b.At, a.At)
		if a.Side[out] != c.want || b.Side[back] != c.want {
			t.Errorf("%s-%s: %+v and %+v, want %+v", c.a, c.b, a.Side[out], b.Side[back], c.want)
		}
	}
	sources := [3]int{}
	for _, h := range d.Hexes {
		for n := range sources {
			if h.Source[n] {
				sources[n]++
			}
		}
		meuse := false
		for dir, s := range h.Side {
			meuse = meuse || s.Meuse
			if s.Bridge && !s.Meuse {
				t.Errorf("%s: bridge without the Meuse", h.ID)
			}
			if s != (Hexside{}) && h.Next[dir] == NoHex {
				t.Errorf("%s: a hexside beyond the map", h.ID)
			}
		}
		if meuse != h.Meuse {
			t.Errorf("%s: Meuse %v", h.ID, h.Meuse)
		}
	}
	if want := [3]int{NationGerman: 13 + 7, NationUS: 33 + 6, NationBritish: 17}; sources != want {
		t.Errorf("sources %v, want %v", sources, want)
	}
	for id, want := range map[string][3]bool{
		"3300": {NationUS: true}, "3306": {NationUS: true}, "3307": {}, "3310": {NationGerman: true},
		"2216": {NationGerman: true}, "2215": {}, "0100": {NationUS: true, NationBritish: true}, "0116": {NationBritish: true},
	} {
		if got := d.at(t, id).Source; got != want {
			t.Errorf("%s: sources %v, want %v", id, got, want)
		}
	}
	for _, id := range []string{"2216", "3316", "1300", "3309", "0815"} {
		if !d.at(t, id).Entry {
			t.Errorf("%s: no entry hex", id)
		}
	}
}
