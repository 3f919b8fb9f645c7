package referee

import (
	"context"
	"fmt"
	"sync"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/match"
	"referee/engine/play"
)

// mostReasons is how many reasons stay in memory.
const mostReasons = 4096

// reasons are why programs have answered, by the head of the answer: what is not there any
// more is asked for again.
type reasons struct {
	mu    sync.Mutex
	of    map[chain.Head]engine.Answer
	order []chain.Head // the oldest first
}

// put keeps a reason.
func (w *reasons) put(of chain.Head, why engine.Answer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, known := w.of[of]; known {
		return
	}
	w.of[of] = why
	if w.order = append(w.order, of); len(w.order) > mostReasons {
		delete(w.of, w.order[0])
		w.order = w.order[1:]
	}
}

// get is a reason, if it is in memory.
func (w *reasons) get(of chain.Head) (engine.Answer, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	why, ok := w.of[of]
	return why, ok
}

// Reason is why a program has answered.
type Reason struct {
	Seq     int // of its answer
	Seat    engine.Seat
	Program play.About
	Path    []string
	// Why are its reasons: lines, and what to draw beside them.
	Why engine.Answer
	// Gone says that the program has not this version any more, so that nobody can say why.
	Gone bool
}

// Why says why programs have answered as they did in decisions from+1 to to: each answer for
// which they had a reason, in order. Where something is secret from the viewer, there are none, as
// reasons may tell it. What is not in memory is asked for again, and takes as long as the
// answer did.
func (s *Snapshot) Why(ctx context.Context, v engine.Viewer, from, to int) ([]Reason, error) {
	return guarded(ctx, s, Command{Match: s.m.ID(), Seat: engine.Seat(v)}, func() ([]Reason, error) { return s.why(v, from, to) })
}

func (s *Snapshot) why(v engine.Viewer, from, to int) (out []Reason, err error) {
	if from < 0 || from > to || to > s.m.Seq() {
		return nil, fmt.Errorf("referee: no decisions %d to %d of %d", from+1, to, s.m.Seq())
	}
	if s.m.VisibleTo(v).Incomplete() {
		return nil, nil
	}
	t := s.r.Programs.of(s.m)
	for _, e := range s.m.Log()[from:to] {
		about, ok := s.m.History().Answerer(e.Decision.Seq)
		if !ok {
			continue
		}
		a := e.Decision.Act.(match.ActAnswer)
		reason := Reason{Seq: e.Decision.Seq, Seat: e.Decision.Seat, Program: about, Path: a.Path}
		if reason.Why, ok = s.r.Programs.reasons.get(e.Head); !ok {
			if reason.Why, ok, err = t.again(s.m, reason); err != nil {
				return nil, err
			}
			reason.Gone = !ok
			if ok {
				s.r.Programs.reasons.put(e.Head, reason.Why)
			}
		}
		if reason.Gone || len(reason.Why.Lines) > 0 {
			out = append(out, reason)
		}
	}
	return out, nil
}

// HasReasons reports whether decision seq is an answer of a computer player that says why: the recruit has no reasons.
func (s *Snapshot) HasReasons(seq int) bool {
	about, program := s.m.History().Answerer(seq)
	return program && about.Name != play.RecruitName
}

// again asks a program once more for an answer; false where it is there no longer.
func (t thinker) again(m *match.Match, r Reason) (engine.Answer, bool, error) {
	player, there := t.roster.Same(r.Program)
	if !there {
		return engine.Answer{}, false, nil
	}
	before, err := m.At(r.Seq - 1)
	if err != nil {
		return engine.Answer{}, false, err
	}
	q, err := before.Question(m.Log()[r.Seq-1].Decision.Act.(match.ActAnswer).Prompt)
	if err != nil {
		return engine.Answer{}, false, err
	}
	answer, err := player.Answer(q)
	return answer.Why, err == nil, err
}
