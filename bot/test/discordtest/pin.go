package discordtest

import (
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// PinMessages lets the bot pin messages and unpin them (Permissions, PIN_MESSAGES).
const PinMessages Permission = 1 << 51

// Invited is what the bot may that was invited with all it asks for.
const Invited = everybody | PinMessages

// mostPins is how many messages of a channel can be pinned (Message resource, Pin Message).
const mostPins = 250

// pinNotice is the type of a message that says that one was pinned (Message resource, Message Types).
const pinNotice discordgo.MessageType = 6

// pin pins a message, which the channel is told by another, or unpins it (Message resource, Pin Message and Unpin Message).
func (a *api) pin(c *call) (reply, error) {
	return a.inMessage(c, PinMessages, func(ch *Channel, m *Message) (reply, error) {
		at := slices.Index(ch.pinned, m.ID)
		switch {
		case c.r.Method == http.MethodDelete && at >= 0:
			ch.pinned = slices.Delete(ch.pinned, at, at+1)
		case c.r.Method == http.MethodPut && len(ch.pinned) >= mostPins:
			return reply{}, errPins
		case c.r.Method == http.MethodPut && at < 0:
			ch.pinned = append(ch.pinned, m.ID)
			ch.messages = append(ch.messages, &Message{ID: a.d.newID(), Channel: ch, kind: pinNotice, about: m.ID, at: a.d.now()})
		}
		return reply{http.StatusNoContent, nil}, nil
	})
}

// Pinned lists the messages of a channel that are pinned, the oldest pin first.
func (c *Channel) Pinned() []*Message {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	var out []*Message
	for _, id := range c.pinned {
		if m := c.find(id); m != nil { // else it was deleted
			out = append(out, m)
		}
	}
	return out
}
