package board

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// How many streams there may be, all together and of one visitor: a browser has one, whatever its pages.
const (
	mostStreams    = 4000
	mostOfAVisitor = 16
)

const (
	writeWithin = 10 * time.Second // an event; whoever does not take it by then has gone
	beat        = 25 * time.Second // how often something is written, so that it is noticed who has gone
)

// hub tells streams that matches have changed.
type hub struct {
	b     *Board
	ended <-chan struct{}
	mu    sync.Mutex
	by    map[*stream]bool
	of    map[string]int // how many there are of a visitor, by account
}

// stream is the events of one browser.
type stream struct {
	visitor Visitor
	wake    chan struct{} // holds one element while something waits

	mu      sync.Mutex
	waiting map[match.ID]*pending
}

// pending is what waits to be sent about a match.
type pending struct {
	seq    int
	public bool                 // every visitor of the match may know of it
	half   map[engine.Seat]bool // or only the holders of these seats
}

func newHub(ctx context.Context, b *Board) *hub {
	h := &hub{b: b, ended: ctx.Done(), by: map[*stream]bool{}, of: map[string]int{}}
	stop := b.Referee.Updates.Subscribe(h.notify)
	context.AfterFunc(ctx, stop)
	return h
}

// notify wakes the streams of visitors who may see a changed match. It does not wait.
func (h *hub) notify(c referee.Update) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for s := range h.by {
		if s.visitor.in(c.Match) {
			s.notify(c)
		}
	}
}

func (s *stream) notify(c referee.Update) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.waiting[c.Match]
	if w == nil {
		w = &pending{}
		s.waiting[c.Match] = w
	}
	w.seq = max(w.seq, c.Seq)
	if c.Seat == "" {
		w.public = true
	} else {
		if w.half == nil {
			w.half = map[engine.Seat]bool{}
		}
		w.half[c.Seat] = true
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// take is what waits, which then waits no longer.
func (s *stream) take() map[match.ID]*pending {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.waiting
	s.waiting = map[match.ID]*pending{}
	return out
}

// open begins a stream; false: there are too many.
func (h *hub) open(v Visitor) (*stream, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.by) >= mostStreams || v.Table == "" && h.of[v.Account] >= mostOfAVisitor {
		return nil, false
	}
	s := &stream{visitor: v, wake: make(chan struct{}, 1), waiting: map[match.ID]*pending{}}
	h.by[s] = true
	h.of[v.Account]++
	return s, true
}

func (h *hub) close(s *stream) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.by, s)
	if h.of[s.visitor.Account]--; h.of[s.visitor.Account] == 0 {
		delete(h.of, s.visitor.Account)
	}
}

var errStreams = refused(http.StatusServiceUnavailable, "web.next.load", "web.refuse.streams")

// events tells a browser, until it goes, which matches have changed.
func events(q *request) error {
	s, ok := q.b.hub.open(q.visitor)
	if !ok {
		return errStreams
	}
	defer q.b.hub.close(s)
	to := http.NewResponseController(q.w)
	q.w.Header().Set("Content-Type", "text/event-stream")
	q.w.Header().Set("X-Accel-Buffering", "no") // a proxy is not to collect them
	tell := func(text string) error {
		if err := to.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
		_, err := q.w.Write([]byte(text))
		return errors.Join(err, to.Flush())
	}
	beats := time.NewTicker(beat)
	defer beats.Stop()
	text := "retry: 3000\n\n"
	for {
		if err := tell(text); err != nil {
			q.noteUnsent(0, err)
			return nil
		}
		select {
		case <-q.Context().Done():
			return nil
		case <-q.b.hub.ended:
			return nil
		case <-beats.C:
			text = ": still here\n\n"
		case <-s.wake:
			text = ""
		}
		changed := s.take() // before the visitor is looked up: what comes later is not in it
		events, err := q.eventsOf(changed)
		if err != nil {
			return nil // they were let out, and ask again in vain
		}
		text += events
	}
}

// eventsOf returns the events of changed matches that the visitor, as they may come in now, may know of.
func (q *request) eventsOf(changed map[match.ID]*pending) (out string, err error) {
	ctx, stop := context.WithTimeout(q.Context(), q.b.Within)
	defer stop()
	v, known, err := q.b.Visitors.Visit(ctx, q.b.cookie(q.Request))
	if err == nil && !known {
		err = errUnknown
	}
	if err != nil {
		return "", err
	}
	for id, of := range changed {
		if !v.in(id) || !of.public && !q.b.holds(ctx, v, id, of.half) {
			continue
		}
		text, err := json.Marshal(Event{id, of.seq})
		if err == nil {
			out += fmt.Sprintf("event: match\ndata: %s\n\n", text)
		}
	}
	return out, nil
}

// holds reports whether a visitor has one of some seats.
func (b *Board) holds(ctx context.Context, v Visitor, id match.ID, seats map[engine.Seat]bool) bool {
	s, err := b.Referee.Snapshot(ctx, id)
	if err != nil {
		return false
	}
	l, err := s.Look(ctx, engine.Spectator)
	if err != nil {
		return false
	}
	for _, x := range v.seats(l) {
		if seats[x.Seat] {
			return true
		}
	}
	return false
}
