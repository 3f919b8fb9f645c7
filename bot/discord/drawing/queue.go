package drawing

import (
	"slices"
	"sync"
	"time"
)

// Unasked is by how much a picture that nobody has asked for goes behind one that somebody
// waits for. It is a time and no rank, so that neither kind keeps the other waiting for ever.
const Unasked = 5 * time.Second

// mostDrawn is how many pictures there may be that are drawn and not sent yet: their
// files, of 0.4 MB at most but for replays and pictures of players, are all that the queue keeps in memory.
const mostDrawn = 32

// Queue is the queue. Make it with New.
type Queue struct {
	workers int

	mu      sync.Mutex
	waiting []*Turn
	drawing map[string]*Turn // by key
	held    int              // pictures that are being drawn, or drawn and not freed
	size    Size
	counts  Counts
}

// Turn is the turn of one picture to be drawn.
type Turn struct {
	queue  *Queue
	key    string
	since  time.Time // when the first of the key came whose picture nobody was shown
	behind time.Duration
	draw   func(Size)
	over   chan struct{}
	at     stage
}

// stage is how far a turn has come.
type stage int

const (
	queued stage = iota
	draws
	drawn
	freed
)

// Counts are what a queue has done since it was made.
type Counts struct {
	Drawn    [Sizes]uint64        // pictures, by size
	Took     [Sizes]time.Duration // all of them together
	Replaced uint64               // pictures that were not drawn, as a newer one took their place
}

// State is how a queue stands.
type State struct {
	Counts
	Waiting int           // pictures
	Oldest  time.Duration // how long the one has waited that waits longest; 0: none does
	Size    Size          // in which the last was drawn
}

// New makes a queue that draws so many pictures at once.
func New(workers int) *Queue {
	return &Queue{workers: workers, drawing: map[string]*Turn{}}
}

// Want has a picture drawn when its turn comes, behind those that came up to so much later.
// One that waits under the same key is given up, and leaves this one its turn; one that is
// being drawn is finished first. Draw runs in a goroutine of its own, and must not panic.
// The turn must be freed.
func (q *Queue) Want(key string, behind time.Duration, draw func(Size)) *Turn {
	return q.want(&Turn{queue: q, key: key, since: time.Now(), behind: behind, draw: draw, over: make(chan struct{})})
}

// Again frees a turn, of which nobody was shown the picture, and has a newer one drawn of the
// same key. It comes when the first would have come.
func (t *Turn) Again(draw func(Size)) *Turn {
	again := t.queue.want(&Turn{queue: t.queue, key: t.key, since: t.since, behind: t.behind, draw: draw, over: make(chan struct{})})
	t.Free()
	return again
}

func (q *Queue) want(t *Turn) *Turn {
	q.mu.Lock()
	defer q.mu.Unlock()
	if n := slices.IndexFunc(q.waiting, func(o *Turn) bool { return o.key == t.key }); n >= 0 {
		old := q.waiting[n]
		t.since, q.waiting[n] = old.since, t
		old.end()
		q.counts.Replaced++
	} else {
		q.waiting = append(q.waiting, t)
	}
	q.start()
	return t
}

// due is the time by which turns are ordered.
func (t *Turn) due() time.Time { return t.since.Add(t.behind) }

// end says that nothing more comes of a turn.
func (t *Turn) end() {
	t.at = freed
	close(t.over)
}

// Over is closed when the picture is drawn, or was given up.
func (t *Turn) Over() <-chan struct{} { return t.over }

// Free gives a turn up, or says that its picture is done with, so that its memory is free for
// others. It may be called again.
func (t *Turn) Free() {
	q := t.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	switch t.at {
	case queued:
		q.waiting = slices.DeleteFunc(q.waiting, func(o *Turn) bool { return o == t })
		t.end()
	case draws: // it is given up when it is drawn
		t.at = freed
	case drawn:
		t.at = freed
		q.held--
		q.start()
	case freed:
	}
}

// start has pictures drawn, as many as may be. The lock is held.
func (q *Queue) start() {
	for len(q.drawing) < q.size.workers(q.workers) && q.held < max(mostDrawn, q.workers) {
		t := q.take()
		if t == nil {
			return
		}
		q.held++
		q.drawing[t.key] = t
		go q.run(t, q.size)
	}
}

// take takes the turn that is next, and sets the size of its picture; nil: there is none. The
// lock is held.
func (q *Queue) take() *Turn {
	next := -1
	for n, t := range q.waiting {
		if (next < 0 || t.due().Before(q.waiting[next].due())) && q.drawing[t.key] == nil {
			next = n
		}
	}
	if next < 0 {
		return nil
	}
	q.size = q.size.next(q.oldest())
	t := q.waiting[next]
	q.waiting = slices.Delete(q.waiting, next, next+1)
	t.at = draws
	return t
}

// oldest is how long the turn has waited that waits longest. The lock is held.
func (q *Queue) oldest() time.Duration {
	if len(q.waiting) == 0 {
		return 0
	}
	since := q.waiting[0].since
	for _, t := range q.waiting {
		if t.since.Before(since) {
			since = t.since
		}
	}
	return time.Since(since)
}

// run draws a picture.
func (q *Queue) run(t *Turn, size Size) {
	began := time.Now()
	t.draw(size)
	took := time.Since(began)
	q.mu.Lock()
	defer q.mu.Unlock()
	q.counts.Drawn[size]++
	q.counts.Took[size] += took
	delete(q.drawing, t.key)
	if t.at == freed {
		q.held--
	} else {
		t.at = drawn
	}
	close(t.over)
	q.start()
}

// State is how the queue stands.
func (q *Queue) State() State {
	q.mu.Lock()
	defer q.mu.Unlock()
	return State{Counts: q.counts, Waiting: len(q.waiting), Oldest: q.oldest(), Size: q.size}
}
