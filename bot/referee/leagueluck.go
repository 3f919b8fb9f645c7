package referee

import (
	"slices"

	"referee/engine"
	"referee/engine/league"
	"referee/engine/luck"
	"referee/engine/match"
)

// LeagueLuck says for every player of a league alike what the dice brought them in
// its matches, and what was to be expected of them, as [Referee.Luck] does for one
// match; name names players. Matches that are not played here do not count.
func (r *Referee) LeagueLuck(id league.ID, name func(league.Player) string) ([]engine.Msg, error) {
	look, err := r.League(id)
	if err != nil {
		return nil, err
	}
	now, err := r.current(look.Card.Game)
	if err != nil {
		return nil, err
	}
	kinds := engine.CostKinds(now.game)
	if len(kinds) == 0 {
		return []engine.Msg{engine.Say("luck.unknown")}, nil
	}
	sums := map[league.Player]*luck.Sum{}
	for _, m := range look.Members {
		sums[m.Player] = luck.NewSum(kinds)
	}
	for _, lm := range look.Matches {
		if err := r.addLuck(sums, lm, now.game.Info().Seats[:2]); err != nil {
			return nil, r.leagueJudged(err, LeagueCommand{League: id})
		}
	}
	var out []engine.Msg
	for _, m := range look.Members {
		out = append(out, sums[m.Player].Report().Tell(engine.Text("who", name(m.Player)))...)
	}
	return luck.Noted(out), nil
}

// addLuck adds the rolls of a match of a league to what its pair had before.
func (r *Referee) addLuck(sums map[league.Player]*luck.Sum, lm LeagueMatch, seats []engine.Seat) error {
	if lm.ID == "" {
		return nil
	}
	rolls, err := r.rolled.of(r, lm.ID, measured)
	if err != nil {
		return err
	}
	for i, seat := range seats {
		if sum := sums[lm.Pair[i]]; sum != nil {
			sum.Add(rolls, seat)
		}
	}
	return nil
}

// measured are the rolls of a match by which luck is measured. The others are let go,
// as a memo keeps these.
func measured(m *match.Match) ([]luck.Roll, error) {
	rolls, err := luck.Rolls(m.Game(), shown(m))
	counts := slices.DeleteFunc(rolls, func(r luck.Roll) bool { return !r.Counts() })
	return slices.Clone(counts), err
}
