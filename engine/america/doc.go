// Package america implements the rules of America Triumphant. Numbers in brackets are paragraphs of the rules.
//
// A match runs by prompts: steps without a decision happen automatically (turn.go), up to the next question
// (prompts.go). A walk over the elements of its answer judges it and produces events, and only events change
// the State (apply.go).
package america
