package answer

import (
	"strconv"

	"referee/engine"
)

// Die is the faces of a die from low to high, each by its number.
func Die(low, high int) []engine.Option {
	faces := make([]engine.Option, 0, high-low+1)
	for n := low; n <= high; n++ {
		faces = append(faces, engine.Option{ID: strconv.Itoa(n), Kind: "face", N: n})
	}
	return faces
}

// Options are options of one kind.
func Options(kind string, ids ...string) []engine.Option {
	list := make([]engine.Option, len(ids), len(ids)+1)
	for i, id := range ids {
		list[i] = engine.Option{ID: id, Kind: kind}
	}
	return list
}
