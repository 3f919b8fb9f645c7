package command

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/drawing"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/sandbox"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
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
	MaxCustomID    = 100
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
	// Box has all of it stand in a box; nil: it stands free.
	Box *Box
	// beside is the counter at the side of some of the texts; nil: none.
	beside *counter
}

// counter is a counter at the side of the texts from one on, up to another. It comes with the
// card's picture.
type counter struct {
	words    *engine.Vocabulary
	piece    engine.Piece
	alt      string
	from, to int
	file     *wire.File // nil: it is not drawn
}

// Box is what a message stands in, with a bar of a colour at its side. Accent is red, green
// and blue in a byte each; nil: there is no bar.
type Box struct{ Accent *int }

// row is a row of buttons, or one menu.
type row struct {
	Buttons []Button
	menu    *Menu
}

// Button is what can be pressed.
type Button struct {
	Label string
	Emoji *discordgo.ComponentEmoji // before the label; nil: none
	Path  wire.Path
	URL   string                // a page that it opens, in place of a path; "": none
	Style discordgo.ButtonStyle // 0: Secondary
}

// Menu is what one option can be chosen from.
type Menu struct {
	Hint    string
	Path    wire.Path
	Choices []Choice
}

// Choice is an option of a menu, or a word that is proposed. Detail is the second line that
// it has in a menu; "": what stands in the label behind the first " · ". Emoji stands before
// it in a menu; nil: none does.
type Choice struct {
	Label, Value, Detail string
	Emoji                *discordgo.ComponentEmoji
}

// option is a choice as an option of a menu.
func (o Choice) option() wire.SelectOption {
	label, detail := o.Label, o.Detail
	if detail == "" {
		label, detail, _ = strings.Cut(label, " · ")
	}
	return wire.SelectOption{Label: Cut(label, MaxOptionText), Value: o.Value, Description: Cut(detail, MaxOptionText), Emoji: o.Emoji}
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
	// Handed is shown in place of what would be drawn, if it has a name: a picture that a player has handed in.
	Handed engine.File
	Crop   Crop
	Theme  string
	// Portrait composes it for a telephone held upright.
	Portrait bool
	Voice    Voice
	Alt      string
	// Full says that it is what was asked for, and is never drawn smaller.
	Full bool
	// Unasked says that it goes with an answer to something else, which under load comes
	// without.
	Unasked bool
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
	Size     drawing.Size
	Say      func(engine.Msg) string
}

// Crop is the part of a map around some hexes; with Radius 0 it is the whole.
type Crop struct {
	At     []hex.Coord
	Radius int // hexes
}

// Painter draws a picture as PNG.
type Painter func(w io.Writer, p Picture) error

// Draws reports whether there are pictures of a game: it has a map, and somebody paints.
func (h *Handlers) Draws(info *engine.Info) bool { return h.Paint != nil && info.Board != nil }

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

// Beside puts a piece's counter at the side of the texts from a number on. It is drawn when
// the picture of the card is.
func (c *Card) Beside(words *engine.Vocabulary, p engine.Piece, alt string, from int) {
	if from < len(c.Texts) {
		c.beside = &counter{words: words, piece: p, alt: Cut(alt, MaxAlt), from: from, to: len(c.Texts)}
	}
}

// Press adds buttons, in as many rows as they need. The zero Button is none.
func (c *Card) Press(buttons ...Button) {
	buttons = slices.DeleteFunc(slices.Clone(buttons), func(b Button) bool { return b.Path == nil && b.URL == "" })
	for len(buttons) > 0 {
		n := min(len(buttons), maxButtons)
		c.Rows = append(c.Rows, row{Buttons: buttons[:n]})
		buttons = buttons[n:]
	}
}

// Choose adds a menu, if it has choices: the first of them, as many as Discord takes.
func (c *Card) Choose(m Menu) {
	if m.Choices = m.Choices[:min(len(m.Choices), MaxOptions)]; len(m.Choices) > 0 {
		c.Rows = append(c.Rows, row{menu: &m})
	}
}

// Says is a card with some texts.
func Says(lines ...string) *Card {
	c := &Card{}
	c.Text(lines...)
	return c
}

// Post is the card as a message without its picture.
func (c *Card) Post() *wire.Message {
	m := c.Message(nil)
	return &m
}

// Message is the card as a message, with its picture if that is drawn: f may be
// nil.
func (c *Card) Message(f *wire.File) wire.Message {
	m := wire.Message{Mentions: wire.Mentions{Users: c.Mentions, Roles: c.Roles}}
	c.write(&m)
	if f != nil {
		m.Files = append(m.Files, *f)
		m.Components = append(m.Components, wire.Gallery(wire.Attached(f.Name), c.Picture.Alt))
	}
	for _, f := range c.Files {
		m.Files = append(m.Files, f)
		m.Components = append(m.Components, wire.Component{Type: discordgo.FileComponentType, File: new(wire.Attached(f.Name))})
	}
	for _, r := range c.Rows[:min(len(c.Rows), MaxRows)] {
		m.Components = append(m.Components, r.component())
	}
	if c.Foot != "" {
		m.Components = append(m.Components, wire.TextDisplay(c.Foot))
	}
	if c.Box != nil && len(m.Components) > 0 {
		m.Components = []wire.Component{wire.Container(c.Box.Accent, m.Components...)}
	}
	return m
}

