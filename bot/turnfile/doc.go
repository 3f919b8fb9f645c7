// Package turnfile is the file of a turn: what one seat may see of a match, signed with the key of the
// match, and the sealed reply to it. The file is opened without a network, orders are made with
// it, and the reply goes back through any door; only then does the referee judge and roll.
//
// A file holds no secret of another seat ([match.Match.Veiled]), no dice and nobody's name. A reply is worth
// nothing by itself: the door says who hands it in, and whoever has the seat may. It is obeyed once, and
// only while the match stands where its file was made.
package turnfile
