package referee

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/match"
)

// Shorten leaves out of a reply, as it is kept for a repetition, what the record
// tells as well. The repetition is told from there: the same lines, and the
// questions that are open by then.
func Shorten(text []byte) ([]byte, error) {
	reply, err := readReply(text)
	if err != nil {
		return nil, err
	}
	reply.Lines, reply.Asks, reply.Draft, reply.Short = nil, nil, nil, true
	short, err := json.Marshal(reply)
	if err != nil {
		return nil, fmt.Errorf("referee: shorten reply: %w", err)
	}
	return short, nil
}

// retell fills in what a short reply leaves out. What is secret of a seat is told to
// its holder alone. No lock is taken: the caller may hold one.
func retell(ctx context.Context, r *Referee, c Command, reply *Reply) error {
	lk := &matchLock{r: r, id: reply.Match}
	if err := lk.load(ctx); err != nil {
		return err
	}
	people, err := r.store.People(ctx, reply.Match)
	if err != nil {
		return err
	}
	viewer := engine.Spectator
	holds := func(p match.Person) bool { return p.Account == c.Account && p.Player == lk.m.Player(c.Seat) }
	if c.Seat != "" && slices.ContainsFunc(people, holds) {
		viewer = engine.Viewer(c.Seat)
	}
	if reply.From < 0 || reply.To < reply.From || reply.To > lk.m.Seq() {
		return fmt.Errorf("referee: the first reply tells decisions %d to %d of %d", reply.From, reply.To, lk.m.Seq())
	}
	if reply.Lines, err = Tell(lk.m, viewer, reply.From, reply.To); err != nil {
		return err
	}
	reply.Asks, err = asks(lk.m, viewer)
	return err
}
