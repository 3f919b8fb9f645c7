package match_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// TestAFileIsBounded: what is larger, deeper or stranger than any match is refused, and
// says which bound it is beyond.
func TestAFileIsBounded(t *testing.T) {
	m := newTable(t, 2).finish()
	_, text := file(t, m)
	type fields = map[string]any
	for _, c := range []struct {
		name, want string
		change     func(f fields)
	}{
		{"an id of a path", `"../../x"`, func(f fields) { f["match"] = "../../x" }},
		{"an id with an escape", `"\x1b[2J"`, func(f fields) { f["match"] = "\x1b[2J" }},
		{"a long id", "1 to 64 letters", func(f fields) { f["match"] = strings.Repeat("x", 65) }},
		{"no id", "1 to 64 letters", func(f fields) { f["match"] = "" }},
		{"entries", "entries: 40001, at most 40000", func(f fields) {
			list := make([]fields, 2*match.MaxEntries+1)
			for i := range list {
				list[i] = fields{"line": "", "head": ""}
			}
			f["entries"] = list
		}},
		{"files", "files of the data set: 65, at most 64", func(f fields) {
			files := fields{}
			for i := range match.MaxDataFiles + 1 {
				files["f"+strings.Repeat("i", i)] = ""
			}
			f["data"].(fields)["files"] = files
		}},
		{"data", "bytes of the data set: 4194305, at most 4194304", func(f fields) {
			f["data"].(fields)["files"] = fields{"a.csv": strings.Repeat("a", match.MaxData), "b.csv": "b"}
		}},
		{"a data file elsewhere", `is called "../a.csv"`, func(f fields) {
			f["data"].(fields)["files"] = fields{"../a.csv": ""}
		}},
		{"a hidden data file", `is called ".a"`, func(f fields) { f["data"].(fields)["files"] = fields{".a": ""} }},
		{"a line", "entry 2: match: bytes of the line: 262145, at most 262144", func(f fields) {
			entry(f, 1)["line"] = strings.Repeat("x", match.MaxLine+1)
		}},
		{"a secret", "entry 2: match: bytes of the secret: 262145, at most 262144", func(f fields) {
			entry(f, 1)["secret"] = strings.Repeat("x", match.MaxLine+1)
		}},
		{"a text", "bytes of a text in the line: 4097, at most 4096", func(f fields) {
			entry(f, 1)["line"] = `{"door":"` + strings.Repeat("x", match.MaxText+1) + `"}`
		}},
		{"depth of a line", "in each other in the line: 17, at most 16", func(f fields) {
			entry(f, 1)["line"] = strings.Repeat("[", match.MaxDepth+1)
		}},
		{"depth", "in each other: 17, at most 16", func(f fields) {
			var deep any = "x"
			for range match.MaxDepth {
				deep = []any{deep}
			}
			f["entries"] = deep
		}},
		{"a control character", "U+001B", func(f fields) { entry(f, 1)["line"] = `{"door":"\u001b"}` }},
		{"an escaped override", "U+202E", func(f fields) { entry(f, 1)["line"] = `{"door":"\u202e"}` }},
		{"a filler", "U+3164", func(f fields) { entry(f, 1)["line"] = "{\"door\":\"\u3164\"}" }},
		{"an escape after a backslash", "entry 2", func(f fields) { entry(f, 1)["line"] = `{"door":"\\u001b"}` }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var f fields
			if err := json.Unmarshal(text, &f); err != nil {
				t.Fatal(err)
			}
			c.change(f)
			changed, err := json.Marshal(f)
			if err != nil {
				t.Fatal(err)
			}
			_, err = match.Decode(bytes.NewReader(changed))
			if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, match.ErrBounds) == (c.want == "entry 2") {
				t.Fatalf("got %v, want %q", err, c.want)
			}
			if len(err.Error()) > 300 {
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
		})
	}
}

func entry(f map[string]any, i int) map[string]any {
	return f["entries"].([]any)[i].(map[string]any)
}

// endless is a file without an end, which counts what is read of it.
type endless struct{ read int }

func (e *endless) Read(into []byte) (int, error) {
	e.read += len(into)
	return copy(into, bytes.Repeat([]byte(" "), len(into))), nil
}

func TestNoMoreIsReadThanAFileMayHave(t *testing.T) {
	var e endless
	_, err := match.Decode(&e)
	if !errors.Is(err, match.ErrBounds) || e.read > match.MaxBytes+1<<20 {
		t.Errorf("%d bytes were read: %v", e.read, err)
	}
	if _, err := match.DecodeExact(io.MultiReader(strings.NewReader("{"), new(endless))); !errors.Is(err, match.ErrBounds) {
		t.Error(err)
	}
}

func TestOnlyPlainIDsAreOpened(t *testing.T) {
	for _, id := range []match.ID{"", "a b", "a/b", "é", "\u200b", match.ID(strings.Repeat("x", 65))} {
		if _, err := match.Open(match.By{}, id, toy.Strict(), nil, nil); err == nil {
			t.Errorf("%q is opened", id)
		}
	}
}

