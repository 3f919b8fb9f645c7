package answer

import (
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// Because lists reasons as an argument of a message: each is a message by key and a word with the
// hexes to which it applies ("hexes"), in the order of their first appearance.
func Because[H any](name, key string, hexes []H, why func(H) string, arg func(H) engine.Arg) engine.Arg {
	var words []string
	held := map[string][]engine.Arg{}
	for _, h := range hexes {
		word := why(h)
		if held[word] == nil {
			words = append(words, word)
		}
		held[word] = append(held[word], arg(h))
	}
	return engine.List(name, lists.Map(words, func(word string) engine.Arg {
		return engine.Sub("", engine.Say(key+word, engine.List("hexes", held[word]...)))
	})...)
}

// NotHex explains why a word is not a hex of the map, and returns it as an argument: "illegal.hex",
// or "illegal.no-hex" if it is written like a hex.
func NotHex(word string) (why string, arg engine.Arg) {
	why = "illegal.hex"
	if _, err := hex.Parse(word); err == nil {
		why = "illegal.no-hex"
	}
	return why, engine.Text("word", word)
}
