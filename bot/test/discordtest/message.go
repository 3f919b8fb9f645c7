package discordtest

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Message is a message as it stood at one moment. It never changes: an edit
// makes a new one with the same id.
type Message struct {
	ID         string
	Channel    *Channel
	For        *User // who alone sees it; nil: everybody
	Content    string
	Components []Component
	Files      []Attachment
	Calls      []*User // who was notified by it
	named      []*User // of people, also where it notifies nobody
	Edits      int
	Thinking   bool   // a deferred answer that is still to come
	Press      *Press // that it answers; nil: none
	kind       discordgo.MessageType
	about      string // the message that a notice of Discord is about; "": it is none
	flags      discordgo.MessageFlags
	nonce      string
	at         time.Time
	edited     time.Time
}

// Attachment is a file of a message.
type Attachment struct {
	ID          string
	Name        string
	Description string
	Data        []byte
}

// Messages lists the messages of a channel that a user sees, oldest first; a
// nil user sees what everybody sees who sees the channel.
func (c *Channel) Messages(u *User) []*Message {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	var out []*Message
	for _, m := range c.messages {
		if m.For == nil && (u == nil || c.shownTo(u)) || u != nil && m.For == u {
			out = append(out, m)
		}
	}
	return out
}

// Silent reports whether a message was posted without a sound for those whom it does not call (Message resource, Message Flags).
func (m *Message) Silent() bool { return m.flags&discordgo.MessageFlagsSuppressNotifications != 0 }

// Calls lists the messages that notified somebody when they were sent, as they were then.
func (c *Channel) Calls() []*Message {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	var out []*Message
	for _, t := range c.d.tale {
		if t.channel == c && t.message != nil && len(t.message.Calls) > 0 {
			out = append(out, t.message)
		}
	}
	return out
}

// Last is the newest message of a channel that a user sees; nil, there is none.
func (c *Channel) Last(u *User) *Message {
	all := c.Messages(u)
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}

// Now is the message as it stands now; nil, it was deleted.
func (m *Message) Now() *Message {
	m.Channel.d.mu.Lock()
	defer m.Channel.d.mu.Unlock()
	return m.Channel.find(m.ID)
}

// Private reports whether one person alone sees the message.
func (m *Message) Private() bool { return m.For != nil }

// Text is all text of the message, line by line, without its buttons.
func (m *Message) Text() string {
	var out []string
	if m.Content != "" {
		out = append(out, m.Content)
	}
	each(m.Components, func(c Component) {
		if c.Type == discordgo.TextDisplayComponent {
			out = append(out, c.Content)
		}
	})
	return strings.Join(out, "\n")
}

// Buttons lists the buttons that can be pressed.
func (m *Message) Buttons() []Component {
	return m.having(func(c Component) bool {
		return c.Type == discordgo.ButtonComponent && c.Style != discordgo.LinkButton && !c.Disabled
	})
}

// Menus lists the menus that can be used.
func (m *Message) Menus() []Component {
	return m.having(func(c Component) bool { return c.Type == discordgo.SelectMenuComponent && !c.Disabled })
}

// Button finds a button that can be pressed by its label.
func (m *Message) Button(label string) (Component, bool) {
	for _, b := range m.Buttons() {
		if b.Label == label {
			return b, true
		}
	}
	return Component{}, false
}

// Pictures lists the pictures that the message shows.
func (m *Message) Pictures() []Picture {
	var out []Picture
	each(m.Components, func(c Component) {
		out = append(out, c.Items...)
		if c.Media != nil {
			out = append(out, Picture{Media: *c.Media, Description: c.Description})
		}
	})
	return out
}

// File finds an attachment by the link that shows it.
func (m *Message) File(link string) (Attachment, bool) {
	for _, f := range m.Files {
		if "attachment://"+f.Name == link {
			return f, true
		}
	}
	return Attachment{}, false
}

func (m *Message) having(holds func(Component) bool) []Component {
	var out []Component
	each(m.Components, func(c Component) {
		if holds(c) {
			out = append(out, c)
		}
	})
	return out
}

// find finds a message by id. The lock is held.
func (c *Channel) find(id string) *Message {
	for _, m := range c.messages {
		if m.ID == id {
			return m
		}
	}
	return nil
}

func (c *Channel) remove(id string) bool {
	n := len(c.messages)
	c.messages = slices.DeleteFunc(c.messages, func(m *Message) bool { return m.ID == id })
	return len(c.messages) < n
}

