package facts

import (
	"slices"
	"strconv"

	"referee/engine/kit/set"
)

// Field is a part of a line that begins with a word of its own. The fields of a line may
// be typed in any order.
type Field struct {
	Word string
	Read func(r *Reader)
	// Print is the words after the first; nil: the field is left out.
	Print func() []string
}

// Fields reads the rest of a line.
func (r *Reader) Fields(fields []Field) {
	for r.More() {
		w := r.Next("word")
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Word == w })
		if i < 0 {
			r.Unknown(w)
			return
		}
		fields[i].Read(r)
	}
}

// Words prints fields in their order.
func Words(fields []Field) []string {
	var words []string
	for _, f := range fields {
		if more := f.Print(); more != nil {
			words = append(append(words, f.Word), more...)
		}
	}
	return words
}

// Number is a number from low to high, left out where it is 0.
func Number[N set.Index](word string, n *N, low, high int) Field {
	return Field{word, func(r *Reader) { *n = N(r.Number(word, low, high)) }, func() []string {
		if *n == 0 {
			return nil
		}
		return []string{strconv.Itoa(int(*n))}
	}}
}

// Flag is a word that is there or not.
func Flag(word string, on *bool) Field {
	return Field{word, func(*Reader) { *on = true }, func() []string {
		if !*on {
			return nil
		}
		return []string{}
	}}
}

// OneOf is one of some words, by its index.
func OneOf[N set.Index](word string, n *N, ids []string) Field {
	return Field{
		word, func(r *Reader) { *n = N(r.OneOf(word, ids)) },
		func() []string { return []string{ids[*n]} },
	}
}
