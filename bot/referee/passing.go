package referee

import (
	"io"

	"referee/bot/orders"
	"referee/engine"
	"referee/engine/match"
)

// What is here asks a snapshot made for it alone. It goes when every door has one of its own.

func viaSnapshot[T any](r *Referee, id match.ID, ask func(*Snapshot) (T, error)) (T, error) {
	s, err := r.Snapshot(id)
	if err != nil {
		return *new(T), r.faults.classify(err, Command{Match: id}, nil)
	}
	return ask(s)
}

func (r *Referee) Look(id match.ID, v engine.Viewer) (Look, error) {
	return viaSnapshot(r, id, func(s *Snapshot) (Look, error) { return s.Look(v) })
}

func (r *Referee) LookAt(id match.ID, v engine.Viewer, seq int) (Look, error) {
	return viaSnapshot(r, id, func(s *Snapshot) (Look, error) { return s.LookAt(v, seq) })
}

func (r *Referee) Options(c Command, prompt engine.PromptID, path []string) (engine.Node, error) {
	return viaSnapshot(r, c.Match, func(s *Snapshot) (engine.Node, error) { return s.Options(c, prompt, path) })
}

func (r *Referee) Told(id match.ID, v engine.Viewer, from, to int) ([]Line, error) {
	return viaSnapshot(r, id, func(s *Snapshot) ([]Line, error) { return s.Told(v, from, to) })
}

func (r *Referee) Read(c Command, text string) (orders.Order, error) {
	return viaSnapshot(r, c.Match, func(s *Snapshot) (orders.Order, error) { return s.Read(c, text) })
}

func (r *Referee) Complete(id match.ID, seat engine.Seat, text string) ([]orders.Next, error) {
	return viaSnapshot(r, id, func(s *Snapshot) ([]orders.Next, error) { return s.Complete(seat, text) })
}

func (r *Referee) Ask(id match.ID, v engine.Viewer, text string) (engine.Answer, error) {
	return viaSnapshot(r, id, func(s *Snapshot) (engine.Answer, error) { return s.Ask(v, text) })
}

func (r *Referee) AskAt(c Command, prompt engine.PromptID, path []string, text string) (engine.Answer, error) {
	return viaSnapshot(r, c.Match, func(s *Snapshot) (engine.Answer, error) { return s.AskAt(c, prompt, path, text) })
}

func (r *Referee) Changes(id match.ID, v engine.Viewer, since int) (match.Scene, error) {
	return viaSnapshot(r, id, func(s *Snapshot) (match.Scene, error) { return s.Changes(v, since) })
}

func (r *Referee) Scenes(id match.ID, v engine.Viewer, from, to, most int) ([]match.Scene, error) {
	return viaSnapshot(r, id, func(s *Snapshot) ([]match.Scene, error) { return s.m.Scenes(v, from, to, most) })
}

func (r *Referee) Replay(id match.ID, v engine.Viewer, from, to int) ([]match.Scene, error) {
	return viaSnapshot(r, id, func(s *Snapshot) ([]match.Scene, error) { return s.Replay(v, from, to) })
}

func (r *Referee) LastSpan(id match.ID, v engine.Viewer, span Span) (from, to int, err error) {
	s, err := r.Snapshot(id)
	if err != nil {
		return 0, 0, err
	}
	return s.LastSpan(v, span)
}

func (r *Referee) LastOrder(id match.ID) (from, to int, err error) {
	s, err := r.Snapshot(id)
	if err != nil {
		return 0, 0, err
	}
	from, to = s.LastOrder()
	return from, to, nil
}

func (r *Referee) Acted(id match.ID, seats []engine.Seat) (int, error) {
	return viaSnapshot(r, id, func(s *Snapshot) (int, error) { return s.Acted(seats), nil })
}

func (r *Referee) BackTo(c Command, most int) ([]Line, error) {
	return viaSnapshot(r, c.Match, func(s *Snapshot) ([]Line, error) { return s.BackTo(c.Seat, most) })
}

func (r *Referee) Standings(c Command) ([]Armed, error) {
	return viaSnapshot(r, c.Match, func(s *Snapshot) ([]Armed, error) { return s.Standings(c) })
}

func (r *Referee) Rehearse(c Command, text string) (Rehearsal, error) {
	return viaSnapshot(r, c.Match, func(s *Snapshot) (Rehearsal, error) { return s.Rehearse(c, text) })
}

func (r *Referee) RollsTold(id match.ID, v engine.Viewer) ([]RollTold, error) {
	return viaSnapshot(r, id, func(s *Snapshot) ([]RollTold, error) { return s.RollsTold(v) })
}

func (r *Referee) Rolls(id match.ID) ([]match.Made, error) {
	return viaSnapshot(r, id, func(s *Snapshot) ([]match.Made, error) { return s.m.Made(), nil })
}

func (r *Referee) Proofs(id match.ID, first, last int) (Proofs, error) {
	return viaSnapshot(r, id, func(s *Snapshot) (Proofs, error) { return s.Proofs(first, last) })
}

func (r *Referee) WriteRolls(id match.ID, table, proofs io.Writer) error {
	s, err := r.Snapshot(id)
	if err != nil {
		return err
	}
	return s.WriteRolls(table, proofs)
}

func (r *Referee) Luck(id match.ID) ([]engine.Msg, error) {
	return viaSnapshot(r, id, func(s *Snapshot) ([]engine.Msg, error) { return s.Luck() })
}

func (r *Referee) Audit(id match.ID) ([]engine.Msg, error) {
	return viaSnapshot(r, id, func(s *Snapshot) ([]engine.Msg, error) { return s.Audit() })
}

func (r *Referee) Verify(id match.ID) (match.Report, error) {
	return viaSnapshot(r, id, func(s *Snapshot) (match.Report, error) { return s.Verify() })
}
