package league

import "testing"

func TestOverlap(t *testing.T) {
	paris := Awake(7*60, 23*60, 60)    // 06:00 to 22:00 UTC
	denver := Awake(7*60, 23*60, -420) // 14:00 to 06:00
	nepal := Awake(6*60, 9*60, 345)    // 00:15 to 03:15
	cases := []struct {
		name string
		a, b Waking
		want int
	}{
		{"with themselves", paris, paris, 16 * 60},
		{"six hours and more behind", paris, denver, 8 * 60},
		{"the other way", denver, paris, 8 * 60},
		{"none", paris, nepal, 0},
		{"over midnight", denver, nepal, 3 * 60},

		{"quarters begun", Awake(7*60+10, 7*60+20, 0), Awake(0, 0, 0), 30},
		{"nothing said", Waking{}, nepal, 3 * 60},
		{"nothing said twice", Waking{}, Waking{}, 24 * 60},
	}
	for _, c := range cases {
		if got := c.a.Overlap(c.b); got != c.want {
			t.Errorf("%s: %d minutes, want %d", c.name, got, c.want)
		}
	}
}
