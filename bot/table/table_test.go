package table_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image/gif"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referee/bot/referee"
	"referee/bot/table"
	"referee/bot/test/callpath"
	"referee/bot/test/localetest"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/dice/beacon"
	"referee/engine/enginetest/patience"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/engine/notary"
	"referee/engine/play"
	"referee/render"
	"referee/store"
)

var update = flag.Bool("update", false, "write what the tables say into testdata")

// house is what a table stands in.
type house struct {
	*referee.Referee
	store *store.Store
	stall *refereetest.Stall // has the disk stand still
}

// newHouse opens a store and a referee in whom nothing is left to chance.
func newHouse(t testing.TB, file string, more ...referee.Game) house {
	t.Helper()
	return newHouseOn(t, file, dice.NewSeeded("table"), append([]referee.Game{gameOf("")}, more...)...)
}

// newHouseWith is newHouse with other dice.
func newHouseWith(t testing.TB, file string, roller match.Roller) house {
	t.Helper()
	return newHouseOn(t, file, roller, gameOf(""))
}

// newHouseOn is newHouseWith with other games.
func newHouseOn(t testing.TB, file string, roller match.Roller, games ...referee.Game) house {
	t.Helper()
	stall := &refereetest.Stall{}
	s, err := store.Open(t.Context(), file, store.Options{NoSync: true, Written: stall.Written})
	if err != nil {
		t.Fatal(err)
	}
	pictures := render.New(render.Options{})
	at := time.UnixMilli(1_000_000)
	r, err := referee.New(referee.Config{
		Games:  games,
		Store:  s,
		Dice:   roller,
		Random: rand.NewChaCha8([32]byte{7}),
		Now:    func() time.Time { callpath.Note(); at = at.Add(time.Second); return at },
		Log:    slog.New(slog.DiscardHandler),
		Faults: t.TempDir(),
		Painter: func(w io.Writer, b *engine.Board, v engine.View, over *engine.Answer, say func(engine.Msg) string) error {
			return pictures.PNG(w, render.Picture{Board: b, View: v, Overlay: over, Say: say})
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return house{r, s, stall}
}

func (h house) close(t testing.TB) {
	t.Helper()
	if err := errors.Join(h.store.Check(t.Context()), h.store.Close()); err != nil {
		t.Error(err)
	}
}

// play lets people play at a table, and returns what they saw.
func (h house) play(t *testing.T, c table.Config, typed string) string {
	t.Helper()
	var out bytes.Buffer
	c.Referee, c.In, c.Out = h.Referee, strings.NewReader(typed), &out
	if err := table.Run(context.Background(), c); err != nil {
		fmt.Fprintf(&out, "ended by: %v\n", err)
	}
	return out.String()
}

// TestTranscripts plays testdata/*.in and compares what is seen with *.out. The
// first line of a file says what it is for, and how it is played: lang=fr
// seat=red keys (typed, not a script) plain proven or beacon (the dice), and "; ridge" at its
// end for the second map, "; patience" for the game of one seat and without a board, "; notary" for texts that are written.
// A line "--- restart" ends the process and starts another on the same store.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.in")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".in"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			first, typed, _ := strings.Cut(string(text), "\n")
			dir := t.TempDir()
			c := configured(t, first)
			c.Pictures = filepath.Join(dir, "maps")
			var seen strings.Builder
			for i, part := range strings.Split(typed, "--- restart\n") {
				if i > 0 {
					seen.WriteString("--- restart\n")
				}
				h := newHouseOn(t, filepath.Join(dir, "referee.db"), diceOf(first), gameOf(first))
				seen.WriteString(h.play(t, c, part))
				h.close(t)
			}
			compare(t, strings.TrimSuffix(file, ".in")+".out", strings.ReplaceAll(seen.String(), dir, "DIR"))
		})
	}
}

// configured reads the flags of a transcript.
func configured(t *testing.T, line string) table.Config {
	t.Helper()
	c := table.Config{Script: true, Wait: func(time.Time) {}, Animate: animated}
	for _, word := range strings.Fields(line) {
		switch key, value, _ := strings.Cut(word, "="); key {
		case "lang":
			c.Lang = value
		case "seat":
			c.Seat = engine.Seat(value)
		case "keys":
			c.Script = false
		case "plain":
			c.Plain = true
		}
	}
	return c
}

