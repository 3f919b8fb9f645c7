package board

import (
	"errors"
	"net/http"
	"slices"

	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// mostWords is how many words are proposed in the place of one.
const mostWords = 12

// nextChoice says that another option is to be chosen.
const nextChoice = "web.next.choose"

// ofFiles are the refusals of files.
var ofFiles = []error{referee.ErrFileLong, referee.ErrFileEmpty, referee.ErrNoFiles, match.ErrFiles}

// refusal says why something was not done, by which paragraph, and what to do next. info is of the game; nil: of
// none.
func (v voice) refusal(err error, info *engine.Info) *Refusal {
	out := &Refusal{Next: v.text(nextChoice)}
	var order *orders.Error
	var illegal *engine.Illegal
	var fault *referee.Fault
	var own *failure
	var much *tooMuch
	switch {
	case status(err) == 500 && !errors.As(err, &fault):
		out.Text, out.Next = v.text("web.refuse.failed"), v.text("web.next.again")
		return out
	case errors.As(err, &fault), errors.As(err, &much):
		out.Next = v.text("web.next.again")
	case errors.As(err, &own):
		out.Next = v.text(own.next)
	case slices.ContainsFunc(ofFiles, func(no error) bool { return errors.Is(err, no) }):
		out.Next = "" // they say so themselves
	case errors.Is(err, errKept):
		out.Next = v.text("web.turn.next")
	case errors.Is(err, referee.ErrChanged):
		out.Next = v.text("web.next.look")
	}
	out.Text = v.say(v.words.Quote(v.lang, referee.Explain(err)))
	if errors.As(err, &illegal) && illegal.Rule != "" {
		out.Rule = illegal.Rule
		if info != nil {
			for _, r := range info.InForce(info.Law) {
				if r.Rule == illegal.Rule {
					out.Readings = append(out.Readings, v.text(r.Key))
				}
			}
		}
	}
	if errors.As(err, &order) {
		out.Next = v.text("web.next.type")
		next := order.Unsaid()
		for _, n := range next[:min(len(next), mostWords)] {
			out.Words = append(out.Words, v.words.Called(v.lang, n.Word))
		}
	}
	return out
}

// statusOf is the status of an answer to what was understood, and what became of it. What the rules refuse, or cannot be done as
// the match stands, is answered like anything else: a browser notes other statuses as faults of the page.
func statusOf(err error) int {
	if err == nil || status(err) == http.StatusUnprocessableEntity {
		return http.StatusOK
	}
	return status(err)
}
