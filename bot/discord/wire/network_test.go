package wire

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/drawing"
	"referee/bot/discord/gateway"
	"referee/bot/limit"
	"referee/bot/post"
	"referee/bot/test/discordtest"
	"referee/engine/match"
)

// TestMain lets more tests run beside each other than there are processors: those that
// may wait for the network, and hardly use one. Memory is there for the short time that
// the tests take, and a fifth of it would go into tidying up.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	flag.Parse()
	if err := flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// player is a handler and poster that does what its test says.
type player struct {
	handle   func(i Interaction) Response
	defers   Deferral
	announce func(i Interaction) Deferral // nil: all as defers says
	unheard  *Message
	news     func(place string, p post.Post) (*Message, error)
	board    func(place string, id match.ID) (*Board, error)
	trouble  func(gone bool, reason string) ([]DirectMessage, error)
	stands   func(asks string) bool         // nil: all stands
	thread   *Thread                        // of every post; nil: none has one
	made     func(p post.Post, id ID) error // takes a thread that was made
	plays    bool                           // everybody, in every match
	home     string                         // where people are told who accept no direct messages
}

func (p *player) Handle(ctx context.Context, i Interaction) Response { return p.handle(i) }
func (p *player) Defer(i Interaction) Deferral {
	if p.announce != nil {
		return p.announce(i)
	}
	return p.defers
}

func (p *player) Plays(context.Context, Interaction) bool { return p.plays }

func (p *player) Limited(_ Interaction, v limit.Verdict) Message {
	return says(fmt.Sprint("limited by ", v.By))
}

func (p *player) Failed(_ Interaction, number string) Message {
	return says("failed " + number)
}

func (p *player) Lost(ctx context.Context, _ Interaction, number string) Message {
	if number == "" {
		return says("lost")
	}
	return says("refused")
}

func (p *player) Unheard(context.Context, Interaction) *Message { return p.unheard }

func (p *player) Unpostable(string) Message { return says("unpostable") }

func (p *player) Thread(context.Context, string, post.Post) (*Thread, error) {
	if p.thread == nil {
		return nil, nil
	}
	t := *p.thread // it is noted in what is given when it is made
	return &t, nil
}

func (p *player) Question(context.Context, post.Post) (ID, *Question, error) { return "", nil, nil }

func (p *player) LookedUp(context.Context, post.Post, Lookup) error { return nil }

func (p *player) ThreadMade(ctx context.Context, _ string, of post.Post, id ID) error {
	if p.made == nil {
		return nil
	}
	return p.made(of, id)
}

func (p *player) Threadless(context.Context, string, post.Post) (*Message, []DirectMessage, error) {
	return nil, nil, nil
}

func (p *player) News(ctx context.Context, place string, waiting post.Post) (*Message, error) {
	if p.news == nil {
		_, seq := waiting.Match()
		m := says(fmt.Sprintf("news %d", seq))
		return &m, nil
	}
	return p.news(place, waiting)
}

func (p *player) Board(ctx context.Context, place string, id match.ID, _ Shown) (*Board, error) {
	if p.board == nil {
		return nil, nil
	}
	return p.board(place, id)
}

func (p *player) Stands(ctx context.Context, _ match.ID, asks string) (bool, error) {
	return p.stands == nil || p.stands(asks), nil
}

func (p *player) Home(context.Context, post.Post) (string, error) { return p.home, nil }

func (p *player) Trouble(ctx context.Context, _ string, gone bool, reason string) ([]DirectMessage, error) {
	if p.trouble == nil {
		return nil, nil
	}
	return p.trouble(gone, reason)
}

// memory is an outbox and notes in memory.
type memory struct {
	mu    sync.Mutex
	no    uint64
	posts map[string][]post.Post
	notes map[string][]byte
	told  []int // decisions that were delivered
}

func newMemory() *memory {
	return &memory{posts: map[string][]post.Post{}, notes: map[string][]byte{}}
}

// add puts posts into the outbox, numbered from 1 over all places.
func (m *memory) add(place string, posts int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for range posts {
		m.no++
		m.posts[place] = append(m.posts[place], post.Post{No: m.no, What: post.MatchNews{Match: "m", To: int(m.no)}})
	}
}

