package referee_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// spoken are messages as a reader of a language reads them.
func spoken(t *testing.T, info *engine.Info, lang string, list []engine.Msg) string {
	t.Helper()
	words, err := locale.New(info)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range list {
		text, err := words.Try(lang, m)
		if err != nil {
			t.Errorf("%s: %v", lang, err)
		}
		b.WriteString(text + "\n")
	}
	return b.String()
}

// TestRollsAreToldWithTheirProofs: what each was for and what came of it, in
// every language, and what its proof speaks of.
func TestRollsAreToldWithTheirProofs(t *testing.T) {
	b := proving(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan march")
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
	b.must(err)
	told, err := refereetest.Current(b.t.Context(), b.Referee, id).Dice.Rolls(engine.Spectator)
	b.must(err)
	rolls := refereetest.Current(b.t.Context(), b.Referee, id).Match().VisibleTo(engine.Judge).Rolls()
	if len(told) != 1 || told[0].No != 1 || told[0].Seq != rolls[0].Seq || told[0].Undone {
		t.Fatalf("told: %+v", told)
	}
	for _, lang := range locale.Languages {
		if text := spoken(t, l.Info, lang, append([]engine.Msg{told[0].Ask}, told[0].Came...)); len(text) < 20 {
			t.Errorf("%s: %q", lang, text)
		}
	}
	all, err := refereetest.Current(b.t.Context(), b.Referee, id).Dice.Proofs(1, 1)
	b.must(err)
	p := all.Rolls[0]
	if all.Key != l.Dice.Key || p.Result != rolls[0].Face || p.Proof != rolls[0].Rolled.Proof || len(p.Alpha) < 100 {
		t.Errorf("proof: %+v", p)
	}
	for _, span := range [][2]int{{1, 2}, {0, 1}, {2, 1}} {
		if _, err := refereetest.Current(b.t.Context(), b.Referee, id).Dice.Proofs(span[0], span[1]); !errors.Is(err, referee.ErrRoll) {
			t.Errorf("proofs of rolls %v, which are not there: %v", span, err)
		}
	}
	var table, proofs bytes.Buffer
	b.must(refereetest.Current(b.t.Context(), b.Referee, id).Dice.Write(&table, &proofs))
	var list referee.Proofs
	b.must(json.Unmarshal(proofs.Bytes(), &list))
	if len(list.Rolls) != 1 || list.Rolls[0].Alpha != p.Alpha || strings.Count(table.String(), "\n") != 2 {
		t.Errorf("written: %s\n%s", table.String(), proofs.String())
	}
}

// TestAuditResults: proven, not proven, and damaged.
func TestAuditResults(t *testing.T) {
	for _, with := range []struct {
		dice match.Roller
		keys string
	}{
		{dice.NewServer([32]byte{5}), "dice.holds dice.data-built dice.proven dice.foresee"},
		{dice.NewServer([32]byte{5}).WithBeacon(slow{t}, 0), "dice.broken"}, // whose signatures are none
		{dice.NewSeeded("x"), "dice.holds dice.data-built dice.unproven"},
	} {
		b := newBench(t)
		now := time.UnixMilli(1_700_000_000_000)
		b.dice, b.now = with.dice, func() time.Time { return now }
		b.restart()
		id := b.open()
		b.order(id, "red", "plan march")
		b.order(id, "blue", "plan march")
		now = now.Add(time.Minute)
		_, err := b.MakeRoll(b.t.Context(), id)
		b.must(err)
		said, err := refereetest.Current(b.t.Context(), b.Referee, id).Dice.Audit()
		b.must(err)
		var keys []string
		for _, m := range said {
			keys = append(keys, m.Key)
		}
		if got := strings.Join(keys, " "); got != with.keys {
			t.Errorf("audit says %s, not %s", got, with.keys)
		}
		info, err := b.Games.Info("")
		b.must(err)
		for _, lang := range locale.Languages {
			spoken(t, info, lang, said)
		}
	}
}

// TestAnAuditNamesTablesOfOnesOwn: a match under other tables than those that came
// with the program holds, and is said to be one.
func TestAnAuditNamesTablesOfOnesOwn(t *testing.T) {
	b := newBench(t)
	id := b.open()
	text, err := fs.ReadFile(toy.Files(), "toy.csv")
	b.must(err)
	b.game.Built = fstest.MapFS{"toy.csv": {Data: append(text, "# another edition\n"...)}}
	b.restart()
	said, err := refereetest.Current(b.t.Context(), b.Referee, id).Dice.Audit()
	b.must(err)
	if len(said) != 3 || said[0].Key != "dice.holds" || said[1].Key != "dice.data-other" {
		t.Errorf("audit: %+v", said)
	}
	info, err := b.Games.Info("")
	b.must(err)
	for _, lang := range locale.Languages {
		spoken(t, info, lang, said)
	}
}

// TestLuckIsSaidForBothAlike: of two players what one dealt is what the other
// suffered, and is said once. What a secret would give away is not counted.
func TestLuckIsSaidForBothAlike(t *testing.T) {
	b := proving(t)
	id := b.open()
	said, err := refereetest.Current(b.t.Context(), b.Referee, id).Dice.Luck()
	b.must(err)
	if len(said) != 2 || said[0].Key != "luck.none" || said[1].Key != "luck.none" {
		t.Errorf("before a fight: %+v", said)
	}
	info, err := b.Games.Info("")
	b.must(err)
	b.attacked(id)
	if said, err = refereetest.Current(b.t.Context(), b.Referee, id).Dice.Luck(); err != nil {
		t.Fatal(err)
	}
	who := map[string]int{}
	for _, m := range said {
		who[m.Key]++
	}
	if who["luck.suffered"] != 2 || who["luck.dealt"] > 0 {
		t.Errorf("luck: %+v", said)
	}
	for _, lang := range locale.Languages {
		spoken(t, info, lang, said)
	}
}
