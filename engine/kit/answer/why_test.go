package answer

import (
	"strconv"
	"strings"
	"testing"

	"referee/engine"
)

// TestBecause: each reason is given once, with all for which it holds.
func TestBecause(t *testing.T) {
	arg := Because("why", "no.", []int{3, 4, 5}, func(n int) string { return [2]string{"even", "odd"}[n%2] },
		func(n int) engine.Arg { return engine.Num("", n) })
	var got []string
	for _, reason := range arg.List {
		got = append(got, reason.Msg.Key)
		for _, n := range reason.Msg.Args[0].List {
			got = append(got, strconv.Itoa(n.Num))
		}
	}
	if text := strings.Join(got, " "); arg.Name != "why" || text != "no.odd 3 5 no.even 4" {
		t.Errorf("%s is %s", arg.Name, text)
	}
	if none := Because("why", "no.", nil, strconv.Itoa, func(n int) engine.Arg { return engine.Num("", n) }); len(none.List) > 0 {
		t.Errorf("there is a reason for nothing: %v", none)
	}
}

func TestNotHex(t *testing.T) {
	for word, want := range map[string]string{"9999": "illegal.no-hex", "abc": "illegal.hex", "123": "illegal.hex"} {
		if why, arg := NotHex(word); why != want || arg.Text != word {
			t.Errorf("%s: %s of %q", word, why, arg.Text)
		}
	}
}
