package discord

import (
	"archive/zip"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// TestTitlesOfAServer: its managers offer, replace and remove titles, after all mistakes of a file were told; members and other
// servers do not, nor do other servers have them. What is played on a title keeps it.
func TestTitlesOfAServer(t *testing.T) {
	s := newStage(t, notaryGame)
	s.powers["olga"] = discordgo.PermissionManageGuild
	s.uploads["alps.csv"] = "name,Alps 1915\nclock,3d\ncup,bag,open,both\nitem,bag,chit,3\n"
	s.uploads["faulty.csv"] = "name,Alps\nnonsense\ndice,attack,9999d9999\ncup,bag,shut,both\n"
	s.uploads["large.csv"] = strings.Repeat("#", referee.MostTitle+1)
	s.uploads["many.csv"] = strings.Repeat("dice,roll,1d1\n", 4000)
	titles := func() []string {
		var out []string
		for _, b := range s.h.Referee.Games.Titles(wire.HomeOf("1")) {
			out = append(out, b.Called())
		}
		slices.Sort(out)
		return out
	}
	said := func(who, command string) string { return saidTo(s.command(who, command)) }
	if is := said("cat", "/setup title file:alps.csv"); !says(is, "discord.setup.not-manager") {
		t.Errorf("a member uploads a title: %s", is)
	}
	for _, c := range []struct{ command, key string }{
		{"/setup title file:large.csv", "referee.refuse.title-file"},
		{"/setup title file:alps.csv name:roll", "referee.refuse.title-name"},
		{"/setup title file:alps.csv name:built-in", "referee.refuse.title-name"},
		{"/setup title file:alps.csv name:日本", "referee.refuse.title-name"},
	} {
		if is := said("olga", c.command); !says(is, c.key) {
			t.Errorf("%s: %s", c.command, is)
		}
	}
	is := said("olga", "/setup title file:faulty.csv")
	for _, line := range []string{"title.csv:2: ", "title.csv:3: ", "title.csv:4: "} {
		if !strings.Contains(is, line) {
			t.Errorf("line %s is not told: %s", line, is)
		}
	}
	if s.command("olga", "/setup title file:many.csv"); len(s.shown["olga"].Files) != 1 || strings.Count(string(s.shown["olga"].Files[0].Body), "\n") < 40 {
		t.Error("many mistakes are in no file")
	}
	is = said("olga", "/setup title file:alps.csv")
	if len(titles()) > 0 || !strings.Contains(is, "+ clock,3d") {
		t.Errorf("%v is offered before it is confirmed: %s", titles(), is)
	}
	offer := say("discord.title.offer", engine.Text("title", "alps 1"))
	s.shown["cat"] = s.shown["olga"]
	if s.press("cat", offer); len(titles()) > 0 {
		t.Error("a member offers a title")
	}
	if s.press("olga", offer); !slices.Equal(titles(), []string{"alps 1"}) {
		t.Fatalf("offered: %v", titles())
	}
	s.complete("ann", "/match new game:notary board:al")
	if !strings.Contains(s.out.String(), "alps 1") {
		t.Errorf("it is not proposed: %s", s.out.String())
	}
	s.command("ann", "/match new game:notary board:alps side:blue")
	first := s.match()
	look := func(id string) *referee.Snapshot {
		snapshot, err := s.h.Referee.Snapshot(t.Context(), match.ID(id))
		s.must(err)
		return snapshot
	}
	if now := look(first); now.Info().Named.Called() != "alps 1" || now.Match().Setting("clock") != "limit 3d then remind" {
		t.Errorf("%s is played with the clock %q", now.Info().Named.Called(), now.Match().Setting("clock"))
	}
	s.channel = "101"
	s.command("ann", "/match new")
	if form := formText(s.forms["ann"]); !strings.Contains(form, "=notary board=alps") || !strings.Contains(form, "=notary title=chit-pull") {
		t.Errorf("the form has no titles: %s", form)
	}
	s.fill("ann", "against:notary board=alps")
	if now := look(s.matchAt("101")); now.Info().Named.Called() != "alps 1" {
		t.Errorf("by the form %q is opened", now.Info().Named.Called())
	}
	s.channel = "100"
	s.uploads["alps.csv"] = "name,Alps 1916\ncup,bag,open,both\nitem,bag,chit,4\n"
	if is = said("olga", "/setup title file:alps.csv"); !strings.Contains(is, "- item,bag,chit,3") || !strings.Contains(is, "+ item,bag,chit,4") || strings.Contains(is, "cup,bag") {
		t.Errorf("it changes: %s", is)
	}
	s.press("olga", say("discord.title.offer", engine.Text("title", "alps 2")))
	if !slices.Equal(titles(), []string{"alps 2"}) {
		t.Errorf("offered: %v", titles())
	}
	if is = said("olga", "/setup title file:alps.csv"); !says(is, "discord.title.same") {
		t.Errorf("the same file: %s", is)
	}
	s.guild, s.channel = "2", "200"
	if is = said("ann", "/match new game:notary board:alps"); s.matchAt("200") != "" {
		t.Errorf("a match of it is opened in another server: %s", is)
	}
	s.command("olga", "/setup title")
	if _, there := s.press("olga", say("discord.title.remove-one", engine.Text("title", "alps"))); there {
		t.Error("another server's manager is offered to remove it")
	}
	press := func(who string, path ...string) string {
		return saidTo(s.acts(who, discordgo.InteractionMessageComponent, append(wire.Path{"setup", "title"}, path...), nil))
	}
	for _, path := range [][]string{{"remove", "alps", "yes"}, {"offer", look(first).Info().Data}} {
		if is := press("olga", path...); !says(is, "referee.refuse.no-title") {
			t.Errorf("%v from another server: %s", path, is)
		}
	}
	s.guild, s.channel = "1", "100"
	if is = press("cat", "remove", "alps", "yes"); len(titles()) != 1 {
		t.Errorf("a member removes a title: %s", is)
	}
	s.command("olga", "/setup title")
	s.press("olga", say("discord.title.remove-one", engine.Text("title", "alps")))
	if len(titles()) != 1 {
		t.Error("it is removed unasked")
	}
	if s.press("olga", say("discord.title.remove")); len(titles()) > 0 {
		t.Errorf("still offered: %v", titles())
	}
	s.restart()
	if now := look(first); now.Info().Named.Called() != "alps 1" || len(titles()) > 0 {
		t.Errorf("after a restart %s is played, and %v offered", now.Info().Named.Called(), titles())
	}
	s.channel = "300"
	if is = said("ann", "/match new game:notary board:alps"); s.matchAt("300") != "" {
		t.Errorf("a match is opened on a title that was removed: %s", is)
	}
}

// TestALeagueOfTheNotaryIsVerified: the leagues of the club's evening hold for the second implementations, too: dice and draws, chains
// and standings.
func TestALeagueOfTheNotaryIsVerified(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	script, err := os.ReadFile("testdata/play/notary-league.txt")
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(t, notaryGame)
	s.play(string(script))
	s.channel = "100"
	for league, first := range map[string]string{"Chits": `{"player": 2, "points": 2, "mutual": 0, "berger": 0, "vp": 2,`, "Cards": `{"player": 2, "points": 2, "mutual": 0, "berger": 0, "vp": 7,`, "Tables": `{"player": 3, "points": 2,`} {
		s.command("ann", "/league export league:"+league)
		body := s.shown["ann"].Files[0].Body
		z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
		s.must(err)
		dir := t.TempDir()
		s.must(os.CopyFS(dir, z))
		for _, args := range [][]string{{"verify.py", filepath.Join(dir, "matches/001.json")}, {"standings.py", dir}} {
			args[0] = filepath.Join("../../docs", args[0])
			out, err := exec.CommandContext(t.Context(), python, args...).CombinedOutput()
			if err != nil || args[1] == dir && !strings.Contains(string(out), first) {
				t.Errorf("%s, %v: %v\n%s", league, args, err, out)
			}
		}
	}
}