// leap is what a restore does: nothing waits any more, and the numbers go on later.
func (m *memory) leap(by uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if by > 0 {
		clear(m.posts)
		m.no += by
	}
}

func (m *memory) Places(ctx context.Context) (map[string]uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]uint64{}
	for place, list := range m.posts {
		if len(list) > 0 {
			out[place] = list[len(list)-1].No
		}
	}
	return out, nil
}

func (m *memory) Posts(ctx context.Context, place string) ([]post.Post, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.posts[place]), nil
}

func (m *memory) Posted(ctx context.Context, place string, p post.Post) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.posts[place] = slices.DeleteFunc(m.posts[place], func(q post.Post) bool { return q.No == p.No })
	return nil
}

// Refused notes nothing.
func (m *memory) Refused(context.Context, string, bool) error { return nil }

func (m *memory) Delivered(ctx context.Context, _ string, _ match.ID, seq int, _ time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.told = append(m.told, seq)
	return nil
}

func (m *memory) empty() bool {
	places, _ := m.Places(context.Background())
	return len(places) == 0
}

func (m *memory) Note(ctx context.Context, name string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.notes[name], nil
}

func (m *memory) PutNote(ctx context.Context, name string, body []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.notes[name] = body; body == nil {
		delete(m.notes, name)
	}
	return nil
}

func (m *memory) NoteNames(ctx context.Context, prefix string) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []string
	for name := range m.notes {
		if strings.HasPrefix(name, prefix) {
			out = append(out, name)
		}
	}
	return out, nil
}

// says is a message of one text and a button.
func says(s string) Message {
	return Message{Components: []Component{TextDisplay(s), Row(Button(discordgo.PrimaryButton, "Go on", "1/go"))}}
}

// managers are the permissions that those have who manage a server.
var managers int64 = discordgo.PermissionManageGuild

func contexts(list ...discordgo.InteractionContextType) *[]discordgo.InteractionContextType {
	return &list
}

var oneCommand = []*discordgo.ApplicationCommand{{Type: discordgo.ChatApplicationCommand, Name: "go", Description: "Go on", Contexts: contexts(discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM)}}

// logged is a log that may be read while it is written.
type logged struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// network is a bot that runs against a stand-in.
type network struct {
	d      *discordtest.Discord
	bot    *Bot
	mem    *memory
	log    *logged
	line   *discordtest.Line
	club   *discordtest.Guild
	ch     *discordtest.Channel
	anna   *discordtest.User
	finish func() error
	server string // the address of its endpoint; "": it has none
}

// patient is a Discord that waits for a first answer longer than a busy machine takes.
var patient = discordtest.Options{Deadline: time.Minute}

// throughDoors runs a test with interactions that come over the gateway, and with such as
// come over HTTP.
func throughDoors(t *testing.T, test func(t *testing.T, opt discordtest.Options)) {
	t.Helper()
	t.Parallel()
	for name, http := range map[string]bool{"gateway": false, "http": true} {
		t.Run(name, func(t *testing.T) {
			opt := patient
			opt.HTTP = http
			test(t, opt)
		})
	}
}

// start runs a bot until its test ends. mem may be nil.
func start(t *testing.T, d *discordtest.Discord, p *player, mem *memory) *network {
	t.Helper()
	return startWith(t, d, p, mem, func(*Config) {})
}

