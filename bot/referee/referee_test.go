package referee_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/locale"
	"referee/bot/orders"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/localetest"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

var toyGame = referee.Game{ID: "toy", Law: 1, Data: toy.Files(), Open: toy.Open}

// bench is a referee over a store in a file.
type bench struct {
	*referee.Referee
	*schedule.Schedule
	t     *testing.T
	file  string
	store *store.Store
	dice  match.Roller
	game  referee.Game
	now   func() time.Time // nil: the clock stands still
	// observer hears of what is decided; nil: nobody does.
	observer referee.Observer
	clubs    func(*referee.Referee, referee.Office) referee.Hook // nil: there are none
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, file: filepath.Join(t.TempDir(), "referee.db"), dice: dice.NewSeeded(t.Name()), game: toyGame}
	b.start()
	t.Cleanup(func() {
		if err := errors.Join(b.store.Check(context.Background()), b.store.Close()); err != nil {
			t.Error(err)
		}
	})
	return b
}

func (b *bench) start() {
	b.t.Helper()
	s, err := store.Open(b.t.Context(), b.file, store.Options{NoSync: true})
	if err != nil {
		b.t.Fatal(err)
	}
	b.store = s
	now := b.now
	if now == nil {
		now = func() time.Time { return time.UnixMilli(1_000_000) }
	}
	b.work(referee.Config{
		Games: []referee.Game{b.game}, Store: s, Dice: b.dice, Faults: b.t.TempDir(),
		Now: now, Log: slog.New(slog.DiscardHandler), Observer: b.observer, Clubs: b.clubs,
	})
}

// work makes the referee.
func (b *bench) work(c referee.Config) {
	b.t.Helper()
	var err error
	b.Referee, err = referee.New(c)
	b.must(err)
	b.Schedule = b.Referee.Schedule
}

// restart is the end of the process and its next start.
func (b *bench) restart() {
	b.t.Helper()
	if err := b.store.Close(); err != nil {
		b.t.Fatal(err)
	}
	b.start()
}

// red and blue are the commands of two people.
func command(id match.ID, seat engine.Seat) referee.Command { return refereetest.Command(id, seat) }

// open opens a match without weather and seats two people.
func (b *bench) open() match.ID {
	b.t.Helper()
	r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Setup: engine.Setup{"weather": "off"}, Place: "here"})
	b.must(err)
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := b.Join(b.t.Context(), command(r.Match, seat))
		b.must(err)
	}
	return r.Match
}

func (b *bench) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) order(id match.ID, seat engine.Seat, text string) referee.Reply {
	b.t.Helper()
	r, err := b.Order(b.t.Context(), command(id, seat), text)
	if err != nil {
		b.t.Fatalf("%s: %s: %v", seat, text, err)
	}
	return r
}

// head is the head of a match, to see whether it changed.
func (b *bench) head(id match.ID) string {
	b.t.Helper()
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
	b.must(err)
	return l.Head
}

// english is what a message says in English.
func english(key string, args ...engine.Arg) string { return localetest.Told("en", key, args...) }

// said puts lines into English.
func said(t *testing.T, lines []referee.Line) string {
	t.Helper()
	g := toy.Strict()
	w, err := locale.New(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, l := range lines {
		text, err := w.Try("en", l.Said)
		if err != nil {
			t.Error(err)
		}
		fmt.Fprintf(&b, "%d %s\n", l.Seq, text)
	}
	return b.String()
}

func TestAMatch(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	r := b.order(id, "blue", "plan hold")
	if !r.Picture || len(r.Asks) != 1 || r.Asks[0].Seat != "red" || r.Asks[0].Ask.Key != "referee.asked" {
		t.Errorf("blue's reply: %+v", r)
	}
	r = b.order(id, "red", "march red-a 0201")
	want := "6 Red A: 0101 (Westby) to 0201 (Ford).\n6 Red has marched.\n6 Round 2 starts.\n"
	if got := said(t, r.Lines); got != want {
		t.Errorf("told:\n%s, want:\n%s", got, want)
	}
	if r.From != 5 || r.To != 6 || r.Head != b.head(id) {
		t.Errorf("reply: %+v", r)
	}
}

func TestNoPlayBeforeSeatsAreTaken(t *testing.T) {
	b := newBench(t)
	r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{})
	b.must(err)
	_, err = b.Join(b.t.Context(), command(r.Match, "red"))
	b.must(err)
	if _, err := b.Order(b.t.Context(), command(r.Match, "red"), "plan hold"); !errors.Is(err, match.ErrWaiting) {
		t.Errorf("order: %v", err)
	}
	other := command(r.Match, "red")
	other.Account = "test:other"
	if _, err := b.Join(b.t.Context(), other); !errors.Is(err, match.ErrTaken) {
		t.Errorf("second at red: %v", err)
	}
	_, err = b.Leave(b.t.Context(), command(r.Match, "red"))
	b.must(err)
	_, err = b.Join(b.t.Context(), other)
	b.must(err)
}

