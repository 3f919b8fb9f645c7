package america

import (
	"strings"

	"referee/engine"
	"referee/engine/kit/lists"
)

// readings are our rulings on points that the rulebook leaves open, and what had to be reconstructed since it
// is lost, in the order of its paragraphs. Append to a paragraph's list; the number of a reading ("5/1") stays.
var readings = rulings(
	"2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "3.1.1", "3.2.1", "3.2.2", "3.3.1", "3.3.2", "4.1.1", "4.1.2",
	"4.2.1", "4.2.2", "4.3.1", "4.3.2", "5.1.1", "5.2.1", "5.2.2", "6.2.1", "6.4.1", "7.11.1", "7.12.1", "7.2.1",
	"7.3.1", "7.3.2", "8.1.1", "8.2.1", "8.21.1", "8.22.1", "8.3.1", "8.3.2", "8.4.1", "9.0.1", "9.0.2", "9.0.3",
	"9.0.4", "9.1.1", "9.1.2", "9.1.3", "9.2.1", "9.2.2", "9.3.1", "9.3.2", "9.4.1", "9.4.2", "9.51.1", "9.52.1",
	"9.53.1", "9.53.2", "9.54.1", "9.54.2", "9.6.1", "9.6.2", "9.6.3", "10.11.1", "10.12.1", "10.16.1", "10.2.1",
	"11.1.1", "11.1.2", "11.11.1", "11.2.1", "11.3.1", "11.7.1", "11.71.1", "11.71.2", "11.72.1", "12.1.1",
	"12.1.2", "12.4.1", "12.4.2", "13.1.1", "13.2.1", "13.2.2", "13.2.3", "13.3.1", "13.3.2", "13.3.3", "13.3.4",
	"13.4.1",
)

// rulings makes readings of their numbers, of which the last part counts those of a paragraph.
func rulings(numbers ...string) []engine.Reading {
	return lists.Each(numbers, func(n string) engine.Reading {
		return engine.Reading{Rule: n[:strings.LastIndex(n, ".")], Key: "reading." + n}
	})
}
