package club

import (
	"cmp"
	"crypto/rand"
	"log/slog"

	"referee/bot/referee"
)

// Club is a referee of matches, with the leagues that they may be of and the judges who
// may be asked about them.
type Club struct {
	Referee    *referee.Referee
	Leagues    *Leagues
	Judges     *Judges
	Statistics *Statistics
}

// New makes a referee as [referee.New] does, and its club, which is kept in s.
func New(c referee.Config, s Store) (*Club, error) {
	c.Random, c.Log = cmp.Or(c.Random, rand.Reader), cmp.Or(c.Log, slog.Default())
	var out Club
	c.Clubs = func(r *referee.Referee, o referee.Office) referee.Hook {
		ls := &Leagues{matches: r, office: o, store: s, records: c.Store, random: c.Random, log: c.Log}
		js := &Judges{matches: r, office: o, store: s}
		out = Club{Referee: r, Leagues: ls, Judges: js, Statistics: &Statistics{leagues: ls}}
		r.Schedule.Handle(dueLeague, ls.syncMatch)
		r.Schedule.Each("leagues", ls.tend)
		return matchHook{ls, js}
	}
	_, err := referee.New(c)
	return &out, err
}

// Store keeps leagues, and what judges need.
type Store interface {
	LeagueStore
	JudgeStore
}
