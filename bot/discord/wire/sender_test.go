package wire

import (
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"referee/bot/discord/discordtest"
	"referee/bot/post"
	"referee/engine/match"
)

// texts are the texts of a channel's messages, joined.
func texts(c *discordtest.Channel) string {
	var out []string
	for _, m := range c.Messages(nil) {
		out = append(out, m.Text())
	}
	return strings.Join(out, ", ")
}

// TestPostsComeInOrderAndOnce posts over a bad line, with restarts.
func TestPostsComeInOrderAndOnce(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{Seed: 3, Deadline: patient.Deadline})
	mem := newMemory()
	n := start(t, d, &player{}, mem)
	d.Faults(discordtest.Faults{DropAnswer: 0.2, TooMany: 0.2, ServerError: 0.2})
	place := PlaceOf(ID(n.ch.ID))
	var want []string
	for i := range 30 {
		mem.add(place, 1)
		want = append(want, fmt.Sprintf("news %d", i+1))
	}
	for run := range 2 {
		d.Until("some posts", func() bool { return len(n.ch.Messages(nil)) >= 5*(run+1) })
		d.Faults(discordtest.Faults{})
		if err := n.finish(); err != nil {
			t.Fatal(err)
		}
		ch := n.ch
		n = start(t, d, &player{}, mem)
		n.ch = ch
		d.Faults(discordtest.Faults{DropAnswer: 0.2, TooMany: 0.2, ServerError: 0.2})
	}
	d.Until("the outbox to be empty", mem.empty)
	d.Faults(discordtest.Faults{})
	if got := texts(n.ch); got != strings.Join(want, ", ") {
		t.Errorf("posted %s", got)
	}
}

func TestTheBoardIsEditedWhileItsKeyStays(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	var key, turn atomic.Int64
	p := &player{
		news: func(string, post.Post) (*Message, error) { return nil, nil },
		board: func(string, match.ID) (*Board, error) {
			return &Board{Key: fmt.Sprint(key.Load()), Message: says(fmt.Sprintf("board %d", turn.Add(1)))}, nil
		},
	}
	n := start(t, d, p, mem)
	place := PlaceOf(ID(n.ch.ID))
	step := func(want string) {
		t.Helper()
		mem.add(place, 1)
		n.bot.sender.wakeUp()
		d.Until("the outbox to be empty", mem.empty)
		if got := texts(n.ch); got != want {
			t.Fatalf("posted %s, want %s", got, want)
		}
	}
	step("board 1")
	step("board 2")
	key.Add(1)
	step("board 2, board 3")
	n.ch.DeleteMessage(n.ch.Last(nil))
	step("board 2, board 4")
	ch := n.ch
	if err := n.finish(); err != nil {
		t.Fatal(err)
	}
	n = start(t, d, p, mem)
	n.ch = ch
	step("board 2, board 5")
}

// TestABoardIsNotDoubledByAKill has the program die when a new board was accepted
// and it was not told so. More has happened by the next start: the board that is
// there shows it, and no second one is posted, whatever it is called by then; but where
// the store was restored, what is there is of a time that is lost.
func TestABoardIsNotDoubledByAKill(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		later, next, last string
		leap              uint64 // of the numbers of posts, as at a restore
	}{
		"the same":       {"the board", "board 0, board 2", "board 0, board 3", 0},
		"another phase":  {"the board of another phase", "board 0, board 2", "board 0, board 2, board 3", 0},
		"the one before": {"the board before", "board 2, board 1", "board 2, board 3", 0}, // the first shows it again
		"restored":       {"the board", "board 0, board 1, board 2", "board 0, board 1, board 3", 1 << 32},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := discordtest.New(t, patient)
			mem := newMemory()
			var turn atomic.Int64
			var key atomic.Value
			p := &player{
				news: func(string, post.Post) (*Message, error) { return nil, nil },
				board: func(string, match.ID) (*Board, error) {
					return &Board{Key: key.Load().(string), Message: says(fmt.Sprintf("board %d", turn.Load()))}, nil
				},
			}
			key.Store("the board before")
			n := start(t, d, p, mem)
			ch, place := n.ch, PlaceOf(ID(n.ch.ID))
			mem.add(place, 1)
			d.Until("the first board", func() bool { return texts(ch) == "board 0" && mem.empty() })
			turn.Store(1)
			key.Store("the board")
			n.line.CutAfter(func(q discordtest.Request) bool {
				return strings.HasPrefix(q.Operation, "POST ") && strings.HasSuffix(q.Path, "/messages")
			})
			mem.add(place, 1)
			d.Until("the board", func() bool { return texts(ch) == "board 0, board 1" })
			d.Until("the end of the line", n.line.IsCut)
			if err := n.finish(); err != nil {
				t.Fatal(err)
			}
			mem.leap(c.leap)
			mem.add(place, 1)
			turn.Store(2)
			key.Store(c.later)
			n = start(t, d, p, mem)
			d.Until("the outbox to be empty", mem.empty)
			if got := texts(ch); got != c.next {
				t.Errorf("posted %s, want %s", got, c.next)
			}
			if err := n.finish(); err != nil {
				t.Fatal(err)
			}
			turn.Store(3)
			key.Store("the board")
			mem.add(place, 1)
			start(t, d, p, mem)
			d.Until("the outbox to be empty", mem.empty)
			if got := texts(ch); got != c.last {
				t.Errorf("posted %s, want %s", got, c.last)
			}
		})
	}
}