func TestRefusals(t *testing.T) {
	b := newBench(t)
	id := b.open()
	planned, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "red")
	b.must(err)
	b.order(id, "red", "plan march")
	stranger := command(id, "blue")
	stranger.Account = "test:stranger"
	for _, c := range []struct {
		name string
		do   func() error
		want error
	}{
		{"closed question", func() error {
			_, err := b.Answer(b.t.Context(), command(id, "red"), planned.Asks[0].Prompt, []string{"hold"})
			return err
		}, engine.ErrStale},
		{"nothing is asked of the seat", func() error { _, err := b.Order(b.t.Context(), command(id, "red"), "plan hold"); return err }, engine.ErrSeat},
		{"another's seat", func() error { _, err := b.Order(b.t.Context(), stranger, "plan hold"); return err }, match.ErrPlayer},
		{"another's question", func() error {
			l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "blue")
			b.must(err)
			_, err = b.Answer(b.t.Context(), command(id, "red"), l.Asks[0].Prompt, []string{"hold"})
			return err
		}, engine.ErrSeat},
		{"half an answer", func() error {
			l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "blue")
			b.must(err)
			_, err = b.Answer(b.t.Context(), command(id, "blue"), l.Asks[0].Prompt, []string{"rush"})
			return err
		}, engine.ErrIncomplete},
		{"draft of a stranger", func() error { _, err := b.Order(b.t.Context(), stranger, "plan rush"); return err }, match.ErrPlayer},
		{"no such match", func() error { _, err := b.Order(b.t.Context(), command("none", "red"), "plan hold"); return err }, match.ErrUnknown},
		{"no such seat", func() error { _, err := b.Join(b.t.Context(), command(id, "green")); return err }, match.ErrNoSeat},
		{"no such game", func() error {
			_, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Game: "chess"})
			return err
		}, referee.ErrNoGame},
		{"no offer", func() error { _, err := b.Accept(b.t.Context(), command(id, "red"), match.Draw); return err }, match.ErrNoOffer},
		{"secret taken back", func() error { _, err := b.Undo(b.t.Context(), command(id, "red")); return err }, match.ErrUndo},
		{"no picture", func() error {
			return refereetest.Current(b.t.Context(), b.Referee, id).Picture(b.t.Context(), io.Discard, "red", nil, nil)
		}, referee.ErrNoMaps},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := b.head(id)
			err := c.do()
			if !errors.Is(err, c.want) {
				t.Errorf("%v, want %v", err, c.want)
			}
			if m := referee.Explain(err); !strings.HasPrefix(m.Key, "referee.refuse.") {
				t.Errorf("explained by %q", m.Key)
			}
			if b.head(id) != before {
				t.Error("the match has changed")
			}
		})
	}
}

func TestEveryRefusalCanBeSaid(t *testing.T) {
	w, err := locale.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		engine.ErrStale, engine.ErrSeat, engine.ErrOver, engine.ErrIncomplete, match.ErrPlayer, match.ErrTaken,
		match.ErrNoSeat, match.ErrWaiting, match.ErrUndo, match.ErrNoOffer, match.ErrOwnOffer, match.ErrOffered, match.ErrUnknown,
		match.ErrIdle, match.ErrIdleInAll, match.ErrFull, match.ErrStanding, match.ErrEqual,
		match.ErrExists, referee.ErrNoGame, referee.ErrNoMaps, referee.ErrNoBoard, referee.ErrKept, referee.ErrOneself, referee.ErrNoChallenge, &referee.Fault{ID: "1", Err: io.EOF}, io.EOF,
	} {
		for _, lang := range locale.Languages {
			if _, lack := w.Try(lang, referee.Explain(err)); lack != nil {
				t.Errorf("%v: %v", err, lack)
			}
		}
	}
}

func TestSetupIsTheGamesToRefuse(t *testing.T) {
	b := newBench(t)
	_, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Setup: engine.Setup{"rounds": "99"}})
	var no *engine.Illegal
	if !errors.As(err, &no) {
		t.Errorf("opened: %v", err)
	}
	if list, err := b.Index.Matches(b.t.Context()); len(list) != 0 || err != nil {
		t.Errorf("matches: %v, %v", list, err)
	}
}

