package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// exitStopped is the exit code of a command that was stopped by Ctrl-C; by another
// signal, it is 128 and that signal's number, as shells have it.
const exitStopped = 130

// signalError is why a command is to stop.
type signalError struct{ signal syscall.Signal }

func (e *signalError) Error() string { return e.signal.String() }

// untilStopped is a context that ends when the process is told to stop. Told again, the
// process ends at once.
func untilStopped() (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	told := make(chan os.Signal, 1)
	signal.Notify(told, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case s := <-told:
			signal.Stop(told)
			number, _ := s.(syscall.Signal)
			cancel(&signalError{number})
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(told); cancel(nil) }
}

// stoppedError ends a command that was told to stop, and says how far it came.
type stoppedError struct{ after string }

// stopped is nil as long as a command need not stop; else it says after what it did.
func stopped(ctx context.Context, format string, args ...any) error {
	if ctx.Err() == nil {
		return nil
	}
	return &stoppedError{fmt.Sprintf(format, args...)}
}

func (e *stoppedError) Error() string { return "stopped after " + e.after }

// exitOfStop is the exit code of a command that ended with an error as it was told to
// stop, and what is said of it; false: it ended for another reason.
func exitOfStop(ctx context.Context, err error) (code int, said string, ok bool) {
	var how *stoppedError
	if !errors.As(err, &how) && (ctx.Err() == nil || !errors.Is(err, context.Canceled)) {
		return 0, "", false
	}
	said = "stopped before the end"
	if how != nil {
		said = how.Error()
	}
	var by *signalError
	if errors.As(context.Cause(ctx), &by) && by.signal == syscall.SIGTERM {
		return 128 + int(by.signal), said, true
	}
	return exitStopped, said, true
}
