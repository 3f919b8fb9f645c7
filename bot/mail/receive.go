package mail

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"referee/bot/mail/delivery"
	"referee/bot/mail/incoming"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
	"referee/bot/schedule"
	"referee/bot/visible"
	"referee/engine"
)

// Receive takes in a mail. Without an error all that came of it is stored: what it did, that it was
// done, and the answer, which waits to be sent. With one it is to be handed over again; what was done of
// it is not done again. whole is false where octets are the header of a mail that is too large.
func (d *Door) Receive(ctx context.Context, octets []byte, whole bool) error {
	m, err := incoming.Read(bytes.NewReader(octets), d.Limits, d.Incoming)
	var refusal *incoming.Refusal
	if err != nil && !errors.As(err, &refusal) {
		return err
	}
	if !whole && refusal == nil {
		refusal = &incoming.Refusal{Reason: incoming.TooLarge}
	}
	m.Key = cmp.Or(m.Key, state.Hashed(string(octets)))
	// A Message-ID is what its author writes: another's may be the same.
	m.Key += " " + state.Folded(m.From.Address)
	// What has begun is done, though the process ends.
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), d.Within)
	defer stop()
	return d.woken(d.book.Change(ctx, func(e *state.Edit) error {
		if done, err := e.Get(state.OfHandled+state.Hashed(m.Key), new(time.Time)); done || err != nil {
			return err
		}
		if err := (&request{door: d, edit: e, mail: m}).take(refusal); err != nil {
			return err
		}
		return e.Put(state.OfHandled+state.Hashed(m.Key), "", d.Now())
	}))
}

// woken has mails sent that were stored without an error.
func (d *Door) woken(err error) error {
	if err != nil {
		return err
	}
	select {
	case d.wake <- struct{}{}:
	default:
	}
	return nil
}

// take does what a mail of its kind leads to.
func (r *request) take(refusal *incoming.Refusal) (err error) {
	m := r.mail
	person, known, err := r.edit.PersonOf(m.From.Address)
	if r.person = person; !known {
		r.person.Lang = r.door.Language
	}
	switch {
	case err != nil:
		return err
	case refusal != nil && known && (m.Kind == 0 || m.Kind == incoming.Person):
		r.door.Log.Info("mail refused", "account", person.Account, "reason", refusal.Reason.String())
		return r.refuse(large)
	case refusal != nil:
		return nil
	case m.Kind == incoming.Bounced:
		return r.door.delivery.Bounced(r.edit, m)
	case m.Kind != incoming.Person:
		return nil // nobody waits for an answer, and one might be answered
	case !outgoing.ValidAddress(m.From.Address):
		r.door.Log.Info("mail passed over, as its author has no address that is written to")
		return nil // with an error it would be handed over for ever, and nothing behind it
	}
	if done, err := r.confirm(); done || err != nil {
		return err
	}
	found, err := r.findToken()
	switch {
	case err != nil:
		return err
	case found:
		return r.answered()
	case known:
		return r.unasked()
	}
	return r.stranger()
}

var inSubject = regexp.MustCompile(`(?i)\[[^\[\]]*?\b([0-9a-z]{24})\]`)

// findToken finds the token of the mail: in the address that it came to, or in its subject.
func (r *request) findToken() (found bool, err error) {
	own, host, _ := strings.Cut(state.Folded(r.door.From.Address), "@")
	var names []string
	for _, to := range slices.Concat(r.mail.To, r.mail.Delivered) {
		tag, at, _ := strings.Cut(state.Folded(to), "@")
		if tag, plus := strings.CutPrefix(tag, own+"+"); plus && at == host {
			names = append(names, tag)
		}
	}
	for _, in := range inSubject.FindAllStringSubmatch(strings.Join(strings.Fields(r.mail.Subject), " "), -1) {
		names = append(names, strings.ToLower(in[1]))
	}
	for _, name := range names {
		if len(name) != state.TokenLetters {
			continue
		}
		if found, err = r.edit.Get(state.OfToken+name, &r.token); found || err != nil {
			r.name = name
			return found, err
		}
	}
	return false, nil
}

// others reports whether a mail went to anybody but us and its author.
func (d *Door) others(m *incoming.Mail) bool {
	return slices.ContainsFunc(m.To, func(to string) bool { return !d.ours(to) && state.Folded(to) != state.Folded(m.From.Address) })
}

// ours reports whether mails to an address come to us.
func (d *Door) ours(address string) bool {
	name, at, _ := strings.Cut(state.Folded(address), "@")
	name, _, _ = strings.Cut(name, "+")
	return name+"@"+at == state.Folded(d.From.Address)
}

