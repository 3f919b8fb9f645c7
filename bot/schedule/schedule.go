package schedule

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/sync/semaphore"

	"referee/bot/post"
	"referee/engine/clock"
	"referee/engine/match"
)

// dueClock is the name of the deadline at which a clock has something to do.
const dueClock = "clock"

// ClockStore keeps what is known of the time of matches beside their records.
type ClockStore interface {
	// Clock is the body of the last batch that had one; nil where none had.
	Clock(ctx context.Context, id match.ID) ([]byte, error)
	// Timing is that, with who plays and what they and some accounts have chosen.
	Timing(ctx context.Context, id match.ID, also ...string) (match.Timing, error)
}

// ProfileStore keeps what accounts have chosen over all their matches.
type ProfileStore interface {
	// PutProfile keeps what an account has chosen, and what is to be sent with it.
	PutProfile(ctx context.Context, account string, body []byte, intents []match.Intent) error
	// Profile is what an account has chosen; nil where it has not.
	Profile(ctx context.Context, account string) ([]byte, error)
}

// Store is what a Schedule keeps its state in.
type Store interface {
	ClockStore
	DeadlineStore
	OutageStore
	ProfileStore
	Commit(ctx context.Context, b match.Batch) (reply []byte, repeated bool, err error)
	Matches(ctx context.Context) ([]match.Summary, error)
	MatchesOf(ctx context.Context, account string) ([]match.Summary, error)
}

// Matches are the matches whose clocks a Schedule keeps.
type Matches interface {
	// Lock waits until nobody else changes a match, and reads it. It returns
	// match.ErrUnknown. Without an error the caller must Unlock it.
	Lock(ctx context.Context, id match.ID) (Locked, error)
	// Classify makes a fault, which is logged, of an error that is no refusal. m may
	// be nil.
	Classify(ctx context.Context, err error, id match.ID, m *match.Match) error
}

// Locked is a match that nobody else changes.
type Locked interface {
	Match() *match.Match
	Place() string // where it is played; "": nowhere
	// EndPause ends its pause, as the time for it has come.
	EndPause(ctx context.Context) error
	// Expire does what the settings of its clocks say when the time of a player is up.
	Expire(ctx context.Context, p match.Player, set clock.Settings) error
	Unlock()
}

// Schedule keeps the time of matches: how their clocks stand, what is due next, and
// who is told that they are waited for.
type Schedule struct {
	*Availability
	*Scheduler
	store    Store
	matches  Matches
	now      func() time.Time
	profiles *semaphore.Weighted // of one: held from reading a profile to writing it
	byMail   func(account string) bool
}

// Config is what a Schedule works with.
type Config struct {
	Store   Store
	Matches Matches
	// Now is the clock where there is no Time.
	Now func() time.Time
	// Time is a clock that may be doubted. nil: Now is believed.
	Time Time
	Log  *slog.Logger
	// Apart reports whether an account sees no place where matches are played: it is told at
	// [post.MailPlace] alone, as who has chosen [ByMail]. nil: nobody is.
	Apart func(account string) bool
}

// New makes a schedule. Until [Availability.Up] no clock runs.
func New(c Config) *Schedule {
	now := c.Now
	if c.Time != nil {
		now = func() time.Time { return c.Time.Look().Now }
	}
	s := &Schedule{store: c.Store, matches: c.Matches, now: now, profiles: semaphore.NewWeighted(1), byMail: c.Apart}
	if s.byMail == nil {
		s.byMail = func(string) bool { return false }
	}
	s.Scheduler = &Scheduler{
		store: c.Store, now: now, log: c.Log, announce: s.announceStops,
		jobs: map[string]Job{dueClock: s.runClocks, dueDigests: s.digest}, wake: make(chan struct{}, 1),
		running: semaphore.NewWeighted(1),
	}
	s.Availability = &Availability{
		store: c.Store, outages: outageList{store: c.Store}, time: c.Time, now: now, wake: s.Wake, changing: semaphore.NewWeighted(1),
	}
	s.clocks = s.Availability
	return s
}

// timing is what is known of the time of a match.
type timing struct {
	clocks *clocks
	people persons
}

// timing reads how the clocks of a match stand and who plays it; joining play it from
// now on.
func (s *Schedule) timing(ctx context.Context, id match.ID, joining []match.Person) (timing, error) {
	also := make([]string, len(joining))
	for i, p := range joining {
		also[i] = p.Account
	}
	stored, err := s.store.Timing(ctx, id, also...)
	if err != nil {
		return timing{}, err
	}
	c, err := readClocks(id, stored.Clock)
	if err != nil {
		return timing{}, err
	}
	t := timing{clocks: c}
	for _, p := range append(stored.People, joining...) {
		prof, err := readProfile(stored.Profiles[p.Account])
		if err != nil {
			return timing{}, err
		}
		t.people = append(t.people, person{p, prof})
	}
	return t, nil
}

