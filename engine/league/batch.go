package league

import (
	"referee/engine/chain"
	"referee/engine/match"
)

// ID names a league in a store. It is what Rules.League says, not empty and
// without a zero byte.
type ID string

// Batch is what one command stores, all at once or not at all.
type Batch struct {
	League ID
	// After is the number of entries that the league had before: 0 founds it.
	// match.ErrConflict where it has others by now.
	After   int
	Entries []*Entry
	// Card is how the league is known from now on; its ID, Seq and Head are the
	// store's to fill in.
	Card Summary
	// Key names the command, so that it is not done twice. Empty: it has no
	// name. Reply is what a repetition is answered.
	Key   string
	Reply []byte
	// People names persons whom the entries name first.
	People []Person
	// Links tell where matches are played. A link with no match takes one away.
	Links  []Link
	Texts  []match.Text
	Outbox []match.Intent
	// Sent are taken out of the outbox, by place and number: Outbox has them for
	// elsewhere.
	Sent []match.Intent
}

// Summary is what an index knows of a league.
type Summary struct {
	ID    ID
	Home  string // the club that it belongs to, in words of a door
	Name  string // for people
	Game  string
	Place string // where it is announced; "": nowhere
	chain.Tip
	Over bool
	// Due is when something is to be looked after, as Unix time in milliseconds;
	// 0: not before the next command.
	Due int64
	// Align lists matches, by number, that are not yet as the log says where they
	// are played.
	Align []int
	// Hold says that a pairing was undone: nothing is paired before the organiser
	// says so.
	Hold bool
	// Called lists matches, by number, whose players were called to bid once more.
	Called []int
}

// Person says who a player is. Their phrase enters the dice of every match of the league,
// beside the match's name in it.
type Person = chain.Person[Player]

// Stored is a league as a store has it, all read at once.
type Stored struct {
	Card   Summary
	League *League // nil where its reader has it already
	People []Person
	Links  []Link
}

// Judged is a match about which judges were asked or have ruled, as an index knows it.
type Judged struct {
	Match match.ID
	Head  chain.Head
	Link  Link   // the zero Link: it is of no league
	Home  string // of its league
}

// Link is where a match of a league is played.
type Link struct {
	League ID // set by the store
	No     int
	Match  match.ID
}
