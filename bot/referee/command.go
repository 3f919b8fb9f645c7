package referee

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"referee/bot/authority"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/match"
)

// Command says who does something, for which seat of which match.
type Command struct {
	Match   match.ID
	Seat    engine.Seat
	Account string // where they come from and who they are there: "table:red"
	Name    string // as they are called; used when they join
	Door    string // where the command came in: "table", "discord", "mail"
	// Key names the command, so that it is not done twice; a repetition gets
	// the first reply. Empty: it has no name.
	Key string
	// Phrase is what its author adds to the dice of a match that they join. Empty:
	// the Key, or what nobody knows yet. Joining once more they keep their first.
	Phrase string
	// Offer is the decision by which was offered what its author accepts; 0: what stands.
	Offer int
	// Hold: of a whole answer that it orders, too, it makes a draft, to be confirmed.
	Hold bool
	// Seen is what its author decides by: where the match, or what the seat has half
	// built, is not so any more, the command is refused with ErrChanged. nil: they decide
	// for whatever there is.
	Seen *Snapshot
	// SeenAs is the same, as [Snapshot.Fingerprint] names it; "": Seen says it.
	SeenAs string
	// Powers are what its author may do beside playing, and where they act.
	Powers authority.Powers

	texts  []match.Text   // what its author has written about it
	judges string         // where judges are told of it
	judge  bool           // in the referee's name
	role   authority.Role // as what; "": as nobody in particular
	due    bool           // the same, as its time has come
	joins  bool           // its author may be somebody new
	brings bool           // a match that is played nowhere is played where its author acts, from then on
}

// request is a command, with the match as it finds it.
type request struct {
	s *Snapshot
	c Command
}

// changing changes a match for a command.
type changing func(m *match.Match, by match.By) (*match.Match, error)

// do does a command under the lock of its match.
func (r *Referee) do(ctx context.Context, c Command, d changing) (Reply, error) {
	return r.locked(ctx, c, func(lk *matchLock, q request) (Reply, error) { return lk.commitAt(ctx, q, d) })
}

// doFree is do of what the players of the match must be free to do.
func (r *Referee) doFree(ctx context.Context, c Command, what Freedom, d changing) (Reply, error) {
	if err := r.rights.free(ctx, c.Match, what); err != nil {
		return Reply{}, r.faults.classify(ctx, err, c, nil)
	}
	return r.do(ctx, c, d)
}

// locked answers a command under the lock of its match. An error that is no refusal is a [Fault].
func (r *Referee) locked(ctx context.Context, c Command, answer func(lk *matchLock, q request) (Reply, error)) (Reply, error) {
	lk, q, err := r.lockFor(ctx, c)
	if err != nil {
		return Reply{}, r.faults.classify(ctx, err, c, nil)
	}
	defer lk.release()
	reply, err := answer(lk, q)
	return reply, r.faults.classify(ctx, err, c, lk.m)
}

// order is what [Orders] does to a match, under its lock.
func (r *Referee) order(ctx context.Context, c Command, do func(q request, commit committing) (Reply, error)) (Reply, error) {
	return r.locked(ctx, c, func(lk *matchLock, q request) (Reply, error) {
		return do(q, func(q request, d changing) (Reply, error) { return lk.commitAt(ctx, q, d) })
	})
}

// lockFor locks the match of a command, and reads what the command needs. Without
// an error the caller must release the lock.
func (r *Referee) lockFor(ctx context.Context, c Command) (*matchLock, request, error) {
	lk, err := r.lock(ctx, c.Match)
	if err != nil {
		return nil, request{}, err
	}
	s, err := lk.snapshot(ctx, c.Key)
	q := request{s, c}
	if err == nil {
		err = q.asSeen()
	}
	if err != nil {
		if lk.m != nil {
			r.observer.refused(lk.m.Opening().Game, err)
		}
		lk.release()
		return nil, request{}, err
	}
	return lk, q, nil
}

// asSeen refuses a command whose author has seen the match, or what the seat has half
// built, otherwise; but not one that was done before.
func (q request) asSeen() error {
	s, c, was := q.s, q.c, q.c.Seen
	same := c.SeenAs == "" || c.SeenAs == s.Fingerprint(c.Seat)
	if was != nil {
		same = same && was.m.Head() == s.m.Head() && bytes.Equal(was.drafts.bodies[c.Seat], s.drafts.bodies[c.Seat])
	}
	if same || s.replied {
		return nil
	}
	if k, err := s.drafts.held(c.Seat); err != nil || c.Key != "" && k.Key == c.Key {
		return err
	}
	return ErrChanged
}

// commit does a command under the lock of its match.
func (lk *matchLock) commit(ctx context.Context, c Command, d changing) (Reply, error) {
	s, err := lk.snapshot(ctx, c.Key)
	if err != nil {
		return Reply{}, lk.r.faults.classify(ctx, err, c, nil)
	}
	reply, err := lk.commitAt(ctx, request{s, c}, d)
	return reply, lk.r.faults.classify(ctx, err, c, lk.m)
}

