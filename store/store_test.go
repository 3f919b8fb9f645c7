package store_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

// open opens a store whose every index and chain is checked when the test ends.
func open(t testing.TB, path string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), path, store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Check(context.Background()); err != nil {
			t.Error(err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func newStore(t testing.TB) *store.Store {
	t.Helper()
	return open(t, filepath.Join(t.TempDir(), "test.db"))
}

// played plays a match of the toy game at random and returns it after each
// command, the last one over.
func played(t testing.TB, id match.ID, seed uint64) []*match.Match {
	t.Helper()
	m, err := match.Open(match.By{At: 1000, Door: "test"}, id, toy.Strict(), engine.Setup{"rounds": "5"}, nil)
	var steps []*match.Match
	add := func(next *match.Match, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		m = next
		steps = append(steps, m)
	}
	add(m, err)
	for i, seat := range m.Game().Info().Seats {
		add(m.Join(match.By{Player: match.Player(i + 1), At: 2000, Door: "test"}, seat))
	}
	r, roller := random(seed)
	for !m.Over() {
		add(step(m, r, roller))
	}
	return steps
}

// random is all the chance that a seed gives: a player's and the dice.
func random(seed uint64) (*rand.Rand, match.Roller) {
	return rand.New(rand.NewPCG(seed, 0)), dice.NewSeeded(fmt.Sprint(seed))
}

// step answers one question at random, with all that follows.
func step(m *match.Match, r *rand.Rand, roller match.Roller) (*match.Match, error) {
	m, err := m.Follow(match.By{At: 3000, Door: "test"}, roller)
	if err != nil || m.Over() {
		return m, err
	}
	p := m.Position().Prompts()[r.IntN(len(m.Position().Prompts()))]
	var path []string
	for {
		node, err := m.Position().Options(p.ID, path)
		if err != nil {
			return nil, err
		}
		if node.Done && (len(node.Options) == 0 || r.IntN(2) == 0) {
			break
		}
		path = append(path, node.Options[r.IntN(len(node.Options))].ID)
	}
	salt := binary.BigEndian.AppendUint64(make([]byte, 8), r.Uint64())
	by := match.By{Player: m.Player(p.Seat), At: 3000, Door: "test", Salt: salt}
	m, err = m.Answer(by, p.Seat, p.ID, path)
	if err != nil {
		return nil, err
	}
	return m.Follow(match.By{At: 3000, Door: "test"}, roller)
}

func commit(t testing.TB, s *store.Store, b match.Batch) {
	t.Helper()
	if _, repeated, err := s.Commit(t.Context(), b); err != nil || repeated {
		t.Fatalf("repeated %v: %v", repeated, err)
	}
}

// wholeMatch is a batch that holds a match from the start.
func wholeMatch(m *match.Match) match.Batch {
	return match.Batch{Match: m.ID(), Entries: m.Log(), Over: m.Over()}
}

func last(steps []*match.Match) *match.Match { return steps[len(steps)-1] }

func loads(t testing.TB, s *store.Store, m *match.Match) {
	t.Helper()
	got, err := s.Load(t.Context(), m.ID())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m.Log(), got, cmp.AllowUnexported(match.Decision{})); diff != "" {
		t.Fatalf("match %s was loaded otherwise (-want +got):\n%s", m.ID(), diff)
	}
}

func TestCommitAndLoad(t *testing.T) {
	s := newStore(t)
	seq := 0
	for _, m := range played(t, "m", 1) {
		commit(t, s, match.Batch{Match: "m", After: seq, Entries: m.After(seq), Over: m.Over(), Place: "table"})
		seq = m.Seq()
		loads(t, s, m)
		c, err := s.Summary(t.Context(), "m")
		if err != nil {
			t.Fatal(err)
		}
		o := m.Opening()
		want := match.Summary{
			ID: "m", Game: "toy", Law: 1, Data: o.Data, Place: "table",
			Tip: chain.Tip{Seq: seq, Head: m.Head()}, Over: m.Over(),
		}
		if c != want {
			t.Fatalf("got %+v, want %+v", c, want)
		}
	}
	_, err := s.Load(t.Context(), "other")
	wantErr(t, err, match.ErrUnknown)
}

func TestRepeatedKeyReturnsTheFirstReply(t *testing.T) {
	s := newStore(t)
	m := played(t, "m", 1)[0]
	b := wholeMatch(m)
	b.Key, b.Reply = "press-1", []byte("opened")
	b.Outbox = []match.Intent{{Place: "table", Body: []byte("hello")}}
	commit(t, s, b)
	b.Reply = []byte("again")
	reply, repeated, err := s.Commit(t.Context(), b)
	if err != nil || !repeated || string(reply) != "opened" {
		t.Fatalf("got %q %v %v", reply, repeated, err)
	}
	if reply, ok, err := s.Reply(t.Context(), "press-1"); err != nil || !ok || string(reply) != "opened" {
		t.Fatalf("got %q %v %v", reply, ok, err)
	}
	if _, ok, _ := s.Reply(t.Context(), "press-2"); ok {
		t.Fatal("a key that nobody gave has a reply")
	}
	loads(t, s, m)
	if list, err := s.Outbox(t.Context(), "table"); err != nil || len(list) != 1 {
		t.Fatalf("the outbox holds %v (%v), want one", list, err)
	}
}

func TestCommitRefuses(t *testing.T) {
	s := newStore(t)
	steps := played(t, "m", 1)
	other := played(t, "m", 2)
	first, second, third := steps[0], steps[3], steps[4]
	_, _, err := s.Commit(t.Context(), match.Batch{Match: "m", After: first.Seq(), Entries: second.After(first.Seq())})
	wantErr(t, err, match.ErrUnknown)
	commit(t, s, wholeMatch(second))
	for name, c := range map[string]struct {
		batch match.Batch
		want  error
	}{
		"opened twice":      {wholeMatch(second), match.ErrExists},
		"an entry left out": {match.Batch{Match: "m", After: second.Seq() + 1, Entries: third.After(second.Seq() + 1)}, match.ErrConflict},
		"gone on already":   {match.Batch{Match: "m", After: first.Seq(), Entries: second.After(first.Seq())}, match.ErrConflict},
		"adds nothing":      {match.Batch{Match: "m", After: first.Seq()}, match.ErrConflict},
		"another chain":     {match.Batch{Match: "m", After: second.Seq(), Entries: last(other).After(second.Seq())}, match.ErrConflict},
	} {
		t.Run(name, func(t *testing.T) {
			c.batch.Outbox = []match.Intent{{Place: "table"}}
			_, _, err := s.Commit(t.Context(), c.batch)
			wantErr(t, err, c.want)
		})
	}
	for name, b := range map[string]match.Batch{
		"no id":          {},
		"a zero byte":    {Match: "a\x00b"},
		"another id":     {Match: "n", Entries: first.Log()},
		"nothing":        {Match: "n"},
		"nameless place": {Match: "n", Entries: first.Log(), Outbox: []match.Intent{{}}},
		"nobody":         {Match: "m", After: second.Seq(), People: []match.Person{{Account: "a"}}},
	} {
		if _, _, err := s.Commit(t.Context(), b); err == nil {
			t.Errorf("%s: committed", name)
		}
	}
	loads(t, s, second)
	if places, err := s.Places(t.Context()); err != nil || len(places) > 0 {
		t.Fatalf("refused batches left %v in the outbox (%v)", places, err)
	}
}

func TestIndexes(t *testing.T) {
	s := newStore(t)
	anna, ben := match.Person{Player: 1, Account: "table:anna", Name: "Anna"}, match.Person{Player: 2, Account: "table:ben", Name: "Ben"}
	for i, id := range []match.ID{"a", "b", "c"} {
		b := wholeMatch(last(played(t, id, uint64(i))))
		b.Place = map[match.ID]string{"a": "p", "b": "p", "c": "q"}[id]
		b.People = []match.Person{anna, ben}
		if id == "c" {
			b.People = []match.Person{{Player: 1, Account: ben.Account}, {Player: 2, Account: ben.Account}}
		}
		commit(t, s, b)
	}
	ids := func(list []match.Summary, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, c := range list {
			text += string(c.ID)
		}
		return text
	}
	check := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: got %q, want %q", what, got, want)
		}
	}
	check("all", ids(s.Matches(t.Context())), "abc")
	check("at p", ids(s.MatchesAt(t.Context(), "p")), "ab")
	check("at nowhere", ids(s.MatchesAt(t.Context(), "")), "")
	check("of anna", ids(s.MatchesOf(t.Context(), anna.Account)), "ab")
	check("of ben", ids(s.MatchesOf(t.Context(), ben.Account)), "abc")
	c, err := s.Summary(t.Context(), "b")
	if err != nil {
		t.Fatal(err)
	}
	commit(t, s, match.Batch{
		Match: "b", After: c.Seq, Place: "q", Over: true,
		People: []match.Person{{Player: 1, Account: "table:carl", Name: "Carl"}},
	})
	check("at p, b moved", ids(s.MatchesAt(t.Context(), "p")), "a")
	check("at q", ids(s.MatchesAt(t.Context(), "q")), "bc")
	check("of anna, replaced in b", ids(s.MatchesOf(t.Context(), anna.Account)), "a")
	if err := s.Erase(t.Context(), ben.Account); err != nil {
		t.Fatal(err)
	}
	check("of ben, erased", ids(s.MatchesOf(t.Context(), ben.Account)), "")
	people, err := s.People(t.Context(), "a")
	if err != nil || len(people) != 1 || people[0] != anna {
		t.Errorf("in a: %v (%v), want anna alone", people, err)
	}
}