// animated draws a replay, a second for each scene.
func animated(w io.Writer, b *engine.Board, scenes []match.Scene, say func(engine.Msg) string) error {
	var frames []render.Frame
	for _, s := range scenes {
		p := render.Picture{Board: b, View: s.View, Overlay: &s.Change, Say: say, Rows: 3, Scale: 0.5}
		frames = append(frames, render.Frame{Picture: p, Show: time.Second})
	}
	return render.New(render.Options{}).GIF(w, frames)
}

// gameOf is the game of a transcript.
func gameOf(line string) referee.Game {
	switch {
	case strings.HasSuffix(line, "; patience"):
		return referee.Game{ID: "patience", Law: 1, Data: patience.Files(), Open: patience.Open}
	case strings.HasSuffix(line, "; notary"):
		return referee.Game{ID: "notary", Law: 1, Data: notary.Files(), Open: notary.Open}
	case strings.HasSuffix(line, "; ridge"):
		return referee.Game{ID: "toy", Law: 1, Data: toy.Ridge(), Open: toy.Open}
	}
	g := referee.Game{ID: "toy", Law: 1, Data: toy.Files(), Open: toy.Open}
	if strings.Contains(line, "seat=") || strings.HasSuffix(line, "; recruit") {
		g.Players = play.Roster{play.Recruit(map[string]int{"march": 5})}
	}
	return g
}

// diceOf are the dice of a transcript.
func diceOf(line string) match.Roller {
	switch server := dice.NewServer([32]byte{3}); {
	case strings.Contains(line, "proven"):
		return server
	case strings.Contains(line, "beacon"):
		return server.WithBeacon(&late{}, 0)
	}
	return dice.NewSeeded("table")
}

// late is a beacon that brings every round at the second time of asking, and no
// signature.
type late struct{ asked map[uint64]bool }

func (*late) Chain() beacon.Chain {
	c := beacon.Quicknet()
	c.Genesis = time.Unix(0, 0)
	return c
}

func (l *late) Pulse(round uint64) (beacon.Pulse, error) {
	if !l.asked[round] {
		l.asked = map[uint64]bool{round: true}
		return beacon.Pulse{}, match.ErrNoRoll
	}
	return beacon.Pulse{Round: round}, nil
}

func compare(t *testing.T, golden, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-update rewrites it):\n%s", golden, diff)
	}
}

func TestTheMapIsAPicture(t *testing.T) {
	dir := t.TempDir()
	h := newHouse(t, filepath.Join(dir, "referee.db"))
	defer h.close(t)
	h.play(t, table.Config{Pictures: filepath.Join(dir, "maps")}, "new weather=off\nplan march\nplan hold\nmap\nmap reach red-a\n")
	files, err := filepath.Glob(filepath.Join(dir, "maps", "*.png"))
	if err != nil || len(files) != 2 {
		t.Fatalf("maps: %v, %v", files, err)
	}
	var texts [2][]byte
	for i, f := range files {
		if texts[i], err = os.ReadFile(f); err != nil || !bytes.HasPrefix(texts[i], []byte("\x89PNG")) {
			t.Errorf("%s is no picture: %v", f, err)
		}
	}
	if bytes.Equal(texts[0], texts[1]) {
		t.Error("the answer to the query is not drawn")
	}
}

// TestAReplayIsAnAnimation: it begins with what was there before the decisions that
// it is of.
func TestAReplayIsAnAnimation(t *testing.T) {
	dir := t.TempDir()
	h := newHouse(t, filepath.Join(dir, "referee.db"))
	defer h.close(t)
	c := table.Config{Pictures: dir, Animate: animated}
	h.play(t, c, "new weather=off\nplan march\nplan hold\nmarch red-a red-b 0201\nreplay 4 6\n")
	files, err := filepath.Glob(filepath.Join(dir, "*-4-6.gif"))
	if err != nil || len(files) != 1 {
		t.Fatalf("replays: %v, %v", files, err)
	}
	file, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if g, err := gif.DecodeAll(bytes.NewReader(file)); err != nil || len(g.Image) < 3 {
		t.Errorf("the replay of three decisions: %v", err)
	}
	if seen := h.play(t, table.Config{Pictures: dir}, "replay\n"); !strings.Contains(seen, english("referee.refuse.no-maps")) {
		t.Errorf("without an animator: %s", seen)
	}
}

