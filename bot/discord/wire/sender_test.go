package wire

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/post"
	"referee/bot/test/discordtest"
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
	synctest.Test(t, postsComeInOrderAndOnce)
}

func postsComeInOrderAndOnce(t *testing.T) {
	t.Helper()
	d := discordtest.New(t, discordtest.Options{Seed: 3, Bubble: true})
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
			closes := func(was Shown, _ int) *Board {
				if was.Key != "1" {
					return nil
				}
				return &Board{Message: says("closed")}
			}
			return &Board{Key: fmt.Sprint(key.Load()), Message: says(fmt.Sprintf("board %d", turn.Load())), Closes: closes}, nil
		},
	}
	n := start(t, d, p, mem)
	place := PlaceOf(ID(n.ch.ID))
	step := func(want string) {
		t.Helper()
		turn.Add(1)
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
	key.Add(1)
	step("board 2, closed, board 6")
	key.Store(1)
	step("board 2, closed, board 6, board 7")
	n.ch.DeleteMessage(n.ch.Last(nil))
	key.Add(1)
	step("board 2, closed, board 6, board 8") // what is gone is not closed
}

// TestABoardFromBeforeIsEditedIntoABox: a board that was posted without one is edited, by a
// program that puts boards into boxes, and none is posted anew.
func TestABoardFromBeforeIsEditedIntoABox(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	shows := says("board")
	p := &player{
		news:  func(string, post.Post) (*Message, error) { return nil, nil },
		board: func(string, match.ID) (*Board, error) { return &Board{Key: "k", Message: shows}, nil },
	}
	n := start(t, d, p, mem)
	place := PlaceOf(ID(n.ch.ID))
	mem.add(place, 1)
	n.bot.sender.wakeUp()
	d.Until("the outbox to be empty", mem.empty)
	old, ch := n.ch.Last(nil), n.ch
	if err := n.finish(); err != nil {
		t.Fatal(err)
	}
	accent := 0x9fab62
	shows.Components = []Component{Container(&accent, shows.Components...)}
	n = start(t, d, p, mem)
	n.ch = ch
	mem.add(place, 1)
	n.bot.sender.wakeUp()
	d.Until("the outbox to be empty", mem.empty)
	now := old.Now()
	if len(n.ch.Messages(nil)) != 1 || now.Edits != 1 || len(now.Components) != 1 || now.Components[0].AccentColor == nil {
		t.Errorf("%d messages; the first is\n%s", len(n.ch.Messages(nil)), now)
	}
	if _, ok := now.Button("Go on"); !ok {
		t.Error("its button is gone")
	}
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

// TestPlayersAreMentionedAgainAfterActing: two players answer while nothing can be posted; the board that
// comes then calls who is asked, though the last one called them, too. Another, before they
// have acted, does not.
func TestPlayersAreMentionedAgainAfterActing(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	var seq, acted atomic.Int64
	p := &player{news: func(string, post.Post) (*Message, error) { return nil, nil }}
	n := start(t, d, p, mem)
	anna := ID(n.anna.ID)
	p.board = func(string, match.ID) (*Board, error) {
		m := says("<@" + n.anna.ID + "> is asked")
		m.Mentions.Users = []ID{anna}
		now := int(seq.Load())
		return &Board{Key: fmt.Sprint(now), Message: m, Seq: now, Asked: map[ID]int{anna: int(acted.Load())}}, nil
	}
	place := PlaceOf(ID(n.ch.ID))
	for _, step := range []struct {
		seq, acted int64
		calls      int
	}{{3, 1, 1}, {4, 1, 0}, {6, 5, 1}, {7, 5, 0}} {
		seq.Store(step.seq)
		acted.Store(step.acted)
		mem.add(place, 1)
		n.bot.sender.wakeUp()
		d.Until("the outbox to be empty", mem.empty)
		if m := n.ch.Last(nil); len(m.Calls) != step.calls {
			t.Errorf("the board of decision %d calls %d people, not %d", step.seq, len(m.Calls), step.calls)
		}
	}
}

// TestAPostOfAForumIsMadeOnce: what is to begin in a post of a forum is refused for a while, over
// a restart too, and the post, which calls people, is not made again; one that was deleted is.
func TestAPostOfAForumIsMadeOnce(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	var tries atomic.Int64
	var opens atomic.Bool
	p := &player{made: func(post.Post, ID) error {
		tries.Add(1)
		if opens.Load() {
			return nil
		}
		return errors.New("the league waits for its organiser")
	}}
	n := start(t, d, p, mem)
	forum := n.club.Forum("matches")
	p.thread = &Thread{Post: &NewPost{Forum: ID(forum.ID), Name: "match 1", Text: "match 1 is played here"}}
	place, ch := PlaceOf(ID(n.ch.ID)), n.ch
	mem.add(place, 1)
	d.Until("some tries", func() bool { return tries.Load() > 2 })
	if err := n.finish(); err != nil {
		t.Fatal(err)
	}
	tries.Store(0)
	n = start(t, d, p, mem)
	n.ch = ch
	d.Until("some tries more", func() bool { return tries.Load() > 2 })
	if made := len(forum.Threads()); made != 1 {
		t.Errorf("%d posts were made", made)
	}
	forum.Threads()[0].Delete()
	d.Until("another post", func() bool { return len(forum.Threads()) == 1 })
	opens.Store(true)
	d.Until("the outbox to be empty", mem.empty)
	if made := len(forum.Threads()); made != 1 {
		t.Errorf("at last %d posts are there", made)
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
		handle: func(Interaction) Response { return Response{Kind: Say, Private: true, Message: says("here")} },
		trouble: func(gone bool, _ string) ([]DirectMessage, error) {
			return []DirectMessage{{To: to.Load().(ID), Message: says(fmt.Sprintf("trouble, gone %t", gone))}}, nil
		},
	}, mem)
	to.Store(ID(n.anna.ID))
	other := d.Guild("other").Channel("games")
	n.ch.Deny(discordtest.Permission(discordgo.PermissionSendMessages))
	mem.add(PlaceOf(ID(n.ch.ID)), 2)
	mem.add(PlaceOf(ID(other.ID)), 1)
	d.Until("the other channel", func() bool { return texts(other) == "news 3" })
	d.Until("the direct message", func() bool { return texts(n.anna.DM()) == "trouble, gone false" })
	d.Until("a second try, without a second direct message", func() bool { return strings.Count(n.log.String(), "cannot post") > 1 })
	if got := texts(n.anna.DM()); got != "trouble, gone false" {
		t.Errorf("direct messages: %s", got)
	}
	n.ch.Allow(discordtest.Permission(discordgo.PermissionSendMessages))
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
		trouble: func(gone bool, _ string) ([]DirectMessage, error) {
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

// TestRefusedThreadsAreTriedAgainSoon: where the server has no room for threads, several posts
// wait no longer than one; and once there was room for one, those that are refused then are tried
// again as soon as the first was.
func TestRefusedThreadsAreTriedAgainSoon(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	begins := says("a thread")
	n := start(t, d, &player{thread: &Thread{Name: "thread", Message: &begins}}, mem)
	place := PlaceOf(ID(n.ch.ID))
	refused := regexp.MustCompile(`there can be no thread, trying again.* post=(\d+) in=(\S+)`)
	tries := func(post string) (in []string) {
		for _, m := range refused.FindAllStringSubmatch(n.log.String(), -1) {
			if m[1] == post {
				in = append(in, m[2])
			}
		}
		return in
	}
	n.club.MostThreads(0)
	mem.add(place, 3)
	d.Until("three tries", func() bool { return len(tries("3")) >= 3 })
	for _, post := range []string{"1", "2", "3"} {
		if in := tries(post)[:3]; !slices.Equal(in, []string{"50ms", "100ms", "200ms"}) {
			t.Errorf("post %s is tried again in %v", post, in)
		}
	}
	n.club.MostThreads(1)
	d.Until("the others to be tried again soon", func() bool {
		return slices.Contains(tries("2")[3:], "50ms") && slices.Contains(tries("3")[3:], "50ms")
	})
	n.club.MostThreads(100)
	d.Until("the threads", mem.empty)
	n.club.MostThreads(0)
	mem.add(place, 1)
	d.Until("another try", func() bool { return len(tries("4")) > 0 })
	if in := tries("4")[0]; in != "50ms" {
		t.Errorf("post 4 is tried again in %s", in)
	}
}

// TestAMarkIsMadeUpFor: a post that could not be marked, as Discord failed, as it was locked, or
// as Discord refused it, is marked after a start, though its match is over and has no board more.
func TestAMarkIsMadeUpFor(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	red, over := Tag{Names: []string{"Red"}}, Tag{Names: []string{"Finished"}}
	p := &player{
		news: func(string, post.Post) (*Message, error) { return nil, nil },
		board: func(string, match.ID) (*Board, error) {
			return &Board{Key: "1", Message: says("board"), Tags: &Tags{Now: []Tag{over}, All: []Tag{red, over}}}, nil
		},
	}
	n := start(t, d, p, mem)
	forum := n.club.Forum("matches")
	forum.Tag("Red", false)
	forum.Tag("Finished", false)
	id, err := n.bot.makePost(t.Context(), NewPost{Forum: ID(forum.ID), Name: "match", Text: "match", Tags: []Tag{red}})
	if err != nil {
		t.Fatal(err)
	}
	played := forum.Threads()[0]
	marks := func(r discordtest.Request) bool { return r.Operation == "PATCH /channels/{channel_id}" }
	restart := func(said bool) {
		t.Helper()
		d.Until("a mark that fails", func() bool {
			return said && strings.Contains(n.log.String(), "a post is not marked") || !said && slices.ContainsFunc(d.Requests(), marks)
		})
		if err := n.finish(); err != nil {
			t.Fatal(err)
		}
		if names := played.TagNames(); !slices.Equal(names, []string{"Red"}) {
			t.Fatalf("it is marked with %v", names)
		}
	}
	d.Refuse(marks, http.StatusBadGateway, 0)
	mem.add(PlaceOf(id), 1)
	d.Until("the board", mem.empty)
	restart(false)
	played.Lock(true)
	n = start(t, d, p, mem)
	restart(true)
	played.Lock(false)
	d.Refuse(marks, http.StatusForbidden, discordgo.ErrCodeMissingPermissions)
	n = start(t, d, p, mem)
	restart(true)
	d.Refuse(nil, 0, 0)
	start(t, d, p, mem)
	d.Until("the mark", func() bool { return slices.Equal(played.TagNames(), []string{"Finished"}) })
}

// TestABoardThatCannotBeClosed: where Discord refuses the last edit of a board for its form, the
// next board is posted all the same, and nothing stands in for it.
func TestABoardThatCannotBeClosed(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem := newMemory()
	var key atomic.Int64
	p := &player{
		news: func(string, post.Post) (*Message, error) { return nil, nil },
		board: func(string, match.ID) (*Board, error) {
			now := fmt.Sprint(key.Load())
			return &Board{Key: now, Message: says("board " + now), Closes: func(Shown, int) *Board {
				return &Board{Message: says("closed")}
			}}, nil
		},
	}
	n := start(t, d, p, mem)
	place := PlaceOf(ID(n.ch.ID))
	mem.add(place, 1)
	d.Until("the first board", mem.empty)
	d.Refuse(func(r discordtest.Request) bool {
		return r.Operation == "PATCH /channels/{channel_id}/messages/{message_id}"
	}, http.StatusBadRequest, discordgo.ErrCodeInvalidFormBody)
	key.Add(1)
	mem.add(place, 1)
	d.Until("the second board", mem.empty)
	if got := texts(n.ch); got != "board 0, board 1" {
		t.Errorf("posted %s", got)
	}
	d.Refuse(nil, 0, 0)
	key.Add(1)
	mem.add(place, 1)
	d.Until("the third board", mem.empty)
	if got := texts(n.ch); got != "board 0, closed, board 2" {
		t.Errorf("then posted %s", got)
	}
}

// longBox is an outbox that takes long to read, as where something waits at many places.
type longBox struct {
	*memory
	reads int
}

func (s *longBox) Places(ctx context.Context) (map[string]uint64, error) {
	s.reads++
	time.Sleep(10 * time.Millisecond)
	return s.memory.Places(ctx)
}

// TestReadingTheOutboxLeavesTimeForTheRest: though each of many interactions has it read, that is
// a twentieth of the time.
func TestReadingTheOutboxLeavesTimeForTheRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		box := &longBox{memory: newMemory()}
		s := newSender(&Bot{Config: Config{Outbox: box, Notes: box.memory, Timing: Timing{Poll: time.Second}}})
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
		defer stop()
		var waking sync.WaitGroup
		waking.Go(func() {
			for ctx.Err() == nil {
				s.wakeUp()
				time.Sleep(time.Millisecond)
			}
		})
		s.run(ctx)
		waking.Wait()
		if n := 10 * time.Second / (readAtMost * 10 * time.Millisecond); box.reads < int(n) || box.reads > 2*int(n) { // some as it ends
			t.Errorf("it was read %d times", box.reads)
		}
	})
}
