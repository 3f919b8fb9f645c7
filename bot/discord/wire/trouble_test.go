package wire

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"referee/bot/notebook"
	"referee/bot/post"
	"referee/bot/test/discordtest"
	"referee/engine/match"
)

// boards is a poster that tells nothing and shows a board, made anew each time: where it is posted anew, twice.
func boards() *player {
	var turn atomic.Int64
	return &player{
		news: func(string, post.Post) (*Message, error) { return nil, nil },
		board: func(string, match.ID) (*Board, error) {
			return &Board{Key: "1", Message: says(fmt.Sprintf("board %d", turn.Add(1)))}, nil
		},
	}
}

// TestABoardInTheArchiveIsPostedAnew: an archived thread takes no edit, and a message takes
// it out of the archive (D5 of what was found in November 2026).
func TestABoardInTheArchiveIsPostedAnew(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	n := start(t, d, boards(), mem)
	th := n.ch.Begin("A match")
	place := PlaceOf(ID(th.ID))
	mem.add(place, 1)
	d.Until("the board", mem.empty)
	th.Archive()
	mem.add(place, 1)
	d.Until("the outbox to be empty", mem.empty)
	if got := texts(th); got != "board 2, board 3" || th.Archived() {
		t.Errorf("posted %s\n%s", got, n.log)
	}
	mem.add(place, 1)
	d.Until("the outbox to be empty", mem.empty)
	if got := texts(th); got != "board 2, board 4" {
		t.Errorf("after the edit: %s", got)
	}
}

// TestALockedThread: the players are told once, in a direct message, and what waits comes
// when the thread is unlocked and somebody is there; so where no more threads may be active.
func TestALockedThread(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		shut, open func(g *discordtest.Guild, th *discordtest.Channel)
	}{
		"locked": {
			func(_ *discordtest.Guild, th *discordtest.Channel) { th.Lock(true) },
			func(_ *discordtest.Guild, th *discordtest.Channel) { th.Lock(false) },
		},
		"too many threads": {
			func(g *discordtest.Guild, th *discordtest.Channel) { th.Archive(); g.MostThreads(0) },
			func(g *discordtest.Guild, _ *discordtest.Channel) { g.MostThreads(9) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := discordtest.New(t, patient)
			mem := newMemory()
			p := boards()
			var to atomic.Value
			p.trouble = func(bool, string) ([]DirectMessage, error) {
				return []DirectMessage{{To: to.Load().(ID), Message: says("trouble")}}, nil
			}
			n := start(t, d, p, mem)
			to.Store(ID(n.anna.ID))
			g := d.Guild("other")
			th := g.Channel("games").Begin("A match")
			place := PlaceOf(ID(th.ID))
			mem.add(place, 1)
			d.Until("the board", mem.empty)
			c.shut(g, th)
			mem.add(place, 1)
			d.Until("several tries", func() bool { return strings.Count(n.log.String(), "cannot post") > 2 })
			if got := texts(n.anna.DM()); got != "trouble" {
				t.Errorf("direct messages: %q", got)
			}
			n.bot.sender.mu.Lock()
			next := n.bot.sender.backoffs[place].next
			n.bot.sender.mu.Unlock()
			if next <= n.bot.Timing.RetryPost {
				t.Errorf("it waits %v before it tries again", next)
			}
			c.open(g, th)
			n.bot.RetryAt(place)
			d.Until("the outbox to be empty", mem.empty)
		})
	}
}

