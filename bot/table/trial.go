package table

import (
	"errors"
	"strings"

	"referee/bot/referee"
	"referee/bot/sandbox"
	"referee/engine"
	"referee/engine/match"
)

// try plays on a copy of the position, for whichever seat is asked, without any effect
// on the match. "try" makes the copy, "try plan hold" gives an order there, "try back"
// takes its last order back, "try dice 5 9" says what is rolled next.
func try(t *Session, words []string) error {
	by := t.by(t.mine) // two people at one screen see what a spectator sees
	trial, err := t.sandboxes.Trial(by.Account)
	if len(words) == 0 || trial.Match != t.id || errors.Is(err, sandbox.ErrNone) {
		trial, err = read(t, func(s *referee.Snapshot) (sandbox.Trial, error) { return t.sandboxes.Open(s, by) })
	}
	if err != nil {
		return err
	}
	switch {
	case len(words) == 0:
		t.say("table.trial-made", engine.Num("n", trial.Seq))
	case words[0] == "back" && len(words) == 1:
		if trial, err = t.sandboxes.Back(by.Account); errors.Is(err, match.ErrUndo) {
			t.say("table.trial-start")
			return nil
		}
	case words[0] == "dice":
		trial, err = t.sandboxes.Load(by.Account, words[1:])
	default:
		trial, err = t.sandboxes.Try(by.Account, strings.Join(words, " "))
	}
	if err != nil {
		return err
	}
	return tried(t, by.Account, trial)
}

// tried prints the state of a copy, and what may follow there.
func tried(t *Session, account string, trial sandbox.Trial) error {
	for _, l := range trial.Lines {
		t.tell(l.Said)
	}
	t.say("table.trial", engine.Sub("status", trial.View.Status))
	for _, a := range trial.Asks {
		t.question(a)
	}
	if len(trial.Loaded) > 0 {
		t.say("table.trial-loaded", engine.Text("results", strings.Join(trial.Loaded, " ")))
	}
	if len(trial.Held.Path) > 0 {
		t.say("table.so-far", engine.Text("path", t.path(trial.Held.Path)))
	}
	tellAll(t, trial.Odds.Lines)
	next, err := t.sandboxes.Complete(account, "")
	if err != nil {
		return err
	}
	follow(t, "table.next", next)
	return nil
}
