// Package weigh is for computer players that judge by a sum of named terms: it reads the file of their weights, and
// explains why one option is better than another. The terms and their words are the game's.
package weigh

import (
	"cmp"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/kit/csvtable"
)

// Read reads weights, each into where its name says, out of a table of the columns term, weight and what. It returns the hex
// SHA-256 of the file. The error is csvtable.Problems, with all that is wrong, or that of the file.
func Read(files fs.FS, file string, to map[string]*float64) (hash string, err error) {
	f, err := csvtable.Read(files, map[string][]string{file: {"term", "weight", "what"}})
	if err != nil {
		return "", err
	}
	rows, ok := f.Sheet(file).Keyed(slices.Sorted(maps.Keys(to)), "term")
	if ok {
		for name, x := range to {
			if *x, err = strconv.ParseFloat(rows[name].Text("weight"), 64); err != nil {
				rows[name].Report("weight: %q is not a number", rows[name].Text("weight"))
			}
		}
	}
	if p := f.Problems(); len(p) > 0 {
		return "", p
	}
	return f.Hash(), nil
}

// MustRead is Read for weights that are part of the program: what is wrong with them is a panic.
func MustRead(files fs.FS, file string, to map[string]*float64) (hash string) {
	hash, err := Read(files, file, to)
	if err != nil {
		panic(err)
	}
	return hash
}

// Sum is the sum of points by term.
func Sum(points []float64) (sum float64) {
	for _, x := range points {
		sum += x
	}
	return sum
}

// Add adds points by term to others, so many times.
func Add(to, points []float64, times float64) {
	for i, x := range points {
		to[i] += x * times
	}
}

// halves is how finely points are told: in halves.
const halves = 2

func toHalves(points float64) int { return int(math.Round(points * halves)) }

// Points is points as a reason tells them, in halves, by the message why.points; false: they are less than a quarter.
func Points(points float64) (engine.Arg, bool) {
	n := toHalves(points)
	return engine.Sub("points", engine.Say("why.points", engine.Ratio("n", n, halves))), n > 0
}

// Better says by how much something is better than another, which is at most as good: by the messages why.better and why.close.
func Better(by float64, other engine.Msg) engine.Answer { return than("better", "close", by, other) }

// Played is Better where that was found by playing on: by the message why.played.
func Played(by float64, other engine.Msg) engine.Answer { return than("played", "close", by, other) }

// Sooner says by how much it is better to do something before something else, which may well come next: by the messages
// why.first and why.first-close.
func Sooner(by float64, other engine.Msg) engine.Answer {
	return than("first", "first-close", by, other)
}

func than(clearly, hardly string, by float64, other engine.Msg) engine.Answer {
	said := engine.Say("why."+hardly, engine.Sub("other", other))
	if points, ok := Points(by); ok {
		said = engine.Say("why."+clearly, points, engine.Sub("other", other))
	}
	return engine.Answer{Lines: []engine.Msg{said}}
}

// Difference is what a term makes of a difference, in points.
type Difference struct {
	Of     string // the term
	Points float64
}

// Differences are what terms make of the difference of two sums, in their order.
func Differences(terms []string, a, b []float64) []Difference {
	list := make([]Difference, len(terms))
	for i, of := range terms {
		list[i] = Difference{of, a[i] - b[i]}
	}
	return list
}

// least is the least difference that is told, in points.
const least = 0.02

// Largest says what speaks most for a deed, and what else makes most of the difference, for it or against, if that is
// a quarter of a point: by the messages why.for.TERM and why.against.TERM. What speaks against a deed is no reason for
// it: alone it is not told. Of equal ones the first is told; the list is sorted.
func Largest(list []Difference) (said []engine.Msg) {
	slices.SortStableFunc(list, func(x, y Difference) int { return cmp.Compare(math.Abs(y.Points), math.Abs(x.Points)) })
	best := slices.IndexFunc(list, func(d Difference) bool { return d.Points >= least })
	if best < 0 {
		return nil
	}
	points, ok := Points(list[best].Points)
	if !ok {
		points = engine.Sub("points", engine.Say("why.little"))
	}
	said = []engine.Msg{engine.Say("why.for."+list[best].Of, points)}
	for i, d := range list {
		if points, ok := Points(math.Abs(d.Points)); ok && i != best {
			key := "why.for."
			if d.Points < 0 {
				key = "why.against."
			}
			return append(said, engine.Say(key+d.Of, points))
		}
	}
	return said
}
