package mail

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"referee/bot/club"
	"referee/bot/mail/clubs"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// Asking lists who has asked by mail, in the last two weeks, to be entered into a league. It is for its organisers.
func (d *Door) Asking(ctx context.Context, id league.ID) ([]club.Asking, error) {
	names, _, err := d.Store.After(ctx, state.OfAsks+string(id)+" ", "", 0)
	if err != nil {
		return nil, err
	}
	e := d.book.Edit(ctx)
	var out []club.Asking
	for _, name := range names {
		var x state.Asking
		if found, err := e.Get(state.OfAsks+string(id)+" "+name, &x); err != nil {
			return nil, err
		} else if found && !d.book.Past(x.At, state.Holds) {
			out = append(out, x.Asking)
		}
	}
	return out, nil
}

// aboutClubs reports whether a line is about a league or for judges: it can be written in a mail of its own.
func aboutClubs(s lines.Step) bool { return s.Kind == lines.League }

// reader is the person as they write or are told something about a league, by the words of its game.
func (r *request) reader(id league.ID) (clubs.Reader, error) {
	zone, err := r.door.Referee.Schedule.Zone(r.edit.Context(), r.person.Account)
	if err != nil {
		return clubs.Reader{}, err
	}
	reader := clubs.Reader{Account: r.person.Account, Name: r.called(), Alone: Apart(r.person.Account), Door: door, Lang: r.person.Lang, Words: r.door.words, Zone: zone}
	if id == "" {
		return reader, nil
	}
	_, info, err := r.door.clubs.Look(r.edit.Context(), id)
	if err != nil {
		return reader, present(err)
	}
	of, err := r.door.speechOf(info)
	reader.Words = of.words
	return reader, err
}

// league does what a line says about a league.
func (h *handler) league(n int, s lines.Step) error {
	if h.door.clubs == nil {
		h.reply.refuse(s, engine.Say("mail.league.nowhere"))
		return nil
	}
	r, err := h.reader("")
	if err != nil {
		return err
	}
	key := commandKey(h.mail.Key, n, 0)
	id, came, err := h.door.clubs.Repeated(h.edit.Context(), key) // handed over again
	if err != nil {
		return err
	}
	repeated := id != ""
	if !repeated {
		about, err := h.leagueOf()
		if err != nil {
			return err
		}
		if id, came, err = h.door.clubs.Meant(h.edit.Context(), r, s, about); err != nil {
			return err
		}
	}
	if id != "" {
		if r, err = h.reader(id); err != nil {
			return err
		}
	}
	if r.Key = key; id != "" && !repeated {
		meant, _ := strings.CutPrefix(h.token.Meant, string(id)+" ")
		if came, err = h.door.clubs.Do(h.edit.Context(), r, id, s, meant); err != nil {
			return err
		}
	}
	if h.reply.meant = ""; came.Meant != "" {
		h.reply.meant = string(id) + " " + came.Meant // of no other league
	}
	if came.Asks != "" {
		if err := h.asks(came.Asks); err != nil {
			return err
		}
	} else {
		h.reply.of = id
	}
	h.reply.acted = h.reply.acted || came.Acted
	h.reply.done = append(h.reply.done, done{line: s.Text, said: spoken(r, came.Said), refused: came.Refused})
	return nil
}

// leagueOf is the league that the mail which is answered was about, or whose match it was about; "": none.
func (r *request) leagueOf() (league.ID, error) {
	if r.token.Match == "" {
		return r.token.League, nil
	}
	link, _, err := r.door.clubs.Club.Leagues.LinkOf(r.edit.Context(), r.token.Match)
	return link.League, err
}

// spoken are messages of a game in a form that can stand in a mail about another.
func spoken(r clubs.Reader, said []engine.Msg) []engine.Msg {
	out := make([]engine.Msg, len(said))
	for i := range said {
		out[i] = engine.Say("mail.refused-so", engine.Text("why", r.Words.Say(r.Lang, said[i])))
	}
	return out
}

