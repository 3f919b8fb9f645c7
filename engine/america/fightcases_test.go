package america

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/enginetest/rulecase"
)

// checkOdds is "odds 3009 39-26vg 77-26vg : attack=8 column=2:1 shifts=woods-1,hq+1": the odds that a query tells, with
// all shifts in the order of the rules; "shifts=-": there are none. Without units: all who could attack.
func checkOdds(r *rulecase.Run, words []string) {
	colon := slices.Index(words, ":")
	if colon < 1 {
		r.Fail("odds HEX UNIT… : FIELD=VALUE…")
	}
	q := engine.Query{Name: "odds", Args: map[string][]string{"hex": {words[0]}, "with": words[1:colon]}}
	var data OddsData
	r.Ask(q, &data)
	shifts := make([]string, 0, len(data.Shifts))
	for _, s := range data.Shifts {
		sign := ""
		if s.Value > 0 {
			sign = "+"
		}
		shifts = append(shifts, s.Name+sign+strconv.Itoa(s.Value))
	}
	if len(shifts) == 0 {
		shifts = []string{"-"}
	}
	got := map[string]string{
		"attack": strconv.Itoa(data.Attack), "defence": strconv.Itoa(data.Defence), "odds": data.Odds,
		"column": data.Column, "shifts": strings.Join(shifts, ","), "helpless": strconv.FormatBool(data.Helpless),
		"with": strings.Join(data.With, ","),
	}
	for _, f := range data.Faces {
		got[strconv.Itoa(f.Die)] = strconv.Itoa(f.Attacker) + "/" + strconv.Itoa(f.Defender)
		got["hex"+strconv.Itoa(f.Die)] = string(f.Hex)
	}
	for _, w := range words[colon+1:] {
		name, want, ok := strings.Cut(w, "=")
		if have, known := got[name]; !ok || !known || have != want {
			r.Fail("%s: it is %q", w, have)
		}
	}
}

// TestTowns: a town in the Westwall has no more than its own shift, one in the woods no more either (9.52). The map has
// none.
func TestTowns(t *testing.T) {
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	h := hexIx(slices.IndexFunc(g.d.Hexes, func(x scenario.Hex) bool { return x.Site == scenario.Town }))
	for _, c := range []struct {
		terrain  scenario.Terrain
		site     scenario.Site
		westwall bool
		want     int
	}{
		{scenario.Clear, scenario.Town, true, -2},
		{scenario.Woods, scenario.Town, false, -2},
		{scenario.Woods, scenario.Town, true, -2},
		{scenario.Woods, scenario.Village, false, -1},
		{scenario.Hill, scenario.Village, true, -3},
		{scenario.Clear, scenario.NoSite, true, -2},
	} {
		x := &g.d.Hexes[h]
		x.Terrain, x.Site, x.Westwall = c.terrain, c.site, c.westwall
		var list [shifts]int
		g.terrainShifts(h, &list)
		sum := 0
		for _, n := range list {
			sum += n
		}
		if sum != c.want {
			t.Errorf("%+v: %d", c, sum)
		}
	}
}
