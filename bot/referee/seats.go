package referee

import (
	"slices"

	"referee/bot/post"
	"referee/engine"
	"referee/engine/match"
)

// Seats says who holds the seats of a match, and for whom those that are free are kept.
type Seats struct {
	m         *match.Match
	people    []match.Person   // by number
	challenge *match.Challenge // nil: they are kept for nobody
}

// Holds reports whether a seat is an account's.
func (ss Seats) Holds(seat engine.Seat, account string) bool {
	p, known := ss.person(ss.m.Player(seat))
	return known && account != "" && p.Account == account
}

// MayTake refuses an account a seat that is kept for another with ErrKept.
func (ss Seats) MayTake(account string) error {
	x := ss.challenge
	if x == nil {
		return nil
	}
	kept := 0
	for _, a := range []string{x.By.Account, x.To.Account} {
		switch {
		case ss.sits(a):
		case a == account:
			return nil
		default:
			kept++
		}
	}
	if len(ss.free()) > kept {
		return nil
	}
	return ErrKept
}

// Plays reports whether a match that is not over is an account's to play: it has a seat, or
// is one of a challenge.
func (ss Seats) Plays(account string) bool {
	x := ss.challenge
	return !ss.m.Over() && (ss.sits(account) || x != nil && (account == x.By.Account || account == x.To.Account))
}

// tell has something told where the match is played, which is at a place: to those of a challenge as well.
func (ss Seats) tell(place string, what post.Kind) (out []match.Intent) {
	var accounts []string
	for _, p := range ss.people {
		if !IsProgram(p.Account) && ss.sits(p.Account) {
			accounts = append(accounts, p.Account)
		}
	}
	if x := ss.challenge; x != nil {
		accounts = append(accounts, x.By.Account, x.To.Account)
	}
	for _, at := range post.Told(place, accounts...) {
		out = append(out, post.Intent(at, what))
	}
	return out
}

// Concerns reports whether an account has a number in a match, or is one of a challenge.
func (ss Seats) Concerns(account string) bool {
	x := ss.challenge
	return x != nil && (account == x.By.Account || account == x.To.Account) ||
		slices.ContainsFunc(ss.people, func(p match.Person) bool { return p.Account == account })
}

// sits reports whether an account has a seat.
func (ss Seats) sits(account string) bool {
	return slices.ContainsFunc(ss.m.Game().Info().Seats, func(seat engine.Seat) bool { return ss.Holds(seat, account) })
}

// free lists the seats that nobody has.
func (ss Seats) free() []engine.Seat {
	return slices.DeleteFunc(slices.Clone(ss.m.Game().Info().Seats), func(seat engine.Seat) bool { return ss.m.Player(seat) != match.Referee })
}

// after are the seats of the match as a command leaves it, in which people are named first or anew.
func (ss Seats) after(next *match.Match, people []match.Person) Seats {
	out := Seats{m: next, people: slices.Clone(ss.people)}
	if !next.Started() {
		out.challenge = ss.challenge
	}
	for _, p := range people {
		i, known := slices.BinarySearchFunc(out.people, p.Player, func(x match.Person, n match.Player) int { return int(x.Player - n) })
		if known {
			out.people[i] = p
		} else {
			out.people = slices.Insert(out.people, i, p)
		}
	}
	return out
}

// person is who a player is; false where nothing is known of them.
func (ss Seats) person(p match.Player) (match.Person, bool) {
	i := slices.IndexFunc(ss.people, func(x match.Person) bool { return x.Player == p })
	if i < 0 || p == match.Referee {
		return match.Person{}, false
	}
	return ss.people[i], true
}