// asks notes that somebody asks to be entered into a league, and tells it where that is announced, once.
func (r *request) asks(id league.ID) error {
	name := state.OfAsks + string(id) + " " + r.person.Account
	known, err := r.edit.Get(name, &state.Asking{})
	if err != nil {
		return err
	}
	x := state.Asking{Asking: club.Asking{Account: r.person.Account, Name: r.called(), Address: r.person.Address}, At: r.door.Now()}
	if err := r.edit.Put(name, r.person.Account, x); err != nil || known {
		return err
	}
	l, _, err := r.door.clubs.Look(r.edit.Context(), id)
	if err != nil || l.Card.Place == "" {
		return err
	}
	// It names nobody: what a mail says of its author might be read as more than a name there.
	in := post.Intent(l.Card.Place, post.Notice{Said: engine.Say("referee.league.asked-in", engine.Text("league", l.Card.Name))})
	return r.door.Notes.Tell(r.edit.Context(), "mail asks", []byte(id), []match.Intent{in})
}

// leagueMail has a mail about a league wait: what was done, what waits for who reads and, where news is told, what was decided and
// how the league stands. after is the decision after which that begins.
func (h *handler) leagueMail(id league.ID, before state.Thread, told clubs.Told, r clubs.Reader) error {
	if answers, err := h.answers(); err != nil || !answers {
		return err
	}
	h.speech.words = r.Words
	m := h.within(before)
	w := page{handler: h, out: &m}
	before.Subject = cmp.Or(before.Subject, h.say(engine.Say("mail.league.subject", engine.Text("name", told.Name))))
	w.tellDone()
	said := map[string]bool{}
	for _, d := range h.reply.done {
		for _, line := range d.said {
			said[h.say(line)] = true
		}
	}
	told.News = slices.DeleteFunc(told.News, func(n engine.Msg) bool { return said[h.say(n)] }) // it is told above
	if len(told.News) > 0 {
		w.heading("mail.changed")
		w.tell(told.News...)
	}
	if len(told.Waits) > 0 {
		w.heading("mail.league.waits")
		w.tell(told.Waits...)
	}
	if len(told.News) > 0 {
		w.heading("mail.league.standings")
		w.tell(told.Standings...)
	}
	w.tell(engine.Say("mail.league.how", engine.Text("lines", h.door.clubs.How(r))))
	m.Blocks = append(m.Blocks, outgoing.Block{Footer: told.Foot})
	before.Seq, before.Held = told.Seq, time.Time{}
	return h.finish(m, state.AboutLeague(id), before, state.Token{Account: h.person.Account, League: id, Seq: told.Seq, Meant: h.reply.meant})
}

// tellLeague answers about a league, without its news where who reads has not been told any before.
func (h *handler) tellLeague(id league.ID) error {
	before, err := h.edit.ThreadOf(h.person.Account, state.AboutLeague(id))
	if err != nil {
		return err
	}
	r, err := h.reader(id)
	if err != nil {
		return err
	}
	l, _, err := h.door.clubs.Look(h.edit.Context(), id)
	if errors.Is(err, match.ErrUnknown) {
		return h.notify(engine.Say("mail.refused." + string(stale)))
	}
	if err != nil {
		return err
	}
	if l.Self(h.person.Account) == league.Nobody { // how it stands is for who takes part
		if answers, err := h.answers(); err != nil || !answers {
			return err
		}
		return h.parted()
	}
	after := before.Seq
	if after == 0 && before.Held.IsZero() {
		after = l.Card.Seq
	}
	told, err := h.door.clubs.Tell(h.edit.Context(), r, id, after)
	if err != nil {
		return err
	}
	return h.leagueMail(id, before, told, r)
}

// leaguePosts are what waits to be told to somebody of one league.
type leaguePosts struct {
	after int // the decision after which news begins
	bids  bool
	posts []uint64 // by their numbers in the outbox
}

