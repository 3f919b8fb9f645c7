package referee_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"referee/bot/authority"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
	"referee/store"
)

// as is a command of somebody who is not known to a match yet.
func as(name string, id match.ID, seat engine.Seat) referee.Command {
	return referee.Command{Match: id, Seat: seat, Account: "test:" + name, Name: name, Door: "test"}
}

// challenge has ann challenge ben to a match, and take a side of it if she names one.
func (b *bench) challenge(side engine.Seat) match.ID {
	b.t.Helper()
	r, err := b.Open(b.t.Context(), as("ann", "", ""), referee.Opening{
		Setup: engine.Setup{"weather": "off"}, Place: "here", Home: "club", Opponent: match.Challenger{Account: "test:ben", Name: "ben"},
	})
	b.must(err)
	if side != "" {
		_, err := b.Join(b.t.Context(), as("ann", r.Match, side))
		b.must(err)
	}
	return r.Match
}

// refused fails the test if something is not refused for this reason.
func (b *bench) refused(what string, err, why error) {
	b.t.Helper()
	if !errors.Is(err, why) {
		b.t.Errorf("%s: %v, want %v", what, err, why)
	}
}

// TestAChallengeKeepsASeat: nobody but who was challenged takes the seat that is left, also
// after a restart; once the match has begun nothing is kept any more.
func TestAChallengeKeepsASeat(t *testing.T) {
	b := newBench(t)
	id := b.challenge("red")
	b.restart()
	for _, who := range []string{"cat", "ann"} {
		_, err := b.Join(b.t.Context(), as(who, id, "blue"))
		b.refused(who+" takes the seat", err, referee.ErrKept)
	}
	_, err := b.Join(b.t.Context(), as("ben", id, "blue"))
	b.must(err)
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
	b.must(err)
	if !l.Started || l.Challenge != nil {
		t.Errorf("started %t, kept for %v", l.Started, l.Challenge)
	}
	_, err = b.Leave(b.t.Context(), as("ben", id, "blue"))
	b.must(err)
	_, err = b.Join(b.t.Context(), as("cat", id, "blue"))
	b.must(err)
}

// TestChallengedPlayerChoosesSide: where none was named; their challenger has the other, with
// the words that they brought, and nobody gets in between.
func TestChallengedPlayerChoosesSide(t *testing.T) {
	b := newBench(t)
	id := b.challenge("")
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := b.Join(b.t.Context(), as("cat", id, seat))
		b.refused("a third takes a side", err, referee.ErrKept)
	}
	accepts := as("ben", id, "blue")
	accepts.Key = "click 1"
	for range 2 { // once, however often it comes
		r, err := b.Join(b.t.Context(), accepts)
		b.must(err)
		if !r.Now.Match().Started() {
			t.Error("the match does not begin")
		}
	}
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
	b.must(err)
	if l.Holder("red").Account != "test:ann" || l.Holder("blue").Account != "test:ben" || l.Seq != 3 {
		t.Errorf("%+v, %d decisions", l.Sitting, l.Seq)
	}
}

// mortal is a store of a process that is killed after so many commits.
type mortal struct {
	*store.Store
	left *int
}

func (m mortal) Commit(ctx context.Context, b match.Batch) ([]byte, bool, error) {
	if *m.left == 0 {
		return nil, false, errors.New("killed")
	}
	*m.left--
	return m.Store.Commit(ctx, b)
}

// TestAnAcceptanceThatIsKilled: whoever was challenged can accept once more, by the same click
// or another one, whatever was stored; they are never left alone with a seat.
func TestAnAcceptanceThatIsKilled(t *testing.T) {
	for _, again := range []string{"click 1", "click 2"} {
		for commits := range 3 {
			b := newBench(t)
			id := b.challenge("")
			b.work(referee.Config{
				Games: []referee.Game{b.game}, Store: mortal{b.store, &commits}, Dice: b.dice, Faults: t.TempDir(),
				Now: func() time.Time { return time.UnixMilli(1_000_000) }, Log: slog.New(slog.DiscardHandler),
			})
			accepts := as("ben", id, "blue")
			accepts.Key = "click 1"
			_, killed := b.Join(b.t.Context(), accepts)
			b.restart()
			l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
			b.must(err)
			if l.Holder("blue").Account != "" && !l.Started {
				t.Errorf("ben sits alone: %+v", l.Sitting)
			}
			if accepts.Key = again; killed != nil {
				_, err := b.Join(b.t.Context(), accepts)
				b.must(err)
			}
			l, err = refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
			b.must(err)
			if !l.Started || l.Holder("red").Account != "test:ann" || l.Holder("blue").Account != "test:ben" || l.Seq != 3 {
				t.Errorf("%+v, %d decisions", l.Sitting, l.Seq)
			}
		}
	}
}

