package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// The files of a run, in its directory.
const (
	DataDir = "data"
	DBFile  = DataDir + "/referee.db"
	LogFile = "referee.log"
)

// Prepare makes the directory of a run, in which there may be no earlier one, and builds the referee with some tags
// unless a binary is named. The paths become absolute.
func Prepare(ctx context.Context, dir, binary *string, tags string) error {
	for _, path := range []*string{dir, binary} {
		if *path == "" {
			continue
		}
		absolute, err := filepath.Abs(*path)
		if err != nil {
			return err
		}
		*path = absolute
	}
	if err := os.MkdirAll(*dir, 0o700); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(*dir, DBFile)); err == nil {
		return fmt.Errorf("program: %s already contains a run: name another directory with --out", *dir)
	}
	if *binary != "" {
		return nil
	}
	*binary = filepath.Join(*dir, "referee")
	return Build(ctx, *binary, tags)
}

// Serve starts a command that serves in its directory. What it logs is added to a file there.
func Serve(cmd *exec.Cmd) (*Process, error) {
	log, err := os.OpenFile(filepath.Join(cmd.Dir, LogFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		err = os.MkdirAll(filepath.Join(cmd.Dir, DataDir), 0o700)
	}
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = log, log
	p, err := Start(cmd)
	return p, errors.Join(err, log.Close())
}

// Connected waits until the referee is connected to Discord. It returns when it was last seen not to be; the zero time
// where it was connected at once.
func (p *Process) Connected(ctx context.Context, connected func() bool, within time.Duration) (down time.Time, err error) {
	for end := time.After(within); ; {
		looked := time.Now()
		if connected() {
			return down, nil
		}
		down = looked
		select {
		case <-p.ended:
			return down, p.Lost()
		case <-ctx.Done():
			return down, ctx.Err()
		case <-end:
			return down, fmt.Errorf("the referee did not connect within %v", within)
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// Lost is the error of a process that has ended by itself.
func (p *Process) Lost() error {
	return fmt.Errorf("the referee ended by itself: %s says why", filepath.Join(p.cmd.Dir, LogFile))
}
