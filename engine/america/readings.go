package america

import (
	"strings"

	"referee/engine"
	"referee/engine/kit/lists"
)

// readings are our rulings on points that the rulebook leaves open, and what had to be reconstructed since it
// is lost, in the order of its paragraphs. Append to a paragraph's list; the number of a reading ("5/1") stays.
var readings = rulings()

// rulings makes readings of their numbers, of which the last part counts those of a paragraph.
func rulings(numbers ...string) []engine.Reading {
	return lists.Each(numbers, func(n string) engine.Reading {
		return engine.Reading{Rule: n[:strings.LastIndex(n, ".")], Key: "reading." + n}
	})
}
