package schedule

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"referee/bot/post"
	"referee/engine/match"
)

// dueDigests is the first word of the deadlines of digests; a player's number
// follows.
const dueDigests = "digest"

func dueDigest(p match.Player) string { return dueDigests + " " + strconv.Itoa(int(p)) }

// digestAt is when a digest is due for a player: the first waking after their question
// and the last digest. 0: they are not waited for, or want none.
func (who persons) digestAt(c *playerClock) int64 {
	p := who.find(c.Player)
	if !c.waited() || !p.profile.Digest || p.profile.Where == Quiet || p.Account == "" {
		return 0
	}
	return p.profile.wakes(max(c.Asked, p.profile.Digested))
}

// digest sends a player one message for all their matches, once for each waking.
func (s *Schedule) digest(ctx context.Context, d match.Deadline, now time.Time) error {
	n, err := strconv.Atoi(strings.TrimPrefix(d.Name, dueDigests+" "))
	if err != nil {
		return fmt.Errorf("schedule: deadline %q: %w", d.Name, err)
	}
	at := now.UnixMilli()
	var due person
	var what post.Call
	var place string
	err = s.within(ctx, d.Match, func(m Locked, t timing, _ int64) (match.Batch, error) {
		c := t.clocks.of(match.Player(n))
		if wakes := t.people.digestAt(c); wakes != 0 && wakes <= at {
			due, place = t.people.find(c.Player), m.Place()
			what = post.Call{Match: d.Match, Seq: m.Match().Seq(), Kind: post.CallDigest, Account: due.Account}
			return match.Batch{}, nil
		}
		return s.later(ctx, t, at)
	})
	if err != nil || due.Account == "" {
		return err
	}
	if err := s.sendDigest(ctx, due, what, place, at); err != nil {
		return err
	}
	// Those of the other matches that wait for them find that it is done.
	return s.within(ctx, d.Match, func(_ Locked, t timing, _ int64) (match.Batch, error) {
		return s.later(ctx, t, at)
	})
}

// sendDigest notes that a digest was sent, and sends it, at once.
func (s *Schedule) sendDigest(ctx context.Context, to person, what post.Call, place string, now int64) error {
	switch {
	case s.apart(to):
		place = post.MailPlace(to.Account)
	case to.alone(place):
		place = post.DMPlace(to.Account)
	}
	var intents []match.Intent
	if place != "" {
		intents = []match.Intent{post.Intent(place, what)}
	}
	return s.editProfile(ctx, to.Account, intents, func(p *profile) { p.Digested = now })
}
