package celles

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/enginetest/csvtabletest"
	"referee/engine/hex"
)

// cells are the cells of a table of an aid, by the first cell of its row, as Go prints what is in them.
func cells(t *testing.T, id string, table int) map[string][]engine.Arg {
	t.Helper()
	a, ok := strict(t).Info().Aid(id)
	if !ok {
		t.Fatalf("no aid %s", id)
	}
	out := map[string][]engine.Arg{}
	for _, row := range a.Tables[table].Rows {
		name := row[0].Text
		switch {
		case row[0].Msg != nil:
			name = row[0].Msg.Key
		case row[0].Kind == engine.ArgNum:
			name = fmt.Sprint(row[0].Num)
		}
		out[name] = row[1:]
	}
	return out
}

// TestAidsCostWhatMovingCosts: what the terrain chart prints is what units pay for a step, by every terrain and road, on wheels and on foot.
func TestAidsCostWhatMovingCosts(t *testing.T) {
	g, chart := strict(t), cells(t, "terrain", 0)
	d, err := scenario.Load(Files())
	if err != nil {
		t.Fatal(err)
	}
	pays := func(unit string, from, to *scenario.Hex) (cost, of int) {
		pos := parse(t, "celles 1\nturn 2 phase action side "+map[string]string{"lehr-a": "german", "84-1": "allied"}[unit]+
			" step move\nactive formation "+map[string]string{"lehr-a": "lehr", "84-1": "84"}[unit]+" units "+unit+"\nunit "+unit+" "+from.ID+"\n")
		r, ok := pos.Reach(engine.Spectator, unit)
		if !ok {
			t.Fatal("no reach")
		}
		for _, h := range r.Hexes {
			if h.To == to.At {
				return h.Cost, r.Of
			}
		}
		return -1, r.Of
	}
	seen := map[string]bool{}
	for i := range d.Hexes {
		from := &d.Hexes[i]
		for _, dir := range hex.Dirs {
			if from.Next[dir] == noHex {
				continue
			}
			to, side := &d.Hexes[from.Next[dir]], from.Side[dir]
			row := string(to.Terrain.Class())
			switch side.Road {
			case scenario.Road:
				row = "aid.row.road"
			case scenario.Highway:
				row = "aid.row.highway"
			case scenario.NoRoad:
			}
			if seen[row] || side.Meuse || side.Minor || from.Rear != noSide || to.Rear != noSide {
				continue
			}
			seen[row] = true
			for col, unit := range []string{"lehr-a", "84-1"} {
				cost, of := pays(unit, from, to)
				cell := chart[row][col]
				if cost < 0 || cost*cell.Den != cell.Num*of {
					t.Errorf("%s %s to %s, %s: pays %d/%d, the aid says %d/%d", unit, from.ID, to.ID, row, cost, of, cell.Num, cell.Den)
				}
			}
		}
	}
	if len(seen) != int(scenario.Terrains)+2 {
		t.Errorf("tried %v", seen)
	}
	if entering := g.Info().Entering; len(entering) != int(scenario.Terrains) {
		t.Errorf("%v", entering)
	}
}

