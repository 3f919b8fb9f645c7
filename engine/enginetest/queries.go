package enginetest

import (
	"math/rand/v2"

	"referee/engine"
)

// queries makes, for each query of a game, one with words that the query can take, and
// one without.
func queries(info *engine.Info, r *rand.Rand) []engine.Query {
	var all []engine.Query
	for _, known := range info.Queries {
		q := engine.Query{Name: known.Name, Args: map[string][]string{}}
		for _, arg := range known.Args {
			if words := info.Words[arg.Kind]; len(words) > 0 {
				q.Args[arg.Name] = []string{words[r.IntN(len(words))]}
			}
		}
		all = append(all, q)
		if len(known.Args) > 0 {
			bad := map[string][]string{known.Args[0].Name: {"nonsense"}}
			all = append(all, engine.Query{Name: known.Name, Args: bad})
		}
	}
	return append(all, engine.Query{Name: "nonsense"})
}
