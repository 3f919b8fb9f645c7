package match_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/hands"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

// dealtTable is a table at which hands are dealt.
func dealtTable(t testing.TB, seed uint64, set engine.Setup) *table {
	t.Helper()
	tb := newTable(t, seed)
	m, err := match.Open(tb.by(match.Referee), "hands-1", hands.Strict(), set, nil)
	tb.take(m, err)
	for i, seat := range m.Game().Info().Seats {
		tb.take(tb.m.Join(tb.by(match.Player(i+1)), seat))
	}
	return tb
}

// deal gives the result of the draw that a match awaits, and what follows by itself without dice.
func deal(t *testing.T, tb *table, m *match.Match, card string) *match.Match {
	t.Helper()
	next, err := m.AnswerChance(tb.by(match.Referee), m.Position().Prompts()[0].ID, match.Face{ID: card})
	if err != nil {
		t.Fatal(err)
	}
	if next, err = next.Follow(tb.by(match.Referee), noRoll{}); err != nil && !errors.Is(err, match.ErrNoRoll) {
		t.Fatal(err)
	}
	return next
}

// TestADrawIsDealtToOneSeat: a roll is sealed for all; its seat is dealt it in a sealed answer, which names the roll.
func TestADrawIsDealtToOneSeat(t *testing.T) {
	tb := dealtTable(t, 1, nil)
	m := deal(t, tb, tb.m, "c4")
	roll, dealt := m.Log()[3], m.Log()[4]
	a, b := roll.Decision.Act.(match.ActAnswer), dealt.Decision.Act.(match.ActAnswer)
	if m.Seq() != 5 || roll.Decision.Sealed == "" || dealt.Decision.Sealed == "" || !b.Auto || b.Deals != 4 || dealt.Decision.Seat != "red" || a.Deals != 0 {
		t.Fatalf("a draw is recorded as\n%s\n%s", roll.Line, dealt.Line)
	}
	for _, e := range []*match.Entry{roll, dealt} {
		if bytes.Contains(e.Line, []byte(`"c4"`)) || !bytes.Contains(e.Secret, []byte(`"c4"`)) || e.Hidden() {
			t.Errorf("%s seals %s", e.Line, e.Secret)
		}
	}
	for v, knows := range map[engine.Viewer]bool{"red": true, "blue": false, engine.Spectator: false} {
		f := (&match.File{Entries: m.Log()}).For(v)
		if f.Entries[4].Hidden() == knows || !f.Entries[3].Hidden() {
			t.Errorf("the file of %s: %s %s", v, f.Entries[3].Secret, f.Entries[4].Secret)
		}
		if m.VisibleTo(v).Incomplete() == knows || m.VisibleTo(v).Withholds(&dealt.Decision) == knows || !m.VisibleTo(v).Withholds(&roll.Decision) {
			t.Errorf("what %s does not know is not told from what they know", v)
		}
	}
}

// TestADrawNeedsASalt: nothing is rolled in secret without one.
func TestADrawNeedsASalt(t *testing.T) {
	tb := dealtTable(t, 1, nil)
	for _, salt := range [][]byte{nil, tb.by(0).Salt[:15]} {
		by := match.By{At: start, Salt: salt}
		loaded := &dice.Loaded{}
		loaded.Load(nil, []string{"c1"})
		if m, err := tb.m.Follow(by, loaded); !errors.Is(err, match.ErrNoSalt) || m.Seq() != 3 {
			t.Errorf("with %d bytes: %v", len(salt), err)
		}
		if _, chits := loaded.Left(); chits != 1 {
			t.Error("a chit was drawn")
		}
		_, err := tb.m.AnswerChance(by, tb.m.Position().Prompts()[0].ID, match.Face{ID: "c1"})
		wantErr(t, err, match.ErrNoSalt)
	}
	by, seen := tb.by(match.Referee), map[string]bool{}
	tb.take(tb.m.Follow(by, tb.dice))
	seen[hex.EncodeToString(by.Salt)] = true
	for _, e := range tb.m.Log()[3:] {
		salt := string(e.Secret[len(`{"salt":"`):][:32])
		if seen[salt] {
			t.Errorf("decision %d is sealed by a salt that another has: %s", e.Decision.Seq, e.Secret)
		}
		seen[salt] = true
	}
}

