package club

import (
	"context"
	"slices"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/luck"
	"referee/engine/match"
)

// Luck says for every player of a league alike what the dice brought them in
// its matches, and what was to be expected of them, as [referee.Dice.Luck] does for one
// match; name names players. Matches that are not played here do not count.
func (s *Statistics) Luck(ctx context.Context, id league.ID, name func(league.Player) string) ([]engine.Msg, error) {
	look, err := s.leagues.Look(ctx, id)
	if err != nil {
		return nil, err
	}
	game, err := s.leagues.office.Game(ctx, look.Card.Game, "", "")
	if err != nil {
		return nil, err
	}
	kinds := engine.CostKinds(game)
	if len(kinds) == 0 {
		dice := luck.NewUniform()
		for _, lm := range look.Matches {
			rolls, err := s.rolls(ctx, lm)
			if err != nil {
				return nil, s.leagues.classify(ctx, err, LeagueCommand{League: id})
			}
			dice.Add(rolls)
		}
		return append([]engine.Msg{engine.Say("luck.unknown")}, dice.Tell()...), nil
	}
	sums := map[league.Player]*luck.Sum{}
	for _, m := range look.Members {
		sums[m.Player] = luck.NewSum(kinds)
	}
	for _, lm := range look.Matches {
		if err := s.addLuck(ctx, sums, lm, game.Info().Seats[:2]); err != nil {
			return nil, s.leagues.classify(ctx, err, LeagueCommand{League: id})
		}
	}
	var out []engine.Msg
	for _, m := range look.Members {
		out = append(out, sums[m.Player].Report().Tell(engine.Text("who", name(m.Player)))...)
	}
	return luck.Noted(out), nil
}

// addLuck adds the rolls of a match of a league to what its pair had before.
func (s *Statistics) addLuck(ctx context.Context, sums map[league.Player]*luck.Sum, lm LeagueMatch, seats []engine.Seat) error {
	rolls, err := s.rolls(ctx, lm)
	if err != nil || lm.ID == "" {
		return err
	}
	for i, seat := range seats {
		if sum := sums[lm.Pair[i]]; sum != nil {
			sum.Add(rolls, seat)
		}
	}
	return nil
}

// rolls are the rolls of a match of a league; none of one that is not played here.
func (s *Statistics) rolls(ctx context.Context, lm LeagueMatch) ([]luck.Roll, error) {
	if lm.ID == "" {
		return nil, nil
	}
	return s.rolled.of(ctx, s.leagues, lm.ID, measured)
}

// measured are the rolls of a match by which luck is measured, or all if the game does not measure it. The others are let go,
// as a memo keeps these.
func measured(m *match.Match) ([]luck.Roll, error) {
	rolls, err := luck.Rolls(m.Opened(), referee.Shown(m))
	all := len(engine.CostKinds(m.Opened())) == 0
	counts := slices.DeleteFunc(rolls, func(r luck.Roll) bool { return !all && !r.Counts() })
	return slices.Clone(counts), err
}
