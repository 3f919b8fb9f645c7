// Package lines reads the text of a mail line by line: orders, questions, lines about the writer's account, and
// everything else. It imports neither mails nor matches.
//
// A [Grammar] is made from the Info of a game and its words; it yields a [Plan] of [Step] values, which the
// caller obeys in order. The package does not judge whether an order is legal, only whether the line is one: a
// verb counts only if every other word of its line fits it, so that a line of prose is never an order.
package lines
