package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/test/localetest"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
	"referee/engine/play"
	"referee/engine/play/account"
)

// TestAccountsOfEveryVersion: the account of a finished match of any age adds up to its margin, and can be said in every
// language; where nobody judges the game, that is said.
func TestAccountsOfEveryVersion(t *testing.T) {
	t.Parallel()
	thorough.Slow(t)
	told := 0
	for name, file := range old(t, "match-*.json.zst") {
		m := foldFile(t, file)
		entry, err := known.Find(m.Game().Info().Game)
		if err != nil {
			t.Fatal(err)
		}
		if entry.Judge == nil {
			if code, _, errs := ran("account", file); code != 1 || !strings.Contains(errs, "cannot evaluate positions") {
				t.Errorf("%s: %d, %s", name, code, errs)
			}
			continue
		}
		judge := *entry.Judge
		judge.Answer = func(q *play.Question, path []string) (play.Answer, float64, error) { // a captain would take too long
			return play.Answer{Path: q.Prompt().Default}, float64(len(path)) / 4, nil
		}
		a, err := account.Of(context.Background(), m, &judge, nil)
		if err != nil {
			t.Fatal(err)
		}
		if off := a.Sum() - a.Final; math.Abs(off) > 1e-9 {
			t.Errorf("%s: the parts miss the margin %v by %v", name, a.Final, off)
		}
		said, err := referee.TellAccount(m, a, entry.Measured)
		if err != nil {
			t.Fatal(err)
		}
		sum, final := 0.0, 0.0
		for _, line := range said {
			if vp, is := termOf(line); is && line.Key == "account.final" {
				final = vp
			} else if is {
				sum += vp
			}
		}
		if math.Abs(sum-final) > 1e-9 {
			t.Errorf("%s: the terms as they are told make %.1f, and the margin %.1f", name, sum, final)
		}
		words, err := locale.New(m.Game().Info())
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range locale.Languages {
			for _, line := range said {
				told++
				if text, err := words.Try(lang, line); err != nil {
					t.Errorf("%s: %s: %q: %v", name, lang, text, err)
				}
			}
		}
	}
	if told == 0 {
		t.Error("nothing was told")
	}
}

// foldFile is the match of a file.
func foldFile(t *testing.T, path string) *match.Match {
	t.Helper()
	f, err := readMatch(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	g, err := known.OpenFile(f)
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.Fold(g, f.Entries)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestAccountOfAMatchThatWasGivenUp: the command refuses a match under way; once a side has given up it tells, in the language
// asked for, and as JSON, how that came.
func TestAccountOfAMatchThatWasGivenUp(t *testing.T) {
	t.Parallel()
	thorough.Slow(t)
	f, err := readMatch(t.Context(), "../../docs/pictures/match.json")
	if err != nil {
		t.Fatal(err)
	}
	f.Entries = f.Entries[:30]
	file := filepath.Join(t.TempDir(), "match.json")
	write := func() {
		t.Helper()
		var b bytes.Buffer
		if err := match.Encode(&b, f); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write()
	if code, out, errs := ran("account", file); code != 1 || out != "" || !strings.Contains(errs, "under way") {
		t.Errorf("under way: %d, %s, %s", code, out, errs)
	}
	m := foldFile(t, file)
	m, err = m.Resign(match.By{Player: m.Player("allied"), At: m.Log()[29].Decision.At, Door: "test"}, "allied")
	if err != nil {
		t.Fatal(err)
	}
	f.Entries = m.Log()
	write()
	if out := holds(t, "account", file, "--lang", "fr"); !strings.Contains(out, localetest.Part("fr", "account.left")) || !strings.Contains(out, localetest.Part("fr", "account.final")) {
		t.Error(out)
	}
	var a account.Account
	if err := json.Unmarshal([]byte(holds(t, "account", file, "--json")), &a); err != nil || a.Looked[0] == 0 || math.Abs(a.Sum()-a.Final) > 1e-9 {
		t.Errorf("%+v, %v", a, err)
	}
}