func TestARepeatedKeyReturnsTheFirstReply(t *testing.T) {
	b := newBench(t)
	id := b.open()
	c := command(id, "red")
	c.Key = "test:1"
	first, err := b.Order(b.t.Context(), c, "plan march")
	b.must(err)
	b.order(id, "blue", "plan hold")
	b.restart()
	before := b.head(id)
	for _, do := range []func() (referee.Reply, error){
		func() (referee.Reply, error) { return b.Order(b.t.Context(), c, "plan march") },
		func() (referee.Reply, error) { return b.Answer(b.t.Context(), c, "plan@1", []string{"hold"}) },
		func() (referee.Reply, error) { return b.Undo(b.t.Context(), c) },
		func() (referee.Reply, error) { return b.Resign(b.t.Context(), c) },
	} {
		again, err := do()
		if err != nil || !again.Repeated || again.To != first.To || again.Head != first.Head || len(again.Lines) != len(first.Lines) {
			t.Errorf("again: %+v, %v", again, err)
		}
	}
	if b.head(id) != before {
		t.Error("done twice")
	}
	c.Key = "test:2"
	opened, err := b.Open(b.t.Context(), c, referee.Opening{})
	b.must(err)
	if again, err := b.Open(b.t.Context(), c, referee.Opening{}); err != nil || again.Match != opened.Match || !again.Repeated {
		t.Errorf("opened again: %+v, %v", again, err)
	}
}

func TestADraftIsKeptOverARestart(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	before := b.head(id)
	r := b.order(id, "red", "march red-a")
	if r.Draft == nil || strings.Join(r.Draft.Path, " ") != "+red-a" || !r.Draft.Node.Has("go") || r.From != r.To {
		t.Fatalf("reply: %+v", r)
	}
	b.order(id, "red", "0201")
	b.restart()
	for v, want := range map[engine.Viewer]string{"red": "0201", "blue": "0101", engine.Spectator: "0101"} {
		l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), v)
		b.must(err)
		i := slices.IndexFunc(l.View.Pieces, func(p engine.Piece) bool { return p.ID == "red-a" })
		if got := l.View.Pieces[i].At.String(); got != want || (l.Draft != nil) != (v == "red") {
			t.Errorf("%s sees red-a in %s, want %s; draft %v", v, got, want, l.Draft)
		}
	}
	next, err := refereetest.Current(b.t.Context(), b.Referee, id).Complete("red", "")
	if err != nil || !slices.ContainsFunc(next, func(n orders.Next) bool { return n.Word == "stop" }) {
		t.Errorf("what may follow: %v, %v", next, err)
	}
	if b.head(id) != before {
		t.Error("a draft is in the record")
	}
	if r := b.order(id, "red", "stop"); r.Draft != nil || r.To != r.From+1 {
		t.Errorf("reply: %+v", r)
	}
	if text, err := b.store.Draft(b.t.Context(), id, "red"); text != nil || err != nil {
		t.Errorf("left: %s, %v", text, err)
	}
}

func TestADraftIsTakenBackStepByStep(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	b.order(id, "red", "march red-b")
	b.order(id, "red", "red-a")
	for _, want := range []string{"+red-b", ""} {
		r, err := b.Undo(b.t.Context(), command(id, "red"))
		b.must(err)
		got := ""
		if r.Draft != nil {
			got = strings.Join(r.Draft.Path, " ")
		}
		if got != want {
			t.Errorf("left %q, want %q", got, want)
		}
	}
	if _, err := b.Undo(b.t.Context(), command(id, "red")); !errors.Is(err, match.ErrUndo) {
		t.Errorf("plans taken back: %v", err)
	}
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "red")
	b.must(err)
	r, err := b.Draft(b.t.Context(), command(id, "red"), l.Asks[0].Prompt, []string{"+red-a", "go"})
	b.must(err)
	if strings.Join(r.Draft.Path, " ") != "+red-a go" {
		t.Errorf("drafted: %+v", r.Draft)
	}
	r, err = b.Draft(b.t.Context(), command(id, "red"), l.Asks[0].Prompt, nil)
	if err != nil || r.Draft != nil {
		t.Errorf("thrown away: %+v, %v", r.Draft, err)
	}
}

