package referee

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// LeagueLook is a league as everybody may see it.
type LeagueLook struct {
	Card    league.Summary
	Rules   league.Rules
	Started bool
	Founder league.Player
	Members []Member // in the order of the first ranking
	// People are all who are named in its log: substitutes and organisers, too. Who
	// was erased is not among them.
	People []league.Person
	// Table has the standings, and what everybody made against everybody.
	Table   league.CrossTable
	Ladder  league.Ladder     // of a ladder
	Matches []LeagueMatch     // by number
	Sides   league.SideRecord // without matches that others than their pair have played
	Planned int               // pairs of a round robin that are still to be opened
	// Complete says that nothing is left to play: see [league.League.Complete].
	Complete bool
	Restored int // see [league.League.Restored]
}

// Member is a player of a league with his name, "" where it was erased.
type Member struct {
	league.Member
	Account, Name string
}

// LeagueMatch is a match of a league, and where it is played: "" not here.
type LeagueMatch struct {
	league.Match
	ID match.ID
	// Late says that it ought to be over by now.
	Late bool
}

// League shows a league.
func (r *Referee) League(id league.ID) (LeagueLook, error) {
	c := LeagueCommand{League: id}
	s, err := r.enterLeague(c)
	if err != nil {
		return LeagueLook{}, r.leagueJudged(err, c)
	}
	s.hall.mu.Unlock() // what was read never changes
	look, err := s.look()
	return look, r.leagueJudged(err, c)
}

func (s *session) look() (LeagueLook, error) {
	out := LeagueLook{
		Card: s.card, Rules: s.l.Rules(), Started: s.l.Started(), Founder: s.l.Log()[0].Decision.Author, Table: league.Cross(s.l.Table()),
		Ladder: s.l.Ladder(), Planned: len(s.l.Coming()), People: s.people, Complete: s.l.Complete(),
		Restored: s.l.Restored(),
	}
	for _, m := range s.l.Members() {
		p, _ := s.person(m.Player)
		out.Members = append(out.Members, Member{m, p.Account, p.Name})
	}
	links, err := s.r.store.Links(s.card.ID)
	if err != nil {
		return out, err
	}
	var results []league.Result
	for _, m := range s.l.Matches() {
		lm := LeagueMatch{Match: m, Late: m.Result == nil && m.Until != 0 && m.Until < s.ripe}
		for _, l := range links {
			if l.No == m.No {
				lm.ID = l.Match
			}
		}
		if m.Result != nil && !m.Marked {
			results = append(results, *m.Result)
		}
		out.Matches = append(out.Matches, lm)
	}
	out.Sides = league.Sides(results)
	return out, nil
}

// Name is what a player is called: his name, or his number where it was erased.
func (l LeagueLook) Name(p league.Player) engine.Msg {
	if x, ok := l.Person(p); ok && x.Name != "" {
		return engine.Say("referee.league.name", engine.Text("name", x.Name))
	}
	return nameless(p)
}

// Match finds a match by its number; false where there is none.
func (l LeagueLook) Match(no int) (LeagueMatch, bool) {
	i := slices.IndexFunc(l.Matches, func(m LeagueMatch) bool { return m.No == no })
	if i < 0 {
		return LeagueMatch{}, false
	}
	return l.Matches[i], true
}

// Person is who a player is; false where nothing is known of him.
func (l LeagueLook) Person(p league.Player) (league.Person, bool) {
	for _, x := range l.People {
		if x.Player == p && p != league.Nobody {
			return x, true
		}
	}
	return league.Person{}, false
}

func nameless(p league.Player) engine.Msg {
	if p == league.Nobody {
		return engine.Say("referee.league.caretaker")
	}
	return engine.Say("referee.league.player", engine.Num("n", int(p)))
}

// LeaguesAt lists the leagues of a home, those that are over last.
func (r *Referee) LeaguesAt(home string) ([]league.Summary, error) {
	list, err := r.store.LeaguesAt(home)
	slices.SortStableFunc(list, func(a, b league.Summary) int {
		switch {
		case a.Over == b.Over:
			return strings.Compare(a.Name, b.Name)
		case a.Over:
			return 1
		}
		return -1
	})
	return list, err
}

// LinkOf is the league that a match belongs to, and its number there; false where
// it belongs to none.
func (r *Referee) LinkOf(id match.ID) (league.Link, bool, error) { return r.store.LinkOf(id) }
