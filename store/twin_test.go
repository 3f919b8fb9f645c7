package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referee/engine"
	"referee/engine/match"
	"referee/store"
)

// twin is what a store should hold, in plain maps.
type twin struct {
	matches   map[match.ID]*match.Match
	places    map[match.ID]string
	homes     map[match.ID]string
	replies   map[string]string
	keys      map[match.ID][]string
	people    map[match.ID]map[match.Player]match.Person
	outbox    map[string][]string
	deadlines map[match.ID]map[string]int64
	clocks    map[match.ID]string
	drafts    map[match.ID]string // of red; not those of a match that was packed since
}

// machine gives the same random commands to a store and to its twin.
type machine struct {
	t     *testing.T
	path  string
	store *store.Store
	twin  twin
	steps map[match.ID][]*match.Match // the matches that are stored step by step
	n     int                         // commands so far
}

var (
	twinPlaces   = []string{"p", "p2", "q"}
	twinHomes    = []string{"h", "h2"}
	twinAccounts = []string{"a", "a2", "b"}
	twinNames    = []string{"one", "two"}
)

// TestTwin compares the store with its twin after every one of many random
// commands, and checks its indexes.
func TestTwin(t *testing.T) {
	steps := map[match.ID][]*match.Match{}
	for i, id := range []match.ID{"m", "m2", "n"} {
		steps[id] = played(t, id, uint64(i))
	}
	dir := t.TempDir()
	files := 0
	rapid.Check(t, func(rt *rapid.T) {
		files++
		m := &machine{t: t, steps: steps, path: filepath.Join(dir, fmt.Sprint(files, ".db")), twin: twin{
			matches: map[match.ID]*match.Match{}, places: map[match.ID]string{}, homes: map[match.ID]string{}, replies: map[string]string{},
			keys: map[match.ID][]string{}, people: map[match.ID]map[match.Player]match.Person{},
			outbox: map[string][]string{}, deadlines: map[match.ID]map[string]int64{}, clocks: map[match.ID]string{}, drafts: map[match.ID]string{},
		}}
		m.open(rt)
		rt.Repeat(map[string]func(*rapid.T){
			"commit":  m.commit,
			"repeat":  m.repeat,
			"stale":   m.stale,
			"pack":    m.pack,
			"erase":   m.erase,
			"sent":    m.sent,
			"restart": m.restart,
			"":        m.compare,
		})
		m.close(rt)
	})
}

func (m *machine) open(rt *rapid.T) {
	s, err := store.Open(m.t.Context(), m.path, store.Options{NoSync: true})
	if err != nil {
		rt.Fatal(err)
	}
	m.store = s
}

func (m *machine) id(rt *rapid.T) match.ID {
	return rapid.SampledFrom(slices.Sorted(maps.Keys(m.steps))).Draw(rt, "match")
}

// commit stores the next step of a match, or only what goes with one.
func (m *machine) commit(rt *rapid.T) {
	id := m.id(rt)
	now, b := m.twin.matches[id], match.Batch{Match: id}
	next := m.steps[id][0]
	if now != nil {
		next = now
		i := slices.IndexFunc(m.steps[id], func(s *match.Match) bool { return s.Seq() > now.Seq() })
		if i >= 0 && rapid.Bool().Draw(rt, "entries") {
			next = m.steps[id][i]
		}
		b.After = now.Seq()
	}
	b.Entries, b.Over = next.After(b.After), next.Over()
	if now == nil || rapid.Bool().Draw(rt, "move") {
		b.Place = rapid.SampledFrom(twinPlaces).Draw(rt, "place")
		m.twin.places[id] = b.Place
	}
	if rapid.Bool().Draw(rt, "home") {
		b.Home = rapid.SampledFrom(twinHomes).Draw(rt, "home of it")
		m.twin.homes[id] = b.Home
	}
	m.n++
	b.Key, b.Reply = fmt.Sprint("key", m.n), fmt.Append(nil, "reply", m.n)
	m.extras(rt, &b)
	if reply, repeated, err := m.store.Commit(m.t.Context(), b); err != nil || repeated || !bytes.Equal(reply, b.Reply) {
		rt.Fatal(repeated, err)
	}
	m.twin.matches[id] = next
	m.twin.replies[b.Key] = string(b.Reply)
	m.twin.keys[id] = append(m.twin.keys[id], b.Key)
}

