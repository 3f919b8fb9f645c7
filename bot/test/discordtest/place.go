package discordtest

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Permission is a set of what somebody may do somewhere, in Discord's bits.
type Permission uint64

// everybody is what members and the bot may do, unless it is said otherwise.
const everybody Permission = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles | discordgo.PermissionReadMessageHistory | discordgo.PermissionUseApplicationCommands |
	discordgo.PermissionCreatePublicThreads | discordgo.PermissionCreatePrivateThreads | discordgo.PermissionSendMessagesInThreads

func (p Permission) String() string { return strconv.FormatUint(uint64(p), 10) }

// Guild is a server, of which the bot is a member.
type Guild struct {
	d        *Discord
	ID       string
	Name     string
	locale   string
	members  []*User
	roles    []*Role
	most     int        // threads that may be active at once
	without  bool       // the bot was removed
	bot      Permission // what the bot may in all of it, where its channels say nothing else
	unhidden []string   // commands that are shown to everybody
	owner    *User
	system   *Channel  // where Discord itself posts; nil: nowhere
	joined   time.Time // when the bot was added
}

// Channel is a channel of a guild, a thread or a direct conversation.
type Channel struct {
	d        *Discord
	ID       string
	Name     string
	kind     discordgo.ChannelType
	guild    *Guild
	parent   *Channel
	user     *User   // of a direct conversation with the bot
	people   []*User // of one without it
	bot      Permission
	messages []*Message
	pinned   []string // the messages that are, by id
	deleted  bool
	topic    string

	// Of threads:
	archived bool
	locked   bool
	members  []*User  // who is in it
	closed   bool     // only who manages threads brings others in: it is not invitable
	hidden   []*User  // from whom
	owner    string   // who began it; "": a member
	applied  []string // the tags of a post, by id
	renamed  []time.Time
	folds    int // minutes without a message until it is archived; 0: a day

	// Of forums:
	tags       []*Tag
	requireTag bool // posts must have a tag
}

// Guild makes a guild with the bot in it.
func (d *Discord) Guild(name string) *Guild {
	d.mu.Lock()
	defer d.mu.Unlock()
	g := &Guild{d: d, ID: d.newID(), Name: name, locale: "en-US", members: []*User{d.bot}, bot: everybody, owner: d.bot, joined: d.now(), most: 1000}
	d.guilds[g.ID] = g
	d.Gateway.dispatch(dispatch{guild: g.ID, kind: "GUILD_CREATE", data: g.joins()})
	return g
}

// Uninvited makes a guild without the bot, which Readd brings into it. locale is its own.
func (d *Discord) Uninvited(name, locale string) *Guild {
	d.mu.Lock()
	defer d.mu.Unlock()
	g := &Guild{d: d, ID: d.newID(), Name: name, locale: locale, bot: everybody, owner: d.bot, without: true, most: 1000}
	d.guilds[g.ID] = g
	return g
}

// Group makes a conversation of people that the bot is not in.
func (d *Discord) Group(name string, people ...*User) *Channel {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.addChannel(&Channel{Name: name, kind: discordgo.ChannelTypeGroupDM, people: people, bot: everybody})
}

// Own makes somebody the owner of the guild, and a channel the one in which Discord itself
// posts; nil: none.
func (g *Guild) Own(u *User, system *Channel) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	g.owner, g.system = u, system
}

// Permit sets what the bot may in all of the guild. Channels keep what they have of their own.
func (g *Guild) Permit(p Permission) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	g.bot = p
}

// Channel makes a text channel, in which the bot may do what everybody may.
func (g *Guild) Channel(name string) *Channel { return g.channel(name, discordgo.ChannelTypeGuildText) }

// Announcement makes an announcement channel.
func (g *Guild) Announcement(name string) *Channel {
	return g.channel(name, discordgo.ChannelTypeGuildNews)
}

// Forum makes a forum, which holds nothing but threads.
func (g *Guild) Forum(name string) *Channel { return g.channel(name, discordgo.ChannelTypeGuildForum) }

// Voice makes a voice channel, in which people write as well.
func (g *Guild) Voice(name string) *Channel { return g.channel(name, discordgo.ChannelTypeGuildVoice) }

