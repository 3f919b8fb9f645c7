package match_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// TestOneSecretStaysHiddenWhileOthersAreShown: traps are set in secret before plans are. Each
// time that plans are shown, the record opens them and no trap; a trap is opened by the fight
// that springs it. Until then nothing that others may have of the record names its hex.
func TestOneSecretStaysHiddenWhileOthersAreShown(t *testing.T) {
	shown, sprung := 0, 0
	for seed := range uint64(40) {
		tb := newTable(t, seed)
		m, err := match.Open(tb.by(match.Referee), "toy-2", toy.Strict(), engine.Setup{"rounds": "5", "traps": "on"}, nil)
		tb.take(m, err)
		for i, seat := range m.Game().Info().Seats {
			tb.take(tb.m.Join(tb.by(match.Player(i+1)), seat))
		}
		tb.follow()
		for !tb.m.Over() {
			tb.answer()
			last := &tb.m.Log()[tb.m.Seq()-1].Decision
			if a, ok := last.Act.(match.ActAnswer); ok {
				for _, e := range a.Events {
					if e.Kind == "revealed" {
						shown++
						opensKinds(t, tb.m, a.Opens, "plan")
					}
				}
			}
			hidesTraps(t, tb.m)
			tb.follow()
			hidesTraps(t, tb.m)
		}
		for _, e := range tb.m.Log() {
			a, ok := e.Decision.Act.(match.ActAnswer)
			if ok && slices.ContainsFunc(a.Events, func(e engine.Record) bool { return e.Kind == "sprung" }) {
				sprung++
				opensKinds(t, tb.m, a.Opens, "trap")
			}
		}
		if d, err := match.Rejudge(toy.Strict(), tb.m.Log()); err != nil || len(d) > 0 {
			t.Fatalf("seed %d: re-judged: %v %+v", seed, err, d)
		}
	}
	if shown < 40 || sprung < 5 {
		t.Errorf("plans were shown %d times, traps sprung %d times", shown, sprung)
	}
}

// opensKinds checks that an answer opens secrets of one kind, some at least.
func opensKinds(t *testing.T, m *match.Match, opens []int, kind string) {
	t.Helper()
	if len(opens) == 0 {
		t.Errorf("nothing is opened, of kind %s", kind)
	}
	for _, n := range opens {
		p := m.Log()[n-1].Decision.Act.(match.ActAnswer).Prompt
		if p.Kind() != kind {
			t.Errorf("what shows a %s opens the answer to %s", kind, p)
		}
	}
}

// hidesTraps checks that a trap that is not sprung is in nothing that the other seat and
// spectators may have: the file of the match and their view.
func hidesTraps(t *testing.T, m *match.Match) {
	t.Helper()
	text := m.Position().String()
	for _, seat := range m.Game().Info().Seats {
		_, line, set := strings.Cut(text, "\ntrap "+string(seat)+" ")
		if !set {
			continue
		}
		for _, v := range []engine.Viewer{engine.Spectator, "red", "blue"} {
			if v.Sees(seat) {
				continue
			}
			for _, e := range (&match.File{Entries: m.Log()}).For(v).Entries {
				a, answers := e.Decision.Act.(match.ActAnswer)
				if answers && a.Prompt.Kind() == "trap" && e.Decision.Seat == seat && (!e.Hidden() || bytes.Contains(e.Line, []byte("trapped"))) {
					t.Errorf("the file of %s has the trap of %s in %s: %s %s", v, seat, line[:4], e.Line, e.Secret)
				}
			}
			for _, box := range m.Position().View(v).Boxes {
				for _, mark := range box.Markers {
					if box.ID == string(seat) && mark.Label.Key == "marker.trap" {
						t.Errorf("%s sees the trap of %s in %s", v, seat, line[:4])
					}
				}
			}
		}
	}
}
