package tutor

import (
	"context"
	"strconv"
)

// Notes keep how far pupils have come.
type Notes interface {
	Note(ctx context.Context, name string) ([]byte, error)
	PutNote(ctx context.Context, name string, body []byte) error
}

func noteOf(game, account string) string { return "course " + game + " " + account }

// Reached is the step at which an account goes on with the course of a game; 0 where it has not
// begun. Where there are no notes it is always 0.
func Reached(ctx context.Context, n Notes, game, account string) (int, error) {
	if n == nil {
		return 0, nil
	}
	body, err := n.Note(ctx, noteOf(game, account))
	if err != nil || body == nil {
		return 0, err
	}
	return strconv.Atoi(string(body))
}

// Reach notes the step at which an account goes on; 0: at the beginning.
func Reach(ctx context.Context, n Notes, game, account string, step int) error {
	if n == nil {
		return nil
	}
	if step == 0 {
		return n.PutNote(ctx, noteOf(game, account), nil)
	}
	return n.PutNote(ctx, noteOf(game, account), []byte(strconv.Itoa(step)))
}
