// Package turnfile encodes turn files: the view of one seat of a match, signed with the key of the match, and the
// sealed reply to it. A player opens the file without a network, makes orders with it, and hands the reply in at
// any door; only then does the referee judge and roll.
//
// A file holds no secret of another seat ([match.Visible.Position]), no dice and no names of people. A reply alone
// grants nothing: the door identifies the person who hands it in, and only the holder of the seat may. It is obeyed
// once, and only while the match is at the decision where its file was made.
package turnfile
