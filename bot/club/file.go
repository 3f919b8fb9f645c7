package club

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"referee/bot/referee"
	"referee/engine/chain"
	"referee/engine/league"
	"referee/engine/match"
)

// LeagueFile is what an export of a league holds beside its matches.
type LeagueFile struct {
	Format string       `json:"format"`
	League league.ID    `json:"league"`
	Name   string       `json:"name"`
	Game   string       `json:"game"`
	Head   chain.Head   `json:"head"`
	Log    []chain.Line `json:"log"`
	People []filePerson `json:"people"`
	Played []FileMatch  `json:"matches"`
	Texts  []match.Text `json:"texts,omitempty"`
}

type filePerson struct {
	Player league.Player `json:"player"`
	Name   string        `json:"name"`
}

// FileMatch says which match file is of which match of a league.
type FileMatch struct {
	No    int      `json:"no"`
	Match match.ID `json:"match"`
	File  string   `json:"file"`
	Head  string   `json:"head"`
}

// Read checks the chain of a league's file and folds it, and that it is of the league
// which the file names. It returns *chain.BadEntryError for the first entry that does
// not hold. What the league and its players are called stands in no log: nothing here
// vouches for it.
func (f LeagueFile) Read() (*league.League, error) {
	raw, err := chain.Raws(f.Log)
	if err != nil {
		return nil, fmt.Errorf("league: %w", err)
	}
	log, err := league.Read(raw)
	if err != nil {
		return nil, err
	}
	l, err := league.Fold(log)
	switch {
	case err != nil:
		return nil, err
	case l.Head() != f.Head:
		return nil, errors.New("referee: the file of the league ends before its head: entries are missing")
	case league.ID(l.Rules().League) != f.League:
		return nil, fmt.Errorf("referee: the file says it is of league %q, its log is of %q", f.League, l.Rules().League)
	}
	return l, nil
}

// Flowed is the result of a match that came by itself from the match, and stands;
// false where it has none, or a person has reported or corrected it.
func Flowed(l *league.League, no int) (league.Result, bool) {
	var last *league.Decision
	for _, e := range l.Log() {
		d := e.Decision
		if (d.Kind() == league.KindResult || d.Kind() == league.KindCorrect) && d.Match() == no && !l.Undone(d.Seq) {
			last = &d
		}
	}
	if last == nil || last.Result() == nil || last.Author != league.Nobody || last.Door != referee.DoorClock {
		return league.Result{}, false
	}
	return *last.Result(), true
}

// LeagueFormat names the file format of a league.
const LeagueFormat = "referee-league/1"

// Export is a league as a file: its log with the exact text of every
// decision, what players are called, and which of its matches were played here.
// file names the file that a match is exported to.
func (ls *Leagues) Export(ctx context.Context, id league.ID, file func(no int, m match.ID) string) (LeagueFile, error) {
	c := LeagueCommand{League: id}
	tx, err := ls.read(ctx, c)
	if err != nil {
		return LeagueFile{}, err
	}
	out, err := tx.file(file)
	return out, ls.classify(ctx, err, c)
}

// enclose puts a text into a file of the league, if there is one.
func (tx *transaction) enclose(f *LeagueFile, hash string) error {
	t, ok, err := tx.ls.store.Text(tx.ctx, hash)
	if known := func(x match.Text) bool { return x.Hash == hash }; ok && !slices.ContainsFunc(f.Texts, known) {
		t.Account = "" // who it was stands in the log, by number
		f.Texts = append(f.Texts, t)
	}
	return err
}

func (tx *transaction) file(file func(no int, m match.ID) string) (LeagueFile, error) {
	out := LeagueFile{
		Format: LeagueFormat, League: tx.card.ID, Name: tx.card.Name, Game: tx.card.Game, Head: tx.l.Head(),
		Log: chain.Lines(tx.l.Log()), People: []filePerson{}, Played: []FileMatch{},
	}
	for _, e := range tx.l.Log() {
		if e.Decision.Kind() == league.KindAppeal {
			continue // what players write to the judges is for these alone
		}
		if err := tx.enclose(&out, e.Decision.Reason); err != nil {
			return out, err
		}
	}
	for _, m := range tx.l.Matches() {
		if !m.Auction.Awarded() {
			continue // what was bid is sealed still
		}
		for _, hash := range m.Auction.Sealed {
			if err := tx.enclose(&out, hash); err != nil {
				return out, err
			}
		}
	}
	for _, p := range tx.people {
		out.People = append(out.People, filePerson{p.Player, p.Name})
	}
	for _, l := range tx.linked {
		card, err := tx.ls.records.Summary(tx.ctx, l.Match)
		if err != nil {
			return out, err
		}
		out.Played = append(out.Played, FileMatch{l.No, l.Match, file(l.No, l.Match), card.Head.String()})
	}
	return out, nil
}
