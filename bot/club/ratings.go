package club

import (
	"cmp"
	"context"
	"slices"
	"time"

	"referee/engine/league"
	"referee/engine/luck"
)

// Statistics is what the results, the dice and the clocks of leagues say of players.
type Statistics struct {
	leagues *Leagues
	prompt  cache[promptness]
	rolled  cache[[]luck.Roll]
}

// RatingPeriod is how long the results of a home are gathered before ratings
// change: as Glicko-2 works best, a handful of matches for each player.
const RatingPeriod = 30 * 24 * time.Hour

// Rated is a rating after a period.
type Rated struct {
	Period int // from 0, the one in which the first match ended
	league.Rating
}

// Ratings are how strong the players of a home are in a game, over all its
// leagues, by account: after each period since they played first, the last of
// which is not over yet. Who was erased is not in them.
func (s *Statistics) Ratings(ctx context.Context, home, game string) (map[string][]Rated, error) {
	cards, _, err := s.leagues.store.At(ctx, home)
	if err != nil {
		return nil, err
	}
	var games []ratedGame
	for _, c := range cards {
		if c.Game != game {
			continue
		}
		list, err := s.rated(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		games = append(games, list...)
	}
	slices.SortStableFunc(games, func(a, b ratedGame) int { return cmp.Compare(a.at, b.at) })
	return history(games), nil
}

type ratedGame struct {
	league.RatedGame[string]
	at int64
}

// rated lists the matches of a league that count for ratings, by account.
func (s *Statistics) rated(ctx context.Context, id league.ID) ([]ratedGame, error) {
	l, err := s.leagues.store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	people, err := s.leagues.store.People(ctx, id)
	if err != nil {
		return nil, err
	}
	account := map[league.Player]string{}
	for _, p := range people {
		account[p.Player] = p.Account
	}
	var out []ratedGame
	for _, m := range l.Matches() {
		a, b := account[m.Pair[0]], account[m.Pair[1]]
		if l.Rules().Rated(m) && a != "" && b != "" {
			out = append(out, ratedGame{league.RatedGame[string]{A: a, B: b, Score: m.Score()}, m.Done})
		}
	}
	return out, nil
}

// history rates games, which are in order of time, period by period.
func history(games []ratedGame) map[string][]Rated {
	out := map[string][]Rated{}
	now := map[string]league.Rating{}
	period := func(g ratedGame) int { return int((g.at - games[0].at) / RatingPeriod.Milliseconds()) }
	for i, no := 0, 0; i < len(games); no++ {
		var list []league.RatedGame[string]
		for ; i < len(games) && period(games[i]) == no; i++ {
			list = append(list, games[i].RatedGame)
		}
		now = league.Rate(now, list)
		for account, rating := range now {
			out[account] = append(out[account], Rated{no, rating})
		}
	}
	return out
}
