package discord

import (
	"context"
	"strings"
	"testing"
	"time"

	"referee/bot/discord/clubs"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/engine/match"
	"referee/store"
)

// TestTheJudgesAreToldLongStories: what both sides write, at its longest and with
// marks in every place, fits in one message, and in what is found later.
func TestTheJudgesAreToldLongStories(t *testing.T) {
	s := newStage(t)
	s.withRooms()
	s.roles["judy"] = "88"
	s.command("ann", "/match new side:red rounds:2 weather:off")
	s.command("ben", "/match join")
	s.rooms.serve(s)
	long := strings.Repeat("*", 1000)
	for range 6 {
		s.command("ann", "/appeal")
		s.fill("ann", "statement:"+long)
		s.rooms.serve(s)
		s.command("ben", "/appeal")
		s.fill("ben", "statement:"+long)
		s.rooms.serve(s)
		s.press("judy", say("discord.judges.button.stands"))
		s.fill("judy", "reason:"+long)
		s.rooms.serve(s)
	}
	s.command("ann", "/rulings")
	if got := text(s.shown["ann"]); strings.Count(got, say("referee.league.verdict.stands")) < 2 || !strings.Contains(got, "…") {
		t.Errorf("ann finds %s", got)
	}
}

// TestTheJudgesGetOneThread: the sender notes the judges' thread at the moment in which
// the other side's statement notes something, too. Neither undoes the other.
func TestTheJudgesGetOneThread(t *testing.T) {
	s := newStage(t)
	s.withRooms()
	s.command("ann", "/match new side:red rounds:2 weather:off")
	s.command("ben", "/match join")
	s.rooms.serve(s)
	s.command("ann", "/appeal")
	s.fill("ann", "statement:One")
	id, err := s.h.Referee.Index.LatestAt(s.t.Context(), wire.PlaceOf(s.channel), match.UnderWay)
	s.must(err)
	notes := &crossed{Store: s.store, handlers: s.h.Handlers, match: id, noted: make(chan error, 1)}
	s.h.Notes = notes
	s.command("ben", "/appeal")
	s.fill("ben", "statement:Two")
	if !notes.done {
		t.Fatal("the statement noted nothing")
	}
	s.must(<-notes.noted)
	posts, err := s.h.Referee.Outbox.Posts(s.t.Context(), wire.PlaceOf(s.channel))
	s.must(err)
	for _, p := range posts {
		thread, err := s.h.Thread(s.t.Context(), wire.PlaceOf(s.channel), p)
		s.must(err)
		if thread != nil && thread.ID != "777" {
			t.Errorf("the judges' thread is %q, not the one that was made", thread.ID)
		}
	}
}

// crossed are notes in which the judges' thread is noted while somebody else is about to
// write: before that, where nothing keeps them from it, or else as soon as may be.
type crossed struct {
	*store.Store
	handlers *command.Handlers
	match    match.ID
	noted    chan error
	done     bool
}

func (c *crossed) PutNote(ctx context.Context, name string, body []byte) error {
	if c.done || !strings.HasPrefix(name, "bench ") {
		return c.Store.PutNote(ctx, name, body)
	}
	c.done = true
	note := func() { c.noted <- clubs.NoteJudgesThread(ctx, c.handlers, c.match, "777") }
	soon, stop := context.WithTimeout(ctx, time.Millisecond)
	defer stop()
	if release, err := c.handlers.Appealing.Hold(soon); err == nil {
		release()
		note()
	} else {
		go note()
	}
	return c.Store.PutNote(ctx, name, body)
}
