package discordtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Slash types a command into a channel: u.Slash(ch, "match new", "game:toy").
// An option is its name, a colon and its value. The test fails where Discord's
// own window would not let the user type that. A single word that is no command
// is taken for the subcommand of that name, where there is one: "plan" is "toy plan".
func (u *User) Slash(ch *Channel, command string, options ...string) *Press {
	u.d.t.Helper()
	command = u.d.Whole(ch, command)
	data := u.command(ch, command, options, false)
	u.d.mu.Lock()
	defer u.d.mu.Unlock()
	text := "/" + strings.Join(append([]string{command}, options...), " ")
	u.d.tell(tale{channel: ch, user: u, text: text})
	return u.press(ch, discordgo.InteractionApplicationCommand, data, nil)
}

// Menu chooses an entry in the menu of a person. The test fails where Discord would not show it.
func (u *User) Menu(ch *Channel, name string, of *User) *Press {
	d := u.d
	d.t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	c, found := d.findCommand(ch, commandOnUser, name)
	if !found || !c.givenIn(ch, u) {
		d.t.Fatalf("discordtest: the menu of %s has no %q in %s", of.Name, name, ch.Name)
	}
	users := map[string]any{of.ID: of.wire()}
	data := map[string]any{"id": c.ID, "name": c.Name, "type": commandOnUser, "target_id": of.ID, "resolved": map[string]any{"users": users}}
	if ch.guild != nil && slices.Contains(ch.guild.members, of) {
		data["resolved"] = map[string]any{"users": users, "members": map[string]any{of.ID: of.partial(ch)}}
	}
	d.tell(tale{channel: ch, user: u, text: "▾ " + of.Name + ": " + name})
	return u.press(ch, discordgo.InteractionApplicationCommand, data, nil)
}

// Autocomplete asks what may stand in the last option, as far as it is typed.
func (u *User) Autocomplete(ch *Channel, command string, options ...string) []CommandChoice {
	u.d.t.Helper()
	command = u.d.Whole(ch, command)
	data := u.command(ch, command, options, true)
	u.d.mu.Lock()
	p := u.press(ch, discordgo.InteractionApplicationCommandAutocomplete, data, nil)
	u.d.mu.Unlock()
	return p.Wait().Choices
}

// Click presses a button of a message.
func (u *User) Click(m *Message, customID string) *Press {
	u.d.t.Helper()
	i := slices.IndexFunc(m.Buttons(), func(c Component) bool { return c.CustomID == customID })
	u.sees(m)
	if i < 0 {
		u.d.t.Fatalf("discordtest: %s cannot press %q of\n%s", u.Name, customID, m)
	}
	u.d.mu.Lock()
	defer u.d.mu.Unlock()
	u.d.tell(tale{channel: m.Channel, user: u, text: "[" + face(m.Buttons()[i]) + "]"})
	return u.press(m.Channel, discordgo.InteractionMessageComponent, map[string]any{"id": 1, "component_type": discordgo.ButtonComponent, "custom_id": customID}, u.latest(m))
}

// Select chooses options of a menu of a message by their values.
func (u *User) Select(m *Message, customID string, values ...string) *Press {
	u.d.t.Helper()
	i := slices.IndexFunc(m.Menus(), func(c Component) bool { return c.CustomID == customID })
	u.sees(m)
	if i < 0 {
		u.d.t.Fatalf("discordtest: %s cannot use the menu %q of\n%s", u.Name, customID, m)
	}
	menu := m.Menus()[i]
	least, most := menu.chosen()
	if len(values) < least || len(values) > most {
		u.d.t.Fatalf("discordtest: %s: %d values, the menu takes %d to %d", u.Name, len(values), least, most)
	}
	var labels []string
	for _, v := range values {
		j := slices.IndexFunc(menu.Options, func(c Choice) bool { return c.Value == v })
		if j < 0 {
			u.d.t.Fatalf("discordtest: %s: the menu has no %q in\n%s", u.Name, v, m)
		}
		labels = append(labels, menu.Options[j].Label)
	}
	u.d.mu.Lock()
	defer u.d.mu.Unlock()
	u.d.tell(tale{channel: m.Channel, user: u, text: "▾ " + strings.Join(labels, ", ")})
	return u.press(m.Channel, discordgo.InteractionMessageComponent, map[string]any{"id": 1, "component_type": discordgo.SelectMenuComponent, "custom_id": customID, "values": values},
		u.latest(m))
}

