package referee

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"referee/bot/authority"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/refusal"
)

// Errors of challenges, for players.
var (
	ErrKept        = refusal.New("referee.refuse.kept", "referee: the side is reserved for the player who was challenged")
	ErrOneself     = refusal.New("referee.refuse.oneself", "referee: players cannot challenge themselves")
	ErrTheyRead    = refusal.New("referee.refuse.they-read", "referee: the challenger has read the case file of the match, and cannot play in it")
	ErrPrivate     = refusal.New("referee.refuse.private", "referee: a match that is played in private is not opened to all")
	ErrNoChallenge = refusal.New("referee.refuse.no-challenge", "referee: there is no open challenge")
)

// Challenges answers challenges. A challenge keeps the free seats of a match that has not begun for
// who has opened it and whom they have challenged. It stands beside the record, as neither may have
// a number in it yet, and ends as the match begins, ends, or is opened to all.
type Challenges struct{ r *Referee }

// As what somebody ends a match to which they were challenged, or have challenged: the post
// that tells it says so. Neither role has powers.
const (
	Challenged authority.Role = "challenged"
	Challenger authority.Role = "challenger"
)

// challengeOf is the challenge with which a match is opened; nil: it is opened to all. It
// refuses with ErrOneself.
func challengeOf(c Command, o Opening) (*match.Challenge, error) {
	switch o.Opponent.Account {
	case "":
		return nil, nil
	case c.Account:
		return nil, ErrOneself
	}
	by := match.Challenger{Account: c.Account, Name: c.Name, Phrase: cmp.Or(c.Phrase, c.Key)}
	return &match.Challenge{By: by, To: o.Opponent}, nil
}

// seatChallenger seats whoever has challenged the author of a command in the seat that the
// command leaves free, where it accepts the challenge by one of the last two. They are seated
// first: whoever accepts can do so anew where only that much was done. It returns how the match
// then stands, and refuses what would refuse the command once they sit.
func (lk *matchLock) seatChallenger(ctx context.Context, q request) (*Snapshot, error) {
	s, c := q.s, q.c
	x, free := s.Seats.challenge, s.Seats.free()
	at := slices.Index(free, c.Seat)
	if s.replied || x == nil || c.Account != x.To.Account || len(free) != 2 || at < 0 || s.Seats.sits(x.By.Account) {
		return s, nil
	}
	if err := lk.r.rights.sit(ctx, c.Match, c.Account); err != nil {
		return nil, lk.r.faults.classify(ctx, err, c, lk.m)
	}
	next := Command{
		Match: c.Match, Seat: free[1-at], Account: x.By.Account, Name: x.By.Name, Phrase: x.By.Phrase, Door: c.Door,
	}
	if c.Key != "" {
		next.Key = c.Key + "/challenger"
	}
	before, err := lk.snapshot(ctx, next.Key)
	if err != nil {
		return nil, lk.r.faults.classify(ctx, err, c, lk.m)
	}
	switch _, err := lk.joinAt(ctx, request{before, next}); {
	case errors.Is(err, authority.ErrRead):
		return nil, ErrTheyRead
	case err != nil:
		return nil, err
	}
	now, err := lk.snapshot(ctx, c.Key)
	return now, lk.r.faults.classify(ctx, err, c, lk.m)
}

// Decline declines a challenge, as who was challenged: the match ends without a
// result. It returns ErrNoChallenge, and ErrKept for anybody else.
func (cs Challenges) Decline(ctx context.Context, c Command) (Reply, error) {
	return cs.end(ctx, c, Challenged, func(x *match.Challenge) string { return x.To.Account })
}

// Withdraw withdraws a challenge, as who has challenged: the match ends without a
// result. It returns ErrNoChallenge, and ErrKept for anybody else.
func (cs Challenges) Withdraw(ctx context.Context, c Command) (Reply, error) {
	return cs.end(ctx, c, Challenger, func(x *match.Challenge) string { return x.By.Account })
}

// end ends the match of a challenge, as the one of the two whom may names. It is
// done in the referee's name: who was challenged has no number in the record.
func (cs Challenges) end(ctx context.Context, c Command, as authority.Role, may func(*match.Challenge) string) (Reply, error) {
	return cs.r.locked(ctx, c, func(lk *matchLock, q request) (Reply, error) {
		if !q.s.replied {
			if err := q.mayEnd(may); err != nil {
				return Reply{}, err
			}
		}
		q.c.judge, q.c.role, q.c.Seat = true, as, ""
		return lk.commitAt(ctx, q, abandon)
	})
}

// challengeAfter is what becomes of the challenge of a match by a command that leads to now; nil:
// nothing. It says in now what has.
func (q request) challengeAfter(now *Snapshot) *match.Challenge {
	x := q.s.Seats.challenge
	switch {
	case x == nil:
		return nil
	case now.m.Started():
		return &match.Challenge{}
	}
	declined := now.m.Over() && (x.Declined || q.c.role == Challenged)
	if declined == x.Declined { // a moderator may have a match go on that was declined
		return nil
	}
	ends := *x
	ends.Declined = declined
	now.Seats.challenge = &ends
	return &ends
}

// mayEnd checks that a challenge waits for an answer, and that the author of a command is
// the one whom may names.
func (q request) mayEnd(may func(*match.Challenge) string) error {
	x := q.s.Seats.challenge
	switch {
	case q.s.m.Over():
		return engine.ErrOver
	case x == nil:
		return ErrNoChallenge
	case may(x) != q.c.Account:
		return ErrKept
	}
	return nil
}

// OpenToAll has the seats that a challenge keeps kept for nobody any more, as who has
// challenged or as a moderator. It returns ErrNoChallenge, ErrPrivate for one that is not played
// in a channel of a server, and what package authority refuses.
func (cs Challenges) OpenToAll(ctx context.Context, c Command) error {
	_, err := cs.r.locked(ctx, c, func(lk *matchLock, q request) (_ Reply, err error) {
		var by *post.Actor
		err = q.mayEnd(func(x *match.Challenge) string { return x.By.Account })
		if errors.Is(err, ErrKept) {
			by = &post.Actor{Account: c.Account}
			by.As, err = cs.r.rights.as(ctx, c, authority.Unseat)
		}
		if err == nil && private(lk.place) {
			err = ErrPrivate
		}
		if err != nil {
			return Reply{}, err
		}
		return Reply{}, lk.note(ctx, match.Batch{Challenge: &match.Challenge{}, Outbox: lk.news(lk.place, by)})
	})
	return err
}
