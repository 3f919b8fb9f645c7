package workshop

import (
	"cmp"
	"slices"

	"referee/engine"
	"referee/engine/kit/sheets"
)

// mostGuesses is how many guesses an answer lists.
const mostGuesses = 200

// Guess is a row that is not known, with how many stored matches rest on it.
type Guess struct {
	Place
	Uses  int    `json:"uses"`
	Label string `json:"label"`
}

// guesses lists what is still guessed, or drawn from geography, worst first; left counts all by file, and percent is how many of a hundred hexes are guesses.
func (s *Session) guesses() (list []Guess, left map[string]int, percent int) {
	list, left = []Guess{}, map[string]int{}
	guessed, all := 0, 0
	for _, k := range s.game.Format.Kinds {
		for _, key := range s.now.Keys(k.File) {
			p, o := Place{k.File, key}, s.now.Origin(k.File, key)
			if k.File == s.mapFile() {
				all++
				if o == engine.OriginGuess {
					guessed++
				}
			}
			if o == engine.OriginGuess || o == engine.OriginGeography {
				left[k.File]++
				list = append(list, Guess{p, s.uses[p], key})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Guess) int { return cmp.Compare(b.Uses, a.Uses) })
	return list[:min(len(list), mostGuesses)], left, (100*guessed + all/2) / max(all, 1)
}

// Difference is where another board differs from this one.
type Difference struct {
	sheets.Change
	Mine   Row               `json:"mine"`
	Theirs Row               `json:"theirs"`
	Notes  map[string]string `json:"notes"` // what the row of the other board says it rests on
}

// compare lists what differs in another board.
func (s *Session) compare(other *sheets.Set) []Difference {
	out := []Difference{}
	for _, c := range sheets.Diff(s.now, other, false) {
		p := Place{c.File, c.Key}
		d := Difference{Change: c, Mine: rowOf(s.now, p), Theirs: rowOf(other, p), Notes: map[string]string{}}
		for column, is := range d.Theirs.Cells {
			if sheets.Notes(column) {
				d.Notes[column] = is
			}
		}
		out = append(out, d)
	}
	return out
}

// apply takes what the other board says, and what it rests on.
func (d Difference) apply(to *sheets.Set) error {
	if err := to.Apply(d.Change); err != nil {
		return err
	}
	if d.Column == "" {
		return nil
	}
	for column, is := range d.Notes {
		if !sheets.Notes(column) {
			continue
		}
		if err := to.Apply(sheets.Change{File: d.File, Key: d.Key, Column: column, Is: is}); err != nil {
			return err
		}
	}
	return nil
}