// put adds a message, or puts it in place of the one with its id.
func (c *Channel) put(m *Message) {
	if c.d.opt.Saw != nil {
		defer c.d.opt.Saw(m)
	}
	for i, old := range c.messages {
		if old.ID == m.ID {
			c.messages[i] = m
			c.d.tell(tale{channel: c, message: m, edit: !old.Thinking})
			return
		}
	}
	c.messages = append(c.messages, m)
	if !m.Thinking {
		c.d.tell(tale{channel: c, message: m})
	}
}

// compose makes a message of what the bot sent. The lock is held.
func (d *Discord) compose(c *Channel, b body, files map[string]File) *Message {
	m := &Message{ID: d.newID(), Channel: c, at: d.now()}
	m.take(b, files)
	m.Calls = d.called(m, b.AllowedMentions)
	return m
}

// edit makes the message that an edit leads to. The lock is held.
func (m *Message) edit(b body, files map[string]File, at time.Time) *Message {
	next := *m
	next.take(b, files)
	next.Edits++
	next.edited = at
	next.Calls = nil
	if next.Thinking {
		next.Thinking, next.Edits = false, 0
		next.Calls = m.Channel.d.called(&next, b.AllowedMentions)
	}
	return &next
}

// take takes over what was sent; what was not sent stays.
func (m *Message) take(b body, files map[string]File) {
	if b.Flags != nil {
		m.flags |= *b.Flags
	}
	if b.Content != nil {
		m.Content = *b.Content
	}
	if b.Components != nil {
		m.Components = *b.Components
		m.checkCommandMarks()
	}
	if b.Attachments == nil {
		return
	}
	old := m.Files
	m.Files = nil
	for _, a := range *b.Attachments {
		if f, sent := files[a.ID]; sent {
			name := f.Name
			if a.Filename != "" {
				name = a.Filename
			}
			m.Files = append(m.Files, Attachment{m.Channel.d.newMinorID(), name, a.Description, f.Data})
			continue
		}
		for _, f := range old {
			if f.ID == a.ID {
				m.Files = append(m.Files, f)
			}
		}
	}
}

// checkCommandMarks complains of commands to be clicked that lead nowhere: they name one that
// is registered where the message is, by its id and with its subcommand (Reference, Message
// Formatting, "Slash Command"). The lock is held.
func (m *Message) checkCommandMarks() {
	each(m.Components, func(c Component) {
		for _, mark := range commandMark.FindAllStringSubmatch(c.Content, -1) {
			leads := slices.ContainsFunc(m.Channel.d.shown(m.Channel), func(k Command) bool {
				return k.ID == mark[2] && slices.Contains(leaves(k), mark[1])
			})
			if !leads {
				m.Channel.d.complaints = append(m.Channel.d.complaints, fmt.Sprintf("%s leads to no command of %s", mark[0], m.Channel.Name))
			}
		}
	})
}

// wire is the message as the API describes it. The lock is held.
func (m *Message) wire() map[string]any {
	d := m.Channel.d
	files := []any{}
	for _, f := range m.Files {
		link := m.link(f)
		file := map[string]any{"id": f.ID, "filename": f.Name, "size": len(f.Data), "url": link, "proxy_url": link, "content_type": "image/png"}
		if f.Description != "" {
			file["description"] = f.Description
		}
		files = append(files, file)
	}
	taken := map[int]bool{}
	each(m.Components, func(c Component) { taken[c.ID] = true })
	w := map[string]any{
		"id": m.ID, "channel_id": m.Channel.ID, "type": m.kind, "author": d.bot.wire(), "content": m.Content,
		"components": wired(m, m.Components, taken), "flags": m.flags, "attachments": files, "embeds": []any{}, "mentions": m.mentions(),
		"mention_roles": []any{}, "mention_everyone": false, "pinned": slices.Contains(m.Channel.pinned, m.ID), "tts": false, "timestamp": stamp(m.at),
		"edited_timestamp": nil,
	}
	if m.Edits > 0 {
		w["edited_timestamp"] = stamp(m.edited)
	}
	if m.nonce != "" {
		w["nonce"] = m.nonce
	}
	if m.about != "" {
		w["message_reference"] = map[string]any{"type": 0, "channel_id": m.Channel.ID, "message_id": m.about}
	}
	if m.Press != nil {
		w["application_id"], w["webhook_id"] = d.bot.ID, d.bot.ID
	}
	return w
}

// mentions are the people whom the message calls by their names, as the API describes them.
func (m *Message) mentions() []any {
	out := []any{}
	for _, u := range m.named {
		out = append(out, u.wire())
	}
	return out
}

// link is the address of a file of the message.
func (m *Message) link(f Attachment) string {
	return "https://cdn.discordapp.com/attachments/" + m.Channel.ID + "/" + f.ID + "/" + url.PathEscape(f.Name)
}

// stamp is a time as the API writes it.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }
