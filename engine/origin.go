package engine

import "strings"

// Origin says what a fact of a board rests on. Its name is the message "origin."+Origin.
type Origin string

// Origins, from what is certain to what is not.
const (
	OriginKnown     Origin = "known"     // read in a source of the game: rules, charts, counters, examples
	OriginDerived   Origin = "derived"   // follows from what is known
	OriginGeography Origin = "geography" // drawn from the real landscape
	OriginGuess     Origin = "guess"     // ours, since no source says it
)

// Origins lists all of them, in their order.
var Origins = []Origin{OriginKnown, OriginDerived, OriginGeography, OriginGuess}

// OriginOf reads the origin out of the words in which a row of a data set says where it comes from: those that begin
// with one of "guess", "reconstruct", "geography" and "derived" mean it, all others name a source.
func OriginOf(source string) Origin {
	for _, o := range []struct {
		word string
		is   Origin
	}{{"guess", OriginGuess}, {"reconstruct", OriginGuess}, {"geography", OriginGeography}, {"derived", OriginDerived}} {
		if strings.HasPrefix(source, o.word) {
			return o.is
		}
	}
	return OriginKnown
}

// OriginCount counts the facts of one file of a data set by what they rest on.
type OriginCount struct {
	File string // "hexes.csv"
	By   map[Origin]int
}

// Guessed is how many of a hundred hexes of the board are guesses, rounded; false if the game does not say what they
// rest on.
func (b *Board) Guessed() (percent int, told bool) {
	if b == nil {
		return 0, false
	}
	guessed := 0
	for _, h := range b.Hexes {
		told = told || h.Origin != ""
		if h.Origin == OriginGuess {
			guessed++
		}
	}
	if !told {
		return 0, false
	}
	return (100*guessed + len(b.Hexes)/2) / len(b.Hexes), true
}