// Stage makes a stage, in which people write as well.
func (g *Guild) Stage(name string) *Channel {
	return g.channel(name, discordgo.ChannelTypeGuildStageVoice)
}

func (g *Guild) channel(name string, kind discordgo.ChannelType) *Channel {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	return g.d.addChannel(&Channel{Name: name, kind: kind, guild: g, bot: everybody})
}

// Member makes a person who is a member. locale is their language, "fr", and
// more what they may do beside what everybody may.
func (g *Guild) Member(name, locale string, more ...Permission) *User {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	u := g.d.addUser(name, locale)
	for _, p := range more {
		u.permissions |= p
	}
	g.members = append(g.members, u)
	return u
}

// Leave takes a member out of the guild.
func (g *Guild) Leave(u *User) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	g.members = slices.DeleteFunc(g.members, func(m *User) bool { return m == u })
	g.d.Gateway.dispatch(dispatch{guild: g.ID, kind: "GUILD_MEMBER_REMOVE", data: map[string]any{"guild_id": g.ID, "user": u.wire()}})
}

// Enter brings somebody into the guild, as a member who was one elsewhere or
// before.
func (g *Guild) Enter(u *User) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	if !slices.Contains(g.members, u) {
		g.members = append(g.members, u)
	}
}

// Unhide has a command shown to every member, whatever they are permitted, as who manages
// the guild can set it (Application Commands, "Permissions").
func (g *Guild) Unhide(command string) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	g.unhidden = append(g.unhidden, command)
}

// Remove removes the bot from the guild, and what is registered there; Readd brings it back.
func (g *Guild) Remove() {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	g.without = true
	delete(g.d.commands, g.ID) // they are gone with the bot
	g.d.Gateway.dispatch(dispatch{guild: g.ID, kind: "GUILD_DELETE", data: map[string]any{"id": g.ID}})
}

// Readd brings the bot back into the guild.
func (g *Guild) Readd() {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	g.without, g.joined = false, g.d.now()
	if !slices.Contains(g.members, g.d.bot) {
		g.members = append(g.members, g.d.bot)
	}
	g.d.Gateway.dispatch(dispatch{guild: g.ID, kind: "GUILD_CREATE", data: g.joins()})
	g.d.authorized(g)
}

// Allow gives the bot permissions in a channel.
func (c *Channel) Allow(p Permission) {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	c.bot |= p
}

// Deny takes permissions of the bot in a channel away.
func (c *Channel) Deny(p Permission) {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	c.bot &^= p
}

// Hide hides a channel, with its threads, from a member.
func (c *Channel) Hide(from *User) {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	c.hidden = append(c.hidden, from)
}

// hides reports whether a channel is hidden from a member; the lock is held.
func (c *Channel) hides(from *User) bool {
	if c.parent != nil {
		c = c.parent
	}
	return slices.Contains(c.hidden, from)
}

// Delete deletes a channel with all that is in it.
func (c *Channel) Delete() {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	c.delete()
}

// delete is Delete, with the lock held.
func (c *Channel) delete() {
	c.deleted = true
	kind, data := "CHANNEL_DELETE", c.wire()
	if c.Thread() { // of which less is said (Gateway Events, Thread Delete)
		kind, data = "THREAD_DELETE", map[string]any{"id": c.ID, "guild_id": c.guild.ID, "parent_id": c.parent.ID, "type": c.kind}
	}
	c.d.Gateway.dispatch(dispatch{guild: c.guildID(), kind: kind, data: data})
	c.d.touch()
}

// DeleteMessage deletes a message.
func (c *Channel) DeleteMessage(m *Message) {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	c.remove(m.ID)
	c.d.touch()
}

// Threads lists the threads of a channel.
func (c *Channel) Threads() []*Channel {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	var out []*Channel
	for _, t := range c.d.channels {
		if t.parent == c && !t.deleted {
			out = append(out, t)
		}
	}
	slices.SortFunc(out, func(a, b *Channel) int { return compareIDs(a.ID, b.ID) })
	return out
}

// Thread reports whether it is a thread.
func (c *Channel) Thread() bool {
	return c.kind >= discordgo.ChannelTypeGuildNewsThread && c.kind <= discordgo.ChannelTypeGuildPrivateThread
}

