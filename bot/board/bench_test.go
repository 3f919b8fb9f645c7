package board_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"

	"referee/bot/board"
	"referee/engine/enginetest"
)

// play answers at random, until the match is over.
func (s *site) play(answers int) {
	s.Helper()
	player := enginetest.NewPlayer(9, nil)
	for range answers {
		snap, err := s.Snapshot(s.Context(), s.id)
		must(s, err)
		if snap.Match().Over() {
			return
		}
		p := snap.Match().Position().Prompts()[0]
		path, err := player.Answer(snap.Match().Position(), p)
		must(s, err)
		_, err = s.Answer(s.Context(), s.command(p.Seat), p.ID, path)
		must(s, err)
	}
}

// How many answers lead to the middle of a match of Celles, and to its last turn with the dice called "pages".
const (
	middle = 100
	deep   = 190
)

// inTheMiddle is a match of Celles after some answers at random, at a screen.
func inTheMiddle(b *testing.B, answers int) *clicker {
	b.Helper()
	s := newSite(b, playing(cellesGame))
	s.play(answers)
	return &clicker{site: s, Client: s.browser(), rand: rand.New(rand.NewPCG(1, 2))}
}

// BenchmarkClick measures clicks in the second half of matches of Celles, from the request to the answer with the state after
// it, read: each builds an answer further, gives it, or begins another.
func BenchmarkClick(b *testing.B) {
	c := inTheMiddle(b, middle)
	st := c.state("")
	b.ResetTimer()
	for range b.N {
		i := slices.IndexFunc(st.Asks, func(a board.Ask) bool { return a.Mine })
		if i < 0 { // the match is over, or the other seat is asked, whose eyes the screen has next
			b.StopTimer()
			if len(st.Result) > 0 {
				c.begin(cellesGame.ID, nil)
				c.play(middle)
			}
			st = c.state("")
			i = slices.IndexFunc(st.Asks, func(a board.Ask) bool { return a.Mine })
			b.StartTimer()
		}
		n := st.Asks[i].Node
		d := board.Action{Seat: st.Asks[i].Seat, Do: "pick", Prompt: st.Asks[i].Prompt, Path: append(slices.Clone(n.Path), "")}
		if n.Done && (len(n.Options) == 0 || c.rand.IntN(2) == 0) {
			d.Do, d.Path = "answer", n.Path
		} else {
			d.Path[len(n.Path)] = n.Options[c.rand.IntN(len(n.Options))].ID
		}
		st = *c.does(c.Client, c.action(st, d), http.StatusOK).State
	}
}

// BenchmarkState measures the state of a match of Celles as it is read anew by a page that nobody else has open.
func BenchmarkState(b *testing.B) {
	c := inTheMiddle(b, middle)
	for b.Loop() {
		c.state("")
	}
}

// BenchmarkPast measures the state of a match of Celles as it was: what a replay asks for.
func BenchmarkPast(b *testing.B) {
	c := inTheMiddle(b, middle)
	last := c.state("").Last
	for n := 0; b.Loop(); n++ {
		c.state(fmt.Sprintf("seq=%d", 1+n%(last-1)))
	}
}

// BenchmarkLog measures the last 200 decisions of a match of Celles, with their rolls.
func BenchmarkLog(b *testing.B) {
	c := inTheMiddle(b, deep)
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
	for b.Loop() {
		s.play(1)
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
