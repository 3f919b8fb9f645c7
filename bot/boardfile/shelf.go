package boardfile

import (
	"cmp"
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/match"
)

// Of lists the boards of a game: by name, the newest version of each first.
func Of(shelf []match.Board, game string) []match.Board {
	out := slices.DeleteFunc(slices.Clone(shelf), func(b match.Board) bool { return b.Game != game })
	slices.SortFunc(out, func(a, b match.Board) int {
		return cmp.Or(cmp.Compare(engine.BoardWord(a.Name), engine.BoardWord(b.Name)), b.Version-a.Version)
	})
	return out
}

// Newest lists the newest version of each board of a list that [Of] has made.
func Newest(list []match.Board) []match.Board {
	return slices.CompactFunc(slices.Clone(list), func(a, b match.Board) bool { return engine.BoardWord(a.Name) == engine.BoardWord(b.Name) })
}

// Find finds a board in a list that [Of] has made: by its name, which means the newest version, or by name and version.
func Find(list []match.Board, given string) (match.Board, bool) {
	word := engine.BoardWord(given)
	for _, called := range []func(match.Board) string{func(b match.Board) string { return b.Name }, match.Board.Called} {
		if i := slices.IndexFunc(list, func(b match.Board) bool { return engine.BoardWord(called(b)) == word }); i >= 0 {
			return list[i], true
		}
	}
	return match.Board{}, false
}

// Shelved is what a shelf knows of the board once it has been given it: a board that it has keeps its signatures, and gets the
// new ones. It refuses another board of the same name and version.
func (f *File) Shelved(shelf []match.Board) (match.Board, error) {
	merged := &File{Board: f.Board}
	for _, b := range Of(shelf, f.Game) {
		switch {
		case b.Home != f.Home:
		case b.Data == f.Data:
			merged.Signatures = slices.Clone(b.Signatures)
		case engine.BoardWord(b.Name) == engine.BoardWord(f.Name) && b.Version == f.Version:
			return b, fmt.Errorf("there is another board %s, by %s: give this one version %d", b.Called(), b.Author, f.Version+1)
		}
	}
	err := merged.Add(f.Signatures)
	return merged.Board, err
}