// answered obeys an answer to a mail of ours, if nothing is against it.
func (r *request) answered() error {
	m, t := r.mail, r.token
	if known, err := r.edit.Get(state.OfPerson+t.Account, &r.person); err != nil || !known {
		return err // erased meanwhile
	}
	void := func(why state.Reason) error {
		if t.Void != "" {
			return nil
		}
		return r.edit.Void(r.name, t, why)
	}
	switch {
	case state.Folded(m.From.Address) != state.Folded(r.person.Address):
		if t.Void != "" {
			return nil // it was told already
		}
		// Who answers from elsewhere has the token: it is worth nothing any more.
		if err := void(shared); err != nil {
			return err
		}
		r.mail = nil // somebody else has written it
		return r.again(elsewhere)
	case unsubscribes(m) && (t.Void == shared || m.Verdict.DMARC == incoming.Fail):
		return r.unasked()
	case unsubscribes(m):
		return r.off()
	case r.door.others(m):
		if err := void(shared); err != nil {
			return err
		}
		return r.again(shared)
	case t.Void != "":
		return r.again(t.Void)
	}
	if why := doubted(m); why != "" {
		return r.again(why)
	}
	if m.Verdict.DMARC == incoming.Fail || !r.door.fresh(m) {
		return r.hold(state.Pending{Token: r.name})
	}
	return r.obey()
}

// doubted is why nothing in a mail can be obeyed; "": it can.
func doubted(m *incoming.Mail) state.Reason {
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
	spent     state.Reason = "spent"     // the mail that it answers was answered before
	shared    state.Reason = "shared"    // somebody else has seen the token
	stale     state.Reason = "stale"     // what it answers is no longer asked
	unknown   state.Reason = "unknown"   // there is no such token, or none at all
	elsewhere state.Reason = "elsewhere" // from another address
	cut       state.Reason = "broken"
	disagrees state.Reason = "disagree"
	wrapped   state.Reason = "wrapped"
	large     state.Reason = "large"
	parted    state.Reason = "parted" // the seat is another's
	bound     state.Reason = "bound"  // the address has an account
)

// mostAge is how old a mail may be that is obeyed at once: while it is younger, its key is kept if it came
// before. It leaves a month for clocks of writers that go wrong.
const mostAge = 60 * state.Day

// fresh reports whether a mail says that it was written lately. One that does not may have been taken in so
// long ago that nobody remembers it: it waits for a code.
func (d *Door) fresh(m *incoming.Mail) bool {
	age := d.Now().Sub(m.Date)
	return -state.Day <= age && age <= mostAge
}

// unasked answers somebody whom we know who answers no mail of ours: whoever forges their address can
// do so too.
func (r *request) unasked() error {
	if why := doubted(r.mail); why != "" {
		return r.refuse(why)
	}
	if unsubscribes(r.mail) {
		if r.door.fresh(r.mail) && r.mail.Verdict.DMARC == incoming.Pass {
			return r.off()
		}
		r.mail.Lines = []string{delivery.Unsubscribe} // a line says the same
	}
	plan := r.door.none.Read(r.mail.Lines, r.person.Lang)
	if !slices.ContainsFunc(plan.Steps, func(s lines.Step) bool { return s.Kind == lines.Account || aboutClubs(s) }) {
		return r.lostSight()
	}
	if r.mail.File != nil {
		return r.refuse(both)
	}
	if r.mail.Verdict.DMARC == incoming.Pass && r.door.fresh(r.mail) {
		return r.obeyAccount()
	}
	return r.hold(state.Pending{})
}

// lostSight answers somebody whom we know with the matches that wait for them: a mail that they should have answered may
// never have come. Whoever forges their address has no mails sent to them, beside the refusal.
func (r *request) lostSight() error {
	var waits []schedule.Wait
	if r.mail.Verdict.DMARC == incoming.Pass {
		var err error
		if waits, err = r.door.Referee.Schedule.Waiting(r.edit.Context(), r.person.Account); err != nil {
			return err
		}
	}
	if len(waits) == 0 {
		return r.refuse(unknown)
	}
	for _, w := range waits {
		h, err := r.newsOf(w.Match)
		if err != nil {
			return err
		}
		h.mail, h.reply.why = r.mail, unknown
		if err := h.answer(); err != nil {
			return err
		}
		r.person = h.person
	}
	return nil
}

func unsubscribes(m *incoming.Mail) bool {
	words := strings.Fields(m.Subject)
	return len(words) > 0 && len(words) < 3 && strings.EqualFold(words[0], delivery.Unsubscribe)
}

// off switches somebody's reminders off.
func (r *request) off() error {
	r.person.Off = true
	if err := r.edit.PutPerson(r.person); err != nil {
		return err
	}
	return r.notify(engine.Say("mail.off"))
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
	return fmt.Sprintf("mail:%s/%d.%d", state.Hashed(mailKey), step+1, part)
}
