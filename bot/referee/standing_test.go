package referee_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// rigged is a bench whose die says what it is told.
func rigged(t *testing.T, faces ...int) *bench {
	t.Helper()
	b := newBench(t)
	b.dice = loaded(faces...)
	b.restart()
	return b
}

// attacked brings blue's two units under an attack that succeeds: blue is asked
// which of them is lost, unless a standing order says it.
func (b *bench) attacked(id match.ID) referee.Reply {
	b.t.Helper()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	return b.order(id, "red", "march red-a red-b 0201 0301")
}

// TestAStandingOrderThatStands: what cannot be left is not rehearsed as if it could.
func TestAStandingOrderThatStands(t *testing.T) {
	b := newBench(t)
	id := b.open()
	blue := command(id, "blue")
	_, err := refereetest.Current(b.t.Context(), b.Referee, blue.Match).DryRun(b.t.Context(), blue, "match lose units blue-b")
	b.must(err)
	_, err = b.AddStanding(b.t.Context(), blue, "match lose units blue-b")
	b.must(err)
	if _, err := refereetest.Current(b.t.Context(), b.Referee, blue.Match).DryRun(b.t.Context(), blue, "match lose units blue-b"); !errors.Is(err, match.ErrEqual) {
		t.Errorf("an equal one is rehearsed: %v", err)
	}
	if _, err := refereetest.Current(b.t.Context(), b.Referee, blue.Match).DryRun(b.t.Context(), blue, "turn lose units blue-b"); err != nil {
		t.Errorf("another is refused: %v", err)
	}
}

func TestAStandingOrderAnswers(t *testing.T) {
	b := rigged(t, 6)
	id := b.open()
	blue := command(id, "blue")
	r, err := b.AddStanding(b.t.Context(), blue, "match lose units blue-b")
	b.must(err)
	if got := said(t, r.Lines); got != "4 "+english("referee.told.stand", engine.Noun("seat", "blue"), engine.Num("n", 4))+"\n" {
		t.Errorf("told: %s", got)
	}
	r = b.attacked(id)
	if got := said(t, r.Lines); !strings.Contains(got, english("referee.told.stood", engine.Noun("seat", "blue"), engine.Num("n", 4), engine.Text("order", "match lose units blue-b"))) {
		t.Errorf("told:\n%s", got)
	}
	for _, a := range r.Asks {
		if a.Kind == "loss" {
			t.Errorf("blue is asked all the same: %+v", a)
		}
	}
	if _, err := b.Undo(b.t.Context(), command(id, "red")); !errors.Is(err, match.ErrUndo) {
		t.Errorf("red takes his attack back: %v", err)
	}
}

func TestAStandingOrderThatDoesNotFire(t *testing.T) {
	b := rigged(t, 6)
	id := b.open()
	blue := command(id, "blue")
	_, err := b.AddStanding(b.t.Context(), blue, "phase lose units blue-b") // of the planning that is on
	b.must(err)
	_, err = b.AddStanding(b.t.Context(), blue, "match lose units blue-a")
	b.must(err)
	_, err = b.RevokeStanding(b.t.Context(), blue, 5)
	b.must(err)
	b.attacked(id)
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "blue")
	b.must(err)
	if len(l.Asks) != 1 || l.Asks[0].Kind != "loss" {
		t.Fatalf("asked: %+v", l.Asks)
	}
	if list, err := refereetest.Current(b.t.Context(), b.Referee, blue.Match).Standings(b.t.Context(), blue); err != nil || len(list) != 0 {
		t.Errorf("armed: %+v, %v", list, err)
	}
}

// undecided are rules under which no standing order ever fires.
type undecided struct{ *toy.Rules }

func (undecided) Stand(_ *toy.State, _ engine.Prompt, st engine.Standing) (engine.StandingOutcome, error) {
	return engine.StandingOutcome{Why: engine.Say("standing.not", engine.List("units", engine.Noun("", st.First("units"))))}, nil
}

