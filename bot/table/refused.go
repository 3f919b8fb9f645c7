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
func (q *request) refuse(err error) {
	q.refused = err
	if q.Script {
		q.failed = append(q.failed, fmt.Sprintf("%4d  %s", q.lineNo, strings.Join(q.raw, " ")))
	}
	q.tell(q.words.Quote(q.lang, explained(err)))
	var order *orders.Error
	if errors.As(err, &order) {
		meant(q, order)
		follow(q, "table.next", order.Unsaid())
		instead(q, order)
	}
	var fault *referee.Fault
	if errors.As(err, &fault) && fault.File != "" {
		q.say("table.fault-file", engine.Text("path", fault.File))
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
func meant(q *request, e *orders.Error) {
	near := e.Near(q.info, func(name string) string { return q.words.Called(q.lang, name) }, knownWords(q))
	if len(near) > 0 {
		q.say("referee.mean", engine.Text("words", strings.Join(near, ", ")))
	}
}

// ErrRefused says that lines of a script were refused. They have been printed at its
// end.
var ErrRefused = errors.New("table: some lines of the script were refused")

// scriptResult prints which lines of a script were refused, and returns ErrRefused if there are any.
func (t *Session) scriptResult() error {
	if len(t.failed) == 0 {
		return nil
	}
	t.say("table.script-refused", engine.Num("n", len(t.failed)))
	for _, line := range t.failed {
		t.write(line)
	}
	return ErrRefused
}
