package match_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/enginetest/chaintest"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

func TestEveryPrefixFoldsToTheLivePosition(t *testing.T) {
	for seed := range uint64(20) {
		tb := newTable(t, seed)
		live := []*match.Match{tb.m}
		for !tb.m.Over() {
			tb.answer()
			live = append(live, tb.m)
			tb.follow()
			live = append(live, tb.m)
		}
		for _, m := range live {
			entries, err := match.Read(chaintest.Raws(tb.m.Log()[:m.Seq()]))
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			folded, err := match.Fold(toy.Strict(), entries)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			same(t, "folded", folded, m)
		}
		if d, err := match.Rejudge(toy.Strict(), tb.m.Log()); err != nil || len(d) > 0 {
			t.Fatalf("seed %d: re-judged: %v %+v", seed, err, d)
		}
	}
}

func TestCommandsNeverChangeTheMatchTheyAreGivenTo(t *testing.T) {
	tb := newTable(t, 3)
	before := tb.m
	again, err := match.Fold(toy.Strict(), before.Log())
	if err != nil {
		t.Fatal(err)
	}
	seat := before.Position().Prompts()[0].Seat
	first, err := before.Answer(tb.by(before.Player(seat)), seat, before.Position().Prompts()[0].ID, []string{"hold"})
	if err != nil {
		t.Fatal(err)
	}
	second, err := before.Resign(tb.by(1), seat)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "the receiver", before, again)
	if first.Log()[before.Seq()] == second.Log()[before.Seq()] {
		t.Fatal("two continuations of one match share an entry")
	}
}

func TestAnswersAreRefused(t *testing.T) {
	tb := newTable(t, 1)
	m := tb.m
	red := m.Position().Prompts()[0]
	short := tb.by(1)
	short.Salt = []byte("short")
	for _, c := range []struct {
		name string
		by   match.By
		seat engine.Seat
		id   engine.PromptID
		path string
		want error
	}{
		{"a stranger", tb.by(9), red.Seat, red.ID, "hold", match.ErrPlayer},
		{"the other player", tb.by(2), red.Seat, red.ID, "hold", match.ErrPlayer},
		{"for chance", tb.by(1), engine.Chance, red.ID, "hold", engine.ErrSeat},
		{"no such seat", tb.by(1), "green", red.ID, "hold", match.ErrNoSeat},
		{"closed", tb.by(1), red.Seat, "plan@1000", "hold", engine.ErrStale},
		{"another seat's question", tb.by(2), "blue", red.ID, "hold", engine.ErrSeat},
		{"half an answer", tb.by(1), red.Seat, red.ID, "rush", engine.ErrIncomplete},
		{"a secret without salt", short, red.Seat, red.ID, "hold", match.ErrNoSalt},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := m.Answer(c.by, c.seat, c.id, strings.Fields(c.path))
			wantErr(t, err, c.want)
		})
	}
	_, err := m.Answer(tb.by(1), red.Seat, red.ID, []string{"fly"})
	var illegal *engine.Illegal
	if !errors.As(err, &illegal) || illegal.Rule == "" {
		t.Fatalf("got %v, want a refusal that cites a rule", err)
	}
}

