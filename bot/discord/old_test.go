package discord

import (
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/engine/match"
)

// pressOn presses a button of a message from earlier.
func (s *stage) pressOn(who string, m wire.Message, label string) wire.Response {
	s.t.Helper()
	id, value, ok := find(m.Components, label)
	if !ok {
		s.t.Fatalf("there is no %s on:\n%s", label, text(m))
	}
	in := s.act(who, discordgo.InteractionMessageComponent)
	in.Path, _ = wire.ParsePath(id)
	if value != "" {
		in.Values = []string{value}
	}
	return s.handle(who, in)
}

// takes has somebody press the button of an option, or choose it in a menu, by what it answers.
func (s *stage) takes(who, option string) {
	s.t.Helper()
	m := s.shown[who]
	for _, c := range append(inside(m.Components), inside(s.board.Components)...) {
		p, err := wire.ParsePath(c.CustomID)
		if err == nil && c.Type == discordgo.ButtonComponent && p.Part(0) == "pick" && p[len(p)-1] == option {
			s.does(who, "["+c.Label+"]")
			return
		}
		for _, o := range c.Options {
			if o.Value == option {
				s.does(who, "["+inMenu(o)+"]")
				return
			}
		}
	}
	s.t.Fatalf("nothing answers %s on:\n%s", option, text(m))
}

// marching is a stage where Red is to march.
func marching(t testing.TB) *stage {
	t.Helper()
	s := newStage(t)
	s.toMarch()
	return s
}

// toMarch plays until red marches.
func (s *stage) toMarch() {
	s.t.Helper()
	for _, step := range [][2]string{
		{"ann", "/match new side:red weather:off"},
		{"ben", "/match join"},
		{"ann", "/plan plan:march"},
		{"ben", "/plan plan:hold"},
	} {
		s.command(step[0], step[1])
	}
	s.posts()
}

func TestOldButtonsShowTheOpenQuestion(t *testing.T) {
	s := marching(t)
	board := s.board
	s.command("ann", "/choose")
	panel := s.shown["ann"]
	s.pressOn("ann", board, "Stay")
	after := s.head()
	s.restart()
	for _, m := range []wire.Message{board, panel} {
		s.pressOn("ann", m, "Stay")
		got := text(s.shown["ann"])
		if !says(got, "discord.stale") || !strings.Contains(got, "what is your plan?") {
			t.Errorf("shown:\n%s", got)
		}
	}
	if s.head() != after {
		t.Error("an old button has changed the match")
	}
}

// head is the foot of what a looker-on is shown.
func (s *stage) head() string {
	lines := strings.Split(strings.TrimSpace(text(s.command("cat", "/match status").Message)), "\n")
	return lines[len(lines)-1]
}

func TestADraftThatWentOnMakesOldButtonsStale(t *testing.T) {
	s := marching(t)
	s.pressOn("ann", s.board, "Red A")
	first := s.shown["ann"]
	s.pressOn("ann", first, "Red B")
	s.pressOn("ann", first, "Red B")
	if got := text(s.shown["ann"]); !says(got, "discord.stale") || !strings.Contains(got, "+red-a +red-b go 0201") {
		t.Errorf("shown:\n%s", got)
	}
	s.pressOn("ann", s.board, "Red B") // the board begins anew
	if got := text(s.shown["ann"]); !strings.Contains(got, soFar("+red-b")) {
		t.Errorf("shown:\n%s", got)
	}
}

// TestOldWaysToEndADraftAreStale: Confirm and Back of a panel from before do nothing to
// what was put together since.
func TestOldWaysToEndADraftAreStale(t *testing.T) {
	for _, label := range []string{say("discord.button.confirm"), say("discord.button.back")} {
		s := marching(t)
		s.pressOn("ann", s.board, "Red A")
		s.press("ann", "Go")
		s.press("ann", "Ford (0201)")
		s.press("ann", "Stop")
		old := s.shown["ann"]
		if _, _, ok := find(old.Components, label); !ok {
			t.Fatalf("no %s in\n%s", label, text(old))
		}
		s.pressOn("ann", s.board, "Red B") // something else is put together
		before := s.head()
		s.pressOn("ann", old, label)
		if got := text(s.shown["ann"]); !says(got, "discord.stale") || !strings.Contains(got, soFar("+red-b")) || s.head() != before {
			t.Errorf("an old %s shows\n%s", label, got)
		}
	}
}

