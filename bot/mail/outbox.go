package mail

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"referee/bot/mail/incoming"
	"referee/bot/mail/kept"
	"referee/bot/mail/outgoing"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// mostTries is how often one mail is tried, for some two days: then it counts as come back.
const mostTries = 60

// post has a mail wait to be sent, and returns its Message-ID. What is about a match has the last
// decision that it tells.
func (d *Door) post(e *kept.Edit, p kept.Person, m outgoing.Mail, id match.ID, seq int) (string, error) {
	name, err := d.book.Draw(20)
	if err != nil {
		return "", err
	}
	m.From, m.To, m.Date, m.ID = d.From, p.Address, d.Now(), name+"@"+d.host
	m.Lang = cmp.Or(p.Lang, d.Language)
	if m.Unsubscribe == (outgoing.Unsubscribe{}) { // without a token it is asked back
		m.Unsubscribe = outgoing.Unsubscribe{Mail: d.From.Address, Subject: unsubscribe}
	}
	if d.Web != "" && p.Account != "" {
		token, err := e.OffToken(p)
		if err != nil {
			return "", err
		}
		m.Unsubscribe.Web = d.Web + OffPath + token
	}
	if d.Plus {
		m.Bounces = d.bounces(m.ID)
	}
	if err := m.Check(); err != nil {
		return "", fmt.Errorf("mail: to %s: %w", p.Account, err)
	}
	return m.ID, e.Wait(kept.Waiting{Mail: kept.LetterOf(m), Account: p.Account, Match: id, Seq: seq, Next: d.Now()})
}

