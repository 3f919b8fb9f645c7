package answer

import (
	"referee/engine"
	"referee/engine/hex"
)

// NotHex explains why a word is not a hex of the map, and returns it as an argument: "illegal.hex",
// or "illegal.no-hex" if it is written like a hex.
func NotHex(word string) (why string, arg engine.Arg) {
	why = "illegal.hex"
	if _, err := hex.Parse(word); err == nil {
		why = "illegal.no-hex"
	}
	return why, engine.Text("word", word)
}