// commitAt is commit of a request: the decision of the command and
// those that follow by themselves are judged and checked, stored, and only then taken over.
func (lk *matchLock) commitAt(ctx context.Context, q request, d changing) (_ Reply, err error) {
	r, s, c := lk.r, q.s, q.c
	if s.replied {
		return q.repeated(ctx)
	}
	t, err := q.attempt(d)
	if err != nil {
		r.observer.refused(s.m.Opening().Game, err)
		return Reply{}, r.faults.classify(ctx, err, c, newest(t.next, lk.m))
	}
	after := s.after(t.next, t.people)
	brings := c.brings && lk.place == ""
	if brings {
		lk.place, lk.home = c.Powers.Place, c.Powers.Home
		after.place, after.home = lk.place, lk.home
		defer func() {
			if err != nil {
				lk.place, lk.home = "", ""
			}
		}()
	}
	b, reply, err := after.batch(lk, c)
	if err != nil {
		return Reply{}, err
	}
	if brings {
		b.Place, b.Home = lk.place, lk.home
	}
	b.Challenge = q.challengeAfter(reply.Now)
	b.People, b.Deadlines = t.people, append(t.deadlines(lk.m), askedBack(lk.m, t.next, r.now)...)
	return lk.save(ctx, c, b, t.next, reply)
}

// repeated is the first reply to a command that was done before.
func (q request) repeated(ctx context.Context) (reply Reply, err error) {
	reply, err = q.s.r.again(ctx, q.c, q.s.firstReply)
	reply.Now = q.s
	return reply, err
}

// replied is the first reply to a command that was done before, in whichever match; else
// false.
func (r *Referee) replied(ctx context.Context, c Command) (reply Reply, found bool, err error) {
	if c.Key == "" {
		return Reply{}, false, nil
	}
	text, found, err := r.store.Reply(ctx, c.Key)
	if err != nil || !found {
		return Reply{}, false, err
	}
	reply, err = r.again(ctx, c, text)
	return reply, true, err
}

// again is the first reply to a command, as it is stored, with what it leaves out.
func (r *Referee) again(ctx context.Context, c Command, text []byte) (reply Reply, err error) {
	if reply, err = readReply(text); err == nil && reply.Short {
		err = retell(ctx, r, c, &reply)
	}
	return reply, err
}

// readReply reads a stored reply.
func readReply(text []byte) (Reply, error) {
	var reply Reply
	if err := json.Unmarshal(text, &reply); err != nil {
		return Reply{}, fmt.Errorf("referee: read the first reply: %w", err)
	}
	reply.Repeated = true
	return reply, nil
}

// attempted is what a command led to, before it is stored.
type attempted struct {
	next   *match.Match // as far as it came
	people []match.Person
	rolls  int64 // when to try the roll that is awaited; 0: none is
}

// attempt is the match after a command and what follows by itself. A roll that
// has no answer yet is no error: the order before it is sealed all the same.
func (q request) attempt(d changing) (t attempted, err error) {
	r, s := q.s.r, q.s
	by, people, err := q.by()
	if err != nil {
		return t, err
	}
	t.people = people
	err = guard(func() (err error) {
		if t.next, err = d(s.m, by); err != nil {
			return err
		}
		t.next, err = r.random.follow(t.next, by, r.dice)
		if t.rolls, err = r.dice.tryAgain(s.m, by.At, err); err != nil {
			return err
		}
		if t.rolls == 0 {
			if t.next, err = r.caretaker.follow(t.next, by); err != nil {
				return err
			}
		}
		t.people = append(t.people, programsJoined(t.next, s.m.Seq())...)
		return t.next.Position().Check()
	})
	return t, err
}

// by is the author of a command. Where the account has no number in the match
// yet, it is given the next, which only joining accepts.
func (q request) by() (match.By, []match.Person, error) {
	r, m, c := q.s.r, q.s.m, q.c
	salt, err := r.random.salt()
	if err != nil {
		return match.By{}, nil, err
	}
	log := m.Log()
	by := match.By{At: NotBefore(r.now().UnixMilli(), log[len(log)-1].Decision.At), Door: c.Door, Salt: salt}
	if c.due {
		return by, nil, nil
	}
	if c.judge {
		r.log.Info("judge", "match", c.Match, "seat", c.Seat, "account", c.Account, "as", c.role, "home", c.Powers.Home, "door", c.Door)
		return by, nil, nil
	}
	if IsProgram(c.Account) { // nobody speaks for one
		return by, nil, match.ErrPlayer
	}
	known := q.s.Seats.people
	p := match.Person{Player: match.Player(m.Players() + 1), Account: c.Account, Name: c.Name}
	at := slices.IndexFunc(known, func(p match.Person) bool { return p.Account == c.Account })
	if at >= 0 {
		p = known[at]
	}
	fresh := at < 0
	if c.joins && p.Phrase == "" && m.Opening().Dice != nil {
		fresh = true
		if p.Phrase, err = r.random.phrase(c); err != nil {
			return by, nil, err
		}
	}
	by.Player, by.Phrase = p.Player, p.Phrase
	if fresh {
		return by, []match.Person{p}, nil
	}
	return by, nil, nil
}