// TestWhyAnOrderDidNotFireIsItsOwnersAlone: before its owner answers and after, in
// what is asked and in what is told.
func TestWhyAnOrderDidNotFireIsItsOwnersAlone(t *testing.T) {
	b := rigged(t, 6)
	b.game.Open = func(data fs.FS, law int) (engine.Game, error) {
		g, err := toy.New(data, law)
		return engine.Seal[*toy.State](undecided{g}), err
	}
	b.restart()
	id := b.open()
	_, err := b.AddStanding(b.t.Context(), command(id, "blue"), "match lose units blue-b")
	b.must(err)
	b.attacked(id)
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "blue")
	b.must(err)
	asked := l.Seq
	b.order(id, "blue", "lose blue-a")
	for _, v := range []engine.Viewer{"blue", "red", engine.Spectator} {
		now, err := refereetest.Current(b.t.Context(), b.Referee, id).LookAt(b.t.Context(), v, asked)
		b.must(err)
		lines, err := refereetest.Current(b.t.Context(), b.Referee, id).Lines(v, 0, 0)
		b.must(err)
		all, err := json.Marshal([]any{now.Asks, lines})
		b.must(err)
		if mine := v == "blue"; strings.Contains(string(all), "referee.told.unfired") != mine || strings.Contains(string(all), "standing.not") != mine {
			t.Errorf("%q gets %s", v, all)
		}
		if mine := v == "blue"; mine != slices.ContainsFunc(now.Asks, func(a referee.Ask) bool { return len(a.Unfired) > 0 }) {
			t.Errorf("%q is asked %+v", v, now.Asks)
		}
	}
}

// TestStandingOrdersAreSecret compares two matches that differ in nothing
// but what an order says: all that anybody but its owner can get is the same,
// save the salted hash; also where it has answered in secret.
func TestStandingOrdersAreSecret(t *testing.T) {
	get := func(text string) string {
		b := rigged(t)
		id := b.open()
		_, err := b.AddStanding(b.t.Context(), command(id, "blue"), text)
		b.must(err)
		if !strings.Contains(text, "plan") {
			b.order(id, "red", "plan march")
		}
		var out strings.Builder
		for _, v := range []engine.Viewer{"red", engine.Spectator} {
			l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), v)
			b.must(err)
			l.Head, l.Match = "", ""
			lines, err := refereetest.Current(b.t.Context(), b.Referee, id).Lines(v, 0, 0)
			b.must(err)
			next, err := refereetest.Current(b.t.Context(), b.Referee, id).Complete(engine.Seat(v), "")
			if err != nil {
				next = nil
			}
			scene, err := refereetest.Current(b.t.Context(), b.Referee, id).Match().VisibleTo(v).Changes(0, l.Seq)
			b.must(err)
			all, err := json.Marshal([]any{l.View, l.Asks, lines[1:], next, scene})
			b.must(err)
			out.Write(all)
			var file bytes.Buffer
			b.must(b.Files.Export(b.t.Context(), &file, id, v))
			for _, word := range []string{"blue-a", "blue-b", "rush", "hold"} {
				if e := entries(t, file.Bytes(), 4, 5); strings.Contains(e, word) {
					t.Errorf("the file of %s says %s", v, e)
				}
			}
		}
		if _, err := refereetest.Current(b.t.Context(), b.Referee, id).Standings(b.t.Context(), referee.Command{Match: id, Seat: "blue", Account: "test:red"}); !errors.Is(err, match.ErrPlayer) {
			t.Errorf("red reads blue's orders: %v", err)
		}
		return out.String()
	}
	for _, pair := range [][2]string{
		{"match lose units blue-a", "turn lose units blue-b blue-a"},
		{"match plan to rush", "turn plan to hold"},
	} {
		if one, other := get(pair[0]), get(pair[1]); one != other {
			t.Errorf("it shows:\n%s\n%s", one, other)
		}
	}
}