// TestAChallengeIsKeptUntilItEnds: until it is taken back, or one of the two is erased.
func TestAChallengeIsKeptUntilItEnds(t *testing.T) {
	s := newStore(t)
	anna, ben := match.Challenger{Account: "table:anna", Name: "Anna", Phrase: "snow"}, match.Challenger{Account: "table:ben", Name: "Ben"}
	want := match.Challenge{By: anna, To: ben}
	for i, ends := range []func(id match.ID, seq int) error{
		func(id match.ID, seq int) error {
			_, _, err := s.Commit(t.Context(), match.Batch{Match: id, After: seq, Challenge: &match.Challenge{}})
			return err
		},
		func(match.ID, int) error { return s.Erase(t.Context(), anna.Account) },
		func(match.ID, int) error { return s.Erase(t.Context(), ben.Account) },
	} {
		b := wholeMatch(played(t, match.ID("abc"[i:i+1]), 1)[0])
		b.Challenge = &want
		commit(t, s, b)
		c, err := s.Summary(t.Context(), b.Match)
		if err != nil {
			t.Fatal(err)
		}
		commit(t, s, match.Batch{Match: b.Match, After: c.Seq, Place: "q"}) // leaves it as it is
		beside, err := s.Extras(t.Context(), b.Match, "")
		if err != nil || beside.Challenge == nil || *beside.Challenge != want {
			t.Errorf("%s: %v (%v)", b.Match, beside.Challenge, err)
		}
		if err := ends(b.Match, c.Seq); err != nil {
			t.Fatal(err)
		}
		if beside, err = s.Extras(t.Context(), b.Match, ""); err != nil || beside.Challenge != nil {
			t.Errorf("%s: %v is kept (%v)", b.Match, beside.Challenge, err)
		}
	}
}