// write writes the texts of a card, as many characters as there is room for beside its foot.
func (c *Card) write(m *wire.Message) {
	room := MaxText - Length(c.Foot)
	part := func(texts []string) string {
		text := strings.Join(texts, "\n")
		if text == "" || room < 2 {
			return ""
		}
		text = Cut(text, room)
		room -= Length(text)
		return text
	}
	texts := c.Texts
	if b := c.beside; b != nil && b.file != nil {
		if above := part(texts[:b.from]); above != "" {
			m.Components = append(m.Components, wire.TextDisplay(above))
		}
		if text := part(texts[b.from:b.to]); text != "" {
			m.Files = append(m.Files, *b.file)
			beside := &wire.Component{Type: discordgo.ThumbnailComponent, Media: new(wire.Attached(b.file.Name)), Description: b.alt}
			m.Components = append(m.Components, wire.Component{
				Type: discordgo.SectionComponent, Components: []wire.Component{wire.TextDisplay(text)}, Accessory: beside,
			})
		}
		texts = texts[b.to:]
	}
	if text := part(texts); text != "" {
		m.Components = append(m.Components, wire.TextDisplay(text))
	}
}

func (r row) component() wire.Component {
	if r.menu != nil {
		options := lists.Map(r.menu.Choices, Choice.option)
		return wire.Row(wire.Menu(r.menu.Path.CustomID(), Cut(r.menu.Hint, maxPlaceholder), options...))
	}
	return wire.Row(lists.Map(r.Buttons, func(b Button) wire.Component {
		label := Cut(b.Label, MaxLabel)
		if b.URL != "" {
			return wire.Component{Type: discordgo.ButtonComponent, Style: discordgo.LinkButton, Label: label, URL: b.URL}
		}
		button := wire.Button(cmp.Or(b.Style, discordgo.SecondaryButton), label, b.Path.CustomID())
		button.Emoji = b.Emoji
		return button
	})...)
}

// Painted is the card as a message with its picture, which comes after the
// first text, and says if it is smaller than usual. nil, where it cannot be drawn.
func Painted(ctx context.Context, h *Handlers, c *Card, f *Frame, size drawing.Size) *wire.Message {
	if f.Full || len(f.Scenes) > 1 {
		size = drawing.Full
	}
	file, err := draw(ctx, h, f, size)
	if errors.Is(err, referee.ErrFileLost) {
		return nil
	}
	if err != nil {
		h.Log.Error("map not drawn", "match", f.Look.Match, "viewer", f.Viewer, "error", err)
		return nil
	}
	c.Picture = f
	if size != drawing.Full {
		c.Text(f.Voice.Say("smaller"))
	}
	if c.beside != nil && h.PaintCounter != nil {
		c.beside.file = drawCounter(h, c.beside.words, c.beside.piece)
	}
	m := c.Message(&file)
	return &m
}

// drawCounter draws a counter; nil where it cannot be drawn.
func drawCounter(h *Handlers, words *engine.Vocabulary, p engine.Piece) *wire.File {
	var body bytes.Buffer
	if err := h.PaintCounter(&body, words, p); err != nil {
		h.Log.Error("counter not drawn", "piece", p.ID, "error", err)
		return nil
	}
	return &wire.File{Name: "counter.png", Type: "image/png", Body: body.Bytes()}
}

// draw draws a picture: scenes, or else the match as it is now.
func draw(ctx context.Context, h *Handlers, f *Frame, size drawing.Size) (wire.File, error) {
	var body bytes.Buffer
	if len(f.Scenes) > 1 {
		r := Replay{Board: f.Look.Info.Board, Scenes: f.Scenes, Crop: f.Crop, Theme: f.Theme, Portrait: f.Portrait, Say: f.Voice.Raw}
		if err := h.Animate(&body, r); err != nil {
			return wire.File{}, fmt.Errorf("discord: draw replay of match %s: %w", f.Look.Match, err)
		}
		return wire.File{Name: "replay.gif", Type: "image/gif", Body: body.Bytes()}, nil
	}
	if f.Handed.Name != "" {
		_, body, err := f.Look.Snapshot.File(ctx, f.Viewer, f.Handed.Hash)
		kind := referee.PictureType(body)
		if err == nil && kind == "" { // Discord could refuse the whole board
			err = referee.ErrFileLost
		}
		return wire.File{Name: "board." + strings.TrimPrefix(kind, "image/"), Type: kind, Body: body}, err
	}
	p, err := picture(ctx, h, f)
	if err != nil {
		return wire.File{}, err
	}
	p.Size = size
	if err := h.Paint(&body, p); err != nil {
		return wire.File{}, fmt.Errorf("discord: draw match %s: %w", f.Look.Match, err)
	}
	return wire.File{Name: "map.png", Type: "image/png", Body: body.Bytes()}, nil
}

// picture says what is to be drawn.
func picture(ctx context.Context, h *Handlers, f *Frame) (Picture, error) {
	if f.Trial != nil {
		return Picture{Board: f.Trial.Info.Board, View: f.Trial.View, Crop: f.Crop, Theme: f.Theme, Portrait: f.Portrait, Say: f.Voice.Raw, Overlay: f.Over}, nil
	}
	l, err := f.Look.Snapshot.Look(ctx, f.Viewer)
	if f.Seq > 0 {
		l, err = f.Look.Snapshot.LookAt(ctx, f.Viewer, f.Seq)
	}
	if err != nil {
		return Picture{}, err
	}
	p := Picture{Board: l.Info.Board, View: l.View, Crop: f.Crop, Theme: f.Theme, Portrait: f.Portrait, Say: f.Voice.Raw, Overlay: f.Over}
	if len(f.Scenes) > 0 {
		p.View, p.Overlay = f.Scenes[0].View, &f.Scenes[0].Change
	}
	if f.Overlay != "" {
		a, err := f.Look.Snapshot.Ask(ctx, f.Viewer, f.Overlay)
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
