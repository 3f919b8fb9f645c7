package discordtest

import (
	"encoding/json"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// bot is a little bot to try the stand-in with: it does what its test says with
// each interaction.
type bot struct {
	*discordgo.Session
	t     *testing.T
	line  *Line
	mu    sync.Mutex
	heard []string       // ids of interactions
	busy  sync.WaitGroup // handlers under way
}

// interaction is what the little bot reads of an interaction.
type interaction struct {
	ID    string                    `json:"id"`
	Token string                    `json:"token"`
	Type  discordgo.InteractionType `json:"type"`
	Data  struct {
		Name     string   `json:"name"`
		CustomID string   `json:"custom_id"`
		Values   []string `json:"values"`

		Fields   json.RawMessage `json:"components"`
		Resolved json.RawMessage `json:"resolved"`
	} `json:"data"`
}

// connect starts a bot.
func connect(t *testing.T, d *Discord, handle func(b *bot, i interaction)) *bot {
	t.Helper()
	s, err := discordgo.New("Bot " + d.Token())
	if err != nil {
		t.Fatal(err)
	}
	b := &bot{Session: s, t: t, line: d.Transport()}
	s.Client = &http.Client{Transport: b.line}
	s.Identify.Intents = discordgo.IntentsGuilds
	s.StateEnabled, s.LogLevel = false, -1
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type != "INTERACTION_CREATE" {
			return
		}
		b.busy.Add(1)
		defer b.busy.Done()
		var i interaction
		if err := json.Unmarshal(e.RawData, &i); err != nil {
			t.Error(err)
		}
		b.mu.Lock()
		b.heard = append(b.heard, i.ID)
		b.mu.Unlock()
		if handle != nil {
			handle(b, i)
		}
	})
	if err := s.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.busy.Wait()
		go s.Close() //nolint:errcheck // it sleeps for a second, for which nothing here waits
	})
	d.Ready()
	b.do("PUT", "/applications/"+d.AppID()+"/commands", commands)
	return b
}

const commands = `[{"name":"match","description":"A match","options":[
	{"type":1,"name":"new","description":"Open one","options":[
		{"type":3,"name":"game","description":"Which","required":true,"autocomplete":true},
		{"type":4,"name":"turns","description":"How long"}]}]},
	{"name":"end","description":"End"}]`

// do sends a request and returns the answer, and the error as text.
func (b *bot) do(method, path, body string) (string, string) {
	var text []byte
	if body != "" {
		text = []byte(body)
	}
	out, err := b.RequestRaw(method, "https://discord.com/api/v9"+path, "application/json", text, path, 0)
	if err != nil {
		return "", err.Error()
	}
	return string(out), ""
}

func (b *bot) answer(i interaction, body string) (string, string) {
	return b.do("POST", "/interactions/"+i.ID+"/"+i.Token+"/callback", body)
}

func (b *bot) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.heard)
}

// said is an answer with a text and a button, of components v2.
func said(text string) string {
	return `{"type":4,"data":{"flags":32768,"allowed_mentions":{"parse":[]},"components":[
		{"type":10,"content":"` + text + `"},
		{"type":1,"components":[{"type":2,"style":1,"label":"Go on","custom_id":"go"}]}]}}`
}

func TestACommandAndAButton(t *testing.T) {
	d := New(t, Options{Lenient: true})
	connect(t, d, func(b *bot, i interaction) {
		if i.Type == discordgo.InteractionMessageComponent {
			b.answer(i, `{"type":7,"data":{"allowed_mentions":{"parse":[]},"components":[{"type":10,"content":"Gone on."}]}}`)
			return
		}
		b.answer(i, said("Hello"))
	})
	ch := d.Guild("club").Channel("games")
	anna := ch.guild.Member("anna", "en-US")
	m := anna.Slash(ch, "match new", "game:toy", "turns:3").Wait().Message
	if m.Text() != "Hello" {
		t.Fatalf("she reads %q", m.Text())
	}
	s := anna.Click(m, "go").Wait()
	if s.Message.Text() != "Gone on." || s.Message.ID != m.ID || s.Message.Edits != 1 {
		t.Fatalf("she reads\n%s", s.Message)
	}
	want := "**anna** `/match new game:toy turns:3`\n\n**referee**\n> Hello\n>\n> [Go on]\n\n" +
		"**anna** `[Go on]`\n\n**referee** *(changed)*\n> Gone on.\n"
	if got := ch.Transcript(anna, nil); got != want {
		t.Errorf("transcript:\n%s\nwant:\n%s", got, want)
	}
}

func TestALateAnswerFails(t *testing.T) {
	d := New(t, Options{Lenient: true, Deadline: 50 * time.Millisecond})
	var answered string
	done := make(chan bool)
	connect(t, d, func(b *bot, i interaction) {
		time.Sleep(100 * time.Millisecond)
		_, answered = b.answer(i, said("Late"))
		close(done)
	})
	ch := d.Guild("club").Channel("games")
	s := ch.guild.Member("anna", "en-US").Slash(ch, "end").Wait()
	<-done
	if !s.Failed || answered == "" || ch.Last(nil) != nil {
		t.Errorf("failed %v, the bot was told %q", s.Failed, answered)
	}
}
