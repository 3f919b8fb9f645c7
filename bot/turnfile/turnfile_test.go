package turnfile_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/bot/referee"
	"referee/bot/turnfile"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/engine/textfile"
	"referee/store"
)

// bench is a referee with matches of the toy.
type bench struct {
	*referee.Referee
	t testing.TB
}

func newBench(t testing.TB, roller match.Roller) bench {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "referee.db"), store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(s.Check(context.Background()), s.Close()); err != nil {
			t.Error(err)
		}
	})
	r, err := referee.New(referee.Config{
		Games: []referee.Game{{ID: "toy", Law: 2, Data: toy.Files(), Open: toy.Open}}, Store: s,
		Dice: roller, Faults: t.TempDir(), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	return bench{r, t}
}

func command(id match.ID, seat engine.Seat) referee.Command {
	return referee.Command{Match: id, Seat: seat, Account: "test:" + string(seat), Name: string(seat), Door: "test"}
}

// open opens a match with two people at it.
func (b bench) open(set engine.Setup) match.ID {
	b.t.Helper()
	r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Setup: set})
	for _, seat := range []engine.Seat{"red", "blue"} {
		if err == nil {
			_, err = b.Join(b.t.Context(), command(r.Match, seat))
		}
	}
	b.must(err)
	return r.Match
}

func (b bench) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// order gives typed orders.
func (b bench) order(id match.ID, seat engine.Seat, texts ...string) {
	b.t.Helper()
	for _, text := range texts {
		if _, err := b.Order(b.t.Context(), command(id, seat), text); err != nil {
			b.t.Fatalf("%s: %s: %v", seat, text, err)
		}
	}
}

func (b bench) snapshot(id match.ID) *referee.Snapshot {
	b.t.Helper()
	s, err := b.Snapshot(b.t.Context(), id)
	b.must(err)
	return s
}

// file makes the file of a seat, and reads it again.
func (b bench) file(id match.ID, seat engine.Seat) (*turnfile.File, []byte) {
	b.t.Helper()
	made, text, err := turnfile.Make(b.t.Context(), b.snapshot(id), command(id, seat))
	b.must(err)
	read, err := turnfile.Read(text)
	b.must(err)
	if made.Name() != read.Name() || made.Position != read.Position || made.Head != read.Head {
		b.t.Fatalf("made %+v\nread %+v", made, read)
	}
	return read, text
}

// sealed seals a reply, and reads it again.
func (b bench) sealed(f *turnfile.File, answers ...turnfile.Order) *turnfile.Reply {
	b.t.Helper()
	text, err := f.Seal(answers)
	b.must(err)
	reply, err := turnfile.ReadReply(text)
	b.must(err)
	return reply
}

func answer(kind string, path ...string) turnfile.Order {
	return turnfile.Order{Kind: kind, Path: path}
}

// marching is a match in which red marches: only red may go first, as blue holds.
func (b bench) marching() match.ID {
	id := b.open(engine.Setup{"weather": "off"})
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	return id
}

// TestThereAndBack: what is ordered with the file is done when its reply comes in, once, whichever door it comes
// through.
func TestThereAndBack(t *testing.T) {
	b := newBench(t, dice.NewServer([32]byte{1}))
	id := b.marching()
	f, text := b.file(id, "red")
	if f.Seat != "red" || f.Match != id || f.Game != "toy" || f.Law != 2 || len(f.Asks) != 1 || f.Asks[0].Kind() != "march" {
		t.Fatalf("%+v", f)
	}
	if len(text) > 2000 {
		t.Errorf("the file has %d bytes", len(text))
	}
	reply := b.sealed(f, answer("march", "+red-a", "go", "0201", "stop"), answer("plan", "rush", "1"))
	got, err := turnfile.Obey(b.t.Context(), b.Referee, command(id, "red"), reply)
	b.must(err)
	if len(got.Done) != 2 || got.Refused != nil || got.Repeated {
		t.Fatalf("%+v", got)
	}
	head := b.snapshot(id).Match().Head()
	elsewhere := command(id, "red")
	elsewhere.Door = "other"
	again, err := turnfile.Obey(b.t.Context(), b.Referee, elsewhere, reply)
	b.must(err)
	if !again.Repeated || len(again.Done) != 2 || again.Done[0].To != got.Done[0].To || b.snapshot(id).Match().Head() != head {
		t.Errorf("the same reply came in again: %+v, head %s, not %s", again, b.snapshot(id).Match().Head(), head)
	}
	// Another reply to the same file comes too late.
	var stale *turnfile.StaleError
	if _, err := turnfile.Obey(b.t.Context(), b.Referee, command(id, "red"), b.sealed(f, answer("march", "stay"))); !errors.As(err, &stale) || stale.Seq != f.Seq {
		t.Fatalf("a second reply: %v", err)
	}
	if since, err := stale.Since(b.snapshot(id), "red"); err != nil || len(since) == 0 {
		t.Errorf("what has happened since: %v, %v", since, err)
	}
}

// TestUntilOneIsRefused: orders are done until one is refused, which the rules say why. What was done stays so, and the
// rest of the reply is not tried where the match has gone on in the meantime.
func TestUntilOneIsRefused(t *testing.T) {
	b := newBench(t, dice.NewServer([32]byte{1}))
	id := b.marching()
	f, _ := b.file(id, "red")
	reply := b.sealed(f, answer("march", "stay"), answer("march", "stay"), answer("plan", "hold"))
	got, err := turnfile.Obey(b.t.Context(), b.Referee, command(id, "red"), reply)
	b.must(err)
	if len(got.Done) != 1 || !errors.Is(got.Refused, engine.ErrStale) {
		t.Fatalf("%+v", got)
	}
	head := b.snapshot(id).Match().Head()
	if got, err = turnfile.Obey(b.t.Context(), b.Referee, command(id, "red"), reply); err != nil || !got.Repeated || !errors.Is(got.Refused, engine.ErrStale) {
		t.Fatalf("again: %+v, %v", got, err)
	}
	b.order(id, "blue", "plan hold")
	after := b.snapshot(id).Match().Head()
	var stale *turnfile.StaleError
	if got, err = turnfile.Obey(b.t.Context(), b.Referee, command(id, "red"), reply); err != nil || len(got.Done) != 1 || !errors.As(got.Refused, &stale) {
		t.Fatalf("when the match has gone on: %+v, %v", got, err)
	}
	if now := b.snapshot(id).Match().Head(); now != after || head == after {
		t.Error("the match has changed")
	}
}

// TestIllegalOrders: an order that the rules refuse is refused with their paragraph, and so is one that is not whole.
func TestIllegalOrders(t *testing.T) {
	for _, a := range []turnfile.Order{
		answer("march", "+blue-a", "go", "0201", "stop"), answer("march", "+red-a", "go"), answer("march"), answer("nothing", "stay"), answer("plan", "hold"),
	} {
		b := newBench(t, dice.NewServer([32]byte{1}))
		id := b.marching()
		f, _ := b.file(id, "red")
		head := b.snapshot(id).Match().Head()
		got, err := turnfile.Obey(b.t.Context(), b.Referee, command(id, "red"), b.sealed(f, a))
		if err != nil || got.Refused == nil || len(got.Done) > 0 || !referee.IsRefusal(got.Refused) {
			t.Errorf("%v: %+v, %v", a, got, err)
		}
		if b.snapshot(id).Match().Head() != head {
			t.Errorf("%v: the match has changed", a)
		}
	}
}