func TestDataIsLoadedWithinBounds(t *testing.T) {
	d, err := match.LoadData(fstest.MapFS{
		"a.csv": {Data: []byte("1")}, ".a.csv.swp": {Data: []byte("2")}, "a.csv~": {Data: []byte("3")}, "old/a.csv": {},
	})
	if err != nil || len(d) != 1 || d["a.csv"] != "1" {
		t.Errorf("loaded %q, %v", d, err)
	}
	if _, err := match.LoadData(fstest.MapFS{"a.csv": {Data: make([]byte, match.MaxData+1)}}); !errors.Is(err, match.ErrBounds) {
		t.Errorf("a large one: %v", err)
	}
}

// dying is a game whose rules rely on their events.
type dying struct{ *toy.Rules }

func (d dying) Apply(s *toy.State, e engine.Event) error {
	if e.Kind() == "drawn" {
		panic("no weather")
	}
	return d.Rules.Apply(s, e)
}

func TestPanicsOfRulesNameTheEntry(t *testing.T) {
	f, text := file(t, newTable(t, 2).finish())
	rules, err := toy.New(toy.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	g := engine.Seal[*toy.State](dying{rules})
	seq := 0
	for _, e := range f.Entries {
		if seq == 0 && bytes.Contains(e.Line, []byte(`"drawn"`)) {
			seq = e.Decision.Seq
		}
	}
	_, folded := match.Fold(g, f.Entries)
	_, _, _, read := match.Verifier{Open: func(match.Opening, match.Data) (engine.Game, error) { return g, nil }}.Read(bytes.NewReader(text))
	for _, err := range []error{folded, read} {
		var bad *chain.BadEntryError
		if !errors.As(err, &bad) || bad.Seq != seq || !strings.Contains(err.Error(), "no weather") {
			t.Errorf("got %v, want entry %d", err, seq)
		}
	}
	_, _, _, err = match.Verifier{Open: func(match.Opening, match.Data) (engine.Game, error) { panic("no tables") }}.Read(bytes.NewReader(text))
	if err == nil || !strings.Contains(err.Error(), "no tables") {
		t.Errorf("a game that cannot be opened: %v", err)
	}
}

// TestTheCourseOfAMatch: what verify says of how it went.
func TestTheCourseOfAMatch(t *testing.T) {
	tb := newTable(t, 4)
	tb.until(func(m *match.Match) bool { return m.DiceInputs().Rolls > 2 })
	back := tb.m.Line()[len(tb.m.Line())-3].Decision.Seq
	tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.TakeBack, To: back}))
	asked := tb.m.Seq()
	tb.take(tb.m.Accept(tb.by(2), "blue", match.TakeBack))
	tb.take(tb.m.Rewind(tb.by(0), 5))
	judged := tb.m.Seq()
	tb.take(tb.m.Leave(tb.by(1), "red"))
	tb.take(tb.m.Join(tb.by(3), "red"))
	early := tb.by(3)
	early.At = 1
	tb.take(tb.m.Resign(early, "red"))
	report, err := match.Verify(&match.File{Entries: tb.m.Log()}, tb.m.Game(), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := report.Course
	want := []match.Rewind{{Seq: asked + 2, To: back, By: 0, Why: asked + 1}, {Seq: judged, To: 5}}
	if !c.Ended || c.Ending.How != match.Resigned || c.Ending.Winner != "blue" {
		t.Errorf("it ended %+v", c.Ending)
	}
	if len(c.Rewinds) != 2 || c.Rewinds[0] != want[0] || c.Rewinds[1] != want[1] {
		t.Errorf("rewinds %+v, want %+v", c.Rewinds, want)
	}
	if len(c.Seats) != 2 || len(c.Falls) != 1 || c.Falls[0] != tb.m.Seq() || len(c.Unowned) != 0 {
		t.Errorf("%+v", c)
	}
	// The same without its end holds as well, and says that it goes on.
	cut, err := match.Verify(&match.File{Entries: tb.m.Log()[:tb.m.Seq()-1]}, tb.m.Game(), nil)
	if err != nil || cut.Course.Ended || len(cut.Course.Waits) == 0 {
		t.Errorf("cut off: %+v, %v", cut.Course, err)
	}
	for _, p := range tb.m.Position().Prompts() {
		if p.Seat == engine.Chance || cut.Course.Ended {
			continue
		}
		m, err := match.Fold(tb.m.Game(), tb.m.Log()[:judged])
		if err != nil {
			t.Fatal(err)
		}
		by := tb.by(0)
		by.Salt = make([]byte, 16)
		if m, err = m.Answer(by, p.Seat, m.Position().Prompts()[0].ID, p.Default); err != nil {
			t.Fatal(err)
		}
		r, err := match.Verify(&match.File{Entries: m.Log()}, m.Game(), nil)
		if err != nil || len(r.Course.Unowned) != 1 || r.Course.Unowned[0] != m.Seq() {
			t.Errorf("an answer of nobody: %+v, %v", r.Course, err)
		}
		break
	}
}
