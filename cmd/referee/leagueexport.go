package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"referee/bot/referee"
	"referee/engine/dice"
	"referee/engine/league"
	"referee/engine/match"
)

// rollsName is the file of all rolls in a league's export.
const rollsName = "rolls.jsonl"

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
	f, err := r.ExportLeague(id, referee.MatchFileName)
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
		writeFile(filepath.Join(dir, referee.LeagueFileName), func(w io.Writer) error { return encodeJSON(w, f) }),
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

// verifyLeague checks the league that was exported to a directory, see
// [referee.Verifier.League].
func verifyLeague(dir string) (int, error) {
	return referee.Verifier{Open: openFile, Roll: dice.Check}.League(os.DirFS(dir))
}
