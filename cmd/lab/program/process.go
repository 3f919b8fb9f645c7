package program

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"syscall"
	"time"
)

// Build links the referee into a file. tags are build tags, with commas; "": none.
func Build(ctx context.Context, file, tags string) error {
	out, err := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-tags", tags, "-o", file, "referee/cmd/referee").CombinedOutput()
	if err != nil {
		return fmt.Errorf("program: build the referee: %w\n%s", err, out)
	}
	return nil
}

// FreePort is a port of this machine on which nothing listens now.
func FreePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

// Process is a command that was started.
type Process struct {
	cmd   *exec.Cmd
	ended chan struct{} // closed when it has ended
}

// Start starts a command.
func Start(cmd *exec.Cmd) (*Process, error) {
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("program: start the referee: %w", err)
	}
	p := &Process{cmd: cmd, ended: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // how it ended is in the process state
		close(p.ended)
	}()
	return p, nil
}

// ID is the number of the process.
func (p *Process) ID() int { return p.cmd.Process.Pid }

// Ended is closed when the process has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Running reports whether the process has not ended.
func (p *Process) Running() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// Signal sends a signal to the process; to one that has ended it does nothing.
func (p *Process) Signal(s syscall.Signal) {
	_ = p.cmd.Process.Signal(s) // an error means that it is gone
}

// Kill kills the process with SIGKILL, and returns when it is gone. It reports
// whether that was what ended it.
func (p *Process) Kill() bool {
	_ = p.cmd.Process.Kill() // an error means that it is gone
	<-p.ended
	status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signal() == syscall.SIGKILL // -1: it ended by itself
}

// Stop asks the process to end, unless it has, and says where it did not end in time or
// ended with an error.
func (p *Process) Stop() error {
	p.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(30 * time.Second):
		p.Kill()
		return errors.New("program: the referee did not end within 30 s of SIGTERM")
	}
	if !p.cmd.ProcessState.Success() {
		return fmt.Errorf("program: the referee ended with %v", p.cmd.ProcessState)
	}
	return nil
}