func TestADraftIsExtendedOncePerKey(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	b.order(id, "red", "march red-a")
	c := command(id, "red")
	c.Key = "test:5"
	for _, repeated := range []bool{false, true} {
		r, err := b.Order(b.t.Context(), c, "red-b")
		if err != nil || r.Repeated != repeated || strings.Join(r.Draft.Path, " ") != "+red-a +red-b" {
			t.Errorf("%+v, %v", r, err)
		}
	}
}

func TestUndoStopsAtChanceAndTheOtherSeat(t *testing.T) {
	b := newBench(t)
	b.dice = loaded(1) // blue goes first
	b.restart()
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan march")
	for _, seat := range []engine.Seat{"red", "blue"} {
		if _, err := b.Undo(b.t.Context(), command(id, seat)); !errors.Is(err, match.ErrUndo) {
			t.Errorf("%s takes back a die: %v", seat, err)
		}
	}
	b.order(id, "blue", "stay")
	r, err := b.Undo(b.t.Context(), command(id, "blue"))
	b.must(err)
	if said(t, r.Lines) != "8 "+english("referee.told.rewind", engine.Num("n", 6))+"\n" {
		t.Errorf("told: %s", said(t, r.Lines))
	}
	b.order(id, "blue", "stay")
	b.order(id, "red", "stay")
	if _, err := b.Undo(b.t.Context(), command(id, "blue")); !errors.Is(err, match.ErrUndo) {
		t.Errorf("blue takes back what red did: %v", err)
	}
	_, err = b.Undo(b.t.Context(), command(id, "red"))
	b.must(err)
}

func loaded(faces ...int) *dice.Loaded {
	d := new(dice.Loaded)
	d.Load(faces, nil)
	return d
}

func TestResigningAndDraws(t *testing.T) {
	b := newBench(t)
	id := b.open()
	_, err := b.OfferDraw(b.t.Context(), command(id, "red"))
	b.must(err)
	if _, err := b.Accept(b.t.Context(), command(id, "red"), match.Draw); !errors.Is(err, match.ErrOwnOffer) {
		t.Errorf("own offer accepted: %v", err)
	}
	_, err = b.Decline(b.t.Context(), command(id, "blue"), match.Draw)
	b.must(err)
	_, err = b.OfferDraw(b.t.Context(), command(id, "red"))
	b.must(err)
	r, err := b.Accept(b.t.Context(), command(id, "blue"), match.Draw)
	if err != nil || r.Ending == nil || r.Ending.How != match.Agreed || len(r.Asks) > 0 {
		t.Errorf("accepted: %+v, %v", r, err)
	}
	id = b.open()
	r, err = b.Resign(b.t.Context(), command(id, "red"))
	if err != nil || r.Ending == nil || r.Ending.Winner != "blue" {
		t.Errorf("resigned: %+v, %v", r, err)
	}
	if _, err := b.Order(b.t.Context(), command(id, "blue"), "plan hold"); !errors.Is(err, engine.ErrOver) {
		t.Errorf("goes on: %v", err)
	}
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "blue")
	if err != nil || l.Ending == nil || len(l.Asks) > 0 {
		t.Errorf("look: %+v, %v", l, err)
	}
}

func TestPostsAndPlaces(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.restart()
	posts, err := b.Outbox.Posts(b.t.Context(), "here")
	b.must(err)
	var told []referee.Line
	for _, p := range posts {
		n := p.What.(post.MatchNews)
		lines, err := refereetest.Current(b.t.Context(), b.Referee, n.Match).Lines(engine.Spectator, n.From, n.To)
		b.must(err)
		told = append(told, lines...)
		b.must(b.Outbox.Posted(b.t.Context(), "here", p))
	}
	joined := func(seat string) string { return english("referee.told.join", engine.Noun("seat", seat)) }
	want := "1 " + english("referee.told.open", engine.Text("match", string(id))) + "\n1 The match starts: 3 rounds.\n" +
		"2 " + joined("red") + "\n3 " + joined("blue") + "\n4 Red has made a plan.\n"
	if got := said(t, told); got != want {
		t.Errorf("told:\n%s, want:\n%s", got, want)
	}
	if posts, err := b.Outbox.Posts(b.t.Context(), "here"); len(posts) > 0 || err != nil {
		t.Errorf("left: %v, %v", posts, err)
	}
	if at, err := b.Index.LatestAt(b.t.Context(), "here", match.UnderWay); at != id || err != nil {
		t.Errorf("at the place: %v, %v", at, err)
	}
	if _, err := b.Index.LatestAt(b.t.Context(), "elsewhere", match.UnderWay); !errors.Is(err, match.ErrUnknown) {
		t.Errorf("elsewhere: %v", err)
	}
	_, err = b.Resign(b.t.Context(), command(id, "red"))
	b.must(err)
	if _, err := b.Index.LatestAt(b.t.Context(), "here", match.UnderWay); !errors.Is(err, match.ErrUnknown) {
		t.Errorf("a match that is over: %v", err)
	}
}

