package wire

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"referee/bot/discord/drawing"
	"referee/bot/post"
	"referee/bot/test/discordtest"
	"referee/engine/match"
)

// studio is a poster whose boards are drawn when its test lets them.
type studio struct {
	player
	mu    sync.Mutex
	turn  int             // that boards show
	phase string          // the key of boards
	begun []string        // places and turns, as they were begun to be drawn
	calls ID              // whom new boards call
	may   chan struct{}   // lets one picture be finished; closed: all
	fails map[string]bool // places whose boards cannot be drawn
	mute  bool            // there are no news
}

func newStudio() *studio {
	u := &studio{may: make(chan struct{}), phase: "1", mute: true}
	u.news = func(_ string, p post.Post) (*Message, error) {
		u.mu.Lock()
		defer u.mu.Unlock()
		if u.mute {
			return nil, nil
		}
		_, seq := p.Match()
		m := says(fmt.Sprintf("news %d", seq))
		return &m, nil
	}
	u.board = func(place string, _ match.ID) (*Board, error) {
		u.mu.Lock()
		defer u.mu.Unlock()
		turn := u.turn
		b := &Board{Key: u.phase, Message: says(fmt.Sprintf("board %d", turn)), Seq: turn}
		if u.calls != "" {
			b.Message = says(fmt.Sprintf("board %d for <@%s>", turn, u.calls))
			b.Message.Mentions.Users = []ID{u.calls}
			b.Asked = map[ID]int{u.calls: 0} // she has done nothing yet
		}
		b.Draw = func(drawing.Size) *Message { return u.drawBoard(place, turn, b.Message) }
		return b, nil
	}
	return u
}

func (u *studio) drawBoard(place string, turn int, words Message) *Message {
	u.mu.Lock()
	u.begun = append(u.begun, fmt.Sprint(place, " ", turn))
	fails := u.fails[place]
	u.mu.Unlock()
	if fails {
		panic("no such colour")
	}
	<-u.may
	words.Components = append(slices.Clone(words.Components), Gallery(Attached("map.png"), "a map"))
	words.Files = []File{{Name: "map.png", Type: "image/png", Body: []byte(fmt.Sprint(turn))}}
	return &words
}

// set changes what boards show.
func (u *studio) set(change func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	change()
}

// drawnAt are the turns whose boards were begun to be drawn at a place.
func (u *studio) drawnAt(place string) (turns []string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, b := range u.begun {
		if turn, ok := strings.CutPrefix(b, place+" "); ok {
			turns = append(turns, turn)
		}
	}
	return turns
}

// hurried has boards wait for their pictures for hardly any time.
func hurried(c *Config) { c.Timing.Picture = time.Millisecond }

// calm has boards wait for their pictures.
func calm(c *Config) { c.Timing.Picture = time.Minute }

// picture is the picture of a channel's last message; "" where it has none.
func picture(c *discordtest.Channel) string {
	m := c.Last(nil)
	if m == nil {
		return ""
	}
	f, _ := m.Now().File("attachment://map.png")
	return string(f.Data)
}

// TestABoardComesWithItsPicture where that is drawn at once: in one message.
func TestABoardComesWithItsPicture(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem, u := newMemory(), newStudio()
	close(u.may)
	n := startWith(t, d, &u.player, mem, calm)
	mem.add(PlaceOf(ID(n.ch.ID)), 1)
	d.Until("the board", mem.empty)
	if picture(n.ch) != "0" || n.ch.Last(nil).Now().Edits != 0 {
		t.Errorf("there is %s", n.ch.Last(nil).Now())
	}
}

