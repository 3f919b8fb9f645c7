package discord

import (
	"fmt"
	"strings"
	"testing"

	"referee/bot/discord/command"
	"referee/bot/referee"
	"referee/cmd/games/gamestest"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/play"
)

// talker plays as a recruit does, and gives a long reason for each answer.
func talker(version, words int) play.Player {
	recruit := play.Recruit(nil)
	return play.Player{About: play.About{Name: "captain", Version: version, Nodes: recruit.Nodes}, Think: func(q *play.Question) (play.Answer, error) {
		a, err := recruit.Think(q)
		for range words {
			a.Why.Lines = append(a.Why.Lines, engine.Say("why.close", engine.Sub("other", engine.Say("why.deed.stay", engine.Noun("unit", "4cav"), engine.Text("hex", "2305")))))
		}
		return a, err
	}}
}

// talking is a stage on which somebody plays against a talker, whose first phase is over.
func talking(t *testing.T, words int) *stage {
	t.Helper()
	game := cellesGame
	game.Players = play.Roster{talker(1, words)}
	s := newStage(t, game)
	s.play("ann> /match new level:captain side:allied\nann> /standard\n")
	return s
}

// TestReasonsFit: however many reasons there are, and however long, each message holds as many as
// it can, says how many answers are left, and leads to them; at last all were told once.
func TestReasonsFit(t *testing.T) {
	for _, words := range []int{12, 60, 120} { // several of a message, one, and one that is cut
		s := talking(t, words)
		s.out.Reset()
		s.play("ben> [" + say("discord.button.why") + "]\n" + strings.Repeat("ben> ["+say("discord.button.more-reasons")+"]\n", 30))
		now, err := s.h.Referee.Snapshot(s.t.Context(), match.ID(s.match()))
		s.must(err)
		for seq := 1; seq <= now.Match().Seq(); seq++ {
			_, program := now.Match().History().Answerer(seq)
			if n := strings.Count(s.out.String(), fmt.Sprintf("  `%d` ", seq)); program && n != 1 || !program && n != 0 {
				t.Errorf("decision %d of %d is told %d times, by a program: %t", seq, now.Match().Seq(), n, program)
			}
		}
		if !says(s.out.String(), "discord.reasons-more") {
			t.Errorf("all of it fits in one message:\n%s", s.out.String())
		}
	}
}

// TestReasonsOfAnOlderProgram: nobody can say why a program has answered that is not there any more.
func TestReasonsOfAnOlderProgram(t *testing.T) {
	s := talking(t, 1)
	why := s.news
	s.games[0].Players = play.Roster{talker(2, 1)}
	s.restart()
	s.news = why
	s.out.Reset()
	if got := s.play("ben> [" + say("discord.button.why") + "]\n"); !strings.Contains(got, say("discord.reason-gone", engine.Text("program", "Captain"))) {
		t.Errorf("told:\n%s", got)
	}
}

// TestForgedReasons: a button that names decisions that there are not does nothing.
func TestForgedReasons(t *testing.T) {
	s := talking(t, 1)
	for _, span := range [][]string{{"-1", "4"}, {"4", "4"}, {"9", "4"}, {"0", "100000"}, {"x", "4"}, {"0"}} {
		in := s.act("ben", 3)
		in.Path = append([]string{"match", "reasons", s.match()}, span...)
		if got := text(s.handle("ben", in).Message); !says(got, "discord.unknown") {
			t.Errorf("%v: %s", span, got)
		}
	}
}

// rated opens a match that counts between ann and ben.
func rated(t *testing.T) *stage {
	t.Helper()
	s := newStage(t, judgedGame)
	by := func(who string, id match.ID, seat engine.Seat) referee.Command {
		return referee.Command{Match: id, Seat: seat, Account: "discord:" + string(userID(who)), Name: who, Door: command.Door}
	}
	opened, err := s.h.Referee.Open(s.t.Context(), by("ann", "", ""), referee.Opening{Place: "discord:100", Home: "discord:1", Settings: map[string]string{referee.SettingOwner: "k3j5x2qa/17"}})
	s.must(err)
	for who, seat := range map[string]engine.Seat{"ann": "german", "ben": "allied"} {
		if _, err := s.h.Referee.Join(s.t.Context(), by(who, opened.Match, seat)); err != nil {
			t.Fatal(err)
		}
	}
	s.heard()
	return s
}

// TestNoChanceInARatedMatch: no board, panel or map of a match that counts says who is ahead.
func TestNoChanceInARatedMatch(t *testing.T) {
	s := rated(t)
	out := s.play("ben> /match status\nann> /match status\nben> /map\nben> /standard\ncid> /match status\n")
	if says(out, "chance.told") || !says(out, "status.action") {
		t.Errorf("told:\n%s", out)
	}
}

// TestFiguresOfAnotherBoard: on a board that nothing was measured on, the help says so of the levels, and a match against the computer
// of those and of its win chance; on the board built in nothing is said.
func TestFiguresOfAnotherBoard(t *testing.T) {
	elsewhere, err := gamestest.Elsewhere()
	if err != nil {
		t.Fatal(err)
	}
	for other, game := range map[bool]referee.Game{false: served(t)[0], true: elsewhere[0]} {
		s := newStage(t, game)
		help := s.play("ann> /help\n")
		match := s.play("ann> /match new level:recruit side:allied\nann> /match status\n")
		board := engine.Text("board", gamestest.Oak.Called())
		for said, text := range map[string]string{say("measured.levels", board): help, say("measured.chance", board): match} {
			if strings.Contains(text, said) != other {
				t.Errorf("another board %v: %q\n%s", other, said, text)
			}
		}
	}
}

// TestHintsAreAgreed: in a match that counts nobody is told anything before both have agreed; a
// stranger neither agrees nor is told.
func TestHintsAreAgreed(t *testing.T) {
	s := rated(t)
	steps := []struct{ act, want string }{
		{"ben> /hint", "referee.refuse.hints"},
		{"cid> /hint", "discord.not-seated"},
		{"cid> /match settings hints:yes", "discord.not-seated"},
		{"ben> /match settings hints:yes", "discord.proposed"},
		{"cid> [" + say("discord.button.agree") + "]", "discord.not-seated"},
		{"ben> /hint", "referee.refuse.hints"},
		{"ann> [" + say("discord.button.agree") + "]", "referee.told.accept-conduct"},
		{"ben> /hint", "discord.hint"},
		{"ann> /hint", "discord.nothing-asked"},
	}
	for _, step := range steps {
		s.out.Reset()
		got := s.play(step.act + "\n")
		if !tells(got, step.want) {
			t.Errorf("not told %q:\n%s", step.want, got)
		}
		if step.want == "discord.proposed" && !strings.Contains(got, "|| "+say("discord.proposes-hints", engine.Text("who", "<@97419>"))) {
			t.Errorf("the other side is not told what is proposed:\n%s", got)
		}
	}
}
