package celles

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/enginetest/rulecase"
)

// checks are the lines of cases that only Celles has:
//
//	reach lehr-a 2213=4.5        MP to a hex; "-" not reachable; "4!" by infiltration;
//	                             2213=4.5/7+ with what is left there, "+" with the bonus of 8.5
//	odds lehr-a medium lehr-recon column=2-1 net=-1 9=/RD town=-2
//	supply lehr-a=out            what a supply phase would find now
//	zoc german 2113 !2114        hexes in the ZOC of a side, and not
//	rehearse allied losses by weakest : unit=lehr-a fires=4 idle=6   an attack of the dry run
var checks = map[string]func(*rulecase.Run, []string){
	"reach":    func(r *rulecase.Run, words []string) { checkReach(r, words[0], words[1:]) },
	"odds":     checkOdds,
	"supply":   checkSupply,
	"zoc":      func(r *rulecase.Run, words []string) { checkZOC(r, words[0], words[1:]) },
	"rehearse": checkRehearsal,
}

func checkReach(r *rulecase.Run, unit string, want []string) {
	var have struct {
		Hexes []struct {
			Hex, MP, Left       string
			Bonus, Infiltration bool
		}
	}
	r.Ask(engine.Query{Name: "reach", Args: map[string][]string{"unit": {unit}}}, &have)
	got, full := map[string]string{}, map[string]string{}
	for _, h := range have.Hexes {
		got[h.Hex], full[h.Hex] = h.MP, h.MP+"/"+h.Left
		if h.Infiltration {
			got[h.Hex] += "!"
		}
		if h.Bonus {
			full[h.Hex] += "+"
		}
	}
	for _, w := range want {
		hex, mp, _ := strings.Cut(w, "=")
		if mp == "-" {
			mp = ""
		}
		if is := got[hex]; is != mp && full[hex] != mp {
			r.Fail("reach %s %s: %q, %q, want %q", unit, hex, is, full[hex], mp)
		}
	}
}

// odds reads UNIT INTENSITY [UNIT…] [NAME=VALUE…]: a field, a die's result
// (9=/RD), a modifier (town=-2; none=town where it is not there) or the paragraph of one (town.rule=11).
func checkOdds(r *rulecase.Run, words []string) {
	split := slices.IndexFunc(words, func(w string) bool { return strings.Contains(w, "=") })
	if split < 0 {
		split = len(words)
	}
	args := map[string][]string{"unit": words[:1], "intensity": words[1:2], "with": words[2:split]}
	var have struct {
		Attack, Defence, Net int
		Column               string
		DRM                  []event.DRM
		Faces                []struct {
			Die                int
			Attacker, Defender string
		}
	}
	r.Ask(engine.Query{Name: "odds", Args: args}, &have)
	got := map[string]string{
		"attack": strconv.Itoa(have.Attack), "defence": strconv.Itoa(have.Defence),
		"net": strconv.Itoa(have.Net), "column": have.Column,
	}
	for _, f := range have.Faces {
		got[strconv.Itoa(f.Die)] = f.Attacker + "/" + f.Defender
	}
	for _, m := range have.DRM {
		got[m.Name], got[m.Name+".rule"] = strconv.Itoa(m.Value), m.Rule
	}
	for _, w := range words[split:] {
		name, value, _ := strings.Cut(w, "=")
		if name == "none" {
			name, value = value, ""
		}
		if got[name] != value {
			r.Fail("odds: %s is %q, want %q; %+v", name, got[name], value, have)
		}
	}
}

func checkSupply(r *rulecase.Run, want []string) {
	var have struct{ Units map[string]string }
	r.Ask(engine.Query{Name: "supply"}, &have)
	for _, w := range want {
		unit, state, _ := strings.Cut(w, "=")
		if have.Units[unit] != state {
			r.Fail("supply: %s is %q, want %q", unit, have.Units[unit], state)
		}
	}
}

func checkZOC(r *rulecase.Run, side string, want []string) {
	var have struct{ Hexes []string }
	r.Ask(engine.Query{Name: "zoc", Args: map[string][]string{"side": {side}}}, &have)
	for _, w := range want {
		hex, not := strings.CutPrefix(w, "!")
		if slices.Contains(have.Hexes, hex) == not {
			r.Fail("zoc of %s: %s", side, w)
		}
	}
}

// TestScoreMarksPlaceHolders: the score marks every hex that counts, and says who is in each place alone.
func TestScoreMarksPlaceHolders(t *testing.T) {
	g, err := open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Parse("celles 1\nturn 2 phase action side german step draw\nunit lehr-a 2113\nunit 84-1 2808\nunit 2pz-recon 0704\nunit 29arm-1 0604\n")
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.askScore(s, engine.Judge, engine.Query{})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, l := range a.Lines[2:] {
		said = append(said, l.Key)
	}
	if left := a.Lines[1]; left.Key != "answer.turn-of" || left.Args[0].Num != len(g.d.Turns)-2 {
		t.Errorf("in turn 2 of %d it says %v", len(g.d.Turns), a.Lines[1])
	}
	const nobody, here = "answer.score-place", "answer.score-place."
	want := []string{here + "allied", nobody, here + "german", nobody, nobody, nobody, nobody}
	if !slices.Equal(said, want) {
		t.Errorf("said %q, want %q", said, want)
	}
	marked := 0
	for _, p := range g.d.Places {
		for _, h := range p.Hexes {
			if slices.Contains(a.Marks, engine.Mark{At: g.d.Hexes[h].At, Class: engine.MarkPlace}) {
				marked++
			}
		}
	}
	if marked != len(a.Marks) || marked != 9 {
		t.Errorf("%d of %d marks are in a place", marked, len(a.Marks))
	}
}
