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

// seenBy is the record as a viewer may have it.
func (m *Match) seenBy(v engine.Viewer) []*Entry { return (&File{Entries: m.log}).For(v).Entries }

// line is the line of the match as the viewer may have it, and whether something that it rests on is still secret from
// them: no longer a roll that they have seen dealt.
func (w Visible) line() (line []*Entry, secret func(*Entry) bool) {
	line = trace(w.m.seenBy(w.v), len(w.m.log))
	seen := map[int]bool{}
	for _, e := range line {
		if a, ok := e.Decision.Act.(ActAnswer); ok && a.Deals != 0 && !e.Hidden() {
			seen[a.Deals] = true
		}
	}
	return line, func(e *Entry) bool { return e.Hidden() && !seen[e.Decision.Seq] }
}

// Withholds reports whether a decision is an answer of a seat or Chance that is still secret from the viewer. Nothing is once
// the match is over.
func (w Visible) Withholds(d *Decision) bool {
	return d.Sealed != "" && !w.v.Sees(d.Seat) && !w.m.Over() && !isOpen(w.m.log, d.Seq)
}

// Incomplete reports whether an answer that the position rests on is still secret from the viewer.
func (w Visible) Incomplete() bool {
	return slices.ContainsFunc(w.line())
}

// Position returns a position that is safe to hand to a viewer who takes it apart. Each answer that
// is secret from them is replaced by a stand-in, see [StandIn], so that the position follows from their
// knowledge alone; because a game tells no secret by its questions, options, views and odds, nobody
// who sees no more than they do can tell the difference. It is valid until hidden, the list of the
// secrets replaced, is revealed: events say made-up things about those. It returns ErrVeiled.
func (w Visible) Position() (pos engine.Position, hidden []engine.Secret, err error) {
	line, secret := w.line()
	if !slices.ContainsFunc(line, secret) {
		return w.m.pos, nil, nil
	}
	pos = w.m.first.Empty()
	for i, e := range line {
		d := &e.Decision
		if secret(e) {
			hidden = append(hidden, engine.Secret{Seat: d.Seat, Kind: d.prompt().Kind()})
		}
		if e.Hidden() {
			pos, err = StandIn(pos, d, line[i+1:])
		} else {
			pos, err = step(w.m.first, w.m.log, pos, d)
		}
		if err != nil {
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

// StandIn returns the position after a decision that is secret, as if its seat had given the default answer, or Chance the
// one that is least missed: later entries, as the same viewer may have them, name the cards that others are known to have
// drawn. It fails if the position does not ask that question, or the rules cannot continue from it.
func StandIn(pos engine.Position, d *Decision, later []*Entry) (next engine.Position, err error) {
	defer func() { // rules may rely on what they were told, and here something else was
		if p := recover(); p != nil {
			next, err = nil, fmt.Errorf("match: the rules cannot continue from a stand-in: %v", p)
		}
	}()
	p, err := pos.Prompt(d.prompt())
	if err != nil {
		return nil, err
	}
	path := p.Default
	if p.Seat == engine.Chance {
		node, err := pos.Options(p.ID, nil)
		if err != nil {
			return nil, err
		}
		path = leastMissed(node.Options, later)
	}
	out, err := pos.Submit(d.Seq, p.Seat, p.ID, path)
	return out.Position, err
}

// leastMissed is the face of which the most equal chances are left when later rolls and answers have theirs.
func leastMissed(faces []engine.Option, later []*Entry) []string {
	missed := map[string]int{}
	for _, e := range later {
		for _, id := range e.Decision.path() {
			missed[id]++
		}
	}
	left := func(f engine.Option) int { return max(1, f.Weight) - missed[f.ID] }
	best := slices.MaxFunc(faces, func(a, b engine.Option) int { return left(a) - left(b) })
	return []string{best.ID}
}
