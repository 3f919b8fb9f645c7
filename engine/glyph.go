package engine

import (
	"fmt"
	"math"
)

// Colour is a colour in light and in dark pictures: red, green, blue and opacity, a byte each, so
// that 0xd8c190ff is opaque. Dark 0: the same as Light. The zero Colour: none.
type Colour struct{ Light, Dark uint32 }

// opaque reports whether nothing shows through, in light and in dark pictures.
func (c Colour) opaque() bool { return c.Light&255 == 255 && (c.Dark == 0 || c.Dark&255 == 255) }

// Glyph is a small drawing as data, the lower shapes first. Its points lie from -1 to 1, to
// the right and downwards.
type Glyph []Shape

// Shape is a line of a Glyph, or an area.
type Shape struct {
	Points [][2]float64
	Radius float64 // of a disc round its one point; 0: none
	Closed bool    // it ends where it begins
	Filled bool
	Width  float64 // of a line, in parts of a counter's side of 38; 0: 1.3
	// Ink is its colour; none: the usual colour of its place, on a counter the dark colour of the
	// owner or, if Pale, that of the background of symbols.
	Ink  Colour
	Pale bool
}

// Line returns a line through points: x, y, x, y, …
func Line(xy ...float64) Shape { return Shape{Points: pairs(xy)} }

// Loop returns a closed line through points.
func Loop(xy ...float64) Shape { return Shape{Points: pairs(xy), Closed: true} }

// Area returns the filled polygon with the given corners.
func Area(xy ...float64) Shape { return Shape{Points: pairs(xy), Closed: true, Filled: true} }

// Disc returns a filled circle.
func Disc(x, y, radius float64) Shape {
	return Shape{Points: [][2]float64{{x, y}}, Radius: radius, Closed: true, Filled: true}
}

// Arc returns part of an ellipse around x, y, from one angle to another, in degrees clockwise from
// the right.
func Arc(x, y, wide, high, from, to float64) Shape {
	const step = 15
	n := max(1, int(math.Ceil(math.Abs(to-from)/step)))
	s := Shape{Points: make([][2]float64, n+1)}
	for i := range s.Points {
		sin, cos := math.Sincos((from + (to-from)*float64(i)/float64(n)) * math.Pi / 180)
		s.Points[i] = [2]float64{x + cos*wide, y + sin*high}
	}
	return s
}

// Oval returns the outline of an ellipse.
func Oval(x, y, wide, high float64) Shape {
	s := Arc(x, y, wide, high, 0, 360)
	s.Points, s.Closed = s.Points[:len(s.Points)-1], true
	return s
}

// Star returns a star with the given number of points, the first upwards.
func Star(x, y, outer, inner float64, points int) Shape {
	s := Shape{Closed: true, Filled: true}
	for i := range 2 * points {
		sin, cos := math.Sincos(math.Pi * (float64(i)/float64(points) - 0.5))
		r := outer
		if i%2 == 1 {
			r = inner
		}
		s.Points = append(s.Points, [2]float64{x + cos*r, y + sin*r})
	}
	return s
}

// In returns the shape in a colour.
func (s Shape) In(c Colour) Shape {
	s.Ink = c
	return s
}

// Thick returns the shape with a line of a width.
func (s Shape) Thick(width float64) Shape {
	s.Width = width
	return s
}

// Full returns the area in the shape.
func (s Shape) Full() Shape {
	s.Closed, s.Filled = true, true
	return s
}

// Light returns the shape in the colour of the ground behind symbols.
func (s Shape) Light() Shape {
	s.Pale = true
	return s
}

// fault says what is wrong with a glyph, or "".
func (g Glyph) fault() string {
	for _, s := range g {
		if len(s.Points) == 0 || s.Radius == 0 && len(s.Points) == 1 || s.Filled && s.Radius == 0 && len(s.Points) < 3 {
			return fmt.Sprintf("a shape of %d points", len(s.Points))
		}
		if !(s.Radius >= 0) || !(s.Width >= 0 && s.Width <= 38) {
			return fmt.Sprintf("a shape with the radius %v and lines %v wide", s.Radius, s.Width)
		}
		for _, p := range s.Points {
			if reach := max(math.Abs(p[0]), math.Abs(p[1])) + s.Radius; !(reach <= 1+1e-9) {
				return fmt.Sprintf("a shape reaches %.2f from the middle, and 1 is the edge", reach)
			}
		}
	}
	return ""
}

func pairs(xy []float64) [][2]float64 {
	out := make([][2]float64, len(xy)/2)
	for i := range out {
		out[i] = [2]float64{xy[2*i], xy[2*i+1]}
	}
	return out
}
