package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// progress keeps a line about long work up to date at a terminal, once work has gone on
// for a moment. Short work leaves no trace of it, and nor does any in a file or a pipe.
type progress struct {
	out   io.Writer // nil: nobody watches
	what  string
	total int
	next  time.Time
	shown bool
}

const progressEvery = 500 * time.Millisecond

func newProgress(out io.Writer, what string, total int) *progress {
	if !isTerminal(out) {
		out = nil
	}
	return &progress{out: out, what: what, total: total, next: time.Now().Add(progressEvery)}
}

// isTerminal reports whether what is written is seen at once, on a screen.
func isTerminal(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// at says how much is done.
func (p *progress) at(n int) {
	now := time.Now()
	if p.out == nil || now.Before(p.next) {
		return
	}
	p.next, p.shown = now.Add(progressEvery), true
	fmt.Fprintf(p.out, "\r%d of %d %s", n, p.total, p.what)
}

// done ends the line, if there is one.
func (p *progress) done() {
	if p.shown {
		fmt.Fprintln(p.out)
		p.shown = false
	}
}
