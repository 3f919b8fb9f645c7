package glyphs

import "testing"

// TestCrescent: it stays within its square, and is thinner than a disc.
func TestCrescent(t *testing.T) {
	s := Crescent()
	if !s.Closed || !s.Filled {
		t.Errorf("closed %t, filled %t", s.Closed, s.Filled)
	}
	area := 0.0
	for i, a := range s.Points {
		b := s.Points[(i+1)%len(s.Points)]
		area += (a[0]*b[1] - b[0]*a[1]) / 2
		if max(a[0], a[1], -a[0], -a[1]) > 1 {
			t.Errorf("%v is outside", a)
		}
	}
	if area < 0.5 || area > 2.5 {
		t.Errorf("its area is %.2f, where a disc has 3.14", area)
	}
}
