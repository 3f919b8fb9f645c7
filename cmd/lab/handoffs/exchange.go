package handoffs

import (
	"context"
	"errors"
	"fmt"
	"time"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/store"
)

// homes are where the players live: nine hours apart, except for some weeks of spring
// and autumn in which only one of them has changed to or from summer time.
var homes = []string{"Europe/Paris", "America/Los_Angeles"}

// firstEvening is when the first match begins, a Monday.
var firstEvening = time.Date(2026, time.January, 5, 19, 0, 0, 0, time.UTC)

// exchange is a match between synthetic people, under way.
type exchange struct {
	*referee.Referee
	store   *followed
	info    *engine.Info
	witness *witness
	id      match.ID
	now     time.Time
	people  map[engine.Seat]*syntheticPlayer
	ready   map[engine.Seat]time.Time // when they answer, of those who are waited for
}

// followed is a store that remembers what was committed last.
type followed struct {
	*store.Store
	fresh []*match.Entry
}

// Commit stores a batch.
func (s *followed) Commit(ctx context.Context, b match.Batch) (reply []byte, repeated bool, err error) {
	if reply, repeated, err = s.Store.Commit(ctx, b); err == nil && !repeated {
		s.fresh = append(s.fresh, b.Entries...)
	}
	return reply, repeated, err
}

// openExchange begins match number i, from 0, in a new file. All that is random follows
// from the seed. The dice do not prove their rolls: proven rolls depend on the text of a
// standing order once it fires, so that matches with orders and without would differ from
// there on.
func (h *handoffs) openExchange(ctx context.Context, file string, i int) (*exchange, error) {
	seed := h.seed + uint64(i)
	x := &exchange{
		info: h.game.Info(), now: firstEvening.AddDate(0, 0, 7*i),
		people: map[engine.Seat]*syntheticPlayer{}, ready: map[engine.Seat]time.Time{},
	}
	for k, seat := range x.info.Seats {
		zone, err := time.LoadLocation(homes[(k+i)%len(homes)])
		if err != nil {
			return nil, err
		}
		x.people[seat] = newPerson(zone, seed, k, h.people)
	}
	x.witness = newWitness(h.game, h.people.fought, x.people)
	s, err := store.Open(ctx, file, store.Options{NoSync: true})
	if err != nil {
		return nil, err
	}
	x.store = &followed{Store: s}
	x.Referee, err = referee.New(referee.Config{
		Games:  h.list,
		Store:  x.store,
		Dice:   dice.NewSeeded(fmt.Sprintf("dice %d", seed)),
		Now:    func() time.Time { return x.now },
		Random: dice.NewSeeded(fmt.Sprintf("ids %d", seed)),
	})
	if err == nil {
		err = x.begin(ctx, h.standing == "on")
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return x, nil
}

// begin seats the players. With standing, they leave their doctrines as orders for
// the whole match.
func (x *exchange) begin(ctx context.Context, standing bool) error {
	reply, err := x.Open(ctx, referee.Command{Door: "simulation"}, referee.Opening{})
	if err != nil {
		return err
	}
	x.id = reply.Match
	for _, seat := range x.info.Seats {
		if _, err := x.Join(ctx, x.command(seat)); err != nil {
			return err
		}
	}
	if !standing {
		return nil
	}
	for _, seat := range x.info.Seats {
		for _, st := range x.people[seat].how.doctrine.Orders(seat) {
			text := string(match.ThisMatch) + " " + x.info.PrintStanding(st)
			if _, err := x.AddStanding(ctx, x.command(seat), text); err != nil {
				return fmt.Errorf("%s leaves %q: %w", seat, text, err)
			}
		}
	}
	return nil
}

// command makes a command of the player of a seat.
func (x *exchange) command(seat engine.Seat) referee.Command {
	return referee.Command{
		Match: x.id, Seat: seat, Account: "simulation:" + string(seat), Name: string(seat), Door: "simulation",
	}
}

// play plays the match to its end.
func (x *exchange) play(ctx context.Context) error {
	for {
		if err := x.witness.follow(x.store.fresh); err != nil {
			return err
		}
		x.store.fresh = nil
		prompts := x.witness.pos.Prompts()
		if len(prompts) == 0 {
			return nil
		}
		q := x.next(prompts)
		if at := x.ready[q.Seat]; at.After(x.now) {
			x.now = at
		}
		p := x.people[q.Seat]
		path, err := p.answer(x.witness.pos, q)
		if err != nil {
			return err
		}
		if _, err := x.Answer(ctx, x.command(q.Seat), q.ID, path); err != nil {
			return err
		}
		x.ready[q.Seat] = p.further(x.now)
	}
}

// next is the question that is answered first: of those to both players at once the first that is listed, so that matches
// do not hang on who is faster. A player who is newly waited for notices it after a while; one who is not waited for forgets about the match.
func (x *exchange) next(prompts []engine.Prompt) engine.Prompt {
	ready := map[engine.Seat]time.Time{}
	for _, q := range prompts {
		if _, known := ready[q.Seat]; known {
			continue
		}
		at, waited := x.ready[q.Seat]
		if !waited {
			at = x.people[q.Seat].first(x.now)
		}
		ready[q.Seat] = at
	}
	x.ready = ready
	return prompts[0]
}
