package wire

import "github.com/bwmarrin/discordgo"

// Message is a message as it is sent. It is always made of components v2, so
// that it has neither content nor embeds.
type Message struct {
	Components []Component
	Mentions   Mentions
	Files      []File
	// Asks names what a message of news asks the players of its match, for [Poster.Stands]: once
	// that is settled its buttons go. "": nothing.
	Asks string
}

// Empty reports whether there is nothing to send.
func (m *Message) Empty() bool { return len(m.Components) == 0 }

// File is sent with a message. A component shows it as Attached(Name). discordgo's can be read once, and so sent once.
type File struct {
	Name string // letters, digits, - _ and .
	Type string // "image/png"
	Body []byte
}

// Mentions says whom a message may call. The zero value calls nobody, whatever
// stands in its text.
type Mentions struct {
	Users, Roles []ID
}

// wireMessage is the JSON of a message. What discordgo has for one has no nonce, and, for an answer that is edited, no flags.
type wireMessage struct {
	Flags       discordgo.MessageFlags            `json:"flags,omitempty"`
	Components  []Component                       `json:"components"`
	Mentions    *discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Attachments []wireAttachment                  `json:"attachments,omitzero"`
	Nonce       string                            `json:"nonce,omitempty"`
	Enforce     bool                              `json:"enforce_nonce,omitempty"`
}

type wireAttachment struct {
	ID   string `json:"id"`
	Name string `json:"filename"`
}

// Types of components that stand in forms alone, which discordgo does not know.
const (
	TypeLabel    discordgo.ComponentType = 18 // around each field
	TypeUpload   discordgo.ComponentType = 19 // files
	TypeRadios   discordgo.ComponentType = 21 // one of a few choices
	TypeCheckbox discordgo.ComponentType = 23
)

// Component is a part of a message or of a modal. Those of discordgo have no labels, and cannot be walked through to
// make commands clickable. Which fields count depends on
// its Type; Row, Button and their like make sound ones.
type Component struct {
	Type discordgo.ComponentType `json:"type"`

	CustomID    string                    `json:"custom_id,omitempty"`   // button, select, input
	Emoji       *discordgo.ComponentEmoji `json:"emoji,omitempty"`       // button; nil: none
	Label       string                    `json:"label,omitempty"`       // button, label
	Style       discordgo.ButtonStyle     `json:"style,omitempty"`       // button; of an input 1 is a line, 2 a paragraph
	URL         string                    `json:"url,omitempty"`         // button of style Link
	Disabled    bool                      `json:"disabled,omitempty"`    // button, select
	Placeholder string                    `json:"placeholder,omitempty"` // select, input
	Description string                    `json:"description,omitempty"` // label, thumbnail

	Options []SelectOption `json:"options,omitempty"`    // select, radio group
	Min     *int           `json:"min_values,omitempty"` // select; nil: 1
	Max     *int           `json:"max_values,omitempty"` // select; nil: 1

	ChannelTypes []discordgo.ChannelType `json:"channel_types,omitempty"`  // select of channels
	Selected     []Selected              `json:"default_values,omitempty"` // select of people, roles or channels

	Required  *bool  `json:"required,omitempty"`   // field of a form but a checkbox; nil: it is
	MaxLength int    `json:"max_length,omitempty"` // input
	Value     string `json:"value,omitempty"`      // input
	Checked   bool   `json:"default,omitempty"`    // checkbox

	Content string                       `json:"content,omitempty"` // text display
	Items   []GalleryItem                `json:"items,omitempty"`   // gallery
	Media   *discordgo.UnfurledMediaItem `json:"media,omitempty"`   // thumbnail
	File    *discordgo.UnfurledMediaItem `json:"file,omitempty"`    // file
	Accent  *int                         `json:"accent_color,omitempty"`

	Accessory  *Component  `json:"accessory,omitempty"`  // section
	Component  *Component  `json:"component,omitempty"`  // label
	Components []Component `json:"components,omitempty"` // row, section, container
}

// SelectOption is an entry of a menu.
type SelectOption struct {
	Label       string                    `json:"label"`
	Value       string                    `json:"value"`
	Description string                    `json:"description,omitempty"`
	Emoji       *discordgo.ComponentEmoji `json:"emoji,omitempty"` // nil: none
	Default     bool                      `json:"default,omitempty"`
}

// Selected is a person, a role or a channel that a select begins with. Kind is "user", "role" or "channel".
type Selected struct {
	ID   ID     `json:"id"`
	Kind string `json:"type"`
}

// GalleryItem is a picture. Description is its text for those who cannot see it.
type GalleryItem struct {
	Media       discordgo.UnfurledMediaItem `json:"media"`
	Description string                      `json:"description,omitempty"`
}

// Attached names a file of the same message.
func Attached(name string) discordgo.UnfurledMediaItem {
	return discordgo.UnfurledMediaItem{URL: "attachment://" + name}
}

// Container groups components in a box, at whose side there is a bar of a colour; nil: none
// (Component reference, Container).
func Container(accent *int, parts ...Component) Component {
	return Component{Type: discordgo.ContainerComponent, Accent: accent, Components: parts}
}

// TextDisplay is text, with Discord's marks.
func TextDisplay(text string) Component {
	return Component{Type: discordgo.TextDisplayComponent, Content: text}
}

// Gallery shows a picture; alt describes it.
func Gallery(of discordgo.UnfurledMediaItem, alt string) Component {
	return Component{Type: discordgo.MediaGalleryComponent, Items: []GalleryItem{{Media: of, Description: alt}}}
}

// Row holds up to five buttons, or one menu.
func Row(parts ...Component) Component {
	return Component{Type: discordgo.ActionsRowComponent, Components: parts}
}

// Button is pressed.
func Button(style discordgo.ButtonStyle, label, customID string) Component {
	return Component{Type: discordgo.ButtonComponent, Style: style, Label: label, CustomID: customID}
}

// Menu is a select of texts, of which one is chosen.
func Menu(customID, placeholder string, options ...SelectOption) Component {
	return Component{Type: discordgo.SelectMenuComponent, CustomID: customID, Placeholder: placeholder, Options: options}
}
