package referee

import (
	"errors"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/match"
)

// SettingCaretaker lists the seats, with blanks between, whose questions are
// answered by their defaults, as nobody plays them any more.
const SettingCaretaker = "caretaker"

// caretaker answers for seats that nobody plays, by the defaults of their questions.
type caretaker struct {
	dice   roller
	random randomness
}

// follow answers for the seats that a match leaves to the caretaker.
func (ca caretaker) follow(m *match.Match, by match.By) (*match.Match, error) {
	seats := strings.Fields(m.Setting(SettingCaretaker))
	if _, stands := m.Restored(); stands {
		return m, nil
	}
	if _, appealed := m.Appealed(); appealed || len(seats) == 0 || m.Over() || !m.Started() {
		return m, nil
	}
	return ca.answer(m, match.By{At: by.At, Door: by.Door}, func(s engine.Seat) bool {
		return m.Player(s) == match.Referee && slices.Contains(seats, string(s))
	})
}

// mostCare bounds what a caretaker answers in one hand-off.
const mostCare = 1000

// answer answers for some seats by the defaults until they are not asked any
// more, or a roll is awaited.
func (ca caretaker) answer(m *match.Match, by match.By, cares func(engine.Seat) bool) (*match.Match, error) {
	for range mostCare {
		var asked *engine.Prompt
		for _, q := range m.Position().Prompts() {
			if q.Seat != engine.Chance && cares(q.Seat) {
				asked = &q
				break
			}
		}
		if asked == nil || m.Over() {
			return m, nil
		}
		var err error
		if by.Salt, err = ca.random.salt(); err != nil {
			return nil, err
		}
		if m, err = m.Answer(by, asked.Seat, asked.ID, asked.Default); err != nil {
			return nil, err
		}
		next, err := ca.random.follow(m, by, ca.dice)
		if errors.Is(err, match.ErrNoRoll) {
			return next, nil
		}
		if err != nil {
			return next, err
		}
		m = next
	}
	return m, match.ErrEndless
}