func TestQueries(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	a, err := refereetest.Current(b.t.Context(), b.Referee, id).Ask(b.t.Context(), "red", "reach red-a")
	if err != nil || len(a.Marks) != 2 {
		t.Errorf("reach: %+v, %v", a, err)
	}
	for text, want := range map[string]string{
		"": "referee.query.unknown", "fly": "referee.query.unknown", "reach": "referee.query.wants",
		"reach nobody": "referee.query.not", "reach red-a red-b": "referee.query.extra",
	} {
		_, err := refereetest.Current(b.t.Context(), b.Referee, id).Ask(b.t.Context(), "red", text)
		var e *orders.Error
		if !errors.As(err, &e) || e.Why.Key != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestExportAndImport(t *testing.T) {
	b, other := newBench(t), newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	var file bytes.Buffer
	b.must(b.Files.Export(b.t.Context(), &file, id, engine.Judge))
	text := file.String()
	for range 2 { // the second time nothing changes
		got, err := other.Files.Import(b.t.Context(), strings.NewReader(text))
		if err != nil || got != id {
			t.Fatalf("imported %s, %v", got, err)
		}
	}
	if other.head(id) != b.head(id) {
		t.Error("the heads differ")
	}
	if _, err := other.Order(b.t.Context(), command(id, "blue"), "plan hold"); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("a seat not claimed: %v", err)
	}
	for _, seat := range []engine.Seat{"red", "blue"} {
		b.must(other.Claim(b.t.Context(), command(id, seat), "there"))
	}
	thief := command(id, "blue")
	thief.Account = "test:thief"
	if err := other.Claim(b.t.Context(), thief, ""); !errors.Is(err, match.ErrTaken) {
		t.Errorf("claimed: %v", err)
	}
	other.order(id, "blue", "plan hold")
	if at, err := other.Index.LatestAt(b.t.Context(), "there", match.UnderWay); at != id || err != nil {
		t.Errorf("at the place: %v, %v", at, err)
	}
	if _, err := other.Files.Import(b.t.Context(), strings.NewReader(strings.Replace(text, `march`, `mxrch`, 1))); err == nil {
		t.Error("a forged file is imported")
	}
}

// broken is the toy with a fault: it dies of marches.
type broken struct{ *toy.Rules }

func (b broken) Judge(r *engine.Ruling[*toy.State], p engine.Prompt, path []string) (engine.Node, error) {
	if slices.Contains(path, "0201") {
		panic("no bridge")
	}
	return b.Rules.Judge(r, p, path)
}

// Check finds a fault as soon as both have planned.
func (b broken) Check(s *toy.State) error {
	if strings.Contains(b.Print(s), "revealed") && strings.Contains(b.Print(s), "rush") {
		return errors.New("nobody may rush")
	}
	return b.Rules.Check(s)
}

func TestAFaultStoresNothingAndLeavesAFile(t *testing.T) {
	b := newBench(t)
	b.game.Open = func(files fs.FS, law int) (engine.Game, error) {
		g, err := toy.New(files, law)
		return engine.Seal[*toy.State](broken{g}), err
	}
	b.restart()
	for _, c := range []struct{ name, plan, order string }{
		{"panic", "plan march", "march red-a 0201"},
		{"violation", "", "plan rush 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			id := b.open()
			b.order(id, "blue", "plan hold")
			if c.plan != "" {
				b.order(id, "red", c.plan)
			}
			before := b.head(id)
			_, err := b.Order(t.Context(), command(id, "red"), c.order)
			var f *referee.Fault
			if !errors.As(err, &f) || len(f.ID) != 8 || f.File == "" {
				t.Fatalf("no fault: %v", err)
			}
			var inner *referee.Fault
			if errors.As(f.Err, &inner) {
				t.Errorf("fault %s has another number too: %v", f.ID, inner)
			}
			if m := referee.Explain(err); m.Key != "referee.fault" || m.Args[0].Text != f.ID {
				t.Errorf("explained by %+v", m)
			}
			if b.head(id) != before {
				t.Error("the match has changed")
			}
			file, err := os.Open(f.File)
			b.must(err)
			if _, err := newBench(t).Files.Import(t.Context(), file); err != nil {
				t.Errorf("import: %v", err)
			}
			b.must(file.Close())
		})
	}
}
