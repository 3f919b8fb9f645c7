package table

import (
	"errors"
	"strings"

	"referee/bot/sandbox"
	"referee/engine"
	"referee/engine/match"
)

// try plays on a copy of the position, for whichever seat is asked, without any effect
// on the match. "try" makes the copy, "try plan hold" gives an order there, "try back"
// takes its last order back, "try dice 5 9" says what is rolled next.
func try(q *request, words []string) error {
	by := q.by(q.mine) // two people at one screen see what a spectator sees
	trial, err := q.sandboxes.Trial(q.ctx, by.Account)
	if len(words) == 0 || trial.Match != q.id || errors.Is(err, sandbox.ErrNone) {
		trial, err = q.sandboxes.Open(q.seen, by)
	}
	if err != nil {
		return err
	}
	switch {
	case len(words) == 0:
		q.say("table.trial-made", engine.Num("n", trial.Seq))
	case words[0] == "back" && len(words) == 1:
		if trial, err = q.sandboxes.Back(q.ctx, by.Account); errors.Is(err, match.ErrUndo) {
			q.say("table.trial-start")
			return nil
		}
	case words[0] == "dice":
		trial, err = q.sandboxes.Load(q.ctx, by.Account, words[1:])
	default:
		trial, err = q.sandboxes.Try(q.ctx, by.Account, strings.Join(words, " "))
	}
	if err != nil {
		return err
	}
	return tried(q, by.Account, trial)
}

// tried prints the state of a copy, and what may follow there.
func tried(q *request, account string, trial sandbox.Trial) error {
	for _, l := range trial.Lines {
		q.tell(l.Said)
	}
	q.say("table.trial", engine.Sub("status", trial.View.Status))
	for _, a := range trial.Asks {
		q.question(a)
	}
	if len(trial.Loaded) > 0 {
		q.say("table.trial-loaded", engine.Text("results", strings.Join(trial.Loaded, " ")))
	}
	if len(trial.Held.Path) > 0 {
		q.say("table.so-far", engine.Text("path", q.path(trial.Held.Path)))
	}
	tellAll(q, trial.Odds.Lines)
	next, err := q.sandboxes.Complete(q.ctx, account, "")
	if err != nil {
		return err
	}
	follow(q, "table.next", next)
	return nil
}