// TestWordsWaitForNoPicture: while nothing can be drawn at more places than are served at once,
// new boards come in words and call people, what is told after them comes, and other places
// are served; then the pictures come, and nothing is posted twice.
func TestWordsWaitForNoPicture(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem, u := newMemory(), newStudio()
	n := startWith(t, d, &u.player, mem, hurried)
	u.set(func() { u.calls = ID(n.anna.ID) })
	var chs []*discordtest.Channel
	for i := range workers + 2 {
		chs = append(chs, n.club.Channel(fmt.Sprint("table-", i)))
		mem.add(PlaceOf(ID(chs[i].ID)), 1)
	}
	d.Until("boards in words", func() bool { return len(mem.delivered()) == len(chs) })
	for _, c := range chs {
		if m := c.Last(nil); len(m.Calls) != 1 || picture(c) != "" {
			t.Errorf("a board in words is %s", m)
		}
	}
	u.set(func() { u.mute, u.turn = false, 1 })
	mem.add(PlaceOf(ID(chs[0].ID)), 1)
	mem.add(PlaceOf(ID(chs[9].ID)), 1)
	d.Until("news", func() bool {
		return strings.Contains(texts(chs[0]), ", news") && strings.Contains(texts(chs[9]), ", news")
	})
	if mem.empty() {
		t.Error("boards that nobody has drawn count as posted")
	}
	close(u.may)
	d.Until("the pictures", mem.empty)
	for i, c := range chs {
		first := c.Messages(nil)[0].Now()
		f, _ := first.File("attachment://map.png")
		if len(first.Pictures()) != 1 || len(c.Messages(nil)) > 2 || (i == 0 || i == 9) && (string(f.Data) != "1" || !strings.HasPrefix(first.Text(), "board 1")) {
			t.Errorf("in channel %d of %d messages the first is %s with picture %q", i, len(c.Messages(nil)), first, f.Data)
		}
	}
}

// TestABoardIsOwedThoughSomethingElseIsTold: what is told while a board waits, and is not of its
// match, does not count as the board.
func TestABoardIsOwedThoughSomethingElseIsTold(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem, u := newMemory(), newStudio()
	n := startWith(t, d, &u.player, mem, hurried)
	place := PlaceOf(ID(n.ch.ID))
	mem.add(place, 1)
	d.Until("the words", func() bool { return texts(n.ch) == "board 0" })
	u.set(func() { u.mute = false })
	mem.put(place, post.Notice{})
	d.Until("the notice", func() bool { return strings.Contains(texts(n.ch), "news") && mem.waiting(place) == 1 })
	close(u.may)
	d.Until("the board", mem.empty)
	if f, _ := n.ch.Messages(nil)[0].Now().File("attachment://map.png"); string(f.Data) != "0" {
		t.Errorf("the board has picture %q", f.Data)
	}
}

// TestOnlyTheNewestBoardIsDrawn: of several positions that come while a board waits, the last one
// is drawn, and no picture of an older one comes after that of a newer one.
func TestOnlyTheNewestBoardIsDrawn(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem, u := newMemory(), newStudio()
	n := startWith(t, d, &u.player, mem, hurried)
	place := PlaceOf(ID(n.ch.ID))
	mem.add(place, 1)
	d.Until("the first to be drawn", func() bool { return len(u.drawnAt(place)) == 1 })
	for turn := 1; turn <= 4; turn++ {
		before := len(mem.delivered())
		u.set(func() {
			if u.turn = turn; turn%2 == 0 { // a new board, too
				u.phase = fmt.Sprint(turn)
			}
		})
		mem.add(place, 1)
		if turn%2 == 0 {
			d.Until("the words", func() bool { return len(mem.delivered()) > before })
		} else {
			d.Until("it to be noticed", func() bool { return mem.waiting(place) == 1 })
		}
	}
	u.may <- struct{}{} // the first, which is too old
	d.Until("the last to be drawn", func() bool { return len(u.drawnAt(place)) == 2 })
	close(u.may)
	d.Until("the picture", mem.empty)
	if got := u.drawnAt(place); !slices.Equal(got, []string{"0", "4"}) {
		t.Errorf("drawn were %v", got)
	}
	if got := texts(n.ch); got != "board 0, board 2, board 4" || picture(n.ch) != "4" {
		t.Errorf("posted %s, the last with picture %q", got, picture(n.ch))
	}
}