// TestWhatIsDealtTellsNothing: two matches that differ in nothing but what another seat was dealt give a viewer one record but
// for its hashes, and one position, to the letter.
func TestWhatIsDealtTellsNothing(t *testing.T) {
	tb := dealtTable(t, 1, nil)
	texts, truths, logs := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, card := range []string{"c1", "c4", "c7"} {
		m := deal(t, tb, deal(t, tb, tb.m, card), "c5")
		pos, hidden, err := m.VisibleTo("blue").Position()
		if err != nil || !slices.Equal(hidden, []engine.Secret{{Seat: engine.Chance, Kind: "draw"}, {Seat: "red", Kind: "take"}}) {
			t.Fatalf("hidden %v, %v", hidden, err)
		}
		texts[pos.String()], truths[m.Position().String()] = true, true
		var log strings.Builder
		for _, e := range (&match.File{Entries: m.Log()}).For("blue").Entries {
			line := string(e.Line)
			if s := e.Decision.Sealed; s != "" {
				line = strings.Replace(line, s, "", 1)
			}
			log.WriteString(line)
			if e.Secret != nil {
				log.Write(e.Secret[41:]) // but for the salt
			}
		}
		logs[log.String()] = true
	}
	if len(texts) != 1 || len(logs) != 1 || len(truths) != 3 {
		t.Errorf("%d positions and %d records of %d: %v", len(texts), len(logs), len(truths), texts)
	}
}

// TestOneOfTwoAlikeIsOpened: a seat that plays one of two equal cards shows when it drew one of them, the older.
func TestOneOfTwoAlikeIsOpened(t *testing.T) {
	tb := dealtTable(t, 1, nil)
	m := tb.m
	for _, card := range []string{"c2", "c1", "c2", "c1", "c7", "c3"} { // red has c2 c2 c7
		m = deal(t, tb, m, card)
	}
	play := func(seat engine.Seat, card string) match.ActAnswer {
		t.Helper()
		var err error
		if m, err = m.Answer(tb.by(m.Player(seat)), seat, m.Position().Prompts()[0].ID, []string{"play", card}); err != nil {
			t.Fatal(err)
		}
		a, _ := last(t, m)
		return a
	}
	if a := play("red", "c2"); !slices.Equal(a.Opens, []int{5}) {
		t.Errorf("decisions %v are opened", a.Opens)
	}
	if a := play("blue", "c3"); !slices.Equal(a.Opens, []int{15}) {
		t.Errorf("decisions %v are opened", a.Opens)
	}
	m = deal(t, tb, m, "c4") // turned up
	if a, e := last(t, m); a.Deals != m.Seq()-1 || e.Decision.Sealed != "" || !slices.Equal(a.Path, []string{"c4"}) {
		t.Errorf("a card is turned up by %s", e.Line)
	}
	if a := play("red", "c2"); !slices.Equal(a.Opens, []int{9}) {
		t.Errorf("decisions %v are opened", a.Opens)
	}
}

