package match_test

import (
	"testing"

	"referee/engine/match"
)

func TestSeenHeads(t *testing.T) {
	m := newTable(t, 1).finish()
	last := m.Head().String()
	for text, want := range map[string]int{
		last: m.Seq(), last[:8]: m.Seq(), m.Head().Short() + "00000000": 0, "#3·" + m.Log()[2].Head.Short(): 3,
		"#4·" + m.Log()[2].Head.Short(): 0, "#3 " + m.Log()[2].Head.String(): 3, m.Log()[2].Head.String()[:9]: 3,
	} {
		s, err := match.ParseSeenHead(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := s.Find(m.Log()); got != want {
			t.Errorf("%s is the head of %d, want %d", text, got, want)
		}
	}
	for _, text := range []string{"", "#", "#57", "#·" + last, "#0·" + last, "abc", last + "0", "xyzxyzxyz", "#99999999999999999999·" + last} {
		if s, err := match.ParseSeenHead(text); err == nil {
			t.Errorf("%q is read as %+v", text, s)
		}
	}
}
