// Package drawings reads a game's drawing vocabulary from a text file:
//
//	# A comment.
//	owner red
//	  body e09a86
//	  area b3261e38
//	  terminal 88 1
//	symbol pikes
//	  glyph line -0.5 1 -0.5 -0.3
//	  glyph star 0 0 1 0.6 8 in e59a12/c07a10
//	band 8c1d14
//
// A line that begins at its left edge adds a word to a list of [engine.Vocabulary], or the colour of a band; the
// indented lines below it set the fields of its type there. A colour is red, green, blue and opacity in two hex digits
// each; the opacity may be left out for ff, and the colour in dark pictures may follow a slash. A number may be a
// fraction: 5/19. A shape is the name and the numbers of a function of package engine, optionally followed by "in" and
// a colour, "thick" and a width, "full" or "light". Each shape of a glyph has its own line, the lower ones first.
package drawings

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"referee/engine"
)

// Read reads a vocabulary. It returns *engine.SyntaxError for the first line that is wrong. The
// vocabulary's Check tells whether all of it can be drawn.
func Read(text string) (*engine.Vocabulary, error) {
	v := &engine.Vocabulary{}
	var word reflect.Value // the last that was brought
	for i, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		var err error
		if line[0] == ' ' || line[0] == '\t' {
			err = say(word, words[0], words[1:])
		} else {
			word, err = bring(reflect.ValueOf(v).Elem(), words[0], words[1:])
		}
		if err != nil {
			return nil, &engine.SyntaxError{Line: i + 1, Text: err.Error()}
		}
	}
	return v, nil
}

// Must is Read for a text that is built into a game. It panics if the text is wrong.
func Must(text string) *engine.Vocabulary {
	v, err := Read(text)
	if err != nil {
		panic("drawings: " + err.Error())
	}
	return v
}

// bring adds a word to a list of a vocabulary.
func bring(v reflect.Value, list string, words []string) (word reflect.Value, err error) {
	all, ok := field(v, list+"s")
	if !ok {
		return word, fmt.Errorf("there is no list of words %q", list)
	}
	all.Set(reflect.Append(all, reflect.Zero(all.Type().Elem())))
	word = all.Index(all.Len() - 1)
	if word.Type() == reflect.TypeFor[engine.Colour]() { // a band has no more to say
		return reflect.Value{}, read(word, words)
	}
	return word, say(word, "word", words)
}

// say reads a field of a word.
func say(word reflect.Value, name string, words []string) error {
	if !word.IsValid() {
		return fmt.Errorf("of which word is %q said?", name)
	}
	f, ok := field(word, name)
	if !ok {
		return fmt.Errorf("nothing called %q is said of this word", name)
	}
	if err := read(f, words); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// field finds a field of a struct, of which the text has the name in small letters.
func field(of reflect.Value, name string) (reflect.Value, bool) {
	f := of.FieldByNameFunc(func(field string) bool { return strings.ToLower(field) == name })
	return f, f.IsValid()
}

// read reads a value; to a glyph it adds a shape.
func read(to reflect.Value, words []string) (err error) {
	p := to.Addr().Interface()
	if g, ok := p.(*engine.Glyph); ok {
		var s engine.Shape
		s, err = shape(words)
		*g = append(*g, s)
		return err
	}
	if list, ok := p.(*[]float64); ok {
		*list, err = numbers(words)
		return err
	}
	if want := size(to); len(words) != want {
		return fmt.Errorf("%d words, where there should be %d", len(words), want)
	}
	switch p := p.(type) {
	case *engine.Class:
		*p = engine.Class(words[0])
	case *engine.Colour:
		*p, err = colour(words[0])
	case *rune:
		*p, _ = utf8.DecodeRuneInString(words[0])
		if string(*p) != words[0] {
			return fmt.Errorf("%q is not a single letter", words[0])
		}
	case *float64:
		*p, err = number(words[0])
	case *[4]float64:
		var list []float64
		list, err = numbers(words)
		copy(p[:], list)
	case *[2]int:
		for i, w := range words {
			if p[i], err = strconv.Atoi(w); err != nil {
				return fmt.Errorf("%q is not a whole number", w)
			}
		}
	case *bool:
		*p = true
	}
	return err
}

// size is how many words a value takes.
func size(of reflect.Value) int {
	switch of.Kind() {
	case reflect.Array:
		return of.Len()
	case reflect.Bool:
		return 0
	default:
		return 1
	}
}

// colour reads "e09a86", "b3261e38" or "e09a86/40343f".
func colour(word string) (engine.Colour, error) {
	var c [2]uint32
	light, dark, two := strings.Cut(word, "/")
	for i, digits := range []string{light, dark} {
		if i == 1 && !two {
			break
		}
		if len(digits) == len("rrggbb") {
			digits += "ff"
		}
		n, err := strconv.ParseUint(digits, 16, 32)
		if err != nil || len(digits) != len("rrggbbaa") {
			return engine.Colour{}, fmt.Errorf("%q is not a colour", word)
		}
		c[i] = uint32(n)
	}
	return engine.Colour{Light: c[0], Dark: c[1]}, nil
}

// number reads "0.3" or "5/19".
func number(word string) (float64, error) {
	over, under, fraction := strings.Cut(word, "/")
	if !fraction {
		under = "1"
	}
	a, err := strconv.ParseFloat(over, 64)
	b, wrong := strconv.ParseFloat(under, 64)
	if err != nil || wrong != nil || b == 0 {
		return 0, fmt.Errorf("%q is not a number", word)
	}
	return a / b, nil
}

func numbers(words []string) ([]float64, error) {
	list := make([]float64, len(words))
	for i, w := range words {
		n, err := number(w)
		if err != nil {
			return nil, err
		}
		list[i] = n
	}
	return list, nil
}