// readClocks reads how the clocks of a match stand.
func readClocks(id match.ID, text []byte) (*clocks, error) {
	c := new(clocks)
	if text == nil {
		return c, nil
	}
	if err := json.Unmarshal(text, c); err != nil {
		return nil, fmt.Errorf("schedule: read the clocks of match %s: %w", id, err)
	}
	return c, nil
}

// clocksOf reads how the clocks of a match stand.
func (s *Schedule) clocksOf(ctx context.Context, id match.ID) (*clocks, error) {
	text, err := s.store.Clock(ctx, id)
	if err != nil {
		return nil, err
	}
	return readClocks(id, text)
}

// outages lists what counts as an outage for the clocks of a match. One that is under
// way ends now.
func (s *Schedule) outages(ctx context.Context, c *clocks, now int64) ([]match.Outage, error) {
	if s.time != nil { // it may have stood still until this very moment
		if _, _, err := s.check(ctx, s.now()); err != nil {
			return nil, err
		}
	}
	since := now
	for i := range c.Players {
		if at := c.Players[i].Since; at != 0 {
			since = min(since, at)
		}
	}
	if since == now {
		return nil, nil
	}
	return s.outagesSince(ctx, since, now)
}

// Keep adds to a batch how the clocks stand after it, what is due next, and what
// tells whoever is waited for from now on. m is the match after the batch, place where
// it is played, news what is told there of it: those who see no such place are told it too.
func (s *Schedule) Keep(ctx context.Context, b *match.Batch, m *match.Match, place string, news post.MatchNews) error {
	if len(b.Entries) == 0 {
		return nil
	}
	t, err := s.timing(ctx, b.Match, b.People)
	if err != nil {
		return err
	}
	for _, p := range t.people {
		if p.Account != "" && s.apart(p) {
			b.Outbox = append(b.Outbox, post.Intent(post.MailPlace(p.Account), news))
		}
	}
	came := changeOf(m, b.After)
	outages, err := s.outages(ctx, t.clocks, came.at)
	if err != nil {
		return err
	}
	begun := t.clocks.update(came, outages, t.people.zone)
	if came.goesOn {
		begun = came.waited
	}
	gathered := &calls{match: b.Match, seq: m.Seq(), place: place, apart: s.apart}
	kind := post.CallTurn
	if m.Over() {
		kind, begun = post.CallOver, playing(m)
	}
	last := LastActor(m, b.After)
	for _, p := range begun {
		c := t.clocks.of(p)
		back := kind == post.CallTurn && c.comesBack(m)
		switch to := t.people.find(p); {
		case p == last: // they see what they are asked, and how it ended
		case back:
			c.Call = c.Asked + callBack.Milliseconds()
		case !to.profile.Digest:
			gathered.call(to, c, kind)
		}
	}
	b.Outbox = append(b.Outbox, gathered.intents...)
	return t.write(b, came.settings, outages)
}

// write puts into a batch how the clocks stand, and when they have something to do
// next.
func (t timing) write(b *match.Batch, set clock.Settings, outages []match.Outage) error {
	text, err := json.Marshal(t.clocks)
	if err != nil {
		return fmt.Errorf("schedule: write the clocks of match %s: %w", b.Match, err)
	}
	b.Clock = text
	next := t.clocks.Until
	for i := range t.clocks.Players {
		p := &t.clocks.Players[i]
		b.Deadlines = append(b.Deadlines, match.Deadline{Name: dueDigest(p.Player), At: t.people.digestAt(p)})
		next = Earlier(Earlier(next, p.next(set, outages)), p.Call)
	}
	b.Deadlines = append(b.Deadlines, match.Deadline{Name: dueClock, At: next})
	return nil
}

// later is a batch that sets anew when something is due.
func (s *Schedule) later(ctx context.Context, t timing, now int64) (match.Batch, error) {
	var b match.Batch
	set, _ := clock.Parse(t.clocks.Settings)
	outages, err := s.outages(ctx, t.clocks, now)
	if err != nil {
		return b, err
	}
	return b, t.write(&b, set, outages)
}

// within changes the clocks of a match while it is locked, and stores them where do
// returns a batch with some.
func (s *Schedule) within(ctx context.Context, id match.ID, do func(m Locked, t timing, now int64) (match.Batch, error)) error {
	m, err := s.matches.Lock(ctx, id)
	if err != nil {
		return err
	}
	defer m.Unlock()
	t, err := s.timing(ctx, id, nil)
	if err != nil {
		return err
	}
	b, err := do(m, t, milli(s.now()))
	if err != nil || b.Clock == nil {
		return err
	}
	return s.commit(ctx, m, b)
}

// commit stores how the clocks of a match stand, without a decision.
func (s *Schedule) commit(ctx context.Context, m Locked, b match.Batch) error {
	b.Match, b.After, b.Over = m.Match().ID(), m.Match().Seq(), m.Match().Over()
	if _, _, err := s.store.Commit(ctx, b); err != nil {
		return err
	}
	s.Wake()
	return nil
}

