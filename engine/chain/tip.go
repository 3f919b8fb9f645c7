package chain

// Tip is where a record ends.
type Tip struct {
	Seq  int // number of entries
	Head Head
}

// Ends is the tip itself: of whatever has one in it.
func (t Tip) Ends() Tip { return t }

// Person says who a player P of a record is. It is no part of the record and can be erased.
type Person[P ~int] struct {
	Player  P
	Account string // where they come from and who they are there: "table:anna"
	Name    string // as they are called
	// Phrase is what they add to the dice; the record of a match has its hash.
	Phrase string
}
