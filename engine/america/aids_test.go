package america

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/enginetest/csvtabletest"
	"referee/engine/hex"
)

// TestAidsCostWhatMovingCosts: what the terrain chart prints is what units pay for a step, by every terrain, site, road and river, on foot and
// mechanised. Where another way to the hex is cheaper than the step, it is paid.
func TestAidsCostWhatMovingCosts(t *testing.T) {
	g := strict(t)
	a, _ := g.Info().Aid("terrain")
	chart := map[string][]engine.Arg{}
	for _, row := range a.Tables[0].Rows {
		chart[row[0].Msg.Key] = row[1:]
	}
	d, err := scenario.Load(Files())
	if err != nil {
		t.Fatal(err)
	}
	price := func(cell engine.Arg) int { // in halves; -1: not allowed
		switch {
		case cell.Msg != nil && cell.Msg.Key == "aid.row.no":
			return -1
		case cell.Msg != nil:
			cell = cell.Msg.Args[0]
		}
		return cell.Num * scenario.Halves / cell.Den
	}
	met := map[string]bool{}
	for i := range d.Hexes {
		from := &d.Hexes[i]
		for _, dir := range hex.Dirs {
			if from.Next[dir] == noHex {
				continue
			}
			to, side := &d.Hexes[from.Next[dir]], from.Side[dir]
			rows := []string{"ground." + string(to.Terrain.Class())}
			switch {
			case side.Road && side.River == scenario.Dry:
				rows = []string{"aid.row.road"}
			case to.Site != scenario.NoSite:
				rows = []string{"ground." + string(to.Site.Class())}
			}
			switch {
			case side.Bridge == scenario.Standing:
				continue
			case side.River != scenario.Dry:
				rows = append(rows, "aid.row."+map[scenario.River]string{scenario.Minor: "minor", scenario.Major: "major"}[side.River])
			}
			for col, unit := range []string{"39-26vg", "3-2pz"} {
				key := fmt.Sprint(unit, rows)
				if met[key] {
					continue
				}
				want := 0
				for _, row := range rows {
					if n := price(chart[row][col]); n < 0 || want < 0 {
						want = -1
					} else {
						want += n
					}
				}
				pos, err := g.Parse(0, "america-triumphant 1\nturn 2 step begin hq hq-fifth weather cloudy ground frost\nhq hq-fifth combat paid\nunit hq-fifth 3004\nunit "+unit+" "+from.ID+"\n")
				if err != nil {
					continue // the headquarters stands there
				}
				r, _ := pos.Reach(engine.Spectator, unit)
				for _, h := range r.Hexes {
					if h.To != to.At {
						continue
					}
					if want >= 0 && h.Cost > want {
						t.Errorf("%s from %s to %s: pays %d halves, the aid says %d", unit, from.ID, to.ID, h.Cost, want)
					}
					met[key] = met[key] || h.Cost == want
				}
			}
		}
	}
	for _, row := range []string{"ground.clear", "ground.woods", "ground.hill", "ground.village", "ground.town", "aid.row.road"} {
		for _, unit := range []string{"39-26vg", "3-2pz"} {
			if !met[fmt.Sprint(unit, []string{row})] {
				t.Errorf("no step of %s costs what the aid says of %s", unit, row)
			}
		}
	}
	for key, yes := range met { // German mechanised units cross no river without a bridge
		if foot := strings.HasPrefix(key, "39-26vg"); strings.Contains(key, "aid.row.m") && yes != foot {
			t.Errorf("%s: %t", key, yes)
		}
	}
	if len(met) < 20 {
		t.Errorf("tried only %v", met)
	}
}

// bare is a cell of an aid without the mark that says what it rests on.
func bare(cell engine.Arg) engine.Arg {
	if cell.Msg != nil && cell.Msg.Key == "aid.guess" {
		return cell.Msg.Args[0]
	}
	return cell
}

// TestAidsTellGuesses: the aids say which of their numbers are guesses, and mark the few that are not.
func TestAidsTellGuesses(t *testing.T) {
	info := strict(t).Info()
	for _, c := range []struct {
		aid, key     string
		table, marks int
	}{
		{"combat", "aid.guesses-most", 0, 1},
		{"supply", "aid.guesses-all", 1, 0},
		{"impulses", "aid.guesses-most", 0, 3}, // the last box of the shorter track counts on
		{"calendar", "aid.guesses-most", 0, 1},
		{"terrain", "", 0, 0},
	} {
		a, _ := info.Aid(c.aid)
		marks := 0
		for _, row := range a.Tables[c.table].Rows {
			for _, cell := range row {
				if cell.Msg != nil && cell.Msg.Key == "aid.guess" {
					marks++
				}
			}
		}
		told := ""
		for _, m := range a.Lines {
			if strings.HasPrefix(m.Key, "aid.guesses") {
				told = m.Key
			}
		}
		if told != c.key || marks != c.marks {
			t.Errorf("%s: %q with %d marks, want %q with %d", c.aid, told, marks, c.key, c.marks)
		}
	}
	a, _ := info.Aid("counter")
	if last := a.Lines[len(a.Lines)-1]; last.Key != "aid.guesses-values" || last.Args[0].Num != 231 || last.Args[1].Num != 262 {
		t.Errorf("counters: %+v", last)
	}
}