// startWith is start with a configuration that is changed.
func startWith(t *testing.T, d *discordtest.Discord, p *player, mem *memory, change func(c *Config)) *network {
	t.Helper()
	if mem == nil {
		mem = newMemory()
	}
	n := &network{d: d, mem: mem, log: &logged{}, line: d.Transport()}
	c := Config{
		Token: d.Token(), Handler: p, Poster: p, Commands: oneCommand, Outbox: mem, Clocks: mem, Notes: mem,
		Transport: n.line, Dial: d.Dial, Log: slog.New(slog.NewTextHandler(n.log, nil)),
		Timing: Timing{
			Defer: 100 * time.Millisecond, Poll: 20 * time.Millisecond, Answer: patient.Deadline, RetryPost: 50 * time.Millisecond,
			Gateway: gateway.Timing{Ready: 5 * time.Second, Identify: 25 * time.Millisecond, Retry: 20 * time.Millisecond},
		},
	}
	if d.OverHTTP() {
		c.Way = ByHTTP
	}
	change(&c)
	var err error
	n.bot, err = New(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- n.bot.Run(ctx) }()
	n.finish = sync.OnceValue(func() error {
		stop()
		return <-ended
	})
	t.Cleanup(func() {
		if err := n.finish(); err != nil {
			t.Errorf("the bot ended with %v", err)
		}
		if strings.Contains(n.log.String(), d.Token()) || strings.Contains(n.log.String(), "/callback") {
			t.Errorf("a token is in the log:\n%s", n.log)
		}
		if t.Failed() {
			t.Logf("log of the bot:\n%s", n.log)
		}
	})
	if d.OverHTTP() {
		server := d.Serve(n.bot.Endpoint())
		t.Cleanup(server.Close)
		n.server = server.URL
		d.Until("an endpoint that Discord takes", func() bool { return n.line.Endpoint(n.server) == nil })
	}
	d.Ready()
	n.club = d.Guild("club")
	n.ch, n.anna = n.club.Channel("games"), n.club.Member("anna", "en-US")
	return n
}

func TestAQuickAnswer(t *testing.T) { throughDoors(t, testAQuickAnswer) }

func testAQuickAnswer(t *testing.T, opt discordtest.Options) {
	t.Helper()
	var got Interaction
	n := start(t, discordtest.New(t, opt), &player{handle: func(i Interaction) Response {
		if i.Kind == discordgo.InteractionMessageComponent {
			return Response{Kind: Update, Message: says("gone on")}
		}
		got = i
		return Response{Kind: Say, Message: says("hello")}
	}}, nil)
	m := n.anna.Slash(n.ch, "go").Wait().Message
	if m.Text() != "hello" || m.Private() || got.User.Name != "anna" || PlaceOf(got.Channel) == "" {
		t.Fatalf("%v of %+v", m, got)
	}
	if s := n.anna.Click(m, "1/go").Wait(); s.Message.Text() != "gone on" || s.Message.ID != m.ID {
		t.Fatalf("after the click: %v", s.Message)
	}
}

// untilDeferred waits until Discord has a first answer to an interaction.
func (n *network) untilDeferred(p *discordtest.Press) {
	n.d.Until("the deferral", func() bool {
		return slices.ContainsFunc(n.d.Requests(), func(r discordtest.Request) bool {
			return strings.Contains(r.Path, "/"+p.ID()+"/") && r.Status != 0
		})
	})
}

func TestASlowAnswerIsDeferred(t *testing.T) { throughDoors(t, testASlowAnswerIsDeferred) }

func testASlowAnswerIsDeferred(t *testing.T, opt discordtest.Options) {
	t.Helper()
	for _, private := range []bool{false, true} {
		t.Run(fmt.Sprintf("private %t", private), func(t *testing.T) {
			deferred := make(chan bool)
			n := start(t, discordtest.New(t, opt), &player{
				defers: Deferral{Private: private},
				handle: func(i Interaction) Response {
					<-deferred
					return Response{Kind: Say, Private: private, Message: says("hello")}
				},
			}, nil)
			p := n.anna.Slash(n.ch, "go")
			n.untilDeferred(p)
			if m := p.Shown().Message; m == nil || !m.Thinking {
				t.Errorf("before the answer there is %v", m)
			}
			close(deferred)
			if m := p.Wait().Message; m.Text() != "hello" || m.Private() != private {
				t.Fatalf("%v", m)
			}
		})
	}
}

func TestASlowUpdate(t *testing.T) { throughDoors(t, testASlowUpdate) }

