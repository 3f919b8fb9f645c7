// Package orders reads and completes typed input: orders by the verbs of a game, and its queries.
//
// A [Reader] is made from the Info of a game. It does not hold a match: the caller passes the position, the seat
// and the seat's draft.
package orders
