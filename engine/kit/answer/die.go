package answer

import (
	"strconv"

	"referee/engine"
	"referee/engine/kit/lists"
)

// Die returns the faces of a die from low to high, each by its number.
func Die(low, high int) []engine.Option { return Numbers(engine.KindFace, low, high) }

// Numbers returns the numbers from low to high as options of one kind.
func Numbers(kind string, low, high int) []engine.Option {
	list := make([]engine.Option, 0, high-low+1)
	for n := low; n <= high; n++ {
		list = append(list, engine.Option{ID: strconv.Itoa(n), Kind: kind, N: n})
	}
	return list
}

// Options returns options of one kind.
func Options(kind string, ids ...string) []engine.Option {
	list := make([]engine.Option, len(ids), len(ids)+1)
	for i, id := range ids {
		list[i] = engine.Option{ID: id, Kind: kind}
	}
	return list
}

// Words returns options that are each a kind of their own.
func Words(words ...string) []engine.Option {
	return lists.Map(words, func(word string) engine.Option { return engine.Option{ID: word, Kind: word} })
}

// IDs returns the ids of options, as words that can be typed.
func IDs(options []engine.Option) []string {
	return lists.Map(options, func(o engine.Option) string { return o.ID })
}
