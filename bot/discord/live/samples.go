package live

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
)

// sample is a kind of message that the program sends.
type sample struct {
	what  string
	means string
	make  func(r *run) (wire.Message, error)
}

// sampleOf makes the message of a sample.
func sampleOf(name string) func(r *run) (wire.Message, error) {
	all := samples()
	return all[slices.IndexFunc(all, func(s sample) bool { return s.what == name })].make
}

// words is a message of words alone.
func words(text string) wire.Message {
	return wire.Message{Components: []wire.Component{wire.TextDisplay(text)}}
}

// fixed is a message that needs nothing.
func fixed(m wire.Message) func(*run) (wire.Message, error) {
	return func(*run) (wire.Message, error) { return m, nil }
}

// picture is a message with a picture of so many pixels in width and height.
func picture(name string, size int) wire.Message {
	return wire.Message{
		Components: []wire.Component{wire.TextDisplay("The map."), wire.Gallery(wire.Attached(name), "The map, in words.")},
		Files:      []wire.File{{Name: name, Type: "image/png", Body: drawn(size)}},
	}
}

// samples lists the kinds of messages that the program sends.
func samples() []sample {
	return []sample{
		{"words", "Everything that the referee says would look otherwise.", func(r *run) (wire.Message, error) {
			return words("### Words\n**bold** _slanted_ `code` ‖ é ß ½ 🎲 \\*plain\\* @everyone <@" + r.app + "> <t:1700000000:R>\n> quoted\n-# small"), nil
		}},
		{"a frame", "The boards of matches would have no frame, or not all that is in it.", fixed(framed())},
		{"buttons", "Players could not press what they are shown.", fixed(buttons())},
		{"a menu", "Players could not choose from lists.", fixed(menu())},
		{"a picture", "Players would see no map.", fixed(picture("map.png", 64))},
		{"a film", "Replays would stand still, or be missing.", fixed(wire.Message{
			Components: []wire.Component{wire.Gallery(wire.Attached("replay.gif"), "A replay.")}, Files: []wire.File{{Name: "replay.gif", Type: "image/gif", Body: film()}},
		})},
		{"a thumbnail", "Units would be described without their counters.", fixed(wire.Message{
			Components: []wire.Component{beside("unit.png")}, Files: []wire.File{{Name: "unit.png", Type: "image/png", Body: drawn(64)}},
		})},
		{"files", "Records, turn files and tables could not be saved.", fixed(files())},
		{"no sound", "Posts that call nobody would notify every member of the server.", fixed(wire.Message{Components: []wire.Component{wire.TextDisplay("Without a sound.")}})},
		{"a command to click", "Commands in texts could not be clicked.", clickable},
		{"a symbol on a button", "Buttons and menus would be without the symbols of units.", symbol},
		{"as much as fits", "Long answers, menus and boards would be refused.", fixed(largest())},
	}
}

// beside is a text with a picture beside it.
func beside(name string) wire.Component {
	return wire.Component{
		Type: discordgo.SectionComponent, Components: []wire.Component{wire.TextDisplay("A unit.")},
		Accessory: &wire.Component{Type: discordgo.ThumbnailComponent, Media: new(wire.Attached(name)), Description: "A counter."},
	}
}

// framed is a message with frames, one of which has in it what boards have.
func framed() wire.Message {
	accent := 0x5865f2
	m := picture("board.png", 64)
	m.Files = append(m.Files, wire.File{Name: "unit.png", Type: "image/png", Body: drawn(32)})
	m.Components = append(m.Components, beside("unit.png"), wire.Row(wire.Button(discordgo.PrimaryButton, "Choose", "trial/choose")))
	m.Components = []wire.Component{wire.Container(&accent, m.Components...), wire.Container(nil, wire.TextDisplay("Without a colour."))}
	return m
}

// buttons are those of every style.
func buttons() wire.Message {
	list := []wire.Component{
		wire.Button(discordgo.PrimaryButton, "Confirm", "trial/1"), wire.Button(discordgo.SecondaryButton, "Back", "trial/2"),
		wire.Button(discordgo.SuccessButton, "Accept", "trial/3"), wire.Button(discordgo.DangerButton, "Resign", "trial/4"),
		{Type: discordgo.ButtonComponent, Style: discordgo.LinkButton, Label: "Read", URL: "https://discord.com/terms"},
	}
	list[1].Emoji = &discordgo.ComponentEmoji{Name: "🎲"}
	list[3].Disabled = true
	return wire.Message{Components: []wire.Component{wire.TextDisplay("Press:"), wire.Row(list...)}}
}

