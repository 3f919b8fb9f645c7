package csvtable

// Once notes the line of each key, to find a second row with the same key.
type Once[K comparable] map[K]int

// Twice reports whether a key had a row before, and if so reports r as a duplicate, named by what
// and its arguments, in the format of fmt.Sprintf.
func (o Once[K]) Twice(r Row, key K, what string, args ...any) bool {
	if first := o[key]; first > 0 {
		r.Report(what+" is a duplicate of line %d", append(args, first)...)
		return true
	}
	o[key] = r.Line
	return false
}
