package discordtest

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// Kinds of components that stand in forms alone, which the library lacks (Component Reference, Component Types).
const (
	kindLabel  discordgo.ComponentType = 18 // around each field
	kindUpload discordgo.ComponentType = 19
	kindRadios discordgo.ComponentType = 21
	kindChecks discordgo.ComponentType = 22
	kindCheck  discordgo.ComponentType = 23
)

// Component is a part of a message or a modal, as it was sent.
type Component struct {
	Type        discordgo.ComponentType   `json:"type"`
	ID          int                       `json:"id,omitempty"`
	CustomID    string                    `json:"custom_id,omitempty"`
	Label       string                    `json:"label,omitempty"`
	Style       discordgo.ButtonStyle     `json:"style,omitempty"`
	Disabled    bool                      `json:"disabled,omitempty"`
	URL         string                    `json:"url,omitempty"`
	Emoji       *discordgo.ComponentEmoji `json:"emoji,omitempty"`
	Options     []Choice                  `json:"options,omitempty"`
	Placeholder string                    `json:"placeholder,omitempty"`
	MinValues   *int                      `json:"min_values,omitempty"`
	MaxValues   *int                      `json:"max_values,omitempty"`
	Content     string                    `json:"content,omitempty"`
	Description string                    `json:"description,omitempty"`
	Value       string                    `json:"value,omitempty"`
	Required    *bool                     `json:"required,omitempty"`
	MinLength   int                       `json:"min_length,omitempty"`
	MaxLength   int                       `json:"max_length,omitempty"`
	Media       *Media                    `json:"media,omitempty"`
	File        *Media                    `json:"file,omitempty"`
	Items       []Picture                 `json:"items,omitempty"`
	Accessory   *Component                `json:"accessory,omitempty"`
	Component   *Component                `json:"component,omitempty"` // in a label
	Components  []Component               `json:"components,omitempty"`
	AccentColor *int                      `json:"accent_color,omitempty"`
	Divider     *bool                     `json:"divider,omitempty"`
	Spacing     int                       `json:"spacing,omitempty"`
	Spoiler     bool                      `json:"spoiler,omitempty"`

	Checked      bool                    `json:"default,omitempty"` // a checkbox
	Selected     []Selected              `json:"default_values,omitempty"`
	ChannelTypes []discordgo.ChannelType `json:"channel_types,omitempty"`
}

// Selected is a person, a role or a channel that a menu begins with.
type Selected struct {
	ID   string `json:"id"`
	Kind string `json:"type"`
}

// Choice is an option of a menu or of a group.
type Choice struct {
	Label       string                    `json:"label"`
	Value       string                    `json:"value"`
	Description string                    `json:"description,omitempty"`
	Emoji       *discordgo.ComponentEmoji `json:"emoji,omitempty"`
	Default     bool                      `json:"default,omitempty"`
}

// Media is a link to a picture or file, "attachment://name" for one of the message's own.
type Media struct {
	URL string `json:"url"`
}

// Picture is one picture of a gallery.
type Picture struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"` // the alt text
	Spoiler     bool   `json:"spoiler,omitempty"`
}

// each calls f for every component, those inside others too.
func each(list []Component, f func(Component)) {
	for _, c := range list {
		f(c)
		if c.Accessory != nil {
			each([]Component{*c.Accessory}, f)
		}
		if c.Component != nil {
			each([]Component{*c.Component}, f)
		}
		each(c.Components, f)
	}
}

// media lists the links of a component.
func (c Component) media() []string {
	var out []string
	for _, m := range []*Media{c.Media, c.File} {
		if m != nil {
			out = append(out, m.URL)
		}
	}
	for _, p := range c.Items {
		out = append(out, p.Media.URL)
	}
	return out
}

// interactive reports whether a press of the component reaches the bot.
func (c Component) interactive() bool {
	return c.Type == discordgo.ButtonComponent && c.Style != discordgo.LinkButton ||
		c.Type >= discordgo.SelectMenuComponent && c.Type <= discordgo.ChannelSelectMenuComponent || c.Type >= kindUpload // menus and fields
}

// required reports whether a field of a form must be filled in. A checkbox never must (Component Reference, Checkbox).
func (c Component) required() bool {
	return c.Type != kindCheck && (c.Required == nil || *c.Required)
}

// limits of a menu: how many of its options may and must be chosen. Of a group of checkboxes it is all by default (Component
// Reference, Checkbox Group).
func (c Component) chosen() (least, most int) {
	least, most = 1, 1
	if c.Type == kindChecks {
		most = len(c.Options)
	}
	if c.MinValues != nil {
		least = *c.MinValues
	}
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	return least, most
}

// wired are components as Discord returns them, of a message and with its files: each has a
// number, and what was not sent is what it is by default (Component Reference).
func wired(m *Message, list []Component, taken map[int]bool) []any {
	out := []any{}
	for _, c := range list {
		out = append(out, c.wire(m, taken))
	}
	return out
}

// wire is a component as Discord returns it. taken are the numbers of the others.
func (c Component) wire(m *Message, taken map[int]bool) map[string]any {
	w := map[string]any{}
	_ = json.Unmarshal(raw(c), &w) // it was JSON before
	for n := 1; c.ID == 0; n++ {
		if !taken[n] {
			c.ID, taken[n] = n, true
		}
	}
	w["id"] = c.ID
	switch c.Type {
	case discordgo.SelectMenuComponent, 5, 6, 7, 8:
		w["min_values"], w["max_values"] = c.chosen()
	case discordgo.MediaGalleryComponent:
		var items []any
		for _, p := range c.Items {
			items = append(items, map[string]any{"media": p.Media.wire(m), "description": orNull(p.Description), "spoiler": p.Spoiler})
		}
		w["items"] = items
	case discordgo.ThumbnailComponent:
		w["media"], w["description"], w["spoiler"] = c.Media.wire(m), orNull(c.Description), c.Spoiler
	case discordgo.FileComponentType:
		f, _ := m.File(c.File.URL)
		w["file"], w["name"], w["size"], w["spoiler"] = c.File.wire(m), f.Name, len(f.Data), c.Spoiler
	case discordgo.SeparatorComponent:
		w["divider"], w["spacing"] = c.Divider == nil || *c.Divider, max(c.Spacing, 1)
	case discordgo.ContainerComponent:
		w["accent_color"], w["spoiler"] = c.AccentColor, c.Spoiler
	default: // it is returned as it was sent
	}
	if c.Accessory != nil {
		w["accessory"] = c.Accessory.wire(m, taken)
	}
	if len(c.Components) > 0 {
		w["components"] = wired(m, c.Components, taken)
	}
	return w
}

// wire is a picture or file as Discord returns it, by its own address (Component Reference,
// Unfurled Media Item).
func (l *Media) wire(m *Message) map[string]any {
	w := map[string]any{"id": m.ID, "url": l.URL, "proxy_url": l.URL}
	if f, own := m.File(l.URL); own {
		link := m.link(f)
		w = map[string]any{"id": f.ID, "url": link, "proxy_url": link, "attachment_id": f.ID, "content_type": "image/png"}
	}
	return w
}

// orNull is a text, or null where there is none.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}