// menu is a menu with everything that menus of the program have.
func menu() wire.Message {
	two, none := 2, 0
	many := wire.Menu("trial/menu", "Choose two", wire.SelectOption{Label: "One", Value: "1", Description: "the first", Default: true},
		wire.SelectOption{Label: "Two", Value: "2", Emoji: &discordgo.ComponentEmoji{Name: "🎲"}})
	many.Min, many.Max = &none, &two
	one := wire.Menu("trial/one", "Choose", wire.SelectOption{Label: "One", Value: "1"})
	return wire.Message{Components: []wire.Component{wire.TextDisplay("Choose:"), wire.Row(many), wire.Row(one)}}
}

// files are of the kinds that the program sends.
func files() wire.Message {
	m := words("Files:")
	for _, f := range []wire.File{
		{Name: "match.json", Type: "application/json", Body: []byte("{}\n")},
		{Name: "dice.csv", Type: "text/csv", Body: []byte("roll,face\n1,6\n")},
		{Name: "case.txt", Type: "text/plain; charset=utf-8", Body: []byte("What happened: é\n")},
		{Name: "match.turn", Type: "application/octet-stream", Body: []byte{0, 1, 2, 255}},
		{Name: "turn.vsav", Type: "application/octet-stream", Body: []byte{0, 1, 2, 255}}, // of another program
		{Name: "league.zip", Type: "application/zip", Body: append([]byte("PK\x05\x06"), make([]byte, 18)...)},
	} {
		m.Files = append(m.Files, f)
		m.Components = append(m.Components, wire.Component{Type: discordgo.FileComponentType, File: new(wire.Attached(f.Name))})
	}
	return m
}

// clickable names a command, which is linked where it is sent.
func clickable(r *run) (m wire.Message, err error) {
	if !r.made.commands || len(r.Commands) == 0 {
		return m, errUnlooked("there is no command registered")
	}
	c := r.Commands[0]
	name, options := c.Name, c.Options
	for len(options) > 0 && (options[0].Type == discordgo.ApplicationCommandOptionSubCommand || options[0].Type == discordgo.ApplicationCommandOptionSubCommandGroup) {
		name, options = name+" "+options[0].Name, options[0].Options
	}
	return words("Type `/" + name + "`."), nil
}

// symbol is a button with the emoji of the examination.
func symbol(r *run) (m wire.Message, err error) {
	if len(r.made.emoji) == 0 {
		return m, errUnlooked("there is no emoji")
	}
	b := wire.Button(discordgo.SecondaryButton, "Tank", "trial/symbol")
	b.Emoji = &discordgo.ComponentEmoji{ID: r.made.emoji[0], Name: emojiPrefix + r.made.mark}
	return wire.Message{Components: []wire.Component{wire.TextDisplay("A symbol:"), wire.Row(b)}}, nil
}

// largest is a message of as many components, characters and options as Discord takes by its documents.
func largest() wire.Message {
	parts := []wire.Component{wire.TextDisplay(strings.Repeat("long ", 799) + "long.")} // 4000 characters
	for row := range 5 {
		var list []wire.Component
		for i := range 5 {
			list = append(list, wire.Button(discordgo.SecondaryButton, strings.Repeat("L", 80), fmt.Sprintf("trial/%d/%d/%s", row, i, strings.Repeat("x", 90))))
		}
		parts = append(parts, wire.Row(list...)) // 6 components
	}
	var options []wire.SelectOption
	for i := range 25 {
		options = append(options, wire.SelectOption{Label: strings.Repeat("o", 100), Value: fmt.Sprintf("%02d%s", i, strings.Repeat("v", 98)), Description: strings.Repeat("d", 100)})
	}
	for i := range 3 {
		parts = append(parts, wire.Row(wire.Menu(fmt.Sprint("trial/menu/", i), strings.Repeat("p", 150), options...)))
	}
	return wire.Message{Components: []wire.Component{wire.Container(nil, parts...)}} // 38 components
}

// drawn is a square picture of so many pixels.
func drawn(size int) []byte {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	for i := range size {
		img.Set(i, i, color.RGBA{uint8(i), 128, 64, 255})
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img) // into memory
	return b.Bytes()
}

// film is a picture that moves.
func film() []byte {
	palette := color.Palette{color.White, color.Black}
	out := &gif.GIF{}
	for i := range 2 {
		frame := image.NewPaletted(image.Rect(0, 0, 64, 64), palette)
		frame.SetColorIndex(i, i, 1)
		out.Image, out.Delay = append(out.Image, frame), append(out.Delay, 50)
	}
	var b bytes.Buffer
	_ = gif.EncodeAll(&b, out) // into memory
	return b.Bytes()
}
