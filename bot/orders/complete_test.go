package orders_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"referee/bot/orders"
	"referee/engine"
	"referee/engine/enginetest"
	"referee/engine/enginetest/toy"
)

var seed = flag.Uint64("seed", 0, "seed of the random tests; 0: a new one each time")

// TestCompletionsAreLegal types orders word by word, each one of those offered,
// in positions of random matches.
func TestCompletionsAreLegal(t *testing.T) {
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", s)
	typeOrders(t, toy.Strict(), s, 20)
}

func typeOrders(t *testing.T, g engine.Game, seed uint64, matches int) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	typist := &typist{t: t, orders: orders.New(g.Info()), rand: random}
	for range matches {
		player := enginetest.NewPlayer(random.Uint64(), nil)
		out, err := g.Begin(1, nil)
		if err != nil {
			t.Fatal(err)
		}
		pos := out.Position
		for n := 2; len(pos.Prompts()) > 0 && n < 300; n++ {
			q := player.Pick(pos.Prompts())
			if q.Seat != engine.Chance {
				typist.order(pos, q.Seat)
			}
			path, err := player.Answer(pos, q)
			if err != nil {
				t.Fatal(err)
			}
			if out, err = pos.Submit(n, q.Seat, q.ID, path); err != nil {
				t.Fatal(err)
			}
			pos = out.Position
		}
	}
}

// typist types what is offered.
type typist struct {
	t      *testing.T
	orders *orders.Reader
	rand   *rand.Rand
}

func (y *typist) order(pos engine.Position, seat engine.Seat) {
	y.t.Helper()
	var held orders.Held
	text := ""
	for range 12 {
		next := y.orders.Complete(pos, seat, held, text)
		if len(next) == 0 {
			if _, err := y.orders.Read(pos, seat, held, text); err != nil {
				y.t.Errorf("nothing follows %q after %v, and it is refused: %v\n%s", text, held.Path, err, pos)
			}
			return
		}
		n := next[y.rand.IntN(len(next))]
		text += n.Word + " "
		o, err := y.orders.Read(pos, seat, held, text)
		var refused *orders.Error
		switch {
		case err == nil && !o.Whole && y.rand.IntN(3) == 0:
			held, text = orders.Held{Prompt: o.Prompt, Path: o.Path}, ""
		case err == nil:
		case !errors.As(err, &refused) || refused.Why.Key != "referee.order.more":
			y.t.Errorf("%q after %v: the last word was offered, and is refused: %v\n%s", text, held.Path, err, pos)
			return
		}
		if err == nil && o.Whole && strings.TrimSpace(text) != "" {
			if _, err := pos.Submit(1, seat, o.Prompt, o.Path); err != nil {
				y.t.Errorf("%q is whole, and refused: %v", text, err)
			}
			return
		}
	}
}

// TestLongOrdersAreReadQuickly: the ways to read an order multiply with its verbs.
func TestLongOrdersAreReadQuickly(t *testing.T) {
	g, pos := position(t, marching)
	text := strings.Repeat("march red-a red-b go 0201 0101 ", 20)
	start := time.Now()
	if _, err := orders.New(g.Info()).Read(pos, "red", orders.Held{}, text); err == nil {
		t.Error("it was read")
	}
	if took := time.Since(start); took > time.Second {
		t.Errorf("took %v", took)
	}
}

// FuzzOrders reads and completes any text: what is read must be accepted by the
// rules, and nothing may panic.
func FuzzOrders(f *testing.F) {
	for _, text := range []string{"", "plan rush", "march red-a 0201", "march + go stop", "+red-b +red-a go 0301", "stay stay", "lose 0000 🎲"} {
		f.Add(text, true)
		f.Add(text, false)
	}
	g := toy.Strict()
	reader := orders.New(g.Info())
	var at [2]engine.Position
	for i, text := range []string{planning, marching} {
		pos, err := g.Parse(1, text)
		if err != nil {
			f.Fatal(err)
		}
		at[i] = pos
	}
	f.Fuzz(func(t *testing.T, text string, march bool) {
		pos := at[0]
		if march {
			pos = at[1]
		}
		reader.Complete(pos, "red", orders.Held{}, text)
		o, err := reader.Read(pos, "red", orders.Held{}, text)
		if err != nil {
			var refused *orders.Error
			if !errors.As(err, &refused) {
				t.Fatal(err)
			}
			return
		}
		node, err := pos.Options(o.Prompt, o.Path)
		if err != nil || node.Done != o.Whole {
			t.Errorf("%q was read as %v: %v", text, o.Path, err)
		}
	})
}
