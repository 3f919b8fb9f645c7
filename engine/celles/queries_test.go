package celles

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/celles/event"
)

// query checks an answer of the position.
func (r *caseRun) query(name string, words []string) {
	r.t.Helper()
	switch name {
	case "reach":
		r.reach(words[0], words[1:])
	case "odds":
		r.odds(words)
	case "supply":
		r.supply(words)
	case "zoc":
		r.zoc(words[0], words[1:])
	case "ask":
		r.anyQuery(words)
	case "refuse-ask":
		_, err := r.pos.Ask(engine.Spectator, r.asked(words[1:]))
		r.illegal(err, words[0])
	default:
		r.fail("unknown line %q", name)
	}
}

// ask puts a query and reads its data into out.
func (r *caseRun) ask(q engine.Query, out any) {
	r.t.Helper()
	a, err := r.pos.Ask(engine.Spectator, q)
	if err != nil {
		r.fail("%s: %s", q.Name, explain(err))
	}
	data, err := json.Marshal(a.Data)
	if err != nil {
		r.fail("%v", err)
	}
	if err := json.Unmarshal(data, out); err != nil {
		r.fail("%v in %s", err, data)
	}
}

// asked reads NAME ARG=VALUE….
func (r *caseRun) asked(words []string) engine.Query {
	r.t.Helper()
	q := engine.Query{Name: words[0], Args: map[string][]string{}}
	for _, w := range words[1:] {
		name, value, ok := strings.Cut(w, "=")
		if !ok {
			r.fail("%q is not name=value", w)
		}
		q.Args[name] = append(q.Args[name], value)
	}
	return q
}

// anyQuery reads NAME ARG=VALUE… : FIELD=VALUE….
func (r *caseRun) anyQuery(words []string) {
	r.t.Helper()
	colon := slices.Index(words, ":")
	if colon < 1 {
		r.fail("ask NAME ARG=VALUE… : FIELD=VALUE…")
	}
	a, err := r.pos.Ask(engine.Spectator, r.asked(words[:colon]))
	if err != nil {
		r.fail("%s", explain(err))
	}
	if !r.hasFields(a.Data, words[colon+1:]) {
		r.fail("the answer is %v", r.flat(a.Data))
	}
}

func (r *caseRun) reach(unit string, want []string) {
	r.t.Helper()
	var have struct {
		Hexes []struct {
			Hex, MP, Left       string
			Bonus, Infiltration bool
		}
	}
	r.ask(engine.Query{Name: "reach", Args: map[string][]string{"unit": {unit}}}, &have)
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
			r.fail("reach %s %s: %q, %q, want %q", unit, hex, is, full[hex], mp)
		}
	}
}

// odds reads UNIT INTENSITY [UNIT…] [NAME=VALUE…]: a field, a die's result
// (9=/RD) or a modifier (town=-2; none=town where it is not there).
func (r *caseRun) odds(words []string) {
	r.t.Helper()
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
	r.ask(engine.Query{Name: "odds", Args: args}, &have)
	got := map[string]string{
		"attack": strconv.Itoa(have.Attack), "defence": strconv.Itoa(have.Defence),
		"net": strconv.Itoa(have.Net), "column": have.Column,
	}
	for _, f := range have.Faces {
		got[strconv.Itoa(f.Die)] = f.Attacker + "/" + f.Defender
	}
	for _, m := range have.DRM {
		got[m.Name] = strconv.Itoa(m.Value)
	}
	for _, w := range words[split:] {
		name, value, _ := strings.Cut(w, "=")
		if name == "none" {
			name, value = value, ""
		}
		if got[name] != value {
			r.fail("odds: %s is %q, want %q; %+v", name, got[name], value, have)
		}
	}
}

func (r *caseRun) supply(want []string) {
	r.t.Helper()
	var have struct{ Units map[string]string }
	r.ask(engine.Query{Name: "supply"}, &have)
	for _, w := range want {
		unit, state, _ := strings.Cut(w, "=")
		if have.Units[unit] != state {
			r.fail("supply: %s is %q, want %q", unit, have.Units[unit], state)
		}
	}
}

func (r *caseRun) zoc(side string, want []string) {
	r.t.Helper()
	var have struct{ Hexes []string }
	r.ask(engine.Query{Name: "zoc", Args: map[string][]string{"side": {side}}}, &have)
	for _, w := range want {
		hex, not := strings.CutPrefix(w, "!")
		if slices.Contains(have.Hexes, hex) == not {
			r.fail("zoc of %s: %s", side, w)
		}
	}
}
