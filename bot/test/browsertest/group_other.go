//go:build !unix

package browsertest

import "os/exec"

func group(*exec.Cmd) {}

func stop(cmd *exec.Cmd) { _ = cmd.Process.Kill() } // it may have ended
