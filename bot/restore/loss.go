package restore

import (
	"context"
	"errors"
	"slices"

	"referee/engine/chain"
	"referee/engine/league"
	"referee/engine/match"
)

// Records are what a store has of matches and leagues.
type Records struct {
	Matches interface {
		Matches(ctx context.Context) ([]match.Summary, error)
		Load(ctx context.Context, id match.ID) ([]*match.Entry, error)
	}
	Leagues interface {
		All(ctx context.Context) ([]league.Summary, error)
		Load(ctx context.Context, id league.ID) (*league.League, error)
	}
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
func Losses(ctx context.Context, store, backup Records) ([]Loss, error) {
	matches, err := lost(store, backup, func(r Records) ([]match.Summary, error) { return r.Matches.Matches(ctx) },
		func(s match.Summary) Loss { return Loss{Match: s.ID} },
		func(r Records, l Loss) ([]*match.Entry, error) { return r.Matches.Load(ctx, l.Match) })
	if err != nil {
		return nil, err
	}
	leagues, err := lost(store, backup, func(r Records) ([]league.Summary, error) { return r.Leagues.All(ctx) },
		func(s league.Summary) Loss { return Loss{League: s.ID, Name: s.Name} },
		func(r Records, l Loss) ([]*league.Entry, error) {
			x, err := r.Leagues.Load(ctx, l.League)
			if err != nil {
				return nil, err
			}
			return x.Log(), nil
		})
	return append(matches, leagues...), err
}

// lost compares records of one kind: list lists them, name begins their loss, and load loads one.
func lost[S interface{ Ends() chain.Tip }, D chain.Decision](store, backup Records, list func(Records) ([]S, error),
	name func(S) Loss, load func(Records, Loss) ([]*chain.Entry[D], error),
) ([]Loss, error) {
	here, err := list(store)
	there, err2 := list(backup)
	if err := errors.Join(err, err2); err != nil {
		return nil, err
	}
	var out []Loss
	for _, c := range here {
		l := name(c)
		l.Has = c.Ends().Seq
		i := slices.IndexFunc(there, func(s S) bool { return name(s).Match == l.Match && name(s).League == l.League })
		if i >= 0 {
			if there[i].Ends().Head == c.Ends().Head {
				continue
			}
			a, err := load(store, l)
			b, err2 := load(backup, l)
			if err := errors.Join(err, err2); err != nil {
				return nil, err
			}
			l.Backup = len(b)
			for l.Common < min(len(a), len(b)) && a[l.Common].Head == b[l.Common].Head {
				l.Common++
			}
		}
		if l.Common < l.Has {
			out = append(out, l)
		}
	}
	return out, nil
}
