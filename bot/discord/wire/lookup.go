package wire

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
)

// lookWithin is how long Discord may take to say something that an answer depends on. A
// form cannot follow a deferral, and so must be shown before there is one.
const lookWithin = time.Second

// Question is what a handler wants to know of Discord about the server of an interaction.
type Question struct {
	Roles   bool // which roles there are
	People  []ID // who may be in the server, and see the Channel
	Channel ID   // in which the bot may do something; "": none
	// File is what was uploaded with the command and is to be read, of at most Most bytes; nil: nothing.
	File *discordgo.MessageAttachment
	Most int
}

// Lookup is what Discord says to a Question. What it did not say in time is missing: then
// nothing is known against it.
type Lookup struct {
	// Roles are the roles of the server, and whether everybody may mention them; nil: it is
	// not known.
	Roles map[ID]bool
	// Away are those of the people asked about who are not in the server.
	Away []ID
	// Sees are those of the people asked about of whom it is known whether they see the channel
	// asked about.
	Sees map[ID]bool
	// Permissions are what the bot may do in the channel asked about; nil: it is not known.
	Permissions *int64
	// File is what was uploaded; nil: it cannot be read.
	File []byte
}

// handled is what the handler replies to an interaction; where it wants to know something of
// Discord first, what it replies when it does.
func (x *exchange) handled(ctx context.Context) Reply {
	r := x.callHandler(ctx)
	if r.Kind != LookUp || x.found != nil {
		return r
	}
	found := x.lookUp(ctx, x.i.Guild, r.Question)
	x.found = &found
	return x.callHandler(ctx)
}

// lookUp asks Discord about a server, everything at once.
func (b *Bot) lookUp(ctx context.Context, in ID, q Question) Lookup {
	out := Lookup{Sees: map[ID]bool{}}
	if q.File != nil {
		out.File = b.fetchOrNil(ctx, q.File, q.Most)
	}
	a := b.askServer(ctx, in, q)
	known := q.Channel != "" && a.channelErr == nil && a.rolesErr == nil && a.serverErr == nil
	for i, user := range q.People {
		switch {
		case rest.Refused(a.peopleErr[i], discordgo.ErrCodeUnknownMember, discordgo.ErrCodeUnknownUser):
			out.Away = append(out.Away, user)
		case a.peopleErr[i] == nil && known:
			may := permissionsIn(in, user, a.people[i].Roles, a.roles, a.channel.PermissionOverwrites)
			out.Sees[user] = user == a.server.OwnerID || may&discordgo.PermissionViewChannel != 0 // who owns a server may do all
		}
	}
	if a.rolesErr == nil && q.Roles {
		out.Roles = map[ID]bool{}
		for _, r := range a.roles {
			out.Roles[r.ID] = r.Mentionable
		}
	}
	switch {
	case q.Channel == "":
	case rest.Refused(a.channelErr, discordgo.ErrCodeMissingAccess):
		out.Permissions = new(int64)
	case a.channelErr == nil && a.rolesErr == nil && a.meErr == nil:
		may := permissionsIn(in, b.app, a.me.Roles, a.roles, a.channel.PermissionOverwrites)
		out.Permissions = &may
	}
	return out
}

// serverAnswers are what Discord says of a server. What was not asked for, or has an error, is nil.
type serverAnswers struct {
	server                                 *discordgo.Guild
	roles                                  []*discordgo.Role
	channel                                *discordgo.Channel
	me                                     *discordgo.Member
	people                                 []*discordgo.Member
	serverErr, rolesErr, channelErr, meErr error
	peopleErr                              []error
}

// askServer asks Discord what a question needs to know of a server.
func (b *Bot) askServer(ctx context.Context, in ID, q Question) (a serverAnswers) {
	ctx, stop := context.WithTimeout(ctx, min(lookWithin, b.Timing.Answer))
	defer stop()
	var asking sync.WaitGroup
	if q.Roles || q.Channel != "" {
		asking.Go(func() { a.roles, a.rolesErr = b.rest.For(ctx).GuildRoles(in) })
	}
	if q.Channel != "" {
		asking.Go(func() { a.me, a.meErr = b.rest.For(ctx).GuildMember(in, b.app) })
		asking.Go(func() { a.channel, a.channelErr = b.rest.For(ctx).Channel(q.Channel) })
	}
	if q.Channel != "" && len(q.People) > 0 {
		asking.Go(func() { a.server, a.serverErr = b.rest.For(ctx).Guild(in) })
	}
	a.people, a.peopleErr = make([]*discordgo.Member, len(q.People)), make([]error, len(q.People))
	for i, user := range q.People {
		asking.Go(func() { a.people[i], a.peopleErr[i] = b.rest.For(ctx).GuildMember(in, user) })
	}
	asking.Wait()
	for _, err := range append([]error{a.serverErr, a.rolesErr, a.channelErr, a.meErr}, a.peopleErr...) {
		if err != nil {
			b.Log.Warn("Discord does not answer a question about a server", "error", err)
		}
	}
	return a
}

// permissionsIn is what a member with some roles may do in a channel (Permissions, Permission Overwrites). discordgo's
// own sum needs all of it in its State, and leaves an administrator without threads.
func permissionsIn(guild, member ID, holds []ID, roles []*discordgo.Role, overwrites []*discordgo.PermissionOverwrite) int64 {
	var may int64
	for _, r := range roles {
		if r.ID == guild || slices.Contains(holds, r.ID) { // everybody has the role with the id of the server
			may |= r.Permissions
		}
	}
	if may&discordgo.PermissionAdministrator != 0 {
		return ^0
	}
	apply := func(which func(ID) bool) {
		var allow, deny int64
		for _, o := range overwrites {
			if which(o.ID) {
				allow, deny = allow|o.Allow, deny|o.Deny
			}
		}
		may = may&^deny | allow
	}
	apply(func(id ID) bool { return id == guild })
	apply(func(id ID) bool { return slices.Contains(holds, id) })
	apply(func(id ID) bool { return id == member })
	return may
}
