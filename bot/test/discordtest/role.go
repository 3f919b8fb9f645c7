package discordtest

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Role is a role of a guild.
type Role struct {
	g           *Guild
	ID          string
	Name        string
	mentionable bool
	members     []*User
}

// Role makes a role that some members have. As in Discord, a mention of it calls nobody
// unless it is [Role.Mentionable] (Permissions, Role object).
func (g *Guild) Role(name string, members ...*User) *Role {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	r := &Role{g: g, ID: g.d.newID(), Name: name, members: members}
	g.roles = append(g.roles, r)
	return r
}

// Mentionable lets everybody mention the role, or nobody but who may mention everyone.
func (r *Role) Mentionable(may bool) {
	r.g.d.mu.Lock()
	defer r.g.d.mu.Unlock()
	r.mentionable = may
}

// Delete takes the role away from its guild.
func (r *Role) Delete() {
	r.g.d.mu.Lock()
	defer r.g.d.mu.Unlock()
	r.g.roles = slices.DeleteFunc(r.g.roles, func(other *Role) bool { return other == r })
}

// String is the role as it is mentioned in a text.
func (r *Role) String() string { return "<@&" + r.ID + ">" }

func (r *Role) wire() map[string]any {
	return map[string]any{
		"id": r.ID, "name": r.Name, "permissions": "0", "position": 1, "color": 0,
		"colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil}, //nolint:misspell // Discord spells so
		"hoist":  false, "managed": false, "mentionable": r.mentionable, "icon": nil, "unicode_emoji": nil, "flags": 0,
	}
}

// wireRoles are the roles of the guild: first that of everybody, which has the id of the guild
// (Permissions, Role object).
func (g *Guild) wireRoles() []any {
	all := (&Role{g: g, ID: g.ID, Name: "@everyone"}).wire()
	all["permissions"], all["position"] = everybody.String(), 0
	out := []any{all}
	for _, r := range g.roles {
		out = append(out, r.wire())
	}
	return out
}

// role is a role by its id; nil where there is none.
func (g *Guild) role(id string) any {
	for _, r := range g.wireRoles() {
		if r.(map[string]any)["id"] == id {
			return r
		}
	}
	return nil
}

// rolesOf lists the ids of a member's roles.
func (g *Guild) rolesOf(u *User) []string {
	out := []string{}
	for _, r := range g.roles {
		if slices.Contains(r.members, u) {
			out = append(out, r.ID)
		}
	}
	return out
}

func (a *api) roles(c *call) (reply, error) {
	g := a.d.guilds[c.value("guild_id")]
	if g == nil || g.without {
		return reply{}, errGuild
	}
	return reply{200, g.wireRoles()}, nil
}

// called lists whom a message notifies, and brings them into a private thread: people and
// members of roles who are named in the text, and whom the bot lets it call. A role calls
// nobody unless it is mentionable or the bot may mention everyone (Message resource,
// Allowed mentions object). The lock is held.
func (d *Discord) called(m *Message, allowed *mentions) []*User {
	if allowed == nil {
		return nil
	}
	parses := func(what string) bool { return allowed.Parse != nil && slices.Contains(*allowed.Parse, what) }
	text, ch := m.Text(), m.Channel
	var out []*User
	for _, u := range d.users {
		if (parses("users") || slices.Contains(allowed.Users, u.ID)) && strings.Contains(text, "<@"+u.ID+">") {
			out = append(out, u)
		}
	}
	slices.SortFunc(out, func(a, b *User) int { return compareIDs(a.ID, b.ID) })
	m.named = slices.Clone(out)
	for _, r := range ch.roles() {
		if (parses("roles") || slices.Contains(allowed.Roles, r.ID)) && strings.Contains(text, r.String()) &&
			(r.mentionable || ch.may()&discordgo.PermissionMentionEveryone != 0) {
			out = append(out, r.members...)
		}
	}
	slices.SortFunc(out, func(a, b *User) int { return compareIDs(a.ID, b.ID) })
	out = slices.Compact(out)
	if ch.Private() {
		out = slices.DeleteFunc(out, func(u *User) bool { return !ch.admit(u) })
	}
	if m.flags&discordgo.MessageFlagsSuppressNotifications != 0 {
		return nil
	}
	return out
}

// roles are the roles that can be mentioned in a channel.
func (c *Channel) roles() []*Role {
	if c.guild == nil {
		return nil
	}
	return c.guild.roles
}
