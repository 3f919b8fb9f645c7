package wire

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"referee/bot/discord/rest"
)

// Permissions are bits of Discord. It takes them as a number and gives them as a text, or
// as null where there are none (Application Commands resource, Application Command Object).
type Permissions uint64

// UnmarshalJSON reads both forms.
func (p *Permissions) UnmarshalJSON(text []byte) error {
	n, err := strconv.ParseUint(strings.Trim(string(text), `"`), 10, 64)
	if err != nil && string(text) != "null" {
		return fmt.Errorf("discord: permissions %s: %w", text, err)
	}
	*p = Permissions(n)
	return nil
}

// ShortForms says which guilds have the short forms of commands beside the commands.
type ShortForms interface {
	// ShortCommands are those of a guild; nil: it has none.
	ShortCommands(guild ID) ([]SlashCommand, error)
	// GuildsWithShortCommands lists those that have.
	GuildsWithShortCommands() []ID
}

// register has Discord hold our commands once: everywhere, or in the test guilds alone, and
// the short forms in the guilds that want them. People see what is registered everywhere and
// what is in their guild as one list: what is not to be there is taken away first.
func (b *Bot) register(ctx context.Context) error {
	base := "/applications/" + string(b.app)
	before, err := b.Notes.NoteNames(noteCommands(base + "/guilds/"))
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
	everywhere := b.Commands
	if len(b.Guilds) > 0 {
		everywhere = []SlashCommand{}
		if err := b.overwrite(ctx, "", everywhere); err != nil {
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
	return b.overwrite(ctx, "", everywhere)
}

// noteCommands is the note that commands are registered at a path.
func noteCommands(path string) string { return "discord" + path }

// commandsPath is where commands are registered: in a guild, or everywhere for "".
func (b *Bot) commandsPath(guild ID) string {
	if guild == "" {
		return "/applications/" + string(b.app) + "/commands"
	}
	return "/applications/" + string(b.app) + "/guilds/" + string(guild) + "/commands"
}

// commandsIn are the commands that a guild is to have beside those that are everywhere.
// Where one may be given is said "only for globally-scoped commands" (Application Command
// Object, contexts).
func (b *Bot) commandsIn(guild ID) ([]SlashCommand, error) {
	out := []SlashCommand{}
	if slices.Contains(b.Guilds, guild) {
		out = append(out, b.Commands...)
	}
	if b.ShortForms != nil {
		short, err := b.ShortForms.ShortCommands(guild)
		if err != nil {
			return nil, err
		}
		out = append(out, short...)
	}
	for i := range out {
		out[i].Contexts = nil
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
		if err := b.Notes.PutNote(noteCommands(path), []byte("registered")); err != nil {
			return err
		}
	}
	err = b.overwrite(ctx, guild, list)
	absent := rest.Refused(err, rest.NoAccess, rest.UnknownGuild)
	switch {
	case absent && slices.Contains(b.Guilds, guild):
		return fmt.Errorf("register commands at %s: the bot is not in that guild: invite it with the scope applications.commands: %w", path, err)
	case err != nil && !absent:
		return err
	case len(list) == 0 || absent:
		return b.Notes.PutNote(noteCommands(path), nil)
	}
	return nil
}

// overwrite replaces the commands of a guild, or those that are everywhere for "", by others,
// where Discord holds not just these.
func (b *Bot) overwrite(ctx context.Context, guild ID, list []SlashCommand) error {
	path := b.commandsPath(guild)
	text, err := b.rest.Send(ctx, rest.Request{Method: http.MethodGet, Path: path + "?with_localizations=true"})
	if err != nil {
		return fmt.Errorf("ask which commands are registered: %w", err)
	}
	same, err := holds(text, list)
	if err != nil {
		return err
	}
	if !same {
		if text, err = b.rest.Send(ctx, rest.Request{Method: http.MethodPut, Path: path, Body: list}); err != nil {
			return fmt.Errorf("register commands: %w", err)
		}
		b.Log.Info("commands registered", "commands", len(list), "at", path)
	}
	return b.registered.set(guild, text)
}

// holds reports whether what Discord says of its commands is just a list of ours.
func holds(text []byte, list []SlashCommand) (bool, error) {
	var all []json.RawMessage
	if err := json.Unmarshal(text, &all); err == nil && len(all) != len(list) { // as at the first start
		return false, nil
	}
	ours, err := json.Marshal(list)
	if err != nil {
		return false, fmt.Errorf("discord: write commands: %w", err)
	}
	if ours, err = canonical(ours); err != nil {
		return false, err
	}
	theirs, err := canonical(text)
	if err != nil {
		return false, err
	}
	return bytes.Equal(ours, theirs), nil
}

// canonical is a list of commands of which the order does not count, without the fields
// that Discord adds.
func canonical(text []byte) ([]byte, error) {
	var list []SlashCommand
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("discord: read commands: %w", err)
	}
	slices.SortFunc(list, func(a, b SlashCommand) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Type, b.Type)) })
	for _, c := range list {
		slices.Sort(c.Contexts)
	}
	if list == nil {
		list = []SlashCommand{}
	}
	return json.Marshal(list)
}
