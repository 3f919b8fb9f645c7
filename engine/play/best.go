package play

import "math"

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
