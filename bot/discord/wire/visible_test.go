package wire

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/test/discordtest"
)

// hidden is a name that looks like another one's, and turns what follows.
const hidden = "Bo\u200bb\u202e\x1b\u3164"

// seenHidden is what is seen of it.
const seenHidden = "Bo\uFFFDb\uFFFD\uFFFD\uFFFD"

// TestTextsOfStrangersAreSeenInDiscord: in a message as it arrives there.
func TestTextsOfStrangersAreSeenInDiscord(t *testing.T) {
	n := start(t, discordtest.New(t, patient), &player{handle: func(Interaction) Response {
		return Response{Kind: Say, Message: says(hidden + "\nnext 👨\u200d👩")}
	}}, nil)
	if got := n.anna.Slash(n.ch, "go").Wait().Message.Text(); got != seenHidden+"\nnext 👨\u200d👩" {
		t.Errorf("%+q", got)
	}
}

// TestNamesOfThreadsAreSeenInDiscord: of threads, and of posts in forums with their first message.
func TestNamesOfThreadsAreSeenInDiscord(t *testing.T) {
	t.Parallel()
	var n *network
	var forum *discordtest.Channel
	n = start(t, discordtest.New(t, patient), &player{defers: Deferral{Private: true}, handle: func(i Interaction) Response {
		switch {
		case i.InThread:
			return Response{Kind: Say, Private: true, Message: says("there")}
		case i.Channel == n.ch.ID:
			return Response{Kind: OpenThread, Name: hidden}
		}
		return Response{Kind: OpenPost, Post: &NewPost{Forum: forum.ID, Name: hidden, Text: hidden}}
	}}, nil)
	forum = n.club.Forum("games")
	n.anna.Slash(n.ch, "go").Wait()
	n.anna.Slash(n.club.Channel("else"), "go").Wait()
	for _, in := range []*discordtest.Channel{n.ch, forum} {
		if threads := in.Threads(); len(threads) != 1 || threads[0].Name != seenHidden {
			t.Errorf("in %s: %v", in.Name, threads)
		}
	}
	if first := forum.Threads()[0].Last(nil); first == nil || first.Text() != seenHidden {
		t.Errorf("a post begins with %v", first)
	}
}

// TestEveryTextOnTheWireIsSeen: whatever is written, and ids as they are.
func TestEveryTextOnTheWireIsSeen(t *testing.T) {
	parts := Container(nil,
		TextDisplay(hidden),
		Gallery(Attached("map.png"), hidden),
		Row(Button(discordgo.PrimaryButton, hidden, "1/go")),
		Row(Menu("1/pick", hidden, SelectOption{Label: hidden, Value: "v", Description: hidden})),
		Component{Type: discordgo.SectionComponent, Accessory: &Component{Type: discordgo.ThumbnailComponent, Description: hidden}},
	)
	for name, v := range map[string]any{
		"message": wireMessage{Components: []Component{parts}},
		"form": Form{ID: "1/form", Title: hidden, Fields: []Component{{
			Type: TypeLabel, Label: hidden, Description: hidden, Component: &Component{Type: discordgo.TextInputComponent, Placeholder: hidden, Value: hidden},
		}}},
		"completion": visibleChoices([]*discordgo.ApplicationCommandOptionChoice{{Name: hidden, Value: "v"}}),
	} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(string(text), "\u200b\u202e\u3164") || strings.Contains(string(text), `\u001b`) || strings.Contains(string(text), `\u200b`) {
			t.Errorf("%s: %+q", name, text)
		}
		if !strings.Contains(string(text), seenHidden) {
			t.Errorf("%s: nothing is seen of it: %+q", name, text)
		}
	}
}
