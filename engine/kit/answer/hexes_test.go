package answer

import "testing"

func TestNotHex(t *testing.T) {
	for word, want := range map[string]string{"9999": "illegal.no-hex", "abc": "illegal.hex", "123": "illegal.hex"} {
		if why, arg := NotHex(word); why != want || arg.Text != word {
			t.Errorf("%s: %s of %q", word, why, arg.Text)
		}
	}
}
