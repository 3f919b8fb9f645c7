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
	// Write is sent to people first: whether they take direct messages is then known, see [Clocks].
	Write []DirectMessage
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
func (x *exchange) handled(ctx context.Context) Response {
	r := x.callHandler(ctx)
	if r.Kind != LookUp || x.found != nil {
		return r
	}
	for _, m := range r.Question.Write {
		if err := x.sender.sendDM(ctx, m, nonce("asked", x.i.ID, m.To)); err != nil {
			x.Log.Warn("cannot write to a player", "error", err)
		}
	}
	found := x.lookUp(ctx, x.i.Guild, r.Question)
	x.found = &found
	return x.callHandler(ctx)
}

// lookUp asks Discord about a server, everything at once.
func (b *Bot) lookUp(ctx context.Context, in ID, q Question) Lookup {
	out := Lookup{Sees: map[ID]bool{}}
	if q.File != nil {
		text, err := b.fetch(ctx, q.File, q.Most)
		if err != nil {
			b.Log.Warn("a file that was uploaded cannot be read", "error", err)
		} else {
			out.File = text
		}
	}
	a := b.askServer(ctx, in, q)
	if a.guildErr == nil && q.Roles {
		out.Roles = map[ID]bool{}
		for _, r := range a.guild.Roles {
			out.Roles[r.ID] = r.Mentionable
		}
	}
	known := q.Channel != "" && a.guildErr == nil && a.channelErr == nil
	for i, user := range a.users {
		switch err := a.memberErrs[i]; {
		case rest.Refused(err, discordgo.ErrCodeUnknownMember, discordgo.ErrCodeUnknownUser):
			out.Away = append(out.Away, user)
		case err != nil || !known:
		case i == len(q.People):
			out.Permissions = new(permissionsIn(a.guild, a.channel, user, a.members[i].Roles))
		default:
			may := permissionsIn(a.guild, a.channel, user, a.members[i].Roles)
			out.Sees[user] = user == a.guild.OwnerID || may&discordgo.PermissionViewChannel != 0 // the owner of a server may do all
		}
	}
	if rest.Refused(a.channelErr, discordgo.ErrCodeMissingAccess) {
		out.Permissions = new(int64)
	}
	return out
}

// serverAnswers are what Discord says of a server and of some users there. What was not asked for is nil, and so is its error.
type serverAnswers struct {
	guild                *discordgo.Guild
	channel              *discordgo.Channel
	guildErr, channelErr error
	users                []ID // the last of them the bot, where its channel is asked about
	members              []*discordgo.Member
	memberErrs           []error
}

// askServer asks Discord what a question needs to know of a server.
func (b *Bot) askServer(ctx context.Context, in ID, q Question) serverAnswers {
	ctx, stop := context.WithTimeout(ctx, min(lookWithin, b.Timing.Answer))
	defer stop()
	a := serverAnswers{users: slices.Clone(q.People)}
	var asking sync.WaitGroup
	if q.Roles || q.Channel != "" {
		asking.Go(func() { a.guild, a.guildErr = b.rest.For(ctx).Guild(in) })
	}
	if q.Channel != "" {
		a.users = append(a.users, b.app)
		asking.Go(func() { a.channel, a.channelErr = b.rest.For(ctx).Channel(q.Channel) })
	}
	a.members, a.memberErrs = make([]*discordgo.Member, len(a.users)), make([]error, len(a.users))
	for i, user := range a.users {
		asking.Go(func() { a.members[i], a.memberErrs[i] = b.rest.For(ctx).GuildMember(in, user) })
	}
	asking.Wait()
	for _, err := range append(a.memberErrs, a.guildErr, a.channelErr) {
		if err != nil {
			b.Log.Warn("Discord does not answer a question about a server", "error", err)
		}
	}
	return a
}

// permissionsIn returns what a member with some roles may do in a channel (Permissions, "Permission Overwrites"). It completes
// discordgo's sum, which leaves an administrator without threads.
func permissionsIn(guild *discordgo.Guild, channel *discordgo.Channel, member ID, roles []ID) int64 {
	s := discordgo.NewState()
	_ = s.GuildAdd(&discordgo.Guild{
		ID: guild.ID, Roles: guild.Roles,
		Channels: []*discordgo.Channel{{ID: channel.ID, GuildID: guild.ID, PermissionOverwrites: channel.PermissionOverwrites}},
		Members:  []*discordgo.Member{{User: &discordgo.User{ID: member}, Roles: roles}},
	})
	may, _ := s.UserChannelPermissions(member, channel.ID) // all of it is there
	if may&discordgo.PermissionAdministrator != 0 {
		return ^0
	}
	return may
}