// TestUnauthorisedTurnFilesRefused: each way in which somebody may not have a reply obeyed, or may not have a file.
func TestUnauthorisedTurnFilesRefused(t *testing.T) {
	b := newBench(t, dice.NewServer([32]byte{1}))
	id, other := b.marching(), b.marching()
	f, _ := b.file(id, "red")
	reply := b.sealed(f, answer("march", "stay"))
	of, _ := b.file(other, "red")
	as := func(id match.ID, seat engine.Seat, account string) referee.Command {
		c := command(id, seat)
		c.Account = account
		return c
	}
	forge := func(change func(f *turnfile.File)) *turnfile.Reply {
		changed := *f
		change(&changed)
		return b.sealed(&changed, answer("march", "stay"))
	}
	for what, of := range map[string]struct {
		c     referee.Command
		reply *turnfile.Reply
		want  error
	}{
		"the other player, for the seat of the reply":   {as(id, "red", "test:blue"), reply, match.ErrPlayer},
		"the other player, for their own seat":          {as(id, "blue", "test:blue"), reply, turnfile.ErrOther},
		"the player, for the other seat":                {as(id, "blue", "test:red"), reply, turnfile.ErrOther},
		"the player, for another match":                 {as(other, "red", "test:red"), reply, turnfile.ErrOther},
		"a stranger":                                    {as(id, "red", "test:green"), reply, match.ErrPlayer},
		"nobody":                                        {as(id, "red", ""), reply, match.ErrPlayer},
		"the player, with a reply of another match":     {as(id, "red", "test:red"), b.sealed(of, answer("march", "stay")), turnfile.ErrOther},
		"the player, whose file says another decision":  {as(id, "red", "test:red"), forge(func(f *turnfile.File) { f.Seq++ }), turnfile.ErrForged},
		"the player, whose file says another head":      {as(id, "red", "test:red"), forge(func(f *turnfile.File) { f.Head[0]++ }), turnfile.ErrForged},
		"the player, whose file has another seat in it": {as(id, "blue", "test:blue"), forge(func(f *turnfile.File) { f.Seat = "blue" }), turnfile.ErrForged},
	} {
		head := b.snapshot(id).Match().Head()
		if got, err := turnfile.Obey(b.t.Context(), b.Referee, of.c, of.reply); !errors.Is(err, of.want) || len(got.Done) > 0 {
			t.Errorf("%s: %+v, %v, not %v", what, got, err, of.want)
		}
		if b.snapshot(id).Match().Head() != head {
			t.Fatalf("%s: it was obeyed", what)
		}
	}
	for what, of := range map[string]struct {
		c    referee.Command
		want error
	}{
		"the other player's":        {as(id, "red", "test:blue"), match.ErrPlayer},
		"a stranger's":              {as(id, "red", "test:green"), match.ErrPlayer},
		"nobody's":                  {as(id, "red", ""), match.ErrPlayer},
		"who is not asked anything": {as(id, "blue", "test:blue"), engine.ErrSeat},
	} {
		if _, _, err := turnfile.Make(b.t.Context(), b.snapshot(id), of.c); !errors.Is(err, of.want) {
			t.Errorf("a file, %s: %v, not %v", what, err, of.want)
		}
	}
	if _, err := b.Resign(b.t.Context(), command(id, "red")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := turnfile.Make(b.t.Context(), b.snapshot(id), command(id, "red")); !errors.Is(err, engine.ErrOver) {
		t.Errorf("a file of a match that is over: %v", err)
	}
	var stale *turnfile.StaleError
	if _, err := turnfile.Obey(b.t.Context(), b.Referee, command(id, "red"), reply); !errors.As(err, &stale) {
		t.Errorf("a reply to a match that is over: %v", err)
	}
	unsigned := newBench(t, dice.NewSeeded("unsigned"))
	id = unsigned.marching()
	if _, _, err := turnfile.Make(b.t.Context(), unsigned.snapshot(id), command(id, "red")); !errors.Is(err, referee.ErrUnsigned) {
		t.Errorf("a file of a match without a key: %v", err)
	}
}

// TestNothingOfTheOtherSide: two matches that differ in nothing but what the other side has answered in secret give one
// file, but for the head and the signature.
func TestNothingOfTheOtherSide(t *testing.T) {
	files := map[string]bool{}
	for _, secret := range []string{"hold", "march", "rush 1", "rush 2"} {
		b := newBench(t, dice.NewServer([32]byte{1}))
		id := b.open(engine.Setup{"traps": "on"})
		b.order(id, "red", "trap 0201")
		b.order(id, "blue", "trap 0301")
		b.order(id, "red", "plan "+secret)
		f, text := b.file(id, "blue")
		if want := []turnfile.Secret{{Seat: "red", Kind: "trap"}, {Seat: "red", Kind: "plan"}}; !slices.Equal(f.Hidden, want) {
			t.Fatalf("hidden: %v", f.Hidden)
		}
		body, _, _ := strings.Cut(string(text), "\n")
		files[strings.NewReplacer(f.Head.String(), "HEAD", string(id), "MATCH", f.Key, "KEY").Replace(body)] = true
		if !strings.Contains(f.Position, "trap blue 0301") || strings.Contains(f.Position, "trap red 0201") {
			t.Errorf("the file does not have blue's trap alone:\n%s", f.Position)
		}
	}
	if len(files) != 1 {
		t.Errorf("%d files: %v", len(files), files)
	}
}

// TestRevealingAnswersNeedConfirmation: an answer that would show what is made up is known before it is given.
func TestRevealingAnswersNeedConfirmation(t *testing.T) {
	b := newBench(t, dice.NewServer([32]byte{1}))
	id := b.open(engine.Setup{"weather": "off"})
	first, _ := b.file(id, "blue")
	b.order(id, "red", "plan march")
	second, _ := b.file(id, "blue")
	for _, of := range []struct {
		f    *turnfile.File
		want bool
	}{{first, false}, {second, true}} {
		g, err := of.f.Open(open(t, 2))
		b.must(err)
		out, err := g.Begin(1, nil)
		b.must(err)
		for _, p := range out.Position.Prompts() {
			if p.Seat != "blue" {
				continue
			}
			if got, err := of.f.Reveals(out.Position, p.ID, []string{"hold"}); err != nil || got != of.want {
				t.Errorf("hidden %v: it reveals them: %v, %v", of.f.Hidden, got, err)
			}
		}
	}
}

func open(t testing.TB, law int) engine.Game {
	t.Helper()
	g, err := toy.Open(toy.Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestFilesRefused: a file and a reply that are not as they were made, or not for what they are used for.
func TestFilesRefused(t *testing.T) {
	b := newBench(t, dice.NewServer([32]byte{1}))
	id := b.marching()
	f, text := b.file(id, "red")
	reply, err := f.Seal([]turnfile.Order{answer("march", "stay")})
	b.must(err)
	file := func(text string) error { _, err := turnfile.Read([]byte(text)); return err }
	sealed := func(text string) error { _, err := turnfile.ReadReply([]byte(text)); return err }
	whole, back := string(text), string(reply)
	for what, of := range map[string]struct{ got, want error }{
		"nothing":                    {file(""), turnfile.ErrEmpty},
		"blanks":                     {sealed(" \r\n"), turnfile.ErrEmpty},
		"a compressed file":          {file("\x1f\x8b\x08"), textfile.ErrPacked},
		"a page for a file":          {file("<!doctype html>"), textfile.ErrPage},
		"a page for a reply":         {sealed("\n<html>"), textfile.ErrPage},
		"a file with a signature":    {file(whole + "-- \nAnna"), turnfile.ErrTrailing},
		"a reply with a signature":   {sealed(back + "\n-- \nAnna"), turnfile.ErrTrailing},
		"the half of a file":         {file(whole[:len(whole)/2]), turnfile.ErrDamaged},
		"no signature":               {file(whole[:strings.Index(whole, "\n")]), turnfile.ErrDamaged},
		"a large file":               {file(whole + strings.Repeat(" ", turnfile.Most)), turnfile.ErrLarge},
		"another version":            {file(strings.Replace(whole, "turn/1", "turn/2", 1)), turnfile.ErrVersion},
		"another format":             {file(strings.Replace(whole, "referee-turn/1", "referee-match/1", 1)), turnfile.ErrDamaged},
		"a field more":               {file(strings.Replace(whole, `{"format"`, `{"more":1,"format"`, 1)), turnfile.ErrDamaged},
		"a changed position":         {file(strings.Replace(whole, "effort red 2", "effort red 9", 1)), turnfile.ErrForged},
		"a changed seat":             {file(strings.Replace(whole, `"seat":"red"`, `"seat":"blue"`, 1)), turnfile.ErrForged},
		"a seat that is a path":      {file(strings.Replace(whole, `"seat":"red"`, `"seat":"../red"`, 1)), turnfile.ErrDamaged},
		"a reply for a file":         {file(back), turnfile.ErrReply},
		"a file for a reply":         {sealed(whole), turnfile.ErrTurn},
		"no reply":                   {sealed("hello"), turnfile.ErrDamaged},
		"the half of a reply":        {sealed(back[:len(back)/2]), turnfile.ErrDamaged},
		"a changed reply":            {sealed(strings.Replace(back, "stay", "hold", 1)), turnfile.ErrDamaged},
		"a large reply":              {sealed(back + strings.Repeat(" ", turnfile.MostReply)), turnfile.ErrLarge},
		"a reply of another version": {sealed(strings.Replace(back, "reply/1", "reply/2", 1)), turnfile.ErrVersion},
	} {
		if !errors.Is(of.got, of.want) {
			t.Errorf("%s: %v, not %v", what, of.got, of.want)
		}
	}
	if err := errors.Join(file("\ufeff"+strings.ReplaceAll(whole, "\n", "\r\n")), sealed("\ufeff"+back)); err != nil {
		t.Errorf("with a byte order mark, and the line ends of mails: %v", err)
	}
	for what, answers := range map[string][]turnfile.Order{
		"many answers": slices.Repeat([]turnfile.Order{answer("march", "stay")}, turnfile.MostOrders+1),
		"a long path":  {answer("march", slices.Repeat([]string{"a"}, 501)...)},
		"a long word":  {answer("march", strings.Repeat("a", 201))},
		"a long kind":  {answer(strings.Repeat("a", 201), "stay")},
	} {
		if _, err := f.Seal(answers); !errors.Is(err, turnfile.ErrLarge) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := f.Seal(nil); !errors.Is(err, turnfile.ErrDamaged) {
		t.Errorf("no answers: %v", err)
	}
	for what, change := range map[string]func(f *turnfile.File){
		"another game":     func(f *turnfile.File) { f.Game = "chess" },
		"another data set": func(f *turnfile.File) { f.Data = strings.Repeat("0", 64) },
		"another law":      func(f *turnfile.File) { f.Law = 1 },
	} {
		other := *f
		change(&other)
		if _, err := other.Open(open(t, 2)); !errors.Is(err, match.ErrPinned) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, position := range map[string]string{"no position": "", "half of one": f.Position[:len(f.Position)/3], "one that cannot be": f.Position + "unit red-a 9999\n"} {
		other := *f
		other.Position = position
		if _, err := other.Open(open(t, 2)); !errors.Is(err, turnfile.ErrPosition) {
			t.Errorf("%s: %v", what, err)
		}
	}
	other := *f
	other.Asks = []engine.PromptID{"plan@1"}
	if _, err := other.Open(open(t, 2)); !errors.Is(err, turnfile.ErrDamaged) {
		t.Errorf("a question that is not asked: %v", err)
	}
}

// FuzzFile: whatever comes from outside is read as it was made, or refused.
func FuzzFile(f *testing.F) {
	b := newBench(f, dice.NewServer([32]byte{1}))
	id := b.marching()
	turn, text := b.file(id, "red")
	reply, err := turn.Seal([]turnfile.Order{answer("march", "+red-a", "go", "0201", "stop"), answer("plan", "rush", "1")})
	b.must(err)
	for _, seed := range []string{string(text), string(reply), turn.Position, "{}\n{}", `{"format":"referee-turn/1"}`} {
		f.Add(seed)
	}
	g := open(f, 2)
	f.Fuzz(func(t *testing.T, text string) {
		if got, err := turnfile.Read([]byte(text)); err == nil {
			if _, err := got.Open(g); err != nil {
				t.Errorf("a signed file does not open: %v", err)
			}
		}
		if got, err := turnfile.ReadReply([]byte(text)); err == nil && (len(got.Orders) == 0 || !got.Match.Valid()) {
			t.Errorf("read: %+v", got)
		}
		other := *turn
		other.Position = text
		if opened, err := other.Open(g); err == nil {
			if _, err := opened.Begin(1, nil); err != nil {
				t.Errorf("what opens does not begin: %v", err)
			}
		}
	})
}
