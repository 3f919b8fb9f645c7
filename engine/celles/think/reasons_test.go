package think

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/scenario"
	atRandom "referee/engine/celles/weights"
	"referee/engine/enginetest/thorough"
	"referee/engine/play"
	"referee/engine/play/duel"
)

// always is more decisions than any match has.
const always = 10_000

// TestReasonsHold: over whole matches no reason compares a deed with itself, speaks against a deed alone, calls something
// VP, or says what is not so in the position that follows.
func TestReasonsHold(t *testing.T) {
	thorough.Slow(t)
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	words, err := locale.New(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	sergeant, _ := Players().Find("sergeant")
	captain, _ := Players().Find("captain")
	said, kinds := map[string]bool{}, map[string]bool{}
	enough := errors.New("these decisions are enough")
	for _, c := range []struct {
		a, b      play.Player
		matches   int
		decisions int
	}{{sergeant, play.Recruit(atRandom.Solo()), 1, always}, {sergeant, sergeant, 6, always}, {captain, captain, 1, thorough.Or(150, 180)}} {
		for i := range c.matches {
			m := duel.Rivals{Game: g, A: c.a, B: c.b, Seed: 5}.Match(i/2, i%2)
			n := 0
			m.Decided = func(d duel.Decision) error {
				if n++; n > c.decisions {
					return enough
				}
				if d.Prompt.Seat == engine.Chance {
					return nil
				}
				r := &reason{T: t, Decision: d, w: windowOn(d.Before)}
				var err error
				if r.after, err = after(r.w, d.Answer.Path); err != nil {
					return err
				}
				r.holds()
				r.said(words, said)
				kinds[d.Prompt.Kind] = kinds[d.Prompt.Kind] || len(d.Answer.Why.Lines) > 0
				return nil
			}
			if _, err := m.Play(); err != nil && !errors.Is(err, enough) {
				t.Fatal(err)
			}
		}
	}
	for _, key := range []string{
		"why.better", "why.close", "why.played", "why.faces", "why.second", "why.steps", "why.idle", "why.for.there",
		"why.for.meuse", "why.for.places", "why.for.cut", "why.for.fight", "why.against.fight",
	} {
		if !said[key] {
			t.Errorf("nobody says %s", key)
		}
	}
	for _, kind := range []string{
		"setup", "first", "activate", "place", "extra", "move", "combat-chit", "loss", "retreat", "advance",
	} {
		if !kinds[kind] {
			t.Errorf("there is never a reason for %q", kind)
		}
	}
}

// reason is an answer with its reasons.
type reason struct {
	*testing.T
	duel.Decision
	w     *celles.Window
	after celles.Window
}

func (r *reason) wrong(format string, args ...any) {
	r.Errorf("%s: %q: %v: %s", r.Prompt.ID, r.Answer.Path, r.Answer.Why.Lines, fmt.Sprintf(format, args...))
}

// said holds what is said in every language, and notes it.
func (r *reason) said(words *locale.Words, said map[string]bool) {
	for _, l := range r.Answer.Why.Lines {
		said[l.Key] = true
		for _, lang := range locale.Languages {
			text, err := words.Try(lang, l)
			if err != nil || strings.Contains(text, "VP") || strings.Contains(text, "PV") {
				r.wrong("%s: %s, %v", lang, text, err)
			}
		}
	}
}

func (r *reason) holds() {
	if r.Prompt.Kind == "retreat" {
		r.cheapest()
	}
	for i, l := range r.Answer.Why.Lines {
		if strings.HasPrefix(l.Key, "why.against.") && !slices.ContainsFunc(r.Answer.Why.Lines[:i], speaksFor) {
			r.wrong("nothing speaks for it")
		}
		for _, a := range l.Args {
			if a.Name == "other" && r.does(a.Msg) {
				r.wrong("it is compared with itself")
			}
		}
		switch l.Key {
		case "why.faces":
			r.faces(l)
		case "why.second":
			if r.Answer.Path[0] == string(r.Prompt.Seat) {
				r.wrong("it acts first")
			}
		case "why.for.there":
			if h := r.ends(); !r.w.Data().Hexes[h].Meuse {
				r.wrong("it does not end by the Meuse")
			}
		case "why.for.cut":
			if r.Prompt.Kind != "activate" && !r.cut() {
				r.wrong("nobody is cut off")
			}
		}
	}
}

func speaksFor(l engine.Msg) bool { return strings.HasPrefix(l.Key, "why.for.") }

// unit is who the answer is about.
func (r *reason) unit() scenario.UnitIx {
	if u, ok := r.w.Data().UnitIDs.Find(r.Answer.Path[0]); ok {
		return u
	}
	return r.w.Moving()
}

// ends is where it ends, before any die.
func (r *reason) ends() scenario.HexIx {
	for _, id := range slices.Backward(r.Answer.Path) {
		if h, ok := r.w.Data().HexIDs.Find(strings.TrimPrefix(id, "to:")); ok {
			return h
		}
	}
	return r.w.Unit(r.unit()).Hex
}

// does reports whether a deed reads like what the answer does.
func (r *reason) does(deed *engine.Msg) bool {
	d := r.w.Data()
	arg := func(name string) string {
		for _, a := range deed.Args {
			if a.Name == name {
				return a.Text
			}
		}
		return ""
	}
	fights := slices.Contains(r.Answer.Path, "attack")
	switch deed.Key {
	case "why.deed.stay", "why.deed.go", "why.deed.retreat", "why.deed.place":
		return arg("unit") == d.UnitIDs.ID(r.unit()) && arg("hex") == d.HexIDs.ID(r.ends())
	case "why.deed.attack":
		return fights && arg("unit") == d.UnitIDs.ID(r.unit()) && arg("hex") == d.HexIDs.ID(r.ends())
	case "why.deed.only":
		return !fights
	case "why.deed.formation":
		return arg("formation") == r.Answer.Path[0]
	case "why.deed.unit", "why.deed.lose", "why.deed.allied_air", "why.deed.replacement":
		return slices.Contains(r.Answer.Path, arg("unit"))
	case "why.deed.combat", "why.deed.keep":
		return (deed.Key == "why.deed.combat") == (r.Answer.Path[0] == "combat")
	}
	r.wrong("%s is no deed", deed.Key)
	return false
}

// faces holds what is said of the ten faces against the attack as it has been declared.
func (r *reason) faces(l engine.Msg) {
	_, _, column, net, ok := r.after.Fight()
	if !ok {
		r.wrong("there is no attack")
		return
	}
	hits, hurts := 0, 0
	for die := range 10 {
		result := r.after.Result(column, die+net)
		if result.Defender != (scenario.Effect{}) {
			hits++
		}
		if result.Attacker != (scenario.Effect{}) {
			hurts++
		}
	}
	if l.Args[0].Num != hits || l.Args[1].Num != hurts {
		r.wrong("the faces are %d and %d", hits, hurts)
	}
}

// cut reports whether Germans have no supply path once the unit is where it ends.
func (r *reason) cut() bool {
	w := r.w.Copy()
	w.Put(r.unit(), r.ends())
	paths := w.Paths(scenario.NationGerman)
	for u := range w.Alive(scenario.German).All() {
		if paths.From(w.Unit(u).Hex) == scenario.NoHex {
			return true
		}
	}
	return false
}

// cheapest holds a retreat against all others: none costs fewer steps, and what is said of steps is so.
func (r *reason) cheapest() {
	costs := map[string]int{}
	q, err := play.At("", r.Prompt.Seat).Ask(r.Before, r.Prompt.ID)
	if err != nil {
		r.Fatal(err)
	}
	least := -1
	var look func(path []string)
	look = func(path []string) {
		node, err := q.Options(path...)
		if err != nil {
			r.Fatal(err)
		}
		if node.Done {
			n := r.costs(path)
			if least < 0 || n < least {
				least = n
			}
			if h := path[len(path)-1]; h != "stop" {
				if old, known := costs[h]; !known || n < old {
					costs[h] = n
				}
			}
			return
		}
		for _, o := range node.Options {
			look(append(slices.Clone(path), o.ID))
		}
	}
	look(r.Answer.Path[:1])
	mine := r.costs(r.Answer.Path)
	if mine > least {
		r.wrong("it costs %d steps, and another %d", mine, least)
	}
	for _, l := range r.Answer.Why.Lines {
		if l.Key == "why.steps" {
			if n, known := costs[l.Args[1].Text]; known && n-mine != l.Args[2].Num {
				r.wrong("it costs %d steps, and that %d", mine, n)
			}
		}
	}
}

// costs is the steps that the side loses by a whole answer before anybody decides anything else.
func (r *reason) costs(path []string) int {
	w, err := after(r.w, path)
	if err != nil {
		r.Fatal(err)
	}
	own := r.w.Side(r.w.Data().UnitIDs.Of(path[0]))
	steps := func(w *celles.Window) (n int) {
		for u := range w.Alive(own).All() {
			n += w.Unit(u).Steps
		}
		return n
	}
	n := steps(r.w) - steps(&w)
	seen := map[scenario.HexIx]bool{}
	over := (&ground{w: &w}).over
	for u := range w.Alive(own).All() {
		if h := w.Unit(u).Hex; !seen[h] {
			seen[h] = true
			n += over(&w, h) - over(r.w, h)
		}
	}
	return n
}
