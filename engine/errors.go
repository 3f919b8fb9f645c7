package engine

import (
	"fmt"

	"referee/engine/refusal"
)

// Errors of an answer that do not depend on the rules of a game.
var (
	ErrStale = refusal.New("referee.refuse.stale", "engine: this question is closed")
	ErrSeat  = refusal.New("referee.refuse.seat", "engine: this question is not put to that seat")
	ErrOver  = refusal.New("referee.refuse.over", "engine: the game is over")
	// ErrIncomplete says that the path is legal so far but that further elements must follow.
	ErrIncomplete = refusal.New("referee.refuse.incomplete", "engine: the answer is not complete")
)

// Illegal is a refusal: the number of the rule that refuses, and the reason. Any other error of a
// Rules method is a fault of the program.
type Illegal struct {
	// Rule is the paragraph that refuses; empty for a typing mistake, which no paragraph covers.
	Rule string `json:"rule"`
	Why  Msg    `json:"why"`
	// At is the index in the path of the element refused.
	At int `json:"at"`
}

func (e *Illegal) Error() string { return fmt.Sprintf("rule %s: %s", e.Rule, e.Why.Key) }

// Refuse makes a refusal.
func Refuse(rule, key string, args ...Arg) *Illegal {
	return &Illegal{Rule: rule, Why: Msg{Key: key, Args: args}}
}

// LawError says that the program does not know a law of a game: it is older than the law of the
// match.
type LawError struct {
	Game        string // id
	Law, Newest int    // the law asked for, and the newest that the program knows
}

func (e *LawError) Error() string {
	return fmt.Sprintf("%s: there is no law %d here: this version knows laws 1 to %d; it needs a newer referee", e.Game, e.Law, e.Newest)
}

// SyntaxError is a fault in a position text, with its line, counted from 1.
type SyntaxError struct {
	Line int
	Text string // what is wrong, for a person
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Text) }
