package discord

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
	"referee/bot/restore"
	"referee/bot/test/discordtest"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
	"referee/store"
)

// backup makes a backup of the stage's store, while it is in use.
func (s *stage) backup() {
	s.t.Helper()
	f, err := os.Create(s.file + ".backup")
	s.must(err)
	_, err = s.store.Snapshot(s.t.Context(), f)
	s.must(errors.Join(err, f.Close()))
}

// restore is the end of the process, and the next start on what the backup is made
// into. What was posted meanwhile stays where it is.
func (s *stage) restore() {
	s.t.Helper()
	s.must(s.store.Close())
	copied := s.file + ".restoring"
	s.must(store.Copy(s.t.Context(), s.file+".backup", copied))
	file := s.file
	s.file = copied
	s.start()
	nothing := func(int) {}
	s.must(restore.Check(s.t.Context(), s.store, s.h.Referee, nothing))
	_, err := restore.Stand(s.t.Context(), s.store, s.h.Club, s.at, nothing)
	s.must(errors.Join(err, s.store.Close()))
	s.file = file
	s.must(store.Replace(s.file, copied, ""))
	s.start()
	if s.rooms != nil {
		s.must(s.h.Referee.Schedule.Up(s.t.Context(), s.at))
	}
	s.heard()
}

// restored ends the program as kill -9 does, puts a backup in the place of its store,
// and starts it again.
func (c *clubhouse) restored(backup string) {
	c.t.Helper()
	must := func(err error) {
		c.t.Helper()
		if err != nil {
			c.t.Fatal(err)
		}
	}
	c.line.Cut()
	c.process.stop()
	must(c.store.Close())
	copied := c.file + ".restoring"
	must(store.Copy(c.t.Context(), backup, copied))
	p, err := c.open(copied)
	must(err)
	nothing := func(int) {}
	must(restore.Check(c.t.Context(), p.store, p.ref, nothing))
	_, err = restore.Stand(c.t.Context(), p.store, p.clubs, clubTime(), nothing)
	must(errors.Join(err, p.store.Close()))
	must(store.Replace(c.file, copied, ""))
	c.start()
}

// TestRestoredInDiscord plays on after a backup, restores it, and goes on: each place gets
// one post and a board, what was pressed under posts from before changes nothing, also
// where a question of the same name is open again, and the same orders bring the same
// dice.
func TestRestoredInDiscord(t *testing.T) {
	t.Parallel()
	c := newClub(t, 7, paintNothing, toyGame, "en-GB", "en-GB")
	anna, ben := c.people[0].user, c.people[1].user
	id := c.opens("side:red", "weather:off")
	does := func(u *discordtest.User, words ...string) discordtest.Shown {
		t.Helper()
		s := u.Slash(c.channel, words[0], words[1:]...).Wait()
		c.told(id)
		return s
	}
	does(anna, "plan", "plan:march")
	backup := c.file + ".backup"
	f, err := os.Create(backup)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.store.Snapshot(c.t.Context(), f); errors.Join(err, f.Close()) != nil {
		t.Fatal(err)
	}
	at := c.look(id)
	does(anna, "match draw-offer")
	does(ben, "match draw-offer", "answer:decline")
	does(anna, "match draw-offer")
	does(ben, "plan", "plan:march")
	lost, rolled := c.board(), c.log(id)[9].Decision.Act.(match.ActAnswer)
	later := c.guild.Channel("later")
	anna.Slash(later, "match new", "side:red").Wait()
	c.discord.Until("the other board", func() bool { return says(words(later), "discord.waiting") })
	before := len(c.channel.Messages(nil))

	c.restored(backup)
	c.told(id)
	c.discord.Until("the outbox to be empty", func() bool {
		places, err := c.ref.Outbox.Places(c.t.Context())
		return err == nil && len(places) == 0
	})
	posts := c.channel.Messages(nil)[before:]
	if len(posts) != 2 || !strings.Contains(posts[0].Text(), say("referee.told.restore", engine.Num("n", 5), engine.Text("head", at.Head))) ||
		!says(posts[1].Text(), "discord.restored") {
		t.Fatalf("%d posts: %v", len(posts), posts)
	}
	head := c.look(id).Head
	if s := pressed(ben, lost, "Stay"); !says(s.Message.Text(), "discord.restored") || c.look(id).Head != head {
		t.Errorf("pressed under a post of what was lost: %s", s.Message)
	}
	if s := pressed(ben, later.Messages(nil)[len(later.Messages(nil))-1], "Play Blue"); !says(s.Message.Text(), "discord.no-match-here") {
		t.Errorf("pressed under a match that was lost: %s", s.Message)
	}
	pressed(anna, posts[0], say("discord.button.go-on", engine.Num("n", 5)))
	c.told(id)
	panel := pressed(ben, posts[1], say("discord.button.go-on", engine.Num("n", 5))).Message
	c.told(id)
	if n := len(c.channel.Messages(nil)[before:]); n != 5 { // who agrees, twice, and a new board
		t.Errorf("%d posts after all have agreed", n)
	}
	pressed(ben, panel, "march")
	c.told(id)
	again := c.log(id)[9].Decision.Act.(match.ActAnswer)
	if again.Roll == nil || again.Path[0] != rolled.Path[0] || again.Roll.Proof != rolled.Roll.Proof {
		t.Errorf("rolled %+v, and then %+v", rolled, again)
	}
	was, _ := lost.Button("Stay")
	if is, _ := c.board().Button("Stay"); was.CustomID == "" || was.CustomID != is.CustomID {
		t.Errorf("the old button is %q, the new %q: the test shows nothing", was.CustomID, is.CustomID)
	}
	head = c.look(id).Head
	for _, m := range []*discordtest.Message{lost, posts[1]} {
		label := "Stay"
		if m != lost {
			label = say("discord.button.map")
		}
		if s := pressed(ben, m, label); !says(s.Message.Text(), "discord.before-backup") || c.look(id).Head != head {
			t.Errorf("%s is pressed under a post from before: %s", label, s.Message)
		}
	}
	now := c.board()
	for _, u := range []*discordtest.User{anna, ben} { // the die says who marches
		pressed(u, now, "Stay")
	}
	if c.look(id).Head == head {
		t.Error("the new button does nothing")
	}
}

