package kills

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"referee/bot/discord/discordtest"
)

// process is "referee serve" in a process of its own.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{} // closed when it has ended
}

// serve starts the program in a directory. What it logs is added to a file there. The
// matches are in a directory below, on which disk may mount another disk: see disks.go.
func serve(binary, dir, disk, token string, way *discordtest.Proxy) (*process, error) {
	log, err := os.OpenFile(filepath.Join(dir, logFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		err = os.MkdirAll(filepath.Join(dir, dataDir), 0o700)
	}
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(binary, "serve")
	if disk != "" {
		cmd = exec.Command("unshare", "-rm", "sh", "-c", disk+` && exec "$0" serve`, binary)
	}
	cmd.Dir, cmd.Stderr = dir, log
	cmd.Env = append(append(os.Environ(), "REFEREE_TOKEN="+token, "REFEREE_DB="+dbFile, "REFEREE_KEY=referee.key", "REFEREE_OPS_LISTEN=off"), way.Env()...)
	cmd.Env = append(cmd.Env, "REFEREE_GAME=toy") // so that the toy is there besides Celles: its matches are short
	if err := errors.Join(cmd.Start(), log.Close()); err != nil {
		return nil, fmt.Errorf("kills: start the referee: %w", err)
	}
	p := &process{cmd: cmd, ended: make(chan struct{})}
	go func() {
		_ = cmd.Wait() // how it ended is in the process state
		close(p.ended)
	}()
	return p, nil
}

// The files of a run.
const (
	dataDir     = "data"
	dbFile      = dataDir + "/referee.db"
	logFile     = "referee.log"
	journalFile = "journal.json"
)

// running reports whether the process has not ended.
func (p *process) running() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// kill kills the process with SIGKILL, and returns when it is gone. It reports
// whether that was what ended it.
func (p *process) kill() bool {
	_ = p.cmd.Process.Kill() // an error means that it is gone
	<-p.ended
	status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signal() == syscall.SIGKILL // -1: it ended by itself
}

// stop asks the process to end, and reports whether it ended in time and without an
// error.
func (p *process) stop() error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return fmt.Errorf("kills: stop the referee: %w", err)
	}
	select {
	case <-p.ended:
	case <-time.After(30 * time.Second):
		p.kill()
		return errors.New("kills: the referee did not end within 30 s of SIGTERM")
	}
	if !p.cmd.ProcessState.Success() {
		return fmt.Errorf("kills: the referee ended with %v", p.cmd.ProcessState)
	}
	return nil
}
