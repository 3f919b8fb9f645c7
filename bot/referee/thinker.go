package referee

import (
	"context"
	"errors"
	"slices"

	"referee/engine"
	"referee/engine/match"
	"referee/engine/play"
)

// thinker has programs answer.
type thinker struct {
	roster  play.Roster
	judge   *play.Judge // nil: nobody knows who is ahead but by the score
	dice    roller
	random  randomness
	reasons *reasons
}

// asked is the first seat of a program that has something to do; false where none has. A
// program waits while judges are asked, and for a roll.
func (t thinker) asked(m *match.Match) (engine.Seat, bool) {
	if _, appealed := m.Appealed(); appealed || m.Over() || !m.Started() {
		return "", false
	}
	if _, awaits := m.Awaits(0); awaits {
		return "", false
	}
	restored, stands := m.Restored()
	offer := m.Offered()
	for _, seat := range m.Game().Info().Seats {
		_, cared := m.CaretakerOf(seat)
		if _, program := m.Program(seat); !program && (!cared || stands) {
			continue
		}
		switch {
		case cared:
			return seat, true
		case stands:
			if !slices.Contains(restored.Agreed, seat) {
				return seat, true
			}
		case offer.What != "" && offer.By != seat:
			return seat, true
		case slices.ContainsFunc(m.Position().Prompts(), func(p engine.Prompt) bool { return p.Seat == seat }):
			return seat, true
		}
	}
	return "", false
}

// think is the match once its programs have done all that they are asked, as far as rolls
// can be made.
func (t thinker) think(ctx context.Context, m *match.Match, at int64) (*match.Match, error) {
	m, more, err := t.some(ctx, m, at, mostCare)
	if err == nil && more && !playsItself(m) {
		err = match.ErrEndless
	}
	return m, err
}

// some is think, of so many acts at most; more says that there is something left to do.
func (t thinker) some(ctx context.Context, m *match.Match, at int64, most int) (_ *match.Match, more bool, err error) {
	for range most {
		seat, asked := t.asked(m)
		if !asked {
			return m, false, nil
		}
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		if m, err = t.act(m, seat, at); err != nil {
			return m, false, err
		}
		next, err := t.random.follow(m, match.By{At: at, Door: doorProgram}, t.dice)
		if errors.Is(err, match.ErrNoRoll) {
			return next, false, nil
		}
		if err != nil {
			return next, false, err
		}
		m = next
	}
	return m, true, nil
}

// playsItself reports whether programs have all seats of a match.
func playsItself(m *match.Match) bool {
	return !slices.ContainsFunc(m.Game().Info().Seats, func(s engine.Seat) bool {
		_, program := m.Program(s)
		return !program
	})
}

// act has the program at a seat do the first thing that it is asked.
func (t thinker) act(m *match.Match, seat engine.Seat, at int64) (*match.Match, error) {
	if about, cared := m.CaretakerOf(seat); cared {
		return t.care(m, seat, about, at)
	}
	by := match.By{Player: m.Player(seat), At: at, Door: doorProgram}
	if _, stands := m.Restored(); stands {
		return m.Resume(by, seat)
	}
	about, _ := m.Program(seat)
	player, there := t.roster.Same(about)
	if !there {
		return t.renew(m, seat, at)
	}
	if offer := m.Offered(); offer.What != "" && offer.By != seat {
		if t.agrees(m, seat, offer.What) {
			return m.Accept(by, seat, offer.What)
		}
		return m.Decline(by, seat, offer.What)
	}
	if m.Setting(SettingOwner) == "" && !playsItself(m) && t.chance(m, seat) < player.GivesUp {
		return m.Resign(by, seat)
	}
	return t.answer(m, by, seat, player)
}

// answer has a program answer the first question that its seat is asked.
func (t thinker) answer(m *match.Match, by match.By, seat engine.Seat, player play.Player) (*match.Match, error) {
	for _, p := range m.Position().Prompts() {
		if p.Seat != seat {
			continue
		}
		q, err := m.Question(p.ID)
		if err != nil {
			return m, err
		}
		answer, err := player.Answer(q)
		if err != nil {
			return m, err
		}
		if by.Salt, err = t.random.salt(); err != nil {
			return m, err
		}
		next, err := m.Answer(by, seat, p.ID, answer.Path)
		if err == nil {
			t.reasons.put(next.Head(), answer.Why)
		}
		return next, err
	}
	return m, engine.ErrSeat
}

// care has a program answer the first question of a seat in the referee's name, whose holder has
// run out of time: that of today where the one that was named is not there any more, and where
// none has its name the defaults of the hand-off.
func (t thinker) care(m *match.Match, seat engine.Seat, about play.About, at int64) (*match.Match, error) {
	by := match.By{Player: match.Referee, At: at, Door: doorProgram}
	player, there := t.roster.Find(about.Name)
	if !there {
		return caretaker{t.dice, t.random}.answer(m, by, func(s engine.Seat) bool { return s == seat })
	}
	by.Program = &player.About
	return t.answer(m, by, seat, player)
}

// renew has the program of today take the seat of one that is not there any more: its answers
// are another's from now on.
func (t thinker) renew(m *match.Match, seat engine.Seat, at int64) (*match.Match, error) {
	was, _ := m.Program(seat)
	now, ok := t.roster.Find(was.Name)
	if !ok {
		return m, ErrNoProgram
	}
	left, err := m.Leave(match.By{Player: m.Player(seat), At: at, Door: doorProgram}, seat)
	if err != nil {
		return m, err
	}
	return join(left, match.By{At: at}, seat, now)
}

// agrees says how a program answers what another seat offers. Other clocks, pauses and a
// newer law it accepts, hints only where the match counts for nothing. It lets a match go back, but over a roll only where the match counts
// for nothing. A draw it accepts where its chance to win is below two in five; in a game
// without a judge, where it is not ahead by the score as it stands.
func (t thinker) agrees(m *match.Match, seat engine.Seat, what match.Offer) bool {
	switch what {
	case match.TakeBack:
		return m.Setting(SettingOwner) == "" || !rolledAfter(m, m.Offered().About(match.TakeBack))
	case match.Draw:
		if t.judge != nil {
			return t.chance(m, seat) < 0.4
		}
		score, scored := m.Position().Tally()
		return scored && score.Winner != seat
	case match.NewSettings:
		_, hints := m.Offered().Settings[SettingHints]
		return !hints || m.Setting(SettingOwner) == ""
	default:
		return true
	}
}

// chance is the chance of a seat to win, from 0 to 1, as it sees the match; 1 where nobody can say.
func (t thinker) chance(m *match.Match, seat engine.Seat) float64 {
	if t.judge == nil {
		return 1
	}
	first := t.judge.Chance(m.Position().Window(engine.Viewer(seat)))
	if seat == m.Game().Info().Seats[0] {
		return first
	}
	return 1 - first
}

// rolledAfter reports whether the position rests on a roll that was made after decision seq.
func rolledAfter(m *match.Match, seq int) bool {
	return slices.ContainsFunc(m.Line(), func(e *match.Entry) bool {
		return e.Decision.Seq > seq && e.Decision.Seat == engine.Chance
	})
}
