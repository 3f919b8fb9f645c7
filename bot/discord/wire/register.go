package wire

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
)

// ShortForm is a command that is a short form of another.
type ShortForm struct {
	*discordgo.ApplicationCommand
	Leads string // the path of the other
}

// ShortForms says which guilds have the short forms of commands beside the commands.
type ShortForms interface {
	// ShortCommands are those of a guild; nil: it has none.
	ShortCommands(guild ID) ([]ShortForm, error)
	// GuildsWithShortCommands lists those that have.
	GuildsWithShortCommands() []ID
}

// register has Discord hold our commands once: everywhere, or in the test guilds alone, and
// the short forms in the guilds that want them. People see what is registered everywhere and
// what is in their guild as one list: what is not to be there is taken away first.
func (b *Bot) register(ctx context.Context) error {
	base := "/applications/" + b.app
	before, err := b.Notes.NoteNames(ctx, noteCommands(base+"/guilds/"))
	if err != nil {
		return err
	}
	guilds := slices.Clone(b.Guilds)
	if b.ShortForms != nil {
		guilds = append(guilds, b.ShortForms.GuildsWithShortCommands()...)
	}
	for _, name := range before {
		id, _, _ := strings.Cut(strings.TrimPrefix(name, noteCommands(base+"/guilds/")), "/")
		guilds = append(guilds, ID(id))
	}
	slices.Sort(guilds)
	guilds = slices.Compact(guilds)
	if len(b.Guilds) > 0 {
		if err := b.overwrite(ctx, "", nil); err != nil {
			return err
		}
	}
	for _, g := range guilds {
		if err := b.registerIn(ctx, g); err != nil {
			return err
		}
	}
	if len(b.Guilds) > 0 {
		return nil
	}
	return b.overwrite(ctx, "", b.Commands)
}

// installed are commands with what they come with: a server to which the bot is added or, where the owner of the application
// lets people add it to their account, also that account. It has them in conversations of theirs that the bot is not in, too, but
// not those that are nothing outside servers.
func installed(list []*discordgo.ApplicationCommand, forUsers bool) []*discordgo.ApplicationCommand {
	out := make([]*discordgo.ApplicationCommand, len(list))
	for i, c := range list {
		own := *c
		types := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
		if forUsers && c.Contexts != nil && slices.Contains(*c.Contexts, discordgo.InteractionContextBotDM) {
			types = append(types, discordgo.ApplicationIntegrationUserInstall)
			contexts := append(slices.Clone(*c.Contexts), discordgo.InteractionContextPrivateChannel)
			own.Contexts = &contexts
		}
		own.IntegrationTypes = &types
		out[i] = &own
	}
	return out
}

// noteCommands is the note that commands are registered at a path.
func noteCommands(path string) string { return "discord" + path }

// commandsPath is where commands are registered: in a guild, or everywhere for "".
func (b *Bot) commandsPath(guild ID) string {
	if guild == "" {
		return "/applications/" + b.app + "/commands"
	}
	return "/applications/" + b.app + "/guilds/" + guild + "/commands"
}

// commandsIn are the commands that a guild is to have beside those that are everywhere.
// Where one may be given is said "only for globally-scoped commands" (Application Command
// Object, contexts and integration_types).
func (b *Bot) commandsIn(guild ID) ([]*discordgo.ApplicationCommand, error) {
	out := []*discordgo.ApplicationCommand{}
	if slices.Contains(b.Guilds, guild) {
		out = append(out, b.Commands...)
	}
	if b.ShortForms != nil {
		short, err := b.ShortForms.ShortCommands(guild)
		if err != nil {
			return nil, err
		}
		for _, s := range short {
			out = append(out, s.ApplicationCommand)
		}
	}
	for i, c := range out {
		local := *c // the commands everywhere keep where they may be given
		local.Contexts, local.IntegrationTypes = nil, nil
		out[i] = &local
	}
	return out, nil
}

// hasOwn reports whether a guild is to have commands beside those that are everywhere.
func (b *Bot) hasOwn(guild ID) bool {
	return slices.Contains(b.Guilds, guild) || b.ShortForms != nil && slices.Contains(b.ShortForms.GuildsWithShortCommands(), guild)
}