// TestAidsAreTheSheets: results, modifiers and actions are those of the data, cell by cell.
func TestAidsAreTheSheets(t *testing.T) {
	results := map[string]string{}
	for _, r := range csvtabletest.Sheet(t, Files(), "combat_results.csv") {
		results[r["odds"]+" "+r["die"]] = table(r["attacker"]) + "/" + table(r["defender"])
	}
	a, _ := strict(t).Info().Aid("combat")
	n := 0
	for _, row := range a.Tables[0].Rows {
		for i, cell := range row[1:] {
			odds := a.Tables[0].Head[i+1].Args[0].Text
			want := results[fmt.Sprint(odds, " ", row[0].Num)]
			if want == "/" {
				want = "–"
			}
			if n++; cell.Text != want {
				t.Errorf("%s, die %d: %q, want %q", odds, row[0].Num, cell.Text, want)
			}
		}
	}
	if n != len(results) {
		t.Errorf("%d cells of %d", n, len(results))
	}
	turns := cells(t, "calendar", 0)
	for _, r := range csvtabletest.Sheet(t, Files(), "turns.csv") {
		row := turns[r["turn"]]
		if fmt.Sprint(row[2].Num, row[3].Num) != r["german_actions"]+" "+r["allied_actions"] {
			t.Errorf("turn %s: %v", r["turn"], row)
		}
	}
	var modifiers []string
	for _, table := range a.Tables[1:] {
		for _, row := range table.Rows {
			m := row[0].Msg
			modifiers = append(modifiers, m.Args[0].Text)
		}
	}
	if got, want := strings.Join(modifiers, " "), "−2 0 +1 −2 −2 +1 +1 +1 −2 −1 −1 −1 +2 +2 −1"; got != want {
		t.Errorf("modifiers %s, want %s", got, want)
	}
}

// table is half a result as the table prints it: 2RD is **RD.
func table(sheet string) string {
	for n, stars := range []string{"", "*", "**", "***"} {
		if rest, ok := strings.CutPrefix(sheet, fmt.Sprint(n)); ok {
			return stars + rest
		}
	}
	return sheet
}

// TestAidsOfRollsAndPlacesAreTheSheets: the rolls for infiltrations and air attacks with their modifiers, and the points of places, are those
// of the data.
func TestAidsOfRollsAndPlacesAreTheSheets(t *testing.T) {
	info := strict(t).Info()
	rolls, _ := info.Aid("rolls")
	for i, name := range []string{"infiltration.csv", "air_attack.csv"} {
		var got, want []string
		for _, row := range rolls.Tables[i].Rows {
			got = append(got, row[0].Text+" "+strings.TrimPrefix(row[1].Msg.Key, "aid.rolls."))
		}
		for _, a := range rolls.Lines[i].Args {
			got = append(got, a.Name+" "+a.Text)
		}
		for _, r := range csvtabletest.Sheet(t, Files(), name) {
			switch dice := csvtabletest.Span(r); {
			case dice != "":
				want = append(want, dice+" "+r["result"])
			case r["low"] != "german_actions": // it is spent, and changes no die
				want = append(want, r["low"]+" "+strings.ReplaceAll(r["result"], "-", "−"))
			}
		}
		says := strings.NewReplacer("none", "nothing", "woods_or_town", "cover").Replace(strings.Join(want, ", "))
		if is := strings.Join(got, ", "); is != says {
			t.Errorf("%s: the aid says %s, want %s", name, is, says)
		}
	}
	var got, want []string
	victory, _ := info.Aid("victory")
	for _, row := range victory.Tables[0].Rows {
		var hexes []string
		for _, h := range row[0].List {
			hexes = append(hexes, h.Text)
		}
		got = append(got, fmt.Sprintf("%v %d %d", hexes, row[1].Num, row[2].Num))
	}
	for _, r := range csvtabletest.Sheet(t, Files(), "places.csv") {
		if r["kind"] == "victory" {
			hexes := strings.Fields(r["hexes"])
			slices.Sort(hexes)
			want = append(want, fmt.Sprintf("%v %s %s", hexes, r["german_vp"], r["allied_vp"]))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("places %q, want %q", got, want)
	}
}

// TestAidsTellGuesses: the aids say of how many counters the values are guesses, and that the truck's allowance is.
func TestAidsTellGuesses(t *testing.T) {
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	for id, key := range map[string]string{"counter": "aid.guesses-values", "terrain": "aid.terrain.truck-guess"} {
		a, _ := g.Info().Aid(id)
		last := a.Lines[len(a.Lines)-1]
		if last.Key != key {
			t.Errorf("%s: %q, want %q", id, last.Key, key)
		}
		if id == "counter" && (last.Args[0].Num != 7 || last.Args[1].Num != 39) {
			t.Errorf("counters: %+v", last.Args)
		}
	}
}