// Delivered says that the posts of a match up to decision seq were accepted at a place.
// Where it is played there, from at on whoever is asked is taken to know, but for those who see
// no such place: they know where it is said of their own. So do all players of a match that is played
// in direct messages, or where nothing can be posted. It may be said again. Until it is said
// their clock stands.
func (s *Schedule) Delivered(ctx context.Context, place string, id match.ID, seq int, at time.Time) error {
	account, own := post.MailAccount(place)
	alone, dm := post.DMAccount(place)
	var of *match.Match
	err := s.within(ctx, id, func(m Locked, t timing, now int64) (match.Batch, error) {
		of = m.Match()
		_, away := post.Away(m.Place())
		here := place == m.Place() && !away
		dm := dm && (away || post.IsDirect(m.Place()))
		set, _ := clock.Parse(t.clocks.Settings)
		if !here && !own && !dm || t.clocks.Paused || !set.Runs() || of.Over() {
			return match.Batch{}, nil
		}
		changed := t.start(of, seq, milli(at), now, func(p person) bool {
			return p.Account == account && own || (here || dm && p.Account == alone) && !s.apart(p)
		})
		if s.doubt() != "" && !t.clocks.Stands { // the board says that clocks stand: another is to say that they run
			t.clocks.Stands, changed = true, true
		}
		if !changed {
			return match.Batch{}, nil
		}
		return s.later(ctx, t, now)
	})
	return s.matches.Classify(ctx, err, id, of)
}

// apart reports whether a player is told what happens at a place of their own, by mail.
func (s *Schedule) apart(p person) bool { return p.profile.Where == ByMail || s.byMail(p.Account) }

// Lost says that what was delivered to an account that sees no place where matches are played, up to
// decision seq of a match, has come back: its clock stands until something else is delivered. That of who is told where the match
// is played goes on.
func (s *Schedule) Lost(ctx context.Context, account string, id match.ID, seq int) error {
	return s.matches.Classify(ctx, s.within(ctx, id, func(_ Locked, t timing, now int64) (match.Batch, error) {
		for _, p := range t.people {
			if c := t.clocks.of(p.Player); p.Account == account && s.apart(p) && c.waited() && c.Seq <= seq && !c.Up {
				c.Since = 0
			}
		}
		return s.later(ctx, t, now)
	}), id, nil)
}

// start lets the clocks run from at on of who was asked by decision seq or before. It
// reports whether there is one.
func (t timing) start(m *match.Match, seq int, at, now int64, knows func(person) bool) (changed bool) {
	for i := range t.clocks.Players {
		p := &t.clocks.Players[i]
		if !p.waited() || p.Seq > seq || p.Since != 0 || p.Up || !knows(t.people.find(p.Player)) {
			continue
		}
		changed = true
		asked := min(m.Log()[p.Seq-1].Decision.At, now) // it may have been written by a clock that was ahead
		p.Since = max(at, asked)
		lives := t.people.profile(p.Player)
		p.Zone, p.Sleep = lives.Zone, lives.Sleep
	}
	return changed
}

// runClocks does what the clocks of a match have to do.
func (s *Schedule) runClocks(ctx context.Context, d match.Deadline, now time.Time) error {
	m, err := s.matches.Lock(ctx, d.Match)
	if err != nil {
		return err
	}
	defer m.Unlock()
	for {
		again, err := s.fire(ctx, m, now.UnixMilli())
		if err != nil || !again {
			return err
		}
	}
}

// fire does the first thing that the clocks of a match have to do, if it is a
// decision; then there may be more. Else it sends the reminders.
func (s *Schedule) fire(ctx context.Context, m Locked, at int64) (again bool, err error) {
	t, err := s.timing(ctx, m.Match().ID(), nil)
	if err != nil {
		return false, err
	}
	if t.clocks.Until != 0 && t.clocks.Until <= at {
		return true, m.EndPause(ctx)
	}
	outages, err := s.outages(ctx, t.clocks, at)
	if err != nil {
		return false, err
	}
	set, _ := clock.Parse(t.clocks.Settings)
	reached, held := s.reached(at), false // who is not reached any more does not lose by it
	gathered := &calls{match: m.Match().ID(), seq: m.Match().Seq(), place: m.Place(), apart: s.apart}
	for i := range t.clocks.Players {
		p := &t.clocks.Players[i]
		if to := t.people.find(p.Player); p.Call != 0 && p.Call <= at {
			if !to.profile.Digest {
				gathered.call(to, p, post.CallTurn)
			}
			p.Call = 0
		}
		if !p.runs() {
			continue
		}
		read := p.read(set, outages)
		if !read.Expires.IsZero() && milli(read.Expires) <= reached {
			return true, m.Expire(ctx, p.Player, set)
		}
		held = held || !read.Expires.IsZero() && milli(read.Expires) <= at
		gathered.remind(t.people.find(p.Player), p, read, at)
	}
	if held && len(gathered.intents) == 0 {
		return false, nil // it stays due
	}
	b := match.Batch{Outbox: gathered.intents}
	if err := t.write(&b, set, outages); err != nil {
		return false, err
	}
	return false, s.commit(ctx, m, b)
}