// TestAMoveIsKeptUntilItEnds: where players want to play a match is kept while not all have agreed.
func TestAMoveIsKeptUntilItEnds(t *testing.T) {
	s := newStore(t)
	b := wholeMatch(played(t, "a", 1)[0])
	b.Moving = &match.Moving{Place: "q", Home: "h", Agreed: []match.Player{1}}
	want := b.Moving
	commit(t, s, b)
	for _, change := range []match.Batch{{Place: "p"}, {Moving: &match.Moving{}}} { // the first leaves it as it is
		c, err := s.Summary(t.Context(), "a")
		if err != nil || !cmp.Equal(c.Moving, want) {
			t.Errorf("kept is %+v (%v), want %+v", c.Moving, err, want)
		}
		change.Match, change.After = "a", c.Seq
		commit(t, s, change)
	}
	if c, err := s.Summary(t.Context(), "a"); err != nil || c.Moving != nil {
		t.Errorf("at the end %+v is kept (%v)", c.Moving, err)
	}
}

// TestJudged lists the matches about which judges were asked, and no others.
func TestJudged(t *testing.T) {
	s := newStore(t)
	for i, id := range []match.ID{"a", "b", "c"} {
		m := played(t, id, 1)[3]
		if i > 0 {
			var err error
			if m, err = m.Appeal(match.By{Player: 1, At: 3000, Door: "test"}, "red", match.Adjudication{From: 2, To: 3}); err != nil {
				t.Fatal(err)
			}
		}
		commit(t, s, wholeMatch(m))
	}
	list, err := s.Leagues().Judged(t.Context())
	if err != nil || len(list) != 2 || list[0].Match != "b" || list[1].Match != "c" || list[0].Head == list[1].Head {
		t.Errorf("judges were asked about %+v (%v)", list, err)
	}
}

