package match

import (
	"errors"
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/kit/lists"
)

// maxFollow bounds what follows one command by itself.
const maxFollow = 1000

// Follow gives the automatic answers, until a person is asked or the match is over: rolls, by dice,
// the only legal answers to questions, see [Single], and answers by standing orders. by gives time
// and door, and has a salt that no command had, from which the salts of secret rolls and answers
// derive: ErrNoSalt if it is missing. With an error Follow
// returns the match as far as it came; the error wraps ErrNoRoll if the roll is to be asked for
// again later.
func (m *Match) Follow(by By, dice Roller) (*Match, error) {
	f := follower{m, By{Player: Referee, At: by.At, Door: by.Door, Salt: by.Salt}, dice}
	for range maxFollow {
		if f.m.open() != nil {
			return f.m, nil
		}
		next, err := f.next()
		if err != nil || next == nil {
			return f.m, err
		}
		f.m = next
	}
	return f.m, ErrEndless
}

// follower gives automatic answers in the referee's name.
type follower struct {
	m    *Match // as far as it came
	by   By
	dice Roller
}

// next gives the first automatic answer; nil if there is none.
func (f follower) next() (*Match, error) {
	for _, p := range f.m.pos.Prompts() {
		if p.Seat == engine.Chance {
			return f.roll(p)
		}
		next, err := f.settle(p)
		if next != nil || err != nil {
			return next, err
		}
	}
	return nil, nil
}

// roll rolls the dice for a prompt of Chance.
func (f follower) roll(p engine.Prompt) (*Match, error) {
	by := f.sealing(p)
	if p.Secret && by.Salt == nil {
		return nil, ErrNoSalt // before a die is rolled
	}
	r, err := f.m.record.dice.asked(f.m.pos, p, by.At)
	if err != nil {
		return nil, err
	}
	face, err := f.dice.Roll(r)
	if err != nil {
		return nil, fmt.Errorf("match: roll %d: %w", r.No, err)
	}
	return f.m.AnswerChance(by, p.ID, face)
}

// sealing is the referee with a salt for its next answer, if that is secret.
func (f follower) sealing(p engine.Prompt) By {
	by := f.by
	if p.Secret {
		by.Salt = by.saltOf(f.m.Seq() + 1)
	}
	return by
}

// settle gives the one legal answer to a prompt, or that of the newest standing order that fires,
// in secret where its seat would; nil where its seat is to be asked.
func (f follower) settle(p engine.Prompt) (*Match, error) {
	path, single, err := Single(f.m.pos, p)
	switch {
	case err != nil:
		return nil, err
	case single:
		return f.m.answer(f.sealing(p), p.Seat, ActAnswer{Prompt: p.ID, Path: path, Auto: true}, Face{})
	}
	orders := f.m.StandingOrders(p.Seat)
	if !orders.Any() {
		return nil, nil
	}
	results, err := orders.Results(p.ID)
	if err != nil {
		return nil, err
	}
	for _, v := range results {
		if v.Stood.Fires {
			a := ActAnswer{Prompt: p.ID, Path: v.Stood.Path, Auto: true, Standing: v.Standing.Seq}
			return f.m.answer(f.sealing(p), p.Seat, a, Face{})
		}
	}
	return nil, nil
}

// Forced returns the next automatic answer at a position, as [Match.Follow] gives it if nobody has
// set a standing order: a roll, or the one legal answer to a prompt, with its path. The zero
// Prompt: somebody is asked, or the match is over.
func Forced(pos engine.Position) (p engine.Prompt, path []string, err error) {
	for _, p := range pos.Prompts() {
		if p.Seat == engine.Chance {
			return p, nil, nil
		}
		if path, single, err := Single(pos, p); single || err != nil {
			return p, path, err
		}
	}
	return engine.Prompt{}, nil, nil
}

