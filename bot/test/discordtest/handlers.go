package discordtest

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// handlers lists what obeys the operations.
func (a *api) handlers() map[operation]handler {
	return map[operation]handler{
		getGateway:                                 a.nameGateway,
		getGatewayBot:                              a.nameGateway,
		"GET /users/@me":                           func(*call) (reply, error) { return reply{200, a.d.bot.wireSelf()}, nil },
		"GET /applications/@me":                    a.application,
		"GET /oauth2/applications/@me":             a.application,
		"POST /users/@me/channels":                 a.openDM,
		"GET /guilds/{guild_id}":                   a.guild,
		"GET /guilds/{guild_id}/members/{user_id}": a.member,
		"GET /guilds/{guild_id}/roles":             a.roles,
		"GET /users/@me/guilds":                    a.myGuilds,
		"GET /channels/{channel_id}": func(c *call) (reply, error) {
			return a.inChannel(c, 0, func(ch *Channel) (reply, error) { return reply{200, ch.wire()}, nil })
		},
		modifyChannel:                                                   a.modifyChannel,
		"DELETE /channels/{channel_id}":                                 a.deleteChannel,
		"GET /guilds/{guild_id}/channels":                               a.guildChannels,
		"POST /guilds/{guild_id}/channels":                              a.createChannel,
		"POST /channels/{channel_id}/messages":                          a.createMessage,
		"GET /channels/{channel_id}/messages":                           a.listMessages,
		"GET /channels/{channel_id}/messages/{message_id}":              a.message,
		"PATCH /channels/{channel_id}/messages/{message_id}":            a.editMessage,
		"DELETE /channels/{channel_id}/messages/{message_id}":           a.deleteMessage,
		"PUT /channels/{channel_id}/messages/pins/{message_id}":         a.pin,
		"DELETE /channels/{channel_id}/messages/pins/{message_id}":      a.pin,
		"POST /channels/{channel_id}/threads":                           a.createThread,
		"POST /channels/{channel_id}/messages/{message_id}/threads":     a.createThread,
		"PUT /channels/{channel_id}/thread-members/{user_id}":           a.addThreadMember,
		"PUT /applications/{application_id}/commands":                   a.setCommands,
		"PUT /applications/{application_id}/guilds/{guild_id}/commands": a.setCommands,
		"GET /applications/{application_id}/commands":                   a.listCommands,
		"GET /applications/{application_id}/guilds/{guild_id}/commands": a.listCommands,
		"GET /applications/{application_id}/emojis":                     a.listEmoji,
		createEmoji: a.createEmoji,
		"DELETE /applications/{application_id}/emojis/{emoji_id}": a.deleteEmoji,
		answer: a.answer,
		"POST /webhooks/{webhook_id}/{webhook_token}":                         a.followUp,
		"GET /webhooks/{webhook_id}/{webhook_token}/messages/@original":       a.hook(func(_ *call, _ *Press, m *Message) (reply, error) { return reply{200, m.wire()}, nil }),
		"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original":     a.hook(a.editAnswer),
		"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}":  a.hook(a.editAnswer),
		"DELETE /webhooks/{webhook_id}/{webhook_token}/messages/@original":    a.hook(a.deleteAnswer),
		"DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": a.hook(a.deleteAnswer),
	}
}

// nameGateway names the gateway that belongs to the line of the request.
func (a *api) nameGateway(c *call) (reply, error) {
	no := 0
	if c.line != nil {
		no = c.line.no
	}
	url := "ws" + strings.TrimPrefix(a.d.server.URL, "http") + "/gateway/" + strconv.Itoa(no) + "/"
	if c.op == getGateway {
		return reply{200, map[string]any{"url": url}}, nil
	}
	return reply{200, map[string]any{"url": url, "shards": a.d.opt.Shards, "session_start_limit": map[string]any{
		"total": a.d.opt.Sessions, "remaining": max(a.d.Gateway.left(), 0), "reset_after": int(a.d.Gateway.resetAfter().Milliseconds()),
		"max_concurrency": a.d.opt.Concurrency,
	}}}, nil
}