// TestChallengesOfAnAccount: those that it has made and those that it is to answer, in matches under way, and nobody else's.
func TestChallengesOfAnAccount(t *testing.T) {
	s := newStore(t)
	for i, c := range []struct{ by, to string }{{"anna", "ben"}, {"ben", "carl"}, {"carl", "anna"}, {"anna", "ben"}, {}} {
		b := wholeMatch(played(t, match.ID("abcde"[i:i+1]), 1)[0])
		if c.by != "" {
			b.Challenge = &match.Challenge{By: match.Challenger{Account: c.by}, To: match.Challenger{Account: c.to}}
		}
		b.Over = i == 3
		commit(t, s, b)
	}
	check := func(when, account, want string) {
		t.Helper()
		list, err := s.Challenges(t.Context(), account)
		got := ""
		for _, c := range list {
			got += string(c.ID)
		}
		if err != nil || got != want {
			t.Errorf("%s: those of %q are %q (%v), want %q", when, account, got, err, want)
		}
	}
	for account, want := range map[string]string{"anna": "ac", "ben": "ab", "carl": "bc", "dora": "", "": ""} {
		check("at first", account, want)
	}
	c, err := s.Summary(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	commit(t, s, match.Batch{Match: "a", After: c.Seq, Challenge: &match.Challenge{}})
	check("once one is taken back", "anna", "c")
	check("once one is taken back", "ben", "b")
}

func TestOutboxKeepsOrder(t *testing.T) {
	s := newStore(t)
	b := wholeMatch(played(t, "m", 1)[0])
	for i := range 300 {
		b.Outbox = append(b.Outbox, match.Intent{Place: []string{"p", "q"}[i%2], Body: fmt.Append(nil, i)})
	}
	commit(t, s, b)
	places, err := s.Places(t.Context())
	p, err2 := s.Outbox(t.Context(), "p")
	q, err3 := s.Outbox(t.Context(), "q")
	if err := errors.Join(err, err2, err3); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]uint64{"p": p[149].No, "q": q[149].No}, places); diff != "" {
		t.Fatal(diff)
	}
	for range 150 {
		list, err := s.Outbox(t.Context(), "q")
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprint(301 - 2*len(list)); string(list[0].Body) != want {
			t.Fatalf("first is %s, want %s", list[0].Body, want)
		}
		if err := s.Sent(t.Context(), "q", list[0].No); err != nil {
			t.Fatal(err)
		}
	}
	if places, err := s.Places(t.Context()); err != nil || len(places) != 1 {
		t.Fatalf("got %v (%v), want p alone", places, err)
	}
}

