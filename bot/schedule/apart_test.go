package schedule_test

import (
	"slices"
	"testing"
	"time"

	"referee/bot/post"
	"referee/bot/test/refereetest"
	"referee/engine"
)

// TestClockOfPlayersOutsideTheChannel: the clock of somebody who sees no place where matches are played starts by what is
// delivered to them alone, and stands again when that has come back; the other side's by what is told
// where the match is played.
func TestClockOfPlayersOutsideTheChannel(t *testing.T) {
	w := newWatch(t)
	w.end()
	c := w.config()
	c.Apart = func(account string) bool { return account == "test:blue" }
	w.begin(c)
	w.must(w.Up(t.Context(), w.now))
	id := refereetest.Start(t, w.play, "limit 10h remind 50 then remind")
	letters := post.MailPlace("test:blue")
	if places, err := w.play.Outbox.Places(t.Context()); err != nil || places[letters] == 0 || places["here"] == 0 {
		t.Fatalf("the beginning waits at %v (%v)", places, err)
	}
	news := func(place string) (out []int) {
		posts, err := w.play.Outbox.Posts(t.Context(), place)
		w.must(err)
		for _, p := range posts {
			if _, told := p.What.(post.MatchNews); told {
				_, seq := p.Match()
				out = append(out, seq)
			}
		}
		return out
	}
	if got, want := news(letters), news("here"); len(got) == 0 || got[len(got)-1] != want[len(want)-1] || slices.Contains(got, 1) {
		t.Errorf("told to them alone: decisions %v, where it is played %v", got, want)
	}
	started := func(seat engine.Seat) bool {
		c := refereetest.Clock(t, w.play, id, w.look(id).Holder(seat).Player)
		return c.Waited && c.Runs
	}
	w.must(w.Delivered(t.Context(), "here", id, w.seq(id), w.now))
	if !started("red") || started("blue") {
		t.Errorf("told where it is played: red %t, blue %t", started("red"), started("blue"))
	}
	w.must(w.Delivered(t.Context(), post.DMPlace("test:red"), id, w.seq(id), w.now)) // red sees the place
	w.must(w.Delivered(t.Context(), letters, id, w.seq(id)-1, w.now))
	if started("blue") {
		t.Error("blue knows what was not delivered")
	}
	w.must(w.Delivered(t.Context(), letters, id, w.seq(id), w.now))
	if !started("blue") {
		t.Error("blue knows, and their clock stands")
	}
	w.must(w.Lost(t.Context(), "test:blue", id, w.seq(id)))
	w.must(w.Lost(t.Context(), "test:red", id, w.seq(id))) // red was told where it is played
	if started("blue") || !started("red") {
		t.Errorf("after it came back: red %t, blue %t", started("red"), started("blue"))
	}
	w.must(w.Delivered(t.Context(), letters, id, w.seq(id), w.now))
	w.now = w.now.Add(6 * time.Hour)
	w.must(w.RunDue(t.Context(), w.now))
	called := func(place string) (who []string) {
		posts, err := w.play.Outbox.Posts(t.Context(), place)
		w.must(err)
		for _, p := range posts {
			if call, is := p.What.(post.Call); is {
				who = append(who, string(call.Kind)+" "+call.Account)
			}
		}
		return who
	}
	if got := called(letters); !slices.Equal(got, []string{"remind test:blue"}) {
		t.Errorf("reminders to them alone: %v", got)
	}
	if got := called("here"); !slices.Equal(got, []string{"remind test:red"}) {
		t.Errorf("reminders where it is played: %v", got)
	}
}

// TestClocksInDirectMessages: in a match that is played in direct messages, or where nobody can be called, the clock of each player starts
// by what is delivered to them alone.
func TestClocksInDirectMessages(t *testing.T) {
	t.Parallel()
	for name, place := range map[string]string{"direct": post.DMPlace("test:red"), "away": post.AwayPlace("there")} {
		t.Run(name, func(t *testing.T) {
			w := newWatch(t)
			w.must(w.Up(t.Context(), w.now))
			id := refereetest.StartAt(t, w.play, place, "limit 10h remind 50 then remind")
			started := func(seat engine.Seat) bool {
				c := refereetest.Clock(t, w.play, id, w.look(id).Holder(seat).Player)
				return c.Waited && c.Runs
			}
			w.must(w.Delivered(t.Context(), place, id, w.seq(id), w.now))
			if name == "away" && (started("red") || started("blue")) {
				t.Error("a clock runs by what nobody is called by")
			}
			w.must(w.Delivered(t.Context(), post.DMPlace("test:red"), id, w.seq(id), w.now))
			if !started("red") || started("blue") {
				t.Errorf("told to red: red %t, blue %t", started("red"), started("blue"))
			}
			w.must(w.Delivered(t.Context(), post.DMPlace("test:blue"), id, w.seq(id), w.now))
			if !started("blue") {
				t.Error("blue knows, and their clock stands")
			}
		})
	}
}
