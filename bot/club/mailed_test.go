package club_test

import (
	"context"
	"slices"
	"testing"

	"referee/bot/club"
	"referee/bot/post"
	"referee/bot/schedule"
	"referee/engine/league"
)

// told lists what waits to be told to a player by mail, and takes it out.
func (c *clubhouse) told(ctx context.Context, letter string) []post.Kind {
	c.t.Helper()
	place := post.MailPlace("test:" + letter)
	posts, err := c.Outbox.Posts(ctx, place)
	c.must(err)
	var out []post.Kind
	for _, p := range posts {
		out = append(out, p.What)
		c.must(c.Outbox.Posted(ctx, place, p))
	}
	return out
}

// Who has chosen mail is told there what the league decides, once, as long as they take part; nobody else is.
func TestMailReachesThoseSubscribed(t *testing.T) {
	rules := roundRobin()
	rules.Bidding = 24 * 3600 * 1000
	c := &clubhouse{watch: newWatch(t)}
	reply, err := c.Leagues.Found(t.Context(), c.organiser(), club.Founding{Home: "club", Name: "Winter", Rules: rules})
	c.must(err)
	c.id = reply.League
	for _, letter := range []string{"a", "b", "s"} {
		c.must(c.Prefer(t.Context(), "test:"+letter, schedule.Preferences{Where: schedule.ByMail}))
	}
	for _, letter := range []string{"a", "b", "c"} {
		_, err := c.Leagues.Enter(t.Context(), c.player(letter), club.Someone{}, 0, league.Waking{})
		c.must(err)
	}
	c.told(t.Context(), "a")
	if got := c.told(t.Context(), "b"); len(got) != 2 { // that they have joined, and that c has: not that a had
		t.Errorf("b is told of who joins: %+v", got)
	}
	start, err := c.Leagues.Start(t.Context(), c.organiser(), []string{"test:a", "test:b", "test:c"})
	c.must(err)
	bids := map[string]post.Bidding{}
	for _, m := range c.look(t.Context()).Matches {
		for _, p := range m.Seats {
			x, _ := c.look(t.Context()).Person(p)
			bids[x.Account] = post.Bidding{League: c.id, No: m.No}
		}
	}
	for _, letter := range []string{"a", "b", "c", "s"} {
		got := c.told(t.Context(), letter)
		if letter == "c" || letter == "s" {
			if len(got) != 0 {
				t.Errorf("%s is told by mail: %+v", letter, got)
			}
			continue
		}
		if len(got) == 0 {
			t.Fatalf("%s is told nothing", letter)
		}
		news, is := got[0].(post.LeagueNews)
		if !is || news.League != c.id || news.From != start.From || news.To != start.To || news.By == nil {
			t.Errorf("%s is told %+v", letter, got[0])
		}
		bid, asked := bids["test:"+letter]
		if asked && !slices.Contains(got, post.Kind(bid)) || !asked && len(got) != 1 {
			t.Errorf("%s is asked %+v", letter, got)
		}
	}
	_, err = c.Leagues.Withdraw(t.Context(), c.player("a"), club.Someone{})
	c.must(err)
	if got := c.told(t.Context(), "a"); len(got) != 1 {
		t.Errorf("who withdraws is told: %+v", got)
	}
	_, err = c.Leagues.Finish(t.Context(), c.organiser())
	c.must(err)
	if got := c.told(t.Context(), "a"); len(got) != 0 {
		t.Errorf("who has withdrawn is told still: %+v", got)
	}
	if got := c.told(t.Context(), "b"); len(got) != 2 {
		t.Errorf("b is told of a withdrawal and of the end: %+v", got)
	}
}

// Who was named a judge of the home of a match, and has chosen mail, is asked there; who plays it is not, nor a judge of another home.
func TestNamedJudgesAreAskedByMail(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	c.Judges.Name(func(home string) ([]string, error) {
		return map[string][]string{"club": {"test:j", "test:k", "test:a"}, "other": {"test:o"}}[home], nil
	})
	for _, letter := range []string{"j", "a", "o"} {
		c.must(c.Prefer(t.Context(), "test:"+letter, schedule.Preferences{Where: schedule.ByMail}))
	}
	_, err := c.Judges.Appeal(t.Context(), c.who(t.Context(), id, "blue"), club.Appeal{Text: "Look at this.", Place: "thread 1"})
	c.must(err)
	for letter, want := range map[string]int{"j": 1, "k": 0, "a": 0, "o": 0} {
		n := 0
		for _, what := range c.told(t.Context(), letter) {
			if k, is := what.(post.Judges); is && k.Match == id {
				n++
			}
		}
		if n != want {
			t.Errorf("%s is asked %d times", letter, n)
		}
	}
}
