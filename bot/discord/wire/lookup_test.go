package wire

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/test/discordtest"
)

// TestPermissionsInAChannel follows the hierarchy of Permissions, "Permission Overwrites".
func TestPermissionsInAChannel(t *testing.T) {
	const guild, me, mine, other = ID("1"), ID("9"), ID("5"), ID("6")

	for name, c := range map[string]struct {
		holds      []ID
		more       int64 // of the role that the bot holds
		overwrites []*discordgo.PermissionOverwrite
		want       int64
	}{
		"everybody":                         {want: 1 << 1},
		"a role adds":                       {holds: []ID{mine}, want: 1<<1 | 1<<2},
		"everybody is denied":               {overwrites: []*discordgo.PermissionOverwrite{{ID: guild, Deny: 1 << 1}}},
		"a role is allowed what others not": {holds: []ID{mine}, overwrites: []*discordgo.PermissionOverwrite{{ID: mine, Allow: 1 << 1}, {ID: guild, Deny: 1 << 1}}, want: 1<<1 | 1<<2},
		"another's role is no matter":       {overwrites: []*discordgo.PermissionOverwrite{{ID: other, Allow: 1 << 7, Deny: 1 << 1}}, want: 1 << 1},
		"the member comes last": {
			holds: []ID{mine}, overwrites: []*discordgo.PermissionOverwrite{{ID: me, Type: discordgo.PermissionOverwriteTypeMember, Deny: 1 << 2, Allow: 1 << 4}, {ID: mine, Allow: 1 << 2, Deny: 1 << 4}}, want: 1<<1 | 1<<4,
		},
		"an administrator": {holds: []ID{mine}, more: discordgo.PermissionAdministrator, overwrites: []*discordgo.PermissionOverwrite{{ID: me, Type: discordgo.PermissionOverwriteTypeMember, Deny: 1 << 1}}, want: ^0},
	} {
		all := []*discordgo.Role{{ID: guild, Permissions: 1 << 1}, {ID: mine, Permissions: 1<<2 | c.more}, {ID: other, Permissions: 1 << 5}}
		if got := permissionsIn(&discordgo.Guild{ID: guild, Roles: all}, &discordgo.Channel{ID: "2", PermissionOverwrites: c.overwrites}, me, c.holds); got != c.want {
			t.Errorf("%s: %b, want %b", name, got, c.want)
		}
	}
}

// TestAHandlerLooksUp: it is told what Discord says, and once: who asks again hears that this
// is a fault. What is not said in time is missing.
func TestAHandlerLooksUp(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	var greedy atomic.Bool
	var got atomic.Pointer[Lookup]
	var question Question
	n := start(t, discordtest.New(t, patient), &player{defers: Deferral{Private: true}, handle: func(i Interaction) Response {
		if i.Found == nil || greedy.Load() {
			asked.Add(1)
			return Response{Kind: LookUp, Question: question}
		}
		got.Store(i.Found)
		return Response{Kind: Say, Private: true, Message: says("here")}
	}}, nil)
	loud, still, gone := n.club.Role("loud"), n.club.Role("still"), n.club.Member("gone", "fr")
	loud.Mentionable(true)
	n.club.Leave(gone)
	hall := n.club.Channel("hall")
	hall.Deny(discordgo.PermissionSendMessages)
	question = Question{Roles: true, People: []ID{ID(n.anna.ID), ID(gone.ID)}, Channel: ID(hall.ID)}
	answer := func() Lookup {
		t.Helper()
		if s := n.anna.Slash(n.ch, "go").Wait(); s.Message == nil || s.Message.Text() != "here" {
			t.Fatalf("%+v", s)
		}
		return *got.Load()
	}
	found := answer()
	if !found.Roles[ID(loud.ID)] || found.Roles[ID(still.ID)] || len(found.Roles) != 3 || !slices.Equal(found.Away, []ID{ID(gone.ID)}) || asked.Load() != 1 {
		t.Errorf("%+v, asked %d times", found, asked.Load())
	}
	if may := found.Permissions; may == nil || *may&discordgo.PermissionViewChannel == 0 || *may&discordgo.PermissionSendMessages != 0 {
		t.Errorf("in the hall: %v", may)
	}
	if len(found.Sees) != 1 || !found.Sees[ID(n.anna.ID)] {
		t.Errorf("who sees the hall: %v", found.Sees)
	}
	hall.Hide(n.anna)
	if sees, known := answer().Sees[ID(n.anna.ID)]; sees || !known {
		t.Errorf("anna sees a hall that is hidden from her: %t, known: %t", sees, known)
	}
	n.club.Own(n.anna, n.ch)
	if !answer().Sees[ID(n.anna.ID)] {
		t.Error("who owns the server does not see the hall")
	}
	hall.Deny(discordgo.PermissionViewChannel)
	if may := answer().Permissions; may == nil || *may != 0 {
		t.Errorf("in a hidden channel: %v", may)
	}
	n.d.Refuse(func(q discordtest.Request) bool { return strings.HasPrefix(q.Path, "/guilds/") }, 502, 0)
	hall.Allow(discordgo.PermissionViewChannel)
	began := time.Now()
	if found := answer(); found.Roles != nil || found.Away != nil || len(found.Sees) > 0 || found.Permissions != nil {
		t.Errorf("while Discord does not answer: %+v after %v", found, time.Since(began))
	}
	n.d.Refuse(nil, 0, 0)
	greedy.Store(true)
	if s := n.anna.Slash(n.ch, "go").Wait(); s.Message == nil || s.Message.Text() != "refused" {
		t.Errorf("who asks again: %+v", s)
	}
}
