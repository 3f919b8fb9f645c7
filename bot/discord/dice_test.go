package discord

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
)

// provenStage is a stage whose dice are proven.
func provenStage(t *testing.T) *stage {
	t.Helper()
	s := newStage(t)
	s.set("proven")
	return s
}

// longestPhrase is how many characters words for the dice may have.
const longestPhrase = 100

// TestPhrasesHaveAnEnd: one that is too long is refused and opens nothing.
func TestPhrasesHaveAnEnd(t *testing.T) {
	s := provenStage(t)
	s.command("ann", "/match new side:red phrase:"+strings.Repeat("é", longestPhrase+1))
	if got := text(s.shown["ann"]); !strings.Contains(got, "at most 100") || s.match() != "" {
		t.Errorf("match %q: %s", s.match(), got)
	}
	long := strings.Repeat("é", longestPhrase)
	s.command("ann", "/match new side:red phrase:"+long)
	s.command("ben", "/match join phrase:"+strings.Repeat("ü", longestPhrase+1))
	if got := text(s.shown["ben"]); !strings.Contains(got, "at most 100") {
		t.Error(got)
	}
	s.command("ben", "/match join")
	news, _, _ := s.posts()
	if got := text(news[len(news)-1]); !strings.Contains(got, long) {
		t.Errorf("the phrase is not posted as the match begins: %s", got)
	}
}

// TestAnExportUnderWayKeepsSecrets: of a player, of one who moderates as well, of
// a spectator and of a moderator; each verifies.
func TestAnExportUnderWayKeepsSecrets(t *testing.T) {
	s := provenStage(t)
	s.powers["mod"], s.powers["ben"] = discordgo.PermissionManageChannels, discordgo.PermissionManageChannels // ben plays, too
	s.command("ann", "/match new side:red")
	s.command("ben", "/match join")
	s.command("ann", "/plan plan:rush 2")
	for _, who := range []string{"ann", "ben", "cat", "mod"} {
		s.command(who, "/match export")
		m := s.shown[who]
		turn := 0 // who is asked gets the turn as a file, too
		if who == "ben" {
			turn = 1
		}
		if len(m.Files) != 1+turn {
			t.Fatalf("%s: %s", who, text(m))
		}
		for _, f := range m.Files {
			if has := bytes.Contains(f.Body, []byte("rush")); has != (who == "ann") {
				t.Errorf("%s: the plan is in %s: %t", who, f.Name, has)
			}
		}
		f, err := match.DecodeExact(bytes.NewReader(m.Files[0].Body))
		s.must(err)
		for _, e := range f.Entries {
			if e.Decision.Sealed != "" && e.Hidden() == (who == "ann") { // with the salt a plan could be guessed
				t.Errorf("%s: decision %d is hidden: %t", who, e.Decision.Seq, e.Hidden())
			}
		}
		game, err := toyGame.Open(toyGame.Data, toyGame.Law)
		s.must(err)
		if _, err := match.Verify(f, game, dice.Check); err != nil {
			t.Errorf("%s: %v", who, err)
		}
	}
}

// TestProofsAreFiles: what is given to be checked elsewhere is what the record
// holds, and all rolls are in the list.
func TestProofsAreFiles(t *testing.T) {
	s := provenStage(t)
	s.command("ann", "/match new side:red weather:on")
	s.command("ben", "/match join")
	s.command("ann", "/plan plan:march")
	s.command("ben", "/plan plan:march")
	rolls := refereetest.Current(s.t.Context(), s.h.Referee, match.ID(s.match())).Match().VisibleTo(engine.Judge).Rolls()
	if len(rolls) != 2 {
		t.Fatalf("%d rolls", len(rolls))
	}
	s.command("cat", "/dice proof roll:1-2")
	var proofs referee.Proofs
	s.must(json.Unmarshal(s.shown["cat"].Files[0].Body, &proofs))
	if proofs.Key != rolls[0].Roll.Dice.Key {
		t.Errorf("key %s", proofs.Key)
	}
	for i, p := range proofs.Rolls {
		if p.Proof != rolls[i].Rolled.Proof || p.Result != rolls[i].Face || p.Alpha == "" {
			t.Errorf("proof %d: %+v", i, p)
		}
	}
	s.command("cat", "/dice export")
	files := s.shown["cat"].Files
	if len(files) != 2 || strings.Count(string(files[0].Body), "\n") != 3 || !strings.HasPrefix(string(files[0].Body), "roll,decision,") {
		t.Fatalf("files: %+v", files)
	}
	s.must(json.Unmarshal(files[1].Body, &proofs))
	if len(proofs.Rolls) != 2 {
		t.Errorf("%d proofs are exported", len(proofs.Rolls))
	}
}

// TestALostKeyIsTold: where the match is played, and to each player in their language;
// nobody is offered to end that as if it were a pause.
func TestALostKeyIsTold(t *testing.T) {
	s := provenStage(t)
	s.command("ann", "/match new side:red")
	s.command("ben", "/match join")
	s.posts()
	id := match.ID(s.match())
	s.must(s.h.Referee.LoseKey(s.t.Context(), id))
	news, _, _ := s.posts()
	if len(news) == 0 || !says(text(news[len(news)-1]), "referee.told.key-lost") {
		t.Errorf("no news: %v", news)
	}
	board, err := s.h.Board(s.t.Context(), wire.PlaceOf(s.channel), id, wire.Shown{})
	s.must(err)
	if got := text(board.Message); !says(got, "discord.key-lost") {
		t.Errorf("the board does not say so: %s", got)
	}
	s.locales["ben"] = "fr"
	s.command("ben", "/clock pause")
	if got := text(s.shown["ben"]); !saysIn("fr", got, "discord.key-lost") {
		t.Error(got)
	}
	if _, found := s.press("ben", sayIn("fr", "discord.button.resume")); found {
		t.Error("its end is offered")
	}
	s.command("ben", "/clock pause answer:resume")
	if l, err := s.h.Referee.Schedule.Times(s.t.Context(), id); err != nil || !l.KeyLost || !l.Paused {
		t.Errorf("%+v, %v", l, err)
	}
}