// extras adds people, intents and deadlines to a batch.
func (m *machine) extras(rt *rapid.T, b *match.Batch) {
	if rapid.Bool().Draw(rt, "person") {
		p := match.Person{
			Player:  match.Player(rapid.IntRange(1, 2).Draw(rt, "player")),
			Account: rapid.SampledFrom(twinAccounts).Draw(rt, "account"), Name: "x",
		}
		b.People = append(b.People, p)
		if m.twin.people[b.Match] == nil {
			m.twin.people[b.Match] = map[match.Player]match.Person{}
		}
		m.twin.people[b.Match][p.Player] = p
	}
	for range rapid.IntRange(0, 2).Draw(rt, "intents") {
		place := rapid.SampledFrom(twinPlaces).Draw(rt, "to")
		b.Outbox = append(b.Outbox, match.Intent{Place: place, Body: []byte(b.Key)})
		m.twin.outbox[place] = append(m.twin.outbox[place], b.Key)
	}
	if rapid.Bool().Draw(rt, "clock") {
		b.Clock, m.twin.clocks[b.Match] = []byte(b.Key), b.Key
	}
	if rapid.Bool().Draw(rt, "draft") {
		b.Drafts = map[engine.Seat][]byte{"red": nil}
		if m.twin.drafts[b.Match] = ""; rapid.Bool().Draw(rt, "half built") {
			b.Drafts["red"], m.twin.drafts[b.Match] = []byte(b.Key), b.Key
		}
	}
	if rapid.Bool().Draw(rt, "deadline") {
		d := match.Deadline{Name: rapid.SampledFrom(twinNames).Draw(rt, "name"), At: rapid.Int64Range(0, 3).Draw(rt, "at")}
		b.Deadlines = append(b.Deadlines, d)
		if m.twin.deadlines[b.Match] == nil {
			m.twin.deadlines[b.Match] = map[string]int64{}
		}
		m.twin.deadlines[b.Match][d.Name] = d.At
		if d.At == 0 {
			delete(m.twin.deadlines[b.Match], d.Name)
		}
	}
}

// repeat gives a command a second time.
func (m *machine) repeat(rt *rapid.T) {
	if len(m.twin.replies) == 0 {
		rt.Skip("nothing to repeat")
	}
	key := rapid.SampledFrom(slices.Sorted(maps.Keys(m.twin.replies))).Draw(rt, "key")
	reply, repeated, err := m.store.Commit(m.t.Context(), match.Batch{
		Match: "m", Key: key, Reply: []byte("second"),
		Outbox: []match.Intent{{Place: "p", Body: []byte("second")}},
	})
	if err != nil || !repeated || string(reply) != m.twin.replies[key] {
		rt.Fatalf("key %s again: %q %v %v", key, reply, repeated, err)
	}
}

// stale gives a command that the match has gone past.
func (m *machine) stale(rt *rapid.T) {
	id := m.id(rt)
	now := m.twin.matches[id]
	if now == nil || now.Seq() == 1 {
		rt.Skip("nothing to go past")
	}
	_, _, err := m.store.Commit(m.t.Context(), match.Batch{
		Match: id, After: now.Seq() - 1, Entries: now.After(now.Seq() - 1),
		Outbox: []match.Intent{{Place: "p"}},
	})
	wantErr(m.t, err, match.ErrConflict)
}

func (m *machine) pack(rt *rapid.T) {
	id := m.id(rt)
	if m.twin.matches[id] == nil {
		rt.Skip("no match")
	}
	if err := m.store.Pack(rt.Context(), id); err != nil {
		rt.Fatal(err)
	}
	for _, key := range m.twin.keys[id] {
		delete(m.twin.replies, key)
	}
	delete(m.twin.keys, id)
	delete(m.twin.drafts, id)
}

