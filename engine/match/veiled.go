package match

import (
	"errors"
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/refusal"
)

// ErrVeiled says that no position can be made that a seat may have: something is secret from it,
// and the later events do not fit any other answer.
var ErrVeiled = refusal.New("referee.refuse.veiled", "match: no position without the secrets of others can be made")

// Visible is what a viewer may see of a match.
type Visible struct {
	m *Match
	v engine.Viewer
}

// VisibleTo returns what a viewer may see of the match.
func (m *Match) VisibleTo(v engine.Viewer) Visible { return Visible{m, v} }

// Incomplete reports whether an answer that the position rests on is still secret from the viewer.
func (w Visible) Incomplete() bool {
	return slices.ContainsFunc(w.m.Line(), func(e *Entry) bool { return w.withholds(&e.Decision) })
}

// withholds reports whether a decision is an answer that is still secret from the viewer.
func (w Visible) withholds(d *Decision) bool {
	return d.Sealed != "" && !w.v.Sees(d.Seat) && !isOpen(w.m.log, d.Seq)
}

// Position returns a position that is safe to hand to a viewer who takes it apart. Each answer that
// is secret from them is replaced by the default one, so that the position follows from their
// knowledge alone; because a game tells no secret by its questions, options, views and odds, nobody
// who sees no more than they do can tell the difference. It is valid until hidden, the list of the
// secrets replaced, is revealed: events say made-up things about those. It returns ErrVeiled.
func (w Visible) Position() (pos engine.Position, hidden []engine.Secret, err error) {
	if !w.Incomplete() {
		return w.m.pos, nil, nil
	}
	pos = w.m.first.Empty()
	for _, e := range w.m.Line() {
		d := &e.Decision
		if !w.withholds(d) {
			if pos, err = step(w.m.first, w.m.log, pos, d); err != nil {
				return nil, nil, errors.Join(ErrVeiled, err)
			}
			continue
		}
		secret := engine.Secret{Seat: d.Seat, Kind: d.prompt().Kind()}
		hidden = append(hidden, secret)
		if pos, err = ByDefault(pos, d); err != nil {
			return nil, nil, errors.Join(ErrVeiled, err)
		}
	}
	if err := pos.Check(); err != nil {
		return nil, nil, errors.Join(ErrVeiled, err)
	}
	return pos, hidden, nil
}

// Reveals reports whether an event would make public an answer that is secret from the viewer: a
// seat that only considers an answer must not see that.
func (w Visible) Reveals(e engine.Event) bool {
	return slices.ContainsFunc(opened(w.m.log, reveals([]engine.Event{e})), func(n int) bool {
		return w.m.log[n-1].Decision.Seat != engine.Seat(w.v)
	})
}

// ByDefault returns the position after a decision, as if its seat had given the default answer. It
// fails if the position does not ask that question, or the rules cannot continue from it.
func ByDefault(pos engine.Position, d *Decision) (next engine.Position, err error) {
	defer func() { // rules may rely on what they were told, and here something else was
		if p := recover(); p != nil {
			next, err = nil, fmt.Errorf("match: the rules cannot continue from a default answer: %v", p)
		}
	}()
	p, err := pos.Prompt(d.prompt())
	if err != nil {
		return nil, err
	}
	out, err := pos.Submit(d.Seq, p.Seat, p.ID, p.Default)
	return out.Position, err
}
