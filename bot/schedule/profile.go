package schedule

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"referee/engine/clock"
	"referee/engine/match"
	"referee/engine/refusal"
)

// Errors of what accounts choose.
var (
	ErrZone  = refusal.New("referee.refuse.zone", "schedule: there is no such zone; one is Europe/Paris")
	ErrWhere = refusal.New("referee.refuse.where", "schedule: players are told by channel, letter, mail, or quiet")
)

// Where says where a player is told that they are waited for.
type Where string

// Where players are told.
const (
	InChannel Where = "channel" // where the match is played, with a mention
	ByLetter  Where = "letter"  // in a message to them alone
	ByMail    Where = "mail"    // in a mail, with the news of their matches
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
	// Refuses says that the last direct message to them was refused.
	Refuses bool `json:"refuses,omitempty"`
}

// Preferences are what an account has chosen.
func (s *Schedule) Preferences(ctx context.Context, account string) (Preferences, error) {
	p, err := s.profile(ctx, account)
	return p.Preferences, s.matches.Classify(ctx, err, "", nil)
}

// Refuses reports whether the last direct message to an account was refused.
func (s *Schedule) Refuses(ctx context.Context, account string) (bool, error) {
	p, err := s.profile(ctx, account)
	return p.Refuses, s.matches.Classify(ctx, err, "", nil)
}

// Refused notes whether an account has refused a direct message, or taken one.
func (s *Schedule) Refused(ctx context.Context, account string, refused bool) error {
	p, err := s.profile(ctx, account)
	if err == nil && p.Refuses != refused {
		err = s.editProfile(ctx, account, nil, func(p *profile) { p.Refuses = refused })
	}
	return s.matches.Classify(ctx, err, "", nil)
}

// Reaches reports whether an account is told that a match waits for it which is played where nobody can be called: by
// mail or by direct message.
func (s *Schedule) Reaches(ctx context.Context, account string) (bool, error) {
	p, err := s.profile(ctx, account)
	told := s.apart(person{match.Person{Account: account}, p}) || p.Where != Quiet && !p.Refuses
	return told, s.matches.Classify(ctx, err, "", nil)
}

// Zone is where an account lives; UTC where it has not said.
func (s *Schedule) Zone(ctx context.Context, account string) (*time.Location, error) {
	p, err := s.profile(ctx, account)
	if err != nil {
		return nil, err
	}
	return p.zone(), nil
}

// ByMail reports whether an account is told by mail what happens: it has chosen so, or sees no
// place where anything is told.
func (s *Schedule) ByMail(ctx context.Context, account string) (bool, error) {
	p, err := s.profile(ctx, account)
	return s.apart(person{match.Person{Account: account}, p}), s.matches.Classify(ctx, err, "", nil)
}

// Wakes is the first waking of an account after a moment, by the nights that it has chosen: without
// any, 8 o'clock.
func (s *Schedule) Wakes(ctx context.Context, account string, after time.Time) (time.Time, error) {
	p, err := s.profile(ctx, account)
	return timeFromMillis(p.wakes(milli(after))), s.matches.Classify(ctx, err, "", nil)
}

// Prefer chooses for an account. New nights hold from its next hand-offs on. It
// returns ErrZone, clock.ErrSleep, ErrWhere.
func (s *Schedule) Prefer(ctx context.Context, account string, p Preferences) error {
	return s.matches.Classify(ctx, s.prefer(ctx, account, p), "", nil)
}

func (s *Schedule) prefer(ctx context.Context, account string, p Preferences) error {
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
	case InChannel, ByLetter, ByMail, Quiet:
	default:
		return fmt.Errorf("%w: %q", ErrWhere, p.Where)
	}
	if err := s.editProfile(ctx, account, nil, func(old *profile) { old.Preferences = p }); err != nil {
		return err
	}
	return s.reschedule(ctx, account)
}

// editProfile stores what an edit makes of the profile of an account, and posts with it.
func (s *Schedule) editProfile(ctx context.Context, account string, posts []match.Intent, edit func(p *profile)) error {
	if err := s.profiles.Acquire(ctx, 1); err != nil {
		return fmt.Errorf("schedule: wait for profiles: %w", err)
	}
	defer s.profiles.Release(1)
	p, err := s.profile(ctx, account)
	if err != nil {
		return err
	}
	edit(&p)
	text, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("schedule: write profile: %w", err)
	}
	return s.store.PutProfile(ctx, account, text, posts)
}

// reschedule sets anew when something is due in the matches of an account.
func (s *Schedule) reschedule(ctx context.Context, account string) error {
	cards, err := s.store.MatchesOf(ctx, account)
	if err != nil {
		return err
	}
	for _, c := range cards {
		if c.Over {
			continue
		}
		err := s.within(ctx, c.ID, func(_ Locked, t timing, now int64) (match.Batch, error) {
			return s.later(ctx, t, now)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Schedule) profile(ctx context.Context, account string) (profile, error) {
	text, err := s.store.Profile(ctx, account)
	if err != nil {
		return profile{}, fmt.Errorf("schedule: read profile: %w", err)
	}
	return readProfile(text)
}

// readProfile reads a profile as it is stored; nil: nothing was chosen.
func readProfile(text []byte) (p profile, err error) {
	if text != nil {
		if err := json.Unmarshal(text, &p); err != nil {
			return p, fmt.Errorf("schedule: read profile: %w", err)
		}
	}
	p.Where = cmp.Or(p.Where, InChannel)
	return p, nil
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
	return milli(nights(p.Zone, p.Sleep).Wakes(timeFromMillis(after)))
}

// persons are those who play in a match, with what they have chosen.
type persons []person

type person struct {
	match.Person
	profile profile
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

// accounts lists the accounts of those who play.
func (who persons) accounts() (out []string) {
	for _, p := range who {
		if p.Account != "" && p.Player != match.Referee {
			out = append(out, p.Account)
		}
	}
	return out
}

func (who persons) profile(p match.Player) profile     { return who.find(p).profile }
func (who persons) zone(p match.Player) *time.Location { return who.profile(p).zone() }
