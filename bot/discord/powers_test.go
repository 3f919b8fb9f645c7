package discord

import (
	"strconv"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/club"
	"referee/bot/discord/wire"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
)

// TestRolesThatAreNoJudges has people with all kinds of roles do what judges,
// moderators and organisers alone may: who has none of the roles that were set
// may do none of it, and nobody may from a direct message.
func TestRolesThatAreNoJudges(t *testing.T) {
	const moderators, judges = "77", "88"
	s := newStage(t)
	id, asked := s.appealed()
	cases := []struct {
		name                      string
		guild                     wire.ID // "": a direct message
		roles                     []wire.ID
		power                     int64
		judge, moderate, organise bool
	}{
		{name: "no role", guild: "1"},
		{name: "another role", guild: "1", roles: []wire.ID{"55"}},
		{name: "roles whose numbers are nearly the same", guild: "1", roles: []wire.ID{"880", "8", "770", "7", ""}},
		{name: "all other powers", guild: "1", power: ^int64(discordgo.PermissionManageChannels | discordgo.PermissionManageGuild)},
		{name: "the judges' role", guild: "1", roles: []wire.ID{"55", judges}, judge: true},
		{name: "the moderators' role", guild: "1", roles: []wire.ID{moderators}, judge: true, moderate: true, organise: true},
		{name: "who manages channels", guild: "1", power: discordgo.PermissionManageChannels, judge: true, moderate: true, organise: true},
		{name: "who manages the server", guild: "1", power: discordgo.PermissionManageGuild, organise: true},
		{name: "both roles in a direct message", roles: []wire.ID{judges, moderators}},
		{name: "all powers in a direct message", power: ^int64(0)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			does := func(kind discordgo.InteractionType, way wire.Path, options map[string]string) wire.Response {
				in := s.act("eve", kind)
				in.Guild, in.Roles, in.MemberPermissions, in.Path = c.guild, c.roles, c.power, way
				if options != nil {
					in.Options = options
				}
				return s.h.Handle(t.Context(), in)
			}
			// Each shows a form or asks whether it is meant, so that nothing is done yet.
			attempts := []struct {
				what  string
				may   bool
				shown func(r wire.Response) bool
				reply wire.Response
			}{
				{"rule", c.judge, isForm, does(discordgo.InteractionMessageComponent, wire.Path{"rule", id, strconv.Itoa(asked[0].From), "stands"}, nil)},
				{"take back", c.moderate, asksWhether, does(discordgo.InteractionApplicationCommand, wire.Path{"moderate", "rewind"}, map[string]string{"match": id, "decision": "1"})},
				{"unseat", c.moderate, asksWhether, does(discordgo.InteractionApplicationCommand, wire.Path{"moderate", "free-side"}, map[string]string{"match": id, "side": "blue"})},
				{"abandon", c.moderate, asksWhether, does(discordgo.InteractionApplicationCommand, wire.Path{"moderate", "abandon"}, map[string]string{"match": id})},
				{"found a league", c.organise, showsCup, does(discordgo.InteractionApplicationCommand, wire.Path{"league", "create"}, map[string]string{"name": "Cup", "format": "ladder"})},
			}
			for _, a := range attempts {
				if a.shown(a.reply) != a.may {
					t.Errorf("%s: may %t, got kind %d: %s", a.what, a.may, a.reply.Kind, text(a.reply.Message))
				}
			}
			if !c.moderate {
				for _, forged := range []wire.Path{
					{"moderate", "rewind", id, "1", "yes"}, {"moderate", "free-side", id, "blue", "yes"}, {"moderate", "abandon", id, "yes"},
				} {
					does(discordgo.InteractionMessageComponent, forged, nil)
				}
				if l, err := refereetest.Current(t.Context(), s.h.Referee, match.ID(id)).Look(t.Context(), engine.Spectator); err != nil || len(l.Sitting) != 2 || l.Ending != nil || l.Seq != 5 {
					t.Errorf("a forged button did it: %+v, %v", l, err)
				}
			}
		})
	}
}

func isForm(r wire.Response) bool { return r.Kind == wire.Ask }

func showsCup(r wire.Response) bool { return strings.Contains(text(r.Message), "Cup") }

// asksWhether reports whether a reply is a question with a way to cancel.
func asksWhether(r wire.Response) bool { return strings.Contains(text(r.Message), "[Cancel]") }

// appealed begins a match between ann and ben, and has ben ask the judges: the match, and its
// cases.
func (s *stage) appealed() (id string, asked []club.Case) {
	s.t.Helper()
	s.withRooms()
	s.command("ann", "/match new side:red rounds:2 weather:off")
	s.command("ben", "/match join")
	s.rooms.serve(s)
	s.command("ben", "/appeal")
	s.fill("ben", "statement:She moved twice.")
	s.rooms.serve(s)
	id = s.match()
	asked, err := s.h.Club.Judges.Cases(s.t.Context(), match.ID(id))
	s.must(err)
	return id, asked
}
