package referee

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"referee/bot/post"
	"referee/engine/match"
)

// duesDigest is the first word of the deadlines of digests; a player's number
// follows.
const duesDigest = "digest"

func dueDigest(p match.Player) string { return duesDigest + " " + strconv.Itoa(int(p)) }

// digestAt is when a digest is due for a hand: the first waking after its
// question and the last digest. 0: the player is not waited for, or wants none.
func (who persons) digestAt(h *hand) int64 {
	p := who.find(h.Player)
	if !h.waited() || !p.profile.Digest || p.profile.Where == Quiet || p.Account == "" {
		return 0
	}
	return p.profile.wakes(max(h.Asked, p.profile.Digested))
}

// digest sends a player one message for all his matches, once for each waking.
func (r *Referee) digest(d match.Deadline, now time.Time) error {
	n, err := strconv.Atoi(strings.TrimPrefix(d.Name, duesDigest+" "))
	if err != nil {
		return fmt.Errorf("referee: deadline %q: %w", d.Name, err)
	}
	at := now.UnixMilli()
	var due person
	var body post.Post
	var place string
	err = r.within(d.Match, func(rm *room, l *ledger, who persons, _ int64) (match.Batch, error) {
		h := l.hand(match.Player(n))
		if t := who.digestAt(h); t != 0 && t <= at {
			due, place = who.find(h.Player), rm.place
			body = post.Post{Match: rm.id, From: rm.m.Seq(), To: rm.m.Seq(), Call: &post.Call{Kind: post.CallDigest, Account: due.Account}}
			return match.Batch{}, nil
		}
		return r.later(l, who, at)
	})
	if err != nil || due.Account == "" {
		return err
	}
	if err := r.sendDigest(due, body, place, at); err != nil {
		return err
	}
	// Those of the other matches that wait for him find that it is done.
	return r.within(d.Match, func(_ *room, l *ledger, who persons, _ int64) (match.Batch, error) {
		return r.later(l, who, at)
	})
}

// sendDigest notes that a digest was sent, and sends it, at once.
func (r *Referee) sendDigest(to person, body post.Post, place string, now int64) error {
	text, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("referee: write digest: %w", err)
	}
	var intents []match.Intent
	if to.profile.Where == ByLetter {
		place = post.DMPlace(to.Account)
	}
	if place != "" {
		intents = []match.Intent{{Place: place, Body: text}}
	}
	r.profiles.Lock()
	defer r.profiles.Unlock()
	p, err := r.profile(to.Account)
	if err != nil {
		return err
	}
	p.Digested = now
	return r.putProfile(to.Account, p, intents)
}
