// Package america holds the rules of America Triumphant. The numbers in brackets are
// paragraphs of the rules.
//
// A match runs by prompts: what needs no decision happens by itself (turn.go), up to the next
// question (prompts.go), whose answer is judged by a walk over its elements and becomes events,
// which alone change the State (apply.go).
package america
