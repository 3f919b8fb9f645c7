package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"referee/bot/mail/delivery"
	"referee/bot/mail/incoming"
	"referee/bot/mail/kept"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/schedule"
	"referee/bot/visible"
	"referee/engine"
)

// Receive takes in a mail. Without an error all that came of it is stored: what it did, that it was
// done, and the answer, which waits to be sent. With one it is to be handed over again; what was done of
// it is not done again. whole is false where octets are the header of a mail that is too large.
func (d *Door) Receive(_ context.Context, octets []byte, whole bool) error {
	m, err := incoming.Read(bytes.NewReader(octets), d.Limits, d.Incoming)
	var refusal *incoming.Refusal
	if err != nil && !errors.As(err, &refusal) {
		return err
	}
	if !whole && refusal == nil {
		refusal = &incoming.Refusal{Reason: incoming.TooLarge}
	}
	if m.Key == "" {
		m.Key = kept.Hashed(string(octets))
	}
	m.Key += " " + kept.Folded(m.From.Address) // a Message-ID is what its author writes: another's may be the same
	d.book.Lock()
	defer d.book.Unlock()
	e := d.book.Edit()
	if done, err := e.Handled(m.Key); done || err != nil {
		return err
	}
	if err := d.take(e, m, refusal); err != nil {
		return err
	}
	if err := e.Put(kept.OfHandled+kept.Hashed(m.Key), "", d.Now()); err != nil {
		return err
	}
	if err := e.Store(); err != nil {
		return err
	}
	d.wakeUp()
	return nil
}

// take does what a mail of its kind leads to.
func (d *Door) take(e *kept.Edit, m *incoming.Mail, refusal *incoming.Refusal) error {
	switch {
	case refusal != nil:
		return d.answerUnreadable(e, m, refusal)
	case m.Kind == incoming.Bounced:
		return d.delivery.Bounced(e, m)
	case m.Kind != incoming.Person:
		return nil // nobody waits for an answer, and one might be answered
	case !outgoing.ValidAddress(m.From.Address):
		d.Log.Info("mail passed over, as its author has no address that is written to")
		return nil // with an error it would be handed over for ever, and nothing behind it
	}
	p, known, err := e.PersonOf(m.From.Address)
	if err != nil {
		return err
	}
	lang := d.Language
	if known {
		lang = p.Lang
	}
	if done, err := d.confirm(e, m, p, lang); done || err != nil {
		return err
	}
	tok, name, found, err := d.tokenIn(e, m)
	switch {
	case err != nil:
		return err
	case found:
		return d.answered(e, m, name, tok)
	case known:
		return d.unasked(e, m, p)
	}
	return d.stranger(e, m)
}

// answerUnreadable answers a mail that is too large or cannot be read, if somebody whom we know has sent it.
func (d *Door) answerUnreadable(e *kept.Edit, m *incoming.Mail, refusal *incoming.Refusal) error {
	p, known, err := e.PersonOf(m.From.Address)
	if err != nil || !known || m.Kind != 0 && m.Kind != incoming.Person {
		return err
	}
	d.Log.Info("mail refused", "account", p.Account, "reason", refusal.Reason.String())
	return d.refuse(e, m, p, large)
}

var inSubject = regexp.MustCompile(`(?i)\[[^\[\]]*?\b([0-9a-z]{24})\]`)

// tokenIn finds the token of a mail: in the address that it came to, or in its subject.
func (d *Door) tokenIn(e *kept.Edit, m *incoming.Mail) (t kept.Token, name string, found bool, err error) {
	own, host, _ := strings.Cut(kept.Folded(d.From.Address), "@")
	var names []string
	for _, to := range slices.Concat(m.To, m.Delivered) {
		tag, at, _ := strings.Cut(kept.Folded(to), "@")
		if tag, plus := strings.CutPrefix(tag, own+"+"); plus && at == host {
			names = append(names, tag)
		}
	}
	for _, in := range inSubject.FindAllStringSubmatch(strings.Join(strings.Fields(m.Subject), " "), -1) {
		names = append(names, strings.ToLower(in[1]))
	}
	for _, name := range names {
		if len(name) != kept.TokenLetters {
			continue
		}
		if found, err = e.Get(kept.OfToken+name, &t); found || err != nil {
			return t, name, found, err
		}
	}
	if len(names) > 0 {
		return kept.Token{Void: unknown}, "", false, nil
	}
	return kept.Token{}, "", false, nil
}

// others reports whether a mail went to anybody but us and its author.
func (d *Door) others(m *incoming.Mail) bool {
	return slices.ContainsFunc(m.To, func(to string) bool { return !d.ours(to) && kept.Folded(to) != kept.Folded(m.From.Address) })
}

// ours reports whether mails to an address come to us.
func (d *Door) ours(address string) bool {
	name, at, _ := strings.Cut(kept.Folded(address), "@")
	name, _, _ = strings.Cut(name, "+")
	return name+"@"+at == kept.Folded(d.From.Address)
}

