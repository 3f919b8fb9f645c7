package main

import (
	"fmt"
	"io"
	"time"
)

// progress keeps a line about long work up to date, once work has gone on for a
// moment. Short work leaves no trace of it.
type progress struct {
	out   io.Writer
	what  string
	total int
	next  time.Time
	shown bool
}

const progressEvery = 500 * time.Millisecond

func newProgress(out io.Writer, what string, total int) *progress {
	return &progress{out: out, what: what, total: total, next: time.Now().Add(progressEvery)}
}

// at says how much is done.
func (p *progress) at(n int) {
	now := time.Now()
	if now.Before(p.next) {
		return
	}
	p.next, p.shown = now.Add(progressEvery), true
	fmt.Fprintf(p.out, "\r%d of %d %s", n, p.total, p.what)
}

// done ends the line.
func (p *progress) done() {
	if p.shown {
		fmt.Fprintln(p.out)
	}
}
