package referee

import (
	"sync"
	"time"

	"referee/engine/match"
)

// beatEvery is how often it is noted that the process is alive: what is lost of
// a clock by a crash is not more than that.
const beatEvery = time.Minute

// reach is whether people can be reached. A referee that has just begun does not
// know yet: it is down.
type reach struct {
	mu   sync.Mutex
	up   bool
	beat time.Time // noted last
}

// Down says that from at on nobody can be reached: clocks stand, and nothing is
// done until [Referee.Up].
func (r *Referee) Down(at time.Time) error {
	r.reach.mu.Lock()
	defer r.reach.mu.Unlock()
	if !r.reach.up {
		return nil
	}
	if err := r.store.PutOutage(match.Outage{From: milli(at)}); err != nil {
		return err
	}
	r.reach.up = false
	return nil
}

// Up says that people can be reached, again or for the first time since the
// process began. From the last sign of life until at was an outage.
func (r *Referee) Up(at time.Time) error {
	r.reach.mu.Lock()
	defer r.reach.mu.Unlock()
	if r.reach.up {
		return nil
	}
	from, err := r.store.Alive()
	if err != nil {
		return err
	}
	list, err := r.store.Outages(milli(at))
	if err != nil {
		return err
	}
	for _, o := range list {
		if o.To == 0 { // said before the process ended, or is said by this one
			from = o.From
		}
	}
	if from != 0 {
		if err := r.store.PutOutage(match.Outage{From: from, To: max(from, milli(at))}); err != nil {
			return err
		}
	}
	if err := r.store.PutAlive(milli(at)); err != nil {
		return err
	}
	r.reach.up, r.reach.beat = true, at
	r.nudge()
	return nil
}

// alive notes that the process is, and reports whether people can be reached.
func (r *Referee) alive(now time.Time) (up bool, err error) {
	r.reach.mu.Lock()
	defer r.reach.mu.Unlock()
	if !r.reach.up || now.Sub(r.reach.beat) < beatEvery {
		return r.reach.up, nil
	}
	r.reach.beat = now
	return true, r.store.PutAlive(milli(now))
}
