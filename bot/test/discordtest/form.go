package discordtest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// checkModal checks what the description does not say of modals (Receiving and Responding, Modal; Component Reference).
func checkModal(components []Component) error {
	if len(components) > 5 {
		return fmt.Errorf("modal: %d components, the most is 5", len(components))
	}
	err := checkComponents(components)
	each(components, func(c Component) {
		if err == nil && c.interactive() {
			err = checkField(c)
		}
	})
	return err
}

// selects are what menus of people, roles and channels call them that they begin with (Component Reference, Select Default Value).
var selects = map[discordgo.ComponentType][]string{
	discordgo.UserSelectMenuComponent: {"user"}, discordgo.RoleSelectMenuComponent: {"role"},
	discordgo.MentionableSelectMenuComponent: {"user", "role"}, discordgo.ChannelSelectMenuComponent: {"channel"},
}

// checkField checks a field of a form.
func checkField(c Component) error {
	least, most := c.chosen()
	switch {
	case c.Disabled:
		return fmt.Errorf("field %s: nothing in a modal can be disabled", c.CustomID)
	case c.MinValues != nil && *c.MinValues < 1 && c.required():
		return fmt.Errorf("field %s: it is required, and may be left empty by min_values", c.CustomID)
	case least > most:
		return fmt.Errorf("field %s: min_values above max_values", c.CustomID)
	case len(c.Selected) > 0 && (len(c.Selected) < least || len(c.Selected) > most):
		return fmt.Errorf("field %s: %d default_values, it takes %d to %d", c.CustomID, len(c.Selected), least, most)
	case c.MaxLength > 0 && (c.MinLength > c.MaxLength || utf8.RuneCountInString(c.Value) > c.MaxLength):
		return fmt.Errorf("field %s: the value or min_length is longer than max_length", c.CustomID)
	}
	for _, s := range c.Selected {
		if !slices.Contains(selects[c.Type], s.Kind) {
			return fmt.Errorf("field %s: default_values of type %s", c.CustomID, s.Kind)
		}
	}
	return nil
}

// begins is what stands in a field before anybody has touched it, as [User.Submit] takes it.
func (c Component) begins() string {
	var ids []string
	for _, s := range c.Selected {
		ids = append(ids, s.ID)
	}
	for _, o := range c.Options {
		if o.Default {
			ids = append(ids, o.Value)
		}
	}
	if c.Type == kindCheck && c.Checked {
		return "yes"
	}
	return c.Value + strings.Join(ids, " ")
}

// Submit fills a modal in and sends it: values by the custom ids of its fields, of which those that are not named stay as they
// are. Several that are chosen have blanks between them; a box is checked by "yes". The test fails where Discord's own window
// would not send that.
func (u *User) Submit(m *Modal, values map[string]string) *Press {
	d, p := u.d, m.press
	d.t.Helper()
	filled := map[string]string{}
	for _, f := range m.Fields() {
		filled[f.CustomID] = f.begins()
	}
	for name, value := range values {
		if _, known := filled[name]; !known {
			d.t.Fatalf("discordtest: %s: %q has no field %s", u.Name, m.Title, name)
		}
		filled[name] = value
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	resolved := resolution{}
	var told []string
	for _, f := range m.Fields() {
		if err := d.fills(p.channel, f, filled[f.CustomID], resolved); err != nil {
			d.t.Fatalf("discordtest: %s: field %s of %q does not take %q: %v", u.Name, f.CustomID, m.Title, filled[f.CustomID], err)
		}
		told = append(told, d.face(f, filled[f.CustomID]))
	}
	data := map[string]any{"custom_id": m.CustomID, "components": sent(m.Components, filled)}
	if len(resolved) > 0 {
		data["resolved"] = resolved
	}
	d.tell(tale{channel: p.channel, user: u, text: "[" + m.Title + "] " + strings.Join(told, " · ")})
	return u.press(p.channel, discordgo.InteractionModalSubmit, data, p.channel.find(p.source))
}

// fills checks what is filled in in a field, and adds what it stands for. The lock is held.
func (d *Discord) fills(ch *Channel, f Component, value string, resolved resolution) error {
	list := f.values(value)
	if f.required() && len(list) == 0 {
		return errors.New("it must be filled in")
	}
	if f.Type == discordgo.TextInputComponent {
		if n := utf8.RuneCountInString(value); n > 0 && n < f.MinLength || f.MaxLength > 0 && n > f.MaxLength {
			return fmt.Errorf("it has %d characters", n)
		}
		return nil
	}
	if least, most := f.chosen(); len(list) > 0 && (len(list) < least || len(list) > most) {
		return fmt.Errorf("it takes %d to %d", least, most)
	}
	for _, v := range list {
		there := false
		switch f.Type {
		case kindCheck:
			there = v == "yes"
		case kindUpload:
			there = d.resolve(ch, discordgo.ApplicationCommandOptionAttachment, nil, v, resolved)
		case discordgo.UserSelectMenuComponent:
			there = d.resolve(ch, discordgo.ApplicationCommandOptionUser, nil, v, resolved)
		case discordgo.RoleSelectMenuComponent:
			there = d.resolve(ch, discordgo.ApplicationCommandOptionRole, nil, v, resolved)
		case discordgo.ChannelSelectMenuComponent:
			there = d.resolve(ch, discordgo.ApplicationCommandOptionChannel, f.ChannelTypes, v, resolved)
		default:
			there = slices.ContainsFunc(f.Options, func(o Choice) bool { return o.Value == v })
		}
		if !there {
			return fmt.Errorf("there is no %q to choose", v)
		}
	}
	return nil
}

// values are what is chosen in a field, or its text. One of one choice alone takes what stands there as it is.
func (c Component) values(text string) []string {
	_, most := c.chosen()
	switch {
	case text == "" || c.Type == kindCheck && text == "no":
		return nil
	case most > 1:
		return strings.Fields(text)
	}
	return []string{text}
}

// face is what the window shows of a field that is filled in. The lock is held.
func (d *Discord) face(c Component, text string) string {
	list := slices.Clone(c.values(text))
	for i, v := range list {
		if j := slices.IndexFunc(c.Options, func(o Choice) bool { return o.Value == v }); j >= 0 {
			list[i] = c.Options[j].Label
		} else if u := d.users[v]; u != nil {
			list[i] = u.String()
		} else if f, is := d.uploads[v]; is {
			list[i] = f.name
		} else {
			list[i] = d.name(v, v)
		}
	}
	return strings.Join(list, ", ")
}

// sent is what a client sends of the components of a modal (Component Reference, the Interaction Response Structure of each).
func sent(list []Component, values map[string]string) []any {
	out := []any{}
	for i, c := range list {
		w := map[string]any{"type": c.Type, "id": i + 1}
		if c.interactive() {
			w["custom_id"] = c.CustomID
		}
		chosen := c.values(values[c.CustomID])
		switch {
		case c.Type == discordgo.TextInputComponent:
			w["value"] = values[c.CustomID]
		case c.Type == kindCheck:
			w["value"] = len(chosen) > 0
		case c.Type == kindRadios && len(chosen) == 0:
			w["value"] = nil
		case c.Type == kindRadios:
			w["value"] = chosen[0]
		case c.interactive():
			w["values"] = append([]string{}, chosen...)
		case c.Component != nil:
			w["component"] = sent([]Component{*c.Component}, values)[0]
		case c.Type == discordgo.ActionsRowComponent:
			w["components"] = sent(c.Components, values)
		}
		out = append(out, w)
	}
	return out
}
