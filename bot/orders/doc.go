// Package orders reads and completes what players type: orders by the verbs of a
// game, and its queries.
//
// A [Reader] is made of what a game says of itself. It knows no match: the position,
// the seat and what the seat has half built are given to it.
package orders
