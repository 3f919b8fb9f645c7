package csvtable

// Once notes the line of each key, so that a second row of one is found.
type Once[K comparable] map[K]int

// Twice reports whether a key had a row before, and then that r is its duplicate, which it
// calls by what and its arguments, in the words of [fmt.Sprintf].
func (o Once[K]) Twice(r Row, key K, what string, args ...any) bool {
	if first := o[key]; first > 0 {
		r.Report(what+" is a duplicate of line %d", append(args, first)...)
		return true
	}
	o[key] = r.Line
	return false
}
