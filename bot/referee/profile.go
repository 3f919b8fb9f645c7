package referee

import (
	"encoding/json"
	"fmt"
	"time"

	"referee/engine/clock"
	"referee/engine/match"
)

// Profiles are what accounts have chosen over all their matches, and what they
// note for themselves.
type Profiles interface {
	// PutProfile keeps what an account has chosen, and what is to be sent with it.
	PutProfile(account string, body []byte, intents []match.Intent) error
	// Profile is what an account has chosen; nil where it has not.
	Profile(account string) ([]byte, error)
	PutMemo(account string, id match.ID, text string) error
	Memo(account string, id match.ID) (string, error)
}

// Where says where a player is told that they are waited for.
type Where string

// Where players are told.
const (
	InChannel Where = "channel" // where the match is played, with a mention
	ByLetter  Where = "letter"  // in a message to them alone
	Quiet     Where = "quiet"   // nowhere: they look by themselves
)

// Preferences are what a player has chosen over all their matches. The zero value
// is what holds where nothing was.
type Preferences struct {
	Zone  string `json:"zone,omitempty"`  // IANA; "": UTC
	Sleep string `json:"sleep,omitempty"` // "23:00-07:30"; "": never
	Where Where  `json:"where,omitempty"` // "": InChannel
	// Digest gathers all that waits for them in one message, when they wake. Of
	// single reminders they then get the last alone.
	Digest bool `json:"digest,omitempty"`
	// Portrait composes what they are shown for a telephone held upright.
	Portrait bool `json:"portrait,omitempty"`
}

// profile is what is kept of an account.
type profile struct {
	Preferences
	// Digested is the waking, as a Unix time in milliseconds, for which the last
	// digest was sent.
	Digested int64 `json:"digested,omitempty"`
}

// Preferences are what an account has chosen.
func (r *Referee) Preferences(account string) (Preferences, error) {
	p, err := r.profile(account)
	return p.Preferences, r.judged(err, Command{Account: account}, nil)
}

// Prefer chooses for an account. New nights hold from its next hand-offs on. It
// returns ErrZone, clock.ErrSleep, ErrWhere.
func (r *Referee) Prefer(account string, p Preferences) error {
	return r.judged(r.prefer(account, p), Command{Account: account}, nil)
}

func (r *Referee) prefer(account string, p Preferences) error {
	if _, err := time.LoadLocation(p.Zone); err != nil || p.Zone == "Local" {
		return fmt.Errorf("%w: %q", ErrZone, p.Zone)
	}
	sleep, err := clock.ParseSleep(p.Sleep)
	if err != nil {
		return err
	}
	p.Sleep = sleep.String()
	switch p.Where {
	case "":
		p.Where = InChannel
	case InChannel, ByLetter, Quiet:
	default:
		return fmt.Errorf("%w: %q", ErrWhere, p.Where)
	}
	if err := r.choose(account, p); err != nil {
		return err
	}
	return r.reschedule(account)
}

// choose stores what an account has chosen.
func (r *Referee) choose(account string, p Preferences) error {
	r.profiles.Lock()
	defer r.profiles.Unlock()
	old, err := r.profile(account)
	if err != nil {
		return err
	}
	old.Preferences = p
	return r.putProfile(account, old, nil)
}

// reschedule sets anew when something is due in the matches of an account.
func (r *Referee) reschedule(account string) error {
	cards, err := r.store.MatchesOf(account)
	if err != nil {
		return err
	}
	for _, c := range cards {
		if c.Over {
			continue
		}
		err := r.within(c.ID, func(rm *room, l *ledger, who persons, now int64) (match.Batch, error) {
			return r.later(l, who, now)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// within changes the clocks of a match in its room, and stores them where do
// returns a batch with some.
func (r *Referee) within(id match.ID, do func(rm *room, l *ledger, who persons, now int64) (match.Batch, error)) error {
	rm, err := r.enter(id)
	if err != nil {
		return err
	}
	defer r.rooms.leave(rm)
	l, err := r.ledger(id)
	if err != nil {
		return err
	}
	who, err := r.persons(id, nil)
	if err != nil {
		return err
	}
	b, err := do(rm, l, who, milli(r.now()))
	if err != nil || b.Clock == nil {
		return err
	}
	return r.note(rm, b)
}

// later is a batch that sets anew when something is due.
func (r *Referee) later(l *ledger, who persons, now int64) (match.Batch, error) {
	var b match.Batch
	s, _ := clock.Parse(l.Settings)
	outages, err := r.outages(l, now)
	if err != nil {
		return b, err
	}
	return b, r.schedule(&b, l, who, s, outages)
}

func (r *Referee) profile(account string) (p profile, err error) {
	text, err := r.store.Profile(account)
	if err == nil && text != nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		return p, fmt.Errorf("referee: read profile: %w", err)
	}
	if p.Where == "" {
		p.Where = InChannel
	}
	return p, nil
}

func (r *Referee) putProfile(account string, p profile, intents []match.Intent) error {
	text, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("referee: write profile: %w", err)
	}
	return r.store.PutProfile(account, text, intents)
}

func (r *Referee) zoneOf(account string) (*time.Location, error) {
	p, err := r.profile(account)
	if err != nil {
		return nil, err
	}
	return p.zone(), nil
}

// zone is where a player lives. It was checked when they chose it.
func (p profile) zone() *time.Location {
	if z := nights(p.Zone, "").Zone; z != nil {
		return z
	}
	return time.UTC
}

// wakes is their first waking after a moment.
func (p profile) wakes(after int64) int64 {
	return milli(nights(p.Zone, p.Sleep).Wakes(moment(after)))
}

// Memo is what an account has noted for itself on a match.
func (r *Referee) Memo(account string, id match.ID) (string, error) {
	text, err := r.store.Memo(account, id)
	return text, r.judged(err, Command{Match: id, Account: account}, nil)
}

// Note keeps what an account notes for itself on a match; nobody else sees it. An
// empty text forgets it. It returns match.ErrUnknown.
func (r *Referee) Note(account string, id match.ID, text string) error {
	return r.judged(r.store.PutMemo(account, id, text), Command{Match: id, Account: account}, nil)
}

// persons are those who play in a match, with what they have chosen.
type persons []person

type person struct {
	match.Person
	profile profile
}

// persons reads who plays in a match, and those who join it just now.
func (r *Referee) persons(id match.ID, joining []match.Person) (persons, error) {
	known, err := r.store.People(id)
	if err != nil {
		return nil, err
	}
	var out persons
	for _, p := range append(known, joining...) {
		prof, err := r.profile(p.Account)
		if err != nil {
			return nil, err
		}
		out = append(out, person{p, prof})
	}
	return out, nil
}

// find finds a player; the zero person where nothing is known of them.
func (who persons) find(p match.Player) person {
	for _, x := range who {
		if x.Player == p {
			return x
		}
	}
	return person{}
}

func (who persons) profile(p match.Player) profile     { return who.find(p).profile }
func (who persons) zone(p match.Player) *time.Location { return who.profile(p).zone() }
