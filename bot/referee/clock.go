package referee

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"referee/bot/post"
	"referee/engine/clock"
	"referee/engine/match"
)

// Clocks keeps what is known of the clocks of matches beside their records.
type Clocks interface {
	// Clock is the body of the last batch that had one; nil where none had.
	Clock(id match.ID) ([]byte, error)
	// NextDue is the moment of the earliest deadline; false where there is none.
	NextDue() (at int64, ok bool, err error)
	// Due lists the deadlines up to a moment, earliest first.
	Due(at int64) ([]match.Deadline, error)
	// PutOutage keeps an outage, in the place of one that began with it.
	PutOutage(o match.Outage) error
	// Outages lists those that were not over at a moment, by their beginnings.
	Outages(since int64) ([]match.Outage, error)
	// PutAlive and Alive are the moment at which the process was last alive.
	PutAlive(at int64) error
	Alive() (at int64, err error)
}

// dueClock is the name of the deadline at which a clock has something to do.
const dueClock = "clock"

// ledger reads how the clocks of a match stand.
func (r *Referee) ledger(id match.ID) (*ledger, error) {
	l := new(ledger)
	text, err := r.store.Clock(id)
	if err != nil || text == nil {
		return l, err
	}
	if err := json.Unmarshal(text, l); err != nil {
		return nil, fmt.Errorf("referee: read the clocks of match %s: %w", id, err)
	}
	return l, nil
}

// outages lists what counts as an outage for a clock that was set running at a
// moment. One that is under way ends now.
func (r *Referee) outages(l *ledger, now int64) ([]match.Outage, error) {
	if r.time != nil { // it may have stood still until this very moment
		if _, _, err := r.beat(r.now()); err != nil {
			return nil, err
		}
	}
	since := now
	for i := range l.Hands {
		if s := l.Hands[i].Since; s != 0 {
			since = min(since, s)
		}
	}
	if since == now {
		return nil, nil
	}
	list, err := r.store.Outages(since)
	for i := range list {
		if list[i].To == 0 {
			list[i].To = now
		}
	}
	return list, err
}

// keepTime adds to a batch how the clocks stand after it, what is due next, and
// what tells whoever is waited for from now on.
func (r *Referee) keepTime(b *match.Batch, m *match.Match, place string) error {
	if len(b.Entries) == 0 {
		return nil
	}
	l, err := r.ledger(b.Match)
	if err != nil {
		return err
	}
	t := turnoverOf(m, b.After)
	outages, err := r.outages(l, t.at)
	if err != nil {
		return err
	}
	who, err := r.persons(b.Match, b.People)
	if err != nil {
		return err
	}
	begun := l.turn(t, outages, who.zone)
	if t.goesOn {
		begun = t.waited
	}
	gathered := &calls{match: b.Match, seq: m.Seq(), place: place}
	for _, p := range begun {
		if to := who.find(p); !to.profile.Digest {
			if err := gathered.call(to, l.hand(p), post.CallTurn); err != nil {
				return err
			}
		}
	}
	b.Outbox = append(b.Outbox, gathered.intents...)
	return r.schedule(b, l, who, t.settings, outages)
}

// schedule puts into a batch how the clocks stand, and when they have something
// to do next.
func (r *Referee) schedule(b *match.Batch, l *ledger, who persons, s clock.Settings, outages []match.Outage) error {
	text, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("referee: write the clocks of match %s: %w", b.Match, err)
	}
	b.Clock = text
	next := l.Until
	for i := range l.Hands {
		h := &l.Hands[i]
		b.Deadlines = append(b.Deadlines, match.Deadline{Name: dueDigest(h.Player), At: who.digestAt(h)})
		next = earlier(next, h.next(s, outages))
	}
	b.Deadlines = append(b.Deadlines, match.Deadline{Name: dueClock, At: next})
	return nil
}

// next is when the clock of a hand has something to do; 0: nothing to be seen.
func (h *hand) next(s clock.Settings, outages []match.Outage) int64 {
	if !h.runs() || !s.Runs() {
		return 0
	}
	r := h.read(s, outages)
	at := milli(r.Expires)
	for i := h.Sent; i < len(r.Reminders); i++ {
		at = earlier(at, max(milli(r.Reminders[i]), h.Snooze))
	}
	return at
}

// earlier is the earlier of two moments, of which 0 is none.
func earlier(a, b int64) int64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// note stores how the clocks of a match stand, without a decision.
func (r *Referee) note(rm *room, b match.Batch) error {
	b.Match, b.After, b.Over = rm.id, rm.m.Seq(), rm.m.Over()
	if _, _, err := r.store.Commit(b); err != nil {
		return err
	}
	r.nudge()
	return nil
}