// TestAnInteractionFromBeforeIsNotObeyed: Discord may bring one again whose key the
// restored store does not know.
func TestAnInteractionFromBeforeIsNotObeyed(t *testing.T) {
	s := marching(t)
	s.backup()
	again := s.act("ann", discordgo.InteractionApplicationCommand)
	s.typed(&again, "/stay")
	s.handle("ann", again)
	s.restore()
	s.command("ann", "/match go-on")
	s.command("ben", "/match go-on")
	head := s.head()
	s.handle("ann", again)
	if got := text(s.shown["ann"]); !says(got, "discord.before-backup") || s.head() != head {
		t.Errorf("obeyed again:\n%s", got)
	}
	s.command("ann", "/stay")
	if s.head() == head {
		t.Error("the command is not obeyed")
	}
}

// TestPlayingOrganisersCannotResumeTheirMatch has an organiser who has played a match, and one
// who was erased from it, say that the league goes on: the match waits for its players,
// and another of the league goes on.
func TestPlayingOrganisersCannotResumeTheirMatch(t *testing.T) {
	t.Parallel()
	for _, who := range []string{"ann", "dan"} {
		t.Run(who, func(t *testing.T) {
			t.Parallel()
			s := newScene(t, inLeague(attempt{}), map[string]string{"ann": "has played", "dan": "was erased"}[who])
			if who == "ann" { // who was neither of the pair nor plays now
				in := s.act("org", discordgo.InteractionMessageComponent)
				in.Path = wire.Path{"league", "admin", "substitute", s.league, "1", "6", string(userID("ivy")), "yes"}
				in.Chosen = map[wire.ID]wire.Chosen{userID("ivy"): {Name: "ivy"}}
				s.handle("org", in)
			}
			s.backup()
			s.restore()
			s.as(who, discordgo.InteractionMessageComponent, wire.Path{"league", "admin", "go-on", s.league, "yes"}, nil)
			stands := func(id match.ID) bool {
				l, err := refereetest.Current(t.Context(), s.h.Referee, id).Look(t.Context(), engine.Spectator)
				s.must(err)
				if l.Held {
					t.Fatal("the league does not go on")
				}
				return l.Restored != nil
			}
			if !stands(s.id) || stands(match.ID(s.matchAt("502"))) {
				t.Fatalf("their match stands: %t, the other: %t", stands(s.id), stands(match.ID(s.matchAt("502"))))
			}
			s.as("ben", discordgo.InteractionApplicationCommand, wire.Path{"match", "go-on"}, map[string]string{"match": "$id"})
			if !stands(s.id) {
				t.Error("one player has said alone that it goes on")
			}
		})
	}
}

// TestAPairingIsNotUndoneOverALostMatch: an organiser whose match was put back to before
// its first answer does not have it paired anew.
func TestAPairingIsNotUndoneOverALostMatch(t *testing.T) {
	t.Parallel()
	s := &scene{stage: newStage(t), here: "100"}
	s.withRooms()
	s.powers["org"], s.powers["ann"] = discordgo.PermissionManageGuild, discordgo.PermissionManageGuild
	s.openLeague(t.Context(), "ann")
	s.backup()
	s.setPlan(t.Context())
	s.restore()
	before := s.state(t.Context())
	said := s.as("ann", discordgo.InteractionMessageComponent, wire.Path{"league", "admin", "undo", s.league, strconv.Itoa(s.pairs), "yes"}, nil)
	if now := s.state(t.Context()); now != before || !says(said, "referee.refuse.own") {
		t.Errorf("it changed\n%s\nto\n%s\nand said %s", before, now, said)
	}
}

// TestResumeButtonIsForOneRestore: under a post of an earlier restore nobody agrees to
// go on from what a later one has left.
func TestResumeButtonIsForOneRestore(t *testing.T) {
	s := marching(t)
	s.backup()
	s.restore()
	id := match.ID(s.match())
	restored := func() (match.Restored, bool) {
		t.Helper()
		now, err := s.h.Referee.Snapshot(s.t.Context(), id)
		s.must(err)
		return now.Match().Restored()
	}
	first, _ := restored()
	old := s.act("ann", discordgo.InteractionMessageComponent)
	old.Path = wire.Path{"match", "go-on", string(id), strconv.Itoa(first.From)}
	s.command("ann", "/match go-on")
	s.command("ben", "/match go-on")
	s.backup()
	s.restore()
	s.handle("ann", old)
	if got := text(s.shown["ann"]); !says(got, "discord.before-backup") {
		t.Errorf("an old button:\n%s", got)
	}
	if then, waits := restored(); !waits || then.From == first.From || len(then.Agreed) > 0 {
		t.Errorf("restored %+v, waits %t; at first %+v", then, waits, first)
	}
}
