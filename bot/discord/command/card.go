package command

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/sandbox"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/match"
)

// Limits of Discord on a message made of components.
const (
	MaxText        = 4000 // characters of all texts
	MaxRows        = 5
	maxButtons     = 5 // a row
	MaxOptions     = 25
	MaxLabel       = 80 // of a button
	MaxOptionText  = 100
	maxPlaceholder = 150
	MaxAlt         = 1024
)

// A card is a message before it has the shape that Discord wants: texts, a
// picture, rows of buttons or menus, a foot. What is too long is cut.
type Card struct {
	Texts   []string
	Picture *Frame
	Rows    []row
	Foot    string
	Files   []wire.File // to be saved
	// Mentions are the people whom the texts may call.
	Mentions []wire.ID
	Roles    []wire.ID // likewise
}

// row is a row of buttons, or one menu.
type row struct {
	Buttons []Button
	menu    *Menu
}

// Button is what can be pressed.
type Button struct {
	Label string
	Path  wire.Path
	Style wire.ButtonStyle // 0: Secondary
}

// Menu is what one option can be chosen from.
type Menu struct {
	Hint    string
	Path    wire.Path
	Choices []Choice
}

// Choice is an option of a menu, or a word that is proposed. Detail is the second line that
// it has in a menu; "": what stands in the label behind the first " · ".
type Choice struct{ Label, Value, Detail string }

// option is a choice as an option of a menu.
func (o Choice) option() wire.SelectOption {
	label, detail := o.Label, o.Detail
	if detail == "" {
		label, detail, _ = strings.Cut(label, " · ")
	}
	return wire.SelectOption{Label: Cut(label, MaxOptionText), Value: o.Value, Description: Cut(detail, MaxOptionText)}
}

// Frame is a picture that is to be drawn.
type Frame struct {
	Look    referee.Look // what is drawn, or the match of which something is
	Viewer  engine.Viewer
	Seq     int    // after this decision; 0: as it was looked at, with what the viewer has half built
	Overlay string // a query, typed; "" none
	// Scenes are drawn in place of the match: one with what it changed, several
	// as a replay.
	Scenes []match.Scene
	// Trial is drawn in place of the match, over is drawn over it; nil: none.
	Trial *sandbox.Trial
	Over  *engine.Answer
	Crop  Crop
	Theme string
	// portrait composes it for a telephone held upright.
	portrait bool
	Voice    Voice
	Alt      string
}

// Picture says what a Painter is to draw.
type Picture struct {
	Board   *engine.Board
	View    engine.View
	Overlay *engine.Answer // drawn over it; may be nil
	Crop    Crop
	Theme   string // one of Rules.Themes; "": the first
	// Portrait composes it for a telephone held upright, else it is a landscape.
	Portrait bool
	Say      func(engine.Msg) string
}

// Crop is a part of a map; with Radius 0 it is the whole.
type Crop struct {
	At     hex.Coord
	Radius int // hexes
}

// Painter draws a picture as PNG.
type Painter func(w io.Writer, p Picture) error

// Replay says what an Animator is to draw: one scene after the other, where they
// happen if it has no crop.
type Replay struct {
	Board  *engine.Board
	Scenes []match.Scene
	Crop   Crop
	Theme  string // one of Rules.Themes; "": the first
	// Portrait composes it for a telephone held upright, else it is a landscape.
	Portrait bool
	Say      func(engine.Msg) string
}

// Animator draws a replay as an animated GIF of at most 8 MB.
type Animator func(w io.Writer, r Replay) error

// Text adds paragraphs; none for "".
func (c *Card) Text(lines ...string) {
	for _, l := range lines {
		if l != "" {
			c.Texts = append(c.Texts, l)
		}
	}
}

// Fitting are the first lines that so many characters hold; where some are left
// out, more is said in their place.
func Fitting(lines []string, room int, more string) []string {
	for i, l := range lines {
		room -= Length(l) + 1
		if room < 0 || i < len(lines)-1 && room < Length(more)+1 {
			return append(slices.Clone(lines[:i]), more)
		}
	}
	return lines
}

// Press adds buttons, in as many rows as they need.
func (c *Card) Press(buttons ...Button) {
	for len(buttons) > 0 {
		n := min(len(buttons), maxButtons)
		c.Rows = append(c.Rows, row{Buttons: buttons[:n]})
		buttons = buttons[n:]
	}
}

// Choose adds a menu.
func (c *Card) Choose(m Menu) { c.Rows = append(c.Rows, row{menu: &m}) }

