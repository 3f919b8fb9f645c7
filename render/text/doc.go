// Package text draws a view with letters, for a terminal: the same board as a picture, two lines for a hex. Everything
// that colours show is shown by signs too, so that nothing is lost without colours.
//
// A hex is a block of letters; even columns are a line lower than odd ones. Its upper line has its number and
// signs; its lower line has the unit there, or else an answer's mark, or the name of the place. The letter before
// a line is the hexside to the north (upper line) or south (lower line); the letter after it the hexside to the
// north-east or south-east. Every hexside therefore has a letter of its own, which shows a river, a road or a
// bridge.
package text
