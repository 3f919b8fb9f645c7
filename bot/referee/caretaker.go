package referee

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/match"
)

// SettingCaretaker lists the seats, with blanks between, whose questions are
// answered by their defaults, as nobody plays them any more.
const SettingCaretaker = "caretaker"

// care answers for the seats that a match leaves to the caretaker.
func (r *Referee) care(m *match.Match, by match.By) (*match.Match, error) {
	seats := strings.Fields(m.Setting(SettingCaretaker))
	if _, stands := m.Restored(); stands {
		return m, nil
	}
	if _, appealed := m.Appealed(); appealed || len(seats) == 0 || m.Over() || !m.Started() {
		return m, nil
	}
	return r.takeCare(m, match.By{At: by.At, Door: by.Door}, func(s engine.Seat) bool {
		return m.Player(s) == match.Referee && slices.Contains(seats, string(s))
	})
}