// Run sends what waits until ctx ends, and sweeps once a day.
func (d *Door) Run(ctx context.Context) {
	var swept time.Time
	tick := time.NewTicker(d.Poll)
	defer tick.Stop()
	for {
		if err := d.Deliver(ctx); err != nil && ctx.Err() == nil {
			d.Log.Error("cannot send what waits for people who play by mail", "error", err)
		}
		if now := d.Now(); now.Sub(swept) >= kept.Day {
			swept = now
			if err := d.Sweep(ctx); err != nil && ctx.Err() == nil {
				d.Log.Error("cannot sweep what is kept of mails", "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-d.wake:
		case <-tick.C:
		}
	}
}

// Sweep deletes what nobody needs any more of what is kept.
func (d *Door) Sweep(ctx context.Context) error { return d.book.Sweep(ctx, d.ended) }

// Deliver makes mails of what the outbox holds for people who play by mail, and tries what waits and is
// due.
func (d *Door) Deliver(ctx context.Context) error {
	return errors.Join(d.gather(), d.sendAll(ctx))
}

// gather has mails wait for what the outbox holds.
func (d *Door) gather() error {
	places, err := d.Referee.Places()
	if err != nil {
		return err
	}
	var errs []error
	for _, place := range slices.Sorted(maps.Keys(places)) {
		account, ok := post.MailAccount(place)
		if !ok {
			account, ok = post.DMAccount(place) // who has mail alone gets there what others get in Discord
			ok = ok && Apart(account)
		}
		if ok {
			errs = append(errs, d.gatherAt(place, account))
		}
	}
	return errors.Join(errs...)
}

// gatherAt has one mail wait for each match of which something is new to an account, and takes what it
// tells out of the outbox. A post that was told already is only taken out.
func (d *Door) gatherAt(place, account string) error {
	d.book.Lock()
	defer d.book.Unlock()
	posts, err := d.Referee.Posts(place)
	if err != nil {
		return err
	}
	e := d.book.Edit()
	var p kept.Person
	known, err := e.Get(kept.OfPerson+account, &p)
	if err != nil {
		return err
	}
	// What was told before the process ended, and was not taken out yet, is not told again.
	var before []uint64
	if _, err := e.Get(kept.OfGathered+place, &before); err != nil {
		return err
	}
	fresh := slices.DeleteFunc(slices.Clone(posts), func(x post.Post) bool { return slices.Contains(before, x.No) })
	var stay map[uint64]bool
	if known { // before their matches, which ask
		if stay, err = d.tellLeagues(e, p, fresh); err != nil {
			return err
		}
	}
	told := map[match.ID]bool{}
	taken := slices.DeleteFunc(slices.Clone(before), func(no uint64) bool { // what could not be taken out more than once
		return !slices.ContainsFunc(posts, func(x post.Post) bool { return x.No == no })
	})
	still := len(taken)
	for _, x := range fresh {
		if !known {
			break // erased, or invited and not there yet
		}
		if err := d.tellPost(e, p, x, told); err != nil {
			return fmt.Errorf("mail: post %d for %s: %w", x.No, account, err)
		}
		if !stay[x.No] {
			taken = append(taken, x.No)
		}
	}
	if len(taken) > still {
		if err := e.Put(kept.OfGathered+place, account, taken); err != nil {
			return err
		}
	}
	if err := e.Store(); err != nil {
		return err
	}
	for _, x := range posts {
		if stay[x.No] {
			continue
		}
		if err := d.Referee.Posted(place, x); err != nil {
			return err
		}
	}
	return nil
}

// tellPost has a mail wait for a post, where it tells something new.
func (d *Door) tellPost(e *kept.Edit, p kept.Person, x post.Post, told map[match.ID]bool) error {
	id, seq := x.Match()
	call, isCall := x.What.(post.Call)
	if isCall {
		return d.call(e, p, call)
	}
	if k, is := x.What.(post.Judges); is {
		return d.tellCase(e, p, k)
	}
	if id == "" || told[id] {
		return nil
	}
	t, err := e.ThreadOf(p.Account, id)
	if err != nil || t.Seq >= seq {
		return err
	}
	s, err := d.Referee.Snapshot(id)
	if errors.Is(err, match.ErrUnknown) {
		return nil
	}
	if err != nil {
		return err
	}
	seat := s.Seat(p.Account)
	if seat == "" || !s.Match().Started() && !s.Match().Over() {
		return nil // a match that has not begun asks nobody anything
	}
	if t.Seq > 0 {
		if wants, err := wanted(s, seat); err != nil || !wants && !judged(s.Match(), t.Seq) {
			return err // the next mail tells it
		}
	}
	told[id] = true
	v := &visit{Door: d, e: e, p: p, t: kept.Token{Account: p.Account, Match: id, Seat: seat}, told: map[int]bool{}}
	return v.answer()
}

// wanted reports whether somebody is to hear of a match now: they are asked something, are offered something,
// or it is over. What else happens in the turn of the other side would be a mail for each order.
func wanted(s *referee.Snapshot, seat engine.Seat) (bool, error) {
	l, err := s.Look(engine.Viewer(seat))
	if err != nil {
		return false, err
	}
	asked := slices.ContainsFunc(l.Asks, func(a referee.Ask) bool { return a.Seat == seat })
	return asked || l.Ending != nil || l.Restored != nil || l.Offer != "" && l.Offerer != seat, nil
}

// call has a reminder or a digest wait, if it still has something to say.
func (d *Door) call(e *kept.Edit, p kept.Person, what post.Call) error {
	c, ok, err := d.Referee.Schedule().Called(what)
	if err != nil || !ok || p.Off {
		return err
	}
	if len(c.Waits) > 1 {
		return d.digest(e, p, c.Waits)
	}
	for _, w := range c.Waits {
		v, err := d.visitOf(e, p, w.Match)
		if err != nil {
			return err
		}
		v.why = reminder
		if err := v.answer(); err != nil {
			return err
		}
	}
	return nil
}

// reminder is said in the place of why a mail was refused: it is about none.
const reminder kept.Reason = "reminder"

// sendAll tries what waits, if any of it can be due.
func (d *Door) sendAll(ctx context.Context) error {
	if !d.book.Stirred.Swap(false) && d.Now().Before(d.due) {
		return nil
	}
	due, err := d.sendDue(ctx)
	if d.due = due; err != nil {
		d.book.Stirred.Store(true)
	}
	return err
}

// longest is the latest moment at which what waits is looked at, though nothing new has come.
const longest = time.Hour

// sendDue tries the mails that wait and are due, in their order, and counts as delivered what was taken
// and has not come back. After one that fails nothing else goes to the same person. It returns when the next of those is due that are not.
func (d *Door) sendDue(ctx context.Context) (due time.Time, err error) {
	failing := map[string]bool{}
	due = d.Now().Add(longest)
	after := ""
	for ctx.Err() == nil {
		names, bodies, err := d.Store.MailAfter(kept.OfWaiting, after, mostAtOnce)
		if err != nil || len(names) == 0 {
			return due, err
		}
		for i, no := range names {
			after = no
			var w kept.Waiting
			if err := json.Unmarshal(bodies[i], &w); err != nil {
				return due, fmt.Errorf("mail: read what waits as %s: %w", no, err)
			}
			early := d.Now().Before(w.Next)
			if early && w.Next.Before(due) {
				due = w.Next
			}
			if early || failing[w.Mail.To] && !w.Sent {
				failing[w.Mail.To] = failing[w.Mail.To] || early && !w.Sent && !w.Anew // the next would come before it
				continue
			}
			if w.Anew {
				err = d.anew(no, w)
			} else if w.Sent {
				err = d.settled(no, w)
			} else if err = d.send(ctx, no, w); err != nil {
				failing[w.Mail.To] = true
				d.Log.Warn("mail not sent, trying again", "account", w.Account, "error", err)
				err = nil
			}
			if err != nil {
				return due, err
			}
		}
	}
	return due, ctx.Err()
}

// mostAtOnce is how many mails are in memory at once, with their pictures.
const mostAtOnce = 50

// send tries one mail. An error says that it is tried again.
func (d *Door) send(ctx context.Context, no string, w kept.Waiting) error {
	failed := d.Send(ctx, w.Mail.Outgoing())
	if failed != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	d.book.Lock()
	defer d.book.Unlock()
	e := d.book.Edit()
	name := kept.OfWaiting + no
	switch {
	case failed == nil:
		w.Sent, w.At, w.Next = true, d.Now(), d.Now().Add(d.Settle)
		if err := e.Put(kept.OfSent+w.Mail.ID, w.Account, kept.Sent{Account: w.Account, Match: w.Match, Seq: w.Seq, No: no, At: w.At, To: kept.Hashed(kept.Folded(w.Mail.To))}); err != nil {
			return err
		}
		if w.Match == "" {
			e.Remove(name) // nobody waits for it
		} else {
			w.Mail.Blocks, w.Mail.Attachment = nil, nil // it is out
			if err := e.Put(name, w.Account, w); err != nil {
				return err
			}
		}
	case outgoing.Forever(failed) || w.Failed+1 >= mostTries:
		d.Log.Warn("mail cannot be sent", "account", w.Account, "error", failed)
		e.Remove(name)
		if err := d.lost(e, w.Account, kept.Hashed(kept.Folded(w.Mail.To)), w.Match, w.Seq, d.Now()); err != nil {
			return err
		}
		failed = nil
	default:
		w.Failed++
		w.Next = d.Now().Add(outgoing.Again(w.Failed))
		if err := e.Put(name, w.Account, w); err != nil {
			return err
		}
	}
	return errors.Join(failed, e.Store())
}

// settled counts a mail as delivered that has not come back.
func (d *Door) settled(no string, w kept.Waiting) error {
	d.book.Lock()
	defer d.book.Unlock()
	e := d.book.Edit()
	var now kept.Waiting
	there, err := e.Get(kept.OfWaiting+no, &now)
	if err != nil || !there {
		return err // it has come back meanwhile
	}
	if err := d.known(w, w.At); err != nil {
		return err
	}
	e.Remove(kept.OfWaiting + no)
	return e.Store()
}

// bounces is the address to which a mail of ours comes back: whoever did not get it does not know it.
func (d *Door) bounces(id string) string {
	name, _, _ := strings.Cut(id, "@")
	return outgoing.Plus(d.From.Address, "b-"+name)
}

// bounced notes that a mail of ours has come back: a delay changes nothing. Only what names a mail that we
// sent counts, and comes as such reports do: from no sender and, where there are such addresses, to the one of that mail.
func (d *Door) bounced(e *kept.Edit, m *incoming.Mail) error {
	if m.Bounce == nil || m.Bounce.Original == "" || !m.Bounce.Nobody {
		return nil
	}
	if to := d.bounces(m.Bounce.Original); d.Plus && !slices.ContainsFunc(slices.Concat(m.To, m.Delivered), func(a string) bool { return kept.Folded(a) == kept.Folded(to) }) {
		return nil
	}
	var s kept.Sent
	name := kept.OfSent + m.Bounce.Original
	if found, err := e.Get(name, &s); err != nil || !found {
		return err
	}
	if !slices.ContainsFunc(m.Bounce.Recipients, func(r incoming.Recipient) bool { return r.Outcome == incoming.Failed }) {
		return nil
	}
	e.Remove(name)
	e.Remove(kept.OfWaiting + s.No)
	return d.lost(e, s.Account, s.To, s.Match, s.Seq, s.At)
}

// mostBacks is how often in a match mails that come back stop the clock of who did not get them: whoever gets a mail can have
// it come back.
const mostBacks = 1

// lost notes that a mail that went out at a moment did not reach somebody: the first time in a match their clock stands until
// another does, and then it runs on. to is the hash of the address that it went to, "": it is not known; one that they have left
// since says nothing of them.
func (d *Door) lost(e *kept.Edit, account, to string, id match.ID, seq int, at time.Time) error {
	var p kept.Person
	if found, err := e.Get(kept.OfPerson+account, &p); err != nil || !found {
		return err
	}
	if to != "" && to != kept.Hashed(kept.Folded(p.Address)) {
		return nil
	}
	p.Lost++
	d.Log.Warn("mail came back", "account", account, "match", id, "times", p.Lost)
	if err := e.PutPerson(p); err != nil || id == "" {
		return err
	}
	t, err := e.ThreadOf(account, id)
	if err != nil {
		return err
	}
	if t.Seq <= seq { // what it told is to be told again
		t.Seq = min(t.Seq, max(0, seq-1))
	}
	if now := d.Now(); !at.Before(t.Back) {
		t.Backs, t.Back = t.Backs+1, now
	}
	switch {
	case t.Lost == kept.Reached:
		t.Lost = kept.CameBack
		err = e.Wait(kept.Waiting{Account: account, Match: id, Seq: seq, Next: d.Now().Add(kept.Day), Anew: true})
	case t.Lost == kept.SentOnce && !at.Before(t.At): // none from before comes back late
		t.Lost = kept.Given
		err = d.tellLost(e, p, id)
	}
	if err = errors.Join(err, e.PutThread(account, id, t)); err != nil {
		return err
	}
	if t.Backs <= mostBacks {
		err = d.Referee.Schedule().Lost(account, id, seq)
	} else if err = d.Referee.Schedule().Delivered(post.DMPlace(account), id, seq, d.Now()); referee.IsRefusal(err) {
		err = nil
	}
	if errors.Is(err, match.ErrUnknown) {
		return nil
	}
	return err
}

// anew writes once more to somebody to whom a mail about a match came back a day ago: how it stands now,
// if they still have something to hear.
func (d *Door) anew(no string, w kept.Waiting) error {
	d.book.Lock()
	defer d.book.Unlock()
	e := d.book.Edit()
	e.Remove(kept.OfWaiting + no)
	var p kept.Person
	known, err := e.Get(kept.OfPerson+w.Account, &p)
	if err != nil {
		return err
	}
	t, err := e.ThreadOf(w.Account, w.Match)
	if err != nil {
		return err
	}
	if known && t.Lost == kept.CameBack {
		if err := d.tellAnew(e, p, w.Match); err != nil {
			return err
		}
	}
	return e.Store()
}

func (d *Door) tellAnew(e *kept.Edit, p kept.Person, id match.ID) error {
	s, err := d.Referee.Snapshot(id)
	if errors.Is(err, match.ErrUnknown) {
		return nil
	}
	if err != nil {
		return err
	}
	told := false
	if seat := s.Seat(p.Account); seat != "" {
		if told, err = wanted(s, seat); err != nil {
			return err
		}
		if told {
			v := &visit{Door: d, e: e, p: p, t: kept.Token{Account: p.Account, Match: id, Seat: seat}, told: map[int]bool{}}
			if err := v.answer(); err != nil {
				return err
			}
		}
	}
	t, err := e.ThreadOf(p.Account, id)
	if err != nil {
		return err
	}
	if t.Lost = kept.Reached; told {
		t.Lost = kept.SentOnce
	}
	return e.PutThread(p.Account, id, t)
}

// tellLost tells the other players of a match that mails to somebody come back: by mail, and where it is played.
func (d *Door) tellLost(e *kept.Edit, lost kept.Person, id match.ID) error {
	s, err := d.Referee.Snapshot(id)
	if errors.Is(err, match.ErrUnknown) {
		return nil
	}
	if err != nil {
		return err
	}
	l, err := s.Look(engine.Spectator)
	if err != nil {
		return err
	}
	said := engine.Say("mail.come-back", engine.Text("name", d.called(lost)))
	told := map[string]bool{lost.Account: true}
	for _, x := range l.Sitting {
		var p kept.Person
		if told[x.Account] {
			continue
		}
		told[x.Account] = true
		if known, err := e.Get(kept.OfPerson+x.Account, &p); err != nil {
			return err
		} else if !known {
			continue
		}
		v := &visit{Door: d, e: e, p: p, t: kept.Token{Account: p.Account, Match: id, Seat: x.Seat}, told: map[int]bool{}, first: []engine.Msg{said}}
		if err := v.answer(); err != nil {
			return err
		}
	}
	known, err := d.Referee.Summary(id)
	if err != nil || known.Place == "" {
		return err
	}
	// It names nobody: what a mail says of its author might be read as more than a name there.
	in, err := post.Intent(known.Place, post.Notice{Said: engine.Say("referee.mails-come-back", engine.Text("match", string(id)))})
	if err != nil {
		return err
	}
	return d.Store.Tell("mail lost", []byte(id), []match.Intent{in})
}