func testASlowUpdate(t *testing.T, opt discordtest.Options) {
	t.Helper()
	deferred := make(chan bool)
	n := start(t, discordtest.New(t, opt), &player{
		announce: func(i Interaction) Deferral { // a command has no message to change
			command := i.Kind == discordgo.InteractionApplicationCommand
			return Deferral{Update: !command, Private: command}
		},
		handle: func(i Interaction) Response {
			if i.Kind == discordgo.InteractionApplicationCommand {
				return Response{Kind: Say, Private: true, Message: says("hello")}
			}
			<-deferred
			if i.Values == nil && i.Locale == "fr" {
				return Response{Kind: Say, Private: true, Message: says("for you")}
			}
			return Response{Kind: Update, Message: says("gone on")}
		},
	}, nil)
	m := n.anna.Slash(n.ch, "go").Wait().Message
	n.untilDeferred(n.anna.Click(m, "1/go"))
	deferred <- true
	n.d.Until("an update", func() bool { return m.Now().Text() == "gone on" })
	n.anna.Speak("fr")
	p := n.anna.Click(m, "1/go")
	n.untilDeferred(p)
	deferred <- true
	n.d.Until("the reply in its place", func() bool { return m.Now().Text() == "for you" })
	if more := p.Shown().More; len(more) > 0 {
		t.Fatalf("a further message, which a lost answer could double: %v", more)
	}
}

// TestAPublicMessageIsNotOverwritten with what one person alone is told.
func TestAPublicMessageIsNotOverwritten(t *testing.T) {
	throughDoors(t, testAPublicMessageIsNotOverwritten)
}

func testAPublicMessageIsNotOverwritten(t *testing.T, opt discordtest.Options) {
	t.Helper()
	deferred := make(chan bool)
	n := start(t, discordtest.New(t, opt), &player{
		announce: func(i Interaction) Deferral {
			return Deferral{Update: i.Kind == discordgo.InteractionMessageComponent} // a command has no message to change
		},
		handle: func(i Interaction) Response {
			if i.Kind == discordgo.InteractionApplicationCommand {
				return Response{Kind: Say, Message: says("hello")}
			}
			<-deferred
			return Response{Kind: Say, Private: true, Message: says("for you")}
		},
	}, nil)
	m := n.anna.Slash(n.ch, "go").Wait().Message
	n.untilDeferred(n.anna.Click(m, "1/go"))
	close(deferred)
	n.bot.WaitAnswered()
	if !strings.Contains(n.log.String(), "interaction not answered") {
		t.Error("the log does not say that there was no answer")
	}
	if m.Now().Text() != "hello" {
		t.Errorf("everybody sees %v", m.Now())
	}
}

func TestThePictureFollows(t *testing.T) { throughDoors(t, testThePictureFollows) }

func testThePictureFollows(t *testing.T, opt discordtest.Options) {
	t.Helper()
	n := start(t, discordtest.New(t, opt), &player{handle: func(i Interaction) Response {
		return Response{Kind: Say, Private: true, Message: says("hello"), Later: func(drawing.Size) *Message {
			m := says("hello")
			m.Components = append(m.Components, Gallery(Attached("map.png"), "a map"))
			m.Files = []File{{Name: "map.png", Type: "image/png", Body: []byte("png")}}
			return &m
		}}
	}}, nil)
	m := n.anna.Slash(n.ch, "go").Wait().Message
	n.d.Until("the picture", func() bool { return len(m.Now().Pictures()) == 1 })
	if f, ok := m.Now().File("attachment://map.png"); !ok || string(f.Data) != "png" {
		t.Errorf("the file is %v", f)
	}
}

// TestALatePictureYields has a button pressed while the picture of the answer
// before is drawn: what is newer stays.
func TestALatePictureYields(t *testing.T) { throughDoors(t, testALatePictureYields) }

func testALatePictureYields(t *testing.T, opt discordtest.Options) {
	t.Helper()
	drawn := make(chan bool)
	n := start(t, discordtest.New(t, opt), &player{handle: func(i Interaction) Response {
		if i.Kind == discordgo.InteractionMessageComponent {
			return Response{Kind: Update, Message: says("newer")}
		}
		return Response{Kind: Say, Private: true, Message: says("older"), Later: func(drawing.Size) *Message {
			<-drawn
			m := says("older, with a picture")
			return &m
		}}
	}}, nil)
	m := n.anna.Slash(n.ch, "go").Wait().Message
	n.anna.Click(m, "1/go").Wait()
	close(drawn)
	n.bot.WaitAnswered()
	if got := m.Now().Text(); got != "newer" {
		t.Errorf("it shows %q", got)
	}
}

// TestAThreadIsStarted: where there can be no thread, the handler is told so, and nothing
// of it stays in the channel.
func TestAThreadIsStarted(t *testing.T) { throughDoors(t, testAThreadIsStarted) }

