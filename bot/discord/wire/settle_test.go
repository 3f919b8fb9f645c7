package wire

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/post"
	"referee/bot/test/discordtest"
)

// TestSettledMessagesLoseTheirButtons: the messages that ask something keep their buttons for as long as
// that stands, over restarts, and lose them and nothing else when it is settled. One that was
// deleted holds up nothing.
func TestSettledMessagesLoseTheirButtons(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	var standing atomic.Int64
	p := &player{
		news: func(_ string, of post.Post) (*Message, error) {
			_, seq := of.Match()
			parts := []Component{TextDisplay(fmt.Sprintf("offer %d", seq)), Row(Button(discordgo.PrimaryButton, "Agree", "agree"))}
			return &Message{Components: parts, Asks: fmt.Sprint(seq)}, nil
		},
		stands: func(asks string) bool { return asks == fmt.Sprint(standing.Load()) },
	}
	n := start(t, d, p, mem)
	ch, place := n.ch, PlaceOf(ID(n.ch.ID))
	step := func(want string) {
		t.Helper()
		standing.Add(1)
		mem.add(place, 1)
		n.bot.sender.wakeUp()
		d.Until("the outbox to be empty", mem.empty)
		got := ""
		for _, m := range ch.Messages(nil) {
			got += fmt.Sprintf("%s %d, ", m.Text(), len(m.Buttons()))
		}
		if got != want {
			t.Fatalf("posted %s, want %s", got, want)
		}
	}
	step("offer 1 1, ")
	step("offer 1 0, offer 2 1, ")
	if err := n.finish(); err != nil {
		t.Fatal(err)
	}
	n = start(t, d, p, mem)
	step("offer 1 0, offer 2 0, offer 3 1, ")
	ch.DeleteMessage(ch.Last(nil))
	step("offer 1 0, offer 2 0, offer 4 1, ")
}
