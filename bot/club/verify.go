package club

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"referee/bot/files"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
	"referee/engine/textfile"
)

// LeagueFileName is the file of an exported league that holds its log.
const LeagueFileName = "league.json"

// MatchFileName is the file of a match in the export of its league.
func MatchFileName(no int, _ match.ID) string { return fmt.Sprintf("matches/%03d.json", no) }

// Bounds of an exported league, which a stranger may have written; those of its matches
// are package match's.
const (
	MostLeagueBytes   = 16 << 20 // of the file with its log
	MostLeagueMatches = 10_000
)

// ReadLeagueFile reads the file of a league. Its chain is checked by
// [LeagueFile.Read].
func ReadLeagueFile(text []byte) (LeagueFile, error) {
	var f LeagueFile
	text, err := textfile.Plain(text)
	if err == nil {
		if err = json.Unmarshal(text, &f); err != nil {
			err = textfile.Unread(text, err)
		}
	}
	if err != nil {
		return f, fmt.Errorf("referee: the file of the league cannot be read: %w", err)
	}
	if f.Format != LeagueFormat {
		return f, fmt.Errorf("referee: the file's format is %.40q; this referee reads %q", f.Format, LeagueFormat)
	}
	if len(f.Played) > MostLeagueMatches {
		return f, fmt.Errorf("referee: the league has too many matches (%d): at most %d are read", len(f.Played), MostLeagueMatches)
	}
	return f, nil
}

// Verifier is what an exported league is checked with.
type Verifier struct {
	// Open opens the game that the match of a file is pinned to.
	Open func(o match.Opening, data match.Data) (engine.Game, error)
	// Roll checks the proof of a roll.
	Roll func(match.RecordedRoll) error
}

// League checks an exported league, and takes nobody's word: the chain of its log,
// every match with its dice, that each file is the one which the league names, of its
// game and with its data, that a result which came by itself is what the match came
// to, and that no such match is missing. The file of rolls has those of the matches,
// and no others. Bids that were opened are those that were sealed, and their match
// was played with what they led to. It returns how many matches hold; the error names
// the first that does not. It never holds more than one match, and of the rolls those of one.
func (v Verifier) League(folder fs.FS) (held int, err error) {
	f, l, err := readLeague(folder)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", LeagueFileName, err)
	}
	rolls, err := folder.Open(RollsFileName)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", RollsFileName, unreadableError(err))
	}
	defer func() { err = errors.Join(err, rolls.Close()) }()
	text, err := textfile.Reader(rolls)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", RollsFileName, err)
	}
	lines := files.NewLines(text, mostRoll)
	for n, m := range f.Played {
		if err := v.file(l, f.Game, m, folder, lines); err != nil {
			return n, fmt.Errorf("%s: %w", m.File, err)
		}
	}
	if _, err := lines.Next(); !errors.Is(err, io.EOF) {
		if err == nil {
			err = errors.New("it has rolls that belong to no match")
		}
		return len(f.Played), fmt.Errorf("%s: %w", RollsFileName, unreadableError(err))
	}
	return len(f.Played), nil
}

// readLeague reads the file of an exported league, and checks what stands in it alone.
func readLeague(folder fs.FS) (f LeagueFile, l *league.League, err error) {
	file, err := folder.Open(LeagueFileName)
	if err != nil {
		return LeagueFile{}, nil, unreadableError(err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	text, err := io.ReadAll(io.LimitReader(file, MostLeagueBytes+1))
	if err != nil {
		return LeagueFile{}, nil, unreadableError(err)
	}
	if len(text) > MostLeagueBytes {
		return LeagueFile{}, nil, fmt.Errorf("it has more than %d bytes, which no league has", MostLeagueBytes)
	}
	if f, err = ReadLeagueFile(text); err != nil {
		return f, nil, err
	}
	if l, err = f.Read(); err != nil {
		return f, nil, err
	}
	return f, l, errors.Join(f.checkBids(l), f.complete(l))
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
			return fmt.Errorf("match %d was played here, but is missing", m.No)
		}
	}
	return nil
}

// unreadableError says that a file cannot be read, without its name.
func unreadableError(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = fmt.Errorf("cannot be read: %w", at.Err)
	}
	return err
}

// file checks the file of one match of an exported league of a game, whose rolls come next.
func (v Verifier) file(l *league.League, game string, named FileMatch, folder fs.FS, rolls *files.Lines) (err error) {
	file, err := folder.Open(named.File)
	if err != nil {
		return unreadableError(err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	f, g, report, err := match.Verifier(v).Read(file)
	if err != nil {
		return unreadableError(err)
	}
	switch {
	case report.Opening.Match != named.Match || report.Head.String() != named.Head,
		leagueIn(f) != fmt.Sprintf("%s/%d", l.Rules().League, named.No):
		return errors.New("it is not the match that the league names")
	case report.Opening.Game != game:
		return fmt.Errorf("it is of %q, the league of %q", report.Opening.Game, game)
	case report.Opening.Data != l.Rules().Settings[settingData]:
		return errors.New("it was played with other data than the league's")
	}
	if err := checkGiven(l, named.No, g.Info(), report.Opening.Setup); err != nil {
		return err
	}
	flowed, ok := Flowed(l, named.No)
	if hides(f) {
		if ok {
			return fmt.Errorf("the league has the result %+v, but the match is in progress", flowed)
		}
		return nil
	}
	m, err := match.Fold(g, f.Entries)
	if err != nil {
		return err
	}
	if result, over := ResultOf(m); ok && (!over || result != flowed) {
		return fmt.Errorf("the league has the result %+v, the match came to %+v", flowed, result)
	}
	return rollsIn(rolls, named.No, m)
}

// leagueIn is the league that a match says it is of, with its number there.
func leagueIn(f *match.File) string {
	name := ""
	for _, e := range f.Entries {
		if s, ok := e.Decision.Settings()[SettingLeague]; ok {
			name = s
		}
	}
	return name
}
