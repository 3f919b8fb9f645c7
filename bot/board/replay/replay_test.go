package replay

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"referee/bot/board/drawn"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

// same are always the same octets, so that two matches have one name.
type same struct{}

func (same) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 7
	}
	return len(p), nil
}

// played is a match of the toy in which typed orders were given: "red plan hold".
func played(t testing.TB, orders ...string) *match.Match {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	kept, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "referee.db"), store.Options{NoSync: true})
	must(err)
	t.Cleanup(func() { must(kept.Close()) })
	r, err := referee.New(referee.Config{
		Games: []referee.Game{{ID: "toy", Law: 1, Data: toy.Files(), Open: toy.Open}}, Store: kept, Dice: dice.NewSeeded("replay"), Random: same{}, Log: slog.New(slog.DiscardHandler),
	})
	must(err)
	opened, err := r.Open(t.Context(), referee.Command{Door: "test"}, referee.Opening{Setup: engine.Setup{"weather": "off", "rounds": "2"}})
	must(err)
	by := func(seat engine.Seat) referee.Command {
		return referee.Command{Match: opened.Match, Seat: seat, Account: "test:" + string(seat), Name: string(seat), Door: "test"}
	}
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := r.Join(t.Context(), by(seat))
		must(err)
	}
	for _, o := range orders {
		seat, text, _ := strings.Cut(o, " ")
		if _, err := r.Order(t.Context(), by(engine.Seat(seat)), text); err != nil {
			t.Fatalf("%s: %v", o, err)
		}
	}
	s, err := r.Snapshot(t.Context(), opened.Match)
	must(err)
	return s.Match()
}

// written is the replay of a match.
func written(t testing.TB, m *match.Match, v engine.Viewer, c Config) string {
	t.Helper()
	var err error
	if c.Words, err = locale.New(m.Game().Info(), Catalogues()); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Write(&out, m, v, c); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// inside is what stands between two texts, the first time; it fails where that is nowhere.
func inside(t testing.TB, text, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, from)
	found, _, closed := strings.Cut(rest, to)
	if !ok || !closed {
		t.Fatalf("nothing stands between %s and %s", from, to)
	}
	return found
}

var whole = []string{"red plan march", "blue plan hold"}

// TestAReplayIsOneFile: it names what runs in it and nothing else, fetches nothing, and has each position as it was drawn.
func TestAReplayIsOneFile(t *testing.T) {
	m := played(t, whole...)
	d := drawn.New()
	text := written(t, m, engine.Spectator, Config{Drawer: d, Lang: "en", Who: map[engine.Seat]string{"red": "Ann <b>", "blue": "Ben"}})
	policy := strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(inside(t, text, `Content-Security-Policy" content="`, `"`))
	for _, run := range regexp.MustCompile(`(?s)<(?:style|script)>(.*?)</`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(policy, hashed(run[1])) {
			t.Errorf("the policy does not name %.60q", run[1])
		}
	}
	if n := strings.Count(policy, "sha256-"); n != 3 || !strings.HasPrefix(policy, "default-src 'none'; ") {
		t.Errorf("the policy is %s", policy)
	}
	without := strings.ReplaceAll(text, "http://www.w3.org/2000/svg", "")
	for _, bad := range []string{"http:", "https:", "//cdn", " src=\"/", " style=\"", "onclick", "<b>", "no value"} {
		if strings.Contains(without, bad) {
			t.Errorf("it has %q", bad)
		}
	}
	var all data
	if err := json.Unmarshal([]byte(inside(t, text, `id="data">`, `</script>`)), &all); err != nil {
		t.Fatal(err)
	}
	scenes, err := m.VisibleTo(engine.Spectator).Scenes(0, m.Seq(), m.Seq())
	if err != nil || len(all.Frames) != m.Seq() {
		t.Fatalf("%d decisions, %d frames, %v", m.Seq(), len(all.Frames), err)
	}
	words, err := locale.New(m.Game().Info(), Catalogues())
	if err != nil {
		t.Fatal(err)
	}
	var before []int
	for i, f := range all.Frames { // as the script does
		first, last, own := f.Parts[0], f.Parts[1], f.Parts[2:]
		before = slices.Concat(before[:first], own, before[len(before)-last:])
		var got strings.Builder
		for _, n := range before {
			got.WriteString(all.Parts[n])
		}
		of := scenes[slices.IndexFunc(scenes, func(s match.Scene) bool { return s.From < i+1 && i+1 <= s.To })]
		l, err := d.Layers(m.Game().Info().Board, of.View, &of.Change, func(m engine.Msg) string { return words.Say("en", m) })
		if err != nil || got.String() != l.Pieces+l.Marks {
			t.Errorf("decision %d: %v\n%s\nis drawn as\n%s", f.Seq, err, l.Pieces+l.Marks, &got)
		}
	}
	if n := strings.Count(text, ` src="data:image/svg&#43;xml;base64,`); n != 2 {
		t.Errorf("the map is there %d times, light and dark are two", n)
	}
	for _, says := range []string{"Red: Ann &lt;b&gt;", "Round 1", `<li value="`} {
		if !strings.Contains(text, says) {
			t.Errorf("it does not say %q", says)
		}
	}
}

// TestAReplayTellsNoSecrets: what one side has planned and the other has not answered yet changes nothing in the file of a
// spectator, nor of the other side.
func TestAReplayTellsNoSecrets(t *testing.T) {
	one, other := played(t, "red plan march"), played(t, "red plan hold")
	file := func(m *match.Match, v engine.Viewer) string {
		return written(t, m, v, Config{Drawer: drawn.New(), Lang: "en"})
	}
	for _, v := range []engine.Viewer{engine.Spectator, "blue"} {
		if file(one, v) != file(other, v) {
			t.Errorf("%s sees what red has planned", v)
		}
	}
	if file(one, "red") == file(other, "red") {
		t.Error("red does not see it")
	}
}

func TestWords(t *testing.T) {
	words, err := locale.New(toy.Strict().Info(), Catalogues())
	if err != nil {
		t.Fatal(err)
	}
	for _, gap := range words.Gaps() {
		t.Error(gap)
	}
	m := played(t, whole...)
	for _, lang := range locale.Languages {
		if text := written(t, m, engine.Spectator, Config{Lang: lang}); strings.Contains(text, "[replay.") || !strings.Contains(text, `<html lang="`+lang+`">`) {
			t.Errorf("%s: a word is missing", lang)
		}
	}
}