// TestAnOrderThatAnsweredInSecretIsTold: that it has answered at once, and what it says once the plans are shown; its owner is
// told both then.
func TestAnOrderThatAnsweredInSecretIsTold(t *testing.T) {
	b := rigged(t)
	id := b.open()
	_, err := b.AddStanding(b.t.Context(), command(id, "blue"), "match plan to march")
	b.must(err)
	told := func(v engine.Viewer) (keys []string) {
		lines, err := refereetest.Current(b.t.Context(), b.Referee, id).Lines(v, 3, 0)
		b.must(err)
		for _, l := range lines {
			if strings.HasPrefix(l.Said.Key, "referee.told.stood") {
				keys = append(keys, l.Said.Key+" "+arg(l.Said, "order"))
			}
		}
		return keys
	}
	const secret, stood, shown = "referee.told.stood-secret ", "referee.told.stood match plan to march", "referee.told.stood-shown match plan to march"
	for _, c := range []struct {
		viewer engine.Viewer
		want   []string
	}{{"blue", []string{stood}}, {"red", []string{secret}}, {engine.Spectator, []string{secret}}} {
		if got := told(c.viewer); !slices.Equal(got, c.want) {
			t.Errorf("%q is told %q, want %q", c.viewer, got, c.want)
		}
	}
	b.order(id, "red", "plan hold")
	for _, v := range []engine.Viewer{"blue", "red", engine.Spectator} {
		if got, want := told(v), []string{stood, shown}; !slices.Equal(got, want) {
			t.Errorf("once the plans are shown %q is told %q, want %q", v, got, want)
		}
	}
}

// arg is the text of an argument; "": there is none.
func arg(m engine.Msg, name string) string {
	for _, a := range m.Args {
		if a.Name == name {
			return a.Text
		}
	}
	return ""
}

// entries are some entries of a match file by their numbers, as they stand there.
func entries(t *testing.T, file []byte, list ...int) string {
	t.Helper()
	var f struct {
		Entries []json.RawMessage `json:"entries"`
	}
	if err := json.Unmarshal(file, &f); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, n := range list {
		out.Write(f.Entries[n-1])
	}
	return out.String()
}

func TestStandingOrdersAreRefused(t *testing.T) {
	b := newBench(t)
	id := b.open()
	blue := command(id, "blue")
	stranger := blue
	stranger.Account = "test:stranger"
	for _, c := range []struct {
		who  referee.Command
		text string
		word string // at fault; "": refused otherwise
	}{
		{blue, "fly", "fly"},
		{blue, "turn", ""},
		{blue, "lose far", "far"},
		{blue, "lose units", ""},
		{blue, "lose units red-a", ""},
		{stranger, "lose units blue-a", ""},
	} {
		t.Run(c.text, func(t *testing.T) {
			before := b.head(id)
			_, err := b.AddStanding(t.Context(), c.who, c.text)
			_, dry := refereetest.Current(t.Context(), b.Referee, c.who.Match).DryRun(t.Context(), c.who, c.text)
			if err == nil || fmt.Sprint(dry) != fmt.Sprint(err) {
				t.Fatalf("left: %v, rehearsed: %v", err, dry)
			}
			var no *orders.Error
			if errors.As(err, &no) && (no.Word != c.word || len(no.Next) == 0) {
				t.Errorf("refused for %q, then %v", no.Word, no.Next)
			}
			var fault *referee.Fault
			if errors.As(err, &fault) || b.head(id) != before {
				t.Errorf("refused as %v", err)
			}
		})
	}
	if r, err := refereetest.Current(b.t.Context(), b.Referee, blue.Match).DryRun(b.t.Context(), blue, "match lose units blue-b"); err != nil || r.Text != "match lose units blue-b" || len(r.Answer.Lines) == 0 {
		t.Errorf("rehearsed: %+v, %v", r, err)
	}
	if _, err := b.RevokeStanding(b.t.Context(), blue, 1); !errors.Is(err, match.ErrNoOrder) {
		t.Errorf("revoked what is no order: %v", err)
	}
}

// TestAnOrderHalfBuiltStays: who leaves a standing order goes on where they were.
func TestAnOrderHalfBuiltStays(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	red := command(id, "red")
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "red")
	b.must(err)
	_, err = b.Draft(b.t.Context(), red, l.Asks[0].Prompt, []string{"+red-a"})
	b.must(err)
	_, err = b.AddStanding(b.t.Context(), red, "match lose units red-b")
	b.must(err)
	if l, err = refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "red"); err != nil || l.Draft == nil || len(l.Draft.Path) != 1 {
		t.Fatalf("half built: %+v, %v", l.Draft, err)
	}
	b.order(id, "red", "stay!")
	if text, err := b.store.Draft(b.t.Context(), id, "red"); text != nil || err != nil {
		t.Errorf("answered, and still kept: %s, %v", text, err)
	}
}
