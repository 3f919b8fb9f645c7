package facts

import "iter"

// Rows describes the lines and parts of lines about each of many things: units, headquarters.
type Rows[T any] struct {
	All iter.Seq[T]
	// Read takes one, and Words returns the words that it takes.
	Read  func(r *Reader) T
	Words func(T) []string
	// Fields returns the fields that may follow one; nil: none.
	Fields func(T) []Field
	// Plain reports whether none of the fields of one has anything to say, so that they need not be made; nil: of none.
	Plain func(T) bool
	// Done is called after the line of one was read; nil: nothing is called.
	Done func(T)
}

// Lines returns a kind of line with one item each.
func (rows Rows[T]) Lines(word string) Line {
	return Line{word, func(r *Reader) {
		if x := rows.Read(r); r.OK() {
			r.Fields(rows.fields(x))
			if rows.Done != nil && r.OK() {
				rows.Done(x)
			}
		}
	}, func(say func(...string)) {
		for x := range rows.All {
			say(rows.words(x)...)
		}
	}}
}

// Line returns a line of all of them, each with its fields; left out if there are none.
func (rows Rows[T]) Line(word string) Line {
	return Field{word, func(r *Reader) {
		for r.More() {
			if x := rows.Read(r); r.OK() {
				r.Some(rows.fields(x))
			}
		}
	}, func() (words []string) {
		for x := range rows.All {
			words = append(words, rows.words(x)...)
		}
		return words
	}, nil}.Line()
}

func (rows Rows[T]) fields(x T) []Field {
	if rows.Fields == nil {
		return nil
	}
	return rows.Fields(x)
}

func (rows Rows[T]) words(x T) []string {
	if rows.Plain != nil && rows.Plain(x) {
		return rows.Words(x)
	}
	return append(rows.Words(x), Words(rows.fields(x))...)
}