func testAThreadIsStarted(t *testing.T, opt discordtest.Options) {
	t.Helper()
	for name, c := range map[string]struct {
		want    string // "": in the thread
		prepare func(n *network)
	}{
		"may":          {"", func(*network) {}},
		"may not":      {"may not", func(n *network) { n.ch.Deny(discordtest.Permission(discordgo.PermissionCreatePublicThreads)) }},
		"taken away":   {"may not", func(*network) {}},
		"full":         {"full", func(n *network) { n.club.MostThreads(0) }},
		"voice":        {"none", func(n *network) { n.ch = n.club.Voice("talk") }},
		"stage":        {"none", func(n *network) { n.ch = n.club.Stage("stage") }},
		"announcement": {"", func(n *network) { n.ch = n.club.Announcement("news") }},
		"its words": {"none", func(n *network) { // AutoMod stops its title
			n.d.Refuse(func(r discordtest.Request) bool { return strings.HasSuffix(r.Operation, "/threads") }, http.StatusBadRequest, 200001)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var n *network
			n = start(t, discordtest.New(t, opt), &player{
				defers: Deferral{Private: true},
				handle: func(i Interaction) Response {
					said := ""
					switch {
					case i.InThread:
						said = "in " + string(i.Channel)
					case i.AppPermissions&discordgo.PermissionCreatePublicThreads == 0:
						said = "may not"
					case i.ThreadsFull:
						said = "full"
					case i.NoThreads:
						said = "none"
					default:
						if name == "taken away" {
							n.ch.Deny(discordtest.Permission(discordgo.PermissionCreatePublicThreads))
						}
						return Response{Kind: OpenThread, Name: "A game"}
					}
					return Response{Kind: Say, Private: true, Message: says(said)}
				},
			}, nil)
			c.prepare(n)
			m := n.anna.Slash(n.ch, "go").Wait().Message
			threads := n.ch.Threads()
			want := c.want
			if want == "" && len(threads) == 1 {
				want = "in " + threads[0].ID
			}
			if m.Text() != want || (c.want == "") != (len(threads) == 1) {
				t.Fatalf("%v, threads %v", m, threads)
			}
			if c.want != "" && n.ch.Last(nil) != nil {
				t.Errorf("%v stays in the channel", n.ch.Last(nil))
			}
		})
	}
}

func TestAPanicIsAnswered(t *testing.T) { throughDoors(t, testAPanicIsAnswered) }

func testAPanicIsAnswered(t *testing.T, opt discordtest.Options) {
	t.Helper()
	n := start(t, discordtest.New(t, opt), &player{handle: func(Interaction) Response { panic("oh") }}, nil)
	m := n.anna.Slash(n.ch, "go").Wait().Message
	number, ok := strings.CutPrefix(m.Text(), "failed ")
	if !ok || !m.Private() || !strings.Contains(n.log.String(), number) {
		t.Fatalf("%v", m)
	}
}

// TestALateAnswerIsPosted has the token of an interaction end while its handler
// works: what everybody may see is posted, what one person may see is not, by
// whichever sign it is private.
func TestALateAnswerIsPosted(t *testing.T) { throughDoors(t, testALateAnswerIsPosted) }

func testALateAnswerIsPosted(t *testing.T, opt discordtest.Options) {
	t.Helper()
	cases := []struct {
		name                string
		announced, reply    bool // in private
		pressed, wantPosted bool // pressed: on a message that one person sees
	}{
		{name: "public", wantPosted: true},
		{name: "private", announced: true, reply: true},
		{name: "only the reply is private", reply: true},
		{name: "only the announcement is private", announced: true},
		{name: "a button of a private message", pressed: true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			release := make(chan bool)
			n := start(t, discordtest.New(t, opt), &player{
				announce: func(i Interaction) Deferral { // a slow machine announces the command, too
					return Deferral{Private: c.announced || c.pressed && i.Kind == discordgo.InteractionApplicationCommand}
				},
				handle: func(i Interaction) Response {
					if c.pressed && i.Kind == discordgo.InteractionApplicationCommand {
						return Response{Kind: Say, Private: true, Message: says("press")}
					}
					<-release
					return Response{Kind: Say, Private: c.reply, Message: says("late")}
				},
			}, nil)
			p := n.anna.Slash(n.ch, "go")
			if c.pressed {
				p = n.anna.Click(p.Wait().Message, "1/go")
			}
			n.untilDeferred(p)
			n.d.Advance(16 * time.Minute)
			close(release)
			n.bot.WaitAnswered()
			if !strings.Contains(n.log.String(), "interaction not answered") {
				t.Error("the log does not say that it came late")
			}
			posted := slices.ContainsFunc(n.ch.Messages(nil), func(m *discordtest.Message) bool { return m.Text() == "late" })
			if posted != c.wantPosted {
				t.Errorf("posted in the channel: %v", n.ch.Messages(nil))
			}
			if p.Shown().Failed {
				t.Error("it was not deferred")
			}
		})
	}
}