// answered obeys an answer to a mail of ours, if nothing is against it.
func (d *Door) answered(e *kept.Edit, m *incoming.Mail, name string, t kept.Token) error {
	var p kept.Person
	if known, err := e.Get(kept.OfPerson+t.Account, &p); err != nil || !known {
		return err // erased meanwhile
	}
	void := func(why kept.Reason) error {
		if t.Void != "" {
			return nil
		}
		return e.Void(name, t, why)
	}
	switch {
	case kept.Folded(m.From.Address) != kept.Folded(p.Address):
		if t.Void != "" {
			return nil // it was told already
		}
		// Who answers from elsewhere has the token: it is worth nothing any more.
		if err := void(shared); err != nil {
			return err
		}
		return d.again(e, nil, p, t, elsewhere)
	case unsubscribes(m) && (t.Void == shared || m.Verdict.DMARC == incoming.Fail):
		return d.unasked(e, m, p)
	case unsubscribes(m):
		return d.off(e, m, p)
	case d.others(m):
		if err := void(shared); err != nil {
			return err
		}
		return d.again(e, m, p, t, shared)
	case t.Void != "":
		return d.again(e, m, p, t, t.Void)
	}
	if why := doubted(m); why != "" {
		return d.again(e, m, p, t, why)
	}
	if m.Verdict.DMARC == incoming.Fail || !d.fresh(m) {
		return d.hold(e, m, p, kept.Pending{Token: name})
	}
	return d.obey(e, m, p, name, t)
}

// doubted is why nothing in a mail can be obeyed; "": it can.
func doubted(m *incoming.Mail) kept.Reason {
	switch m.Doubt {
	case incoming.NoDoubt:
		return ""
	case incoming.Disagree:
		return disagrees
	case incoming.Encrypted, incoming.Wrapped:
		return wrapped
	case incoming.ManyFiles, incoming.LargeFile:
		return files
	default: // it was cut off
		return cut
	}
}

// Why a mail moves nothing.
const (
	spent     kept.Reason = "spent"     // the mail that it answers was answered before
	shared    kept.Reason = "shared"    // somebody else has seen the token
	stale     kept.Reason = "stale"     // what it answers is no longer asked
	unknown   kept.Reason = "unknown"   // there is no such token, or none at all
	elsewhere kept.Reason = "elsewhere" // from another address
	cut       kept.Reason = "broken"
	disagrees kept.Reason = "disagree"
	wrapped   kept.Reason = "wrapped"
	large     kept.Reason = "large"
	parted    kept.Reason = "parted" // the seat is another's
	bound     kept.Reason = "bound"  // the address has an account
)

// mostAge is how old a mail may be that is obeyed at once: while it is younger, its key is kept if it came
// before. It leaves a month for clocks of writers that go wrong.
const mostAge = 60 * kept.Day

// fresh reports whether a mail says that it was written lately. One that does not may have been taken in so
// long ago that nobody remembers it: it waits for a code.
func (d *Door) fresh(m *incoming.Mail) bool {
	age := d.Now().Sub(m.Date)
	return -kept.Day <= age && age <= mostAge
}

// unasked answers somebody whom we know who answers no mail of ours: whoever forges their address can
// do so too.
func (d *Door) unasked(e *kept.Edit, m *incoming.Mail, p kept.Person) error {
	if why := doubted(m); why != "" {
		return d.refuse(e, m, p, why)
	}
	if unsubscribes(m) {
		if d.fresh(m) && m.Verdict.DMARC == incoming.Pass {
			return d.off(e, m, p)
		}
		m.Lines = []string{delivery.Unsubscribe} // a line says the same
	}
	plan := d.none.Read(m.Lines, p.Lang)
	if !slices.ContainsFunc(plan.Steps, func(s lines.Step) bool { return s.Kind == lines.Account || aboutClubs(s) }) {
		return d.lostSight(e, m, p)
	}
	if m.File != nil {
		return d.refuse(e, m, p, both)
	}
	if m.Verdict.DMARC == incoming.Pass && d.fresh(m) {
		return d.obeyAccount(e, m, p)
	}
	return d.hold(e, m, p, kept.Pending{})
}

// lostSight answers somebody whom we know with the matches that wait for them: a mail that they should have answered may
// never have come. Whoever forges their address has no mails sent to them, beside the refusal.
func (d *Door) lostSight(e *kept.Edit, m *incoming.Mail, p kept.Person) error {
	var waits []schedule.Wait
	if m.Verdict.DMARC == incoming.Pass {
		var err error
		if waits, err = d.Referee.Schedule.Waiting(p.Account); err != nil {
			return err
		}
	}
	if len(waits) == 0 {
		return d.refuse(e, m, p, unknown)
	}
	for _, w := range waits {
		v, err := d.visitOf(e, p, w.Match)
		if err != nil {
			return err
		}
		v.m, v.why = m, unknown
		if err := v.answer(); err != nil {
			return err
		}
		p = v.p
	}
	return nil
}

func unsubscribes(m *incoming.Mail) bool {
	words := strings.Fields(m.Subject)
	return len(words) > 0 && len(words) < 3 && strings.EqualFold(words[0], delivery.Unsubscribe)
}

// off switches somebody's reminders off.
func (d *Door) off(e *kept.Edit, m *incoming.Mail, p kept.Person) error {
	p.Off = true
	if err := e.PutPerson(p); err != nil {
		return err
	}
	return d.saying(e, m, p, engine.Say("mail.off"))
}

// nameOf is how somebody who writes is called: as they write themselves, in a few letters.
func nameOf(m *incoming.Mail) string {
	name := []rune(strings.TrimSpace(visible.Line(m.From.Name)))
	if len(name) > 40 {
		name = name[:40]
	}
	if strings.Contains(string(name), "@") {
		return ""
	}
	return strings.TrimSpace(string(name))
}

// commandKey is the key of what a line of a mail does, as all keys of commands are: it names the mail.
func commandKey(mailKey string, step, part int) string {
	return fmt.Sprintf("mail:%s/%d.%d", kept.Hashed(mailKey), step+1, part)
}
