package discord

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/match"
)

// Limits of Discord on a message made of components.
const (
	maxText        = 4000 // characters of all texts
	maxRows        = 5
	maxButtons     = 5 // a row
	maxOptions     = 25
	maxLabel       = 80 // of a button
	maxOptionText  = 100
	maxPlaceholder = 150
	maxAlt         = 1024
)

// A card is a message before it has the shape that Discord wants: texts, a
// picture, rows of buttons or menus, a foot. What is too long is cut.
type card struct {
	texts   []string
	picture *frame
	rows    []row
	foot    string
	files   []wire.File // to be saved
	// mentions are the people whom the texts may call.
	mentions []wire.ID
	roles    []wire.ID // likewise
}

// row is a row of buttons, or one menu.
type row struct {
	buttons []button
	menu    *menu
}

// button is what can be pressed.
type button struct {
	label string
	path  wire.Path
	style wire.ButtonStyle // 0: Secondary
}

// menu is what one option can be chosen from.
type menu struct {
	hint    string
	path    wire.Path
	choices []choice
}

// choice is an option of a menu.
type choice struct{ label, value string }

// frame is a picture that is to be drawn.
type frame struct {
	match   match.ID
	viewer  engine.Viewer
	seq     int    // after this decision; 0: now, with what the viewer has half built
	overlay string // a query, typed; "" none
	// scenes are drawn in place of the match: one with what it changed, several
	// as a replay.
	scenes []match.Scene
	// trial is drawn in place of the match, over is drawn over it; nil: none.
	trial *referee.Trial
	over  *engine.Answer
	crop  Crop
	theme string
	// portrait composes it for a telephone held upright.
	portrait bool
	voice    voice
	alt      string
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

// text adds paragraphs; none for "".
func (c *card) text(lines ...string) {
	for _, l := range lines {
		if l != "" {
			c.texts = append(c.texts, l)
		}
	}
}

// fitting are the first lines that so many characters hold; where some are left
// out, more is said in their place.
func fitting(lines []string, room int, more string) []string {
	for i, l := range lines {
		room -= length(l) + 1
		if room < 0 || i < len(lines)-1 && room < length(more)+1 {
			return append(slices.Clone(lines[:i]), more)
		}
	}
	return lines
}

// press adds buttons, in as many rows as they need.
func (c *card) press(buttons ...button) {
	for len(buttons) > 0 {
		n := min(len(buttons), maxButtons)
		c.rows = append(c.rows, row{buttons: buttons[:n]})
		buttons = buttons[n:]
	}
}

// choose adds a menu.
func (c *card) choose(m menu) { c.rows = append(c.rows, row{menu: &m}) }

// message is the card as a message, with its picture if that is drawn: f may be
// nil.
func (c *card) message(f *wire.File) wire.Message {
	m := wire.Message{Mentions: wire.Mentions{Users: c.mentions, Roles: c.roles}}
	body := cut(strings.Join(c.texts, "\n"), maxText-length(c.foot))
	if body != "" {
		m.Components = append(m.Components, wire.TextDisplay(body))
	}
	if f != nil {
		m.Files = append(m.Files, *f)
		m.Components = append(m.Components, wire.Gallery(wire.Attached(f.Name), c.picture.alt))
	}
	for _, f := range c.files {
		m.Files = append(m.Files, f)
		m.Components = append(m.Components, wire.Attachment(wire.Attached(f.Name)))
	}
	for _, r := range c.rows[:min(len(c.rows), maxRows)] {
		m.Components = append(m.Components, r.component())
	}
	if c.foot != "" {
		m.Components = append(m.Components, wire.TextDisplay(c.foot))
	}
	return m
}

func (r row) component() wire.Component {
	if r.menu != nil {
		var options []wire.SelectOption
		for _, o := range r.menu.choices {
			options = append(options, wire.SelectOption{Label: cut(o.label, maxOptionText), Value: o.value})
		}
		return wire.Row(wire.Menu(r.menu.path.CustomID(), cut(r.menu.hint, maxPlaceholder), options...))
	}
	var parts []wire.Component
	for _, b := range r.buttons {
		style := b.style
		if style == 0 {
			style = wire.Secondary
		}
		parts = append(parts, wire.Button(style, cut(b.label, maxLabel), b.path.CustomID()))
	}
	return wire.Row(parts...)
}

// painted is the card as a message with its picture, which comes after the
// first text. nil, where it cannot be drawn.
func painted(h *desk, c *card, f *frame) *wire.Message {
	file, err := draw(h, f)
	if err != nil {
		h.Log.Error("map not drawn", "match", f.match, "viewer", f.viewer, "error", err)
		return nil
	}
	c.picture = f
	m := c.message(&file)
	return &m
}

// draw draws a picture: scenes, or else the match as it is now.
func draw(h *desk, f *frame) (wire.File, error) {
	var body bytes.Buffer
	if len(f.scenes) > 1 {
		info, err := h.Referee.Look(f.match, f.viewer)
		if err != nil {
			return wire.File{}, err
		}
		r := Replay{Board: info.Info.Board, Scenes: f.scenes, Crop: f.crop, Theme: f.theme, Portrait: f.portrait, Say: f.voice.raw}
		if err := h.Animate(&body, r); err != nil {
			return wire.File{}, fmt.Errorf("discord: draw replay of match %s: %w", f.match, err)
		}
		return wire.File{Name: "replay.gif", Type: "image/gif", Body: body.Bytes()}, nil
	}
	p, err := picture(h, f)
	if err != nil {
		return wire.File{}, err
	}
	if err := h.Paint(&body, p); err != nil {
		return wire.File{}, fmt.Errorf("discord: draw match %s: %w", f.match, err)
	}
	return wire.File{Name: "map.png", Type: "image/png", Body: body.Bytes()}, nil
}

// picture says what is to be drawn.
func picture(h *desk, f *frame) (Picture, error) {
	if f.trial != nil {
		return Picture{Board: f.trial.Info.Board, View: f.trial.View, Crop: f.crop, Theme: f.theme, Portrait: f.portrait, Say: f.voice.raw}, nil
	}
	l, err := h.Referee.Look(f.match, f.viewer)
	if err == nil && f.seq > 0 {
		l, err = h.Referee.LookAt(f.match, f.viewer, f.seq)
	}
	if err != nil {
		return Picture{}, err
	}
	p := Picture{Board: l.Info.Board, View: l.View, Crop: f.crop, Theme: f.theme, Portrait: f.portrait, Say: f.voice.raw, Overlay: f.over}
	if len(f.scenes) > 0 {
		p.View, p.Overlay = f.scenes[0].View, &f.scenes[0].Change
	}
	if f.overlay != "" {
		a, err := h.Referee.Ask(f.match, f.viewer, f.overlay)
		if err != nil {
			return Picture{}, err
		}
		p.Overlay = &a
	}
	return p, nil
}