// TestRestartDrawsPendingBoards: a board whose words are out when the program ends gets its picture
// from the next.
func TestRestartDrawsPendingBoards(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem, u := newMemory(), newStudio()
	n := startWith(t, d, &u.player, mem, hurried)
	ch := n.ch
	mem.add(PlaceOf(ID(ch.ID)), 1)
	d.Until("the words", func() bool { return len(mem.delivered()) == 1 })
	if err := n.finish(); err != nil {
		t.Fatal(err)
	}
	d.Advance(time.Hour)
	close(u.may)
	startWith(t, d, &u.player, mem, hurried)
	d.Until("the picture", mem.empty)
	if got := texts(ch); got != "board 0" || picture(ch) != "0" {
		t.Errorf("posted %s, with picture %q", got, picture(ch))
	}
}

// TestDrawingFaultDoesNotBlockOthers: the words of that board stand, and the others are drawn.
func TestDrawingFaultDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem, u := newMemory(), newStudio()
	n := startWith(t, d, &u.player, mem, calm)
	other := n.club.Channel("other")
	u.set(func() { u.fails = map[string]bool{PlaceOf(ID(n.ch.ID)): true} })
	close(u.may)
	mem.add(PlaceOf(ID(n.ch.ID)), 1)
	mem.add(PlaceOf(ID(other.ID)), 1)
	d.Until("the boards", mem.empty)
	if texts(n.ch) != "board 0" || picture(n.ch) != "" || picture(other) != "0" {
		t.Errorf("posted %s with picture %q, and elsewhere with %q", texts(n.ch), picture(n.ch), picture(other))
	}
	if !strings.Contains(n.log.String(), "no such colour") {
		t.Error("the log says nothing of the fault")
	}
}

// TestWordingFaultDoesNotBlockOthers: where those of a post or of a board cannot be made, by which the
// program would end again at each start, its place waits, and is tried again.
func TestWordingFaultDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem, u := newMemory(), newStudio()
	close(u.may)
	news, board := u.news, u.board
	var inNews, inBoard string // the places, until they are tried a second time
	tries := map[string]int{}
	fails := func(place, at string, try int) {
		u.mu.Lock()
		defer u.mu.Unlock()
		if place == at {
			if tries[at]++; tries[at] == try {
				panic("no such word at " + at)
			}
		}
	}
	u.news = func(place string, p post.Post) (*Message, error) {
		fails(place, inNews, 1)
		return news(place, p)
	}
	u.board = func(place string, id match.ID) (*Board, error) {
		fails(place, inBoard, 2) // when it is drawn
		return board(place, id)
	}
	n := startWith(t, d, &u.player, mem, calm)
	told, shown, other := n.ch, n.club.Channel("shown"), n.club.Channel("other")
	u.set(func() { inNews, inBoard = PlaceOf(ID(told.ID)), PlaceOf(ID(shown.ID)) })
	for _, ch := range []*discordtest.Channel{told, shown, other} {
		mem.add(PlaceOf(ID(ch.ID)), 1)
	}
	d.Until("the boards", mem.empty)
	for _, ch := range []*discordtest.Channel{told, shown, other} {
		if texts(ch) != "board 0" || picture(ch) != "0" {
			t.Errorf("posted %s with picture %q", texts(ch), picture(ch))
		}
	}
	for _, place := range []string{inNews, inBoard} {
		if !strings.Contains(n.log.String(), "no such word at "+place) {
			t.Errorf("the log says nothing of the fault at %s", place)
		}
	}
}

