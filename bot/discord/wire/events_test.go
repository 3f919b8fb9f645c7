package wire

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/test/discordtest"
)

// greeted hears of servers.
type greeted struct{ names []string }

func (g *greeted) InGuild(ctx context.Context, of *discordgo.Guild) error {
	if of.JoinedAt.IsZero() {
		g.names = append(g.names, "of an unknown time: "+of.Name)
	}
	g.names = append(g.names, of.Name)
	return nil
}

// TestWebhookEvents: that the bot was added to a server is taken in, and nothing else.
func TestWebhookEvents(t *testing.T) {
	t.Parallel()
	ear := &greeted{}
	d := discordtest.New(t, patient)
	b, err := New(Config{
		Token: d.Token(), Handler: answersHere, Poster: answersHere, Outbox: newMemory(), Clocks: newMemory(), Notes: newMemory(),
		Greeter: ear, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	b.app = "9"
	const guild = `"guild":{"id":"7","name":"NAME","owner_id":"5","preferred_locale":"fr"}`
	for _, c := range []struct {
		name, body      string
		ping, bad, hear bool
	}{
		{name: "ping", body: `{"version":1,"application_id":"9","type":0}`, ping: true},
		{name: "added", body: `{"application_id":"9","type":1,"event":{"type":"APPLICATION_AUTHORIZED","timestamp":"2024-10-18T14:42:53.064834","data":{"integration_type":0,` + guild + `}}}`, hear: true},
		{name: "of another application", body: `{"application_id":"8","type":1,"event":{"type":"APPLICATION_AUTHORIZED","data":{"integration_type":0,` + guild + `}}}`},
		{name: "to an account", body: `{"application_id":"9","type":1,"event":{"type":"APPLICATION_AUTHORIZED","data":{"integration_type":1,"user":{"id":"5"}}}}`},
		{name: "taken off", body: `{"application_id":"9","type":1,"event":{"type":"APPLICATION_DEAUTHORIZED","data":{"user":{"id":"5"}}}}`},
		{name: "another type", body: `{"application_id":"9","type":2,"event":{"type":"APPLICATION_AUTHORIZED","data":{"integration_type":0,` + guild + `}}}`},
		{name: "without a type", body: `{}`, bad: true},
		{name: "no JSON", body: `x`, bad: true},
	} {
		ear.names = nil
		ping, err := b.takeEvent(t.Context(), []byte(strings.ReplaceAll(c.body, "NAME", c.name)))
		if ping != c.ping || (err != nil) != c.bad {
			t.Errorf("%s: ping %t, %v", c.name, ping, err)
		}
		if got := strings.Join(ear.names, ", "); c.hear && got != c.name || !c.hear && got != "" {
			t.Errorf("%s: heard of %q", c.name, got)
		}
	}
	b.finishAnswers()
	if _, err := b.takeEvent(t.Context(), []byte(`{"version":1,"application_id":"9","type":0}`)); err == nil {
		t.Error("it takes events when it is ending")
	}
}
