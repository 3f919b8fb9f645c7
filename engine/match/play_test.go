package match_test

import (
	"encoding/binary"
	"errors"
	"flag"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/enginetest"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const start = 1_700_000_000_000 // when test matches begin

// table plays a match of the toy game at random, from one seed.
type table struct {
	t    testing.TB
	rand *rand.Rand
	dice *dice.Seeded
	m    *match.Match
}

func newTable(t testing.TB, seed uint64) *table {
	t.Helper()
	tb := &table{t: t, rand: rand.New(rand.NewPCG(seed, 1)), dice: dice.NewSeeded("test")}
	m, err := match.Open(tb.by(match.Referee), "toy-1", toy.Strict(), engine.Setup{"rounds": "5"}, nil)
	tb.take(m, err)
	for i, seat := range m.Game().Info().Seats {
		tb.take(tb.m.Join(tb.by(match.Player(i+1)), seat))
	}
	tb.follow()
	return tb
}

// by is a command of a player, one second after the last decision.
func (tb *table) by(p match.Player) match.By {
	at := int64(start)
	if tb.m != nil {
		at += int64(tb.m.Seq()) * 1000
	}
	salt := binary.BigEndian.AppendUint64(nil, tb.rand.Uint64())
	return match.By{Player: p, At: at, Door: "test", Salt: append(salt, salt...)}
}

// take goes on with the match that a command returned.
func (tb *table) take(m *match.Match, err error) {
	tb.t.Helper()
	if err != nil {
		tb.t.Fatalf("%v\n%s", err, tb.text())
	}
	tb.m = m
}

func (tb *table) text() string {
	if tb.m == nil {
		return "no match"
	}
	return tb.m.Position().String()
}

func (tb *table) follow() {
	tb.t.Helper()
	tb.take(tb.m.Follow(tb.by(0), tb.dice))
}

// path picks a random whole answer.
func (tb *table) path(id engine.PromptID) []string {
	tb.t.Helper()
	var path []string
	for {
		node, err := tb.m.Position().Options(id, path)
		if err != nil {
			tb.t.Fatalf("%v %v\n%s", path, err, tb.text())
		}
		if node.Done && (len(node.Options) == 0 || tb.rand.IntN(2) == 0) {
			return path
		}
		path = append(path, node.Options[tb.rand.IntN(len(node.Options))].ID)
	}
}

// answer answers one open question at random, without what follows.
func (tb *table) answer() {
	tb.t.Helper()
	prompts := tb.m.Position().Prompts()
	p := prompts[tb.rand.IntN(len(prompts))]
	by := tb.by(tb.m.Player(p.Seat)) // the referee for an empty seat
	tb.take(tb.m.Answer(by, p.Seat, p.ID, tb.path(p.ID)))
}

// until answers at random until done says so, or the match is over.
func (tb *table) until(done func(m *match.Match) bool) *match.Match {
	tb.t.Helper()
	for !tb.m.Over() && !done(tb.m) {
		tb.answer()
		tb.follow()
	}
	return tb.m
}

func (tb *table) finish() *match.Match {
	tb.t.Helper()
	return tb.until(func(*match.Match) bool { return false })
}

// asked reports whether the first open question is of a kind.
func asked(kind string) func(*match.Match) bool {
	return func(m *match.Match) bool { return m.Position().Prompts()[0].Kind == kind }
}

// same fails unless two matches are in every respect the same.
func same(t testing.TB, what string, got, want *match.Match) {
	t.Helper()
	type state struct {
		Seq, Rolls, Players int
		Head, Orders        chain.Head
		Text                string
		Started, Over       bool
	}
	of := func(m *match.Match) state {
		return state{m.Seq(), m.DiceInputs().Rolls, m.Players(), m.Head(), m.DiceInputs().Orders, m.Position().String(), m.Started(), m.Over()}
	}
	if g, w := of(got), of(want); g != w {
		t.Fatalf("%s:\n got %+v\nwant %+v", what, g, w)
	}
	ids := func(m *match.Match) (out []engine.PromptID) {
		for _, p := range m.Position().Prompts() {
			out = append(out, p.ID)
		}
		return out
	}
	if !slices.Equal(ids(got), ids(want)) {
		t.Fatalf("%s: prompts %v, want %v", what, ids(got), ids(want))
	}
	for _, seat := range got.Game().Info().Seats {
		if got.Player(seat) != want.Player(seat) {
			t.Fatalf("%s: seat %s is player %d's, want %d", what, seat, got.Player(seat), want.Player(seat))
		}
	}
}

// golden compares text with a file of testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	enginetest.Golden(t, *update, filepath.Join("testdata", name), got)
}

func wantErr(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("got error %v, want %v", err, want)
	}
}
