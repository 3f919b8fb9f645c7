package discord

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestTheInviteIsInTheDocs compares what the page on installing says with what
// the bot asks for.
func TestTheInviteIsInTheDocs(t *testing.T) {
	text, err := os.ReadFile("../../docs/install.md")
	if err != nil {
		t.Fatal(err)
	}
	if number := fmt.Sprintf("permissions=%d", uint64(wanted)); !strings.Contains(string(text), number) {
		t.Errorf("docs/install.md does not say %s", number)
	}
}
