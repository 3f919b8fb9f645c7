package match

import (
	"crypto/sha256"
	"encoding/hex"

	"referee/engine"
	"referee/engine/chain"
)

// Batch is what one command stores, all at once or not at all.
type Batch struct {
	Match ID
	// After is the number of entries that the match had before: 0 opens it.
	// ErrConflict where it has others by now.
	After   int
	Entries []*Entry
	// Key names the command, so that it is not done twice: "discord:1298…".
	// Empty: it has no name. Reply is what a repetition is answered.
	Key   string
	Reply []byte
	// Place is where an opened match is played: a channel, a table. Empty
	// leaves it where it is.
	Place string
	// Home is where those who moderate it hold their powers: in Discord a server.
	// Empty leaves it as it is.
	Home string
	// Moving is a proposal to play it elsewhere; the zero Moving takes it back, nil
	// leaves what was.
	Moving *Moving
	// Challenge is for whom its free seats are kept; the zero Challenge keeps none any more,
	// nil leaves what was.
	Challenge *Challenge
	// People names players who joined.
	People []Person
	// Over says that the match has ended with this batch.
	Over bool
	// Outbox holds what is to be sent, in order.
	Outbox []Intent
	// Texts are what was written about its decisions.
	Texts []Text
	// Deadlines are set, or with At zero cleared, by their Name.
	Deadlines []Deadline
	// Clock is how the match's clocks stand, in words of whoever keeps them. It
	// is no part of the record. nil leaves what was kept.
	Clock []byte
	// Drafts are what seats have half built from now on, in words of whoever keeps them;
	// nil deletes what a seat had.
	Drafts map[engine.Seat][]byte
}

// Beside is what is stored of a match beside its record and what is due.
type Beside struct {
	People []Person // who plays in it, by player number; those erased are missing
	// Drafts are what seats have half built, in words of whoever keeps them.
	Drafts map[engine.Seat][]byte
	// Reply is what the command of a key was answered, and Replied whether it was.
	Reply   []byte
	Replied bool
	// Challenge is for whom its free seats are kept; nil: for nobody.
	Challenge *Challenge
}

// Person says who a player is.
type Person = chain.Person[Player]

// Intent is something to be sent to a place, in words of whoever sends it.
type Intent struct {
	Place string
	No    uint64 // set by the store: rises within a place
	Body  []byte
}

// Deadline is a moment at which something is to be done about a match.
type Deadline struct {
	Match ID     // set by the store
	Name  string // one of each name in a match
	At    int64  // Unix time in milliseconds; 0 clears it
	Body  []byte
}

// Summary is what an index knows of a match.
type Summary struct {
	ID    ID
	Game  string
	Law   int
	Data  string // hash of its data set
	Place string
	chain.Tip
	Over bool
	// Home is where those who moderate it hold their powers; "": not known.
	Home string `json:",omitempty"`
	// Moving is a proposal to play it elsewhere that waits for players; nil: none.
	Moving *Moving `json:",omitempty"`
	// Challenge is for whom its free seats are kept; nil: for nobody.
	Challenge *Challenge `json:",omitempty"`
}

// Challenge keeps the free seats of a match for two people, until it begins. It is no part
// of the record and can be erased.
type Challenge struct {
	By, To Challenger // who challenges, and whom
	// Declined: that is how the match has ended, as whoever was challenged wanted none.
	Declined bool `json:",omitempty"`
}

// Challenger is one of the two. They have no number in the match before they take a seat.
type Challenger struct {
	Account, Name string
	// Phrase is what they add to the dice when they are seated; "" where they still say so.
	Phrase string `json:",omitempty"`
}

// Moving is a proposal to play a match elsewhere.
type Moving struct {
	Place, Home string
	Agreed      []Player // who has said so, the proposer first
}

// Opened is a match that may roll from now on, with what it was opened with.
type Opened struct {
	Opening
	Over  bool   // judges of its league may take it up again
	Place string // "": it was never played here, only imported
}

// Text is what somebody has written about a decision, which holds its Hash alone.
// It is no part of the record and can be erased. Stores and exports keep it as JSON.
type Text struct {
	Hash    string `json:"hash"`              // see [NewText]
	Salt    string `json:"salt"`              // hex: who has the hash alone cannot guess a short text
	Account string `json:"account,omitempty"` // whose it is; exports leave it out
	Body    string `json:"body"`
}

// NewText is a text with its hash: the hex SHA-256 of the salt in hex, a line
// feed, and the text.
func NewText(salt []byte, account, body string) Text {
	t := Text{Salt: hex.EncodeToString(salt), Account: account, Body: body}
	t.Hash = t.sum()
	return t
}

// Holds reports whether the text is the one of its hash.
func (t Text) Holds() bool { return t.Hash == t.sum() }

func (t Text) sum() string {
	h := sha256.Sum256([]byte(t.Salt + "\n" + t.Body))
	return hex.EncodeToString(h[:])
}
