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

// Outage is a time in which players could not be reached or heard: no clock runs in it.
type Outage struct {
	From int64 // Unix time in milliseconds
	To   int64 // the same; 0: it is not over
}
