package club

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"referee/bot/files"
	"referee/engine"
	"referee/engine/chain"
	"referee/engine/match"
)

// RollsFileName is the file of an exported league that holds all rolls, a line each.
const RollsFileName = "rolls.jsonl"

// LeagueRoll is a line of the file of rolls: all that the proof of a roll speaks of,
// so that it can be checked without the match.
type LeagueRoll struct {
	No       int          `json:"no"` // the number of the match in the league
	Match    match.ID     `json:"match"`
	Decision int          `json:"decision"`
	Seed     chain.Head   `json:"seed"`
	Orders   chain.Head   `json:"orders"`
	Sealed   int64        `json:"sealed"` // Unix time in milliseconds, as is At
	At       int64        `json:"at"`
	Dice     *match.Dice  `json:"dice,omitempty"`
	Roll     match.Rolled `json:"roll"`
	Face     string       `json:"face"`
}

// Made is the roll as its proof is checked.
func (l LeagueRoll) Made() match.RecordedRoll {
	return match.RecordedRoll{Seq: l.Decision, Rolled: l.Roll, Face: l.Face, Roll: match.Roll{
		Match: l.Match, Seed: l.Seed, No: l.Roll.No, Purpose: l.Roll.For, Orders: l.Orders, Sealed: l.Sealed, At: l.At, Dice: l.Dice,
	}}
}

// writeRolls writes the rolls of a match, with its number in the league.
func writeRolls(w io.Writer, no int, rolls []match.RecordedRoll) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for _, m := range rolls {
		r := m.Roll
		if err := enc.Encode(LeagueRoll{no, r.Match, m.Seq, r.Seed, r.Orders, r.Sealed, r.At, r.Dice, m.Rolled, m.Face}); err != nil {
			return fmt.Errorf("referee: write rolls: %w", err)
		}
	}
	return nil
}

// mostRoll is how many bytes the line of a roll may have.
const mostRoll = 2 * match.MaxLine

// rollsIn reads the rolls of a match off the lines of the file of rolls, and checks
// that they are there, as the match has them.
func rollsIn(lines *files.Lines, no int, m *match.Match) error {
	var want bytes.Buffer
	if err := writeRolls(&want, no, m.VisibleTo(engine.Judge).Rolls()); err != nil {
		return err
	}
	for due := range bytes.Lines(want.Bytes()) {
		is, err := lines.Next()
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, files.ErrLine) {
			return fmt.Errorf("%s: %w", RollsFileName, unreadableError(err))
		}
		if err != nil || !bytes.Equal(is, bytes.TrimSuffix(due, []byte("\n"))) {
			return fmt.Errorf("its rolls are not those of %s", RollsFileName)
		}
	}
	return nil
}

// hides reports whether something is secret from the reader of a file: the match is
// under way.
func hides(f *match.File) bool { return slices.ContainsFunc(f.Entries, (*match.Entry).Hidden) }
