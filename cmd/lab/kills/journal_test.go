package kills

import (
	"testing"

	"referee/bot/test/discordtest"
)

// TestAReminderTellsNoDecision: it has the footer of the newest decision, as the message that told it.
func TestAReminderTellsNoDecision(t *testing.T) {
	const button = 2
	message := func(customID string) *discordtest.Message {
		return &discordtest.Message{
			Content:    "Text\n-# higieamk #181·b7370b19",
			Components: []discordtest.Component{{Type: button, CustomID: customID}},
		}
	}
	news, tells := postOf(message("1/dice/proof/higieamk/59-62"))
	if !tells || news.Seen.N != 181 || news.First != 59 || news.Last != 62 {
		t.Errorf("news: %+v, %v", news, tells)
	}
	if p, tells := postOf(message("1/clock/snooze/higieamk")); tells {
		t.Errorf("a reminder is taken for news: %+v", p)
	}
}