func TestDeadlines(t *testing.T) {
	s := newStore(t)
	if _, ok, err := s.NextDue(t.Context()); ok || err != nil {
		t.Fatal("an empty store has a deadline", err)
	}
	m := played(t, "m", 1)[0]
	b := wholeMatch(m)
	b.Deadlines = []match.Deadline{{Name: "late", At: 300}, {Name: "early", At: 100, Body: []byte("x")}, {Name: "none", At: 200}}
	commit(t, s, b)
	commit(t, s, match.Batch{Match: "m", After: m.Seq(), Deadlines: []match.Deadline{{Name: "none"}, {Name: "late", At: 50}}})
	want := []match.Deadline{{Match: "m", Name: "late", At: 50}, {Match: "m", Name: "early", At: 100, Body: []byte("x")}}
	for _, c := range []struct {
		at int64
		n  int
	}{{49, 0}, {50, 1}, {99, 1}, {1000, 2}} {
		got, err := s.Due(t.Context(), c.at)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != c.n || c.n > 0 && !cmp.Equal(got, want[:c.n], equalEmpty) {
			t.Fatalf("due at %d: %+v, want %+v", c.at, got, want[:c.n])
		}
	}
	if at, ok, err := s.NextDue(t.Context()); at != 50 || !ok || err != nil {
		t.Fatalf("next due %d %v %v, want 50", at, ok, err)
	}
}

// equalEmpty takes a body of no bytes for none.
var equalEmpty = cmp.Comparer(func(a, b []byte) bool { return bytes.Equal(a, b) })

func TestDrafts(t *testing.T) {
	s := newStore(t)
	commit(t, s, wholeMatch(played(t, "m", 1)[0]))
	want := func(seat engine.Seat, text string) {
		t.Helper()
		got, err := s.Draft(t.Context(), "m", seat)
		if err != nil || string(got) != text || (got == nil) != (text == "") {
			t.Fatalf("%s has %q (%v), want %q", seat, got, err, text)
		}
	}
	want("red", "")
	for _, body := range [][]byte{[]byte("a"), []byte("b"), nil, []byte("c")} {
		if err := s.PutDraft(t.Context(), "m", "red", body); err != nil {
			t.Fatal(err)
		}
		want("red", string(body))
		want("blue", "")
	}
	wantErr(t, s.PutDraft(t.Context(), "n", "red", []byte("a")), match.ErrUnknown)
	if err := s.Pack(t.Context(), "m"); err != nil {
		t.Fatal(err)
	}
	want("red", "")
}

// TestBeside: what is read at once is what is read one by one, and none of another match.
func TestBeside(t *testing.T) {
	s := newStore(t)
	for _, id := range []match.ID{"m", "m2"} {
		b := wholeMatch(played(t, id, 1)[0])
		b.Key, b.Reply = "key of "+string(id), []byte("reply of "+string(id))
		b.People = []match.Person{{Player: 1, Account: "a", Name: "Anna " + string(id), Phrase: "p"}, {Player: 2, Account: "b"}}
		commit(t, s, b)
		for _, seat := range []engine.Seat{"red", "red2"} {
			if err := s.PutDraft(t.Context(), id, seat, []byte(string(seat)+" of "+string(id))); err != nil {
				t.Fatal(err)
			}
		}
	}
	got, err := s.Extras(t.Context(), "m", "key of m")
	want := match.Extras{
		People: []match.Person{{Player: 1, Account: "a", Name: "Anna m", Phrase: "p"}, {Player: 2, Account: "b"}},
		Drafts: map[engine.Seat][]byte{"red": []byte("red of m"), "red2": []byte("red2 of m")},
		Reply:  []byte("reply of m"), Replied: true,
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("-want +got (%v):\n%s", err, diff)
	}
	if got, err := s.Extras(t.Context(), "m", "another"); err != nil || got.Replied || got.Reply != nil {
		t.Errorf("a command that was never done has the reply %q (%v)", got.Reply, err)
	}
	if got, err := s.Extras(t.Context(), "n", ""); err != nil || len(got.People)+len(got.Drafts) != 0 || got.Replied {
		t.Errorf("beside a match that is not there stands %+v (%v)", got, err)
	}
}