func TestSeats(t *testing.T) {
	tb := newTable(t, 1)
	m, err := match.Open(tb.by(0), "seats", toy.Strict(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if f, err := m.Follow(match.By{At: start, Door: "test"}, tb.dice); err != nil || f != m {
		t.Fatalf("something followed before the seats were taken: %v", err)
	}
	red := m.Position().Prompts()[0]
	_, err = m.Answer(tb.by(match.Referee), red.Seat, red.ID, []string{"hold"})
	wantErr(t, err, match.ErrWaiting)
	_, err = m.Join(tb.by(2), "red")
	wantErr(t, err, match.ErrNumber)
	_, err = m.Join(tb.by(1), "green")
	wantErr(t, err, match.ErrNoSeat)
	_, err = m.Leave(tb.by(1), "red")
	wantErr(t, err, match.ErrPlayer)
	tb.take(m.Join(tb.by(1), "red"))
	_, err = tb.m.Join(tb.by(2), "red")
	wantErr(t, err, match.ErrTaken)
	tb.take(tb.m.Join(tb.by(2), "blue"))
	tb.take(tb.m.Leave(tb.by(1), "red"))
	tb.take(tb.m.Join(tb.by(3), "red")) // a substitute
	if !tb.m.Started() || tb.m.Player("red") != 3 || tb.m.Players() != 3 || len(tb.m.Seats(1)) != 0 {
		t.Fatalf("red is player %d's of %d", tb.m.Player("red"), tb.m.Players())
	}
	_, err = tb.m.Answer(tb.by(1), "red", red.ID, []string{"hold"})
	wantErr(t, err, match.ErrPlayer)
}

func TestOffersAndResigning(t *testing.T) {
	tb := newTable(t, 1)
	open := tb.m
	_, err := open.Accept(tb.by(2), "blue", match.Draw)
	wantErr(t, err, match.ErrNoOffer)
	_, err = open.Offer(tb.by(2), "red", match.ActOffer{Offer: match.Draw})
	wantErr(t, err, match.ErrPlayer)
	tb.take(open.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Draw}))
	offered := tb.m
	_, err = offered.Offer(tb.by(2), "blue", match.ActOffer{Offer: match.Draw})
	wantErr(t, err, match.ErrOffered)
	_, err = offered.Accept(tb.by(1), "red", match.Draw)
	wantErr(t, err, match.ErrOwnOffer)
	for name, decline := range map[string]match.By{"blue": tb.by(2), "red": tb.by(1)} {
		tb.take(offered.Decline(decline, engine.Seat(name), match.Draw))
		if what := tb.m.Offered().What; what != "" {
			t.Fatalf("%s declined, and the offer stands", name)
		}
	}
	tb.take(offered.Accept(tb.by(2), "blue", match.Draw))
	if e, over := tb.m.Ending(); !over || e != (match.Ending{How: match.Agreed}) {
		t.Fatalf("a draw was agreed: %+v %v", e, over)
	}
	_, err = tb.m.Resign(tb.by(1), "red")
	wantErr(t, err, engine.ErrOver)
	_, err = tb.m.Answer(tb.by(1), "red", open.Position().Prompts()[0].ID, []string{"hold"})
	wantErr(t, err, engine.ErrOver)
	tb.take(open.Resign(tb.by(1), "red"))
	if e, _ := tb.m.Ending(); e != (match.Ending{How: match.Resigned, Winner: "blue"}) {
		t.Fatalf("red resigned: %+v", e)
	}
	tb.take(tb.m.Rewind(tb.by(match.Referee), open.Seq()))
	if tb.m.Over() {
		t.Fatal("the judge went back, and the match is still over")
	}
}

func TestSecretsAreSealedThenOpened(t *testing.T) {
	tb := newTable(t, 1)
	plan := tb.m.Position().Prompts()[0]
	tb.take(tb.m.Answer(tb.by(1), plan.Seat, plan.ID, []string{"rush", "2"}))
	sealed := tb.m.Log()[tb.m.Seq()-1]
	if bytes.Contains(sealed.Line, []byte("rush")) || sealed.Secret == nil || sealed.Decision.Act.(match.ActAnswer).Path[0] != "rush" {
		t.Fatalf("the line %s should seal the plan, the decision %+v should hold it", sealed.Line, sealed.Decision)
	}
	before := tb.m.DiceInputs().Orders
	if before != (chain.Head{}) {
		t.Fatal("a secret entered the digest of orders before it was opened")
	}
	other := tb.m.Position().Prompts()[0]
	tb.take(tb.m.Answer(tb.by(2), other.Seat, other.ID, []string{"hold"}))
	opener := tb.m.Log()[tb.m.Seq()-1].Decision
	if opens := opener.Act.(match.ActAnswer).Opens; opener.Sealed != "" || len(opens) != 1 || opens[0] != sealed.Decision.Seq {
		t.Fatalf("the second plan shows both; it was recorded as %+v", opener)
	}
	if tb.m.DiceInputs().Orders == before {
		t.Fatal("the plans are public and the digest of orders does not hold them")
	}
	list := chaintest.Raws(tb.m.Log())
	list[sealed.Decision.Seq-1].Secret = bytes.Replace(sealed.Secret, []byte(`"2"`), []byte(`"1"`), 1)
	badIn(t, list, sealed.Decision.Seq)
	list[sealed.Decision.Seq-1].Secret = nil
	badIn(t, list, sealed.Decision.Seq)
}

