package mailtest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-smtp"
)

// Faults are what goes wrong with mails. Without one nothing does.
type Faults struct {
	From func(from string) error     // refuses a sender, by a [Refusal]
	To   func(from, to string) error // refuses a recipient, by a [Refusal]
	Mail func(Envelope) Fate         // is asked of every mail once it is here
}

// Refusal is an answer to a command of SMTP, such as Refusal(451, "4.7.1 greylisted").
func Refusal(code int, said string) error {
	e := &smtp.SMTPError{Code: code, EnhancedCode: smtp.NoEnhancedCode, Message: said}
	var c smtp.EnhancedCode
	if n, _ := fmt.Sscanf(said, "%d.%d.%d ", &c[0], &c[1], &c[2]); n == 3 {
		_, e.Message, _ = strings.Cut(said, " ")
		e.EnhancedCode = c
	}
	return e
}

// Fate is what becomes of a mail.
type Fate struct {
	Refuse error  // it is not taken; a [Refusal]
	Cut    bool   // it is taken, and the connection breaks before that is said
	Lose   bool   // it is taken and never arrives
	Double bool   // it arrives twice
	Hold   bool   // it waits for [Post.Release]
	Bounce string // it is taken and comes back, with this status: "5.1.1"
	DMARC  string // what is said of its author; "": pass where they have logged in, else fail
}

// SetFaults has things go wrong from now on.
func (p *Post) SetFaults(f Faults) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.faults = f
}

// Accept takes a mail in as it would be by SMTP, the recipient included. The error is that of the answer.
func (p *Post) Accept(e Envelope) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.recipient(e.From, e.To); err != nil {
		return err
	}
	_, err := p.accept(e)
	return err
}

// recipient says whether mail for an address is taken, with the lock held.
func (p *Post) recipient(from, to string) error {
	if p.faults.To != nil {
		if err := p.faults.To(from, to); err != nil {
			return err
		}
	}
	if p.local(to) && p.whose(to) == nil {
		return Refusal(550, "5.1.1 nobody has this address")
	}
	return nil
}

// accept decides what becomes of a mail, with the lock held. cut is whether the connection is to break.
func (p *Post) accept(e Envelope) (cut bool, err error) {
	var fate Fate
	if p.faults.Mail != nil {
		fate = p.faults.Mail(e)
	}
	if fate.Refuse != nil {
		return false, fate.Refuse
	}
	p.sent = append(p.sent, e)
	defer p.tell()
	switch {
	case fate.Lose:
	case fate.Hold:
		e.Bytes = p.traced(e, fate)
		p.held = append(p.held, e)
	case fate.Bounce != "" || p.whose(e.To) == nil:
		return fate.Cut, p.bounce(e, cmp.Or(fate.Bounce, "5.1.2"))
	default:
		octets := p.traced(e, fate)
		if fate.Double {
			err = p.put(e.To, octets)
		}
		return fate.Cut, errors.Join(err, p.put(e.To, octets))
	}
	return fate.Cut, nil
}

// Sent are all mails that were taken, in the order in which they were, lost and held ones too.
func (p *Post) Sent() []Envelope {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.sent)
}

// Release delivers mails that are held, by their numbers in the order in which they came, from 0; without any, all. The others
// stay held.
func (p *Post) Release(numbers ...int) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(numbers) == 0 {
		for i := range p.held {
			numbers = append(numbers, i)
		}
	}
	for _, n := range numbers {
		if err := p.put(p.held[n].To, p.held[n].Bytes); err != nil {
			return err
		}
	}
	var rest []Envelope
	for i, e := range p.held {
		if !slices.Contains(numbers, i) {
			rest = append(rest, e)
		}
	}
	p.held = rest
	return nil
}

// traced is a mail with the fields that the server that takes it in puts above it.
func (p *Post) traced(e Envelope, fate Fate) []byte {
	author := ""
	if m, err := mail.ReadMessage(bytes.NewReader(e.Bytes)); err == nil {
		if a, err := mail.ParseAddress(m.Header.Get("From")); err == nil {
			author = a.Address
		}
	}
	verdict := fate.DMARC
	if verdict == "" {
		verdict = "fail"
		if e.User != "" && strings.EqualFold(e.User, author) {
			verdict = "pass"
		}
	}
	_, host, _ := strings.Cut(author, "@")
	var b bytes.Buffer
	fmt.Fprintf(&b, "Return-Path: <%s>\r\nDelivered-To: %s\r\n", e.From, e.To)
	fmt.Fprintf(&b, "Authentication-Results: %s;\r\n\tspf=%s smtp.mailfrom=%s;\r\n\tdmarc=%s header.from=%s\r\n", p.options.Name, verdict, e.From, verdict, host)
	fmt.Fprintf(&b, "Received: from client.test ([127.0.0.1])\r\n\tby %s with ESMTP id %d\r\n\tfor <%s>; %s\r\n",
		p.options.Name, len(p.sent), e.To, p.options.Now().Format(time.RFC1123Z))
	return append(b.Bytes(), e.Bytes...)
}

// bounce delivers the report that a mail was not delivered (RFC 3464), to where it is to come back to; a report of a report
// nobody gets.
func (p *Post) bounce(e Envelope, status string) error {
	if e.From == "" || p.whose(e.From) == nil {
		return nil
	}
	header, _, _ := bytes.Cut(e.Bytes, []byte("\r\n\r\n"))
	now := p.options.Now().Format(time.RFC1123Z)
	var b bytes.Buffer
	fmt.Fprintf(&b, "Return-Path: <>\r\nDelivered-To: %s\r\nReceived: by %s id %d; %s\r\n", e.From, p.options.Name, len(p.sent), now)
	fmt.Fprintf(&b, "Date: %s\r\nFrom: Mail Delivery System <MAILER-DAEMON@%s>\r\nTo: %s\r\nSubject: Undelivered Mail Returned to Sender\r\n"+
		"Auto-Submitted: auto-replied\r\nMessage-ID: <bounce.%d@%s>\r\nMIME-Version: 1.0\r\n"+
		"Content-Type: multipart/report; report-type=delivery-status; boundary=\"=_report\"\r\n\r\n",
		now, p.options.Name, e.From, len(p.sent), p.options.Name)
	fmt.Fprintf(&b, "--=_report\r\nContent-Type: text/plain; charset=us-ascii\r\n\r\nYour mail to %s could not be delivered.\r\n\r\n", e.To)
	fmt.Fprintf(&b, "--=_report\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; %s\r\nArrival-Date: %s\r\n\r\n"+
		"Final-Recipient: rfc822; %s\r\nAction: failed\r\nStatus: %s\r\nDiagnostic-Code: smtp; 550 %s\r\n\r\n", p.options.Name, now, e.To, status, status)
	fmt.Fprintf(&b, "--=_report\r\nContent-Type: text/rfc822-headers\r\n\r\n%s\r\n\r\n--=_report--\r\n", header)
	return p.put(e.From, b.Bytes())
}
