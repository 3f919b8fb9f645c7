package wire

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/post"
	"referee/bot/test/discordtest"
	"referee/engine/match"
)

// phases is a player whose board has another key after each call of its second result.
func phases(tags func(n int64) *Tags) (p *player, next func()) {
	var key atomic.Int64
	return &player{
		defers: Deferral{Private: true},
		handle: func(Interaction) Response { return Response{Kind: Say, Private: true, Message: says("done")} },
		news:   func(string, post.Post) (*Message, error) { return nil, nil },
		board: func(string, match.ID) (*Board, error) {
			b := &Board{Key: fmt.Sprint(key.Load()), Message: says("board " + fmt.Sprint(key.Load()))}
			if tags != nil {
				b.Tags = tags(key.Load())
			}
			return b, nil
		},
	}, func() { key.Add(1) }
}

// TestTheBoardIsPinned: where the bot may, the newest board alone is pinned, and the channel is not told so; where it may not,
// where it may no longer, and where Discord refuses it, the boards are posted all the same, and nobody is told anything.
func TestTheBoardIsPinned(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	p, next := phases(nil)
	n := start(t, d, p, mem)
	place := PlaceOf(ID(n.ch.ID))
	shows := func(want string) {
		t.Helper()
		next()
		mem.add(place, 1)
		d.Until("the board", mem.empty)
		d.Until(want, func() bool { return texts(n.ch) == want })
	}
	pinned := func() string {
		var out []string
		for _, m := range n.ch.Pinned() {
			out = append(out, m.Text())
		}
		return strings.Join(out, ", ")
	}
	asks := func() (count int) {
		for _, r := range d.Requests() {
			if strings.Contains(r.Operation, "/messages/pins/") {
				count++
			}
		}
		return count
	}
	n.anna.Slash(n.ch, "go").Wait()
	shows("board 1")
	if asks() != 0 {
		t.Errorf("the bot tries to pin without the permission")
	}
	n.ch.Allow(discordtest.PinMessages)
	n.anna.Slash(n.ch, "go").Wait()
	shows("board 1, board 2")
	d.Until("the pin", func() bool { return pinned() == "board 2" && texts(n.ch) == "board 1, board 2" })
	shows("board 1, board 2, board 3")
	d.Until("another pin", func() bool { return pinned() == "board 3" && texts(n.ch) == "board 1, board 2, board 3" })
	d.Refuse(func(r discordtest.Request) bool { return strings.Contains(r.Operation, "/messages/pins/") }, http.StatusBadRequest, discordgo.ErrCodeMaximumPinsReached)
	before := asks()
	shows("board 1, board 2, board 3, board 4")
	d.Until("a refusal", func() bool { return asks() > before })
	d.Refuse(nil, 0, 0)
	n.ch.Deny(discordtest.PinMessages) // the permission was taken, which no interaction has told yet
	before = asks()
	shows("board 1, board 2, board 3, board 4, board 5")
	d.Until("another refusal", func() bool { return asks() > before && !n.bot.sender.mayPin(ID(n.ch.ID)) })
	before = asks()
	shows("board 1, board 2, board 3, board 4, board 5, board 6")
	if asks() != before {
		t.Errorf("the bot tries to pin though it was refused")
	}
}

// TestTheThirdNameOfAThreadWaits: a thread gets two names in ten minutes; a third waits, and what else is posted there does not;
// of several that wait the last one is given.
func TestTheThirdNameOfAThreadWaits(t *testing.T) {
	t.Parallel()
	const minute = 100 * time.Millisecond
	d := discordtest.New(t, discordtest.Options{Deadline: time.Minute, Minute: minute})
	mem := newMemory()
	red := Tag{Names: []string{"Red"}}
	p, next := phases(func(n int64) *Tags { return &Tags{Name: fmt.Sprint("name ", n), Now: []Tag{red}, All: []Tag{red}} })
	n := startWith(t, d, p, mem, func(c *Config) { c.Timing.Rename = 10*minute + 50*time.Millisecond })
	forum := n.club.Forum("matches")
	id, err := n.bot.makePost(t.Context(), NewPost{Forum: ID(forum.ID), Name: "name 0", Text: "match"})
	if err != nil {
		t.Fatal(err)
	}
	thread := forum.Threads()[0]
	for i := 1; i <= 2; i++ {
		next()
		mem.add(PlaceOf(id), 1)
		d.Until("a name", func() bool { return thread.NameNow() == fmt.Sprint("name ", i) })
	}
	for range 3 {
		next()
		mem.add(PlaceOf(id), 1)
		d.Until("the board", mem.empty)
	}
	forum.Tag("Red", false) // the tags do not wait for the name
	next()
	mem.add(PlaceOf(id), 1)
	d.Until("the last name", func() bool { return thread.NameNow() == "name 6" })
	for _, r := range d.Requests() {
		if r.Status == http.StatusTooManyRequests {
			t.Errorf("%s %s is too much", r.Operation, r.Body)
		}
	}
}
