package match

// Timing is the stored data about the time of a match: the state of its clocks, and the profiles of
// its players.
type Timing struct {
	Clock  []byte   // of the last [Batch] that had one; nil if none had
	People []Person // players, by player number
	// Profiles holds the settings of accounts: those of People, and those that were asked for.
	// Accounts without settings are missing.
	Profiles map[string][]byte
}