// TestAnAcceptanceThatIsRefused seats neither: where one of the two has read a case of the
// match. Whoever accepts hears which.
func TestAnAcceptanceThatIsRefused(t *testing.T) {
	for who, why := range map[string]error{"ann": referee.ErrTheyRead, "ben": authority.ErrRead} {
		b := newBench(t)
		id := b.challenge("")
		b.must(b.store.Leagues().PutReader(b.t.Context(), id, "test:"+who))
		_, err := b.Join(b.t.Context(), as("ben", id, "blue"))
		b.refused(who+" has read", err, why)
		l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
		b.must(err)
		if len(l.Sitting) > 0 || l.Challenge == nil {
			t.Errorf("%s has read: %+v", who, l.Sitting)
		}
	}
}

// TestAChallengerMayChooseFirst: they take a side of two that are free, and not both.
func TestAChallengerMayChooseFirst(t *testing.T) {
	b := newBench(t)
	id := b.challenge("")
	_, err := b.Join(b.t.Context(), as("ann", id, "blue"))
	b.must(err)
	_, err = b.Join(b.t.Context(), as("ann", id, "red"))
	b.refused("both sides", err, referee.ErrKept)
	_, err = b.Join(b.t.Context(), as("ben", id, "red"))
	b.must(err)
}

// TestAChallengeIsEnded by the two whom it concerns, and told as what they are.
func TestAChallengeIsEnded(t *testing.T) {
	for _, c := range []struct {
		by   string
		do   func(cs referee.Challenges, ctx context.Context, c referee.Command) (referee.Reply, error)
		role authority.Role
	}{
		{"ben", referee.Challenges.Decline, referee.Challenged},
		{"ann", referee.Challenges.Withdraw, referee.Challenger},
	} {
		b := newBench(t)
		id := b.challenge("red")
		for _, who := range []string{"ann", "ben", "cat"} {
			if who != c.by {
				_, err := c.do(b.Challenges, t.Context(), as(who, id, ""))
				b.refused(who, err, referee.ErrKept)
			}
		}
		_, err := c.do(b.Challenges, t.Context(), as(c.by, id, ""))
		b.must(err)
		if _, err := b.Index.LatestAt(b.t.Context(), "here", match.UnderWay); !errors.Is(err, match.ErrUnknown) {
			t.Errorf("%s: the place is not free: %v", c.role, err)
		}
		posts, err := b.Outbox.Posts(b.t.Context(), "here")
		b.must(err)
		told := posts[len(posts)-1].What.(post.MatchNews)
		if told.By == nil || *told.By != (post.Actor{Account: "test:" + c.by, As: c.role}) {
			t.Errorf("%s: told as of %+v", c.role, told.By)
		}
		_, err = c.do(b.Challenges, t.Context(), as(c.by, id, ""))
		b.refused("once more", err, engine.ErrOver)
		b.restart()
		l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
		b.must(err)
		if l.Challenge == nil || l.Challenge.Declined != (c.role == referee.Challenged) {
			t.Errorf("%s: %+v", c.role, l.Challenge)
		}
	}
}

// TestAChallengeIsOpenedToAll by who has challenged, or by a moderator of its home who is not
// challenged themselves.
func TestAChallengeIsOpenedToAll(t *testing.T) {
	for _, c := range []struct {
		who    string
		powers authority.Powers
		why    error
	}{
		{"ann", authority.Powers{}, nil},
		{"cat", powers(), nil},
		{"cat", authority.Powers{Home: "club", Place: "here"}, authority.ErrModerator},
		{"cat", authority.Powers{Home: "other", Place: "there", Moderator: true}, authority.ErrElsewhere},
		{"ben", authority.Powers{Home: "club", Place: "here"}, authority.ErrModerator},
	} {
		b := newBench(t)
		id := b.challenge("red")
		by := as(c.who, id, "")
		by.Powers = c.powers
		b.refused(c.who, b.Challenges.OpenToAll(b.t.Context(), by), c.why)
		_, err := b.Join(b.t.Context(), as("dan", id, "blue"))
		if c.why != nil {
			b.refused("a seat that is kept", err, referee.ErrKept)
			continue
		}
		b.must(err)
		b.refused("once more", b.Challenges.OpenToAll(b.t.Context(), by), referee.ErrNoChallenge)
	}
}

// TestSelfChallengeRefused opens nothing.
func TestSelfChallengeRefused(t *testing.T) {
	b := newBench(t)
	_, err := b.Open(b.t.Context(), as("ann", "", ""), referee.Opening{Place: "here", Opponent: match.Challenger{Account: "test:ann"}})
	b.refused("oneself", err, referee.ErrOneself)
	if _, err := b.Index.LatestAt(b.t.Context(), "here", match.UnderWay); !errors.Is(err, match.ErrUnknown) {
		t.Errorf("a match is open: %v", err)
	}
}

// TestChallengesOfErasedPlayersLapse: nothing is kept for somebody who is not known any more.
func TestChallengesOfErasedPlayersLapse(t *testing.T) {
	for _, who := range []string{"ann", "ben"} {
		b := newBench(t)
		id := b.challenge("red")
		b.must(b.Erase(b.t.Context(), "test:"+who))
		_, err := b.Join(b.t.Context(), as("cat", id, "blue"))
		b.must(err)
	}
}
