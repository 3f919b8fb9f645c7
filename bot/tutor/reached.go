package tutor

import (
	"context"

	"referee/bot/notebook"
)

func noteOf(game, account string) string { return "course " + game + " " + account }

// Reached is the step at which an account goes on with the course of a game; 0 where it has not
// begun. Where there are no notes it is always 0.
func Reached(ctx context.Context, n notebook.Store, game, account string) (int, error) {
	if n == nil {
		return 0, nil
	}
	return notebook.Read[int](ctx, n, noteOf(game, account))
}

// Reach notes the step at which an account goes on; 0: at the beginning.
func Reach(ctx context.Context, n notebook.Store, game, account string, step int) error {
	if n == nil {
		return nil
	}
	if step == 0 {
		return n.PutNote(ctx, noteOf(game, account), nil)
	}
	return notebook.Write(ctx, n, noteOf(game, account), step)
}