// smallFall is by how much the time may be corrected while nobody notices.
const smallFall = time.Minute

// NotBefore is the moment of a decision that follows one of another moment: where
// the time was corrected a little in between, as at a start, it does not fall. After
// a larger correction it is the truth, though times in the record then fall: rounds
// and rolls are reckoned from it.
func NotBefore(now, last int64) int64 {
	if now < last && last-now <= smallFall.Milliseconds() {
		return last
	}
	return now
}

// after is the match as a command leaves it, in which people are named first or anew.
func (s *Snapshot) after(next *match.Match, people []match.Person) *Snapshot {
	out := newSnapshot(s.r, s.r.Games.of(next, s.open), workedOn(next), s.Seats.after(next, people), drafts{
		store: s.drafts.store, bodies: maps.Clone(s.drafts.bodies),
	})
	out.moves, out.home, out.place = s.moves, s.home, s.place
	return out
}

// batch is what a command stores that leads to the snapshot, and its reply. The caller
// holds the lock.
func (s *Snapshot) batch(lk *matchLock, c Command) (match.Batch, Reply, error) {
	from, next := 0, s.m
	if lk.m != nil {
		from = lk.m.Seq()
	}
	b := match.Batch{Match: next.ID(), After: from, Entries: next.After(from), Key: c.Key, Over: next.Over()}
	reply, err := s.reply(c.Seat, from)
	if err != nil {
		return b, reply, err
	}
	if b.Reply, err = json.Marshal(reply); err != nil {
		return b, reply, fmt.Errorf("referee: keep reply: %w", err)
	}
	if next.Seq() != from {
		b.Outbox = append(b.Outbox, s.Seats.tell(lk.place, newsOf(b, next, c))...)
	}
	return b, reply, nil
}

// newsOf tells what a batch brings, after which the match is next.
func newsOf(b match.Batch, next *match.Match, c Command) post.MatchNews {
	p := post.MatchNews{Match: b.Match, From: b.After, To: next.Seq()}
	if c.role != "" {
		p.By = &post.Actor{Account: c.Account, As: c.role}
	}
	return p
}

// save stores a batch, and takes the match over.
func (lk *matchLock) save(ctx context.Context, c Command, b match.Batch, next *match.Match, reply Reply) (Reply, error) {
	r := lk.r
	b.Texts = c.texts
	home := lk.home
	if at := c.Powers; home == "" && at.At(authority.Subject{Place: lk.place}) {
		home = at.Home // a place is in one home: from now on it is known
		b.Home = home
	}
	if err := r.rights.hook.Commit(ctx, &b, lk.m, next, c.judges); err != nil {
		return Reply{}, err
	}
	if err := r.Schedule.Keep(ctx, &b, next, lk.place, newsOf(b, next, c)); err != nil {
		return Reply{}, r.faults.classify(ctx, err, c, next)
	}
	b.Deadlines = append(b.Deadlines, r.Programs.due(lk.m, next)...)
	if err := reply.Now.drafts.drop(&b, c.Seat); err != nil { // it is not shown, and whoever looks is told
		r.log.Warn("draft not deleted", "match", b.Match, "seat", c.Seat, "error", err)
	}
	first, repeated, err := r.store.Commit(ctx, b)
	if err != nil {
		lk.m = nil // whatever the store holds is read again
		return Reply{}, inStore(err)
	}
	if repeated {
		return readReply(first)
	}
	r.observer.decided(next.Opening().Game, b.Entries)
	lk.m, lk.worked, lk.open, lk.home = next, reply.Now.worked, reply.Now.open, home
	r.Schedule.Wake()
	r.Updates.tell(Update{Match: lk.id, Seq: next.Seq()})
	return reply, nil
}

// newest is the match that shows most of what went wrong.
func newest(next, before *match.Match) *match.Match {
	if next != nil {
		return next
	}
	return before
}

// FirstReply is the first reply to a command that was done before; else false.
func (r *Referee) FirstReply(ctx context.Context, c Command) (reply Reply, found bool, err error) {
	reply, found, err = r.replied(ctx, c)
	return reply, found, r.faults.classify(ctx, err, c, nil)
}

// Replied reports whether the command of a key was done before, in whichever match: a door that was
// stopped in the middle of several goes on with the others.
func (r *Referee) Replied(ctx context.Context, key string) (bool, error) {
	_, found, err := r.store.Reply(ctx, key)
	return found, r.faults.classify(ctx, err, Command{Key: key}, nil)
}
