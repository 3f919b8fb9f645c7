package restore

import (
	"errors"
	"slices"

	"referee/engine/league"
	"referee/engine/match"
)

// Records are what a store has of matches and leagues.
type Records interface {
	Matches() ([]match.Summary, error)
	Load(id match.ID) ([]*match.Entry, error)
	Leagues() ([]league.Summary, error)
	LoadLeague(id league.ID) (*league.League, error)
}

// Loss is a match or a league of which a store has more than a backup.
type Loss struct {
	Match  match.ID  // "" of a league
	League league.ID // "" of a match
	Name   string    // of the league
	Has    int       // decisions that the store has
	Common int       // of these, in the backup, too; 0: it does not have it
	Backup int       // decisions that the backup has: more than Common where it differs
}

// Losses lists what a store has beyond a backup: matches by id, then leagues by id.
func Losses(store, backup Records) ([]Loss, error) {
	matches, err := lostMatches(store, backup)
	if err != nil {
		return nil, err
	}
	leagues, err := lostLeagues(store, backup)
	return append(matches, leagues...), err
}

func lostMatches(store, backup Records) ([]Loss, error) {
	here, err := store.Matches()
	there, err2 := backup.Matches()
	if err := errors.Join(err, err2); err != nil {
		return nil, err
	}
	var out []Loss
	for _, c := range here {
		l := Loss{Match: c.ID, Has: c.Seq}
		i := slices.IndexFunc(there, func(s match.Summary) bool { return s.ID == c.ID })
		if i >= 0 {
			if there[i].Head == c.Head {
				continue
			}
			a, err := store.Load(c.ID)
			b, err2 := backup.Load(c.ID)
			if err := errors.Join(err, err2); err != nil {
				return nil, err
			}
			l.Backup = len(b)
			l.Common = common(len(a), len(b), func(i int) bool { return a[i].Head == b[i].Head })
		}
		if l.Common < l.Has {
			out = append(out, l)
		}
	}
	return out, nil
}

func lostLeagues(store, backup Records) ([]Loss, error) {
	here, err := store.Leagues()
	there, err2 := backup.Leagues()
	if err := errors.Join(err, err2); err != nil {
		return nil, err
	}
	var out []Loss
	for _, c := range here {
		l := Loss{League: c.ID, Name: c.Name, Has: c.Seq}
		i := slices.IndexFunc(there, func(s league.Summary) bool { return s.ID == c.ID })
		if i >= 0 {
			if there[i].Head == c.Head {
				continue
			}
			x, err := store.LoadLeague(c.ID)
			y, err2 := backup.LoadLeague(c.ID)
			if err := errors.Join(err, err2); err != nil {
				return nil, err
			}
			a, b := x.Log(), y.Log()
			l.Backup = len(b)
			l.Common = common(len(a), len(b), func(i int) bool { return a[i].Head == b[i].Head })
		}
		if l.Common < l.Has {
			out = append(out, l)
		}
	}
	return out, nil
}

// common is how many first entries of two records are the same.
func common(n, m int, same func(i int) bool) int {
	for i := range min(n, m) {
		if !same(i) {
			return i
		}
	}
	return min(n, m)
}
