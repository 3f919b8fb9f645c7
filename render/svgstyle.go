package render

import (
	"fmt"
	"image/color"
	"maps"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/kit/lists"
)

// short is a number with at most four decimals that count.
func short(v float64) string {
	s := strconv.FormatFloat(v, 'f', 4, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "" || s == "-0" {
		return "0"
	}
	return s
}

// attributes are those of what has a style.
func (d *svg) attributes(s svgStyle) string {
	switch {
	case s.stroke == "" && d.painted:
		return ` fill="` + hexColour(d.theme.ink(s.fill)) + `"`
	case s.stroke == "":
		return ` class="f-` + className(s.fill) + `"`
	}
	of, width := ` class="s-`+className(s.stroke), s.width
	if d.painted {
		of = ` fill="none" stroke="` + hexColour(d.theme.ink(s.stroke))
	}
	if s.size > 0 { // letters are in their own units
		s.dash, width = ` stroke-linejoin="round"`, width*svgEm/s.size
	}
	return of + `" stroke-width="` + strconv.FormatFloat(width, 'g', 3, 64) + `"` + s.dash
}

// dashes is an attribute for lengths of ink and gap.
func dashes(pattern []float64) string {
	if len(pattern) == 0 {
		return ""
	}
	return ` stroke-dasharray="` + strings.Join(lists.Map(pattern, short), " ") + `"`
}

func hexColour(c color.NRGBA) string {
	if c.A == 255 {
		return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	}
	return fmt.Sprintf("#%02x%02x%02x%02x", c.R, c.G, c.B, c.A)
}

// className is an ink as part of a name that CSS allows.
func className(ink Ink) string {
	return strings.NewReplacer("#", "x", "/", "-", "'", "_").Replace(string(ink))
}

// Rules returns the part of a style sheet that styles the classes of SVG documents, for the colours
// of the kernel and those of a vocabulary, which may be nil. It refers to variables: see [Colours].
func Rules(v *engine.Vocabulary) (string, error) {
	return sheetOf(v, Light(), func(b *strings.Builder, name, _ string) {
		fmt.Fprintf(b, ".f-%s{fill:var(--%s)}.s-%s{fill:none;stroke:var(--%s)}\n", name, name, name, name)
	})
}

// Colours returns the variables of [Rules] in the colours of a theme, as declarations: the text
// between the braces of a rule for :root.
func Colours(v *engine.Vocabulary, t Theme) (string, error) {
	return sheetOf(v, t, func(b *strings.Builder, name, colour string) { fmt.Fprintf(b, "--%s:%s;\n", name, colour) })
}

func sheetOf(v *engine.Vocabulary, t Theme, add func(b *strings.Builder, name, colour string)) (string, error) {
	bk, err := newBook(v)
	if err != nil {
		return "", err
	}
	inks := t.with(bk).inks
	var b strings.Builder
	for _, i := range slices.Sorted(maps.Keys(inks)) {
		add(&b, className(i), hexColour(inks[i]))
	}
	return b.String(), nil
}
