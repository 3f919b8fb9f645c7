package match

// Timing is what is stored of the time of a match: how its clocks stand, and what those
// have chosen who play it.
type Timing struct {
	Clock  []byte   // of the last [Batch] that had one; nil: none had
	People []Person // who plays in the match, by player number
	// Profiles is what accounts have chosen: those of People, and those that were
	// asked for. Who has chosen nothing is not in it.
	Profiles map[string][]byte
}
