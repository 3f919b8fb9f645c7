// Package refusal makes the errors that a player sees: the request was not carried out, and nothing is wrong with the
// program.
package refusal

// Error is a refusal that needs no arguments. Like the sentinels of the standard library
// each is made once, and compared by errors.Is.
type Error struct {
	// Key is that of the message which tells a player, in every language, why it was not
	// done and what to do instead.
	Key  string
	text string // for logs and programmers
}

// New makes a refusal.
func New(key, text string) error { return &Error{Key: key, text: text} }

func (e *Error) Error() string { return e.text }
