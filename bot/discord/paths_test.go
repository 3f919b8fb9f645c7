package discord

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
)

// TestPathsLeadForEver: every path that a command ever had leads to one that is registered today, and what is registered is none of
// the old ones. testdata/paths.txt is all of them: -update adds to it, and takes none away.
func TestPathsLeadForEver(t *testing.T) {
	file := filepath.Join("testdata", "paths.txt")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	paths := strings.Fields(string(text))
	var now []string
	for _, c := range all() {
		if !c.Button {
			now = append(now, c.Path)
		}
		if command.Old[c.Path] != "" {
			t.Errorf("/%s is an old path of /%s, and a command", c.Path, command.Old[c.Path])
		}
	}
	if *update {
		paths = slices.Compact(slices.Sorted(slices.Values(slices.Concat(paths, now))))
		if err := os.WriteFile(file, []byte(strings.Join(paths, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t)
	for _, path := range paths {
		if leads := strings.Join(s.h.Path(strings.Split(path, "/"), ""), "/"); !slices.Contains(now, leads) {
			t.Errorf("/%s leads to %s, which is no command: has it an entry in command.Old?", path, leads)
		}
	}
	for _, path := range now {
		if !slices.Contains(paths, path) {
			t.Errorf("/%s is not in testdata/paths.txt: -update adds it", path)
		}
	}
	if len(paths) < len(now)+20 {
		t.Errorf("only %d paths", len(paths))
	}
}

// look is the match of a stage as it stands.
func look(s *stage) referee.Look {
	s.t.Helper()
	l, err := refereetest.Current(s.t.Context(), s.h.Referee, match.ID(s.match())).Look(s.t.Context(), engine.Spectator)
	s.must(err)
	return l
}

// TestOldTakeBackDependsOnRole: what moderators typed to rewind a match is a request for a take-back where a player types it, and
// a player of the match cannot rewind it by that.
func TestOldTakeBackDependsOnRole(t *testing.T) {
	s := marching(t)
	s.pressOn("ann", s.board, "Stay")
	seq := look(s).Seq
	back := func(who string, path ...string) string {
		in := s.act(who, discordgo.InteractionApplicationCommand)
		in.Path, in.Options["decision"] = path, "5"
		return text(s.handle(who, in).Message)
	}
	s.powers["mod"] = everything
	if got := back("mod", "match", "take-back"); !says(got, "discord.sure.take-back") {
		t.Errorf("a moderator is told\n%s", got)
	}
	if got := back("cat", "match", "take-back"); !says(got, "referee.refuse.moderator") {
		t.Errorf("a spectator is told\n%s", got)
	}
	s.powers["ann"] = everything
	back("ann", "match", "take-back")
	if l := look(s); l.Offer != match.TakeBack || l.Seq != seq+1 {
		t.Errorf("a player who typed /match take-back has offered %q", l.Offer)
	}
}

// TestOldButtonsOfRequestsAreObeyed: the custom ids of today's boards, as they were before commands moved.
func TestOldButtonsOfRequestsAreObeyed(t *testing.T) {
	s := marching(t)
	id, seq := s.match(), strconv.Itoa(look(s).Seq)
	does := func(who string, path ...string) {
		in := s.act(who, discordgo.InteractionMessageComponent)
		in.Path = path
		s.handle(who, in)
	}
	s.pressOn("ann", s.board, "Stay")
	does("ann", "match", "ask-back", id, seq)
	if l := look(s); l.Offer != match.TakeBack {
		t.Fatalf("offered is %q", l.Offer)
	}
	does("ben", "match", "ask-back", id, "", "refuse")
	if l := look(s); l.Offer != "" {
		t.Errorf("still offered is %q", l.Offer)
	}
	s.powers["mod"] = everything
	does("mod", "match", "take-back", id, seq, "yes")
	if l := look(s); l.Asks[0].Seat != "red" {
		t.Errorf("after the rewind %s is asked", l.Asks[0].Seat)
	}
	does("mod", "match", "unseat", id, "blue", "yes")
	if l := look(s); slices.ContainsFunc(l.Sitting, func(x referee.Sitting) bool { return x.Seat == "blue" }) {
		t.Errorf("blue is still held: %v", l.Sitting)
	}
	does("mod", "match", "abandon", id, "yes")
	if s.match() != "" {
		t.Error("the match goes on")
	}
}
