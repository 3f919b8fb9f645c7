package luck_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/enginetest"
	"referee/engine/enginetest/toy"
	"referee/engine/kit/events"
	"referee/engine/luck"
	"referee/engine/match"
)

// played is a random match of the toy, in which the referee takes a decision back
// every so often.
func played(t *testing.T, seed uint64) *match.Match {
	t.Helper()
	return setUp(t, seed, nil)
}

// setUp is played with what is chosen for the match.
func setUp(t *testing.T, seed uint64, set engine.Setup) *match.Match {
	t.Helper()
	must := func(m *match.Match, err error) *match.Match {
		t.Helper()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		return m
	}
	salt := []byte("sixteen bytes or more")
	m := must(match.Open(match.By{}, match.ID(fmt.Sprint("m", seed)), toy.Strict(), set, nil))
	m = must(m.Join(match.By{Player: 1}, "red"))
	m = must(m.Join(match.By{Player: 2}, "blue"))
	player, roller := enginetest.NewPlayer(seed, nil), dice.NewSeeded(fmt.Sprint(seed))
	for n := 1; !m.Over() && n < 200; n++ {
		if m = must(m.Follow(match.By{At: 0, Door: "test"}, roller)); m.Over() {
			break
		}
		if n%7 == 0 {
			m = must(m.Rewind(match.By{}, m.Seq()-2))
			continue
		}
		q := m.Position().Prompts()[0]
		path, err := player.Answer(m.Position(), q)
		if err != nil {
			t.Fatal(err)
		}
		m = must(m.Answer(match.By{Player: m.Player(q.Seat), Salt: salt}, q.Seat, q.ID, path))
	}
	return m
}

// TestRollsOfARecord: every roll is found, also on branches that were taken back,
// and what it cost is what the record says.
func TestRollsOfARecord(t *testing.T) {
	fights, rewound := 0, 0
	for seed := range uint64(20) {
		m := played(t, seed)
		rolls, err := luck.Rolls(m.Game(), m.Log())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(rolls) != m.DiceInputs().Rolls {
			t.Fatalf("seed %d: %d rolls, want %d", seed, len(rolls), m.DiceInputs().Rolls)
		}
		for i, r := range rolls {
			d := m.Log()[r.Seq-1].Decision
			a := d.Act.(match.ActAnswer)
			if r.No != i+1 || a.Roll == nil || a.Roll.No != r.No || r.Purpose != a.Roll.For {
				t.Fatalf("seed %d: roll %+v of decision %+v", seed, r, d)
			}
			if fight := d.Events()[0].Kind == "fought"; fight != r.Counts() {
				t.Fatalf("seed %d: %s counts: %t", seed, a.Prompt, r.Counts())
			}
			if draw := d.Events()[0].Kind == "drawn"; draw == r.Die {
				t.Fatalf("seed %d: %s is a die: %t", seed, d.Events()[0].Kind, r.Die)
			}
			if r.Counts() {
				fights++
				checkFight(t, r, d)
			}
		}
		for _, e := range m.Log() {
			if e.Decision.Kind() == match.KindRewind {
				rewound++
			}
		}
	}
	if fights < 10 || rewound < 10 {
		t.Fatalf("%d fights, %d rewinds", fights, rewound)
	}
}

