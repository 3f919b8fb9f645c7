package play

import (
	"math"
	"slices"

	"referee/engine"
)

// Second is the option that came next to the one that was taken, and by how much less it scored; the zero Second: there was
// none.
type Second struct {
	ID   string
	Less float64
}

// Best goes down the tree of answers from a path, at each step to the option that scores most, the first of equal ones, and
// says which came next where there was a choice last. It returns the errors of [Question.Options].
func (q *Question) Best(path []string, score func(path []string, id string) float64) ([]string, Second, error) {
	var next Second
	for {
		node, err := q.Options(path...)
		if err != nil || node.Done {
			return path, next, err
		}
		best, most, other, after := "", math.Inf(-1), "", math.Inf(-1)
		for _, o := range node.Options {
			switch x := score(path, o.ID); {
			case x > most:
				best, most, other, after = o.ID, x, best, most
			case x > after:
				other, after = o.ID, x
			}
		}
		if other != "" {
			next = Second{other, most - after}
		}
		path = append(path, best)
	}
}

// Path goes down the tree of answers from a path: at each step by the first option that is wanted; where none is, by "go", or else by the first.
func (q *Question) Path(path []string, wanted func(id string) bool) ([]string, error) {
	for {
		node, err := q.Options(path...)
		if err != nil || node.Done {
			return path, err
		}
		i := slices.IndexFunc(node.Options, func(o engine.Option) bool { return wanted(o.ID) })
		switch {
		case i < 0 && node.Has("go"):
			path = append(path, "go")
		default:
			path = append(path, node.Options[max(0, i)].ID)
		}
	}
}
