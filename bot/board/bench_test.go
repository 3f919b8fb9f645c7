package board_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"

	"referee/bot/board"
	"referee/engine/enginetest"
)

// inTheMiddle is a match of Celles after some answers at random, at a screen.
func inTheMiddle(b *testing.B, answers int) *clicker {
	b.Helper()
	s := newSite(b, playing(cellesGame))
	c := &clicker{site: s, Client: s.browser(), rand: rand.New(rand.NewPCG(1, 2))}
	player := enginetest.NewPlayer(9, nil)
	for range answers {
		snap, err := s.Snapshot(s.id)
		must(b, err)
		for _, p := range snap.Match().Position().Prompts() {
			path, err := player.Answer(snap.Match().Position(), p)
			must(b, err)
			_, err = s.Answer(s.command(p.Seat), p.ID, path)
			must(b, err)
			break
		}
	}
	return c
}

// BenchmarkClick measures clicks in the middle of a match of Celles, from the request to the answer with the state after
// it, read: each builds an answer further, gives it, or begins another.
func BenchmarkClick(b *testing.B) {
	c := inTheMiddle(b, 150)
	st := c.state("")
	b.ResetTimer()
	for range b.N {
		st = c.state2(b, st)
	}
}

// state2 clicks once, by the state before, and returns that after it.
func (c *clicker) state2(b *testing.B, st board.State) board.State {
	for i, a := range st.Asks {
		if !a.Mine {
			continue
		}
		n := a.Node
		d := board.Deed{Seat: a.Seat, Do: "pick", Prompt: a.Prompt, Path: append(append([]string{}, n.Path...), "")}
		if n.Done && (len(n.Options) == 0 || c.rand.IntN(2) == 0) {
			d.Do, d.Path = "answer", n.Path
		} else {
			d.Path[len(n.Path)] = n.Options[c.rand.IntN(len(n.Options))].ID
		}
		done := c.does(c.Client, c.deed(st, d), http.StatusOK)
		if done.State.Asks != nil && i >= 0 && len(done.State.Result) == 0 {
			for _, next := range done.State.Asks {
				if next.Mine {
					return *done.State
				}
			}
		}
		break
	}
	b.StopTimer()
	defer b.StartTimer()
	return c.state("")
}

// BenchmarkState measures the state of a match of Celles as it is read anew by a page that nobody else has open.
func BenchmarkState(b *testing.B) {
	c := inTheMiddle(b, 150)
	for b.Loop() {
		c.state("")
	}
}

// BenchmarkPast measures the state of a match of Celles as it was: what a replay asks for.
func BenchmarkPast(b *testing.B) {
	c := inTheMiddle(b, 150)
	last := c.state("").Last
	for n := 0; b.Loop(); n++ {
		c.state(fmt.Sprintf("seq=%d", 1+n%(last-1)))
	}
}

// BenchmarkLog measures the last 200 decisions of a match of Celles, with their rolls.
func BenchmarkLog(b *testing.B) {
	c := inTheMiddle(b, 400)
	for b.Loop() {
		get[[]board.Entry](c.site, c.Client, "/m/"+string(c.id)+"/log", http.StatusOK)
	}
}

// BenchmarkReaders measures how long it takes until 500 who look on have read a match of Celles that has changed: it is
// drawn once, and said for each.
func BenchmarkReaders(b *testing.B) {
	g := &guests{by: map[string]board.Visitor{}}
	s := newSiteOf(b, g, playing(cellesGame))
	const readers = 500
	for i := range readers {
		v := guest(s.id, "")
		v.Account = fmt.Sprint("test:", i)
		g.by[fmt.Sprint("page ", i)] = v
	}
	player := enginetest.NewPlayer(9, nil)
	for b.Loop() {
		snap, err := s.Snapshot(s.id)
		must(b, err)
		p := snap.Match().Position().Prompts()[0]
		path, err := player.Answer(snap.Match().Position(), p)
		must(b, err)
		_, err = s.Answer(s.command(p.Seat), p.ID, path)
		must(b, err)
		var all sync.WaitGroup
		for i := range readers {
			all.Go(func() {
				answer, err := s.client(fmt.Sprint("page ", i)).Get(s.url + "/m/" + string(s.id) + "/state")
				if err == nil {
					err = answer.Body.Close()
				}
				if err != nil || answer.StatusCode != http.StatusOK {
					b.Error(err, answer.Status)
				}
			})
		}
		all.Wait()
	}
}
