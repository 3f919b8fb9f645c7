package match

import (
	"slices"

	"referee/engine"
)

// Rewind takes the position back to its state after decision to; seats and the inputs of the dice
// stay. A player may go back as far as [Undo.Free] allows, the referee to any decision, also
// to one that was itself rewound; the match is then in progress again, whatever had ended it. Every
// question is asked again under a new id, so that old buttons do not fit. It returns ErrUndo,
// ErrRestored and ErrAppealed.
func (m *Match) Rewind(by By, to int) (*Match, error) {
	if to < 1 || to > m.Seq() {
		return nil, ErrUndo
	}
	if by.Player != Referee {
		if err := m.Undo(by.Player).May(to); err != nil {
			return nil, err
		}
	}
	return m.rewind(by, ActRewind{To: to})
}

func (m *Match) rewind(by By, a ActRewind) (*Match, error) {
	back, err := m.At(a.To)
	if err != nil {
		return nil, err
	}
	return m.append(by, Decision{Act: a}, back.pos.Reopen(m.Seq()+1), nil)
}

// At returns the match after decision seq, folded again.
func (m *Match) At(seq int) (*Match, error) {
	if seq < 1 || seq > m.Seq() {
		return nil, ErrUndo
	}
	return Fold(m.first, m.log[:seq])
}

// Undo is what a player may take back without consent.
type Undo struct {
	m *Match
	p Player
}

// Undo returns what a player may take back without consent.
func (m *Match) Undo(p Player) Undo { return Undo{m, p} }

// Free returns how far the player may go back now: to before the first of their latest answers in
// one seat, but not over chance, made or awaited, a secret, an answer of another seat, automatic or
// not, the adoption of a law or a board, or an agreement to resume after a backup. False: not at all, also
// when the rest of the record is kept for acts that continue the match.
func (u Undo) Free() (to int, ok bool) {
	targets := u.targets()
	if len(targets) == 0 || full(u.m.log) {
		return 0, false
	}
	return targets[len(targets)-1], true
}

// May refuses, like [Match.Rewind], a decision to go back to.
func (u Undo) May(to int) error {
	if err := u.m.stopped(); err != nil {
		return err
	}
	if !slices.Contains(u.targets(), to) {
		return ErrUndo
	}
	return nil
}

// targets lists the decisions that the player may go back to, latest first:
// each stands just before an answer that they may take back.
func (u Undo) targets() []int {
	m, p := u.m, u.p
	if p == Referee || m.Over() || m.stopped() != nil {
		return nil
	}
	if _, awaits := m.Awaits(0); awaits {
		return nil // the order is sealed: by now its author may know the roll
	}
	var out []int
	var seat engine.Seat
	line := m.Line()
	for i := len(line) - 1; i > 0; i-- {
		d := &line[i].Decision
		if d.Seq < m.record.putBack {
			break
		}
		a, ok := d.Act.(ActAnswer)
		if d.Kind() == KindRewind {
			continue
		}
		if seat == "" {
			seat = d.Seat
		}
		if !ok || d.Seat != seat || m.Player(d.Seat) != p || !free(d, a, p) {
			break
		}
		if !a.Auto {
			out = append(out, line[i-1].Decision.Seq)
		}
	}
	return out
}

// stopped is why no seat can answer or take back: the match waits to go on after a backup,
// or for the judges.
func (m *Match) stopped() error {
	if _, stands := m.Restored(); stands {
		return ErrRestored
	}
	if _, asked := m.Appealed(); asked {
		return ErrAppealed
	}
	return nil
}

// free reports whether a player may take an answer back by themselves, as far as it
// alone is concerned: their own, or one that gave itself, and no secret.
func free(d *Decision, a ActAnswer, p Player) bool {
	own := d.Author == p || a.Auto && a.Standing == 0
	return own && d.Seat != engine.Chance && d.Sealed == "" && len(a.Opens) == 0
}