// TestDrawsThatWereTakenBack: a draw that was taken back stays secret, though all is shown at the end. What was drawn and not
// dealt is dealt again.
func TestDrawsThatWereTakenBack(t *testing.T) {
	tb := dealtTable(t, 1, nil)
	tb.m = deal(t, tb, tb.m, "c4")
	tb.take(tb.m.Rewind(tb.by(0), 4)) // drawn, and not dealt
	m, err := tb.m.Follow(tb.by(0), noRoll{})
	wantErr(t, err, match.ErrNoRoll)
	if a, e := last(t, m); m.Seq() != 7 || a.Deals != 4 || !slices.Equal(a.Path, []string{"c4"}) {
		t.Fatalf("what was drawn is dealt again by %s", e.Line)
	}
	tb.take(m.Rewind(tb.by(0), 3)) // not drawn
	m = deal(t, tb, tb.m, "c7")
	if a, e := last(t, m); m.Seq() != 10 || a.Deals != 9 || m.Log()[8].Decision.Act.(match.ActAnswer).Roll.No != 2 {
		t.Fatalf("another draw is dealt by %s", e.Line)
	}
	for _, card := range []string{"c4", "c1", "c2", "c3", "c5"} {
		m = deal(t, tb, m, card)
	}
	tb.m, tb.dice = m, dice.NewSeeded("back")
	tb.finish()
	for _, e := range (&match.File{Entries: tb.m.Log()}).For(engine.Spectator).Entries {
		if n := e.Decision.Seq; e.Hidden() != (n == 4 || n == 5 || n == 7) {
			t.Errorf("at the end decision %d is secret: %v", n, e.Hidden())
		}
	}
	if r, err := match.Verify(&match.File{Entries: tb.m.Log()}, hands.Strict(), nil); err != nil || r.Sealed != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestHandsAtRandom plays matches with hands at random, with rewinds. In every position each viewer has a record that holds and
// tells nothing, and a position like the real one; no card is ever drawn that is not in the cup.
func TestHandsAtRandom(t *testing.T) {
	looks, veiled, unfit := 0, 0, 0
	for seed := range uint64(thorough.Or(80, 10_000)) {
		tb := dealtTable(t, seed, engine.Setup{"show": []string{"on", "off"}[seed%2]})
		tb.dice = dice.NewSeeded(string(rune('a' + seed)))
		tb.follow()
		for back := 2; !tb.m.Over(); {
			if back > 0 && tb.rand.IntN(8) == 0 {
				back--
				to := 3 + tb.rand.IntN(tb.m.Seq()-3)
				tb.take(tb.m.Rewind(tb.by(0), to))
			} else {
				tb.answer()
			}
			tb.follow()
			if tb.rand.IntN(8) == 0 {
				looks++
				v, u := looksRight(t, tb.m)
				veiled, unfit = veiled+v, unfit+u
			}
		}
		line := map[int]bool{}
		for _, e := range tb.m.Line() {
			line[e.Decision.Seq] = true
		}
		f := (&match.File{Entries: tb.m.Log()}).For(engine.Spectator)
		for _, e := range f.Entries {
			if a, _ := e.Decision.Act.(match.ActAnswer); seed%2 == 0 && line[e.Decision.Seq] && e.Hidden() || a.Roll != nil && !line[e.Decision.Seq] && !e.Hidden() {
				t.Fatalf("seed %d, decision %d: on the line %v, hidden %v", seed, e.Decision.Seq, line[e.Decision.Seq], e.Hidden())
			}
		}
		if seed%8 == 0 {
			if found, err := match.Rejudge(hands.Strict(), tb.m.Log()); err != nil || len(found) > 0 {
				t.Fatalf("seed %d: judged again: %v, %v", seed, found, err)
			}
		}
	}
	if looks < 50 || veiled < 3*unfit {
		t.Errorf("%d looks, %d veiled positions, and %d that did not fit", looks, veiled, unfit)
	}
	t.Logf("%d looks, %d veiled positions, and %d that did not fit", looks, veiled, unfit)
}

// looksRight checks what viewers have of a match. It counts the positions that were made up, and those that could not be.
func looksRight(t *testing.T, m *match.Match) (veiled, unfit int) {
	t.Helper()
	for _, v := range []engine.Viewer{"red", "blue", engine.Spectator, engine.Judge} {
		f := (&match.File{Entries: m.Log()}).For(v)
		if r, err := match.Verify(f, hands.Strict(), nil); err != nil || r.Rolls != m.DiceInputs().Rolls {
			t.Fatalf("the file of %s: %+v, %v", v, r, err)
		}
		pos, hidden, err := m.VisibleTo(v).Position()
		switch {
		case errors.Is(err, match.ErrVeiled):
			unfit++ // a card that is buried by default may be played later
			if !strings.Contains(m.Position().String(), "buried") && !m.Over() {
				t.Fatalf("%s: %v\n%s", v, err, m.Position())
			}
			continue
		case err != nil:
			t.Fatal(err)
		case m.VisibleTo(v).Incomplete() != (len(hidden) > 0) || v == engine.Judge && len(hidden) > 0:
			t.Fatalf("%v are hidden from %s", hidden, v)
		}
		if len(hidden) > 0 {
			veiled++
		}
		if got, want := seenBy(t, pos, v), seenBy(t, m.Position(), v); got != want {
			t.Fatalf("%s sees\n%s\nnot\n%s", v, got, want)
		}
	}
	return veiled, unfit
}
