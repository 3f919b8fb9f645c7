package match

// Outage is a time in which players could not be reached or heard: no clock runs in it.
type Outage struct {
	From int64 // Unix time in milliseconds
	To   int64 // the same; 0: it is not over
}
