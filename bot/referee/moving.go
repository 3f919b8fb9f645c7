package referee

import (
	"slices"

	"referee/bot/post"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/refusal"
)

// Errors of moves, for players.
var (
	ErrMoving = refusal.New("referee.refuse.moving", "referee: another move of the match waits for an answer")
	ErrNoMove = refusal.New("referee.refuse.no-move", "referee: no move of the match waits for an answer")
)

// Move has a match played where the author of the command acts, once all who play it
// have said so; until then it waits, which false says, and the others are asked where
// the match was and in letters. A seat that is free, or of whom nothing is known, need
// not agree. It returns ErrMoving, match.ErrPlayer, and what refuses [FreePlace].
func (r *Referee) Move(c Command) (moved bool, err error) {
	if err := r.mustBeFree(c, FreePlace); err != nil {
		return false, err
	}
	return r.moving(c, func(rm *room, me match.Player) (bool, error) {
		now := rm.standing()
		if now != nil && now.Place != c.Powers.Place && now.Agreed[0] != me {
			return false, ErrMoving
		}
		if now == nil || now.Place != c.Powers.Place {
			now = &match.Moving{Place: c.Powers.Place, Home: c.Powers.Home}
		}
		return r.agreeToMove(rm, c, now, me)
	})
}

// AgreeToMove agrees to the move of a match to a place that others have proposed; false
// where more have to. It returns ErrNoMove where none is, as its proposer plays no more,
// and ErrMoving where it is to another place by now.
func (r *Referee) AgreeToMove(c Command, place string) (moved bool, err error) {
	return r.moving(c, func(rm *room, me match.Player) (bool, error) {
		now := rm.standing()
		switch {
		case now == nil:
			return false, ErrNoMove
		case now.Place != place:
			return false, ErrMoving
		}
		return r.agreeToMove(rm, c, now, me)
	})
}

// RefuseMove declines the move that others have proposed, or takes one's own proposal
// back.
func (r *Referee) RefuseMove(c Command) error {
	_, err := r.moving(c, func(rm *room, me match.Player) (bool, error) {
		now := rm.standing()
		if now == nil {
			return false, ErrNoMove
		}
		b := match.Batch{Moving: &match.Moving{}}
		said := post.Post{Move: &post.Move{State: post.MoveDeclined, Place: now.Place, Player: me}}
		return false, r.tellMove(rm, b, said, rm.place)
	})
	return err
}

// moving does something about the move of a match, for an account that has a seat.
func (r *Referee) moving(c Command, do func(rm *room, me match.Player) (bool, error)) (bool, error) {
	rm, err := r.enter(c.Match)
	if err != nil {
		return false, r.judged(err, c, nil)
	}
	defer r.rooms.leave(rm)
	holders, err := r.holders(rm)
	if err != nil {
		return false, r.judged(err, c, rm.m)
	}
	i := slices.IndexFunc(holders, func(p match.Person) bool { return p.Account == c.Account })
	if i < 0 {
		return false, match.ErrPlayer
	}
	moved, err := do(rm, holders[i].Player)
	return moved, r.judged(err, c, rm.m)
}

// holders are who has a seat in a match, as far as they are known.
func (r *Referee) holders(rm *room) ([]match.Person, error) {
	people, err := r.store.People(rm.id)
	return slices.DeleteFunc(people, func(p match.Person) bool { return !rm.seated(p.Player) }), err
}

// seated reports whether a player has a seat.
func (rm *room) seated(p match.Player) bool {
	return slices.ContainsFunc(rm.m.Game().Info().Seats, func(s engine.Seat) bool { return rm.m.Player(s) == p })
}

// standing is the proposal to move a match; nil where there is none, or its proposer
// has no seat any more.
func (rm *room) standing() *match.Moving {
	if rm.moves == nil || !rm.seated(rm.moves.Agreed[0]) {
		return nil
	}
	return rm.moves
}

// agreeToMove notes that a player agrees, and moves the match where that was the last.
func (r *Referee) agreeToMove(rm *room, c Command, to *match.Moving, me match.Player) (bool, error) {
	if to.Place == rm.place {
		return true, nil
	}
	next := &match.Moving{Place: to.Place, Home: to.Home, Agreed: slices.Clone(to.Agreed)}
	if !slices.Contains(next.Agreed, me) {
		next.Agreed = append(next.Agreed, me)
	}
	holders, err := r.holders(rm)
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
		return true, r.moveTo(rm, next.Place, next.Home, nil)
	}
	if len(next.Agreed) == len(to.Agreed) {
		return false, nil // said again
	}
	asks := post.Post{Move: &post.Move{State: post.MoveAsked, Place: next.Place, Player: next.Agreed[0]}}
	return false, r.tellMove(rm, match.Batch{Moving: next}, asks, append(places, rm.place)...)
}

// moveTo moves a match: where it was is told where it goes on.
func (r *Referee) moveTo(rm *room, place, home string, by *post.Actor) error {
	if place == "" || place == rm.place {
		return nil
	}
	in, err := post.Post{Match: rm.id, From: rm.m.Seq(), To: rm.m.Seq()}.Intent(place)
	if err != nil {
		return err
	}
	b := match.Batch{Place: place, Home: home, Moving: &match.Moving{}, Outbox: []match.Intent{in}}
	return r.tellMove(rm, b, post.Post{Move: &post.Move{State: post.MoveDone, Place: place}, By: by}, rm.place)
}

// tellMove stores a batch, with a post about a move for some places.
func (r *Referee) tellMove(rm *room, b match.Batch, p post.Post, places ...string) error {
	p.Match, p.From, p.To = rm.id, rm.m.Seq(), rm.m.Seq()
	for _, place := range places {
		if place == "" {
			continue
		}
		in, err := p.Intent(place)
		if err != nil {
			return err
		}
		b.Outbox = append(b.Outbox, in)
	}
	if err := r.note(rm, b); err != nil {
		return err
	}
	rm.moves = b.Moving
	if len(b.Moving.Agreed) == 0 {
		rm.moves = nil
	}
	if b.Place != "" {
		rm.place, rm.home = b.Place, b.Home
	}
	return nil
}

// note stores something of a match without a decision.
func (r *Referee) note(rm *room, b match.Batch) error {
	b.Match, b.After, b.Over = rm.id, rm.m.Seq(), rm.m.Over()
	if _, _, err := r.store.Commit(b); err != nil {
		return err
	}
	r.schedule.Wake()
	return nil
}
