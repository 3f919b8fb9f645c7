package facts

import (
	"errors"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/kit/names"
	"referee/engine/kit/set"
)

// TestNames: lines and fields of ids are read as they are printed, and what is not there is left out.
func TestNames(t *testing.T) {
	var lead, at int8
	var with set.Small[int8]
	var pairs [][2]int8
	var index names.Index[int8]
	for _, id := range units {
		index.Add(id)
	}
	names := Names[int8]{What: "unit", Index: &index}
	lines := func() []Line {
		fields := []Field{names.Field("at", &at), names.Set("with", &with), {
			Word: "pair", Read: func(r *Reader) { pairs = append(pairs, [2]int8{names.Read(r), names.Read(r)}) },
			Each: func(say func(...string)) {
				for _, p := range pairs {
					say(names.ID(p[0]), names.ID(p[1]))
				}
			},
		}, {Word: "big", Read: func(*Reader) {}, Print: If(with.Len() > 2, "very")}}
		return []Line{
			{"test", func(*Reader) {}, Say(true)},
			names.Field("lead", &lead).Line(),
			{"more", func(r *Reader) { r.Fields(fields) }, func(say func(...string)) { say(Words(fields)...) }},
		}
	}
	for _, text := range []string{"test\nlead b\nmore at c with a b pair a b pair c a\n", "test\nmore\n"} {
		lead, at, with, pairs = -1, -1, 0, nil
		if err := Read(text, lines()); err != nil {
			t.Fatal(err)
		}
		if got := Print(lines()); got != text {
			t.Errorf("%q is printed as %q", text, got)
		}
	}
	var no *engine.SyntaxError
	if err := Read("test\nlead d\n", lines()); !errors.As(err, &no) || no.Line != 2 || !strings.Contains(no.Text, `"d" is not a valid unit`) {
		t.Errorf("%v", err)
	}
}
