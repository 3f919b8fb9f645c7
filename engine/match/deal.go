package match

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"referee/engine"
)

var errNotDrawn = errors.New("match: the question deals what was drawn in secret, and nothing was")

// drawn is the sealed roll that the position after log rests on last of all answers: the one that a dealt answer shows
// to its seat. 0: the last answer is another.
func drawn(log []*Entry) int {
	for _, e := range slices.Backward(trace(log, len(log))) {
		if d := &e.Decision; d.Kind() == KindAnswer {
			if d.Seat == engine.Chance && d.Sealed != "" {
				return d.Seq
			}
			return 0
		}
	}
	return 0
}

// dealt checks, of an answer that follows log, that it deals a sealed roll, and its result, as far as both are known.
func dealt(log []*Entry, d *Decision, a ActAnswer) error {
	if a.Deals == 0 {
		return nil
	}
	if a.Deals < 1 || a.Deals > len(log) || d.Seat == engine.Chance {
		return fmt.Errorf("match: it deals decision %d, which is not an earlier sealed roll", a.Deals)
	}
	roll := &log[a.Deals-1].Decision
	if roll.Kind() != KindAnswer || roll.Seat != engine.Chance || roll.Sealed == "" {
		return fmt.Errorf("match: it deals decision %d, which is not an earlier sealed roll", a.Deals)
	}
	if was := roll.path(); was != nil && a.Path != nil && !slices.Equal(was, a.Path) {
		return fmt.Errorf("match: it deals %q, and decision %d has drawn %q", strings.Join(a.Path, " "), a.Deals, strings.Join(was, " "))
	}
	return nil
}

// misdealt says how what an answer to a prompt deals, which follows log, differs from its record.
func misdealt(p engine.Prompt, log []*Entry, a ActAnswer) string {
	due := 0
	if p.Dealt {
		due = drawn(log)
	}
	if a.Deals != due || p.Dealt && due == 0 {
		return fmt.Sprintf("the answer deals the roll of decision %d, recorded: %d", due, a.Deals)
	}
	return ""
}
