package workshop

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/kit/sheets"
	"referee/engine/match"
)

// Uses counts in how many stored matches hexes, ways and units are named.
type Uses struct {
	info    *engine.Info
	words   map[string]bool // hexes and units
	matches int
	of      map[string]int // by hex, pair of hexes or unit
}

// NewUses begins to count the matches of a game.
func NewUses(info *engine.Info) *Uses {
	u := &Uses{info: info, words: map[string]bool{}, of: map[string]int{}}
	for _, h := range info.Board.Hexes {
		u.words[h.At.String()] = true
	}
	for _, c := range info.Counters {
		u.words[c.ID] = true
	}
	return u
}

// quoted is a word in the line of a decision.
var quoted = regexp.MustCompile(`"([^"\\]{1,40})"`)

// Add counts a match, by the lines of its record.
func (u *Uses) Add(entries []*match.Entry) {
	seen := map[string]bool{}
	for _, e := range entries {
		last := ""
		for _, m := range quoted.FindAllSubmatch(e.Line, -1) {
			word := string(m[1])
			if !u.words[word] {
				continue
			}
			seen[word] = true
			if beside(u.info.Board.Grid, last, word) {
				seen[min(last, word)+" "+max(last, word)] = true
			}
			last = word
		}
	}
	u.matches++
	for word := range seen {
		u.of[word]++
	}
}

// matches is how many matches use a row: those that name its way, or one of its units and hexes; all, for a chart that names none.
func (s *Session) matches(p Place) int {
	words := strings.Fields(p.Key)
	if len(words) > 1 && s.uses.words[words[0]] && s.uses.words[words[1]] {
		return s.uses.of[words[0]+" "+words[1]]
	}
	n, about := 0, false
	if k, _ := s.game.Format.Kind(p.File); k.As != sheets.AsMap {
		words = append(words, s.hexes(s.now, p)...)
	}
	for _, word := range words {
		about = about || s.uses.words[word]
		n = max(n, s.uses.of[word])
	}
	if !about {
		return s.uses.matches
	}
	return n
}

// namings counts how often set-up, places and the like name a hex: they say where a match is played that nobody has stored yet.
func (s *Session) namings() map[string]int {
	out := map[string]int{}
	for _, k := range s.game.Format.Kinds {
		if k.As == sheets.AsMap {
			continue
		}
		for _, key := range s.built.Keys(k.File) {
			for _, at := range s.hexes(s.built, Place{k.File, key}) {
				out[at]++
			}
		}
	}
	return out
}

// mostGuesses is how many guesses an answer lists.
const mostGuesses = 200

// Guess is a row that is not known, with how many stored matches rest on it.
type Guess struct {
	Place
	Uses  int `json:"uses"`
	named int
}

// guesses lists what is still guessed, or drawn from geography, worst first; left counts all by file, and percent is how many of a
// hundred hexes are guesses.
func (s *Session) guesses() (list []Guess, left map[string]int, percent int) {
	list, left = []Guess{}, map[string]int{}
	var hexes engine.Board
	for _, k := range s.game.Format.Kinds {
		for _, key := range s.now.Keys(k.File) {
			p, o := Place{k.File, key}, s.now.Rests(k.File, key, "").Origin
			if k.File == s.mapFile() {
				hexes.Hexes = append(hexes.Hexes, engine.BoardHex{Origin: o})
			}
			if o != engine.OriginGuess && o != engine.OriginGeography {
				continue
			}
			left[k.File]++
			g := Guess{Place: p, Uses: s.matches(p)}
			for _, word := range strings.Fields(key) {
				g.named += s.named[word]
			}
			list = append(list, g)
		}
	}
	slices.SortStableFunc(list, func(a, b Guess) int { return cmp.Or(cmp.Compare(b.Uses, a.Uses), cmp.Compare(b.named, a.named)) })
	percent, _ = hexes.Guessed()
	return list[:min(len(list), mostGuesses)], left, percent
}

// Difference is where another board differs from this one.
type Difference struct {
	sheets.Change
	Mine   sheets.Rest     `json:"mine"`
	Theirs sheets.Rest     `json:"theirs"`
	Notes  []sheets.Change `json:"notes"` // what belongs to it: that the cell then rests on what the other board says
}

// compare lists what differs in another board: cells, and rows with the same cells that only its owner has found on their copy.
func (s *Session) compare(other *sheets.Set) []Difference {
	out := []Difference{}
	var last Place
	for _, c := range sheets.Diff(s.now, other, true) {
		p := Place{c.File, c.Key}
		d := Difference{c, s.now.Rests(c.File, c.Key, ""), other.Rests(c.File, c.Key, ""), []sheets.Change{}}
		found := d.Theirs.Origin == engine.OriginKnown && d.Mine.Origin != engine.OriginKnown
		if sheets.Notes(c.Column) && (!found || p == last) {
			continue
		}
		last = p
		for column, is := range other.Row(c.File, c.Key) {
			if c.Column != "" && sheets.Notes(column) {
				d.Notes = append(d.Notes, sheets.Change{File: c.File, Key: c.Key, Column: column, Is: is})
			}
		}
		out = append(out, d)
	}
	return out
}
