package discord

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/engine"
)

// hostileTexts are what a player may write and Discord must not read as more.
var hostileTexts = []string{
	"LE MANS, \"2710\": attack!", "- # > a list", "**bold** _it_ ~~s~~ `code` ||spoiler||", "@everyone @here <@1> <@&2> <#3> </match new:1>",
	"[here](https://example.org/a_b) <https://example.org>", `back\*slash`, "roll", "#2", "\"quoted\"", "« entre »", "a ! b !",
}

// newNotary is a stage on which ann and ben play without rules, of which the first has the move.
func newNotary(t *testing.T) *stage {
	t.Helper()
	s := newStage(t, notaryGame)
	s.command("ann", "/match new side:blue title:card-driven")
	s.command("ben", "/match join")
	s.posts()
	return s
}

// tells is what the game says for a key, as Discord is sent it.
func (s *stage) tells(key string, args ...engine.Arg) string {
	words, err := s.h.Library.Of(s.h.Games[0])
	s.must(err)
	return command.Plain(strings.TrimSuffix(words.Say("en", engine.Say(key, args...)), "."))
}

// TestTextsArriveAsWritten: a text of a player reaches the order as it was written, in a form and as an option of a command, and is shown
// there, on the board and in the log as it stands.
func TestTextsArriveAsWritten(t *testing.T) {
	t.Parallel()
	for _, written := range hostileTexts {
		s := newNotary(t)
		give := map[string]func(){
			"form": func() {
				s.press("ann", "Write a note")
				s.acts("ann", discordgo.InteractionModalSubmit, pathOf(t, s.forms["ann"].ID), map[string]string{"text": " " + strings.ReplaceAll(written, " ", "\n ") + " "})
				s.press("ann", say("discord.button.confirm"))
			},
			"command": func() {
				s.acts("ann", discordgo.InteractionApplicationCommand, wire.Path{"notary", "note"}, map[string]string{"text": written})
			},
		}
		for way, do := range give {
			do()
			s.posts()
			shown := map[string]string{"answer": text(s.shown["ann"]), "board": text(s.board), "log": saidTo(s.command("ben", "/match log"))}
			for where, said := range shown {
				if !strings.Contains(said, s.tells("event.noted", engine.Noun("seat", "blue"), engine.Text("text", written))) {
					t.Errorf("%s, by %s: the %s shows\n%s", written, way, where, said)
				}
			}
			s.command("ann", "/undo")
		}
	}
}

// pathOf is the path of a custom id.
func pathOf(t *testing.T, id string) wire.Path {
	t.Helper()
	p, err := wire.ParsePath(id)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestWrittenAnswersAreGuarded: a form of what is answered by now, and one that somebody else sends, change nothing. A text that is refused
// is there when the form is shown again.
func TestWrittenAnswersAreGuarded(t *testing.T) {
	t.Parallel()
	s := newNotary(t)
	s.press("ann", "Pass the move")
	form := pathOf(t, s.forms["ann"].ID)
	send := func(who, text string) string {
		return saidTo(s.acts(who, discordgo.InteractionModalSubmit, form, map[string]string{"text": text}))
	}
	for _, who := range []string{"ben", "eve"} {
		if said := send(who, "Mine."); !says(said, "discord.not-yours") && !says(said, "discord.not-seated") {
			t.Errorf("%s sends the form of ann: %s", who, said)
		}
	}
	if said := send("ann", strings.Repeat("x", 2000)); !strings.Contains(said, s.tells("refuse.text", engine.Num("most", 1000))) {
		t.Errorf("a text that is too long: %s", said)
	}
	if s.press("ann", say("discord.button.form-again")); !strings.HasPrefix(begins(s.forms["ann"].Fields[0].Component), "xxx") {
		t.Error("what was refused is not in the form")
	}
	send("ann", "Yours.")
	s.press("ann", say("discord.button.confirm"))
	for _, who := range []string{"ann", "ben"} {
		if said := send(who, "Once more."); strings.Contains(said, "Once more") {
			t.Errorf("%s sends a form of an earlier question: %s", who, said)
		}
	}
	if said := saidTo(s.command("ben", "/match log")); strings.Count(said, s.tells("event.passed", engine.Noun("seat", "blue"), engine.Text("text", "Yours"))) != 1 || strings.Contains(said, "Once more") {
		t.Errorf("the log has\n%s", said)
	}
}

// TestSealedTextsStaySealed: until both are opened nobody but their author is shown sealed orders, nor what was drawn unseen, anywhere.
func TestSealedTextsStaySealed(t *testing.T) {
	t.Parallel()
	s := newNotary(t)
	var public []wire.Message
	heard := func() {
		news, _, _ := s.posts()
		if public = append(append(public, news...), s.board); s.closed != nil {
			public = append(public, *s.closed)
		}
	}
	drawn := saidTo(s.command("ann", "/notary draw cup:blue-deck number:1"))
	heard()
	s.command("ann", "/notary orders time:now")
	heard()
	s.press("ann", "Write orders…")
	s.acts("ann", discordgo.InteractionModalSubmit, pathOf(t, s.forms["ann"].ID), map[string]string{"text": "Zossen at dawn"})
	heard()
	card := s.tells("event.taken-hidden", engine.Noun("seat", "blue"), engine.Text("cup", "blue-deck"))
	own, held := card, ""
	for _, name := range []string{"one", "two", "three", "event"} {
		if said := s.tells("event.taken", engine.Noun("seat", "blue"), engine.Text("cup", "blue-deck"), engine.Text("item", name)); strings.Contains(drawn, said) {
			own, held = said, s.tells("box.hand", engine.Text("name", "blue-deck"), engine.Noun("seat", "blue"))+": "+name
		}
	}
	if own == card || !strings.Contains(saidTo(s.command("ann", "/choose")), held) {
		t.Errorf("ann is not shown what she draws: %s", drawn)
	}
	for _, c := range []string{"/match log", "/match status", "/match catch-up"} {
		for _, who := range []string{"ben", "eve"} {
			public = append(public, s.command(who, c).Message)
		}
	}
	for _, m := range public {
		if said := text(m); strings.Contains(said, "Zossen") || strings.Contains(said, own) || strings.Contains(said, held) {
			t.Errorf("others are shown\n%s", said)
		}
	}
	said := text(s.command("eve", "/match log").Message)
	if !strings.Contains(said, card) || !strings.Contains(said, s.tells("event.sealed-hidden", engine.Noun("seat", "blue"))) {
		t.Errorf("others are not told what was done: %s", said)
	}
}
