package discordtest

import (
	"fmt"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// User is a person, who acts on what the bot shows them.
type User struct {
	d           *Discord
	ID          string
	Name        string
	locale      string
	permissions Permission
	dm          *Channel
	closed      bool
	added       bool // the application, to their account
}

// addUser makes a user. The lock is held, or nobody else knows of d yet.
func (d *Discord) addUser(name, locale string) *User {
	u := &User{d: d, ID: d.newID(), Name: name, locale: locale, permissions: everybody}
	d.users[u.ID] = u
	return u
}

// Bot is the user that the bot is.
func (d *Discord) Bot() *User { return d.bot }

// DM is the direct conversation of the user with the bot.
func (u *User) DM() *Channel {
	u.d.mu.Lock()
	defer u.d.mu.Unlock()
	return u.conversation()
}

func (u *User) conversation() *Channel {
	if u.dm == nil {
		u.dm = u.d.addChannel(&Channel{Name: u.Name, kind: discordgo.ChannelTypeDM, user: u, bot: everybody})
	}
	return u.dm
}

// Close makes the user take no direct messages.
func (u *User) Close() {
	u.d.mu.Lock()
	defer u.d.mu.Unlock()
	u.closed = true
}

// Add makes the user add the application to their account: see [Options.ForUsers].
func (u *User) Add() {
	u.d.mu.Lock()
	defer u.d.mu.Unlock()
	if !u.d.opt.ForUsers {
		u.d.t.Fatalf("discordtest: %s cannot add the application to their account", u.Name)
	}
	u.added = true
}

// Open makes the user take direct messages again.
func (u *User) Open() {
	u.d.mu.Lock()
	defer u.d.mu.Unlock()
	u.closed = false
}

// Speak sets the language of the user.
func (u *User) Speak(locale string) {
	u.d.mu.Lock()
	defer u.d.mu.Unlock()
	u.locale = locale
}

func (u *User) String() string { return fmt.Sprintf("@%s", u.Name) }

func (u *User) wire() map[string]any {
	return map[string]any{
		"id": u.ID, "username": u.Name, "global_name": u.Name, "discriminator": "0", "avatar": nil,
		"bot": u == u.d.bot, "public_flags": 0, "flags": 0, "primary_guild": nil,
	}
}

// wireSelf is a user as they see themselves.
func (u *User) wireSelf() map[string]any {
	w := u.wire()
	w["mfa_enabled"], w["locale"] = true, u.locale
	return w
}

func (u *User) member(g *Guild) map[string]any {
	return map[string]any{
		"user": u.wire(), "nick": nil, "roles": g.rolesOf(u), "joined_at": stamp(u.d.now()), "deaf": false,
		"mute": false, "flags": 0, "pending": false, "avatar": nil, "banner": nil, "communication_disabled_until": nil,
		"premium_since": nil,
	}
}

// acting is a member in an interaction, with what they may do in the channel.
func (u *User) acting(g *Guild) map[string]any {
	w := u.member(g)
	w["permissions"] = u.permissions.String()
	return w
}

// partial is a member as an interaction tells of one who was chosen: without user, deaf and
// mute, and with what they may do in the channel (Receiving and Responding, Resolved Data
// Structure).
func (u *User) partial(ch *Channel) map[string]any {
	m := u.member(ch.guild)
	for _, name := range []string{"user", "deaf", "mute"} {
		delete(m, name)
	}
	may := u.permissions
	if ch.hides(u) {
		may &^= discordgo.PermissionViewChannel
	}
	m["permissions"] = may.String()
	return m
}

// mutual reports whether the user and the bot are in a guild together, or the user has added the application.
func (u *User) mutual() bool {
	if u.added {
		return true
	}
	for _, g := range u.d.guilds {
		if !g.without && slices.Contains(g.members, u) {
			return true
		}
	}
	return false
}
