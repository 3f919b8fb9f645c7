package discord

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// TestPlayingJudgesReadNoSecrets: ben is a judge, and asks the judges about a match
// that he plays. Nothing that he is shown or can find names the plan of ann, or says
// what she wrote; nor after he has left his side, which he could take again.
func TestPlayingJudgesReadNoSecrets(t *testing.T) {
	s := newStage(t)
	s.withRooms()
	s.roles["ben"], s.roles["judy"] = "88", "88"
	s.command("ann", "/match new side:red rounds:2 weather:off")
	s.command("ben", "/match join")
	s.command("ann", "/plan plan:rush")
	s.press("ann", "1 effort")
	s.press("ann", say("discord.button.confirm"))
	s.command("ben", "/appeal")
	s.fill("ben", "decisions:5 statement:What was that?")
	s.command("ann", "/appeal")
	s.fill("ann", "statement:A slip of my finger.")
	s.rooms.serve(s)
	open := func(when string) {
		t.Helper()
		for _, m := range append(s.rooms.said, s.shown["ben"]) {
			for _, f := range m.Files {
				t.Errorf("%s: a file:\n%s", when, f.Body)
			}
			if read := text(m); strings.Contains(read, "rush") || strings.Contains(read, "finger") {
				t.Errorf("%s: ben reads\n%s", when, read)
			}
		}
	}
	open("asked")
	for _, act := range []string{say("discord.judges.button.read"), say("discord.judges.button.stands")} {
		s.press("ben", act)
		if got := text(s.shown["ben"]); !says(got, "referee.refuse.own-case") {
			t.Errorf("%s by ben: %s", act, got)
		}
	}
	s.command("ben", "/match leave")
	s.press("ben", say("discord.judges.button.read"))
	open("left")
	s.command("ben", "/match join")

	s.press("judy", say("discord.judges.button.read"))
	if got := text(s.shown["judy"]); !strings.Contains(got, "plans: rush") || !strings.Contains(got, "finger") || len(s.shown["judy"].Files) != 1 {
		t.Errorf("judy reads %s", got)
	}
	s.press("judy", say("discord.judges.button.stands"))
	s.fill("judy", "reason:Nothing was wrong.")
	s.rooms.serve(s)
	number := "/rulings case:" + s.match() + " 10"
	for _, search := range []string{"/rulings search:rush", "/rulings search:finger", number} {
		s.command("ben", search)
		open(search)
		if strings.Contains(search, "search") && !says(text(s.shown["ben"]), "discord.judges.no-rulings") {
			t.Errorf("%s tells ben that the word is there: %s", search, text(s.shown["ben"]))
		}
	}
	s.command("ann", "/match resign sure:yes")
	s.rooms.serve(s)
	s.command("ben", number)
	if f := s.shown["ben"].Files; len(f) != 1 || !strings.Contains(string(f[0].Body), "red rush") || strings.Contains(string(f[0].Body), "finger") {
		t.Errorf("after the match ben is given %s %s", text(s.shown["ben"]), f)
	}
}

// TestAJudgeIsFoundWhereNoneIsSetUp: without roles nobody is called, which everybody
// reads in the channel; who may manage channels types /appeal there, and rules.
func TestAJudgeIsFoundWhereNoneIsSetUp(t *testing.T) {
	s := newStage(t)
	s.h.Judges, s.h.Moderators = nil, nil
	s.withRooms()
	s.powers["mod"] = discordgo.PermissionManageChannels
	s.command("ann", "/match new side:red rounds:2 weather:off")
	s.command("ben", "/match join")
	s.command("ann", "/appeal")
	s.press("ann", say("discord.judges.button.all-the-same"))
	s.fill("ann", "statement:My dog sat on it.")
	s.rooms.serve(s)
	if said := s.out.String(); !says(said, "discord.judges.nobody") {
		t.Errorf("the channel reads %s", said)
	}
	for who, want := range map[string]string{"cat": "discord.not-seated", "mod": "discord.judges.asked"} {
		s.command(who, "/appeal")
		if got := text(s.shown[who]); !says(got, want) || strings.Contains(got, "dog") {
			t.Errorf("%s reads %s", who, got)
		}
	}
	s.press("mod", say("discord.judges.button.stands"))
	s.fill("mod", "reason:Dogs are no excuse.")
	s.rooms.serve(s)
	if said := s.out.String(); !says(said, "referee.told.ruling-stands") {
		t.Errorf("the channel reads %s", said)
	}
}
