package discord

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/engine"
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

// TestServerSettingsByForm: a form has what holds. Sent as it is it changes nothing; what is chosen there takes the place of what was, what is
// emptied is forgotten; a form that is refused changes nothing, and whoever may not manage the server neither sees nor sends one.
func TestServerSettingsByForm(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.powers["olga"] = discordgo.PermissionManageGuild
	home := wire.HomeOf("1")
	fill := func(form, text string) string {
		t.Helper()
		s.acts("olga", discordgo.InteractionMessageComponent, wire.Path{"setup", "change", form}, nil)
		if s.forms["olga"] == nil {
			t.Fatalf("there is no form %s", form)
		}
		return saidTo(s.fill("olga", text))
	}
	s.command("olga", "/setup change")
	if said := saidTo(s.fill("olga", "fill")); !says(said, "discord.setup.same") || !reflect.DeepEqual(s.h.Servers.Of(home), command.Server{}) {
		t.Errorf("a form that is sent as it is chooses %+v: %s", s.h.Servers.Of(home), said)
	}
	fill("places", "fill language:fr zone:Europe/Paris leagues:300 thread:yes")
	fill("roles", "fill moderators:66 67 judge:5 6")
	got := s.h.Servers.Of(home)
	if got.Language != "fr" || got.Zone != "Europe/Paris" || got.Leagues != "300" || got.Thread != "yes" || !slices.Equal(got.Moderators, []string{"66", "67"}) || !slices.Equal(got.NamedJudges, []string{"5", "6"}) {
		t.Errorf("chosen are %+v", got)
	}
	fill("places", "fill leagues: thread:no zone:")
	fill("roles", "fill moderators:67 judge:")
	got = s.h.Servers.Of(home)
	if got.Language != "fr" || got.Zone != "" || got.Leagues != "" || got.Thread != "no" || !slices.Equal(got.Moderators, []string{"67"}) || got.NamedJudges != nil {
		t.Errorf("what was taken out is still there: %+v", got)
	}
	for form, text := range map[string]string{"places": "fill zone:Mars language:es", "roles": "fill moderators:67 1"} {
		if said := fill(form, text); !says(said, "discord.setup.no-zone") && !says(said, "discord.setup.not-everybody") || !reflect.DeepEqual(got, s.h.Servers.Of(home)) {
			t.Errorf("%s: %s", text, said)
		}
	}
	for _, kind := range []discordgo.InteractionType{discordgo.InteractionMessageComponent, discordgo.InteractionModalSubmit} {
		r := s.acts("cat", kind, wire.Path{"setup", "change", "roles"}, map[string]string{"moderators": "9"})
		if r.Kind == wire.Ask || !says(saidTo(r), "discord.setup.not-manager") || !reflect.DeepEqual(got, s.h.Servers.Of(home)) {
			t.Errorf("who does not manage the server: %+v", r)
		}
	}
}

// TestServerFormsOverTheNetwork: Discord takes the forms of the settings of a server, which then begin with what was chosen.
func TestServerFormsOverTheNetwork(t *testing.T) {
	t.Parallel()
	c := newClub(t, 7, paintNothing, toyGame, "en-US")
	anna, olga := c.people[0].user, c.guild.Member("olga", "en-US", discordgo.PermissionManageGuild)
	values := map[string]map[string]string{
		"places": {"leagues": c.guild.Channel("leagues").ID, "forum": c.guild.Forum("matches").ID, "thread": "yes"},
		"roles":  {"moderators": c.guild.Role("moderators").ID, "judges": c.guild.Role("judges").ID, "judge": anna.ID},
	}
	for round := range 2 {
		for form, chosen := range values {
			shown := olga.Slash(c.channel, "setup show").Wait().Message
			m := olga.Click(shown, wire.Path{"setup", "change", form}.CustomID()).Wait().Modal
			begins := map[string]string{}
			for _, f := range m.Fields() {
				for _, s := range f.Selected {
					begins[f.CustomID] = s.ID
				}
				if f.Checked {
					begins[f.CustomID] = "yes"
				}
			}
			if want := []map[string]string{{}, chosen}[round]; !maps.Equal(begins, want) {
				t.Errorf("%s begins with %v, not %v", form, begins, want)
			}
			olga.Submit(m, chosen).Wait()
		}
	}
}

// TestPagesByPlaces: where every hex of a map can be chosen, the pages are chosen by the places in them, and all of them can be.
func TestPagesByPlaces(t *testing.T) {
	t.Parallel()
	s := newStage(t, americaGame)
	info := s.h.Games[0]
	words, err := s.h.Library.Of(info)
	s.must(err)
	v := command.Voice{Words: words, Lang: "en"}
	var options []engine.Option
	named := map[string]string{} // hexes by the names of places
	for _, h := range info.Board.Hexes {
		options = append(options, engine.Option{ID: h.At.String(), Kind: "hex"})
		if h.Name != "" {
			named[h.At.String()] = h.Name
		}
	}
	out := &command.Card{}
	matches.Follow(v, out, matches.SpotOf("m", "p", nil), options, func(command.Voice, engine.Option) (string, *discordgo.ComponentEmoji) { return "", nil }, 0, false)
	pages := inside(out.Message(nil).Components)
	i := slices.IndexFunc(pages, func(c wire.Component) bool { return c.Placeholder == v.Say("pages") })
	if i < 0 || len(named) == 0 {
		t.Fatalf("there is no menu of pages, or the map has no names")
	}
	covered, places := 0, 0
	for _, o := range pages[i].Options {
		at, err := strconv.Atoi(o.Value)
		if err != nil || at != covered {
			t.Errorf("page %s comes where %d does", o.Value, covered)
		}
		each := 1
		if len(pages[i].Options) > 1 {
			second, _ := strconv.Atoi(pages[i].Options[1].Value)
			each = second
		}
		covered += each
		for _, option := range options[at*command.MaxOptions : min(len(options), covered*command.MaxOptions)] {
			name, is := named[option.ID]
			if !is {
				continue
			}
			places++
			if !strings.Contains(o.Label, name) && !strings.HasSuffix(o.Label, "…") {
				t.Errorf("%s is not in %q", name, o.Label)
			}
		}
	}
	if covered*command.MaxOptions < len(options) || places != len(named) {
		t.Errorf("the pages have %d of %d hexes and %d of %d places", covered*command.MaxOptions, len(options), places, len(named))
	}
}

// TestReplyByForm: a reply to a turn file is handed in by a form, too; one of which the file is gone is asked for again.
func TestReplyByForm(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.command("ann", "/match new side:red")
	path := wire.Path{"choose", s.match(), "yes"}
	r := s.acts("ann", discordgo.InteractionMessageComponent, path, nil)
	if r.Kind != wire.Ask || r.Form.Fields[0].Component.Type != wire.TypeUpload || r.Form.Fields[0].Component.CustomID != "reply" {
		t.Fatalf("the button shows %+v", r)
	}
	if r := s.acts("ann", discordgo.InteractionModalSubmit, path, map[string]string{"reply": "77"}); !says(saidTo(r), "discord.turn-unread") {
		t.Errorf("without the file: %s", saidTo(r))
	}
}
