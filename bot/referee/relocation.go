package referee

import (
	"context"
	"slices"

	"referee/bot/post"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
	"referee/engine/refusal"
)

// Errors of moves, for players.
var (
	ErrMoving     = refusal.New("referee.refuse.moving", "referee: there is already a proposal to move the match to another channel")
	ErrNoProposal = refusal.New("referee.refuse.no-move", "referee: there is no proposal to move the match to another channel")
)

// Relocation has a match played in another channel, once its players agree.
type Relocation struct{ r *Referee }

// Propose has a match played where the author of the command acts, once all who play it
// have said so; until then it waits, which false says, and the others are asked where
// the match was and in letters. A seat that is free, or of whom nothing is known, need
// not agree. It returns ErrMoving, match.ErrPlayer, and what refuses [FreePlace].
func (re Relocation) Propose(ctx context.Context, c Command) (moved bool, err error) {
	if err := re.r.rights.free(ctx, c.Match, FreePlace); err != nil {
		return false, re.r.faults.classify(ctx, err, c, nil)
	}
	return re.change(ctx, c, func(lk *matchLock, me match.Player) (bool, error) {
		now := proposed(lk.m, lk.moves)
		if now != nil && now.Place != c.Powers.Place && now.Agreed[0] != me {
			return false, ErrMoving
		}
		if now == nil || now.Place != c.Powers.Place {
			now = &match.Moving{Place: c.Powers.Place, Home: c.Powers.Home}
		}
		return lk.agreeToMove(ctx, c, now, me)
	})
}

// Agree agrees to the move of a match to a place that others have proposed; false
// where more have to. It returns ErrNoProposal where none is, as its proposer plays no more,
// and ErrMoving where it is to another place by now.
func (re Relocation) Agree(ctx context.Context, c Command, place string) (moved bool, err error) {
	return re.change(ctx, c, func(lk *matchLock, me match.Player) (bool, error) {
		now := proposed(lk.m, lk.moves)
		switch {
		case now == nil:
			return false, ErrNoProposal
		case now.Place != place:
			return false, ErrMoving
		}
		return lk.agreeToMove(ctx, c, now, me)
	})
}

// Decline declines the move that others have proposed, or takes one's own proposal
// back.
func (re Relocation) Decline(ctx context.Context, c Command) error {
	_, err := re.change(ctx, c, func(lk *matchLock, me match.Player) (bool, error) {
		now := proposed(lk.m, lk.moves)
		if now == nil {
			return false, ErrNoProposal
		}
		b := match.Batch{Moving: &match.Moving{}}
		said := post.Relocation{State: post.RelocationDeclined, Place: now.Place, Player: me}
		return false, lk.tellMove(ctx, b, said, lk.place)
	})
	return err
}

// change changes the proposal to move a match, for an account that has a seat.
func (re Relocation) change(ctx context.Context, c Command, do func(lk *matchLock, me match.Player) (bool, error)) (moved bool, err error) {
	err = re.r.changing(ctx, c, func(lk *matchLock) error {
		holders, err := lk.holders(ctx)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(holders, func(p match.Person) bool { return p.Account == c.Account })
		if i < 0 {
			return match.ErrPlayer
		}
		moved, err = do(lk, holders[i].Player)
		return err
	})
	return moved, err
}

// holders are the people who have a seat in a match, as far as they are known.
func (lk *matchLock) holders(ctx context.Context) ([]match.Person, error) {
	people, err := lk.r.store.People(ctx, lk.id)
	return slices.DeleteFunc(people, func(p match.Person) bool { return !seated(lk.m, p.Player) || IsProgram(p.Account) }), err
}

// seated reports whether a player has a seat.
func seated(m *match.Match, p match.Player) bool {
	return slices.ContainsFunc(m.Game().Info().Seats, func(s engine.Seat) bool { return m.Player(s) == p })
}

// proposed is a proposal to move a match; nil where there is none, or its proposer
// has no seat any more.
func proposed(m *match.Match, moves *match.Moving) *match.Moving {
	if moves == nil || !seated(m, moves.Agreed[0]) {
		return nil
	}
	return moves
}

// agreeToMove notes that a player agrees, and moves the match where that was the last.
func (lk *matchLock) agreeToMove(ctx context.Context, c Command, to *match.Moving, me match.Player) (bool, error) {
	if to.Place == lk.place {
		return true, nil
	}
	next := &match.Moving{Place: to.Place, Home: to.Home, Agreed: slices.Clone(to.Agreed)}
	if !slices.Contains(next.Agreed, me) {
		next.Agreed = append(next.Agreed, me)
	}
	holders, err := lk.holders(ctx)
	if err != nil {
		return false, err
	}
	var places []string
	for _, p := range holders {
		if !slices.Contains(next.Agreed, p.Player) {
			places = append(places, post.DMPlace(p.Account))
		}
	}
	if len(places) == 0 {
		return true, lk.moveTo(ctx, next.Place, next.Home, nil)
	}
	if len(next.Agreed) == len(to.Agreed) {
		return false, nil // said again
	}
	asks := post.Relocation{State: post.RelocationAsked, Place: next.Place, Player: next.Agreed[0]}
	return false, lk.tellMove(ctx, match.Batch{Moving: next}, asks, append(places, lk.place)...)
}

// moveTo moves a match: where it was is told where it goes on.
func (lk *matchLock) moveTo(ctx context.Context, place, home string, by *post.Actor) error {
	if place == "" || place == lk.place {
		return nil
	}
	b := match.Batch{Place: place, Home: home, Moving: &match.Moving{}, Outbox: lk.news(place, nil)}
	return lk.tellMove(ctx, b, post.Relocation{State: post.RelocationDone, Place: place, By: by}, lk.place)
}

// tellMove stores a batch, with a post about a move for some places.
func (lk *matchLock) tellMove(ctx context.Context, b match.Batch, p post.Relocation, places ...string) error {
	p.Match, p.Seq = lk.id, lk.m.Seq()
	holders, err := lk.holders(ctx)
	if err != nil {
		return err
	}
	var told []string
	for _, place := range places {
		for _, at := range post.Told(place, lists.Map(holders, func(p match.Person) string { return p.Account })...) {
			if !slices.Contains(told, at) {
				told = append(told, at)
				b.Outbox = append(b.Outbox, post.Intent(at, p))
			}
		}
	}
	if err := lk.note(ctx, b); err != nil {
		return err
	}
	lk.moves = b.Moving
	if len(b.Moving.Agreed) == 0 {
		lk.moves = nil
	}
	if b.Place != "" {
		lk.place, lk.home = b.Place, b.Home
	}
	return nil
}