// Private reports whether only its members see it.
func (c *Channel) Private() bool { return c.kind == discordgo.ChannelTypeGuildPrivateThread }

// guildChannels lists the channels of a guild, without its threads (Guild resource, Get Guild Channels).
func (a *api) guildChannels(c *call) (reply, error) {
	g := a.d.guilds[c.value("guild_id")]
	if g == nil || g.without {
		return reply{}, errGuild
	}
	out := []any{}
	for _, ch := range a.d.channels {
		if ch.guild == g && !ch.deleted && !ch.Thread() {
			out = append(out, ch.wire())
		}
	}
	return reply{200, out}, nil
}

// createChannel makes a text channel or a forum, in which the bot may do what it may in the guild (Guild resource, Create Guild Channel).
func (a *api) createChannel(c *call) (reply, error) {
	var b struct {
		Name  string                `json:"name"`
		Topic string                `json:"topic"`
		Type  discordgo.ChannelType `json:"type"`
	}
	if err := c.decode(&b); err != nil {
		return reply{}, err
	}
	g := a.d.guilds[c.value("guild_id")]
	switch {
	case g == nil || g.without:
		return reply{}, errGuild
	case g.bot&discordgo.PermissionManageChannels == 0:
		return reply{}, errPermission
	case b.Type != discordgo.ChannelTypeGuildText && b.Type != discordgo.ChannelTypeGuildForum:
		return reply{}, wrong(fmt.Errorf("type: channels of type %d are not known here", b.Type))
	}
	ch := a.d.addChannel(&Channel{Name: b.Name, kind: b.Type, guild: g, bot: g.bot, topic: b.Topic})
	a.d.Gateway.dispatch(dispatch{guild: g.ID, kind: "CHANNEL_CREATE", data: ch.wire()})
	return reply{http.StatusCreated, ch.wire()}, nil
}

// deleteChannel deletes a channel or a thread (Channel resource, Delete/Close Channel).
func (a *api) deleteChannel(c *call) (reply, error) {
	return a.inChannel(c, 0, func(ch *Channel) (reply, error) {
		need := Permission(discordgo.PermissionManageChannels)
		if ch.Thread() {
			need = discordgo.PermissionManageThreads
		}
		if ch.may()&need == 0 {
			return reply{}, errPermission
		}
		was := ch.wire()
		ch.delete()
		return reply{http.StatusOK, was}, nil
	})
}

// Channels lists the channels of the guild, oldest first, without its threads.
func (g *Guild) Channels() []*Channel {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	var out []*Channel
	for _, ch := range g.d.channels {
		if ch.guild == g && !ch.deleted && !ch.Thread() {
			out = append(out, ch)
		}
	}
	slices.SortFunc(out, func(a, b *Channel) int { return compareIDs(a.ID, b.ID) })
	return out
}

// addChannel gives a channel its id. The lock is held.
func (d *Discord) addChannel(c *Channel) *Channel {
	c.d, c.ID = d, d.newID()
	d.channels[c.ID] = c
	return c
}

// guildID is the guild of a channel, "" for a direct conversation.
func (c *Channel) guildID() string {
	if c.guild == nil {
		return ""
	}
	return c.guild.ID
}

// open finds a channel in which the bot may do something.
func (d *Discord) open(id string, need Permission) (*Channel, error) {
	c := d.channels[id]
	if c == nil || c.deleted || c.parent != nil && c.parent.deleted {
		return nil, errChannel
	}
	if c.people != nil {
		return nil, errAccess
	}
	if c.guild == nil {
		return c, nil
	}
	if c.guild.without || c.may()&discordgo.PermissionViewChannel == 0 || c.Private() && c.may()&discordgo.PermissionManageThreads == 0 && !slices.Contains(c.members, d.bot) {
		return nil, errAccess
	}
	if c.Thread() && need&discordgo.PermissionSendMessages != 0 {
		need = need&^discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads
	}
	if need&^c.may() != 0 {
		return nil, errPermission
	}
	return c, nil
}

// may is what the bot may do in a channel; in a thread what it may in its channel.
func (c *Channel) may() Permission {
	if c.parent != nil {
		return c.parent.bot & c.bot
	}
	return c.bot
}

func compareIDs(a, b string) int {
	return cmp.Or(len(a)-len(b), strings.Compare(a, b))
}

