package visible

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestBrief(t *testing.T) {
	path := "/" + strings.Repeat("home/", 70)
	for _, same := range []string{"", "ä", path + ": it is no file", strings.Repeat("words ", 1300)} {
		if is := Brief(same); is != same {
			t.Errorf("%q is cut to %q", same, is)
		}
	}
	for _, long := range []string{
		strings.Repeat("9", 15_000_000), "law " + strings.Repeat("ä", 500) + " is none", strings.Repeat("words ", 100_000), strings.Repeat("ä", 300) + strings.Repeat(" ä", 9000),
	} {
		is := Brief(long)
		if len(is) > mostBytes+len("…") || len(is) >= len(long) || !utf8.ValidString(is) || !strings.Contains(is, "…") {
			t.Errorf("%.40q becomes %d bytes: %.100q", long, len(is), is)
		}
	}
	if is := Brief("the law " + strings.Repeat("9", 500) + " is none"); is != "the law "+strings.Repeat("9", 64)+"… is none" {
		t.Errorf("%q", is)
	}
}
