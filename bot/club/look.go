package club

import (
	"context"
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

// Member is a player of a league with their name, "" where it was erased.
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

// Look shows a league.
func (ls *Leagues) Look(ctx context.Context, id league.ID) (LeagueLook, error) {
	c := LeagueCommand{League: id}
	tx, err := ls.read(ctx, c)
	if err != nil {
		return LeagueLook{}, err
	}
	return tx.look(), nil
}

// LookBack is [Leagues.Look] with the last n decisions, the founding left out, all of one
// moment. It does not read what their authors have written.
func (ls *Leagues) LookBack(ctx context.Context, id league.ID, n int) (LeagueLook, []LeagueLine, error) {
	c := LeagueCommand{League: id}
	tx, err := ls.read(ctx, c)
	if err != nil {
		return LeagueLook{}, nil, err
	}
	t := tx.teller()
	t.text = func(context.Context, string) (none match.Text, ok bool, err error) { return none, false, nil }
	lines, err := t.told(ctx, max(1, tx.l.Seq()-n), tx.l.Seq())
	return tx.look(), lines, ls.classify(ctx, err, c)
}

func (tx *transaction) look() LeagueLook {
	out := LeagueLook{
		Card: tx.card, Rules: tx.l.Rules(), Started: tx.l.Started(), Founder: tx.l.Log()[0].Decision.Author, Table: league.Cross(tx.l.Table()),
		Ladder: tx.l.Ladder(), Planned: len(tx.l.Coming()), People: tx.people, Complete: tx.l.Complete(),
		Restored: tx.l.Restored(),
	}
	for _, m := range tx.l.Members() {
		p, _ := tx.person(m.Player)
		out.Members = append(out.Members, Member{m, p.Account, p.Name})
	}
	var results []league.Result
	for _, m := range tx.l.Matches() {
		lm := LeagueMatch{Match: m, ID: tx.link(m.No), Late: m.Result == nil && m.Until != 0 && m.Until < tx.dates}
		if m.Result != nil && !m.Marked {
			results = append(results, *m.Result)
		}
		out.Matches = append(out.Matches, lm)
	}
	out.Sides = league.Sides(results)
	return out
}

// Name is what a player is called: their name, or their number where it was erased.
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

// Person is who a player is; false where nothing is known of them.
func (l LeagueLook) Person(p league.Player) (league.Person, bool) {
	return personIn(l.People, p)
}

func nameless(p league.Player) engine.Msg {
	if p == league.Nobody {
		return engine.Say("referee.league.caretaker")
	}
	return engine.Say("referee.league.player", engine.Num("n", int(p)))
}

// At lists the leagues of a home, those that are over last.
func (ls *Leagues) At(ctx context.Context, home string) ([]league.Summary, error) {
	list, _, err := ls.Linked(ctx, home)
	return list, err
}

// Linked is [Leagues.At], and where the matches of those leagues are played, read at
// once.
func (ls *Leagues) Linked(ctx context.Context, home string) ([]league.Summary, []league.Link, error) {
	list, links, err := ls.store.At(ctx, home)
	slices.SortStableFunc(list, func(a, b league.Summary) int {
		switch {
		case a.Over == b.Over:
			return strings.Compare(a.Name, b.Name)
		case a.Over:
			return 1
		}
		return -1
	})
	return list, links, err
}

// LinkOf is the league that a match belongs to, and its number there; false where
// it belongs to none.
func (ls *Leagues) LinkOf(ctx context.Context, id match.ID) (league.Link, bool, error) {
	return ls.store.LinkOf(ctx, id)
}
