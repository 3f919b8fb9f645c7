package referee_test

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/notary"
)

// endless is a stream that never ends.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	e.read += len(p)
	return len(p), nil
}

// notarised opens a match of the notary, with both players.
func (b *bench) notarised() match.ID {
	b.t.Helper()
	b.game = referee.Game{ID: "notary", Law: 1, Data: notary.Files(), Open: notary.Open}
	b.restart()
	reply, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Place: "here"})
	b.must(err)
	for _, seat := range []engine.Seat{"blue", "red"} {
		_, err := b.Join(b.t.Context(), command(reply.Match, seat))
		b.must(err)
	}
	return reply.Match
}

// TestFilesAreBounded: a file has 1 byte to 8 MiB, its player a seat in a match under way of a game that takes files, and nothing of
// what is refused is kept.
func TestFilesAreBounded(t *testing.T) {
	b := newBench(t)
	other := b.open()
	if _, err := b.KeepFile(t.Context(), command(other, "red"), "a", strings.NewReader("x")); !errors.Is(err, referee.ErrNoFiles) {
		t.Errorf("a game without files: %v", err)
	}
	id := b.notarised()
	stream := &endless{}
	whole := make([]byte, engine.MostFile)
	stranger := command(id, "blue")
	stranger.Account = "table:nobody"
	for name, c := range map[string]struct {
		by   referee.Command
		from io.Reader
		want error
	}{
		"one byte":    {command(id, "blue"), strings.NewReader("x"), nil},
		"empty":       {command(id, "blue"), strings.NewReader(""), referee.ErrFileEmpty},
		"the most":    {command(id, "blue"), bytes.NewReader(whole), nil},
		"the same":    {command(id, "red"), bytes.NewReader(whole), nil},
		"one more":    {command(id, "blue"), io.MultiReader(bytes.NewReader(whole), strings.NewReader("x")), referee.ErrFileLong},
		"endless":     {command(id, "blue"), stream, referee.ErrFileLong},
		"cut off":     {command(id, "blue"), io.MultiReader(strings.NewReader("x"), tornOff{}), io.ErrUnexpectedEOF},
		"a stranger":  {stranger, strings.NewReader("x"), match.ErrPlayer},
		"no match":    {command("nowhere", "blue"), strings.NewReader("x"), match.ErrUnknown},
		"a free seat": {command(id, "green"), strings.NewReader("x"), match.ErrPlayer},
	} {
		f, err := b.KeepFile(t.Context(), c.by, "../a\n.log", c.from)
		if !errors.Is(err, c.want) || (err == nil) != (f.Name == "a.log") {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
	if stream.read > 4*engine.MostFile {
		t.Errorf("%d bytes were asked for", stream.read)
	}
	b.must(b.store.Check(t.Context()))
}

// tornOff is a stream that breaks off.
type tornOff struct{}

func (tornOff) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// TestASealedFileIsItsOwners: until the orders are opened; a file that was handed over is everybody's who sees the match, and what is
// not kept is lost, also after a restart. Typing where a file would stand makes none.
func TestASealedFileIsItsOwners(t *testing.T) {
	b := newBench(t)
	id := b.notarised()
	now := func() *referee.Snapshot { return refereetest.Current(t.Context(), b.Referee, id) }
	give := func(seat engine.Seat, path ...string) {
		t.Helper()
		for _, p := range now().Match().Position().Prompts() {
			if p.Seat == seat {
				_, err := b.Answer(t.Context(), command(id, seat), p.ID, path)
				b.must(err)
				return
			}
		}
		t.Fatalf("%s is asked nothing", seat)
	}
	keep := func(seat engine.Seat, name, body string) engine.File {
		t.Helper()
		f, err := b.KeepFile(t.Context(), command(id, seat), name, strings.NewReader(body))
		b.must(err)
		return f
	}
	seen := func(f engine.File, viewers ...engine.Viewer) {
		t.Helper()
		for _, v := range []engine.Viewer{"blue", "red", engine.Spectator, engine.Judge} {
			got, body, err := now().File(t.Context(), v, f.Hash)
			if may := slices.Contains(viewers, v); may && (err != nil || got != f || int64(len(body)) != f.Size) || !may && (!errors.Is(err, referee.ErrFileLost) || body != nil) {
				t.Errorf("%s asks for %s: %+v, %d bytes, %v", v, f.Name, got, len(body), err)
			}
		}
	}
	log, plan := keep("blue", "turn 1.vsav", "log"), keep("red", "plan.png", "<script>")
	seen(log) // nobody's yet
	give("blue", "orders", "later")
	give("blue", engine.TextMark+"I hold.")
	give("red", engine.TextMark+engine.WithFile("I attack.", plan))
	seen(plan, "red", engine.Judge)
	for _, v := range []engine.Viewer{"blue", engine.Spectator} {
		var file bytes.Buffer
		b.must(b.Files.Export(t.Context(), &file, id, v))
		l, err := now().Look(t.Context(), v)
		b.must(err)
		if strings.Contains(file.String(), plan.Hash) || strings.Contains(file.String(), plan.Name) || len(l.View.Files) > 0 {
			t.Errorf("%s learns of the sealed file", v)
		}
	}
	give("blue", "pass", engine.TextMark+engine.WithFile("Your move.", log))
	all := []engine.Viewer{"blue", "red", engine.Spectator, engine.Judge}
	seen(log, all...)
	seen(plan, "red", engine.Judge)
	give("red", "open")
	b.restart()
	seen(plan, all...)
	l, err := now().Look(t.Context(), engine.Spectator)
	b.must(err)
	if shown, ok := l.View.Picture(); !ok || shown != plan || !slices.Equal(l.View.Files, []engine.File{plan, log}) {
		t.Errorf("files %+v, of which %+v is the board", l.View.Files, shown)
	}
	lie := engine.File{Name: "lie.png", Size: 1, Hash: keep("red", "b", "longer").Hash}
	give("red", "note", engine.TextMark+engine.WithFile("Typed by hand.", lie))
	seen(lie)
	never := engine.NewFile("never.png", []byte("never sent"))
	give("red", "pass", engine.TextMark+engine.WithFile("Typed by hand.", never))
	seen(never)
	if list, err := now().HandedIn(engine.Spectator, 0, now().Match().Seq()); err != nil || !slices.Equal(list, []engine.File{log, plan, lie, never}) {
		t.Errorf("%+v, %v", list, err)
	}
	var file bytes.Buffer
	b.must(b.Files.Export(t.Context(), &file, id, engine.Judge))
	other := newBench(t)
	other.game = b.game
	other.restart()
	_, err = other.Files.Import(t.Context(), &file)
	other.must(err)
	if _, body, err := refereetest.Current(t.Context(), other.Referee, id).File(t.Context(), "blue", log.Hash); !errors.Is(err, referee.ErrFileLost) || body != nil {
		t.Errorf("an imported match has the file: %d bytes, %v", len(body), err)
	}
	b.must(b.Erase(t.Context(), command(id, "blue").Account))
	seen(log)
	seen(plan, all...)
	b.must(b.store.Check(t.Context()))
}
