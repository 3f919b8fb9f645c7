package match

import (
	"crypto/sha256"
	"encoding/hex"

	"referee/engine"
	"referee/engine/chain"
)

// Batch is everything that one command stores, all at once or not at all.
type Batch struct {
	Match ID
	// After is the number of entries that the match had before: 0 opens it. ErrConflict if it has
	// others by now.
	After   int
	Entries []*Entry
	// Key names the command, so that it is not done twice: "discord:1298…". Empty: it has no name.
	// Reply is the answer to a repetition.
	Key   string
	Reply []byte
	// Place is the place where an opened match is played: a channel, a table. Empty leaves it
	// unchanged.
	Place string
	// Home is the place whose moderators have powers over the match: in Discord a server. Empty
	// leaves it unchanged.
	Home string
	// Moving is a proposal to play it elsewhere; the zero Moving withdraws it, nil leaves it
	// unchanged.
	Moving *Moving
	// Challenge reserves its free seats; the zero Challenge ends that, nil leaves it unchanged.
	Challenge *Challenge
	// People names players who joined.
	People []Person
	// Over says that the match has ended with this batch.
	Over bool
	// Outbox holds posts to send, in order.
	Outbox []Intent
	// Texts were written about its decisions.
	Texts []Text
	// Deadlines are set, or with At zero cleared, by their Name.
	Deadlines []Deadline
	// Clock is the state of the match's clocks, in the format of their keeper. It is not part of
	// the record. nil leaves it unchanged.
	Clock []byte
	// Drafts are the new unfinished orders of seats, in the format of their keeper; nil deletes a
	// seat's.
	Drafts map[engine.Seat][]byte
}

// Extras is the data stored about a match besides its record and its deadlines.
type Extras struct {
	People []Person // players, by player number; those erased are missing
	// Drafts are the unfinished orders of seats, in the format of their keeper.
	Drafts map[engine.Seat][]byte
	// Reply is the answer to the command of a key, and Replied reports whether there is one.
	Reply   []byte
	Replied bool
	// Challenge reserves its free seats; nil: they are open.
	Challenge *Challenge
}

// Person identifies the person behind a player number.
type Person = chain.Person[Player]

// Intent is a post to send to a place, in the format of its sender.
type Intent struct {
	Place string
	No    uint64 // set by the store: rises within a place
	Body  []byte
}

// Deadline is a moment at which something must be done about a match.
type Deadline struct {
	Match ID     // set by the store
	Name  string // one of each name in a match
	At    int64  // Unix time in milliseconds; 0 clears it
	Body  []byte
}

// Stage is whether a match has ended.
type Stage bool

// The stages.
const (
	UnderWay Stage = false
	Ended    Stage = true
)

// Summary is the entry of a match in an index.
type Summary struct {
	ID    ID
	Game  string
	Law   int
	Data  string // hash of its data set
	Place string
	chain.Tip
	Over bool
	// Home is the place whose moderators have powers over it; "": not known.
	Home string `json:",omitempty"`
	// Moving is a proposal to play it elsewhere that waits for players; nil: none.
	Moving *Moving `json:",omitempty"`
	// Challenge reserves its free seats; nil: they are open.
	Challenge *Challenge `json:",omitempty"`
}

// Challenge reserves the free seats of a match for two people, until it begins. It is not part of
// the record and can be erased.
type Challenge struct {
	By, To Challenger // the challenger, and the person challenged
	// Declined: the person challenged has declined, which ended the match.
	Declined bool `json:",omitempty"`
}

// Challenger is one of the two. They have no number in the match before they take a seat.
type Challenger struct {
	Account, Name string
	// Phrase is their contribution to the dice when they are seated; "" if they have not given it
	// yet.
	Phrase string `json:",omitempty"`
}

// Moving is a proposal to play a match elsewhere.
type Moving struct {
	Place, Home string
	Agreed      []Player // the players who have agreed, the proposer first
}

// Opened is a match that may still roll, with its opening.
type Opened struct {
	Opening
	Over  bool   // judges of its league may reopen it
	Place string // "": it was never played here, only imported
}

// Text is a person's text about a decision, which holds only its Hash. It is not part of the record
// and can be erased. Stores and exports keep it as JSON.
type Text struct {
	Hash    string `json:"hash"`              // see [NewText]
	Salt    string `json:"salt"`              // hex: keeps the holder of the hash from guessing a short text
	Account string `json:"account,omitempty"` // its author; exports leave it out
	Body    string `json:"body"`
}

// NewText returns a text with its hash: the hex SHA-256 of the salt in hex, a line feed, and the
// text.
func NewText(salt []byte, account, body string) Text {
	t := Text{Salt: hex.EncodeToString(salt), Account: account, Body: body}
	t.Hash = t.sum()
	return t
}

// Holds reports whether the text matches its hash.
func (t Text) Holds() bool { return t.Hash == t.sum() }

func (t Text) sum() string {
	h := sha256.Sum256([]byte(t.Salt + "\n" + t.Body))
	return hex.EncodeToString(h[:])
}