func (a *api) application(*call) (reply, error) {
	app := map[string]any{
		"id": a.d.bot.ID, "name": a.d.bot.Name, "icon": nil, "description": "", "type": nil, "bot_public": true,
		"bot_require_code_grant": false, "bot": a.d.bot.wire(), "owner": a.d.owner.wire(), "team": nil,
		"verify_key": hex.EncodeToString(a.d.secret.Public().(ed25519.PublicKey)), "flags": 0, "flags_new": "0",
		"redirect_uris": []any{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"approximate_guild_count": len(a.d.guilds), "approximate_user_install_count": 0, "approximate_user_authorization_count": 0,
		"explicit_content_filter": 0, "eligible_oauth2_scopes": []any{},
	}
	installs := map[string]any{"0": map[string]any{}}
	if a.d.opt.ForUsers {
		installs["1"] = map[string]any{}
	}
	app["integration_types_config"] = installs
	if e := a.d.endpoint; e != nil {
		app["interactions_endpoint_url"] = e.url
	}
	return reply{200, app}, nil
}

// myGuilds lists the guilds that the bot is in (User resource, Get Current User Guilds).
func (a *api) myGuilds(*call) (reply, error) {
	out := []any{}
	for _, g := range a.d.guilds {
		if !g.without {
			out = append(out, map[string]any{
				"id": g.ID, "name": g.Name, "icon": nil, "banner": nil, "owner": false, "permissions": g.bot.String(), "features": []any{},
			})
		}
	}
	return reply{200, out}, nil
}

func (a *api) openDM(c *call) (reply, error) {
	var b struct {
		Recipient string `json:"recipient_id"`
	}
	if err := c.decode(&b); err != nil {
		return reply{}, err
	}
	u := a.d.users[b.Recipient]
	if u == nil {
		return reply{}, errUser
	}
	return reply{200, u.conversation().wire()}, nil
}

func (a *api) guild(c *call) (reply, error) {
	g := a.d.guilds[c.value("guild_id")]
	if g == nil || g.without {
		return reply{}, errGuild
	}
	return reply{200, g.wire()}, nil
}

func (a *api) member(c *call) (reply, error) {
	g, u := a.d.guilds[c.value("guild_id")], a.d.users[c.value("user_id")]
	if g == nil || g.without {
		return reply{}, errGuild
	}
	if u == nil || !slices.Contains(g.members, u) {
		return reply{}, errMember
	}
	return reply{200, u.member(g)}, nil
}

// inChannel does something in a channel in which the bot may.
func (a *api) inChannel(c *call, need Permission, do func(*Channel) (reply, error)) (reply, error) {
	ch, err := a.d.open(c.value("channel_id"), need)
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

func (a *api) createMessage(c *call) (reply, error) {
	b, err := c.parse(use{})
	if err != nil {
		return reply{}, err
	}
	need := Permission(discordgo.PermissionSendMessages)
	if len(c.files) > 0 {
		need |= discordgo.PermissionAttachFiles
	}
	return a.inChannel(c, need, func(ch *Channel) (reply, error) {
		if err := ch.takesMessages(); err != nil {
			return reply{}, err
		}
		nonce := strings.Trim(string(b.Nonce), `"`)
		if nonce == "null" {
			nonce = ""
		}
		if b.EnforceNonce && nonce == "" {
			return reply{}, wrong(errors.New("nonce: to be enforced, and missing"))
		}
		for _, m := range ch.messages {
			if b.EnforceNonce && m.nonce == nonce && a.d.now().Sub(m.at) < nonceLife {
				return reply{200, m.wire()}, nil
			}
		}
		ch.archived = false
		m := a.d.compose(ch, b, c.files)
		m.nonce = nonce
		ch.put(m)
		return reply{200, m.wire()}, nil
	})
}

func (a *api) listMessages(c *call) (reply, error) {
	return a.inChannel(c, discordgo.PermissionReadMessageHistory, func(ch *Channel) (reply, error) {
		limit := 50
		if n, err := strconv.Atoi(c.r.URL.Query().Get("limit")); err == nil {
			limit = n
		}
		after := c.r.URL.Query().Get("after")
		out := []any{}
		for _, m := range slices.Backward(ch.messages) {
			if m.ID == after {
				break
			}
			if m.For == nil && len(out) < limit {
				out = append(out, m.wire())
			}
		}
		return reply{200, out}, nil
	})
}

// inMessage does something to a message that the bot sent into a channel.
func (a *api) inMessage(c *call, need Permission, do func(*Channel, *Message) (reply, error)) (reply, error) {
	return a.inChannel(c, need, func(ch *Channel) (reply, error) {
		m := ch.find(c.value("message_id"))
		if m == nil || m.For != nil {
			return reply{}, errMessage
		}
		return do(ch, m)
	})
}

func (a *api) message(c *call) (reply, error) {
	return a.inMessage(c, discordgo.PermissionReadMessageHistory, func(_ *Channel, m *Message) (reply, error) { return reply{200, m.wire()}, nil })
}

func (a *api) editMessage(c *call) (reply, error) {
	need := Permission(0)
	if len(c.files) > 0 {
		need = discordgo.PermissionAttachFiles
	}
	return a.inMessage(c, need, func(ch *Channel, m *Message) (reply, error) {
		if err := ch.takesChanges(); err != nil {
			return reply{}, err
		}
		b, err := c.parse(use{edit: true, flags: m.flags, kept: m.Files})
		if err != nil {
			return reply{}, err
		}
		next := m.edit(b, c.files, a.d.now())
		ch.put(next)
		return reply{200, next.wire()}, nil
	})
}

func (a *api) deleteMessage(c *call) (reply, error) {
	return a.inMessage(c, 0, func(ch *Channel, m *Message) (reply, error) {
		ch.remove(m.ID)
		return reply{204, nil}, nil
	})
}

// registrable are the lists of commands of which it is known that they can be registered: the bot of each test
// registers the same.
var registrable sync.Map // of the SHA-256 of their text

func (a *api) setCommands(c *call) (reply, error) {
	if c.value("application_id") != a.d.bot.ID {
		return reply{}, errAccess
	}
	var list []Command
	if err := json.Unmarshal(c.body, &list); err != nil {
		return reply{}, wrong(err)
	}
	sum := sha256.Sum256(c.body)
	if _, known := registrable.Load(sum); !known {
		if err := CheckCommands(list); err != nil {
			return reply{}, wrong(err)
		}
		registrable.Store(sum, nil)
	}
	guild := c.value("guild_id")
	if guild != "" && !a.d.member(guild) {
		return reply{}, errAccess
	}
	for i := range list {
		list[i].ID = a.d.newMinorID()
		for _, old := range a.d.commands[guild] {
			if old.Name == list[i].Name && old.Type == max(list[i].Type, commandTyped) {
				list[i].ID = old.ID
			}
		}
		list[i].Type = max(list[i].Type, commandTyped)
	}
	a.d.commands[guild] = list
	return reply{200, a.registered(guild, true)}, nil
}

// listCommands lists what is registered: with the names in other languages only where they
// are asked for (Get Global Application Commands, with_localizations).
func (a *api) listCommands(c *call) (reply, error) {
	guild := c.value("guild_id")
	if guild != "" && !a.d.member(guild) {
		return reply{}, errAccess
	}
	return reply{200, a.registered(guild, c.r.URL.Query().Get("with_localizations") == "true")}, nil
}

// registered is what is registered in a guild, or everywhere, as Discord says it.
func (a *api) registered(guild string, words bool) []map[string]any {
	out := []map[string]any{}
	for _, c := range a.d.commands[guild] {
		if !words {
			c = c.plain()
		}
		w := map[string]any{}
		_ = json.Unmarshal(raw(c), &w) // it was JSON before
		w["application_id"], w["version"], w["nsfw"], w["default_member_permissions"] = a.d.bot.ID, c.ID, false, nil
		if p, set := permission(c.Permissions); set {
			w["default_member_permissions"] = p.String()
		}
		if guild != "" { // where they may be given is of those that are registered everywhere
			w["guild_id"], w["contexts"], w["integration_types"] = guild, nil, []int{0}
		}
		out = append(out, w)
	}
	return out
}
