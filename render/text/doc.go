// Package text draws a view with letters, for a terminal: the same board as a picture,
// two lines to a hex. What colours tell is told by signs, too, so that nothing is lost
// where there are none.
//
// A hex is a block of letters; even columns lie a line lower than odd ones. Its upper
// line has its number and signs, its lower line who stands there, or else what an answer
// says of it, or the place's name. The letter before a line is the hexside to the north
// (upper line) or south (lower line); the letter after it that to the north-east or
// south-east. So every hexside has a letter of its own, and shows a river, a road or a
// bridge.
package text
