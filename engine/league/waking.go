package league

import "math/bits"

const (
	day     = 24 * 60 // minutes
	quarter = 15      // minutes: every zone on Earth is off by a multiple of it
)

// Waking is when somebody is awake, by the quarter hours of a day in UTC: bit
// 0 of the first number is midnight. The zero Waking says nothing, and counts as
// awake all day, so that nobody is the worse for not telling.
type Waking [3]uint32

// Awake is the waking time of somebody who is up from one minute of their day to
// another, at a place so many minutes ahead of UTC (behind: negative). It may run
// over midnight; the same minute twice is the whole day. Begun quarters count.
func Awake(from, to, ahead int) Waking {
	length := wrap(to - from)
	if length == 0 {
		length = day
	}
	first := wrap(from - ahead)
	var w Waking
	for m := first - first%quarter; m < first+length; m += quarter {
		q := wrap(m) / quarter
		w[q/32] |= 1 << (q % 32)
	}
	return w
}

func wrap(minute int) int { return (minute%day + day) % day }

// Overlap is how many minutes a day both are awake.
func (w Waking) Overlap(other Waking) int {
	if w == (Waking{}) {
		w = Awake(0, 0, 0)
	}
	if other == (Waking{}) {
		other = Awake(0, 0, 0)
	}
	n := 0
	for i := range w {
		n += bits.OnesCount32(w[i] & other[i])
	}
	return n * quarter
}
