package mail

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"referee/bot/mail/state"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// Run sends what waits until ctx ends, and sweeps once a day.
func (d *Door) Run(ctx context.Context) {
	var swept time.Time
	tick := time.NewTicker(d.Poll)
	defer tick.Stop()
	for {
		if err := d.Deliver(ctx); err != nil && ctx.Err() == nil {
			d.Log.Error("cannot send what waits for people who play by mail", "error", err)
		}
		if now := d.Now(); now.Sub(swept) >= state.Day {
			swept = now
			if err := d.Sweep(ctx); err != nil && ctx.Err() == nil {
				d.Log.Error("cannot delete old email data", "error", err)
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
	return errors.Join(d.gather(ctx), d.delivery.Deliver(ctx))
}

// gather has mails wait for what the outbox holds.
func (d *Door) gather(ctx context.Context) error {
	places, err := d.Referee.Outbox.Places(ctx)
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
			errs = append(errs, d.gatherAt(ctx, place, account))
		}
	}
	return errors.Join(errs...)
}

// gatherAt has one mail wait for each match of which something is new to an account, and takes what it
// tells out of the outbox. A post that was told already is only taken out.
func (d *Door) gatherAt(ctx context.Context, place, account string) error {
	posts, err := d.Referee.Outbox.Posts(ctx, place)
	if err != nil {
		return err
	}
	var stay map[uint64]bool
	err = d.book.Change(ctx, func(e *state.Edit) error {
		stay, err = (&request{door: d, edit: e}).tell(posts, place, account)
		return err
	})
	if err != nil {
		return err
	}
	for _, x := range posts {
		if stay[x.No] {
			continue
		}
		if err := d.Referee.Outbox.Posted(ctx, place, x); err != nil {
			return err
		}
	}
	return nil
}

// tell has mails wait for posts to an account, and says which posts stay in the outbox.
func (r *request) tell(posts []post.Post, place, account string) (stay map[uint64]bool, err error) {
	known, err := r.edit.Get(state.OfPerson+account, &r.person)
	if err != nil {
		return nil, err
	}
	// What was told before the process ended, and was not taken out yet, is not told again.
	var before []uint64
	if _, err := r.edit.Get(state.OfGathered+place, &before); err != nil {
		return nil, err
	}
	fresh := slices.DeleteFunc(slices.Clone(posts), func(x post.Post) bool { return slices.Contains(before, x.No) })
	if known { // before their matches, which ask
		if stay, err = r.tellLeagues(fresh); err != nil {
			return nil, err
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
		if err := r.tellPost(x, told); err != nil {
			return nil, fmt.Errorf("mail: post %d for %s: %w", x.No, account, err)
		}
		if !stay[x.No] {
			taken = append(taken, x.No)
		}
	}
	if len(taken) > still {
		err = r.edit.Put(state.OfGathered+place, account, taken)
	}
	return stay, err
}

// tellPost has a mail wait for a post, where it tells something new.
func (r *request) tellPost(x post.Post, told map[match.ID]bool) error {
	id, seq := x.Match()
	call, isCall := x.What.(post.Call)
	if isCall {
		return r.call(call)
	}
	if k, is := x.What.(post.Judges); is {
		return r.tellCase(k)
	}
	if id == "" || told[id] {
		return nil
	}
	t, err := r.edit.ThreadOf(r.person.Account, id)
	if err != nil || t.Seq >= seq {
		return err
	}
	s, err := r.door.Referee.Snapshot(r.edit.Context(), id)
	if err != nil {
		return present(err)
	}
	seat := s.Seat(r.person.Account)
	if seat == "" || !s.Match().Started() && !s.Match().Over() {
		return nil // a match that has not begun asks nobody anything
	}
	if t.Seq > 0 {
		if wants, err := wanted(r.edit.Context(), s, seat); err != nil || !wants && !judged(s.Match(), t.Seq) {
			return err // the next mail tells it
		}
	}
	told[id] = true
	return r.news(id, seat).answer()
}

// wanted reports whether somebody is to hear of a match now: they are asked something, are offered something,
// or it is over. What else happens in the turn of the other side would be a mail for each order.
func wanted(ctx context.Context, s *referee.Snapshot, seat engine.Seat) (bool, error) {
	l, err := s.Look(ctx, engine.Viewer(seat))
	if err != nil {
		return false, err
	}
	asked := slices.ContainsFunc(l.Asks, func(a referee.Ask) bool { return a.Seat == seat })
	return asked || l.Ending != nil || l.Restored != nil || l.Offer != "" && l.Offerer != seat, nil
}

// call has a reminder or a digest wait, if it still has something to say.
func (r *request) call(what post.Call) error {
	c, ok, err := r.door.Referee.Schedule.Called(r.edit.Context(), what)
	if err != nil || !ok || r.person.Off {
		return err
	}
	if len(c.Waits) > 1 {
		return r.digest(c.Waits)
	}
	for _, w := range c.Waits {
		h, err := r.newsOf(w.Match)
		if err != nil {
			return err
		}
		h.reply.why = reminder
		if err := h.answer(); err != nil {
			return err
		}
	}
	return nil
}

// reminder is said in the place of why a mail was refused: it is about none.
const reminder state.Reason = "reminder"

// tellAnew has one more mail wait about a match of which one came back: how it stands now, if they still have something to hear.
func (d *Door) tellAnew(e *state.Edit, p state.Person, id match.ID) error {
	s, err := d.Referee.Snapshot(e.Context(), id)
	if err != nil {
		return present(err)
	}
	told, r := false, request{door: d, edit: e, person: p}
	if seat := s.Seat(p.Account); seat != "" {
		if told, err = wanted(e.Context(), s, seat); err != nil {
			return err
		}
		if told {
			if err := r.news(id, seat).answer(); err != nil {
				return err
			}
		}
	}
	t, err := e.ThreadOf(p.Account, id)
	if err != nil {
		return err
	}
	if t.Lost = state.Reached; told {
		t.Lost = state.SentOnce
	}
	return e.PutThread(p.Account, id, t)
}

// tellLost tells the other players of a match that mails to somebody come back: by mail, and where it is played.
func (d *Door) tellLost(e *state.Edit, lost state.Person, id match.ID) error {
	s, err := d.Referee.Snapshot(e.Context(), id)
	if err != nil {
		return present(err)
	}
	l, err := s.Look(e.Context(), engine.Spectator)
	if err != nil {
		return err
	}
	r := request{door: d, edit: e, person: lost}
	said := engine.Say("mail.come-back", engine.Text("name", r.called()))
	told := map[string]bool{lost.Account: true}
	for _, x := range l.Sitting {
		if told[x.Account] {
			continue
		}
		told[x.Account] = true
		r.person = state.Person{}
		if known, err := e.Get(state.OfPerson+x.Account, &r.person); err != nil {
			return err
		} else if !known {
			continue
		}
		h := r.news(id, x.Seat)
		h.reply.first = []engine.Msg{said}
		if err := h.answer(); err != nil {
			return err
		}
	}
	known, err := d.Referee.Index.Summary(e.Context(), id)
	if err != nil || known.Place == "" {
		return err
	}
	// It names nobody: what a mail says of its author might be read as more than a name there.
	in := post.Intent(known.Place, post.Notice{Said: engine.Say("referee.mails-come-back", engine.Text("match", string(id)))})
	return d.Notes.Tell(e.Context(), "mail lost", []byte(id), []match.Intent{in})
}