// TestFaultsOnTheLine has many people act while the line is bad: everything is
// done once and everybody is answered.
func TestFaultsOnTheLine(t *testing.T) { throughDoors(t, testFaultsOnTheLine) }

func testFaultsOnTheLine(t *testing.T, opt discordtest.Options) {
	t.Helper()
	opt.Seed = 7
	d := discordtest.New(t, opt)
	var mu sync.Mutex
	done := map[string]int{}
	n := start(t, d, &player{defers: Deferral{Private: true}, handle: func(i Interaction) Response {
		mu.Lock()
		done[i.Key()]++
		mu.Unlock()
		return Response{Kind: Say, Private: true, Message: says("done " + string(i.ID))}
	}}, nil)
	d.Faults(discordtest.Faults{Duplicate: 0.3, Reorder: 0.2, Delay: 20 * time.Millisecond, DropAnswer: 0.15, TooMany: 0.15, ServerError: 0.15})
	var presses []*discordtest.Press
	for range 60 {
		presses = append(presses, n.anna.Slash(n.ch, "go"))
		time.Sleep(5 * time.Millisecond)
	}
	for _, p := range presses {
		if s := p.Wait(); s.Failed || s.Message == nil || s.Message.Text() != "done "+p.ID() {
			t.Errorf("interaction %s: %+v", p.ID(), s)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	for key, times := range done {
		if times != 1 {
			t.Errorf("%s was handled %d times", key, times)
		}
	}
	if len(done) != 60 {
		t.Errorf("%d were handled", len(done))
	}
}

func TestTheGatewayComesBack(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		lose func(g *discordtest.Gateway)
	}{
		{"cut", (*discordtest.Gateway).Disconnect},
		{"asked to come again", (*discordtest.Gateway).Reconnect},
		{"asked to come again before it is ready", func(g *discordtest.Gateway) {
			g.ReconnectEarly(1)
			g.Disconnect()
		}},
		{"session forgotten", (*discordtest.Gateway).Forget},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			n := start(t, discordtest.New(t, patient), &player{handle: func(Interaction) Response {
				return Response{Kind: Say, Message: says("here")}
			}}, nil)
			before := strings.Count(n.log.String(), "connected to Discord")
			c.lose(n.d.Gateway)
			n.d.Until("a new connection", func() bool {
				return strings.Count(n.log.String(), "connected to Discord") > before && n.d.Gateway.Connected() == 1
			})
			n.d.Ready()
			if s := n.anna.Slash(n.ch, "go").Wait(); s.Message == nil || s.Message.Text() != "here" {
				t.Fatalf("%+v", s)
			}
		})
	}
}

func TestAWrongTokenIsExplained(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	b, err := New(Config{Token: "wrong", Handler: &player{}, Poster: &player{}, Outbox: newMemory(), Notes: newMemory(), Transport: d.Transport()})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Run(t.Context()); !errors.Is(err, gateway.ErrToken) {
		t.Fatalf("it ended with %v", err)
	}
	d.Complaints()
	for _, token := range []string{"", "Bot ", "two words"} {
		if _, err := New(Config{Token: token}); !errors.Is(err, gateway.ErrToken) {
			t.Errorf("token %q: %v", token, err)
		}
	}
}

