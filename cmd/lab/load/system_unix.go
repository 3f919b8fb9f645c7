//go:build unix

package load

import (
	"os/exec"
	"syscall"
	"time"

	"referee/cmd/lab/program"
)

// measurable is nil where a run can be measured on this system, else why not.
func measurable() error { return nil }

// spareFromCtrlC starts a command in a group of its own: Ctrl-C at a terminal is for this process,
// which stops the other.
func spareFromCtrlC(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// toggleProfile begins or ends the profile of a program that was built for it.
func toggleProfile(p *program.Process) { p.Signal(syscall.SIGUSR1) }

// usageHere looks at this process, of which the memory is not asked for.
func usageHere() usage {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return usage{}
	}
	return usage{processor: time.Duration(r.Utime.Nano() + r.Stime.Nano())}
}
