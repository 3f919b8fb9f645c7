package discord

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
)

// barOf is the colour of the bar beside a message; -1 where it has none. It fails where the
// message does not stand in one box.
func barOf(t *testing.T, m wire.Message) int {
	t.Helper()
	if len(m.Components) != 1 || m.Components[0].Type != discordgo.ContainerComponent {
		t.Fatalf("it does not stand in a box:\n%s", text(m))
	}
	if a := m.Components[0].Accent; a != nil {
		return *a
	}
	return -1
}

// TestBoardsAndPanelsHaveTheColourOfTheSideToAct: the colour is that of its pieces, and there
// is none where nobody is to act, or both are.
func TestBoardsAndPanelsHaveTheColourOfTheSideToAct(t *testing.T) {
	const none = -1
	red, blue := 0xe09a86, 0x94b4da // of their counters
	s := newStage(t)
	for _, step := range []struct {
		who, does    string
		board, panel int
	}{
		{"ann", "/match new side:red weather:off", none, none},
		{"ben", "/match join", none, none},      // both plan
		{"ann", "/plan plan:march", blue, blue}, // Ben plans
		{"ben", "/plan plan:hold", red, red},    // Ann marches
		{"ben", "/choose", red, red},            // and Ben sees it
		{"ann", "[Red A]", red, red},            // half built
		{"ann", "/match resign", red, none},     // is confirmed
		{"ann", "[Resign]", none, none},         // over
	} {
		if label := step.does; label[0] == '[' {
			s.press(step.who, label[1:len(label)-1])
		} else {
			s.command(step.who, step.does)
		}
		s.posts()
		if got := barOf(t, s.board); got != step.board {
			t.Errorf("after %s the board has the colour %x, want %x:\n%s", step.does, got, step.board, text(s.board))
		}
		if step.does == "/match resign" || step.does == "[Resign]" {
			continue // no panel
		}
		s.command(step.who, "/choose")
		if got := barOf(t, s.shown[step.who]); got != step.panel {
			t.Errorf("after %s the panel has the colour %x, want %x:\n%s", step.does, got, step.panel, text(s.shown[step.who]))
		}
	}
}

// TestRestoredMatchHasNoColour: after a backup was put into use, no side is to act.
func TestRestoredMatchHasNoColour(t *testing.T) {
	s := newStage(t)
	s.toMarch()
	if got := barOf(t, s.board); got < 0 {
		t.Fatal("no colour before that")
	}
	s.backup()
	s.restore()
	s.posts()
	s.command("ann", "/choose")
	for _, m := range []wire.Message{s.board, s.shown["ann"]} {
		if got := barOf(t, m); got >= 0 {
			t.Errorf("it has the colour %x:\n%s", got, text(m))
		}
	}
}
