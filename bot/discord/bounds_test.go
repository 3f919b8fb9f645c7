package discord

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/limit"
	"referee/bot/locale"
	"referee/engine"
	"referee/engine/match"
)

// says has somebody give a command in a channel, and returns what they are told.
func (s *stage) saysIn(channel wire.ID, who, command string) string {
	s.t.Helper()
	was := s.channel
	s.channel = channel
	defer func() { s.channel = was }()
	return text(s.command(who, command).Message)
}

// opensTooMany is what somebody is told in a language who has opened n matches and may open no more.
func opensTooMany(lang string, n int) string {
	return sayIn(lang, "discord.opened-most", engine.Num("n", n), engine.Text("list", ""))
}

// TestAPersonHasOpenedAsManyAsTheyMay: they are told which, in their language, and may open another
// when one of these is over. Nobody else is kept from anything, and who plays in matches that others have
// opened may do so in any number.
func TestAPersonHasOpenedAsManyAsTheyMay(t *testing.T) {
	for _, lang := range locale.Languages {
		t.Run(lang, func(t *testing.T) {
			refusal := opensTooMany(lang, 3)
			s := newStage(t)
			s.h.Bounds = command.Bounds{Matches: 3}
			s.locales["ann"] = lang
			for n := range 3 {
				channel := wire.ID(fmt.Sprint(200 + n))
				if said := s.saysIn(channel, "ann", "/match new side:red"); strings.Contains(said, refusal) {
					t.Fatalf("match %d is refused: %s", n+1, said)
				}
				s.saysIn(channel, "ben", "/match join")
			}
			said := s.saysIn("300", "ann", "/match new thread:yes") // there is no thread for it either
			if !strings.Contains(said, refusal) || !strings.Contains(said, "<#200> "+s.matchAt("200")) || !strings.Contains(said, "<#202>") {
				t.Errorf("one more is answered by\n%s", said)
			}
			if _, err := s.h.Referee.Index.LatestAt(s.t.Context(), wire.PlaceOf("300"), match.UnderWay); err == nil {
				t.Error("a match was opened all the same")
			}
			if said := s.saysIn("300", "ben", "/match new side:blue"); says(said, "discord.opened-most") {
				t.Errorf("who plays in matches of others is told\n%s", said)
			}
			if said := s.saysIn("300", "ann", "/match join"); strings.Contains(said, refusal) {
				t.Errorf("taking a side is refused: %s", said)
			}
			s.saysIn("201", "ben", "/match resign sure:yes")
			if said := s.saysIn("201", "ann", "/match rematch"); strings.Contains(said, refusal) {
				t.Errorf("after one is over: %s", said)
			}
			if said := s.saysIn("301", "ann", "/match new thread:no"); !strings.Contains(said, refusal) {
				t.Errorf("the rematch does not count: %s", said)
			}
		})
	}
}

// TestOpenChallengesCount: who challenges one after the other has opened a match with each.
func TestOpenChallengesCount(t *testing.T) {
	s := newStage(t)
	s.h.Bounds = command.Bounds{Matches: 2}
	s.saysIn("200", "ann", "/match new opponent:@ben")
	s.saysIn("201", "ann", "/match new opponent:@cat")
	refusal := opensTooMany("en", 2)
	if said := s.saysIn("202", "ann", "/match new opponent:@dan"); !strings.Contains(said, refusal) {
		t.Errorf("a third challenge: %s", said)
	}
	s.saysIn("200", "ann", "/match leave")
	if said := s.saysIn("202", "ann", "/match new opponent:@dan"); strings.Contains(said, refusal) {
		t.Errorf("after one was withdrawn: %s", said)
	}
}

// TestAServerHasAsManyMatchesAsItMay: another one has its own.
func TestAServerHasAsManyMatchesAsItMay(t *testing.T) {
	for _, lang := range locale.Languages {
		t.Run(lang, func(t *testing.T) {
			refusal := sayIn(lang, "discord.opened-most-server", engine.Num("n", 2))
			s := newStage(t)
			s.h.Bounds = command.Bounds{ServerMatches: 2}
			s.locales["cat"] = lang
			s.saysIn("200", "ann", "/match new side:red")
			s.saysIn("201", "ben", "/match new side:red")
			if said := s.saysIn("202", "cat", "/match new thread:no"); !strings.Contains(said, refusal) {
				t.Errorf("one more is answered by\n%s", said)
			}
			s.guild = "2"
			if said := s.saysIn("400", "cat", "/match new thread:no"); strings.Contains(said, refusal) {
				t.Errorf("in another server: %s", said)
			}
			s.guild = "1"
			s.saysIn("201", "ben", "/moderate abandon sure:yes")
			if said := s.saysIn("202", "cat", "/match new thread:no"); strings.Contains(said, refusal) {
				t.Errorf("after one is over: %s", said)
			}
		})
	}
}

