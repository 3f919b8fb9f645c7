package discordtest

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// Begin begins a thread in a channel as a member does: in a forum it is a post.
func (c *Channel) Begin(name string) *Channel {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	kind := discordgo.ChannelTypeGuildPublicThread
	if c.kind == discordgo.ChannelTypeGuildNews {
		kind = discordgo.ChannelTypeGuildNewsThread
	}
	return c.d.addChannel(&Channel{Name: name, kind: kind, guild: c.guild, parent: c, bot: everybody})
}

// BeginPrivate begins a private thread as a member does, who brings all others and the bot
// in.
func (c *Channel) BeginPrivate(name string) *Channel {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	return c.d.addChannel(&Channel{
		Name: name, kind: discordgo.ChannelTypeGuildPrivateThread, guild: c.guild, parent: c, bot: everybody, members: slices.Clone(c.guild.members),
	})
}

// Parent is the channel that a thread is in, else the channel itself.
func (c *Channel) Parent() *Channel {
	if c.parent != nil {
		return c.parent
	}
	return c
}

// NameNow is what a channel is called now.
func (c *Channel) NameNow() string {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	return c.Name
}

// Archive archives a thread, as Discord does where nobody writes for a while: what stands
// in it cannot be changed until somebody writes again (Threads, Active & archived threads).
func (c *Channel) Archive() {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	c.archived = true
}

// Archived reports whether a thread is archived.
func (c *Channel) Archived() bool {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	return c.archived
}

// Lock locks a thread, as moderators do, or unlocks it: nobody writes in a locked one, or
// changes what they wrote, who may not manage threads (Threads, Locked threads).
func (c *Channel) Lock(locked bool) {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	c.locked = locked
}

// Locked reports whether a thread is locked.
func (c *Channel) Locked() bool {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	return c.locked
}

// MostThreads is how many threads of the guild may be active at once.
func (g *Guild) MostThreads(n int) {
	g.d.mu.Lock()
	defer g.d.mu.Unlock()
	g.most = n
}

// VisibleTo reports whether somebody sees a channel: a private thread is seen by who is in it,
// and by who manages threads (Threads, Permissions).
func (c *Channel) VisibleTo(u *User) bool {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	return c.shownTo(u)
}

// shownTo is Shows, with the lock held.
func (c *Channel) shownTo(u *User) bool {
	if c.people != nil {
		return slices.Contains(c.people, u)
	}
	return !c.Private() || u.permissions&discordgo.PermissionManageThreads != 0 || slices.Contains(c.members, u)
}

// admit brings somebody into a private thread, and reports whether they are in it. Where
// the thread is not invitable, nobody brings others in who may not manage threads (Channel
// resource, Start thread without message). The lock is held.
func (c *Channel) admit(u *User) bool {
	switch {
	case slices.Contains(c.members, u):
	case !slices.Contains(c.guild.members, u), c.closed && c.may()&discordgo.PermissionManageThreads == 0:
		return false
	default:
		c.members = append(c.members, u)
	}
	return true
}

// enter is somebody acting in a channel: their Discord takes an archived thread out of
// the archive first, as no command is heard in one (Threads, Active & archived threads).
// The lock is held.
func (c *Channel) enter(u *User) {
	if !c.shownTo(u) {
		c.d.t.Errorf("discordtest: %s does not see %s", u.Name, c.Name)
	}
	if c.archived && (!c.locked || u.permissions&discordgo.PermissionManageThreads != 0) {
		c.archived = false
	}
}

// full reports whether the guild has no room for another active thread.
func (g *Guild) full() bool {
	n := 0
	for _, c := range g.d.channels {
		if c.guild == g && c.Thread() && !c.archived && !c.deleted {
			n++
		}
	}
	return n >= g.most
}

