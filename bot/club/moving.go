package club

import (
	"context"
	"errors"
	"slices"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/engine/league"
	"referee/engine/match"
)

// MatchesAt lists the matches under way, of the leagues of a home that go on.
func (ls *Leagues) MatchesAt(ctx context.Context, home string) ([]match.Summary, error) {
	leagues, links, err := ls.store.At(ctx, home)
	if err != nil {
		return nil, err
	}
	leagues = slices.DeleteFunc(leagues, func(l league.Summary) bool { return l.Over })
	var out []match.Summary
	for _, link := range links {
		if !slices.ContainsFunc(leagues, func(l league.Summary) bool { return l.ID == link.League }) {
			continue
		}
		card, err := ls.records.Summary(ctx, link.Match)
		if err != nil {
			return nil, err
		}
		if !card.Over {
			out = append(out, card)
		}
	}
	return out, nil
}

// MoveMatch has a match played where the author of the command acts. A match of a league
// that goes on its organiser moves, within the league's home; any other is moved as by
// [referee.Relocation.Propose]. It returns ErrLeagueMoves.
func (ls *Leagues) MoveMatch(ctx context.Context, c referee.Command) (moved bool, err error) {
	moved, err = ls.matches.Relocation.Propose(ctx, c)
	if !errors.Is(err, ErrLeagueMoves) {
		return moved, err
	}
	err = ls.moveMatch(ctx, c)
	return err == nil, ls.office.Classify(ctx, err, c, nil)
}

func (ls *Leagues) moveMatch(ctx context.Context, c referee.Command) error {
	role, err := ls.office.As(ctx, c, authority.MoveLeague)
	if errors.Is(err, ErrOrganiser) {
		err = ErrLeagueMoves
	}
	if err != nil {
		return err
	}
	return ls.office.Relocate(ctx, c, role)
}