func TestOrdersDigestHoldsNothingAnOperatorCanVary(t *testing.T) {
	play := func(at int64, door string, salt byte) *match.Match {
		m, err := match.Open(match.By{At: at, Door: door}, match.ID(door), toy.Strict(), nil, nil)
		must := func(next *match.Match, err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			m = next
		}
		must(m, err)
		by := func(p match.Player) match.By {
			return match.By{Player: p, At: at, Door: door, Salt: bytes.Repeat([]byte{salt}, 16)}
		}
		must(m.Join(by(1), "red"))
		must(m.Join(by(2), "blue"))
		if salt == 1 {
			must(m.Offer(by(1), "red", match.ActOffer{Offer: match.Draw}))
		}
		for p, seat := range []engine.Seat{"red", "blue"} {
			must(m.Answer(by(match.Player(p+1)), seat, m.Position().Prompts()[0].ID, []string{"march"}))
		}
		return m
	}
	a, b := play(1000, "table", 1), play(2000, "mail", 2)
	if a.DiceInputs().Orders != b.DiceInputs().Orders || a.Head() == b.Head() {
		t.Fatal("the digest of orders hangs on time, door, salt or an offer")
	}
}

func TestFollowStopsWithoutDice(t *testing.T) {
	tb := newTable(t, 1)
	for tb.m.Position().Prompts()[0].Seat != engine.Chance {
		tb.answer()
	}
	seq := tb.m.Seq()
	loaded := &dice.Loaded{}
	m, err := tb.m.Follow(match.By{At: start, Door: "test"}, loaded)
	wantErr(t, err, match.ErrNoRoll)
	if m.Seq() != seq || !strings.Contains(err.Error(), "weather round 1") {
		t.Fatalf("without dice: at %d, %v", m.Seq(), err)
	}
	loaded.Load(nil, []string{"flood"})
	if m, err = m.Follow(match.By{At: start, Door: "test"}, loaded); err != nil && !errors.Is(err, match.ErrNoRoll) {
		t.Fatal(err)
	}
	d := m.Log()[seq].Decision
	if a := d.Act.(match.ActAnswer); a.Roll == nil || a.Roll.No != 1 || a.Roll.Faces != 3 || d.Author != match.Referee || a.Path[0] != "flood" {
		t.Fatalf("the draw was recorded as %+v", d)
	}
}

func TestSingleAnswersAreGiven(t *testing.T) {
	autos := 0
	for seed := range uint64(40) {
		for _, e := range newTable(t, seed).finish().Log() {
			if a, _ := e.Decision.Act.(match.ActAnswer); a.Auto {
				autos++
				if e.Decision.Author != match.Referee || e.Decision.Seat == engine.Chance {
					t.Fatalf("automatic: %+v", e.Decision)
				}
			}
		}
	}
	if autos == 0 {
		t.Fatal("no automatic answer in 40 matches")
	}
}

// TestSingleLeavesKeptQuestions: an answer that alone is legal is not given where
// the question is to be kept for its seat.
func TestSingleLeavesKeptQuestions(t *testing.T) {
	kept := 0
	for seed := range uint64(10) {
		m := newTable(t, seed).finish()
		for seq := 3; seq < m.Seq(); seq++ {
			before, err := m.At(seq)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range before.Position().Prompts() {
				alone := p
				alone.Keep, alone.Secret = false, false
				_, only, err := match.Single(before.Position(), alone)
				if err != nil {
					t.Fatal(err)
				}
				if _, single, _ := match.Single(before.Position(), p); single != (only && !p.Keep && !p.Secret) {
					t.Fatalf("seed %d, after decision %d: %+v is answered for its seat: %t", seed, seq, p, single)
				}
				if only && p.Keep {
					kept++
				}
			}
		}
	}
	if kept == 0 {
		t.Fatal("no question was kept though one answer alone was legal")
	}
}

func TestFoldRefusesAnotherGame(t *testing.T) {
	m := newTable(t, 1).m
	data, err := match.LoadData(toy.Files())
	if err != nil {
		t.Fatal(err)
	}
	data["toy.csv"] += "# another\n"
	other, err := toy.Open(data, 1)
	if err != nil {
		t.Fatal(err)
	}
	_, err = match.Fold(other, m.Log())
	wantErr(t, err, match.ErrPinned)
}

// badIn fails unless reading a record names an entry.
func badIn(t *testing.T, list []chain.Raw, seq int) {
	t.Helper()
	_, err := match.Read(list)
	chaintest.Bad(t, "read", err, seq)
}
