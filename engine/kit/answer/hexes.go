package answer

import (
	"referee/engine"
	"referee/engine/hex"
)

// NotHex says of a word that is no hex of the map why not, and has it as an argument: "illegal.hex", or "illegal.no-hex"
// where it is written as a hex.
func NotHex(word string) (why string, arg engine.Arg) {
	why = "illegal.hex"
	if _, err := hex.Parse(word); err == nil {
		why = "illegal.no-hex"
	}
	return why, engine.Text("word", word)
}