// puts is how often commands were registered so far.
func puts(d *discordtest.Discord) int {
	n := 0
	for _, r := range d.Requests() {
		if strings.HasPrefix(r.Operation, "PUT /applications/") {
			n++
		}
	}
	return n
}

// restarted runs a bot with test guilds until it is connected.
func restarted(t *testing.T, d *discordtest.Discord, mem *memory, guilds ...*discordtest.Guild) {
	t.Helper()
	n := startWith(t, d, &player{}, mem, func(c *Config) {
		c.Commands = localCommands
		for _, g := range guilds {
			c.Guilds = append(c.Guilds, ID(g.ID))
		}
	})
	if err := n.finish(); err != nil {
		t.Fatal(err)
	}
	d.Until("the bot to be gone", func() bool { return d.Gateway.Connected() == 0 })
}

// localCommands have all that Discord says otherwise than it is told.
var localCommands = []*discordgo.ApplicationCommand{
	{
		Type: discordgo.ChatApplicationCommand, Name: "go", NameLocalizations: &map[discordgo.Locale]string{"fr": "aller"}, Description: "Go on", Contexts: contexts(discordgo.InteractionContextBotDM, discordgo.InteractionContextGuild),
		DescriptionLocalizations: &map[discordgo.Locale]string{"fr": "Continuer"}, Options: []*discordgo.ApplicationCommandOption{{
			Type: discordgo.ApplicationCommandOptionString, Name: "way", Description: "Which", Required: true,
			Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "Left", NameLocalizations: map[discordgo.Locale]string{"fr": "À gauche"}, Value: "left"}},
		}},
	},
	{Type: discordgo.UserApplicationCommand, Name: "Go with", NameLocalizations: &map[discordgo.Locale]string{"fr": "Aller avec"}, Contexts: contexts(discordgo.InteractionContextGuild)},
	{Type: discordgo.ChatApplicationCommand, Name: "admin", Description: "Manage", Contexts: contexts(discordgo.InteractionContextGuild), DefaultMemberPermissions: &managers},
}

// TestCommandsAreRegisteredOnce: what Discord holds already is not registered again; what is
// gone there comes back with the next start.
func TestCommandsAreRegisteredOnce(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	g := d.Guild("tests")
	for _, guilds := range [][]*discordtest.Guild{nil, {g}} {
		mem, before := newMemory(), puts(d)
		restarted(t, d, mem, guilds...)
		once := puts(d)
		restarted(t, d, mem, guilds...)
		if once == before || puts(d) != once {
			t.Errorf("in %v: registered %d times, and then %d times", guilds, once-before, puts(d)-once)
		}
		d.Wipe()
		restarted(t, d, mem, guilds...)
		if n := len(d.Shown(g.Channel("c"))); n != len(localCommands) {
			t.Errorf("in %v: %d commands came back", guilds, n)
		}
	}
}

// TestCommandsAreShownOnce: whoever tries the bot in a guild and then lets it in everywhere,
// or the other way round, sees each command once.
func TestCommandsAreShownOnce(t *testing.T) {
	t.Parallel()
	d, mem := discordtest.New(t, patient), newMemory()
	a, b := d.Guild("tests"), d.Guild("others")
	show := func(g *discordtest.Guild) (names []string) {
		for _, c := range d.Shown(g.Channel("c")) {
			names = append(names, c.Name)
		}
		return names
	}
	for _, step := range []struct {
		guilds   []*discordtest.Guild
		inA, inB int
	}{{[]*discordtest.Guild{a}, 3, 0}, {nil, 3, 3}, {[]*discordtest.Guild{a, b}, 3, 3}, {[]*discordtest.Guild{b}, 0, 3}, {nil, 3, 3}} {
		restarted(t, d, mem, step.guilds...)
		if inA, inB := show(a), show(b); len(inA) != step.inA || len(inB) != step.inB {
			t.Errorf("registered in %v: shown %v and %v", step.guilds, inA, inB)
		}
	}
	a.Remove() // what was registered there is forgotten, and nothing stops for it
	restarted(t, d, mem, b)
	b.Remove()
	restarted(t, d, mem)
	if names, _ := mem.NoteNames(t.Context(), "discord/applications/"+d.AppID()+"/guilds/"); len(names) > 0 {
		t.Errorf("it remembers %v", names)
	}
}

