package wire

import (
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/post"
)

// TestScenes: the context of an interaction and those for whom the application is there decide where it was made.
func TestScenes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body            string
		guild           ID
		direct, private bool
		place           string
	}{
		"a server":                  {`"guild_id":"5","context":0,"authorizing_integration_owners":{"0":"5"}`, "5", false, false, "discord:7"},
		"a server of old":           {`"guild_id":"5"`, "5", false, false, "discord:7"},
		"a server and a user":       {`"guild_id":"5","context":0,"authorizing_integration_owners":{"0":"5","1":"3"}`, "5", false, false, "discord:7"},
		"a server without the bot":  {`"guild_id":"5","context":0,"authorizing_integration_owners":{"1":"3"}`, "", false, false, "away:discord:7"},
		"direct messages":           {`"context":1,"authorizing_integration_owners":{"0":"0"}`, "", true, false, "letter:discord:3"},
		"direct messages of a user": {`"context":1,"authorizing_integration_owners":{"1":"3"}`, "", true, false, "letter:discord:3"},
		"direct messages of old":    {`"version":1`, "", true, false, "letter:discord:3"},
		"a conversation":            {`"context":2,"authorizing_integration_owners":{"1":"3"}`, "", false, true, "away:discord:7"},
	} {
		in, err := ParseInteraction([]byte(`{"id":"1","token":"t","type":2,"channel_id":"7","user":{"id":"3"},"data":{"name":"help"},` + c.body + `}`))
		if err != nil || in.Guild != c.guild || in.Direct != c.direct || in.Private != c.private || in.Place() != c.place {
			t.Errorf("%s: %+v at %s, %v", name, in, in.Place(), err)
		}
	}
}

// TestVisits: after an interaction five messages can follow, for a quarter of an hour.
func TestVisits(t *testing.T) {
	t.Parallel()
	v := &visits{app: func() ID { return "9" }}
	in := Interaction{Private: true, Channel: "7", Token: "a/b"}
	if v.open(in.Place()) {
		t.Error("it is open before anybody was there")
	}
	v.note(in, time.Now())
	for n := range mostFollowUps {
		if now := v.take(in.Place()); now == nil || v.hook(now) != "webhooks/9/a%2Fb" {
			t.Fatalf("nothing can follow after %d", n)
		}
	}
	if v.open(in.Place()) || v.take(in.Place()) != nil {
		t.Error("a sixth can follow")
	}
	v.note(in, time.Now())
	if !v.open(in.Place()) {
		t.Error("nothing can follow the next")
	}
	v.note(in, time.Now().Add(-tokenEnd))
	if v.open(in.Place()) || v.take(in.Place()) != nil {
		t.Error("something can follow after a quarter of an hour")
	}
	if v.open(post.AwayPlace(PlaceOf("8"))) {
		t.Error("another conversation is open")
	}
}

// TestInstalled: what can be given in direct messages comes with an account as well, where the owner lets people add the application to theirs.
func TestInstalled(t *testing.T) {
	t.Parallel()
	const server, direct, private = discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel
	list := []*discordgo.ApplicationCommand{
		{Name: "setup", Contexts: &[]discordgo.InteractionContextType{server}},
		{Name: "help", Contexts: &[]discordgo.InteractionContextType{server, direct}},
	}
	for _, c := range []struct {
		forUsers bool
		contexts []discordgo.InteractionContextType
		types    int
	}{{false, []discordgo.InteractionContextType{server, direct}, 1}, {true, []discordgo.InteractionContextType{server, direct, private}, 2}} {
		got := installed(list, c.forUsers)
		if len(*got[0].IntegrationTypes) != 1 || len(*got[0].Contexts) != 1 {
			t.Errorf("/setup comes with %v in %v", *got[0].IntegrationTypes, *got[0].Contexts)
		}
		if len(*got[1].IntegrationTypes) != c.types || !slices.Equal(*got[1].Contexts, c.contexts) {
			t.Errorf("/help comes with %v in %v", *got[1].IntegrationTypes, *got[1].Contexts)
		}
	}
	if list[0].IntegrationTypes != nil || len(*list[1].Contexts) != 2 {
		t.Error("the list itself has changed")
	}
}