// wire is the guild as a request for it is answered.
func (g *Guild) wire() map[string]any {
	var system any // null: there is none
	if g.system != nil {
		system = g.system.ID
	}
	return map[string]any{
		"id": g.ID, "name": g.Name, "icon": nil, "description": nil, "home_header": nil, "splash": nil, "discovery_splash": nil,
		"features": []any{}, "banner": nil, "owner_id": g.owner.ID, "application_id": nil, "region": "deprecated",
		"afk_channel_id": nil, "afk_timeout": 300, "system_channel_id": system, "system_channel_flags": 0, "widget_enabled": false,
		"widget_channel_id": nil, "verification_level": 0, "roles": g.wireRoles(), "default_message_notifications": 0, "mfa_level": 0,
		"explicit_content_filter": 0, "max_presences": nil, "max_members": 25000000, "max_stage_video_channel_users": 50,
		"max_video_channel_users": 25, "vanity_url_code": nil, "premium_tier": 0, "premium_subscription_count": 0,
		"preferred_locale": g.locale, "rules_channel_id": nil, "safety_alerts_channel_id": nil, "public_updates_channel_id": nil,
		"premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0, "emojis": []any{}, "stickers": []any{}, "incidents_data": nil,
	}
}

// joins is the guild as an event tells of it (Gateway Events, Guild Create).
func (g *Guild) joins() map[string]any {
	channels, threads := []any{}, []any{}
	for _, c := range g.d.channels {
		switch {
		case c.guild != g || c.deleted:
		case c.Thread():
			threads = append(threads, c.wire())
		default:
			channels = append(channels, c.wire())
		}
	}
	w := g.wire()
	w["joined_at"], w["large"], w["unavailable"], w["member_count"] = stamp(g.joined), false, false, len(g.members)
	w["members"], w["channels"], w["threads"] = []any{g.d.bot.member(g)}, channels, threads
	return w
}

func (c *Channel) wire() map[string]any {
	w := map[string]any{"id": c.ID, "type": c.kind, "flags": 0}
	switch {
	case c.kind == discordgo.ChannelTypeDM:
		w["recipients"] = []any{c.user.wire()}
		return w
	case c.people != nil:
		recipients := []any{}
		for _, u := range c.people {
			recipients = append(recipients, u.wire())
		}
		w["recipients"], w["name"], w["icon"], w["owner_id"] = recipients, c.Name, nil, c.people[0].ID
		return w
	case c.Thread():
		w["parent_id"], w["owner_id"] = c.parent.ID, cmp.Or(c.owner, c.guild.ID)
		if c.parent.kind == discordgo.ChannelTypeGuildForum {
			w["applied_tags"] = append([]string{}, c.applied...)
		}
		w["thread_metadata"] = map[string]any{
			"archived": c.archived, "auto_archive_duration": cmp.Or(c.folds, 1440), "locked": c.locked,
			"archive_timestamp": stamp(c.d.now()), "invitable": !c.closed,
		}
		w["message_count"], w["total_message_sent"], w["member_count"] = len(c.messages), len(c.messages), len(c.members)
	default:
		w["permission_overwrites"], w["position"], w["topic"] = c.overwrites(), 0, orNull(c.topic)
	}
	if c.kind == discordgo.ChannelTypeGuildForum {
		tags := []any{}
		for _, t := range c.tags {
			tags = append(tags, t.wire())
		}
		w["available_tags"] = tags
		if c.requireTag {
			w["flags"] = 1 << 4
		}
	}
	w["guild_id"], w["name"] = c.guild.ID, c.Name
	return w
}

// overwrites are what the bot may do in the channel beside or against what everybody may, and
// from whom it is hidden
// (Channel resource, Overwrite object).
func (c *Channel) overwrites() []any {
	out := []any{}
	if c.bot != everybody {
		out = append(out, map[string]any{"id": c.d.bot.ID, "type": 1, "allow": (c.bot &^ everybody).String(), "deny": (everybody &^ c.bot).String()})
	}
	for _, u := range c.hidden {
		out = append(out, map[string]any{"id": u.ID, "type": 1, "allow": "0", "deny": Permission(discordgo.PermissionViewChannel).String()})
	}
	return out
}
