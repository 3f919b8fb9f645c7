package drawing

import "time"

// Size is how large a picture is drawn.
type Size int

// The sizes.
const (
	Full    Size = iota
	Smaller      // three quarters as wide
	Small        // half as wide
	Sparse       // the same, and answers go without the pictures that nobody asked for
)

// Sizes is how many there are.
const Sizes = 4

// Of is how wide a picture is drawn that is so many pixels wide at full size.
func (s Size) Of(width int) int { return width * (4 - int(min(s, Small))) / 4 }

// workers is how many pictures are drawn at once where so many are at other times: one more when
// even small ones come late.
func (s Size) workers(usual int) int {
	if s == Sparse {
		return usual + 1
	}
	return usual
}

// waits are how long the oldest has waited when pictures begin to be drawn in a size. They
// are until it waits less than half of that: else each picture would change the size.
var waits = [Sizes]time.Duration{Smaller: 2 * time.Second, Small: 4 * time.Second, Sparse: 8 * time.Second}

// next is the size after one, when the oldest has waited so long.
func (s Size) next(oldest time.Duration) Size {
	for s < Sparse && oldest > waits[s+1] {
		s++
	}
	for s > Full && oldest < waits[s]/2 {
		s--
	}
	return s
}
