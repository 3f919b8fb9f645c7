// Package refereetest helps tests of matches: it reads each value from a fresh snapshot, and lets time pass.
package refereetest

import (
	"context"
	"io"

	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// Reads asks a referee about its matches, as they stand at each question.
type Reads struct{ referee *referee.Referee }

// Of asks a referee.
func Of(r *referee.Referee) Reads { return Reads{r} }

func read[T any](ctx context.Context, r Reads, id match.ID, ask func(*referee.Snapshot) (T, error)) (T, error) {
	s, err := r.referee.Snapshot(ctx, id)
	if err != nil {
		return *new(T), err
	}
	return ask(s)
}

// Look is that of a [referee.Snapshot].
func (r Reads) Look(ctx context.Context, id match.ID, v engine.Viewer) (referee.Look, error) {
	return read(ctx, r, id, func(s *referee.Snapshot) (referee.Look, error) { return s.Look(ctx, v) })
}

// LookAt is that of a [referee.Snapshot].
func (r Reads) LookAt(ctx context.Context, id match.ID, v engine.Viewer, seq int) (referee.Look, error) {
	return read(ctx, r, id, func(s *referee.Snapshot) (referee.Look, error) { return s.LookAt(ctx, v, seq) })
}

// Options is that of a [referee.Snapshot].
func (r Reads) Options(ctx context.Context, c referee.Command, prompt engine.PromptID, path []string) (engine.Node, error) {
	return read(ctx, r, c.Match, func(s *referee.Snapshot) (engine.Node, error) { return s.Options(ctx, c, prompt, path) })
}

// Lines is that of a [referee.Snapshot].
func (r Reads) Lines(ctx context.Context, id match.ID, v engine.Viewer, from, to int) ([]referee.Line, error) {
	return read(ctx, r, id, func(s *referee.Snapshot) ([]referee.Line, error) { return s.Lines(v, from, to) })
}

// Read is that of a [referee.Snapshot].
func (r Reads) Read(ctx context.Context, c referee.Command, text string) (orders.Order, error) {
	return read(ctx, r, c.Match, func(s *referee.Snapshot) (orders.Order, error) { return s.Read(ctx, c, text) })
}

// Complete is that of a [referee.Snapshot].
func (r Reads) Complete(ctx context.Context, id match.ID, seat engine.Seat, text string) ([]orders.Next, error) {
	return read(ctx, r, id, func(s *referee.Snapshot) ([]orders.Next, error) { return s.Complete(seat, text) })
}

// Ask is that of a [referee.Snapshot].
func (r Reads) Ask(ctx context.Context, id match.ID, v engine.Viewer, text string) (engine.Answer, error) {
	return read(ctx, r, id, func(s *referee.Snapshot) (engine.Answer, error) { return s.Ask(ctx, v, text) })
}

// PreviewOdds is that of a [referee.Snapshot].
func (r Reads) PreviewOdds(ctx context.Context, c referee.Command, prompt engine.PromptID, path []string) (engine.Answer, error) {
	return read(ctx, r, c.Match, func(s *referee.Snapshot) (engine.Answer, error) { return s.PreviewOdds(ctx, c, prompt, path) })
}

// Changes is that of a [referee.Snapshot].
func (r Reads) Changes(ctx context.Context, id match.ID, v engine.Viewer, since int) (match.Scene, error) {
	return read(ctx, r, id, func(s *referee.Snapshot) (match.Scene, error) {
		return s.Match().VisibleTo(v).Changes(since, s.Match().Seq())
	})
}

// Scenes is that of a [referee.Snapshot].
func (r Reads) Scenes(ctx context.Context, id match.ID, v engine.Viewer, from, to, most int) ([]match.Scene, error) {
	return read(ctx, r, id, func(s *referee.Snapshot) ([]match.Scene, error) { return s.Match().VisibleTo(v).Scenes(from, to, most) })
}

// LastSpan is that of a [referee.Snapshot].
func (r Reads) LastSpan(ctx context.Context, id match.ID, span referee.Span) (from, to int, err error) {
	s, err := r.referee.Snapshot(ctx, id)
	if err != nil {
		return 0, 0, err
	}
	return span.Last(s.Match())
}

// Acted is that of a [referee.Snapshot].
func (r Reads) Acted(ctx context.Context, id match.ID, seats []engine.Seat) (int, error) {
	return read(ctx, r, id, func(s *referee.Snapshot) (int, error) { return referee.LastDecision(s.Match(), seats), nil })
}

// BackTo is that of a [referee.Snapshot].
func (r Reads) BackTo(ctx context.Context, c referee.Command, most int) ([]referee.Line, error) {
	return read(ctx, r, c.Match, func(s *referee.Snapshot) ([]referee.Line, error) { return s.BackTo(ctx, c.Seat, most) })
}

// Standings is that of a [referee.Snapshot].
func (r Reads) Standings(ctx context.Context, c referee.Command) ([]referee.Armed, error) {
	return read(ctx, r, c.Match, func(s *referee.Snapshot) ([]referee.Armed, error) { return s.Standings(ctx, c) })
}

// DryRun is that of a [referee.Snapshot].
func (r Reads) DryRun(ctx context.Context, c referee.Command, text string) (referee.DryRun, error) {
	return read(ctx, r, c.Match, func(s *referee.Snapshot) (referee.DryRun, error) { return s.DryRun(ctx, c, text) })
}

// RollsTold is that of a [referee.Snapshot].
func (r Reads) RollsTold(ctx context.Context, id match.ID, v engine.Viewer) ([]referee.RollTold, error) {
	return read(ctx, r, id, func(s *referee.Snapshot) ([]referee.RollTold, error) { return s.Dice.Rolls(v) })
}

// Rolls is that of a [referee.Snapshot].
func (r Reads) Rolls(ctx context.Context, id match.ID) ([]match.RecordedRoll, error) {
	return read(ctx, r, id, func(s *referee.Snapshot) ([]match.RecordedRoll, error) { return s.Match().History().Rolls(), nil })
}

// Proofs is that of a [referee.Snapshot].
func (r Reads) Proofs(ctx context.Context, id match.ID, first, last int) (referee.Proofs, error) {
	return read(ctx, r, id, func(s *referee.Snapshot) (referee.Proofs, error) { return s.Dice.Proofs(first, last) })
}

// WriteRolls is that of a [referee.Snapshot].
func (r Reads) WriteRolls(ctx context.Context, id match.ID, table, proofs io.Writer) error {
	s, err := r.referee.Snapshot(ctx, id)
	if err != nil {
		return err
	}
	return s.Dice.Write(table, proofs)
}

// Luck is that of a [referee.Snapshot].
func (r Reads) Luck(ctx context.Context, id match.ID) ([]engine.Msg, error) {
	return read(ctx, r, id, func(s *referee.Snapshot) ([]engine.Msg, error) { return s.Dice.Luck() })
}

// Audit is that of a [referee.Snapshot].
func (r Reads) Audit(ctx context.Context, id match.ID) ([]engine.Msg, error) {
	return read(ctx, r, id, func(s *referee.Snapshot) ([]engine.Msg, error) { return s.Dice.Audit() })
}

// Verify is that of a [referee.Snapshot].
func (r Reads) Verify(ctx context.Context, id match.ID) (match.Report, error) {
	return read(ctx, r, id, func(s *referee.Snapshot) (match.Report, error) { return s.Dice.Verify() })
}

// Picture is that of a [referee.Snapshot].
func (r Reads) Picture(ctx context.Context, w io.Writer, id match.ID, v engine.Viewer, overlay *engine.Answer, say func(engine.Msg) string) error {
	s, err := r.referee.Snapshot(ctx, id)
	if err != nil {
		return err
	}
	return s.Picture(ctx, w, v, overlay, say)
}
