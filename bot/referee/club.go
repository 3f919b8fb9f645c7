package referee

import (
	"crypto/rand"
	"log/slog"
)

// Club is a referee of matches, with the leagues that they may be of and the judges who
// may be asked about them.
type Club struct {
	Referee    *Referee
	Leagues    *Leagues
	Judges     *Judges
	Statistics *Statistics
}

// NewClub makes a referee as [New] does, and its club.
func NewClub(c Config, s ClubStore) (*Club, error) {
	if c.Random == nil {
		c.Random = rand.Reader
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	var out Club
	c.Clubs = func(r *Referee, o Office) Hook {
		ls := &Leagues{matches: r, office: o, store: s, random: c.Random, log: c.Log}
		out = Club{
			Referee: r, Leagues: ls, Judges: &Judges{matches: r, office: o, store: s},
			Statistics: &Statistics{leagues: ls},
		}
		r.Schedule().Handle(dueLeague, ls.hearMatch)
		r.Schedule().Each("leagues", ls.tend)
		return matchHook{ls}
	}
	_, err := New(c)
	return &out, err
}

// ClubStore keeps leagues, and what judges need.
type ClubStore interface {
	LeagueStore
	JudgeStore
}
