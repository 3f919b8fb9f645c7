package play

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"referee/engine"
)

// RecruitName is the name of the recruit, which has no reasons.
const RecruitName = "recruit"

// recruitNodes bounds a path that a recruit walks: far more than the longest of any game.
const recruitNodes = 1000

// Recruit is the player that every game has: it picks each element of its answer at random.
// weights, which may be nil, weigh the options by their kind ([engine.Option.Kind]); a kind
// that is not there weighs 1, one that weighs 0 is picked only where nothing else is
// offered.
func Recruit(weights map[string]int) Player {
	about := About{Name: RecruitName, Version: 1, Nodes: recruitNodes}
	if len(weights) > 0 {
		about.Weights = hashOf(weights)
	}
	return Player{About: about, Think: func(q *Question) (Answer, error) {
		path, err := Walk(q, q.Rand(), weights)
		return Answer{Path: path}, err
	}}
}

// Walk is a whole answer at random, as that of a recruit. It spends a node for each element.
func Walk(q *Question, random *rand.Rand, weights map[string]int) ([]string, error) {
	var path []string
	for {
		node, err := q.Options(path...)
		if err != nil {
			return nil, err
		}
		if node.Done {
			return path, nil
		}
		if len(node.Options) == 0 || !q.Spend(1) {
			return nil, fmt.Errorf("play: no answer begins with %q", strings.Join(path, " "))
		}
		path = append(path, pick(random, node.Options, weights).Element())
	}
}

// pick picks one of some options, at least one.
func pick(random *rand.Rand, options []engine.Option, weights map[string]int) engine.Option {
	weigh := func(o engine.Option) int {
		if w, ok := weights[o.Kind]; ok {
			return max(0, w)
		}
		return 1
	}
	total := 0
	for _, o := range options {
		total += weigh(o)
	}
	if total == 0 {
		return options[random.IntN(len(options))]
	}
	n := random.IntN(total)
	for _, o := range options {
		if n -= weigh(o); n < 0 {
			return o
		}
	}
	return options[len(options)-1]
}

// hashOf is a hash of weights, whatever their order.
func hashOf(weights map[string]int) string {
	var words []string
	for _, kind := range slices.Sorted(maps.Keys(weights)) {
		words = append(words, fmt.Sprintf("%s=%d", kind, weights[kind]))
	}
	return fmt.Sprintf("%x", digest(words...))
}
