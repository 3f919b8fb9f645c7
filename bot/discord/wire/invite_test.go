package wire

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestTheInviteIsInTheDocs compares what the page on installing says with what
// the bot asks for: in the address and in the table of bits.
func TestTheInviteIsInTheDocs(t *testing.T) {
	text, err := os.ReadFile("../../../docs/install.md")
	if err != nil {
		t.Fatal(err)
	}
	if number := fmt.Sprintf("permissions=%d\n", uint64(invitePermissions())); !strings.Contains(string(text), number) {
		t.Errorf("docs/install.md does not say %s", number)
	}
	sum := uint64(0)
	for _, m := range regexp.MustCompile(`(?m)^\| .* \| 1 << (\d+) \|`).FindAllStringSubmatch(string(text), -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		sum += 1 << n
	}
	if sum != uint64(invitePermissions()) {
		t.Errorf("the bits of docs/install.md add up to %d, and the bot asks for %d", sum, uint64(invitePermissions()))
	}
}