// TestFailedDirectMessagesAreSentLater: a direct message about a locked thread that fails for a
// while is sent later, and whom it reached hears nothing again.
func TestFailedDirectMessagesAreSentLater(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	p := boards()
	var to atomic.Value
	p.trouble = func(bool, string) (out []DirectMessage, err error) {
		for _, id := range to.Load().([]ID) {
			out = append(out, DirectMessage{To: id, Message: says("trouble")})
		}
		return out, nil
	}
	n := startWith(t, d, p, mem, func(c *Config) { c.Timing.Post = 300 * time.Millisecond })
	bob := d.Guild("other").Member("bob", "fr")
	to.Store([]ID{ID(n.anna.ID), ID(bob.ID)})
	th := n.ch.Begin("A match")
	place := PlaceOf(ID(th.ID))
	mem.add(place, 1)
	d.Until("the board", mem.empty)
	th.Lock(true)
	bobs := "/channels/" + bob.DM().ID + "/messages"
	d.Refuse(func(q discordtest.Request) bool { return q.Path == bobs }, 502, 0)
	mem.add(place, 1)
	d.Until("anna to be told, and bob not", func() bool {
		return texts(n.anna.DM()) != "" && strings.Count(n.log.String(), "cannot post") > 0
	})
	d.Advance(10 * time.Minute) // Discord knows a message again for five
	d.Refuse(nil, 0, 0)
	d.Until("bob to be told", func() bool { return texts(bob.DM()) != "" })
	d.Until("another try", func() bool { return strings.Count(n.log.String(), "cannot post") > 3 })
	if got := texts(n.anna.DM()) + ", " + texts(bob.DM()); got != "trouble, trouble" {
		t.Errorf("direct messages: %q", got)
	}
}

// TestNothingWaitsForAPostThatDiscordRefuses for its form: it is said that there was one,
// and the next ones come.
func TestNothingWaitsForAPostThatDiscordRefuses(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	wrong := says(" ")
	n := start(t, d, &player{
		news: func(_ string, p post.Post) (*Message, error) {
			m := says(fmt.Sprintf("news %d", p.No))
			if p.No == 1 {
				m = wrong
			}
			return &m, nil
		},
		board: func(string, match.ID) (*Board, error) {
			return &Board{Key: "1", Message: wrong, StartsClock: true}, nil
		},
	}, mem)
	mem.add(PlaceOf(ID(n.ch.ID)), 2)
	d.Until("the outbox to be empty", mem.empty)
	if got := texts(n.ch); got != "unpostable, news 2, unpostable" {
		t.Errorf("posted %s", got)
	}
	if len(d.Complaints()) == 0 || !strings.Contains(n.log.String(), "fault=") {
		t.Errorf("the log says\n%s", n.log)
	}
	if len(mem.told) == 0 {
		t.Error("no clock hears that it was delivered")
	}
}

// TestABoardThatIsBlocked: where Discord refuses a board for a reason of its own, as AutoMod does,
// the players are told that reason, once, whatever else is told meanwhile; and again when it is
// refused again after it was posted.
func TestABoardThatIsBlocked(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem, p := newMemory(), boards()
	p.news = nil // they are told, and only boards are refused
	var to atomic.Value
	p.trouble = func(gone bool, reason string) ([]DirectMessage, error) {
		return []DirectMessage{{To: to.Load().(ID), Message: says(fmt.Sprint(gone, " ", reason))}}, nil
	}
	n := start(t, d, p, mem)
	to.Store(ID(n.anna.ID))
	place := PlaceOf(ID(n.ch.ID))
	blocks := func(q discordtest.Request) bool { return strings.Contains(q.Body, "board") }
	for round := range 2 {
		d.Refuse(blocks, http.StatusBadRequest, 200000)
		for i := range 3 {
			mem.add(place, 1)
			n.bot.RetryAt(place)
			d.Until("the news", func() bool { return strings.Contains(texts(n.ch), fmt.Sprintf("news %d", 3*round+i+1)) })
			d.Until("what is told of it", func() bool { return len(n.anna.DM().Messages(nil)) == round+1 })
		}
		n.bot.RetryAt(place)
		d.Quiet(200 * time.Millisecond)
		if told := n.anna.DM().Messages(nil); len(told) != round+1 || told[round].Text() != "false refused by the test (200000)" {
			t.Fatalf("anna is told %d times: %s", len(told), told[0].Text())
		}
		d.Refuse(nil, 0, 0)
		n.bot.RetryAt(place)
		d.Until("the board", mem.empty)
		d.Until("an end of the trouble", func() bool {
			at, err := notebook.Read[placeState](t.Context(), mem, noteOf(place))
			return err == nil && at.Warned == noTrouble
		})
	}
}