// beginsLeague plays until a league has opened its first matches, in threads 501 and 502.
func (s *stage) beginsLeague() {
	s.t.Helper()
	script, err := os.ReadFile("testdata/play/league.txt")
	s.must(err)
	begun, _, found := strings.Cut(string(script), "\nann> /league pairings")
	if !found {
		s.t.Fatal("the script does not say any more where its league has begun")
	}
	s.play(begun)
}

// TestALeagueOpensItsMatches whatever the bounds of others are, and they count for nobody.
func TestALeagueOpensItsMatches(t *testing.T) {
	s := newStage(t)
	s.h.Bounds = command.Bounds{Matches: 1, ServerMatches: 1}
	s.beginsLeague()
	for _, thread := range []wire.ID{"501", "502"} {
		if _, err := s.h.Referee.Index.LatestAt(s.t.Context(), wire.PlaceOf(thread), match.UnderWay); err != nil {
			t.Errorf("no match of the league in %s: %v", thread, err)
		}
	}
	if said := s.saysIn("200", "ann", "/match new side:red"); says(said, "discord.opened-most-server") {
		t.Errorf("matches of the league count: %s", said)
	}
	if said := s.saysIn("201", "ben", "/match new side:red"); !strings.Contains(said, say("discord.opened-most-server", engine.Num("n", 1))) {
		t.Errorf("a second one beside the league: %s", said)
	}
}

// TestALeagueKeepsItsLaw: its players are told of a newer one, and no button offers it, which
// could be pressed for a refusal alone.
func TestALeagueKeepsItsLaw(t *testing.T) {
	s := newStage(t)
	s.beginsLeague()
	id, err := s.h.Referee.Index.LatestAt(s.t.Context(), wire.PlaceOf("501"), match.UnderWay)
	s.must(err)
	snap, err := s.h.Referee.Snapshot(s.t.Context(), id)
	s.must(err)
	plays := 0
	for _, who := range []string{"ann", "ben", "cat", "dan"} {
		if snap.Seats.Plays(wire.AccountOf(userID(who))) {
			plays++
		}
		if said := s.saysIn("501", who, "/match rules-version"); !strings.Contains(said, say("discord.law-newer", engine.Num("law", 2))) || says(said, "discord.button.offer-law") {
			t.Errorf("%s is told: %s", who, said)
		}
	}
	if plays != 2 {
		t.Errorf("%d of them play the match", plays)
	}
}

// TestManyPictures: who has had many drawn gets the words without the picture, and is told
// when the next can be drawn; the others get theirs.
func TestManyPictures(t *testing.T) {
	for _, lang := range locale.Languages {
		t.Run(lang, func(t *testing.T) {
			refusal := sayIn(lang, "discord.limited.picture", engine.Num("n", 1), engine.Text("when", "<t:1700000001:R>"))
			s := newStage(t)
			s.command("ann", "/match new side:red")
			s.command("ben", "/match join")
			clock := &limitClock{now: time.Unix(1_700_000_000, 0)}
			s.h.Limits = limit.New(limit.Config{PerSecond: 2, Now: clock.Now}) // 32 parts of a map, and 1.6 a second
			s.locales["ann"] = lang
			for n := range 10 {
				if r := s.command("ann", "/map"); r.Later == nil {
					t.Fatalf("map %d has no picture", n+1)
				}
			}
			r := s.command("ann", "/map")
			if said := text(r.Message); r.Later != nil || !strings.Contains(said, refusal) {
				t.Errorf("one more is answered by\n%s", said)
			}
			if r := s.command("ann", "/choose"); len(inside(r.Message.Components)) == 0 {
				t.Error("without a picture nothing can be chosen")
			}
			if r := s.command("ben", "/map"); r.Later == nil {
				t.Error("somebody else gets no picture")
			}
			clock.pass(time.Second)
			if r := s.command("ann", "/map"); r.Later == nil {
				t.Error("at the time that was told there is no picture")
			}
		})
	}
}
