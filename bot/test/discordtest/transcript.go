package discordtest

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// tale is one thing that happened in a channel: somebody did something, a
// message came or was changed, a form was shown.
type tale struct {
	channel *Channel
	user    *User // who did it; nil: the bot
	text    string
	message *Message
	edit    bool
	modal   *Modal
}

// tell adds to the tale. The lock is held.
func (d *Discord) tell(t tale) {
	if !d.opt.Lean {
		d.tale = append(d.tale, t)
	}
}

// Transcript tells what a user saw in a channel from its beginning, as text in
// Markdown: what was done, messages as they came and as they were changed,
// buttons in brackets, pictures with their alt text. picture, if not nil, names
// the file to which a picture shall point.
func (c *Channel) Transcript(u *User, picture func(Attachment) string) string {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	var out []string
	for _, t := range c.d.tale {
		switch {
		case t.channel != c, t.message != nil && t.message.For != nil && t.message.For != u, t.modal != nil && t.user != u:
		case t.modal != nil:
			out = append(out, "**"+t.user.Name+"** is shown a form:\n"+quote(t.modal.String()))
		case t.message == nil:
			out = append(out, "**"+t.user.Name+"** "+code(t.text))
		default:
			out = append(out, heading(t)+"\n"+quote(c.d.draw(t.message, picture)))
		}
	}
	return strings.Join(out, "\n\n") + "\n"
}

// lately returns the last messages of each channel and of each direct conversation: what a test that waited in vain saw.
func (d *Discord) lately() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []string
	for _, id := range slices.Sorted(maps.Keys(d.channels)) {
		c := d.channels[id]
		name := c.Name
		if c.user != nil {
			name = "to " + c.user.Name
		}
		for _, m := range c.messages[max(0, len(c.messages)-3):] {
			out = append(out, name+":\n"+quote(d.draw(m, nil)))
		}
	}
	return strings.Join(out, "\n")
}

func code(text string) string {
	if strings.HasPrefix(text, "/") || strings.HasPrefix(text, "[") || strings.HasPrefix(text, "▾") {
		return "`" + text + "`"
	}
	return text
}

// heading says what a message is.
func heading(t tale) string {
	h := "**referee**"
	if t.message.For != nil {
		h += " *(only " + t.message.For.Name + " sees this)*"
	}
	if t.edit {
		h += " *(changed)*"
	}
	for _, u := range t.message.Calls {
		h += " *(calls " + u.Name + ")*"
	}
	return h
}

func quote(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight("> "+l, " ")
	}
	return strings.Join(lines, "\n")
}

// String is the message as a user reads it.
func (m *Message) String() string {
	m.Channel.d.mu.Lock()
	defer m.Channel.d.mu.Unlock()
	return m.Channel.d.draw(m, nil)
}

// Markdown is the message as a user sees it in a channel: who says it to whom,
// and the message as a quotation. picture is as in [Channel.Transcript].
func (m *Message) Markdown(picture func(Attachment) string) string {
	m.Channel.d.mu.Lock()
	defer m.Channel.d.mu.Unlock()
	return heading(tale{message: m, edit: m.Edits > 0 && m.For == nil}) + "\n" + quote(m.Channel.d.draw(m, picture))
}

// String is the form as a user reads it.
func (m *Modal) String() string {
	out := []string{"## " + m.Title}
	each(m.Components, func(c Component) {
		switch {
		case c.Type == discordgo.TextDisplayComponent:
			out = append(out, c.Content)
		case c.Type == kindLabel && c.Description != "":
			out = append(out, c.Label+" ("+c.Description+")")
		case c.Label != "":
			out = append(out, c.Label)
		}
		if c.interactive() {
			out = append(out, c.field()...)
		}
	})
	return strings.Join(out, "\n")
}

// field is a field of a form as a user sees it before they touch it.
func (c Component) field() []string {
	var out []string
	mark := func(empty, full string, yes bool) string {
		if yes {
			return full
		}
		return empty
	}
	switch {
	case c.Type == kindCheck:
		return []string{mark("☐", "☑", c.Checked)}
	case len(c.Options) > 0:
		for _, o := range c.Options {
			line := mark("○ ", "◉ ", o.Default) + o.Label
			if o.Description != "" {
				line += " · " + o.Description
			}
			out = append(out, line)
		}
		return out
	}
	return []string{"[ " + cmp.Or(c.begins(), c.Placeholder) + " ]"}
}

// draw puts a message into text. The lock is held.
func (d *Discord) draw(m *Message, picture func(Attachment) string) string {
	var b strings.Builder
	if m.Thinking {
		return "(thinking…)"
	}
	if m.Content != "" {
		b.WriteString(d.readable(m.Content) + "\n")
	}
	d.drawAll(&b, m, m.Components, picture)
	return strings.TrimRight(b.String(), "\n")
}

