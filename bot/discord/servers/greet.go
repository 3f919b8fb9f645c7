package servers

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/match"
)

// noteSince is the note of when servers began to be greeted: those that the bot joined before
// know it.
const noteSince = "servers are greeted since"

// greetedNote is the note that the owner of a home was greeted.
func greetedNote(home string) string { return "greeted " + home }

// GreetFrom begins to greet servers, if that was not begun before: it is called at every start.
func GreetFrom(ctx context.Context, h *command.Handlers) error {
	text, err := h.Notes.Note(ctx, noteSince)
	if err != nil || text != nil {
		return err
	}
	return h.Notes.PutNote(ctx, noteSince, []byte(h.Now().UTC().Format(time.RFC3339)))
}

// InGuild greets the owner of a server that the bot has joined, once for each server.
func InGuild(ctx context.Context, h *command.Handlers, g *discordgo.Guild) error {
	home := wire.HomeOf(g.ID)
	notes, err := h.Notes.Notes(ctx, noteSince, greetedNote(home))
	if err != nil || notes[1] != nil {
		return err
	}
	since, err := time.Parse(time.RFC3339, string(notes[0]))
	if err != nil {
		return fmt.Errorf("discord: since when servers are greeted: %w", err)
	}
	if g.JoinedAt.Before(since) {
		return nil
	}
	owner := wire.AccountOf(g.OwnerID)
	kept, err := h.Memories.Of(ctx, owner)
	if err != nil {
		return err
	}
	welcome := post.Welcome{Home: home, Name: g.Name, Language: cmp.Or(kept.Language, locale.Pick(g.PreferredLocale))}
	if g.SystemChannelID != "" {
		welcome.Else = wire.PlaceOf(g.SystemChannelID)
	}
	intents := []match.Intent{post.Intent(post.DMPlace(owner), welcome)}
	return h.Notes.Tell(ctx, greetedNote(home), []byte(h.Now().UTC().Format(time.RFC3339)), intents)
}

// Welcome says what the bot is and what to do next: to the owner of a server, or to everybody in
// it where the owner accepts no direct messages.
func Welcome(h *command.Handlers, place string, k post.Welcome) *wire.Message {
	v := command.Voice{Words: h.Plain, Lang: locale.Pick(k.Language)}
	key := "welcome"
	if place == k.Else {
		key = "welcome-all"
	}
	c := &command.Card{}
	c.Text(v.Say(key, engine.Text("server", command.Plain(k.Name))))
	var here, play command.Button // in a direct message there is no server to set up
	if place == k.Else {
		here = command.Button{Label: v.Say("button.setup-here"), Path: wire.Path{"setup", "show"}}
	}
	if names, err := h.Referee.Games.Programs(h.Games[0].Game); err == nil && len(names) > 0 {
		play = command.Button{Label: v.Say("button.try-it"), Path: wire.Path{"match", "new", h.Games[0].Game, names[0]}, Style: discordgo.PrimaryButton}
	}
	c.Press(here, play, command.Button{Label: v.Say("button.read-about"), Path: wire.Path{"about"}})
	m := c.Message(nil)
	return &m
}
