package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/engine/play"
)

// TestReplayAll judges the matches under way of a store before an update: it names those
// that this version judges otherwise, and those that it cannot judge. The file stays as it was.
func TestReplayAll(t *testing.T) {
	t.Parallel()
	c := keyed(t)
	h := opened(t, c)
	id := begun(t, h)
	closed(t, h)
	before, err := os.ReadFile(c.DB)
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs := ran("replay", "--all", "--db", c.DB)
	if code != 0 || !strings.Contains(out, string(id)+": ") || !strings.HasSuffix(out, ": matches: 1; all results unchanged\n") {
		t.Errorf("%d %s%s", code, out, errs)
	}
	after, err := os.ReadFile(c.DB)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the store has changed, %v", err)
	}

	dir, _ := playedToy(t)
	other := sample(t, filepath.Join(dir, "match.json"), 7)
	led := &other.Entries[6].Line
	if *led = strings.Replace(*led, `,"shift":0,"seat"`, `,"shift":1,"seat"`, 1); !strings.Contains(*led, `"shift":1,`) {
		t.Fatalf("decision 7 is %s", *led)
	}
	h = opened(t, c)
	f, err := match.Decode(bytes.NewReader(other.chained()))
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.Open(match.By{At: 1000, Door: "test"}, "lost", gone{toy.Strict()}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []match.Batch{{Match: match.ID(other.Match), Entries: f.Entries}, {Match: "lost", Entries: m.Log()}} {
		if _, _, err := h.store.Commit(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.store.PutData(t.Context(), m.Opening().Data, f.Data); err != nil {
		t.Fatal(err)
	}
	// A running referee gives a copy.
	end, err := listening(t.Context(), &holder{house: h, db: c.DB}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs = ran("replay", "--all", "--over", "--db", c.DB)
	if err := end(); err != nil {
		t.Error(err)
	}
	closed(t, h)
	for _, want := range []string{
		other.Match + ": decision 7: ", "divergences: 1\n", "lost: cannot be judged by this version: ", "matches: 3; judged differently: 2.",
	} {
		if code != 1 || !strings.Contains(out, want) {
			t.Errorf("%d, %q is missing in %s%s", code, want, out, errs)
		}
	}
	for _, args := range [][]string{{"replay"}, {"replay", "--all", "x.json"}, {"replay", "--over", "x.json"}} {
		if code, _, errs := ran(args...); code != 2 || !strings.Contains(errs, "name files to replay, or add --all") {
			t.Errorf("%v: %d %s", args, code, errs)
		}
	}
}

// TestReplayFindsAForgedAnswer: an answer that stands in the record as a program's, and that the program would not
// give, is found by whoever has the file and no key.
func TestReplayFindsAForgedAnswer(t *testing.T) {
	c := keyed(t)
	h := opened(t, c)
	r, err := h.Open(t.Context(), referee.Command{Door: "test"}, referee.Opening{Setup: engine.Setup{"weather": "off"}, Program: "recruit"})
	if err != nil {
		t.Fatal(err)
	}
	if r, err = h.Join(t.Context(), referee.Command{Match: r.Match, Seat: "red", Account: "test:red", Door: "test"}); err != nil {
		t.Fatal(err)
	}
	m := r.Now.Match()
	i := slices.IndexFunc(m.Position().Prompts(), func(p engine.Prompt) bool { return p.Seat == "blue" })
	prompt := m.Position().Prompts()[i].ID
	q, err := m.Question(prompt)
	if err != nil {
		t.Fatal(err)
	}
	honest, err := play.Recruit(nil).Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	data, err := match.LoadData(toy.Files())
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range [][]string{{"hold"}, {"march"}, honest.Path} {
		by := match.By{Player: m.Player("blue"), At: 1000, Door: "program", Salt: make([]byte, 16)}
		next, err := m.Answer(by, "blue", prompt, path)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "match.json")
		var text bytes.Buffer
		if err := match.Encode(&text, &match.File{Entries: next.Log(), Data: data}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		code, out, errs := ran("replay", file)
		same := slices.Equal(path, honest.Path)
		if want := fmt.Sprintf("recorded %q", path[0]); (code == 0) != same || strings.Contains(out, want) == same || !strings.Contains(out, "asked for again: 1\n") {
			t.Errorf("%q in place of %q: %d %s%s", path, honest.Path, code, out, errs)
		}
	}
	closed(t, h)
}
