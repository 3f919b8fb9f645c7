package match_test

import (
	"slices"
	"strconv"
	"testing"

	"referee/engine"
	"referee/engine/match"
)

// TestLeadsToRoll: it is told before an answer whether a die is rolled after it, and it is rolled then; a draw is not told, nor
// is anything while something is secret from the seat. To ask changes nothing.
func TestLeadsToRoll(t *testing.T) {
	draws, found := 0, map[[2]bool]int{} // by whether it is told, and whether something is secret
	for seed := range uint64(200) {
		tb := newTable(t, seed)
		if seed%2 == 0 {
			tb = trapped(t, seed)
		}
		for !tb.m.Over() {
			prompts := tb.m.Position().Prompts()
			p := prompts[tb.rand.IntN(len(prompts))]
			path := tb.path(p.ID)
			head, hides := tb.m.Head(), tb.m.VisibleTo(engine.Viewer(p.Seat)).Incomplete()
			rolls, err := tb.m.LeadsToRoll(p.Seat, p.ID, path)
			if err != nil || tb.m.Head() != head {
				t.Fatalf("seed %d, decision %d: %v", seed, tb.m.Seq(), err)
			}
			tb.take(tb.m.Answer(tb.by(tb.m.Player(p.Seat)), p.Seat, p.ID, path))
			from := tb.m.Seq()
			tb.follow()
			came := false // as what Chance does first
			for _, e := range tb.m.After(from) {
				if e.Decision.Seat == engine.Chance {
					_, err := strconv.Atoi(e.Decision.Act.(match.ActAnswer).Path[0])
					came = err == nil
					if !came {
						draws++
					}
					break
				}
			}
			if want := came && !hides; rolls != want {
				t.Fatalf("seed %d: before decision %d (%s %q, something secret: %v) it was told %v, and a roll came: %v", seed, from, p.ID, path, hides, rolls, came)
			}
			found[[2]bool{rolls, hides}]++
		}
	}
	if found[[2]bool{true, false}] < 100 || found[[2]bool{false, false}] < 100 || found[[2]bool{false, true}] < 100 || draws == 0 {
		t.Errorf("found %v, and %d draws", found, draws)
	}
	if _, err := newTable(t, 1).finish().LeadsToRoll("red", "plan@1", []string{"hold"}); err == nil {
		t.Error("after the end an answer leads somewhere")
	}
}

// hurried is a position after which every answer begins another moment.
type hurried struct {
	engine.Position
	turn int
}

func (h hurried) Moment() engine.Moment { return engine.Moment{Turn: h.turn} }

func (h hurried) Submit(n int, seat engine.Seat, prompt engine.PromptID, path []string) (engine.Outcome, error) {
	out, err := h.Position.Submit(n, seat, prompt, path)
	out.Position = hurried{out.Position, h.turn + 1}
	return out, err
}

// TestLeadsToRollWithinTheMoment: of a question that is open, a roll in a later moment is not told, as secrets may decide about it.
func TestLeadsToRollWithinTheMoment(t *testing.T) {
	told := 0
	for seed := range uint64(20) {
		tb := newTable(t, seed)
		for !tb.m.Over() {
			p := tb.m.Position().Prompts()[0]
			path := tb.path(p.ID)
			for pos, most := range map[engine.Position]int{tb.m.Position(): 1, hurried{tb.m.Position(), 1}: 0} {
				rolls, err := match.LeadsToRollWithin(pos, tb.m.Seq()+1, p.Seat, p.ID, path, true)
				if err != nil || rolls && most == 0 {
					t.Fatalf("seed %d, %s %q: told of a roll in a later moment: %v, %v", seed, p.ID, path, rolls, err)
				}
				if rolls {
					told++
				}
			}
			tb.take(tb.m.Answer(tb.by(tb.m.Player(p.Seat)), p.Seat, p.ID, path))
			tb.follow()
		}
	}
	if told == 0 {
		t.Error("no roll was told")
	}
}

// TestBinds: an answer that is said not to bind can be taken back for free, and its seat is asked on; one of which that is true
// binds only while something is secret from the seat.
func TestBinds(t *testing.T) {
	found := map[bool]int{}
	for seed := range uint64(200) {
		tb := newTable(t, seed)
		if seed%2 == 0 {
			tb = trapped(t, seed)
		}
		for !tb.m.Over() {
			prompts := tb.m.Position().Prompts()
			p := prompts[tb.rand.IntN(len(prompts))]
			path, player := tb.path(p.ID), tb.m.Player(p.Seat)
			head, hides := tb.m.Head(), tb.m.VisibleTo(engine.Viewer(p.Seat)).Incomplete()
			binds, err := tb.m.MayBeFinal(p.Seat, p.ID, path)
			if err != nil || tb.m.Head() != head {
				t.Fatalf("seed %d, decision %d: %v", seed, tb.m.Seq(), err)
			}
			before := tb.m.Seq()
			tb.take(tb.m.Answer(tb.by(player), p.Seat, p.ID, path))
			tb.follow()
			asked := slices.ContainsFunc(tb.m.Position().Prompts(), func(n engine.Prompt) bool { return n.Seat == p.Seat })
			_, err = tb.m.Rewind(tb.by(player), before)
			if back := err == nil; binds == back && asked && !hides || !binds && (!back || !asked) {
				t.Fatalf("seed %d: after decision %d (%s %q, something secret: %v) it was told that it binds: %v, and going back: %v", seed, before, p.ID, path, hides, binds, err)
			}
			found[binds]++
		}
	}
	if found[true] < 100 || found[false] < 100 {
		t.Errorf("found %v", found)
	}
	if _, err := newTable(t, 1).finish().MayBeFinal("red", "plan@1", []string{"hold"}); err == nil {
		t.Error("after the end an answer leads somewhere")
	}
}
