package club_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"referee/bot/club"
	"referee/bot/post"
	"referee/engine/match"
)

// waits says what waits at a place: "1-9", "opens 2", "judges".
func (c *clubhouse) waits(ctx context.Context, place string) string {
	c.t.Helper()
	posts, err := c.Outbox.Posts(ctx, place)
	c.must(err)
	out := ""
	for _, p := range posts {
		switch k := p.What.(type) {
		case post.Judges:
			out += "judges; "
		case post.OpenMatch:
			out += fmt.Sprintf("opens %d; ", k.No)
		case post.LeagueNews:
			out += fmt.Sprintf("%s %d-%d; ", k.League, k.From+1, k.To)
		case post.MatchNews:
			out += fmt.Sprintf(" %d-%d; ", k.From+1, k.To)
		default:
			out += fmt.Sprintf("%T; ", k)
		}
	}
	return out
}

// TestALeagueIsAnnouncedElsewhere: what waits goes there, of this league alone.
func TestALeagueIsAnnouncedElsewhere(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	other, err := c.Leagues.Found(t.Context(), c.organiser(), club.Founding{Home: "club", Name: "Summer", Place: "news", Rules: roundRobin()})
	c.must(err)
	id := c.openAll(t.Context())[1]
	_, err = c.Judges.Appeal(t.Context(), c.who(t.Context(), id, "red"), club.Appeal{From: 2, To: 3, Text: "Why?", Place: "news"})
	c.must(err)
	if err := c.Leagues.Announce(t.Context(), c.player("a"), "board"); !errors.Is(err, club.ErrOrganiser) {
		t.Errorf("a player moves the announcements: %v", err)
	}
	if got := c.waits(t.Context(), "board"); got != "" {
		t.Errorf("waits there: %s", got)
	}
	first, seq := c.waits(t.Context(), "news"), c.look(t.Context()).Card.Seq
	for range 2 { // said again it changes nothing
		c.must(c.Leagues.Announce(t.Context(), c.organiser(), "board"))
	}
	moved := fmt.Sprintf("%[1]s 6-5; %[1]s 1-1; %[1]s 2-2; %[1]s 3-3; %[1]s 4-5; opens 1; judges; ", c.id)
	rest := fmt.Sprintf("%s 1-1; ", other.League)
	if got, left := c.waits(t.Context(), "board"), c.waits(t.Context(), "news"); got != moved || left != rest {
		t.Errorf("of %q went %q, and %q stayed", first, got, left)
	}
	if card := c.look(t.Context()).Card; card.Place != "board" || card.Seq != seq {
		t.Errorf("card: %+v", card)
	}
	c.crash(time.Minute)
	c.hear(t.Context())
	if got := c.waits(t.Context(), "board"); got != moved+fmt.Sprintf("%s 6-6; ", c.id) {
		t.Errorf("later waits %s", got)
	}
	for place, want := range map[string]string{"board": "Winter", "news": "Summer"} {
		if list, err := c.Leagues.AnnouncedAt(t.Context(), place); err != nil || len(list) != 1 || list[0].Name != want {
			t.Errorf("at %s: %+v %v", place, list, err)
		}
	}
	_, err = c.Leagues.Finish(t.Context(), c.organiser())
	c.must(err)
	if list, err := c.Leagues.AnnouncedAt(t.Context(), "board"); err != nil || len(list) != 0 {
		t.Errorf("over, and at board: %+v %v", list, err)
	}
	if err := c.Leagues.Announce(t.Context(), club.LeagueCommand{League: "none", Powers: powers()}, "board"); !errors.Is(err, match.ErrUnknown) {
		t.Errorf("no such league: %v", err)
	}
}