// LeadsToRoll reports whether a die is rolled next once a seat has given an answer, with the automatic
// answers after it. A draw is not a roll. While anything is secret from the seat, it is false unless the prompt
// is [engine.Prompt.Open] and the roll comes in the same moment: the roll may depend on that secret, and a player
// who only considers an answer must not learn it. Only the rules know whether it does: to stay silent only where
// the secret matters would tell that it matters, and the veiled position ([Visible.Position]) would promise a roll
// where a hidden answer comes first. It refuses like [Match.Answer].
func (m *Match) LeadsToRoll(seat engine.Seat, prompt engine.PromptID, path []string) (bool, error) {
	p, err := m.pos.Prompt(prompt)
	hides := m.VisibleTo(engine.Viewer(seat)).Incomplete()
	if err != nil || hides && !p.Open {
		return false, err
	}
	return leadsToRoll(m.pos, m.Seq()+1, seat, prompt, path, hides)
}

// LeadsToRoll reports the same of an answer at a position that is no part of a match, as decision n.
func LeadsToRoll(pos engine.Position, n int, seat engine.Seat, prompt engine.PromptID, path []string) (bool, error) {
	return leadsToRoll(pos, n, seat, prompt, path, false)
}

// leadsToRoll is LeadsToRoll, for a roll at any time or only in the moment of the prompt.
func leadsToRoll(pos engine.Position, n int, seat engine.Seat, prompt engine.PromptID, path []string, within bool) (bool, error) {
	out, err := pos.Submit(n, seat, prompt, path)
	for i := 1; err == nil && i < maxFollow && !(within && out.Position.Moment() != pos.Moment()); i++ {
		p, path, failed := Forced(out.Position)
		if failed != nil || p.ID == "" {
			return false, failed
		}
		if p.Seat == engine.Chance {
			return RollsDie(out.Position, p.ID)
		}
		out, err = out.Position.Submit(n+i, p.Seat, p.ID, path)
	}
	return false, err
}

// RollsDie reports whether Chance answers a prompt with a die, and not by a draw.
func RollsDie(pos engine.Position, id engine.PromptID) (bool, error) {
	node, err := pos.Options(id, nil)
	return slices.ContainsFunc(node.Options, func(o engine.Option) bool { return o.Kind == engine.KindFace }), err
}

// MayBeFinal reports whether a seat may be unable to take an answer back by itself once it has given it:
// because a roll comes next, or an automatic answer of another seat or by a standing order, or a
// question to others alone, which may be answered at once, or the end; and an answer in secret can
// never be taken back by its player alone. MayBeFinal is true while anything is secret from the seat,
// when LeadsToRoll is false. It refuses like [Match.Answer].
func (m *Match) MayBeFinal(seat engine.Seat, prompt engine.PromptID, path []string) (bool, error) {
	p, err := m.pos.Prompt(prompt)
	if err != nil {
		return false, err
	}
	out, err := m.pos.Submit(m.Seq()+1, seat, prompt, path)
	if err != nil || p.Secret || m.VisibleTo(engine.Viewer(seat)).Incomplete() {
		return true, err
	}
	stands, err := m.StandingOrders(seat).Valid()
	if err != nil {
		return true, err
	}
	obeys := engine.ChooseByOrders(seat, lists.Map(stands, func(s Standing) engine.Standing { return s.Order }))
	for n := 1; n < maxFollow; n++ {
		next, path, err := Forced(out.Position)
		if err != nil || next.ID != "" && next.Seat != seat {
			return true, err
		}
		if next.ID == "" {
			return !slices.ContainsFunc(out.Position.Prompts(), func(p engine.Prompt) bool {
				_, obeyed := obeys(out.Position, p)
				return p.Seat == seat && !obeyed
			}), nil
		}
		if out, err = out.Position.Submit(m.Seq()+1+n, next.Seat, next.ID, path); err != nil {
			return true, err
		}
	}
	return true, nil
}

// Single returns the answer that is given automatically for the seat of a prompt: the only legal
// one, unless the prompt is to be kept for the seat, or is secret and not dealt.
func Single(pos engine.Position, p engine.Prompt) (path []string, single bool, err error) {
	if p.Keep || p.Secret && !p.Dealt {
		return nil, false, nil
	}
	for {
		node, err := pos.Options(p.ID, path)
		switch {
		case err != nil:
			return nil, false, err
		case node.Done:
			return path, len(node.Options) == 0, nil
		case len(node.Options) == 0:
			return nil, false, errors.New("match: prompt " + string(p.ID) + " has no answer")
		}
		only, ok := node.Only()
		if !ok {
			return nil, false, nil
		}
		path = append(path, only.ID)
	}
}