// sees fails the test if a user acts on a message that they do not see.
func (u *User) sees(m *Message) {
	u.d.t.Helper()
	u.d.mu.Lock()
	shown := m.Channel.shownTo(u)
	u.d.mu.Unlock()
	if m.For != nil && m.For != u || !shown {
		u.d.t.Fatalf("discordtest: %s does not see the message\n%s", u.Name, m)
	}
}

// latest is a message as it stands, or as it stood where it was deleted.
func (u *User) latest(m *Message) *Message {
	if now := m.Channel.find(m.ID); now != nil {
		return now
	}
	return m
}

// command makes the data of a command that a user types.
func (u *User) command(ch *Channel, text string, options []string, typing bool) map[string]any {
	d := u.d
	d.t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	words := strings.Fields(text)
	c, found := d.findCommand(ch, commandTyped, words[0])
	if !found {
		d.t.Fatalf("discordtest: there is no command /%s", words[0])
	}
	if need, ok := permission(c.Permissions); ok && ch.guild != nil && need&^u.permissions != 0 && !slices.Contains(ch.guild.unhidden, c.Name) {
		d.t.Fatalf("discordtest: %s is not shown /%s", u.Name, c.Name)
	}
	if !c.givenIn(ch, u) {
		d.t.Fatalf("discordtest: /%s cannot be typed in %s", c.Name, ch.Name)
	}
	data := map[string]any{"id": c.ID, "name": c.Name, "type": 1}
	at := data
	for _, w := range words[1:] {
		i := slices.IndexFunc(c.Options, func(o Command) bool {
			return o.Name == w && o.sub()
		})
		if i < 0 {
			d.t.Fatalf("discordtest: /%s has no subcommand %s", c.Name, w)
		}
		c = c.Options[i]
		sub := map[string]any{"name": c.Name, "type": c.Type}
		at["options"] = []any{sub}
		at = sub
	}
	values, err := typed(c, options, typing)
	if err != nil {
		d.t.Fatalf("discordtest: /%s %s: %v", text, strings.Join(options, " "), err)
	}
	at["options"] = values
	resolved, err := d.resolved(ch, c, options)
	if err != nil {
		d.t.Fatalf("discordtest: /%s %s: %v", text, strings.Join(options, " "), err)
	}
	if len(resolved) > 0 {
		data["resolved"] = resolved
	}
	return data
}

// givenIn reports whether a user can give a command in a channel: by its contexts and, where the bot is not, as they have added the
// application to their account (Application Commands, Contexts).
func (c Command) givenIn(ch *Channel, u *User) bool {
	if ch.visited() && (!u.added || !slices.Contains(c.IntegrationTypes, 1)) {
		return false
	}
	return c.Contexts == nil || slices.Contains(c.Contexts, ch.context())
}

// Whole is a command with those that it is under, where a single word is no command itself
// and one subcommand alone is called so.
func (d *Discord) Whole(ch *Channel, text string) string {
	d.t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if strings.Contains(text, " ") {
		return text
	}
	if _, found := d.findCommand(ch, commandTyped, text); found {
		return text
	}
	var paths []string
	for _, c := range d.shown(ch) {
		for _, p := range leaves(c) {
			if strings.HasSuffix(p, " "+text) {
				paths = append(paths, p)
			}
		}
	}
	if len(paths) > 1 {
		d.t.Fatalf("discordtest: /%s may be %s", text, strings.Join(paths, ", "))
	}
	return append(paths, text)[0]
}

// leaves are the paths of a command that can be typed: itself, or its subcommands.
func leaves(c Command) []string {
	var out []string
	for _, o := range c.Options {
		if !o.sub() {
			break
		}
		for _, p := range leaves(o) {
			out = append(out, c.Name+" "+p)
		}
	}
	if out == nil {
		out = []string{c.Name}
	}
	return out
}

// resolution is the people, roles, channels and files that were chosen, by kind and id (Receiving and Responding, Resolved Data
// Structure).
type resolution map[string]map[string]any

func (r resolution) put(kind, id string, what any) {
	if r[kind] == nil {
		r[kind] = map[string]any{}
	}
	r[kind][id] = what
}

// resolved is what is chosen for options of a command. Discord lets nothing be chosen but what there is and the option takes.
func (d *Discord) resolved(ch *Channel, c Command, options []string) (resolution, error) {
	out := resolution{}
	for _, text := range options {
		name, id, _ := strings.Cut(text, ":")
		i := slices.IndexFunc(c.Options, func(o Command) bool { return o.Name == name })
		if i < 0 {
			continue
		}
		if o := c.Options[i]; !d.resolve(ch, o.Type, o.ChannelTypes, id, out) {
			return nil, fmt.Errorf("%s: there is no %q to choose", name, id)
		}
	}
	return out, nil
}

// resolve adds what an id stands for that is chosen as a value of a kind. It returns false where there is no such thing to choose.
func (d *Discord) resolve(ch *Channel, kind discordgo.ApplicationCommandOptionType, channels []discordgo.ChannelType, id string, out resolution) bool {
	switch kind {
	case discordgo.ApplicationCommandOptionAttachment:
		f, there := d.uploads[id]
		if there {
			out.put("attachments", id, f.wire())
		}
		return there
	case discordgo.ApplicationCommandOptionUser:
		u := d.users[id]
		if u == nil {
			return false
		}
		out.put("users", id, u.wire())
		if ch.guild != nil && slices.Contains(ch.guild.members, u) {
			out.put("members", id, u.partial(ch))
		}
	case discordgo.ApplicationCommandOptionRole:
		if ch.guild == nil {
			return true
		}
		r := ch.guild.role(id)
		if r == nil {
			return false
		}
		out.put("roles", id, r)
	case discordgo.ApplicationCommandOptionChannel:
		if ch.guild == nil {
			return true
		}
		of := d.channels[id]
		if of == nil || of.deleted || of.guild != ch.guild || len(channels) > 0 && !slices.Contains(channels, of.kind) {
			return false
		}
		out.put("channels", id, map[string]any{"id": id, "name": of.Name, "type": of.kind, "permissions": everybody.String()})
	default: // it stands for nothing else
	}
	return true
}

// findCommand finds a command of a type by its name among those that a channel shows. The test fails
// where it stands there twice.
func (d *Discord) findCommand(ch *Channel, kind discordgo.ApplicationCommandOptionType, name string) (Command, bool) {
	d.t.Helper()
	var found []Command
	for _, c := range d.shown(ch) {
		if c.Name == name && c.Type == kind {
			found = append(found, c)
		}
	}
	switch len(found) {
	case 0:
		return Command{}, false
	case 1:
		return found[0], true
	}
	d.t.Fatalf("discordtest: %s shows /%s twice", ch.Name, name)
	return Command{}, false
}

// permission reads the permissions that a command needs.
func permission(needed json.Number) (Permission, bool) {
	n, err := strconv.ParseUint(needed.String(), 10, 64)
	return Permission(n), err == nil
}

// typed makes the values of a command's options.
func typed(c Command, options []string, typing bool) ([]any, error) {
	out, given := []any{}, map[string]bool{}
	for n, text := range options {
		name, value, ok := strings.Cut(text, ":")
		i := slices.IndexFunc(c.Options, func(o Command) bool { return o.Name == name })
		if !ok || i < 0 || given[name] {
			return nil, fmt.Errorf("there is no option %q here", text)
		}
		o := c.Options[i]
		given[name] = true
		w := map[string]any{"name": o.Name, "type": o.Type}
		if typing && n == len(options)-1 {
			if !o.Autocomplete {
				return nil, fmt.Errorf("%s is not completed", name)
			}
			w["focused"], w["value"] = true, value
		} else {
			v, err := o.value(value)
			if err != nil {
				return nil, err
			}
			w["value"] = v
		}
		out = append(out, w)
	}
	for _, o := range c.Options {
		if o.Required && !given[o.Name] && !typing {
			return nil, fmt.Errorf("%s is required", o.Name)
		}
	}
	return out, nil
}

// value reads what is typed for an option.
func (c Command) value(text string) (any, error) {
	if len(c.Choices) > 0 {
		for _, o := range c.Choices {
			if fmt.Sprint(o.Value) == text {
				return o.Value, nil
			}
		}
		return nil, fmt.Errorf("%s: there is no choice %q", c.Name, text)
	}
	switch c.Type {
	case discordgo.ApplicationCommandOptionInteger:
		n, err := strconv.Atoi(text)
		if err == nil && (c.MinValue != nil && n < *c.MinValue || c.MaxValue != nil && n > *c.MaxValue) {
			err = fmt.Errorf("%s: Discord does not send %d", c.Name, n)
		}
		return n, err
	case discordgo.ApplicationCommandOptionNumber:
		n, err := strconv.ParseFloat(text, 64)
		return n, err
	case discordgo.ApplicationCommandOptionBoolean:
		b, err := strconv.ParseBool(text)
		return b, err
	default:
		if text == "" {
			return nil, fmt.Errorf("%s: empty", c.Name)
		}
		return text, nil
	}
}