func TestARepeatedInteractionIsDoneOnce(t *testing.T) {
	s := marching(t)
	id, _, _ := find(s.board.Components, "Stay")
	in := s.act("ann", discordgo.InteractionMessageComponent)
	in.Path, _ = wire.ParsePath(id)
	s.handle("ann", in)
	after := s.head()
	s.handle("ann", in)
	if s.head() != after {
		t.Error("the second delivery was done again")
	}
	open := s.act("dan", discordgo.InteractionApplicationCommand)
	open.Channel = "555"
	open.Path, open.Options["side"] = wire.Path{"match", "new"}, "blue"
	first, second := s.handle("dan", open), s.handle("dan", open)
	if text(first.Message) != text(second.Message) {
		t.Errorf("the second delivery:\n%s\nthe first:\n%s", text(second.Message), text(first.Message))
	}
}

func TestButtonsRefuseOtherUsers(t *testing.T) {
	s := marching(t)
	before := s.head()
	for _, who := range []string{"ben", "cat", "mod"} {
		s.powers[who] = everything
		for _, label := range []string{"Stay", "Red A"} {
			s.pressOn(who, s.board, label)
		}
		for _, text := range []string{"/stay", "/march unit:red-a hex:0201", "/choose order:stay", "/undo"} {
			s.command(who, text)
		}
	}
	if got := s.head(); got != before {
		t.Errorf("%s, then %s", before, got)
	}
}

// TestSecretsStaySecret: what one has planned is in nothing that others are shown.
func TestSecretsStaySecret(t *testing.T) {
	s := newStage(t)
	s.command("ann", "/match new side:red weather:off")
	s.command("ben", "/match join")
	s.posts()
	s.command("ann", "/choose order:rush")
	s.command("ann", "/choose order:2")
	news, _, _ := s.posts()
	shown := append(slices.Clone(news), s.board)
	for _, who := range []string{"ben", "cat"} {
		for _, what := range []string{"/match status", "/match log", "/why decision:5", "/choose", "/dice show", "/dice luck", "/map"} {
			s.command(who, what)
			shown = append(shown, s.shown[who])
		}
	}
	for _, m := range shown {
		if got := text(m); strings.Contains(got, "2 effort.") || strings.Contains(got, "plans: rush") {
			t.Errorf("shown to others:\n%s", got)
		}
	}
}

func TestAThreadIsMadeFirst(t *testing.T) {
	s := newStage(t)
	in := s.act("ann", discordgo.InteractionApplicationCommand)
	in.Path, in.Options["thread"] = wire.Path{"match", "new"}, "yes"
	r := s.handle("ann", in)
	if r.Kind != wire.OpenThread || r.Name == "" {
		t.Fatalf("reply: %+v", r)
	}
	in.Channel, in.InThread = "777", true
	if r = s.handle("ann", in); r.Kind != wire.Say {
		t.Fatalf("in the thread: %+v", r)
	}
	if _, err := s.h.Referee.Index.LatestAt(s.t.Context(), wire.PlaceOf("777"), match.UnderWay); err != nil {
		t.Error(err)
	}
	if _, err := s.h.Referee.Index.LatestAt(s.t.Context(), wire.PlaceOf("100"), match.UnderWay); err == nil {
		t.Error("there is a match in the channel")
	}
}

func TestTrouble(t *testing.T) {
	s := marching(t)
	for reason, gone := range map[string]bool{"": false, "(10003)": true, "Blocked by *AutoMod* (200000)": false} {
		letters, err := s.h.Trouble(s.t.Context(), wire.PlaceOf("100"), gone, reason)
		s.must(err)
		if len(letters) != 2 || letters[0].To != userID("ann") || letters[1].To != userID("ben") {
			t.Errorf("letters: %+v", letters)
		}
		for _, l := range letters {
			s.checkMessage(&l.Message)
			if said := text(l.Message); !strings.Contains(said, "/match move") || strings.Contains(said, command.Plain(reason)) != !gone {
				t.Errorf("letter:\n%s", text(l.Message))
			}
		}
	}
}
