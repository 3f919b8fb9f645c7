package discord

import (
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
)

// TestALeagueIsNotDecidedElsewhere: a player takes their match of a league to the server
// of an accomplice, asks the judges there, and the accomplice reads the rival's plan and
// decides the match. No step of it leads anywhere.
func TestALeagueIsNotDecidedElsewhere(t *testing.T) {
	s := &scene{stage: newStage(t), here: "100"}
	s.withRooms()
	s.powers["org"], s.powers["eve"] = discordgo.PermissionManageGuild, discordgo.PermissionManageGuild|discordgo.PermissionManageChannels
	s.openLeague(t.Context(), "ann")
	s.setPlan(t.Context())
	s.guild, s.here = "2", "300"
	s.as("ann", discordgo.InteractionApplicationCommand, wire.Path{"match", "move"}, map[string]string{"match": "$id"})
	s.as("ann", discordgo.InteractionModalSubmit, wire.Path{"appeal", string(s.id), "yes"}, map[string]string{"decisions": "5", "statement": "Help."})
	s.rooms.serve(s.stage)
	for _, way := range []wire.Path{{"case", string(s.id)}, {"rule", string(s.id), "5", string(match.Decided), "yes"}} {
		in := s.act("eve", discordgo.InteractionModalSubmit)
		in.Channel, in.Path, in.Options = s.here, way, map[string]string{"winner": "red", "reason": "So."}
		r := s.handle("eve", in)
		if read := text(r.Message); strings.Contains(read, secret) || len(r.Message.Files) > 0 {
			t.Errorf("eve reads %s %s", read, r.Message.Files)
		}
	}
	s.rooms.serve(s.stage)
	leagues, err := s.h.Club.Leagues.At(t.Context(), "discord:1")
	s.must(err)
	l, err := s.h.Club.Leagues.Look(t.Context(), leagues[0].ID)
	s.must(err)
	if r := l.Matches[0].Result; r != nil {
		t.Errorf("the league counts %+v", r)
	}
}

// TestPlayersWithPowersCannotReroll: players with power, where they play or in a server of
// theirs, take back over a roll, and put somebody else in the rival's seat.
func TestPlayersWithPowersCannotReroll(t *testing.T) {
	for where, channel := range map[wire.ID]wire.ID{"1": "100", "2": "300"} {
		s := &scene{stage: newStage(t), here: "100"}
		s.withRooms()
		s.powers["ann"] = discordgo.PermissionManageChannels
		s.command("ann", "/match new side:red rounds:2 weather:off")
		s.command("ben", "/match join")
		s.command("ann", "/plan plan:march")
		s.command("ben", "/plan plan:march")
		s.id = match.ID(s.match())
		before, err := refereetest.Current(t.Context(), s.h.Referee, s.id).Look(t.Context(), engine.Judge)
		s.must(err)
		s.guild, s.here = where, channel
		s.as("ann", discordgo.InteractionApplicationCommand, wire.Path{"match", "move"}, map[string]string{"match": "$id"})
		s.as("ann", discordgo.InteractionMessageComponent, wire.Path{"moderate", "rewind", string(s.id), "4", "yes"}, nil)
		s.as("ann", discordgo.InteractionMessageComponent, wire.Path{"moderate", "free-side", string(s.id), "blue", "yes"}, nil)
		s.as("eve", discordgo.InteractionMessageComponent, wire.Path{"match", "join", string(s.id), "blue"}, nil)
		s.as("eve", discordgo.InteractionMessageComponent, wire.Path{"match", "resign", string(s.id), "yes"}, nil)
		after, err := refereetest.Current(t.Context(), s.h.Referee, s.id).Look(t.Context(), engine.Judge)
		s.must(err)
		if after.Whole != before.Whole || !slices.Equal(after.Sitting, before.Sitting) {
			t.Errorf("from server %s: %+v, was %+v", where, after, before)
		}
		if at, err := s.store.Summary(t.Context(), s.id); err != nil || at.Place != wire.PlaceOf("100") {
			t.Errorf("from server %s it was moved to %s (%v)", where, at.Place, err)
		}
	}
}

// TestOldButtonsDoNotAcceptNewOffers: a player asks for something, takes it back and asks
// for more, before the rival presses the button under the first. It agrees to nothing;
// the button under the second does.
func TestOldButtonsDoNotAcceptNewOffers(t *testing.T) {
	t.Parallel()
	begin := func() *scene {
		s := &scene{stage: newStage(t), here: "100"}
		s.withRooms()
		s.command("ann", "/match new side:red rounds:2 weather:off")
		s.command("ben", "/match join")
		for range 2 {
			s.command("ann", "/plan plan:march")
			s.command("ben", "/plan plan:march")
		}
		s.id = match.ID(s.match())
		return s
	}
	offer := func(top, name, option string) func(s *scene, value string) wire.Path {
		return func(s *scene, value string) wire.Path {
			s.here = "100"
			s.as("ann", discordgo.InteractionApplicationCommand, wire.Path{top, name}, map[string]string{"match": "$id", option: value})
			l, err := refereetest.Current(t.Context(), s.h.Referee, s.id).Look(t.Context(), engine.Spectator)
			s.must(err)
			if l.Offer == "" {
				t.Fatalf("%s is not offered: %s", value, text(s.shown["ann"]))
			}
			v, err := matches.PublicVoice(s.h.Handlers, l)
			s.must(err)
			out := &command.Card{}
			matches.AnswersToOffer(t.Context(), s.h.Handlers, v, out, s.h.Turn(l, referee.Command{Match: s.id, Seat: "blue"}))
			return out.Rows[0].Buttons[0].Path
		}
	}
	move := func(s *scene, value string) wire.Path {
		s.here = wire.ID(value)
		s.as("ann", discordgo.InteractionApplicationCommand, wire.Path{"match", "move"}, map[string]string{"match": "$id"})
		s.here = "100"
		return wire.Path{"match", "move", string(s.id), "agree", value}
	}
	for name, x := range map[string]struct {
		ask         func(s *scene, value string) wire.Path
		first, then string
		withdraw    wire.Path
	}{
		"move":  {move, "200", "300", nil},
		"clock": {offer("clock", "set", "time"), "limit 7d then loss", "limit 1h then loss", wire.Path{"clock", "set", "$", "decline"}},
		"back":  {offer("match", "takeback", "decision"), "5", "1", wire.Path{"match", "takeback", "$", "", "refuse"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := begin()
			before := s.state(t.Context()).done
			first := x.ask(s, x.first)
			if x.withdraw != nil {
				way := slices.Clone(x.withdraw)
				way[2] = string(s.id)
				s.as("ann", discordgo.InteractionMessageComponent, way, nil)
			}
			then := x.ask(s, x.then)
			said := s.as("ben", discordgo.InteractionMessageComponent, first, nil)
			if now := s.state(t.Context()).done; now != before {
				t.Errorf("it changed\n%s\nto\n%s\nand said %s", before, now, said)
			}
			s.as("ben", discordgo.InteractionMessageComponent, then, nil)
			if now := s.state(t.Context()).done; now == before {
				t.Errorf("nothing changed: %s", text(s.shown["ben"]))
			}
		})
	}
}
