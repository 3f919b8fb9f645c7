package drawings

import (
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/kit/glyphs"
)

// shapes are those that a glyph is made of, with how many numbers each takes; 0: any even number.
var shapes = map[string]struct {
	numbers int
	make    func(n []float64) engine.Shape
}{
	"line":     {0, func(n []float64) engine.Shape { return engine.Line(n...) }},
	"loop":     {0, func(n []float64) engine.Shape { return engine.Loop(n...) }},
	"area":     {0, func(n []float64) engine.Shape { return engine.Area(n...) }},
	"disc":     {3, func(n []float64) engine.Shape { return engine.Disc(n[0], n[1], n[2]) }},
	"arc":      {6, func(n []float64) engine.Shape { return engine.Arc(n[0], n[1], n[2], n[3], n[4], n[5]) }},
	"oval":     {4, func(n []float64) engine.Shape { return engine.Oval(n[0], n[1], n[2], n[3]) }},
	"star":     {5, func(n []float64) engine.Shape { return engine.Star(n[0], n[1], n[2], n[3], int(n[4])) }},
	"crescent": {0, func([]float64) engine.Shape { return glyphs.Crescent() }},
}

// shape reads a shape: its name, its numbers, and how it is drawn.
func shape(words []string) (engine.Shape, error) {
	if len(words) == 0 {
		return engine.Shape{}, fmt.Errorf("there is no shape")
	}
	kind, ok := shapes[words[0]]
	if !ok {
		return engine.Shape{}, fmt.Errorf("there is no shape %q", words[0])
	}
	rest := words[1:]
	end := slices.IndexFunc(rest, func(w string) bool { return slices.Contains([]string{"in", "thick", "full", "light"}, w) })
	if end < 0 {
		end = len(rest)
	}
	of, err := numbers(rest[:end])
	if err == nil && (kind.numbers > 0 && len(of) != kind.numbers || kind.numbers == 0 && len(of)%2 != 0) {
		err = fmt.Errorf("%s: so many numbers make no shape: %d", words[0], len(of))
	}
	if err != nil {
		return engine.Shape{}, err
	}
	return drawn(kind.make(of), rest[end:])
}

// drawn is a shape as the words after it say.
func drawn(s engine.Shape, words []string) (engine.Shape, error) {
	for len(words) > 0 {
		how := words[0]
		words = words[1:]
		switch {
		case how == "full":
			s = s.Full()
		case how == "light":
			s = s.Light()
		case how == "in" && len(words) > 0:
			c, err := colour(words[0])
			if err != nil {
				return s, err
			}
			s, words = s.In(c), words[1:]
		case how == "thick" && len(words) > 0:
			n, err := number(words[0])
			if err != nil {
				return s, err
			}
			s, words = s.Thick(n), words[1:]
		default:
			return s, fmt.Errorf("what does %q mean here?", how)
		}
	}
	return s, nil
}
