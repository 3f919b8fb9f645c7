package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"referee/bot/referee"
	"referee/engine/league"
	"referee/engine/match"
)

// leagueName and rollsName are the files of a league's export, beside one for each
// match.
const (
	leagueName = "league.json"
	rollsName  = "rolls.jsonl"
)

// matchName is the file of a match in the export of its league.
func matchName(no int, _ match.ID) string { return fmt.Sprintf("matches/%03d.json", no) }

// leagueRoll is a line of the file of rolls: all that the proof of a roll speaks
// of, so that it can be checked without the match.
type leagueRoll struct {
	No       int          `json:"no"` // the number of the match in the league
	Match    match.ID     `json:"match"`
	Decision int          `json:"decision"`
	Seed     match.Head   `json:"seed"`
	Orders   match.Head   `json:"orders"`
	Sealed   int64        `json:"sealed"`
	At       int64        `json:"at"`
	Dice     *match.Dice  `json:"dice,omitempty"`
	Roll     match.Rolled `json:"roll"`
	Face     string       `json:"face"`
}

func newLeagueRoll(no int, m match.Made) leagueRoll {
	return leagueRoll{no, m.Roll.Match, m.Seq, m.Roll.Seed, m.Roll.Orders, m.Roll.Sealed, m.Roll.At, m.Roll.Dice, m.Rolled, m.Face}
}

// made is the roll as its proof is checked.
func (l leagueRoll) made() match.Made {
	return match.Made{Seq: l.Decision, Rolled: l.Roll, Face: l.Face, Roll: match.Roll{
		Match: l.Match, Seed: l.Seed, No: l.Roll.No, Purpose: l.Roll.For, Orders: l.Orders, Sealed: l.Sealed, At: l.At, Dice: l.Dice,
	}}
}

// writeLeague writes a league to a directory: its log, a file for every match
// played here, and one with all rolls.
func writeLeague(r *referee.Referee, id league.ID, dir string) error {
	f, err := r.ExportLeague(id, matchName)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, "matches"), 0o755); err != nil {
		return fmt.Errorf("directory %s: %w", dir, unnamed(err))
	}
	for _, m := range f.Played {
		write := func(w io.Writer) error { return r.Export(w, m.Match) }
		if err := writeFile(filepath.Join(dir, m.File), write); err != nil {
			return err
		}
	}
	return errors.Join(
		writeFile(filepath.Join(dir, leagueName), func(w io.Writer) error { return encodeJSON(w, f) }),
		writeFile(filepath.Join(dir, rollsName), func(w io.Writer) error { return writeRolls(w, r, f.Played) }),
	)
}

// writeRolls writes every roll of some matches, a line each.
func writeRolls(w io.Writer, r *referee.Referee, played []referee.FileMatch) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, m := range played {
		rolls, err := r.Rolls(m.Match)
		if err != nil {
			return err
		}
		for _, roll := range rolls {
			if err := enc.Encode(newLeagueRoll(m.No, roll)); err != nil {
				return err
			}
		}
	}
	return nil
}

// encodeJSON writes a value with line breaks.
func encodeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(v)
}

// readLeague reads the file of a league.
func readLeague(path string) (f referee.LeagueFile, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return f, fmt.Errorf("cannot be read: %w", unnamed(err))
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return f, fmt.Errorf("%s: %w", path, err)
	}
	if f.Format != referee.LeagueFormat {
		return f, fmt.Errorf("%s: the file's format is %q; this referee reads %q", path, f.Format, referee.LeagueFormat)
	}
	return f, nil
}

// verifyLeague checks an exported league, and takes nobody's word: the chain of its
// log, every match with its dice, that each file is the one which the league names,
// played with its data, and that a result which came by itself is what the match
// came to. It returns how many matches hold; the error names the first that does
// not.
func verifyLeague(dir string) (int, error) {
	f, err := readLeague(filepath.Join(dir, leagueName))
	if err != nil {
		return 0, err
	}
	l, err := f.Read()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", leagueName, err)
	}
	checked := 0
	for _, m := range f.Played {
		if err := verifyPlayed(l, m, filepath.Join(dir, m.File)); err != nil {
			return checked, fmt.Errorf("%s: %w", m.File, err)
		}
		checked++
	}
	return checked, nil
}

// verifyPlayed checks one match of an exported league.
func verifyPlayed(l *league.League, named referee.FileMatch, path string) error {
	report, err := verify(path, nil)
	if err != nil {
		return found(err)
	}
	f, err := readMatch(path)
	if err != nil {
		return err
	}
	g, err := openFile(f)
	if err != nil {
		return err
	}
	m, err := match.Fold(g, f.Entries)
	if err != nil {
		return err
	}
	flowed, ok := referee.Flowed(l, named.No)
	result, over := referee.ResultOf(m)
	switch {
	case report.Opening.Match != named.Match || report.Head.String() != named.Head,
		m.Setting(referee.SettingLeague) != fmt.Sprintf("%s/%d", l.Rules().League, named.No):
		return errors.New("it is not the match that the league names")
	case report.Opening.Data != l.Rules().Settings["data"]:
		return errors.New("it was played with other data than the league's")
	case ok && (!over || result != flowed):
		return fmt.Errorf("the league has the result %+v, the match came to %+v", flowed, result)
	}
	return nil
}