// Delivered says that the posts of a match up to decision seq were accepted where
// it is played: from at on, whoever is asked there is taken to know. It may be
// said again. Until it is said his clock stands.
func (r *Referee) Delivered(place string, id match.ID, seq int, at time.Time) error {
	rm, err := r.enter(id)
	if err != nil {
		return r.judged(err, Command{Match: id}, nil)
	}
	defer r.rooms.leave(rm)
	if place != rm.place {
		return nil
	}
	return r.judged(r.delivered(rm, seq, at), Command{Match: id}, rm.m)
}

func (r *Referee) delivered(rm *room, seq int, at time.Time) error {
	l, err := r.ledger(rm.id)
	if err != nil {
		return err
	}
	s, _ := clock.Parse(l.Settings)
	if l.Paused || !s.Runs() || rm.m.Over() {
		return nil
	}
	who, err := r.persons(rm.id, nil)
	if err != nil {
		return err
	}
	changed := false
	if r.doubt() != "" && !l.Stands { // the board says that clocks stand: another is to say that they run
		l.Stands, changed = true, true
	}
	for i := range l.Hands {
		h := &l.Hands[i]
		if !h.waited() || h.Seq > seq || h.Since != 0 || h.Up {
			continue
		}
		changed = true
		asked := rm.m.Log()[h.Seq-1].Decision.At
		if now := milli(r.now()); asked > now {
			asked = now // it was written by a clock that was ahead
		}
		h.Since = max(milli(at), asked)
		p := who.profile(h.Player)
		h.Zone, h.Sleep = p.Zone, p.Sleep
	}
	if !changed {
		return nil
	}
	var b match.Batch
	now := milli(r.now())
	outages, err := r.outages(l, now)
	if err != nil {
		return err
	}
	if err := r.schedule(&b, l, who, s, outages); err != nil {
		return err
	}
	return r.note(rm, b)
}

// Clock is how the clock of a player stands. What is not known yet, or not to
// come, is the zero time.
type Clock struct {
	Player match.Player
	Waited bool
	Since  time.Time     // he is waited for since then
	Runs   bool          // false: it stands, and what follows is what he has
	Left   time.Duration // now
	Up     time.Time     // the time is up
	// Expires is when what the settings say is done: at the end of the grace.
	Expires   time.Time
	Reminders []time.Time // to come
	Vacation  int         // days that he may still take
	Away      time.Time   // he is on vacation until then
}

// Times is how the clocks of a match stand.
type Times struct {
	Settings clock.Settings
	Paused   bool
	Until    time.Time // of a pause that ends by itself
	KeyLost  bool      // they stand until the key of the dice is back
	// Doubt says why all clocks stand: nobody knows what time it is. "": they do not.
	Doubt Doubt
	// Proposed are the settings that one player proposes to the other; nil: none.
	Proposed map[string]string
	Clocks   []Clock // of those who were waited for, by player
}

// Times tells how the clocks of a match stand.
func (r *Referee) Times(id match.ID) (Times, error) {
	rm, err := r.enter(id)
	if err != nil {
		return Times{}, r.judged(err, Command{Match: id}, nil)
	}
	defer r.rooms.leave(rm)
	t, err := r.times(rm)
	return t, r.judged(err, Command{Match: id}, rm.m)
}

func (r *Referee) times(rm *room) (Times, error) {
	l, err := r.ledger(rm.id)
	if err != nil {
		return Times{}, err
	}
	s, _ := clock.Parse(rm.m.Setting(SettingClock))
	t := Times{Settings: s, Paused: l.Paused, Until: moment(l.Until), KeyLost: lostKey(rm.m), Proposed: rm.m.Proposed()}
	now := milli(r.now())
	outages, err := r.outages(l, now)
	if err != nil {
		return Times{}, err
	}
	t.Doubt = r.doubt()
	for i := range l.Hands {
		h := &l.Hands[i]
		c := h.shown(s, outages, now)
		if t.Doubt != "" {
			c.Runs, c.Up, c.Expires, c.Reminders = false, time.Time{}, time.Time{}, nil
		}
		c.Vacation = max(0, s.Vacation-daysOf(vacations(rm.m, h.Player)))
		t.Clocks = append(t.Clocks, c)
	}
	return t, nil
}

// shown is a hand as it is shown.
func (h *hand) shown(s clock.Settings, outages []match.Outage, now int64) Clock {
	c := Clock{Player: h.Player, Waited: h.waited(), Left: length(max(0, h.Left))}
	if c.Waited {
		c.Since = moment(h.Asked)
	}
	for _, o := range h.Away {
		if o.From <= now && now < o.To {
			c.Away = moment(o.To)
		}
	}
	if !h.runs() || !s.Runs() {
		return c
	}
	cal := h.calendar(outages)
	read := s.Read(h.balance(), cal, moment(h.Since))
	c.Runs, c.Up, c.Expires = true, read.Up, read.Expires
	c.Left = max(0, h.balance().Spend(cal, moment(h.Since), moment(now)).Left)
	c.Reminders = slices.Clone(read.Reminders[min(h.Sent, len(read.Reminders)):])
	return c
}