// tellLeagues has one mail wait for each league of which something is new to somebody. It returns the posts that stay: who
// wants a digest gets news when they wake, and at once only what asks them.
func (r *request) tellLeagues(posts []post.Post) (stay map[uint64]bool, err error) {
	var order []league.ID
	of := map[league.ID]*leaguePosts{}
	add := func(id league.ID, no uint64) *leaguePosts {
		if of[id] == nil {
			order, of[id] = append(order, id), &leaguePosts{after: -1}
		}
		of[id].posts = append(of[id].posts, no)
		return of[id]
	}
	for _, x := range posts {
		switch k := x.What.(type) {
		case post.LeagueNews:
			if a := add(k.League, x.No); a.after < 0 {
				a.after = k.From
			}
		case post.Bidding:
			add(k.League, x.No).bids = true
		default: // not of a league
		}
	}
	stay = map[uint64]bool{}
	for _, id := range order {
		waits, err := r.tellNews(id, of[id])
		if err != nil {
			return nil, fmt.Errorf("mail: league %s for %s: %w", id, r.person.Account, err)
		}
		for _, no := range of[id].posts {
			stay[no] = waits
		}
	}
	return stay, nil
}

// tellNews has a mail wait about a league, where there is something to tell; true: not yet.
func (r *request) tellNews(id league.ID, x *leaguePosts) (waits bool, err error) {
	if r.door.clubs == nil || r.person.Off && !x.bids {
		return false, nil
	}
	t, err := r.edit.ThreadOf(r.person.Account, state.AboutLeague(id))
	if err != nil {
		return false, err
	}
	if t.Seq == 0 {
		t.Seq = max(x.after, 0)
	}
	if !x.bids {
		if waits, err := r.digested(id, t); waits || err != nil {
			return waits, err
		}
	}
	h := r.news("", "")
	reader, err := h.reader(id)
	if err != nil {
		return false, err
	}
	told, err := r.door.clubs.Tell(h.edit.Context(), reader, id, t.Seq)
	if err != nil {
		return false, present(err)
	}
	if len(told.News) == 0 && !(x.bids && told.Bids) {
		t.Seq, t.Held = told.Seq, time.Time{}
		return false, r.edit.PutThread(r.person.Account, state.AboutLeague(id), t)
	}
	return false, h.leagueMail(id, t, told, reader)
}

// digested reports whether news of a league waits for the next waking of who wants one digest.
func (r *request) digested(id league.ID, t state.Thread) (bool, error) {
	pref, err := r.door.Referee.Schedule.Preferences(r.edit.Context(), r.person.Account)
	if err != nil || !pref.Digest {
		return false, err
	}
	if t.Held.IsZero() {
		t.Held = r.door.Now()
		return true, r.edit.PutThread(r.person.Account, state.AboutLeague(id), t)
	}
	wakes, err := r.door.Referee.Schedule.Wakes(r.edit.Context(), r.person.Account, t.Held)
	return r.door.Now().Before(wakes), err
}

// obeyLeague goes through the lines of a mail that answers one about a league.
func (r *request) obeyLeague() error {
	return (&handler{request: r, speech: speech{words: r.door.words, grammar: r.door.none}}).lines()
}

// ended reports whether what a token is about is over, and, where it is not, whether there is no such match. A league that is not
// there is over.
func (d *Door) ended(ctx context.Context, t state.Token) (over, none bool, err error) {
	if t.League == "" {
		s, err := d.Referee.Index.Summary(ctx, t.Match)
		if errors.Is(err, match.ErrUnknown) {
			return false, true, nil
		}
		return s.Over, false, err
	}
	if d.clubs == nil {
		return true, false, nil
	}
	l, err := d.clubs.Club.Leagues.Look(ctx, t.League)
	if errors.Is(err, match.ErrUnknown) {
		return true, false, nil
	}
	return l.Card.Over, false, err
}