func TestASeatMustBeOneOfTheGames(t *testing.T) {
	h := newHouse(t, filepath.Join(t.TempDir(), "referee.db"))
	defer h.close(t)
	if got := h.play(t, table.Config{Seat: "green"}, "quit\n"); !strings.Contains(got, "green") {
		t.Errorf("seen: %s", got)
	}
}

// TestTableKilledBeforeSeatsWereTaken: the match is open, and the next table seats its
// players.
func TestTableKilledBeforeSeatsWereTaken(t *testing.T) {
	h := newHouse(t, filepath.Join(t.TempDir(), "referee.db"))
	defer h.close(t)
	reply, err := h.Open(t.Context(), referee.Command{Door: "table"}, referee.Opening{Place: "table"})
	if err != nil {
		t.Fatal(err)
	}
	if seen := h.play(t, table.Config{}, "plan hold\n"); !strings.Contains(seen, english("table.resumed", engine.Text("match", string(reply.Match)), engine.Text("game", "Three Hexes"), engine.Num("n", 3))) || !strings.Contains(seen, "plans: hold") {
		t.Errorf("seen: %s", seen)
	}
}

// english is what a message says in English.
func english(key string, args ...engine.Arg) string { return localetest.Told("en", key, args...) }

func TestAMatchAgainstARecruitEnds(t *testing.T) {
	for _, seat := range []engine.Seat{"red", "blue"} {
		h := newHouseOn(t, filepath.Join(t.TempDir(), "referee.db"), dice.NewSeeded("table"), gameOf("; recruit"))
		seen := h.play(t, table.Config{Seat: seat}, strings.Repeat("\n1\n", 60))
		if !strings.Contains(seen, english("table.again")) {
			t.Errorf("%s: no end:\n%s", seat, seen)
		}
		h.close(t)
	}
}

// TestTheTabulatorKnowsTheLanguage: verbs are completed as the reader's language
// calls them, and what follows one is, however it was typed.
func TestTheTabulatorKnowsTheLanguage(t *testing.T) {
	dir := t.TempDir()
	h := newHouse(t, filepath.Join(dir, "referee.db"))
	defer h.close(t)
	h.play(t, table.Config{}, "new weather=off\nplan march\nplan hold\n")
	if got, err := table.Completions(table.Config{Referee: h.Referee}, "try mar"); err != nil || len(got) != 1 || got[0] != "march" {
		t.Errorf("without a copy: %q, %v", got, err)
	}
	for _, c := range []struct{ lang, typed, want string }{
		{"fr", "mar", "marcher"},
		{"fr", "marcher ", "red-a red-b"},
		{"fr", "march ", "red-a red-b"},
		{"fr", "po", "portée pourquoi"},
		{"fr", "por", "portée"},
		{"fr", "PORTE", "portée"},
		{"en", "march red-a Fo", "Ford"},
		{"fr", "+red-a ", "marcher +red-b go"},
		{"en", "mar", "march"},
		{"en", "try pl", "plan"}, // it is at other plans than the match
		{"en", "march red-a 0", "0201"},
	} {
		got, err := table.Completions(table.Config{Referee: h.Referee, Lang: c.lang}, c.typed, "stay", "plan hold")
		if err != nil {
			t.Fatal(err)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q is completed with %q, want %q", c.lang, c.typed, got, c.want)
		}
	}
}

func TestNoWordIsCut(t *testing.T) {
	for text, want := range map[string]string{
		"one two three\n":       "one two\n    three\n",
		"one two\nthree":        "one two\nthree",
		"  unbreakable\n":       "  unbreakable\n",
		"é à ô ü ï\n":           "é à ô ü\n    ï\n",
		"12345678\n":            "12345678\n",
		"a b c d e f g h i j k": "a b c d\n    e f\n    g h\n    i j\n    k",
		"":                      "",
	} {
		if got := table.Wrap(text, 8); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
