// Package glyphs holds shapes that several games draw with, in addition to those of package engine.
package glyphs

import (
	"math"

	"referee/engine"
)

// Crescent returns a waning moon: its outer edge, then the inner one back.
func Crescent() engine.Shape {
	const points = 16 // of the outer edge, after the first
	s := engine.Shape{Closed: true, Filled: true}
	for i := range points + 1 {
		sin, cos := math.Sincos(math.Pi/2 + math.Pi/points*float64(i)*1.15 - 0.3)
		s.Points = append(s.Points, [2]float64{cos, sin})
	}
	a, b := s.Points[points], s.Points[0]
	towards := [2]float64{-0.05*(a[0]+b[0]) - 0.55, -0.05 * (a[1] + b[1])}
	const steps = 8 // of the inner edge
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		var p [2]float64
		for k := range p {
			p[k] = (1-t)*(1-t)*a[k] + 2*(1-t)*t*towards[k] + t*t*b[k]
		}
		s.Points = append(s.Points, p)
	}
	return s
}
