package referee_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

var seed = flag.Uint64("seed", 0, "seed of the random tests; 0: a new one each time")

// TestManyMatchesAtOnce plays many matches, each with two people who answer, take
// back, look and repeat themselves at the same time, while few stay in memory.
func TestManyMatchesAtOnce(t *testing.T) {
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", s)
	b := newBench(t)
	r, err := referee.New(referee.Config{
		Games: []referee.Game{toyGame}, Store: b.store, Dice: dice.NewServer([32]byte{1}), Keep: 3, Faults: t.TempDir(),
	})
	b.must(err)
	b.Referee = r
	const matches = 12
	ids := make([]match.ID, matches)
	var all sync.WaitGroup
	for i := range ids {
		ids[i] = b.open()
		for j, seat := range []engine.Seat{"red", "blue"} {
			p := &person{bench: b, rand: rand.New(rand.NewPCG(s, uint64(2*i+j))), c: command(ids[i], seat)}
			all.Go(func() { p.play(t.Context()) })
		}
	}
	all.Wait()
	for _, id := range ids {
		b.sound(id)
	}
}

// sound checks that the record of a match judges to itself, and is over.
func (b *bench) sound(id match.ID) {
	b.t.Helper()
	var text bytes.Buffer
	b.must(b.Files.Export(b.t.Context(), &text, id, engine.Judge))
	f, err := match.Decode(&text)
	b.must(err)
	found, err := match.Rejudge(toy.Strict(), f.Entries)
	if err != nil || len(found) > 0 {
		b.t.Errorf("match %s: %v, %v", id, found, err)
	}
	m, err := match.Fold(toy.Strict(), f.Entries)
	b.must(err)
	if !m.Over() {
		b.t.Errorf("match %s is not over", id)
	}
}

// person plays one seat of one match at random.
type person struct {
	*bench
	rand *rand.Rand
	c    referee.Command
}

func (p *person) play(ctx context.Context) {
	for {
		l, err := refereetest.Current(ctx, p.Referee, p.c.Match).Look(ctx, engine.Viewer(p.c.Seat))
		if err != nil || l.Ending != nil {
			p.check(err)
			return
		}
		asked := false
		for _, a := range l.Asks {
			if a.Seat == p.c.Seat {
				asked = true
				p.answer(ctx, a)
			}
		}
		if p.rand.IntN(10) == 0 {
			_, err := p.Undo(ctx, p.c)
			p.check(err)
		}
		if !asked {
			time.Sleep(time.Millisecond)
		}
	}
}

// answer walks a random way to an answer, some of it as a draft.
func (p *person) answer(ctx context.Context, a referee.Ask) {
	var path []string
	for {
		node, err := refereetest.Current(ctx, p.Referee, p.c.Match).Options(ctx, p.c, a.Prompt, path)
		if err != nil {
			p.check(err)
			return
		}
		if node.Done {
			break
		}
		path = append(path, node.Options[p.rand.IntN(len(node.Options))].ID)
		if p.rand.IntN(4) == 0 {
			_, err := p.Draft(ctx, p.c, a.Prompt, path)
			p.check(err)
		}
	}
	c := p.c
	c.Key = string(c.Match) + string(a.Prompt) + string(c.Seat)
	first, err := p.Answer(ctx, c, a.Prompt, path)
	if err != nil {
		p.check(err)
		return
	}
	again, err := p.Answer(ctx, c, a.Prompt, path)
	if err != nil || !again.Repeated || again.Head != first.Head {
		p.t.Errorf("again: %+v, %v", again, err)
	}
}

// check lets pass what may happen where two act at once.
func (p *person) check(err error) {
	for _, usual := range []error{nil, engine.ErrStale, engine.ErrOver, match.ErrUndo} {
		if errors.Is(err, usual) {
			return
		}
	}
	p.t.Error(err)
}
