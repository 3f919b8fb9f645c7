//go:build unix

package browsertest

import (
	"os/exec"
	"syscall"
)

// group has a command and all that it starts stop together.
func group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func stop(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) } // it may have ended
