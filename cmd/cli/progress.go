package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// Progress updates a line about long work at a terminal, once the work has taken a
// moment. It prints nothing for short work, and nothing into a file or a pipe.
type Progress struct {
	out   io.Writer // nil: nobody watches
	what  string
	total int
	next  time.Time
	shown bool
}

const progressEvery = 500 * time.Millisecond

// NewProgress begins with nothing done of a total; what names the things that are
// counted.
func NewProgress(out io.Writer, what string, total int) *Progress {
	if !IsTerminal(out) {
		out = nil
	}
	return &Progress{out: out, what: what, total: total, next: time.Now().Add(progressEvery)}
}

// IsTerminal reports whether a reader or a writer is a terminal.
func IsTerminal(of any) bool {
	f, ok := of.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// At says how much is done.
func (p *Progress) At(n int) {
	now := time.Now()
	if p.out == nil || now.Before(p.next) {
		return
	}
	p.next, p.shown = now.Add(progressEvery), true
	fmt.Fprintf(p.out, "\r%d of %d %s", n, p.total, p.what)
}

// Done ends the line, if there is one.
func (p *Progress) Done() {
	if p.shown {
		fmt.Fprintln(p.out)
		p.shown = false
	}
}
