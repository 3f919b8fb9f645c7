// Package lines reads what somebody wrote in a mail: which lines are orders, questions, or about
// who writes, and which are neither. It knows no mail and no match.
//
// A [Grammar] is made from the Info of a game and its words; it yields a [Plan] of [Step] values,
// which whoever has the match obeys one after the other. Whether an order is legal is not judged
// here, only whether it is one: a verb counts where every other word of its line fits it, and a
// line of prose is never an order.
package lines
