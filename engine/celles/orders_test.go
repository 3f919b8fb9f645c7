package celles

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/enginetest/rulecase"
)

// checkRehearsal reads SEAT ORDER… : [NAME=VALUE…], fields of one attack of the dry run;
// fires=4 counts faces, line=KEY is something said. Nothing: no attack at all.
func checkRehearsal(r *rulecase.Run, words []string) {
	colon := slices.Index(words, ":")
	if colon < 2 {
		r.Fail("rehearse SEAT ORDER… : NAME=VALUE…")
	}
	a, err := r.Position().DryRun(engine.Seat(words[0]), r.Standing(words[1:colon]))
	if err != nil {
		r.Fail("%v", err)
	}
	data, ok := a.Data.(RehearsalData)
	if !ok {
		r.Fail("the data is %T", a.Data)
	}
	want := words[colon+1:]
	if len(want) == 0 && len(data.Attacks) > 0 {
		r.Fail("there are %d attacks", len(data.Attacks))
	}
	if len(want) == 0 {
		return
	}
	for i := range data.Attacks {
		if rehearsed(&data.Attacks[i], a.Lines, want) {
			return
		}
	}
	text, _ := json.MarshalIndent(data, "", " ")
	r.Fail("no attack %v in %s", want, text)
}

func rehearsed(a *RehearsedAttack, lines []engine.Msg, want []string) bool {
	have := map[string]string{
		"unit": a.Unit, "intensity": a.Intensity, "with": strings.Join(a.With, ","), "against": strings.Join(a.Against, ","),
		"column": a.Column, "net": strconv.Itoa(a.Net), "faces": strings.Join(a.Faces, ","),
		"chits": strings.Join(a.Chits, ","),
	}
	for _, word := range []string{"fires", "asked", "void", "idle", depends} {
		have[word] = strconv.Itoa(a.count(word))
	}
	for _, w := range want {
		name, value, _ := strings.Cut(w, "=")
		if name == "line" {
			if !slices.ContainsFunc(lines, func(m engine.Msg) bool { return m.Key == "answer."+value }) {
				return false
			}
			continue
		}
		if have[name] != value {
			return false
		}
	}
	return true
}

// TestEveryClauseHasItsCases: of each clause a case shows it fire, not fire and be
// void; a case has each reason.
func TestEveryClauseHasItsCases(t *testing.T) {
	shown, reasons := map[string]bool{}, map[string]bool{}
	for _, c := range suite(t).Cases(t) {
		for _, s := range c.Steps {
			if s.Words[0] == "stood" {
				shown[s.Words[1]+" "+s.Words[2]] = true
				if len(s.Words) > 3 {
					reasons["standing."+s.Words[2]+"."+s.Words[3]] = true
				}
			}
		}
	}
	for _, c := range clauses {
		for _, verdict := range []string{"fires", "not", "void"} {
			if !shown[c.Name+" "+verdict] {
				t.Errorf("clause %s has no case of %q", c.Name, verdict)
			}
		}
	}
	for _, m := range standingSayings() {
		if !strings.HasPrefix(m.Key, "standing.fired.") && strings.HasPrefix(m.Key, "standing.") && !reasons[m.Key] {
			t.Errorf("no case stands for the reason %s", m.Key)
		}
	}
}

// standingSayings are samples of what is said of standing orders.
func standingSayings() []engine.Msg {
	var all []engine.Msg
	add := func(prefix, args string, names ...string) {
		for _, name := range names {
			all = append(all, sampleOf(prefix+name, args))
		}
	}
	for _, c := range clauses {
		add("clause.", "", c.Name)
		add("command.", "", c.Name)
		for _, a := range c.Args {
			add("clause-arg.", "", a.Name)
			add("argument.", "", a.Name)
		}
	}
	add("standing.fired.", "odds:Text n:Num", clausePlayChit)
	add("standing.fired.", "", clauseKeepChit)
	add("standing.fired.", "unit:Noun", clauseLosses, clauseDisruption, clauseStacking, "retreat-lost")
	add("standing.fired.", "unit:Noun hex:Hex", clauseRetreat)
	add("standing.not.", "", "own-phase")
	add("standing.not.", "units:List", "attacked", "concerned", "alike")
	add("standing.not.", "odds:Text least:Text", "odds")
	add("standing.not.", "n:Num least:Num", "faces")
	add("standing.not.", "unit:Noun hexes:hexes", "avoid", "reach")
	add("standing.not.", "unit:Noun hex:Hex", "garrison")
	add("standing.not.", "unit:Noun n:Num", "ways")
	add("standing.void.", "units:List", "units")
	add("standing.void.", "unit:Noun", "supply")
	add("standing.void.", "hexes:hexes", "hexes")
	add("answer.", "unit:Noun with:List against:List odds:Text drm:Num fires:Num asked:Num void:Num idle:Num depends:Num",
		"rehearsal-attack")
	add("answer.rehearsal-now.", "", outFires.String(), outAsked.String(), outVoid.String(), outIdle.String(), depends)
	return all
}

// TestAFormationAndAUnitAreToldApart: who activates reads how many units a formation has, and that another unit goes alone; a division
// of which only some may act says how many.
func TestAFormationAndAUnitAreToldApart(t *testing.T) {
	words, err := locale.New(openGame(t).Info())
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{
		"side german step activate\nchit 2pz\nunit 2pz-a 2712\nunit 2pz-b 2713\nunit lehr-a 2216":            {"Activate the 2nd Panzer (2 units)", "Activate only Lehr A"},
		"side allied step activate\nchit 84\nunit 84-1 2712\nunit 84-2 2713\nunit 84-3 2714\nunit 84-4 2613": {"Activate the 84th Infantry (3 of its 4 units)"},
	} {
		pos := parse(t, "celles 1\nturn 3 phase action "+text)
		node, err := pos.Explain(pos.Prompts()[0].ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, o := range node.Options {
			got = append(got, words.Option("en", o))
		}
		if !slices.Equal(got, want) || len(node.Options[0].Pieces) < 2 {
			t.Errorf("%s: %q, of %v", text, got, node.Options[0].Pieces)
		}
	}
}
