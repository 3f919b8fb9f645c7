package mail

import (
	"errors"
	"slices"
	"strings"

	"referee/bot/mail/incoming"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/league"
	"referee/engine/match"
)

// request is a person at this door, and the mail that they have written.
type request struct {
	door   *Door
	edit   *state.Edit
	mail   *incoming.Mail // nil: nobody has written, and they are told something
	person state.Person
	// token is that of the mail which theirs answers: it says which match, league or case it is about, and which seat
	// is theirs. name is the token's; "": they answer none.
	token state.Token
	name  string
}

// handler obeys the lines of a request, one after the other, and replies to it.
type handler struct {
	*request
	speech speech
	plan   lines.Plan
	reply  reply
}

// reply is what is answered to a request.
type reply struct {
	first  []engine.Msg // said before all else
	why    state.Reason // nothing was obeyed, and why
	done   []done
	acted  bool  // something was done
	leaves bool  // they are erased: nothing more is done or told
	told   []int // decisions that were told line by line
	// asked are the questions that were answered since something was done, and letters how long the answers are.
	asked   [][]string
	letters int
	over    *engine.Answer // what was asked last, to be drawn
	whole   bool           // the whole map was asked for
	at      hex.Coord      // the hex around which it was asked for, if any
	boards  bool           // its words were
	shown   shown
	handed  *engine.File // the file that is attached, once it went with an order
	// encloses says that the answer has the turn file, whatever its reader has chosen, unlinked that it has no link to the
	// board in the browser.
	encloses, unlinked bool
	// resigns says that the answer asks whether they mean to resign, meant what it wants confirmed about a league.
	resigns bool
	meant   string
	// against is what the rules refused; nil: nothing. rehearsed is the standing order that was looked at, and not left.
	against   *engine.Illegal
	rehearsed string
	of        league.ID // the league that a line was about
	file      string    // a case, as a judge reads it
}

// done is what one line of a mail led to.
type done struct {
	line    string       // as it was written
	said    []engine.Msg // what it led to, or why it was refused
	told    []string     // the same, in words
	near    []string     // words that may have been meant
	next    []string     // words that may follow there
	refused bool
}

// note notes what a line led to.
func (r *reply) note(s lines.Step, said ...engine.Msg) {
	r.done = append(r.done, done{line: s.Text, said: said})
}

// refuse notes why a line was refused.
func (r *reply) refuse(s lines.Step, why engine.Msg, near ...string) {
	r.done = append(r.done, done{line: s.Text, said: []engine.Msg{why}, near: near, refused: true})
}

// refused reports whether the last line was refused.
func (r *reply) refused() bool { return r.done[len(r.done)-1].refused }

// bounded reports whether a question is answered no more: it was since something was done last, or the answers are long
// enough. A standing order is looked at anew, as the one that was looked at last is left.
func (r *reply) bounded(s lines.Step, words []string) bool {
	same := func(q []string) bool { return slices.Equal(q, words) }
	switch {
	case s.Word != "standing" && slices.ContainsFunc(r.asked, same):
		r.note(s, engine.Say("mail.above"))
		return true
	case r.letters > mostAnswered:
		r.refuse(s, engine.Say("mail.enough"))
		return true
	}
	r.asked = append(r.asked, words)
	return false
}

// mostAnswered is how long the answers to questions are, in octets, after which no more are answered in one mail.
const mostAnswered = 40_000

// news is how the person is told of a match in which they have a seat, without having written.
func (r *request) news(id match.ID, seat engine.Seat) *handler {
	to := r.to(r.person)
	to.token = state.Token{Account: r.person.Account, Match: id, Seat: seat}
	return &handler{request: to}
}

// to is a request in which a person has not written, and is told something.
func (r *request) to(p state.Person) *request {
	return &request{door: r.door, edit: r.edit, person: p}
}

// newsOf is news for the seat that the person has now.
func (r *request) newsOf(id match.ID) (*handler, error) {
	s, err := r.door.Referee.Snapshot(r.edit.Context(), id)
	if err != nil {
		return nil, err
	}
	return r.news(id, s.Seat(r.person.Account)), nil
}

// present is an error, but nil where there is no such match or league: there is nothing to tell of it.
func present(err error) error {
	if errors.Is(err, match.ErrUnknown) {
		return nil
	}
	return err
}

// text is a message that is of no game in the person's language.
func (r *request) text(key string, args ...engine.Arg) string {
	return r.door.words.Say(r.person.Lang, engine.Say(key, args...))
}

// called is how the person is called in a match.
func (r *request) called() string {
	if r.person.Name != "" {
		return r.person.Name
	}
	return r.text("mail.nobody")
}

// send answers by a mail that is about no match, with a subject in the person's language.
func (r *request) send(subject string, blocks ...outgoing.Block) error {
	out := outgoing.Mail{Auto: outgoing.Generated, Subject: subject, Blocks: blocks}
	if m := r.mail; m != nil && m.MessageID != "" && state.Folded(m.From.Address) == state.Folded(r.person.Address) {
		out.Auto, out.InReply, out.Thread = outgoing.Replied, m.MessageID, append(slices.Clone(m.References), m.MessageID)
		if n := len(out.Thread); n > state.MostIDs {
			out.Thread = out.Thread[n-state.MostIDs:]
		}
	}
	_, err := r.door.delivery.Post(r.edit, r.person, out, "", 0)
	return err
}

// sendCode sends a code to the person's address. why says what for, and confirms is the key of what an answer with the
// code confirms.
func (r *request) sendCode(code, why, confirms string) error {
	return r.send(r.text("mail.subject-confirm"), outgoing.Paragraph(why),
		outgoing.Block{Answers: outgoing.Answers{{Say: strings.ToUpper(code), Text: r.text(confirms)}}}, outgoing.Paragraph(r.text("mail.confirm-else")))
}

// refuse answers that nothing was done, and why.
func (r *request) refuse(why state.Reason) error {
	if answers, err := r.edit.Idle(&r.person, r.mail.Verdict.DMARC == incoming.Pass); err != nil || !answers {
		return err
	}
	return r.send(r.text("mail.subject-refused"), outgoing.Paragraph(r.text("mail.refused."+string(why))), outgoing.Paragraph(r.text("mail.help")))
}

// notify answers with sentences.
func (r *request) notify(said ...engine.Msg) error {
	var blocks []outgoing.Block
	for _, s := range said {
		blocks = append(blocks, outgoing.Paragraph(r.door.words.Say(r.person.Lang, s)))
	}
	return r.send(r.text("mail.subject-account"), blocks...)
}

// refusal is why a line is refused, as an error.
type refusal engine.Msg

// Error is the key of what is said.
func (r refusal) Error() string { return r.Key }

// Explain is what is said.
func (r refusal) Explain() engine.Msg { return engine.Msg(r) }

// refuses is an error that refuses a line with a message.
func refuses(key string, args ...engine.Arg) error { return refusal(engine.Say(key, args...)) }

// refused reports whether an error refuses a line.
func refused(err error) bool {
	var own refusal
	return referee.IsRefusal(err) || errors.As(err, &own)
}
