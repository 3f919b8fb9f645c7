package table

import (
	"errors"
	"fmt"
	"strings"

	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
)

// refusal is why the table itself refuses what was typed.
type refusal struct{ why engine.Msg }

func (e *refusal) Error() string { return "table: " + e.why.Key }

// refused makes a refusal of the table.
func refused(key string, args ...engine.Arg) error { return &refusal{engine.Say(key, args...)} }

// refuse prints why something was not done, and what could be done instead.
func (t *Session) refuse(err error) {
	t.refused = err
	if t.Script {
		t.failed = append(t.failed, fmt.Sprintf("%4d  %s", t.at, strings.Join(t.raw, " ")))
	}
	t.tell(t.words.Quote(t.lang, explained(err)))
	var order *orders.Error
	if errors.As(err, &order) {
		meant(t, order)
		follow(t, "table.next", order.Unsaid())
		instead(t, order)
	}
	var fault *referee.Fault
	if errors.As(err, &fault) && fault.File != "" {
		t.say("table.fault-file", engine.Text("path", fault.File))
	}
}

// explained is why something was not done.
func explained(err error) engine.Msg {
	var own *refusal
	if errors.As(err, &own) {
		return own.why
	}
	return referee.Explain(err)
}

// meant proposes words for one that is mistyped.
func meant(t *Session, e *orders.Error) {
	near := e.Near(t.info, func(name string) string { return t.words.Called(t.lang, name) }, named(t))
	if len(near) > 0 {
		t.say("referee.mean", engine.Text("words", strings.Join(near, ", ")))
	}
}

// ErrRefused says that lines of a script were refused. They have been printed at its
// end.
var ErrRefused = errors.New("table: some lines of the script were refused")

// played is the result of a script: it prints which lines were refused, if any.
func played(t *Session) error {
	if len(t.failed) == 0 {
		return nil
	}
	t.say("table.script-refused", engine.Num("n", len(t.failed)))
	for _, line := range t.failed {
		t.write(line)
	}
	return ErrRefused
}
