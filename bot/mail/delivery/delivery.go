package delivery

import (
	"cmp"
	"context"
	"fmt"
	"net/mail"
	"time"

	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
	"referee/bot/schedule"
	"referee/engine/match"
)

// Delivery sends the emails of a door.
type Delivery struct {
	Book     *state.Book
	Schedule *schedule.Schedule // is told what has come, and what has not
	// Send hands a mail to a mail server.
	Send func(ctx context.Context, m outgoing.Mail) error
	From mail.Address
	Host string // of From
	Plus bool   // mails to name+anything come to name
	// OffPage is where pages begin that switch reminders off; "": there are none.
	OffPage  string
	Language string        // of who has chosen none
	Settle   time.Duration // after which a mail counts as delivered that was taken
	// Anew has a mail wait, if somebody still has something to hear of a match of which one came back.
	Anew func(e *state.Edit, p state.Person, id match.ID) error
	// Lost tells the others of a match that mails to somebody come back.
	Lost func(e *state.Edit, p state.Person, id match.ID) error

	due time.Time // nothing is before it, but what is new
}

// Unsubscribe is the subject of the mail by which programs stop what was not asked for; a token may stand behind it.
const Unsubscribe = "unsubscribe"

// Post has a mail wait to be sent, and returns its Message-ID. What is about a match has the last
// decision that it tells.
func (d *Delivery) Post(e *state.Edit, p state.Person, m outgoing.Mail, id match.ID, seq int) (string, error) {
	name, err := d.Book.Draw(20)
	if err != nil {
		return "", err
	}
	m.From, m.To, m.Date, m.ID = d.From, p.Address, d.Book.Now(), name+"@"+d.Host
	m.Lang = cmp.Or(p.Lang, d.Language)
	if m.Unsubscribe == (outgoing.Unsubscribe{}) { // without a token it is asked back
		m.Unsubscribe = outgoing.Unsubscribe{Mail: d.From.Address, Subject: Unsubscribe}
	}
	if d.OffPage != "" && p.Account != "" {
		token, err := e.OffToken(p)
		if err != nil {
			return "", err
		}
		m.Unsubscribe.Web = d.OffPage + token
	}
	if d.Plus {
		m.Bounces = d.bounces(m.ID)
	}
	if err := m.Check(); err != nil {
		return "", fmt.Errorf("mail: to %s: %w", p.Account, err)
	}
	return m.ID, e.Wait(state.Waiting{Mail: state.LetterOf(m), Account: p.Account, Match: id, Seq: seq, Next: d.Book.Now()})
}