// takesMessages refuses what cannot be posted by the bot. A message takes an archived
// thread out of the archive, for which there must be room (Channel resource, Example
// thread channel).
func (c *Channel) takesMessages() error {
	switch {
	case c.user != nil && !c.user.mutual():
		return errNoMutual
	case c.user != nil && c.user.closed:
		return errClosed
	case c.kind == discordgo.ChannelTypeGuildForum:
		return errForum
	case c.locked && c.may()&discordgo.PermissionManageThreads == 0:
		return errLocked
	case c.archived && c.guild.full():
		return errThreads
	}
	return nil
}

// takesChanges refuses edits by the bot.
func (c *Channel) takesChanges() error {
	switch {
	case c.locked && c.may()&discordgo.PermissionManageThreads == 0:
		return errLocked
	case c.archived:
		return errArchived
	}
	return nil
}

// threadKind is the kind of thread that a request asks for, and the permission that it
// needs. A private thread is under a text channel alone, one at a message under an
// announcement channel, too (Threads, Public & private threads).
func (c *Channel) threadKind(asked discordgo.ChannelType, atMessage bool) (discordgo.ChannelType, Permission, error) {
	switch {
	case c.kind == discordgo.ChannelTypeGuildNews && (atMessage || asked == discordgo.ChannelTypeGuildNewsThread):
		return discordgo.ChannelTypeGuildNewsThread, discordgo.PermissionCreatePublicThreads, nil
	case c.kind != discordgo.ChannelTypeGuildText:
		return 0, 0, errKind
	case atMessage || asked == discordgo.ChannelTypeGuildPublicThread:
		return discordgo.ChannelTypeGuildPublicThread, discordgo.PermissionCreatePublicThreads, nil
	case asked == discordgo.ChannelTypeGuildPrivateThread:
		return discordgo.ChannelTypeGuildPrivateThread, discordgo.PermissionCreatePrivateThreads, nil
	}
	return 0, 0, wrong(fmt.Errorf("type: %d is not a thread", asked))
}

func (a *api) createThread(c *call) (reply, error) {
	var b struct {
		Name      string                `json:"name"`
		Type      discordgo.ChannelType `json:"type"`
		Invitable *bool                 `json:"invitable"`
		Folds     int                   `json:"auto_archive_duration"`
	}
	if err := c.decode(&b); err != nil {
		return reply{}, err
	}
	id := c.value("message_id")
	return a.inChannel(c, 0, func(ch *Channel) (reply, error) {
		if ch.kind == discordgo.ChannelTypeGuildForum && id == "" {
			return a.createPost(c, ch)
		}
		kind, need, err := ch.threadKind(b.Type, id != "")
		if err == nil {
			_, err = a.d.open(ch.ID, need)
		}
		switch {
		case err != nil:
			return reply{}, err
		case id != "" && ch.find(id) == nil:
			return reply{}, errMessage
		case a.d.channels[id] != nil:
			return reply{}, errThread
		case ch.guild.full():
			return reply{}, errThreads
		}
		t := a.d.addChannel(&Channel{
			Name: b.Name, kind: kind, guild: ch.guild, parent: ch, bot: everybody, members: []*User{a.d.bot}, owner: a.d.bot.ID,
			closed: b.Invitable != nil && !*b.Invitable, folds: b.Folds,
		})
		if id != "" { // such a thread has the id of its message
			delete(a.d.channels, t.ID)
			t.ID = id
			a.d.channels[id] = t
		}
		return reply{http.StatusCreated, t.wire()}, nil
	})
}

func (a *api) addThreadMember(c *call) (reply, error) {
	return a.inChannel(c, discordgo.PermissionSendMessages, func(ch *Channel) (reply, error) {
		u := a.d.users[c.value("user_id")]
		switch {
		case !ch.Thread():
			return reply{}, errKind
		case ch.archived:
			return reply{}, errArchived
		case u == nil || !slices.Contains(ch.guild.members, u):
			return reply{}, errMember
		case !ch.admit(u):
			return reply{}, errPermission
		}
		return reply{http.StatusNoContent, nil}, nil
	})
}
