package command

import (
	"errors"
	"slices"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// errSaid is a refusal in words of this package.
type errSaid struct {
	key  string
	args []engine.Arg
}

func (e *errSaid) Error() string { return "discord: " + e.key }

// No refuses with a text of this package.
func No(key string, args ...engine.Arg) error { return &errSaid{key, args} }

// Refuse says why something was not done, and what may be done instead.
func (q *Request) Refuse(err error) Response {
	q.Log.Debug("refused", "path", q.Path, "error", err)
	out := &Card{}
	var said *errSaid
	var order *orders.Error
	switch {
	case errors.Is(err, wire.ErrPath):
		out.Text(q.Say("unknown"))
	case errors.Is(err, match.ErrUnknown) && q.Message != "" && q.Options["match"] != "":
		out.Text(q.Say("no-match-here"))
	case errors.As(err, &said):
		out.Text(q.Say(said.key, said.args...))
	default:
		out.Text(q.Tell(q.Words.Quote(q.Lang, referee.Explain(err))))
		Remember(q, err)
	}
	var instead *pick
	if errors.As(err, &instead) {
		instead.menu.Path = q.keep(instead.menu.Path)
		out.Choose(instead.menu)
	}
	if q.Sent() {
		q.FormAgain(out, "button.form-again")
	}
	if errors.As(err, &order) {
		out.Text(near(q, order), mayFollow(q, order.Unsaid()))
	}
	return Response{Card: out}
}

// near proposes words for one that is mistyped; "" where none is near.
func near(q *Request, e *orders.Error) string {
	info, err := Game(q)
	if err != nil {
		return ""
	}
	words := e.Near(info, q.Called, nil)
	for i, w := range words {
		words[i] = Plain(w)
	}
	if len(words) == 0 {
		return ""
	}
	return q.Tell(engine.Say("referee.mean", engine.Text("words", strings.Join(words, ", "))))
}

// most is how many words are listed that may follow.
const most = 30

// mayFollow lists words that may follow; "" where there are none.
func mayFollow(q *Request, next []orders.Next) string {
	if len(next) == 0 {
		return ""
	}
	words := lists.Map(next[:min(len(next), most)], func(n orders.Next) string { return Plain(Spell(q, n)) })
	text := strings.Join(words, ", ")
	if len(next) > most {
		text += ", …"
	}
	return q.Say("may-follow", engine.Text("words", text))
}

// IsSaid reports whether an error is a refusal in words of these pages.
func IsSaid(err error) bool {
	var said *errSaid
	return errors.As(err, &said)
}

// IsRefused reports whether an error is one of a few.
func IsRefused(err error, of ...error) bool {
	return slices.ContainsFunc(of, func(e error) bool { return errors.Is(err, e) })
}
