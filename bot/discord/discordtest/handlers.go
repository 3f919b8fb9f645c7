package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// handlers lists what obeys the operations.
func (d *Discord) handlers() map[operation]handler {
	return map[operation]handler{
		getGateway:       d.nameGateway,
		getGatewayBot:    d.nameGateway,
		getMe:            func(*call) (reply, error) { return reply{200, d.bot.wire()}, nil },
		getApplication:   d.application,
		getMyApplication: d.application,
		openDM:           d.openDM,
		getGuild:         d.guild,
		getMember:        d.member,
		getChannel: func(c *call) (reply, error) {
			return d.inChannel(c, 0, func(ch *Channel) (reply, error) { return reply{200, ch.wire()}, nil })
		},
		createMessage:     d.createMessage,
		getMessages:       d.listMessages,
		getMessage:        d.message,
		editMessage:       d.editMessage,
		deleteMessage:     d.deleteMessage,
		createThread:      d.createThread,
		threadFromMessage: d.createThread,
		addThreadMember: func(c *call) (reply, error) {
			return d.inChannel(c, SendMessages, func(*Channel) (reply, error) { return reply{204, nil}, nil })
		},
		setCommands:      d.setCommands,
		setGuildCommands: d.setCommands,
		getCommands:      d.listCommands,
		getGuildCommands: d.listCommands,
		answer:           d.answer,
		followUp:         d.followUp,
		getOriginal:      d.hook(func(_ *call, _ *Press, m *Message) (reply, error) { return reply{200, m.wire()}, nil }),
		editOriginal:     d.hook(d.editAnswer),
		editFollowUp:     d.hook(d.editAnswer),
		deleteOriginal:   d.hook(d.deleteAnswer),
		deleteFollowUp:   d.hook(d.deleteAnswer),
	}
}

// nameGateway names the gateway that belongs to the line of the request.
func (d *Discord) nameGateway(c *call) (reply, error) {
	no := 0
	if c.line != nil {
		no = c.line.no
	}
	url := "ws" + strings.TrimPrefix(d.server.URL, "http") + "/gateway/" + strconv.Itoa(no) + "/"
	return reply{200, map[string]any{"url": url, "shards": 1, "session_start_limit": map[string]any{
		"total": 1000, "remaining": 999, "reset_after": 1000, "max_concurrency": 1,
	}}}, nil
}

func (d *Discord) application(*call) (reply, error) {
	app := map[string]any{
		"id": d.bot.ID, "name": d.bot.Name, "description": "", "bot_public": true,
		"verify_key": strings.Repeat("0", 64), "bot": d.bot.wire(), "flags": 0,
	}
	if d.owner != nil {
		app["owner"] = d.owner.wire()
	}
	return reply{200, app}, nil
}

func (d *Discord) openDM(c *call) (reply, error) {
	var b struct {
		Recipient string `json:"recipient_id"`
	}
	if err := c.decode(&b); err != nil {
		return reply{}, err
	}
	u := d.users[b.Recipient]
	if u == nil {
		return reply{}, errUser
	}
	return reply{200, u.conversation().wire()}, nil
}

func (d *Discord) guild(c *call) (reply, error) {
	g := d.guilds[c.value("guild_id")]
	if g == nil || g.without {
		return reply{}, errGuild
	}
	return reply{200, g.wire()}, nil
}

func (d *Discord) member(c *call) (reply, error) {
	g, u := d.guilds[c.value("guild_id")], d.users[c.value("user_id")]
	if g == nil || g.without {
		return reply{}, errGuild
	}
	if u == nil || !slices.Contains(g.members, u) {
		return reply{}, errMember
	}
	return reply{200, u.member(g)}, nil
}

// inChannel does something in a channel in which the bot may.
func (d *Discord) inChannel(c *call, need Permission, do func(*Channel) (reply, error)) (reply, error) {
	ch, err := d.open(c.value("channel_id"), need)
	if err != nil {
		return reply{}, err
	}
	return do(ch)
}

// parse reads a message body and checks it for a use.
func (c *call) parse(u use) (body, error) {
	var b body
	if err := c.decode(&b); err != nil {
		return b, err
	}
	if err := checkMessage(b, c.files, u); err != nil {
		return b, wrong(err)
	}
	return b, nil
}

// nonceLife is how long a nonce keeps a message from being sent again.
const nonceLife = 5 * time.Minute