// TestPostsDoNotWaitForThePictureOfAnAnswer: what an order led to is posted as soon as it is
// answered in words, also where the outbox is hardly ever read unasked.
func TestPostsDoNotWaitForThePictureOfAnAnswer(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem, u := newMemory(), newStudio()
	u.mute = false
	u.board = nil
	drawn := make(chan bool)
	var n *network
	u.handle = func(Interaction) Response {
		mem.add(PlaceOf(ID(n.ch.ID)), 1)
		return Response{Kind: Say, Private: true, Message: says("done"), Later: func(drawing.Size) *Message {
			<-drawn
			return nil
		}}
	}
	n = startWith(t, d, &u.player, mem, func(c *Config) { c.Timing.Poll = time.Hour })
	n.anna.Slash(n.ch, "go").Wait()
	d.Until("the news", func() bool { return texts(n.ch) == "news 1" })
	close(drawn)
}

// TestAClockStartsWithTheWords: a board with which a clock starts is drawn once, when it is known
// until when that runs.
func TestAClockStartsWithTheWords(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	mem, u := newMemory(), newStudio()
	shown := u.board
	u.board = func(place string, id match.ID) (*Board, error) {
		b, err := shown(place, id)
		b.StartsClock = len(mem.delivered()) == 0
		return b, err
	}
	n := startWith(t, d, &u.player, mem, calm)
	mem.add(PlaceOf(ID(n.ch.ID)), 1)
	d.Until("the delivery", func() bool { return len(mem.delivered()) == 1 })
	close(u.may)
	d.Until("the board", mem.empty)
	posted := slices.ContainsFunc(d.Requests(), func(r discordtest.Request) bool {
		return strings.HasPrefix(r.Operation, "POST ") && strings.Contains(r.Body, "map.png")
	})
	if posted || picture(n.ch) != "0" || len(n.ch.Messages(nil)) != 1 {
		t.Errorf("posted with a picture: %t; then there is %q", posted, picture(n.ch))
	}
}

// delivered are the decisions that were.
func (m *memory) delivered() []int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.told)
}

// put puts a post of another kind into the outbox.
func (m *memory) put(place string, what post.Kind) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.no++
	m.posts[place] = append(m.posts[place], post.Post{No: m.no, What: what})
}

// waiting is how many posts wait for a place.
func (m *memory) waiting(place string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.posts[place])
}

// TestABoardDoesNotCallBeforeItsStory: where a program answers while a board is made, what it did
// is told before the board is shown, and whoever is asked then is called once.
func TestABoardDoesNotCallBeforeItsStory(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*Config){"words first": hurried, "with the picture": calm} {
		for made := range 2 { // it answers before the words of the board are made, or before it is drawn
			t.Run(fmt.Sprint(name, ", made ", made), func(t *testing.T) {
				t.Parallel()
				d := discordtest.New(t, patient)
				mem, u, place := newMemory(), newStudio(), ""
				u.mute = false
				close(u.may)
				var anna ID
				boards := 0
				answers := sync.OnceFunc(func() {
					mem.add(place, 1)
					u.set(func() { u.turn, u.phase, u.calls = 2, "2", anna })
				})
				news, board := u.news, u.board
				u.news = func(place string, p post.Post) (*Message, error) {
					m, err := news(place, p)
					if _, seq := p.Match(); seq == 2 {
						m.Components = append(m.Components, TextDisplay("for <@"+string(anna)+">"))
						m.Mentions.Users = []ID{anna}
					}
					return m, err
				}
				u.board = func(place string, id match.ID) (*Board, error) {
					if boards++; boards > made {
						answers()
					}
					return board(place, id)
				}
				n := startWith(t, d, &u.player, mem, change)
				anna = ID(n.anna.ID)
				u.set(func() { u.turn = 1 })
				place = PlaceOf(ID(n.ch.ID))
				mem.add(place, 1)
				d.Until("the board", mem.empty)
				if calls := len(n.ch.Calls()); calls != 1 || !strings.Contains(n.ch.Last(nil).Text(), "board 2") {
					t.Errorf("anna is called %d times:\n%s", calls, texts(n.ch))
				}
			})
		}
	}
}
