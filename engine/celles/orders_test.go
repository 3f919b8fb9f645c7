package celles

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/engine"
)

// left is a standing order of a case.
type left struct {
	seat  engine.Seat
	order engine.Standing
}

// stood is what an order made of a question.
type stood struct {
	clause string
	engine.Stood
}

// verdict is how a case says it: "fires", "not faces" or "void supply".
func (s stood) verdict() string {
	key := strings.TrimPrefix(s.Why.Key, "standing.")
	switch {
	case s.Fires:
		return "fires"
	default:
		return strings.Replace(key, ".", " ", 1)
	}
}

// standing reads a standing order out of the words of a line.
func (r *caseRun) standing(words []string) engine.Standing {
	r.t.Helper()
	st, err := r.game.Info().ParseStanding(strings.Join(words, " "))
	if err != nil {
		r.fail("%v", err)
	}
	return st
}

// orders does what a line about standing orders says; false: it is none.
func (r *caseRun) orders(verb string, words []string) bool {
	r.t.Helper()
	switch verb {
	case "standing":
		o := left{engine.Seat(words[0]), r.standing(words[1:])}
		if err := r.pos.CheckStanding(o.seat, o.order); err != nil {
			r.fail("%s", explain(err))
		}
		r.left = append(r.left, o)
		r.stood = nil
		r.follow()
	case "refuse-standing":
		r.illegal(r.pos.CheckStanding(engine.Seat(words[1]), r.standing(words[2:])), words[0])
	case "stood":
		r.hasStood(words[0], words[1:])
	case "rehearse":
		r.rehearse(words)
	default:
		return false
	}
	return true
}

// follows gives the answer of the newest standing order that fires.
func (r *caseRun) follows(p engine.Prompt) ([]string, bool) {
	r.t.Helper()
	for _, o := range slices.Backward(r.left) {
		if o.seat != p.Seat {
			continue
		}
		s, err := r.pos.Stand(p.ID, o.order)
		if err != nil {
			r.fail("%s: %s", r.game.Info().PrintStanding(o.order), explain(err))
		}
		if s.Why.Key != "" {
			r.stood = append(r.stood, stood{o.order.Clause, s})
		}
		if s.Fires {
			return s.Path, true
		}
	}
	return nil, false
}

// hasStood reads CLAUSE fires|not WHY|void WHY [NAME=VALUE…].
func (r *caseRun) hasStood(clause string, words []string) {
	r.t.Helper()
	split := slices.IndexFunc(words, func(w string) bool { return strings.Contains(w, "=") })
	if split < 0 {
		split = len(words)
	}
	want := strings.Join(words[:split], " ")
	for _, s := range r.stood {
		if s.clause == clause && s.verdict() == want && said(s.Why, words[split:]) {
			return
		}
	}
	text := ""
	for _, s := range r.stood {
		text += fmt.Sprintf("\n%s %s %v", s.clause, s.verdict(), s.Why.Args)
	}
	r.fail("%s %s %s; the orders:%s", clause, want, words[split:], text)
}

// said reports whether a message has the arguments given, lists joined by commas.
func said(m engine.Msg, fields []string) bool {
	for _, f := range fields {
		name, value, _ := strings.Cut(f, "=")
		if !slices.ContainsFunc(m.Args, func(a engine.Arg) bool { return a.Name == name && argText(a) == value }) {
			return false
		}
	}
	return true
}

func argText(a engine.Arg) string {
	switch a.Kind {
	case engine.ArgNum:
		return strconv.Itoa(a.Num)
	case engine.ArgList:
		words := make([]string, len(a.List))
		for i, item := range a.List {
			words[i] = argText(item)
		}
		return strings.Join(words, ",")
	default:
		return a.Text
	}
}

// rehearse reads SEAT ORDER… : [NAME=VALUE…], fields of one attack of the dry run;
// fires=4 counts faces, line=KEY is something said. Nothing: no attack at all.
func (r *caseRun) rehearse(words []string) {
	r.t.Helper()
	colon := slices.Index(words, ":")
	if colon < 2 {
		r.fail("rehearse SEAT ORDER… : NAME=VALUE…")
	}
	a, err := r.pos.Rehearse(engine.Seat(words[0]), r.standing(words[1:colon]))
	if err != nil {
		r.fail("%s", explain(err))
	}
	data, ok := a.Data.(RehearsalData)
	if !ok {
		r.fail("the data is %T", a.Data)
	}
	want := words[colon+1:]
	if len(want) == 0 && len(data.Attacks) > 0 {
		r.fail("there are %d attacks", len(data.Attacks))
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
	r.fail("no attack %v in %s", want, text)
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
	for _, c := range caseFiles(t) {
		for _, s := range c.steps {
			if s.words[0] == "stood" {
				shown[s.words[1]+" "+s.words[2]] = true
				if len(s.words) > 3 {
					reasons["standing."+s.words[2]+"."+s.words[3]] = true
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
