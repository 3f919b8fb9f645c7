package wire

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/drawing"
	"referee/bot/discord/rest"
	"referee/bot/post"
	"referee/bot/test/discordtest"
)

// emojis is a keeper of emoji that keeps none.
type emojis struct {
	app   ID
	began chan struct{}
	ended atomic.Bool
	lost  atomic.Int32
}

func (e *emojis) Keep(ctx context.Context, _ *rest.Client, app ID) {
	e.app = app
	close(e.began)
	<-ctx.Done()
	e.ended.Store(true)
}

func (e *emojis) Lost() { e.lost.Add(1) }

// marked is a message with an emoji on a button and before an option.
func marked(text string, e discordgo.ComponentEmoji) Message {
	button := Button(discordgo.PrimaryButton, "Go on", "1/go")
	button.Emoji = &e
	m := Message{Components: []Component{TextDisplay(text), Row(button), Row(Menu("1/pick", "Pick", SelectOption{Label: "a", Value: "a", Emoji: &e}))}}
	m.Components = append(m.Components, Gallery(Attached("map.png"), "a map"))
	m.Files = []File{{Name: "map.png", Type: "image/png", Body: []byte("png")}}
	return m
}

// shows says which emoji a message shows, and whether the rest of it is there.
func shows(m *discordtest.Message) (names string, whole bool) {
	var list []string
	add := func(e *discordgo.ComponentEmoji) {
		if e != nil {
			list = append(list, e.Name)
		}
	}
	var parts []discordtest.Component
	for _, row := range m.Components {
		parts = append(parts, row.Components...)
	}
	labels := 0
	for _, c := range parts {
		add(c.Emoji)
		for _, o := range c.Options {
			labels += len(o.Label)
			add(o.Emoji)
		}
		labels += len(c.Label)
	}
	return strings.Join(list, " "), labels == len("Go on")+len("a") && len(m.Pictures()) == 1
}

func TestEmojiOnMessages(t *testing.T) { throughDoors(t, testEmojiOnMessages) }

func testEmojiOnMessages(t *testing.T, opt discordtest.Options) {
	t.Helper()
	d := discordtest.New(t, opt)
	d.Upload(d.Guild("makers").Member("maker", "en-US"), "tank")
	there, gone := discordgo.ComponentEmoji{ID: ID(d.Emoji()[0].ID), Name: "tank"}, discordgo.ComponentEmoji{ID: "12345", Name: "gun"}
	var now atomic.Pointer[discordgo.ComponentEmoji]
	keeper, mem := &emojis{began: make(chan struct{})}, newMemory()
	n := startWith(t, d, &player{
		handle: func(i Interaction) Response {
			m := marked("hello", *now.Load())
			if i.Kind == discordgo.InteractionMessageComponent {
				return Response{Kind: Update, Message: marked("gone on", *now.Load()), Later: func(drawing.Size) *Message { return &m }}
			}
			return Response{Kind: Say, Private: true, Message: m}
		},
		news: func(string, post.Post) (*Message, error) {
			m := marked("news", *now.Load())
			return &m, nil
		},
	}, mem, func(c *Config) { c.Emoji = keeper })
	<-keeper.began
	if keeper.app != ID(d.AppID()) {
		t.Errorf("it keeps those of %s", keeper.app)
	}
	for _, c := range []struct {
		e    discordgo.ComponentEmoji
		want string
		lost bool
	}{{there, "tank tank", false}, {gone, "", true}} {
		now.Store(&c.e)
		before := keeper.lost.Load()
		check := func(m *discordtest.Message) {
			t.Helper()
			if got, whole := shows(m); got != c.want || !whole {
				t.Errorf("%s: it shows %q, whole %t: %v", c.e.Name, got, whole, m)
			}
			if after := keeper.lost.Load(); after > before != c.lost {
				t.Errorf("%s: %d times it was said to be lost", c.e.Name, after-before)
			} else {
				before = after
			}
		}
		first := n.anna.Slash(n.ch, "go").Wait().Message
		check(first)
		second := n.anna.Click(first, "1/go").Wait().Message
		d.Until("what comes later", func() bool { return second.Now().Text() == "hello" && second.Now().Edits > 0 })
		check(second.Now())
		mem.add(PlaceOf(ID(n.ch.ID)), 1)
		n.bot.RetryAt(PlaceOf(ID(n.ch.ID)))
		d.Until("the news", mem.empty)
		check(n.ch.Last(nil))
	}
	if err := n.finish(); err != nil || !keeper.ended.Load() {
		t.Errorf("the bot ended before what keeps its emoji: %v", err)
	}
	if i := slices.IndexFunc(d.Requests(), func(q discordtest.Request) bool {
		return q.Status == 200 && strings.Contains(q.Body, "12345")
	}); i >= 0 {
		t.Errorf("it was taken: %v", d.Requests()[i])
	}
}

// TestOtherRefusalsAreNoLostEmoji: what Discord refuses for its form is not sent again.
func TestOtherRefusalsAreNoLostEmoji(t *testing.T) {
	d := discordtest.New(t, patient)
	keeper := &emojis{began: make(chan struct{})}
	n := startWith(t, d, &player{handle: func(Interaction) Response {
		m := says("hello")
		m.Components = append(m.Components, TextDisplay(" "))
		return Response{Kind: Say, Private: true, Message: m}
	}}, nil, func(c *Config) { c.Emoji = keeper })
	p := n.anna.Slash(n.ch, "go")
	refused := func() (times int) {
		for _, q := range d.Requests() {
			if strings.Contains(q.Path, "/"+p.ID()+"/") && q.Status == 400 {
				times++
			}
		}
		return times
	}
	d.Until("a refusal", func() bool { return refused() > 0 })
	n.bot.WaitAnswered()
	if len(d.Complaints()) != 1 || refused() != 1 || keeper.lost.Load() != 0 {
		t.Errorf("it was refused %d times, and %d emoji lost", refused(), keeper.lost.Load())
	}
}