func TestNotes(t *testing.T) {
	s := newStore(t)
	for _, body := range [][]byte{nil, []byte("a"), []byte("b"), nil} {
		if err := s.PutNote(t.Context(), "name", body); err != nil {
			t.Fatal(err)
		}
		got, err := s.Note(t.Context(), "name")
		if err != nil || string(got) != string(body) {
			t.Fatalf("got %q (%v), want %q", got, err, body)
		}
		if other, err := s.Note(t.Context(), "nam"); err != nil || other != nil {
			t.Fatalf("another name has %q (%v)", other, err)
		}
	}
	if s.PutNote(t.Context(), "", []byte("a")) == nil {
		t.Error("a note without a name is taken")
	}
	for _, name := range []string{"bcd", "bc", "b", "cd"} {
		if err := s.PutNote(t.Context(), name, []byte("a")); err != nil {
			t.Fatal(err)
		}
	}
	if names, err := s.NoteNames(t.Context(), "bc"); err != nil || !slices.Equal(names, []string{"bc", "bcd"}) {
		t.Errorf("with bc begin %v (%v)", names, err)
	}
}

func TestPackKeepsTheBytes(t *testing.T) {
	s := newStore(t)
	m := last(played(t, "m", 1))
	b := wholeMatch(m)
	b.Key = "key"
	commit(t, s, b)
	for range 2 {
		if err := s.Pack(t.Context(), "m"); err != nil {
			t.Fatal(err)
		}
		loads(t, s, m)
	}
	if _, ok, _ := s.Reply(t.Context(), "key"); ok {
		t.Error("a packed match keeps its keys")
	}
	wantErr(t, s.Pack(t.Context(), "other"), match.ErrUnknown)
	on, err := m.Rewind(match.By{At: 1, Door: "test"}, 3) // the judge lets it go on
	if err != nil {
		t.Fatal(err)
	}
	commit(t, s, match.Batch{Match: "m", After: m.Seq(), Entries: on.After(m.Seq())})
	loads(t, s, on)
}

func TestSecondProcessIsToldSo(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	open(t, path)
	_, err := store.Open(t.Context(), path, store.Options{Wait: 50 * time.Millisecond})
	wantErr(t, err, store.ErrHeld)
}

// TestLatestAt: of the matches at a place, the one whose last decision is the latest, and of
// those that tie the last by id.
func TestLatestAt(t *testing.T) {
	s := newStore(t)
	for id, at := range map[match.ID]int64{"a": 5000, "b": 9000, "c": 7000, "d": 9000, "e": 1000} {
		m, err := match.Open(match.By{At: at, Door: "test"}, id, toy.Strict(), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		b := wholeMatch(m)
		b.Place = "p"
		commit(t, s, b)
	}
	if id, err := s.LatestAt(t.Context(), "p", match.UnderWay); id != "d" || err != nil {
		t.Errorf("the latest is %q, %v", id, err)
	}
	if id, err := s.LatestAt(t.Context(), "p", match.Ended); !errors.Is(err, match.ErrUnknown) {
		t.Errorf("of those that are over: %q, %v", id, err)
	}
}