// TestAPlaceThatFailsWaitsAlone takes permissions away in one channel: others go
// on, the players are told once, and with the permission all is posted.
func TestAPlaceThatFailsWaitsAlone(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	var to atomic.Value
	n := start(t, d, &player{
		handle: func(Interaction) Reply { return Reply{Kind: Say, Private: true, Message: says("here")} },
		trouble: func(_ string, gone bool) ([]DirectMessage, error) {
			return []DirectMessage{{To: to.Load().(ID), Message: says(fmt.Sprintf("trouble, gone %t", gone))}}, nil
		},
	}, mem)
	to.Store(ID(n.anna.ID))
	other := d.Guild("other").Channel("games")
	n.ch.Deny(discordtest.Permission(PermissionSend))
	mem.add(PlaceOf(ID(n.ch.ID)), 2)
	mem.add(PlaceOf(ID(other.ID)), 1)
	d.Until("the other channel", func() bool { return texts(other) == "news 3" })
	d.Until("the direct message", func() bool { return texts(n.anna.DM()) == "trouble, gone false" })
	d.Until("a second try, without a second direct message", func() bool { return strings.Count(n.log.String(), "cannot post") > 1 })
	if got := texts(n.anna.DM()); got != "trouble, gone false" {
		t.Errorf("direct messages: %s", got)
	}
	n.ch.Allow(discordtest.Permission(PermissionSend))
	n.anna.Slash(n.ch, "go").Wait()
	d.Until("the posts", func() bool { return texts(n.ch) == "news 1, news 2" })
}

// TestAChannelThatIsGone lets the match be moved: what waited for the channel is
// thrown away when nobody plays there any more.
func TestAChannelThatIsGone(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	var moved atomic.Bool
	var told atomic.Int64
	n := start(t, d, &player{
		trouble: func(_ string, gone bool) ([]DirectMessage, error) {
			if moved.Load() {
				return nil, match.ErrUnknown
			}
			if gone {
				told.Add(1)
			}
			return nil, nil
		},
	}, mem)
	place := PlaceOf(ID(n.ch.ID))
	n.ch.Delete()
	mem.add(place, 1)
	d.Until("the trouble", func() bool { return told.Load() > 0 })
	if mem.empty() {
		t.Error("a post was thrown away while the match is there")
	}
	moved.Store(true)
	n.bot.sender.retryNow(place)
	d.Until("the outbox to be empty", func() bool { return mem.empty() })
}

// TestNewsAreToldOnceThoughTheBoardFails: where a board cannot be made for a
// while, its news are out already. They are not told again after a restart, when
// Discord no longer knows their nonce.
func TestNewsAreToldOnceThoughTheBoardFails(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	var whole atomic.Bool
	var failed atomic.Int64
	p := &player{board: func(string, match.ID) (*Board, error) {
		if !whole.Load() {
			failed.Add(1)
			return nil, errors.New("no board today")
		}
		return &Board{Key: "1", Message: says("board")}, nil
	}}
	n := start(t, d, p, mem)
	ch := n.ch
	mem.add(PlaceOf(ID(ch.ID)), 1)
	d.Until("a board to fail", func() bool { return failed.Load() > 0 })
	if err := n.finish(); err != nil {
		t.Fatal(err)
	}
	d.Advance(time.Hour)
	whole.Store(true)
	start(t, d, p, mem)
	d.Until("the outbox to be empty", mem.empty)
	if got := texts(ch); got != "news 1, board" {
		t.Errorf("posted %s", got)
	}
}
