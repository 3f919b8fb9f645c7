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

// register has Discord hold our commands once: everywhere, or in the test guilds alone.
// Where they are not to be they are taken away first, as people see what is registered
// everywhere and what is in their guild as one list.
func (b *Bot) register(ctx context.Context) error {
	base := "/applications/" + string(b.app)
	guilds := map[string]bool{} // by path: whether the commands belong there
	before, err := b.Notes.NoteNames(noteCommands(base + "/guilds/"))
	if err != nil {
		return err
	}
	for _, name := range before {
		guilds[strings.TrimPrefix(name, noteCommands(""))] = false
	}
	everywhere := base + "/commands"
	if len(b.Guilds) > 0 {
		guilds[everywhere] = false
	}
	for _, g := range b.Guilds {
		guilds[base+"/guilds/"+string(g)+"/commands"] = true
	}
	var filled, emptied []string
	for path, here := range guilds {
		if here {
			filled = append(filled, path)
		} else {
			emptied = append(emptied, path)
		}
	}
	if len(b.Guilds) == 0 {
		filled = append(filled, everywhere)
	}
	slices.Sort(emptied)
	slices.Sort(filled)
	for _, path := range emptied {
		if err := b.unregister(ctx, path); err != nil {
			return err
		}
	}
	for _, path := range filled {
		if err := b.registerAt(ctx, path); err != nil {
			return err
		}
	}
	return nil
}

// noteCommands is the note that commands are registered at a path.
func noteCommands(path string) string { return "discord" + path }

// registerAt has Discord hold our commands at a path.
func (b *Bot) registerAt(ctx context.Context, path string) error {
	err := b.Notes.PutNote(noteCommands(path), []byte("registered")) // first: what is registered must be found again
	if err != nil {
		return err
	}
	err = b.overwrite(ctx, path, commandsAt(path, b.Commands))
	if rest.Refused(err, rest.NoAccess, rest.UnknownGuild) {
		return fmt.Errorf("register commands at %s: the bot is not in that guild: invite it with the scope applications.commands: %w", path, err)
	}
	return err
}

// unregister takes our commands away from a path. Where the bot is not any more, it has none.
func (b *Bot) unregister(ctx context.Context, path string) error {
	err := b.overwrite(ctx, path, []SlashCommand{})
	if err != nil && !rest.Refused(err, rest.NoAccess, rest.UnknownGuild) {
		return err
	}
	return b.Notes.PutNote(noteCommands(path), nil)
}

// commandsAt are commands as they can be registered at a path: where one may be given is
// said "only for globally-scoped commands" (Application Command Object, contexts).
func commandsAt(path string, list []SlashCommand) []SlashCommand {
	out := slices.Clone(list)
	if strings.Contains(path, "/guilds/") {
		for i := range out {
			out[i].Contexts = nil
		}
	}
	return out
}

// overwrite replaces the commands at a path by others, where Discord holds not just these.
func (b *Bot) overwrite(ctx context.Context, path string, list []SlashCommand) error {
	text, err := b.rest.Send(ctx, rest.Request{Method: http.MethodGet, Path: path + "?with_localizations=true"})
	if err != nil {
		return fmt.Errorf("ask which commands are registered: %w", err)
	}
	same, err := holds(text, list)
	if err != nil || same {
		return err
	}
	if _, err := b.rest.Send(ctx, rest.Request{Method: http.MethodPut, Path: path, Body: list}); err != nil {
		return fmt.Errorf("register commands: %w", err)
	}
	b.Log.Info("commands registered", "commands", len(list), "at", path)
	return nil
}

// holds reports whether what Discord says of its commands is just a list of ours.
func holds(text []byte, list []SlashCommand) (bool, error) {
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
