package referee

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"referee/engine"
)

// OrderError says why a typed order is not obeyed, and what can follow the
// words before the one at fault.
type OrderError struct {
	Word string     // the word at fault
	Why  engine.Msg // for the player
	Err  error      // *engine.Illegal where the rules refuse it; nil where it could not be read
	Next []Next
}

func (e *OrderError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("referee: order: %q: %v", e.Word, e.Err)
	}
	return fmt.Sprintf("referee: order: %q: %s", e.Word, e.Why.Key)
}

func (e *OrderError) Unwrap() error { return e.Err }

// explain makes the error of an order that cannot be read.
func (o *Orders) explain(pos engine.Position, seat engine.Seat, held Held, words []string, f *fault) error {
	word := words[f.word]
	e := &OrderError{Word: word, Next: o.Complete(pos, seat, held, strings.Join(words[:f.word], " ")+" ")}
	// What is a verb and a literal of its own template need not be typed twice.
	e.Next = slices.DeleteFunc(e.Next, func(n Next) bool {
		return !n.Verb && o.names(n.Word) && slices.Contains(words[:f.word], n.Word)
	})
	var no *engine.Illegal
	switch {
	case errors.As(f.err, &no):
		e.Err, e.Why = no, Refused(no)
	case f.err != nil:
		return f.err
	case f.kind != "":
		e.Why = engine.Say("referee.order.expected", engine.Text("word", word), engine.Sub("kind", engine.Say("word."+string(f.kind))))
	case o.names(word):
		e.Why = engine.Say("referee.order.not-now", engine.Text("word", word), engine.Sub("ask", asked(pos, seat, held)))
		if v := o.verbs[slices.IndexFunc(o.verbs, func(v engine.Verb) bool { return v.Name == word })]; v.Rule != "" {
			no = &engine.Illegal{Rule: v.Rule, Why: e.Why}
			e.Err, e.Why = no, Refused(no)
		}
	default:
		e.Why = engine.Say("referee.order.unknown", engine.Text("word", word))
	}
	return e
}

// asked is what a seat is asked first: where its path half built stands, or else
// its first open question.
func asked(pos engine.Position, seat engine.Seat, held Held) engine.Msg {
	if d, err := pos.Draft(held.Prompt, held.Path); err == nil && len(held.Path) > 0 {
		return d.Ask
	}
	prompts := pos.Prompts()
	return prompts[slices.IndexFunc(prompts, func(p engine.Prompt) bool { return p.Seat == seat })].Ask
}

// Refused is the message of a refusal, with the rule that refuses: "8.4: …".
func Refused(e *engine.Illegal) engine.Msg {
	if e.Rule == "" {
		return e.Why
	}
	return engine.Say("referee.refused", engine.Text("rule", e.Rule), engine.Sub("why", e.Why))
}
