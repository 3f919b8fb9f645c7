package clock

import (
	"strconv"
	"strings"
	"time"
)

// units are how lengths of time are written, longest first.
var units = []struct {
	letter string
	of     time.Duration
}{{"d", day}, {"h", time.Hour}, {"m", time.Minute}, {"s", time.Second}}

// parseLength reads "3d", "1d12h", "90m".
func parseLength(text string) (d time.Duration, ok bool) {
	for _, u := range units {
		before, after, found := strings.Cut(text, u.letter)
		if !found {
			continue
		}
		n, err := strconv.Atoi(before)
		if err != nil || n < 0 || n > 10_000 {
			return 0, false
		}
		d += time.Duration(n) * u.of
		text, ok = after, true
	}
	return d, ok && text == ""
}

// writeLength is what parseLength reads; parts of a second are left out.
func writeLength(d time.Duration) string {
	var b strings.Builder
	for _, u := range units {
		if n := d / u.of; n > 0 {
			b.WriteString(strconv.Itoa(int(n)) + u.letter)
			d -= n * u.of
		}
	}
	if b.Len() == 0 {
		return "0s"
	}
	return b.String()
}
