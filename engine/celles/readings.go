package celles

import "referee/engine"

// readings are our rulings on points that the rulebook leaves open, in the order of its
// paragraphs. Append to a paragraph's list; the number of a reading ("5/1") stays. The
// text of 5/1 is the message "reading.5.1".
var readings = engine.Rulings(
	"2.1", "4.1", "5.1", "5.2", "7.1", "7.2", "7.3", "7.4", "8.1", "8.2", "8.2.1", "8.3.1", "8.5.1", "8.5.2",
	"9.1", "9.1.1", "10.1", "10.2", "11.1", "11.2", "11.3", "11.4", "11.1.1", "11.1.2", "11.2.1", "13.1", "13.2",
	"13.3", "14.1", "15.1", "15.2", "16.1",
)
