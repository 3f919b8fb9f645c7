package facts

import (
	"cmp"
	"slices"
	"strconv"

	"referee/engine/kit/set"
)

// Field is a part of a line that begins with a word of its own. The fields of a line may
// be typed in any order.
type Field struct {
	Word string
	Read func(r *Reader)
	// Print returns the words after the first; nil: the field is left out.
	Print func() []string
	// Each replaces Print for a field that may come several times.
	Each func(say func(words ...string))
}

// Fields reads the rest of a line.
func (r *Reader) Fields(fields []Field) {
	if r.Some(fields); r.More() {
		r.Unknown(r.words[0])
	}
}

// Some reads fields as long as words of theirs follow.
func (r *Reader) Some(fields []Field) {
	for r.More() {
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Word == r.words[0] })
		if i < 0 {
			return
		}
		r.words = r.words[1:]
		fields[i].Read(r)
	}
}

// Words prints fields in their order.
func Words(fields []Field) []string {
	var words []string
	for _, f := range fields {
		say := func(more ...string) { words = append(append(words, f.Word), more...) }
		if f.Each != nil {
			f.Each(say)
		} else if more := f.Print(); more != nil {
			say(more...)
		}
	}
	return words
}

// Line returns the field as a kind of line of its own.
func (f Field) Line() Line {
	return Line{f.Word, f.Read, func(say func(...string)) {
		if words := f.Print(); words != nil {
			say(words...)
		}
	}}
}

// Bare returns the field without its word, for a fixed place: see [All].
func (f Field) Bare() Field {
	f.Word = ""
	return f
}

// Given returns the field so that it sets on when it is read.
func (f Field) Given(on *bool) Field {
	read := f.Read
	f.Read = func(r *Reader) {
		*on = true
		read(r)
	}
	return f
}

// Each returns a kind of line that each of some ids may have, as its second word: "effort red 2".
// field returns the field after the i-th, without its own word.
func Each(word string, ids []string, field func(i int) Field) Line {
	return Line{word, func(r *Reader) {
		if i := r.OneOf(word, ids); r.OK() {
			field(i).Read(r)
		}
	}, func(say func(...string)) {
		for i, id := range ids {
			if words := field(i).Print(); words != nil {
				say(append([]string{id}, words...)...)
			}
		}
	}}
}

// All returns a field of other fields in a fixed order; each one with a word has it before it. It
// is left out if its first is.
func All(word string, fields ...Field) Field {
	return Field{Word: word, Read: func(r *Reader) {
		for _, f := range fields {
			if f.Word != "" {
				r.OneOf(f.Word, []string{f.Word})
			}
			f.Read(r)
		}
	}, Print: func() (words []string) {
		for i, f := range fields {
			more := f.Print()
			if i == 0 && more == nil {
				return nil
			}
			if more != nil && f.Word != "" {
				words = append(words, f.Word)
			}
			words = append(words, more...)
		}
		return words
	}}
}

// Any returns a field of optional fields, of which those present are read; it is left out if none
// is printed.
func Any(word string, fields ...Field) Field {
	return Field{Word: word, Read: func(r *Reader) { r.Some(fields) }, Print: func() []string { return Words(fields) }}
}

// When returns a field that is left out unless on.
func When(on bool, f Field) Field {
	if !on {
		f.Print = func() []string { return nil }
	}
	return f
}

// Maybe returns a field that may be missing at the end of a line.
func Maybe(f Field) Field {
	return Field{Word: f.Word, Read: func(r *Reader) {
		if r.More() {
			f.Read(r)
		}
	}, Print: f.Print}
}

// Word returns the field of one of some words, left out if it is "".
func Word(word string, p *string, words []string) Field {
	return Field{Word: word, Read: func(r *Reader) { *p = words[r.OneOf(cmp.Or(word, "word"), words)] }, Print: func() []string { return given(*p != "", *p) }}
}

// OnOff returns the field of the word "on" or "off".
func OnOff(word string, on *bool) Field {
	words := []string{"off", "on"}
	return Field{Word: word, Read: func(r *Reader) { *on = r.OneOf(word, words) == 1 }, Print: func() []string {
		if *on {
			return words[1:]
		}
		return words[:1]
	}}
}

// Number returns the field of a number from low to high, left out if it is 0.
func Number[N set.Index](word string, n *N, low, high int) Field {
	return Field{Word: word, Read: func(r *Reader) { *n = N(r.Number(cmp.Or(word, "number"), low, high)) }, Print: func() []string {
		return given(*n != 0, strconv.Itoa(int(*n)))
	}}
}

// Count returns the field of a number from low to high, also 0.
func Count[N set.Index](word string, n *N, low, high int) Field {
	f := Number(word, n, low, high)
	f.Print = func() []string { return []string{strconv.Itoa(int(*n))} }
	return f
}

// Is returns the field of a word that is present if n has the given value.
func Is[N set.Index](word string, n *N, value N) Field {
	return Field{Word: word, Read: func(*Reader) { *n = value }, Print: func() []string { return given(*n == value) }}
}

// Flag returns the field of a word that is present or not.
func Flag(word string, on *bool) Field {
	return Field{Word: word, Read: func(*Reader) { *on = true }, Print: func() []string { return given(*on) }}
}

// OneOf returns the field of one of some words, stored as its index.
func OneOf[N set.Index](word string, n *N, ids []string) Field {
	return Field{
		Word: word, Read: func(r *Reader) { *n = N(r.OneOf(word, ids)) },
		Print: func() []string { return []string{ids[*n]} },
	}
}

// OneOr returns the field of one of some words, stored as its index, or of another word for an
// index less than 0, which means none of them.
func OneOr[N set.Index](word, other string, n *N, ids []string) Field {
	f := OneOf(word, n, ids)
	read, say := f.Read, f.Print
	f.Read = func(r *Reader) {
		if *n = -1; !r.Is(other) {
			read(r)
		}
	}
	f.Print = func() []string {
		if *n < 0 {
			return []string{other}
		}
		return say()
	}
	return f
}