// checkFight compares a fight's roll with rule 6 of the toy: with the shift, 4 or
// more wins.
func checkFight(t *testing.T, r luck.Roll, d match.Decision) {
	t.Helper()
	event, err := toy.Strict().Decode(d.Events()[0].Kind, d.Events()[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	f := events.Fact(event).(toy.Fought)
	if len(r.Results) != 6 || r.Came != f.Die-r.Low || r.Low != 1 || !r.Die {
		t.Fatalf("%+v of %+v", r, f)
	}
	for face, x := range r.Results {
		lost := 0
		if face+1+f.Shift < 4 {
			lost = 1
		}
		if len(x.Costs) != 2 || x.Costs[0].N != lost || x.Costs[1].N != 1-lost || x.Costs[0].Seat == x.Costs[1].Seat {
			t.Fatalf("face %d with %+d: %+v", face+1, f.Shift, x.Costs)
		}
	}
}

func TestBadRecords(t *testing.T) {
	m := played(t, 1)
	change := func(kind match.Kind, do func(*match.Entry)) []*match.Entry {
		for i, e := range m.Log() {
			if a, answers := e.Decision.Act.(match.ActAnswer); e.Decision.Kind() == kind && (!answers || a.Roll != nil) {
				bad := *e
				do(&bad)
				return append(append(append([]*match.Entry{}, m.Log()[:i]...), &bad), m.Log()[i+1:]...)
			}
		}
		t.Fatalf("no %s", kind)
		return nil
	}
	answer := func(do func(*match.ActAnswer)) []*match.Entry {
		return change(match.KindAnswer, func(e *match.Entry) {
			a := e.Decision.Act.(match.ActAnswer)
			do(&a)
			e.Decision.Act = a
		})
	}
	for name, entries := range map[string][]*match.Entry{
		"a face that is none":   answer(func(a *match.ActAnswer) { a.Path = []string{"77"} }),
		"another question":      answer(func(a *match.ActAnswer) { a.Prompt = "fight@999" }),
		"a rewind ahead":        change(match.KindRewind, func(e *match.Entry) { e.Decision.Act = match.ActRewind{To: e.Decision.Seq + 1} }),
		"an event that is none": answer(func(a *match.ActAnswer) { a.Events = []engine.Record{{Kind: "rain"}} }),
	} {
		var bad *chain.BadEntryError
		if _, err := luck.Rolls(m.Game(), entries); !errors.As(err, &bad) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLuckIsSymmetric, each from their side.
func TestLuckIsSymmetric(t *testing.T) {
	kinds := engine.CostKinds(toy.Strict())
	red, blue := luck.NewSum(kinds), luck.NewSum(kinds)
	for seed := range uint64(12) {
		m := played(t, seed)
		rolls, err := luck.Rolls(m.Game(), m.Log())
		if err != nil {
			t.Fatal(err)
		}
		red.Add(rolls, "red")
		blue.Add(rolls, "blue")
	}
	r, b := red.Report(), blue.Report()
	if r.Rolls == 0 || r.Rolls != b.Rolls || r.Kinds[0].Suffered != b.Kinds[0].Dealt || r.Kinds[0].Dealt != b.Kinds[0].Suffered {
		t.Errorf("red %+v\nblue %+v", r, b)
	}
	if got := r.Kinds[0].Suffered.Actual + r.Kinds[0].Dealt.Actual; got != r.Rolls {
		t.Errorf("%d units for %d fights: each costs one", got, r.Rolls)
	}
}

// TestRollsBesideASecret: while an answer is secret rolls count as everybody may know them, the same whatever was
// answered, and are those that count once all is known.
func TestRollsBesideASecret(t *testing.T) {
	beside := 0
	for seed := range uint64(20) {
		m := setUp(t, seed, engine.Setup{"traps": "on"})
		whole, err := luck.Rolls(m.Game(), m.Log())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		known := map[int]luck.Roll{}
		for _, r := range whole {
			known[r.No] = r
		}
		for n := 1; n <= m.Seq(); n++ {
			f := (&match.File{Entries: m.Log()[:n]}).For(engine.Spectator)
			rolls, err := luck.Rolls(m.Game(), f.Entries)
			if err != nil {
				t.Fatalf("seed %d, decision %d: %v", seed, n, err)
			}
			if !slices.ContainsFunc(f.Entries, (*match.Entry).Hidden) {
				continue
			}
			for _, r := range rolls {
				if w := known[r.No]; fmt.Sprint(r) != fmt.Sprint(w) {
					t.Fatalf("seed %d, decision %d: %+v, and once all is known %+v", seed, n, r, w)
				}
				if r.Counts() {
					beside++
				}
			}
		}
	}
	if beside == 0 {
		t.Error("no roll counts while something is secret")
	}
}