// registerIn has Discord hold the commands that a guild is to have. In a guild that the bot is
// not in there are none; a test guild must be one that it is in.
func (b *Bot) registerIn(ctx context.Context, guild ID) error {
	path := b.commandsPath(guild)
	list, err := b.commandsIn(guild)
	if err != nil {
		return err
	}
	if len(list) > 0 { // first: what is registered must be found again
		if err := b.Notes.PutNote(ctx, noteCommands(path), []byte("registered")); err != nil {
			return err
		}
	}
	err = b.overwrite(ctx, guild, list)
	absent := rest.Refused(err, discordgo.ErrCodeMissingAccess, discordgo.ErrCodeUnknownGuild)
	switch {
	case absent && slices.Contains(b.Guilds, guild):
		return fmt.Errorf("register commands at %s: the bot is not in that guild: invite it with the scope applications.commands: %w", path, err)
	case err != nil && !absent:
		return err
	case len(list) == 0 || absent:
		return b.Notes.PutNote(ctx, noteCommands(path), nil)
	}
	return nil
}

// overwrite replaces the commands of a guild, or those that are everywhere for "", by others,
// where Discord holds not just these.
func (b *Bot) overwrite(ctx context.Context, guild ID, list []*discordgo.ApplicationCommand) error {
	there, err := b.rest.For(ctx).ApplicationCommands(b.app, guild)
	if err != nil {
		return fmt.Errorf("ask which commands are registered: %w", err)
	}
	if guild != "" {
		for _, c := range there {
			c.IntegrationTypes = nil // Discord's own word
		}
	}
	want := Describe(byName(list))
	if !bytes.Equal(Describe(byName(there)), want) {
		at := discordgo.EndpointAPI + strings.TrimPrefix(b.commandsPath(guild), "/")
		text, err := b.rest.For(ctx).Request(http.MethodPut, at, want)
		if err == nil {
			err = json.Unmarshal(text, &there)
		}
		if err == nil && slices.Contains(there, nil) {
			err = errors.New("the answer has no command in a place of its list")
		}
		if err != nil {
			return fmt.Errorf("register commands: %w", err)
		}
		b.Log.Info("commands registered", "commands", len(list), "at", b.commandsPath(guild))
	}
	b.registered.set(guild, there)
	return nil
}

// byName are commands in an order that does not depend on who lists them.
func byName(list []*discordgo.ApplicationCommand) []*discordgo.ApplicationCommand {
	return slices.SortedFunc(slices.Values(list), func(a, b *discordgo.ApplicationCommand) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Type, b.Type))
	})
}

// Describe is the JSON by which commands are registered, without what Discord adds to them. discordgo alone writes null for all that an option
// has not, and permissions as a text, which Discord's description of its API does not allow.
func Describe(of []*discordgo.ApplicationCommand) json.RawMessage {
	list := make([]*discordgo.ApplicationCommand, len(of))
	for i, c := range of {
		list[i] = &discordgo.ApplicationCommand{
			Type: c.Type, Name: c.Name, NameLocalizations: c.NameLocalizations, Description: c.Description,
			DescriptionLocalizations: c.DescriptionLocalizations, Options: c.Options, DefaultMemberPermissions: c.DefaultMemberPermissions,
		}
		if c.Contexts != nil {
			contexts := slices.Sorted(slices.Values(*c.Contexts))
			list[i].Contexts = &contexts
		}
		if c.IntegrationTypes != nil {
			types := slices.Sorted(slices.Values(*c.IntegrationTypes))
			list[i].IntegrationTypes = &types
		}
	}
	return edited(list, dropEmpty)
}

// dropEmpty drops what says nothing from a JSON object of a command, and makes numbers of permissions.
func dropEmpty(object map[string]any) {
	for name, in := range object {
		list, isList := in.([]any)
		if in == nil || in == false || isList && len(list) == 0 {
			delete(object, name)
		}
		if text, is := in.(string); is && name == "default_member_permissions" {
			object[name] = json.Number(text)
		}
	}
}
