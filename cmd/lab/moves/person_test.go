package moves

import "testing"

// TestFooter: the last footer of a text counts, and a line that only looks like one does not.
func TestFooter(t *testing.T) {
	for text, want := range map[string]struct {
		match string
		n     int
		head  string
	}{
		"Text\n-# higieamk #181·b7370b19":                {"higieamk", 181, "b7370b19"},
		"-# a #1·00000000\nText\n-# b #2·0123abcd\nMore": {"b", 2, "0123abcd"},
		"Text\n-# higieamk #181":                         {},
		"> -# higieamk #181·b7370b19":                    {},
		"":                                               {},
	} {
		if match, n, head := Footer(text); match != want.match || n != want.n || head != want.head {
			t.Errorf("%q: %s, %d, %s", text, match, n, head)
		}
	}
}