func (m *machine) erase(rt *rapid.T) {
	account := rapid.SampledFrom(twinAccounts).Draw(rt, "account")
	if err := m.store.Erase(m.t.Context(), account); err != nil {
		rt.Fatal(err)
	}
	for _, people := range m.twin.people {
		maps.DeleteFunc(people, func(_ match.Player, p match.Person) bool { return p.Account == account })
	}
}

func (m *machine) sent(rt *rapid.T) {
	place := rapid.SampledFrom(twinPlaces).Draw(rt, "place")
	list, err := m.store.Outbox(m.t.Context(), place)
	if err != nil {
		rt.Fatal(err)
	}
	if len(list) == 0 {
		rt.Skip("nothing to send")
	}
	for range 2 { // the second time it is gone
		if err := m.store.Sent(m.t.Context(), place, list[0].No); err != nil {
			rt.Fatal(err)
		}
	}
	m.twin.outbox[place] = m.twin.outbox[place][1:]
}

func (m *machine) restart(rt *rapid.T) {
	m.close(rt)
	m.open(rt)
}

// close checks every chain and index before it closes.
func (m *machine) close(rt *rapid.T) {
	if err := errors.Join(m.store.Check(m.t.Context()), m.store.Close()); err != nil {
		rt.Fatal(err)
	}
}

// compare looks at everything that the store can be asked.
func (m *machine) compare(rt *rapid.T) {
	must := func(err error) {
		if err != nil {
			rt.Fatal(err)
		}
	}
	equal := func(what string, got, want any) {
		if !reflect.DeepEqual(want, got) { // which takes a tenth of the time of a difference in words
			rt.Fatalf("%s (-twin +store):\n%s", what, cmp.Diff(want, got))
		}
	}
	var dues int
	for _, id := range slices.Sorted(maps.Keys(m.twin.matches)) {
		want := m.twin.matches[id]
		got, err := m.store.Load(m.t.Context(), id)
		must(err)
		equal("log of "+string(id), got, want.Log())
		c, err := m.store.Summary(m.t.Context(), id)
		must(err)
		equal("place", c.Place, m.twin.places[id])
		equal("over", c.Over, want.Over())
		people, err := m.store.People(m.t.Context(), id)
		must(err)
		equal("people", len(people), len(m.twin.people[id]))
		for _, p := range people {
			equal("person", p, m.twin.people[id][p.Player])
		}
		dues += len(m.twin.deadlines[id])
		body, err := m.store.Clock(m.t.Context(), id)
		must(err)
		equal("clock", string(body), m.twin.clocks[id])
		draft, err := m.store.Draft(m.t.Context(), id, "red")
		must(err)
		if want, known := m.twin.drafts[id]; known {
			equal("draft", string(draft), want)
		}
	}
	all, err := m.store.Matches(m.t.Context())
	must(err)
	equal("matches", len(all), len(m.twin.matches))
	for _, home := range append(twinHomes, "") {
		var want []match.ID
		for _, id := range slices.Sorted(maps.Keys(m.twin.matches)) {
			if m.twin.homes[id] == home && !m.twin.matches[id].Over() {
				want = append(want, id)
			}
		}
		var got []match.ID
		list, err := m.store.Running(m.t.Context(), home)
		must(err)
		for _, c := range list {
			got = append(got, c.ID)
		}
		equal("under way at "+home, got, want)
	}
	for _, key := range slices.Sorted(maps.Keys(m.twin.replies)) {
		reply, ok, err := m.store.Reply(m.t.Context(), key)
		must(err)
		equal("reply", fmt.Sprint(string(reply), ok), fmt.Sprint(m.twin.replies[key], true))
	}
	for _, place := range twinPlaces {
		list, err := m.store.Outbox(m.t.Context(), place)
		must(err)
		var bodies []string
		for _, i := range list {
			bodies = append(bodies, string(i.Body))
		}
		equal("outbox", fmt.Sprint(bodies), fmt.Sprint(m.twin.outbox[place]))
	}
	due, err := m.store.Due(m.t.Context(), 10)
	must(err)
	equal("deadlines", len(due), dues)
	for i, d := range due {
		equal("deadline", d.At, m.twin.deadlines[d.Match][d.Name])
		if i > 0 && due[i-1].At > d.At {
			rt.Fatal("deadlines out of order")
		}
	}
}
