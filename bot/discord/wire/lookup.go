package wire

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

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
	File *Upload
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
	Permissions *uint64
	// File is what was uploaded; nil: it cannot be read.
	File []byte
}

// handled is what the handler replies to an interaction; where it wants to know something of
// Discord first, what it replies when it does.
func (x *exchange) handled(ctx context.Context) Reply {
	r := x.callHandler()
	if r.Kind != LookUp || x.found != nil {
		return r
	}
	found := x.lookUp(ctx, x.i.Guild, r.Question)
	x.found = &found
	return x.callHandler()
}

// lookUp asks Discord about a server, everything at once.
func (b *Bot) lookUp(ctx context.Context, in ID, q Question) Lookup {
	var out Lookup
	if q.File != nil {
		fetching, stop := context.WithTimeout(ctx, fetchWithin)
		defer stop()
		var err error
		if out.File, err = b.fetch(fetching, *q.File, q.Most); err != nil {
			b.Log.Warn("a file that was uploaded cannot be read", "error", err)
			out.File = nil
		}
	}
	ctx, stop := context.WithTimeout(ctx, min(lookWithin, b.Timing.Answer))
	defer stop()
	var asking sync.WaitGroup
	var roles []guildRole
	var overwrites []overwrite
	var me guildMember
	var rolesErr, channelErr, meErr, guildErr error
	var server struct {
		Owner ID `json:"owner_id"`
	}
	guild := "/guilds/" + string(in)
	if q.Roles || q.Channel != "" {
		asking.Go(func() { rolesErr = b.ask(ctx, guild+"/roles", &roles) })
	}
	if q.Channel != "" {
		asking.Go(func() { meErr = b.ask(ctx, guild+"/members/"+string(b.app), &me) })
		asking.Go(func() {
			var c struct {
				Overwrites []overwrite `json:"permission_overwrites"`
			}
			channelErr = b.ask(ctx, "/channels/"+string(q.Channel), &c)
			overwrites = c.Overwrites
		})
	}
	if q.Channel != "" && len(q.People) > 0 {
		asking.Go(func() { guildErr = b.ask(ctx, guild, &server) })
	}
	people, errs := make([]guildMember, len(q.People)), make([]error, len(q.People))
	for i, user := range q.People {
		asking.Go(func() { errs[i] = b.ask(ctx, guild+"/members/"+string(user), &people[i]) })
	}
	asking.Wait()
	known := q.Channel != "" && channelErr == nil && rolesErr == nil && guildErr == nil
	out.Sees = map[ID]bool{}
	for i, user := range q.People {
		switch {
		case rest.Refused(errs[i], rest.UnknownMember, rest.UnknownUser):
			out.Away = append(out.Away, user)
		case errs[i] == nil && known:
			may := permissionsIn(in, user, people[i].Roles, roles, overwrites)
			out.Sees[user] = user == server.Owner || may&PermissionView != 0 // who owns a server may do all
		}
	}
	if rolesErr == nil && q.Roles {
		out.Roles = map[ID]bool{}
		for _, r := range roles {
			out.Roles[r.ID] = r.Mentionable
		}
	}
	switch {
	case q.Channel == "":
	case rest.Refused(channelErr, rest.NoAccess):
		out.Permissions = new(uint64)
	case channelErr == nil && rolesErr == nil && meErr == nil:
		may := permissionsIn(in, b.app, me.Roles, roles, overwrites)
		out.Permissions = &may
	}
	return out
}

// ask asks Discord something; into may be nil.
func (b *Bot) ask(ctx context.Context, path string, into any) error {
	text, err := b.rest.Send(ctx, rest.Request{Method: http.MethodGet, Path: path})
	if err == nil && into != nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		b.Log.Warn("Discord does not answer a question about a server", "path", path, "error", err)
	}
	return err
}

// bits are permissions as Discord writes them.
type bits uint64

// UnmarshalJSON reads a number in a text.
func (b *bits) UnmarshalJSON(text []byte) error {
	var digits string
	if err := json.Unmarshal(text, &digits); err != nil {
		return err
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	*b = bits(n)
	return err
}

// guildRole, guildMember and overwrite are what permissions follow from (Permissions, Role
// object; Guild resource, Guild Member object; Channel resource, Overwrite object).
type guildRole struct {
	ID          ID   `json:"id"`
	Mentionable bool `json:"mentionable"`
	Permissions bits `json:"permissions"`
}

type guildMember struct {
	Roles []ID `json:"roles"`
}

type overwrite struct {
	ID    ID   `json:"id"` // of a role or a member
	Allow bits `json:"allow"`
	Deny  bits `json:"deny"`
}

// permissionsIn is what a member with some roles may do in a channel (Permissions, Permission
// Overwrites).
func permissionsIn(guild, member ID, holds []ID, roles []guildRole, overwrites []overwrite) uint64 {
	var may bits
	for _, r := range roles {
		if r.ID == guild || slices.Contains(holds, r.ID) { // everybody has the role with the id of the server
			may |= r.Permissions
		}
	}
	if may&permissionAdministrator != 0 {
		return ^uint64(0)
	}
	apply := func(which func(ID) bool) {
		var allow, deny bits
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
	return uint64(may)
}