// Message is the card as a message, with its picture if that is drawn: f may be
// nil.
func (c *Card) Message(f *wire.File) wire.Message {
	m := wire.Message{Mentions: wire.Mentions{Users: c.Mentions, Roles: c.Roles}}
	body := Cut(strings.Join(c.Texts, "\n"), MaxText-Length(c.Foot))
	if body != "" {
		m.Components = append(m.Components, wire.TextDisplay(body))
	}
	if f != nil {
		m.Files = append(m.Files, *f)
		m.Components = append(m.Components, wire.Gallery(wire.Attached(f.Name), c.Picture.Alt))
	}
	for _, f := range c.Files {
		m.Files = append(m.Files, f)
		m.Components = append(m.Components, wire.Attachment(wire.Attached(f.Name)))
	}
	for _, r := range c.Rows[:min(len(c.Rows), MaxRows)] {
		m.Components = append(m.Components, r.component())
	}
	if c.Foot != "" {
		m.Components = append(m.Components, wire.TextDisplay(c.Foot))
	}
	return m
}

func (r row) component() wire.Component {
	if r.menu != nil {
		var options []wire.SelectOption
		for _, o := range r.menu.Choices {
			options = append(options, o.option())
		}
		return wire.Row(wire.Menu(r.menu.Path.CustomID(), Cut(r.menu.Hint, maxPlaceholder), options...))
	}
	var parts []wire.Component
	for _, b := range r.Buttons {
		style := b.Style
		if style == 0 {
			style = wire.Secondary
		}
		parts = append(parts, wire.Button(style, Cut(b.Label, MaxLabel), b.Path.CustomID()))
	}
	return wire.Row(parts...)
}

// Painted is the card as a message with its picture, which comes after the
// first text. nil, where it cannot be drawn.
func Painted(h *Handlers, c *Card, f *Frame) *wire.Message {
	file, err := draw(h, f)
	if err != nil {
		h.Log.Error("map not drawn", "match", f.Look.Match, "viewer", f.Viewer, "error", err)
		return nil
	}
	c.Picture = f
	m := c.Message(&file)
	return &m
}

// draw draws a picture: scenes, or else the match as it is now.
func draw(h *Handlers, f *Frame) (wire.File, error) {
	var body bytes.Buffer
	if len(f.Scenes) > 1 {
		r := Replay{Board: f.Look.Info.Board, Scenes: f.Scenes, Crop: f.Crop, Theme: f.Theme, Portrait: f.portrait, Say: f.Voice.Raw}
		if err := h.Animate(&body, r); err != nil {
			return wire.File{}, fmt.Errorf("discord: draw replay of match %s: %w", f.Look.Match, err)
		}
		return wire.File{Name: "replay.gif", Type: "image/gif", Body: body.Bytes()}, nil
	}
	p, err := picture(h, f)
	if err != nil {
		return wire.File{}, err
	}
	if err := h.Paint(&body, p); err != nil {
		return wire.File{}, fmt.Errorf("discord: draw match %s: %w", f.Look.Match, err)
	}
	return wire.File{Name: "map.png", Type: "image/png", Body: body.Bytes()}, nil
}

// picture says what is to be drawn.
func picture(h *Handlers, f *Frame) (Picture, error) {
	if f.Trial != nil {
		return Picture{Board: f.Trial.Info.Board, View: f.Trial.View, Crop: f.Crop, Theme: f.Theme, Portrait: f.portrait, Say: f.Voice.Raw}, nil
	}
	l, err := f.Look.Snapshot.Look(f.Viewer)
	if f.Seq > 0 {
		l, err = f.Look.Snapshot.LookAt(f.Viewer, f.Seq)
	}
	if err != nil {
		return Picture{}, err
	}
	p := Picture{Board: l.Info.Board, View: l.View, Crop: f.Crop, Theme: f.Theme, Portrait: f.portrait, Say: f.Voice.Raw, Overlay: f.Over}
	if len(f.Scenes) > 0 {
		p.View, p.Overlay = f.Scenes[0].View, &f.Scenes[0].Change
	}
	if f.Overlay != "" {
		a, err := f.Look.Snapshot.Ask(f.Viewer, f.Overlay)
		if err != nil {
			return Picture{}, err
		}
		p.Overlay = &a
	}
	return p, nil
}

// How pictures are composed: as wide as a desktop client shows them, or for a telephone
// held upright.
const (
	Landscape = "landscape"
	Portrait  = "portrait"
)

// NewsRoom is how many characters of what happened news tell: the rest of the
// room is for how the match ended and whom it is up to.
const NewsRoom = MaxText - 1000
