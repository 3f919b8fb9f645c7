package referee

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// LeagueFileName is the file of an exported league that holds its log.
const LeagueFileName = "league.json"

// MatchFileName is the file of a match in the export of its league.
func MatchFileName(no int, _ match.ID) string { return fmt.Sprintf("matches/%03d.json", no) }

// ReadLeagueFile reads the file of a league. Its chain is checked by
// [LeagueFile.Read].
func ReadLeagueFile(text []byte) (LeagueFile, error) {
	var f LeagueFile
	if err := json.Unmarshal(text, &f); err != nil {
		return f, fmt.Errorf("referee: the file of the league is damaged or stops short: %w", err)
	}
	if f.Format != LeagueFormat {
		return f, fmt.Errorf("referee: the file's format is %q; this referee reads %q", f.Format, LeagueFormat)
	}
	return f, nil
}

// Verifier is what an exported league is checked with.
type Verifier struct {
	// Open opens the game that the match of a file is pinned to.
	Open func(f *match.File) (engine.Game, error)
	// Roll checks the proof of a roll.
	Roll func(match.Made) error
}

// League checks an exported league, and takes nobody's word: the chain of its log,
// every match with its dice, that each file is the one which the league names, of its
// game and with its data, that a result which came by itself is what the match came
// to, and that no such match is missing. The file of rolls has those of the matches,
// and no others. Bids that were opened are those that were sealed, and their match
// was played with what they led to. It returns how many matches hold; the error names
// the first that does not.
func (v Verifier) League(files fs.FS) (int, error) {
	text, err := readFile(files, LeagueFileName)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", LeagueFileName, err)
	}
	f, err := ReadLeagueFile(text)
	if err != nil {
		return 0, err
	}
	l, err := f.Read()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", LeagueFileName, err)
	}
	if err := f.checkBids(l); err != nil {
		return 0, fmt.Errorf("%s: %w", LeagueFileName, err)
	}
	if err := f.complete(l); err != nil {
		return 0, fmt.Errorf("%s: %w", LeagueFileName, err)
	}
	rolls, err := readFile(files, RollsFileName)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", RollsFileName, err)
	}
	for n, m := range f.Played {
		text, err := readFile(files, m.File)
		if err == nil {
			rolls, err = v.played(l, f.Game, m, text, rolls)
		}
		if err != nil {
			return n, fmt.Errorf("%s: %w", m.File, err)
		}
	}
	if len(rolls) > 0 {
		return len(f.Played), fmt.Errorf("%s: it has rolls of no match", RollsFileName)
	}
	return len(f.Played), nil
}

// complete checks that a file of every match is named once whose result came from it.
func (f LeagueFile) complete(l *league.League) error {
	named := map[int]bool{}
	for _, p := range f.Played {
		if named[p.No] {
			return fmt.Errorf("match %d is named twice", p.No)
		}
		named[p.No] = true
	}
	for _, m := range l.Matches() {
		if _, flowed := Flowed(l, m.No); flowed && !named[m.No] {
			return fmt.Errorf("match %d was played here, and is left out", m.No)
		}
	}
	return nil
}

// readFile is fs.ReadFile, whose errors do not name the file.
func readFile(files fs.FS, name string) ([]byte, error) {
	text, err := fs.ReadFile(files, name)
	var at *fs.PathError
	if errors.As(err, &at) {
		err = fmt.Errorf("cannot be read: %w", at.Err)
	}
	return text, err
}

// played checks one match of an exported league of a game, whose rolls come next. It
// returns the rolls after them.
func (v Verifier) played(l *league.League, game string, named FileMatch, text, rolls []byte) ([]byte, error) {
	f, err := match.DecodeExact(text)
	if err != nil {
		return nil, err
	}
	g, err := v.Open(f)
	if err != nil {
		return nil, err
	}
	report, err := match.Verify(f, g, v.Roll)
	if err != nil {
		return nil, err
	}
	switch {
	case report.Opening.Match != named.Match || report.Head.String() != named.Head,
		leagueIn(f) != fmt.Sprintf("%s/%d", l.Rules().League, named.No):
		return nil, errors.New("it is not the match that the league names")
	case report.Opening.Game != game:
		return nil, fmt.Errorf("it is of %q, the league of %q", report.Opening.Game, game)
	case report.Opening.Data != l.Rules().Settings[settingData]:
		return nil, errors.New("it was played with other data than the league's")
	}
	if err := checkGiven(l, named.No, g.Info(), report.Opening.Setup); err != nil {
		return nil, err
	}
	flowed, ok := Flowed(l, named.No)
	if hides(f) {
		if ok {
			return nil, fmt.Errorf("the league has the result %+v, the match is under way", flowed)
		}
		return rolls, nil
	}
	m, err := match.Fold(g, f.Entries)
	if err != nil {
		return nil, err
	}
	if result, over := ResultOf(m); ok && (!over || result != flowed) {
		return nil, fmt.Errorf("the league has the result %+v, the match came to %+v", flowed, result)
	}
	return rollsIn(rolls, named.No, m)
}

// leagueIn is the league that a match says it is of, with its number there.
func leagueIn(f *match.File) string {
	name := ""
	for _, e := range f.Entries {
		if s, ok := e.Decision.Settings[SettingLeague]; ok {
			name = s
		}
	}
	return name
}
