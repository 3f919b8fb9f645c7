package mail_test

import (
	"strings"
	"testing"

	"referee/bot/referee"
	"referee/engine/enginetest/patience"
)

// TestAGameForOne: a game with one seat and without a board is begun, played and ended by mail.
func TestAGameForOne(t *testing.T) {
	b := benchOf(t, referee.Game{ID: "patience", Law: 1, Data: patience.Files(), Open: patience.Open})
	b.write(anna, "new patience")
	b.reply(anna, b.code(anna))
	list, err := b.play.Index.Matches(b.t.Context())
	b.must(err)
	if len(list) != 1 {
		t.Fatalf("%d matches:\n%s", len(list), plain(b.last(anna)))
	}
	id := list[0].ID
	b.reply(anna, "roll")
	b.reply(anna, "board")
	b.reply(anna, "stop")
	if b.look(id).Ending == nil {
		t.Errorf("it is not over:\n%s", plain(b.last(anna)))
	}
	if text := plain(b.last(anna)); strings.Contains(text, "[") && strings.Contains(text, "mail.") {
		t.Errorf("a word is missing:\n%s", text)
	}
}