// shortForms are the guilds that have short forms.
type shortForms []ID

// walk is the short form that they have.
var walk = []ShortForm{{Leads: "go/walk", ApplicationCommand: &discordgo.ApplicationCommand{
	Type: discordgo.ChatApplicationCommand, Name: "walk", Description: "Walk", Contexts: contexts(discordgo.InteractionContextGuild),
}}}

func (s shortForms) ShortCommands(guild ID) ([]ShortForm, error) {
	if slices.Contains(s, guild) {
		return walk, nil
	}
	return nil, nil
}

func (s shortForms) GuildsWithShortCommands() []ID { return s }

// TestShortFormsAreRegisteredInTheirGuilds: they stand beside the commands, once, in the guilds
// that want them, whether the commands are everywhere or in test guilds; in a guild that the bot
// has left there are none, and nothing stops for it. What is registered is not registered again.
func TestShortFormsAreRegisteredInTheirGuilds(t *testing.T) {
	t.Parallel()
	d, mem := discordtest.New(t, patient), newMemory()
	a, b := d.Guild("tests"), d.Guild("others")
	run := func(wants shortForms, guilds ...*discordtest.Guild) {
		n := startWith(t, d, &player{}, mem, func(c *Config) {
			c.Commands, c.Short, c.ShortForms = localCommands, walk, wants
			for _, g := range guilds {
				c.Guilds = append(c.Guilds, ID(g.ID))
			}
		})
		if err := n.finish(); err != nil {
			t.Fatal(err)
		}
		d.Until("the bot to be gone", func() bool { return d.Gateway.Connected() == 0 })
	}
	inA, inB := ID(a.ID), ID(b.ID)
	for _, step := range []struct {
		wants  shortForms
		guilds []*discordtest.Guild
		a, b   int
	}{
		{shortForms{inA}, nil, 3, 2},
		{shortForms{inA, inB}, []*discordtest.Guild{b}, 1, 3},
		{shortForms{inB}, []*discordtest.Guild{a, b}, 2, 3},
		{shortForms{inB}, nil, 2, 3},
		{nil, nil, 2, 2},
		{shortForms{"55", inA}, nil, 3, 2},
	} {
		run(step.wants, step.guilds...)
		before := puts(d)
		run(step.wants, step.guilds...)
		if again := puts(d) - before; again > 0 {
			t.Errorf("%+v: registered %d times again", step, again)
		}
		for g, want := range map[*discordtest.Guild]int{a: step.a, b: step.b} {
			names := map[string]bool{}
			for _, c := range d.Shown(g.Channel("c")) {
				if discordgo.ApplicationCommandType(c.Type) != discordgo.ChatApplicationCommand {
					continue
				}
				if names[c.Name] {
					t.Errorf("%+v: /%s is shown twice", step, c.Name)
				}
				names[c.Name] = true
			}
			if len(names) != want {
				t.Errorf("%+v: %s shows %v", step, g.Name, names)
			}
		}
	}
}

// TestATestGuildIsInvitedAgain: its commands come back while the bot runs, also where the bot
// has not heard that it was removed.
func TestATestGuildIsInvitedAgain(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	g := d.Guild("tests")
	ch := g.Channel("c")
	startWith(t, d, &player{}, newMemory(), func(c *Config) {
		c.Commands, c.ShortForms, c.Guilds = localCommands, shortForms{}, []ID{ID(g.ID)}
	})
	for range 2 {
		g.Remove()
		if n := len(d.Shown(ch)); n > 0 {
			t.Fatalf("%d commands are left", n)
		}
		g.Readd()
		d.Until("the commands to come back", func() bool { return len(d.Shown(ch)) == len(localCommands) })
	}
}

// TestATestGuildWithoutTheBot: it says what is wrong and does not start.
func TestATestGuildWithoutTheBot(t *testing.T) {
	t.Parallel()
	d, mem := discordtest.New(t, patient), newMemory()
	c := Config{Token: d.Token(), Handler: &player{}, Poster: &player{}, Outbox: mem, Clocks: mem, Notes: mem, Commands: oneCommand, Transport: d.Transport(), Guilds: []ID{"5"}}
	b, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "invite it") {
		t.Errorf("it ended with %v", err)
	}
}
