package describe

import (
	"fmt"
	"strings"
	"testing"

	"referee/engine"
)

// TestStory: what is drawn and where units move is listed, what follows an attack stands with it, and what the game leaves
// out is left out. What does not fit goes in this order: other sentences, then the earliest.
func TestStory(t *testing.T) {
	info := &engine.Info{Story: map[string]engine.Brief{
		"drawn": {Head: "head", Key: "chit"}, "attack": {Key: "attacks", Begins: true}, "rolled": {Key: "die"}, "ended": {},
	}}
	say := func(m engine.Msg) string {
		if m.Key == "head" {
			return fmt.Sprintf("Drawn: %d.", len(m.Args[0].List))
		}
		if m.Key == "story.then" {
			return m.Args[0].Msg.Key + "; " + m.Args[1].Msg.Key
		}
		return m.Key
	}
	said := []engine.Msg{}
	for _, key := range []string{"begun", "drawn", "attack", "ended", "rolled", "drawn", "attack", "rolled", "lost"} {
		said = append(said, engine.Say(key))
	}
	for room, want := range map[int]string{
		100: "Begun. Drawn: 2. Attacks; die. Attacks; die. Lost.",
		45:  "Board.earlier. Drawn: 2. Attacks; die. Attacks; die. Lost.",
		40:  "Board.earlier. Drawn: 2. Attacks; die. Attacks; die.",
		20:  "Board.earlier. Attacks; die.",
		1:   "Board.earlier. Attacks; die.",
	} {
		if got := Story(info, said, say, room); !strings.EqualFold(got, want) {
			t.Errorf("in %d characters: %q, want %q", room, got, want)
		}
	}
	if got := Story(info, []engine.Msg{engine.Say("ended")}, say, 100); got != "" {
		t.Errorf("nothing is told as %q", got)
	}
	var many []engine.Msg
	for range 3 * mostListed {
		many = append(many, engine.Say("drawn"))
	}
	if got, want := Story(info, many, say, 100), fmt.Sprintf("Drawn: %d.", mostListed+1); got != want {
		t.Errorf("of many: %q, want %q", got, want)
	}
}
