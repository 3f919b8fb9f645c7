// Package weigh is what players have in common who judge by a sum of named terms: the file of their weights, and why one thing
// is better than another. It knows no game: the terms, and the words for them, are the game's.
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
				rows[name].Report("weight: %q is no number", rows[name].Text("weight"))
			}
		}
	}
	if p := f.Problems(); len(p) > 0 {
		return "", p
	}
	return f.Hash(), nil
}

// Built is Read for weights that are part of the program: what is wrong with them is a panic.
func Built(files fs.FS, file string, to map[string]*float64) (hash string) {
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

// Points is points as a reason tells them, in halves; false: they are less than a quarter, and not worth telling.
func Points(points float64) (engine.Arg, bool) {
	n := toHalves(points)
	return engine.Ratio("vp", n, halves), n > 0
}

// Better says by how much something is better than another, which is at most as good: by the messages why.better and why.close.
func Better(by float64, other engine.Msg) engine.Answer { return than("better", "close", by, other) }

// Sooner says by how much it is better to do something before something else, which may well come next: by the messages
// why.first and why.first-close.
func Sooner(by float64, other engine.Msg) engine.Answer {
	return than("first", "first-close", by, other)
}

func than(clearly, hardly string, by float64, other engine.Msg) engine.Answer {
	said := engine.Say("why."+hardly, engine.Sub("other", other))
	if vp, ok := Points(by); ok {
		said = engine.Say("why."+clearly, vp, engine.Sub("other", other))
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

// told is how many differences are told.
const told = 2

// Largest says the two largest differences, but for what is less than a quarter of a point: by the messages why.for.TERM and
// why.against.TERM. Of equal ones the first is told; the list is sorted.
func Largest(list []Difference) (said []engine.Msg) {
	slices.SortStableFunc(list, func(x, y Difference) int { return cmp.Compare(math.Abs(y.Points), math.Abs(x.Points)) })
	for _, d := range list[:min(told, len(list))] {
		if vp, ok := Points(math.Abs(d.Points)); ok {
			key := "why.for."
			if d.Points < 0 {
				key = "why.against."
			}
			said = append(said, engine.Say(key+d.Of, vp))
		}
	}
	return said
}
