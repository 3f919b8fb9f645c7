package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// Interrupted is the exit code of a command that was stopped by Ctrl-C; for another
// signal it is 128 plus the number of the signal, as in shells.
const Interrupted = 130

// Signal is why a command should stop.
type Signal struct{ Number syscall.Signal }

func (e *Signal) Error() string { return e.Number.String() }

// UntilStopped is a context that ends when the process is told to stop. If it is told
// again, the process ends at once.
func UntilStopped() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	told := make(chan os.Signal, 1)
	signal.Notify(told, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-told:
			signal.Stop(told)
			number, _ := s.(syscall.Signal)
			cancel(&Signal{number})
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(told); cancel(nil) }
}

// stoppedError ends a command that was told to stop, and says how far it came.
type stoppedError struct{ after string }

// Stopped is nil as long as a command need not stop; then it is an error that says how
// far the command came.
func Stopped(ctx context.Context, format string, args ...any) error {
	if ctx.Err() == nil {
		return nil
	}
	return &stoppedError{fmt.Sprintf(format, args...)}
}

func (e *stoppedError) Error() string { return "stopped after " + e.after }

// exitOfStop is the exit code of a command that ended with an error because it was told
// to stop, and its message; false: it ended for another reason.
func exitOfStop(ctx context.Context, err error) (code int, said string, ok bool) {
	var how *stoppedError
	if !errors.As(err, &how) && (ctx.Err() == nil || !errors.Is(err, context.Canceled)) {
		return 0, "", false
	}
	said = "stopped before the end"
	if how != nil {
		said = how.Error()
	}
	var by *Signal
	if errors.As(context.Cause(ctx), &by) && by.Number == syscall.SIGTERM {
		return 128 + int(by.Number), said, true
	}
	return Interrupted, said, true
}
