package kills

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"referee/bot/test/discordtest"
	"referee/cmd/lab/program"
	"referee/cmd/lab/study"
)

// moments are when the program is killed, in turn by the seed.
var moments = []string{
	"at random",
	"while it starts",
	"after an order was sent",
	"while it writes the file",
	"before an answer is accepted",
	"after an answer was accepted",
	"before a post is accepted",
	"after a post was accepted",
}

// longest is how long to wait for a moment; then the program is killed at random.
const longest = 6 * time.Second

// next is the next moment: all of them come, in random order, and then again.
func (r *run) next() string {
	if len(r.deck) == 0 {
		r.deck = r.random.Perm(len(moments))
	}
	moment := moments[r.deck[0]]
	r.deck = r.deck[1:]
	return moment
}

// round kills the program once.
func (r *run) round(ctx context.Context) error {
	moment := r.next()
	if moment == "while it starts" {
		if err := r.launch(); err != nil {
			return err
		}
		if err := study.Pause(ctx, time.Duration(r.random.IntN(700))*time.Millisecond); err != nil {
			return err
		}
		return r.kill(moment)
	}
	if err := r.start(ctx); err != nil {
		return err
	}
	few := r.journalWriter.answers() + 3 // a slow machine needs longer for as much
	if err := errors.Join(study.Pause(ctx, 200*time.Millisecond+time.Duration(r.random.Int64N(int64(cmp.Or(r.pause, 1800*time.Millisecond))))), r.played(ctx, few), r.clocked(ctx)); err != nil {
		return err
	}
	sprung, quit, err := r.arm(moment)
	if err != nil {
		return err
	}
	defer quit()
	select {
	case <-sprung:
	case <-r.proc.Ended():
	case <-time.After(longest):
		moment = moments[0]
	case <-ctx.Done():
		return ctx.Err()
	}
	return r.kill(moment)
}

// arm makes a channel that is closed when a moment has come.
func (r *run) arm(moment string) (sprung <-chan struct{}, quit func(), err error) {
	come := make(chan struct{})
	quit = func() {}
	switch moment {
	case "after an order was sent":
		pause, sent := time.Duration(r.random.IntN(20))*time.Millisecond, false
		r.onSent(func() {
			if !sent {
				sent = true
				time.AfterFunc(pause, func() { close(come) })
			}
		})
		return come, func() { r.onSent(nil) }, nil
	case "while it writes the file":
		return r.watch()
	case "at random":
		close(come)
	default:
		of := isAnswer
		if strings.Contains(moment, "a post") {
			of = isPost
		}
		kill := func(q discordtest.Request) bool {
			if !of(q) {
				return false
			}
			r.proc.Kill() // at once: the stand-in waits until it is dead
			close(come)
			return true
		}
		if strings.HasPrefix(moment, "after") {
			r.way.CutAfter(kill)
		} else {
			r.way.CutWhen(kill)
		}
	}
	return come, quit, nil
}

func isAnswer(q discordtest.Request) bool { return strings.HasSuffix(q.Path, "/callback") }

func isPost(q discordtest.Request) bool {
	return strings.HasPrefix(q.Operation, "POST ") && strings.HasSuffix(q.Path, "/messages")
}

// watch waits for the file to be written.
func (r *run) watch() (<-chan struct{}, func(), error) {
	w, err := fsnotify.NewWatcher()
	if err == nil {
		err = w.Add(filepath.Join(r.dir, program.DBFile))
	}
	if err != nil {
		return nil, nil, fmt.Errorf("kills: watch the file: %w", err)
	}
	come := make(chan struct{})
	go func() {
		for e := range w.Events {
			if e.Has(fsnotify.Write) {
				close(come)
				return
			}
		}
	}()
	return come, func() { _ = w.Close() }, nil
}