func (d *Discord) drawAll(b *strings.Builder, m *Message, list []Component, picture func(Attachment) string) {
	for _, c := range list {
		switch c.Type {
		case discordgo.TextDisplayComponent:
			b.WriteString(d.readable(c.Content) + "\n\n")
		case discordgo.ActionsRowComponent:
			b.WriteString(row(c) + "\n\n")
		case discordgo.SeparatorComponent:
			b.WriteString("---\n\n")
		case discordgo.MediaGalleryComponent:
			for _, p := range c.Items {
				b.WriteString(pictured(m, p, picture) + "\n\n")
			}
		case discordgo.FileComponentType:
			b.WriteString("📎 " + strings.TrimPrefix(c.File.URL, "attachment://") + "\n\n")
		case discordgo.SectionComponent:
			d.drawAll(b, m, c.Components, picture)
			b.WriteString(beside(m, *c.Accessory, picture) + "\n\n")
		default:
			d.drawAll(b, m, c.Components, picture)
		}
	}
}

// beside draws what stands beside a text.
func beside(m *Message, c Component, picture func(Attachment) string) string {
	if c.Type == discordgo.ThumbnailComponent {
		return pictured(m, Picture{Media: *c.Media, Description: c.Description}, picture)
	}
	return "[" + face(c) + "]"
}

// pictured draws a picture: its alt text, and the file it points to.
func pictured(m *Message, p Picture, picture func(Attachment) string) string {
	name := p.Media.URL
	if f, ok := m.File(p.Media.URL); ok && picture != nil {
		name = picture(f)
	}
	return "![" + p.Description + "](" + name + ")"
}

// row draws a row: buttons in brackets, or a menu with its options.
func row(c Component) string {
	var out []string
	for _, in := range c.Components {
		if in.Type == discordgo.ButtonComponent {
			out = append(out, "["+face(in)+"]")
			continue
		}
		out = append(out, "▾ "+in.Placeholder)
		for _, o := range in.Options {
			line := "\n- " + o.Label
			if o.Description != "" {
				line += " · " + o.Description
			}
			out = append(out, line)
		}
		return strings.Join(out, "")
	}
	return strings.Join(out, " ")
}

// face is what stands on a button.
func face(c Component) string {
	text := c.Label
	if c.Emoji != nil && c.Emoji.ID == "" { // one of the application is a picture
		text = strings.TrimSpace(c.Emoji.Name + " " + text)
	}
	if c.Disabled {
		text = "~" + text + "~"
	}
	return text
}

var (
	userMark    = regexp.MustCompile(`<@!?(\d+)>`)
	roleMark    = regexp.MustCompile(`<@&(\d+)>`)
	channelMark = regexp.MustCompile(`<#(\d+)>`)
	commandMark = regexp.MustCompile(`</([^:>]+):(\d+)>`)
	timeMark    = regexp.MustCompile(`<t:\d+(:[a-zA-Z])?>`)
)

// readable puts names in place of the marks that Discord shows as names. The
// lock is held.
func (d *Discord) readable(text string) string {
	text = userMark.ReplaceAllStringFunc(text, func(s string) string {
		if u := d.users[userMark.FindStringSubmatch(s)[1]]; u != nil {
			return u.String()
		}
		return s
	})
	for _, mark := range []*regexp.Regexp{roleMark, channelMark} {
		text = mark.ReplaceAllStringFunc(text, func(s string) string { return d.name(mark.FindStringSubmatch(s)[1], s) })
	}
	text = commandMark.ReplaceAllString(text, "`/$1`")
	return timeMark.ReplaceAllString(text, "(time)")
}

// name is how a role or a channel is called; other, where there is none of that id.
func (d *Discord) name(id, other string) string {
	if c := d.channels[id]; c != nil {
		return "#" + c.Name
	}
	for _, g := range d.guilds {
		for _, r := range g.roles {
			if r.ID == id {
				return "@" + r.Name
			}
		}
	}
	return other
}

// Called is what the window shows for the value of an option: people, roles and channels
// by their names.
func (d *Discord) Called(value string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if u := d.users[value]; u != nil {
		return u.String()
	}
	return d.name(value, value)
}

// Users lists the users, oldest first, without the bot.
func (d *Discord) Users() []*User {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []*User
	for _, u := range d.users {
		if u != d.bot {
			out = append(out, u)
		}
	}
	slices.SortFunc(out, func(a, b *User) int { return compareIDs(a.ID, b.ID) })
	return out
}
