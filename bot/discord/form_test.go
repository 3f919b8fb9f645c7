package discord

import (
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
)

// acts has somebody press a button or send a form.
func (s *stage) acts(who string, kind discordgo.InteractionType, path wire.Path, options map[string]string) wire.Response {
	s.t.Helper()
	in := s.act(who, kind)
	in.Path = path
	maps.Copy(in.Options, options)
	return s.handle(who, in)
}

// TestFormsKeepWhatWasTyped: a form that was refused is shown again as it was filled in, to the person who sent it, for a while. Others, and
// they afterwards, begin anew.
func TestFormsKeepWhatWasTyped(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.command("ann", "/match new side:red")
	set := wire.Path{"clock", "set", s.match(), "", "", "yes"}
	s.acts("ann", discordgo.InteractionModalSubmit, set, map[string]string{"time": "own", "own": "sundial"})
	id, _, found := find(s.shown["ann"].Components, say("discord.button.form-again"))
	again, err := wire.ParsePath(id)
	if !found || err != nil {
		t.Fatalf("the form cannot be filled in again:\n%s", text(s.shown["ann"]))
	}
	typed := func(who string) string {
		t.Helper()
		r := s.acts(who, discordgo.InteractionMessageComponent, again, nil)
		if r.Kind != wire.Ask {
			t.Fatalf("%s is shown no form: %+v", who, r)
		}
		return begins(r.Form.Fields[1].Component)
	}
	if got := typed("ann"); got != "sundial" {
		t.Errorf("the form begins with %q", got)
	}
	if got := typed("eve"); got != "" {
		t.Errorf("somebody else is shown %q", got)
	}
	s.at = s.at.Add(15 * time.Minute)
	if got := typed("ann"); got != "" {
		t.Errorf("after a quarter of an hour the form begins with %q", got)
	}
}

// TestStaleForms: a form about what is over, or that somebody else was shown, is refused, and nothing is done.
func TestStaleForms(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.command("ann", "/match new side:red rounds:2 weather:off")
	s.command("ben", "/match join")
	id := s.match()
	for _, path := range []wire.Path{{"clock", "set", id, "", "", "yes"}, {"again", "12345", "clock", "set", id}} {
		if r := s.acts("eve", discordgo.InteractionModalSubmit, path, map[string]string{"time": "2d"}); !says(text(r.Message), "referee.refuse.moderator") && !says(text(r.Message), "discord.again-gone") {
			t.Errorf("somebody who does not play sends %v: %s", path, text(r.Message))
		}
	}
	s.command("ann", "/match resign")
	s.press("ann", say("discord.button.resign"))
	for _, path := range []wire.Path{{"clock", "set", id, "", "", "yes"}, {"appeal", id}} {
		if r := s.acts("ann", discordgo.InteractionModalSubmit, path, map[string]string{"time": "2d", "statement": "No."}); !strings.Contains(text(r.Message), say("referee.refuse.over")) {
			t.Errorf("when the match is over, %v: %s", path, text(r.Message))
		}
	}
}