func (d *Discord) createMessage(c *call) (reply, error) {
	b, err := c.parse(use{})
	if err != nil {
		return reply{}, err
	}
	need := SendMessages
	if len(c.files) > 0 {
		need |= AttachFiles
	}
	return d.inChannel(c, need, func(ch *Channel) (reply, error) {
		if ch.user != nil && ch.user.closed {
			return reply{}, errClosed
		}
		nonce := strings.Trim(string(b.Nonce), `"`)
		if nonce == "null" {
			nonce = ""
		}
		if b.EnforceNonce && nonce == "" {
			return reply{}, wrong(errors.New("nonce: to be enforced, and missing"))
		}
		for _, m := range ch.messages {
			if b.EnforceNonce && m.nonce == nonce && d.now().Sub(m.at) < nonceLife {
				return reply{200, m.wire()}, nil
			}
		}
		m := d.compose(ch, b, c.files)
		m.nonce = nonce
		ch.put(m)
		return reply{200, m.wire()}, nil
	})
}

func (d *Discord) listMessages(c *call) (reply, error) {
	return d.inChannel(c, ReadMessageHistory, func(ch *Channel) (reply, error) {
		limit := 50
		if n, err := strconv.Atoi(c.r.URL.Query().Get("limit")); err == nil {
			limit = n
		}
		out := []any{}
		for _, m := range slices.Backward(ch.messages) {
			if m.For == nil && len(out) < limit {
				out = append(out, m.wire())
			}
		}
		return reply{200, out}, nil
	})
}

// inMessage does something to a message that the bot sent into a channel.
func (d *Discord) inMessage(c *call, need Permission, do func(*Channel, *Message) (reply, error)) (reply, error) {
	return d.inChannel(c, need, func(ch *Channel) (reply, error) {
		m := ch.find(c.value("message_id"))
		if m == nil || m.For != nil {
			return reply{}, errMessage
		}
		return do(ch, m)
	})
}

func (d *Discord) message(c *call) (reply, error) {
	return d.inMessage(c, ReadMessageHistory, func(_ *Channel, m *Message) (reply, error) { return reply{200, m.wire()}, nil })
}

func (d *Discord) editMessage(c *call) (reply, error) {
	need := Permission(0)
	if len(c.files) > 0 {
		need = AttachFiles
	}
	return d.inMessage(c, need, func(ch *Channel, m *Message) (reply, error) {
		b, err := c.parse(use{edit: true, flags: m.flags, kept: m.Files})
		if err != nil {
			return reply{}, err
		}
		next := m.edit(b, c.files, d.now())
		ch.put(next)
		return reply{200, next.wire()}, nil
	})
}

func (d *Discord) deleteMessage(c *call) (reply, error) {
	return d.inMessage(c, 0, func(ch *Channel, m *Message) (reply, error) {
		ch.remove(m.ID)
		return reply{204, nil}, nil
	})
}

func (d *Discord) createThread(c *call) (reply, error) {
	var b struct {
		Name string `json:"name"`
		Type int    `json:"type"`
	}
	if err := c.decode(&b); err != nil {
		return reply{}, err
	}
	id := c.value("message_id")
	kind, need := thread, CreatePublicThreads
	if id == "" && b.Type == privateThread {
		kind, need = privateThread, CreatePrivateThreads
	} else if id == "" && b.Type != thread {
		return reply{}, wrong(fmt.Errorf("type: %d is no thread", b.Type))
	}
	return d.inChannel(c, need, func(ch *Channel) (reply, error) {
		if ch.kind != textChannel {
			return reply{}, wrong(errors.New("a thread in what is no text channel"))
		}
		if id != "" && ch.find(id) == nil {
			return reply{}, errMessage
		}
		if d.channels[id] != nil {
			return reply{}, errThread
		}
		t := d.addChannel(&Channel{Name: b.Name, kind: kind, guild: ch.guild, parent: ch, bot: everybody})
		if id != "" { // such a thread has the id of its message
			delete(d.channels, t.ID)
			t.ID = id
			d.channels[id] = t
		}
		return reply{http.StatusCreated, t.wire()}, nil
	})
}

func (d *Discord) setCommands(c *call) (reply, error) {
	if c.value("application_id") != d.bot.ID {
		return reply{}, errAccess
	}
	var list []Command
	if err := json.Unmarshal(c.body, &list); err != nil {
		return reply{}, wrong(err)
	}
	if err := checkCommands(list); err != nil {
		return reply{}, wrong(err)
	}
	guild := c.value("guild_id")
	if guild != "" && d.guilds[guild] == nil {
		return reply{}, errAccess
	}
	for i := range list {
		list[i].ID = d.newID()
		for _, old := range d.commands[guild] {
			if old.Name == list[i].Name {
				list[i].ID = old.ID
			}
		}
		list[i].Type = max(list[i].Type, 1)
	}
	d.commands[guild] = list
	return d.listCommands(c)
}

func (d *Discord) listCommands(c *call) (reply, error) {
	list := d.commands[c.value("guild_id")]
	if list == nil {
		list = []Command{}
	}
	return reply{200, list}, nil
}
