package wire

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"

	"referee/bot/visible"
)

// What people have written is made visible where it goes onto the wire, so that no text
// gets past it: names, phrases, notes, reasons, and the words of a game's data set alike.
// Ids and values, which come back, go as they are.

// MarshalJSON writes a component with texts of which every character is seen.
func (c Component) MarshalJSON() ([]byte, error) {
	type wire Component
	c.Label, c.Placeholder, c.Description = visible.Line(c.Label), visible.Line(c.Placeholder), visible.Text(c.Description)
	c.Content, c.Value = visible.Text(c.Content), visible.Text(c.Value)
	return json.Marshal(wire(c))
}

// MarshalJSON does the same for an entry of a menu.
func (o SelectOption) MarshalJSON() ([]byte, error) {
	type wire SelectOption
	o.Label, o.Description = visible.Line(o.Label), visible.Line(o.Description)
	return json.Marshal(wire(o))
}

// MarshalJSON does the same for what a picture shows.
func (i GalleryItem) MarshalJSON() ([]byte, error) {
	type wire GalleryItem
	i.Description = visible.Text(i.Description)
	return json.Marshal(wire(i))
}

// MarshalJSON does the same for the title of a form.
func (f Form) MarshalJSON() ([]byte, error) {
	type wire Form
	f.Title = visible.Line(f.Title)
	return json.Marshal(wire(f))
}

// visibleChoices does the same for what a completion shows.
func visibleChoices(of []*discordgo.ApplicationCommandOptionChoice) []*discordgo.ApplicationCommandOptionChoice {
	out := make([]*discordgo.ApplicationCommandOptionChoice, len(of))
	for i, c := range of {
		shown := *c
		shown.Name = visible.Line(c.Name)
		out[i] = &shown
	}
	return out
}
