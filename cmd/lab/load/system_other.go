//go:build !unix

package load

import (
	"errors"
	"os/exec"

	"referee/cmd/lab/program"
)

// measurable says why a run cannot be measured on this system: nothing below is called.
func measurable() error {
	return errors.New("load: this system does not say what a process takes of it: run this on Linux, as in a container")
}

func spareFromCtrlC(*exec.Cmd)       {}
func toggleProfile(*program.Process) {}
func usageHere() usage               { return usage{} }