// TestAidsAreTheSheets: results, points and thresholds are those of the data and the rules, cell by cell.
func TestAidsAreTheSheets(t *testing.T) {
	results := map[string]string{}
	for _, r := range csvtabletest.Sheet(t, Files(), "crt.csv") {
		results[r["odds"]+" "+r["die"]] = strings.ReplaceAll(r["attacker"]+"/"+r["defender"], "0", "–")
	}
	info := strict(t).Info()
	a, _ := info.Aid("combat")
	n := 0
	for _, row := range a.Tables[0].Rows {
		for i, cell := range row[1:] {
			if n++; bare(cell).Text != results[fmt.Sprint(a.Tables[0].Head[i+1].Args[0].Text, " ", row[0].Num)] {
				t.Errorf("%v, die %d: %q", a.Tables[0].Head[i+1].Args, row[0].Num, cell.Text)
			}
		}
	}
	if n != len(results) {
		t.Errorf("%d cells of %d", n, len(results))
	}
	var shifts []string
	for _, row := range a.Tables[1].Rows {
		shifts = append(shifts, row[0].Msg.Args[0].Text)
	}
	if got, want := strings.Join(shifts, " "), "−1 −1 −1 −2 −2 +1 +1 −1 +1 −1 +1 −1 +1 −1"; got != want {
		t.Errorf("shifts %s, want %s", got, want)
	}
	a, _ = info.Aid("calendar")
	for i, r := range csvtabletest.Sheet(t, Files(), "turns.csv") {
		if got := bare(a.Tables[0].Rows[i][2]).Text; got != r["supply"]+" / "+r["supply_clear"] {
			t.Errorf("turn %s: %s", r["turn"], got)
		}
	}
	a, _ = info.Aid("victory")
	var wants []string
	for _, table := range a.Tables {
		for _, row := range table.Rows {
			for _, x := range row[1].List {
				wants = append(wants, fmt.Sprint(x.Msg.Args[0].Num))
			}
		}
	}
	if got := strings.Join(wants, " "); got != "6 4 25 9 1 6 15 8 8 19 35 25 5" {
		t.Errorf("thresholds %s", got)
	}
}

// TestAidsOfWeatherAndHeadquartersAreTheSheets: the rolls for weather and ground with their modifiers, and the numbers of headquarters, are
// those of the data; what supply does is what 7.2 says.
func TestAidsOfWeatherAndHeadquartersAreTheSheets(t *testing.T) {
	info := strict(t).Info()
	weather, _ := info.Aid("weather")
	modifiers := map[string]string{}
	for _, a := range weather.Lines[0].Args {
		modifiers[a.Name] = a.Text
	}
	for i, name := range []string{"weather.csv", "ground.csv"} {
		var got, want []string
		for _, row := range weather.Tables[i].Rows {
			cells := []string{row[0].Text, row[1].Text}
			if len(row) > 2 {
				cells = append(cells, fmt.Sprint(row[2].Num))
			}
			got = append(got, strings.Join(cells, " "))
		}
		for _, r := range csvtabletest.Sheet(t, Files(), name) {
			if dice := csvtabletest.Span(r); dice != "" {
				want = append(want, strings.TrimSpace(strings.Join([]string{dice, r["result"], r["air"]}, " ")))
				continue
			}
			arg := map[string]string{"after_precipitation": "rain", "after_clear": "clear", "after_snow": "snow"}[r["low"]]
			if is := modifiers[arg]; is != strings.ReplaceAll(r["result"], "-", "−") {
				t.Errorf("%s: the aid says %q, the data %s", r["low"], is, r["result"])
			}
			delete(modifiers, arg)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the aid says %q, want %q", name, got, want)
		}
	}
	if len(modifiers) > 0 {
		t.Errorf("modifiers that the data lack: %v", modifiers)
	}
	var got, want []string
	supply, _ := info.Aid("supply")
	for _, row := range supply.Tables[1].Rows {
		got = append(got, fmt.Sprint(row[0].Text, " ", row[1].Num, row[2].Num, row[3].Num, row[4].Num))
	}
	for _, r := range csvtabletest.Sheet(t, Files(), "hqs.csv") {
		want = append(want, strings.Join([]string{r["unit"], r["range"], r["support"], r["early"], r["cost"]}, " "))
	}
	if !slices.Equal(got, want) {
		t.Errorf("headquarters %q, want %q", got, want)
	}
	got = nil
	for _, row := range supply.Tables[0].Rows {
		for _, cell := range row[1:] {
			got = append(got, fmt.Sprintf("%d/%d", cell.Num, cell.Den))
		}
	}
	if is := strings.Join(got, " "); is != "1/1 1/1 1/1 1/2 1/1 1/2 1/4 1/2 1/2" {
		t.Errorf("supply does %s", is)
	}
}
