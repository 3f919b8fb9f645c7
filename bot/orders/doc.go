// Package orders reads and completes what players type: orders by the verbs of a
// game, and its queries.
//
// A [Reader] is made from the Info of a game. It knows no match: it is given the
// position, the seat and the seat's draft.
package orders
