package discordtest

import (
	"cmp"
	"crypto/ed25519"
	"fmt"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

// Options are what a stand-in works with. The zero value is Discord's own.
type Options struct {
	// Seed is that of the faults; it is printed when the test fails.
	Seed uint64
	// Deadline is how long a bot may take for its first answer. 0: 3 s.
	Deadline time.Duration
	// Heartbeat is the time between two heartbeats. 0: 41.25 s.
	Heartbeat time.Duration
	// Identify is the time that must pass between two IDENTIFYs of one rate limit key. 0: 20
	// ms, as tests have less patience than Discord, where it is 5 s.
	Identify time.Duration
	// Concurrency is how many shards may IDENTIFY at the same time. 0: 1.
	Concurrency int
	// Sessions is how many sessions may be begun in a day. 0: 1,000.
	Sessions int
	// Shards is how many shards are recommended. 0: 1.
	Shards int
	// RoundTrip is how long a request and its answer are on their way, and a packet of the
	// gateway with what comes back.
	RoundTrip time.Duration
	// Limit is how many requests of one kind a place takes in a second. 0: 50.
	Limit int
	// EmojiTime is the time in which ten emoji may be made. 0: 300 ms.
	EmojiTime time.Duration
	// Minute is how long a minute of a long limit lasts, which the bot is told in the same
	// measure. 0: a minute.
	Minute time.Duration
	// Patience is how long a user waits for what a test says must come. 0: a minute, as
	// continuous integration can be slow.
	Patience time.Duration
	// Bubble has all connections in memory: who uses the stand-in in a bubble of testing/synctest waits for nothing,
	// and all times hold however busy the processors are. Whoever connects does so by [Discord.Dial].
	Bubble bool
	// ForUsers has the owner of the application let people add it to their account.
	ForUsers bool
	// Lenient takes what Discord takes although its documents say otherwise: an old version of
	// the gateway, and a session resumed at the address for new ones.
	Lenient bool
	// HTTP has interactions come over HTTP alone, to [Line.Endpoint]: until there is one
	// nobody hears of them.
	HTTP bool
	// Counted has ids count up from a day to come, so that they are the same in each run. A day
	// of the past would not do: what is done there comes too late.
	Counted bool
	// Lean keeps no transcript, no list of requests, and of files only the first bytes, as all
	// of it is much after hours of play.
	Lean bool
	// Unchecked holds nothing against Discord's description, which takes most of the stand-in's
	// time: where a bot is to be measured, both share the processors.
	Unchecked bool
	// HTTP2 has the proxy speak HTTP/2, as Discord does: all requests go over one connection. What
	// cuts the connection of a request then cuts the request alone.
	HTTP2 bool
	// Saw is called with each message as the bot puts it somewhere or changes it. It holds the
	// stand-in up, and must not ask it anything. nil: nobody is.
	Saw func(*Message)
}

// Discord is a stand-in for Discord: the world that people and the bot share. It may be
// used from many goroutines; one lock guards it, and what is fields of its parts.
type Discord struct {
	// Gateway is the side from which the bot hears what people do.
	Gateway *Gateway

	t       testing.TB
	opt     Options
	network *network
	server  *httptest.Server
	api     *api // the side that takes the requests of the bot

	mu sync.Mutex
	signal
	clock
	luck
	late       []string       // ids of interactions
	tally      map[string]int // requests, by operation and status
	faults     Faults
	dates      Dates
	refusing   func(Request) bool // which requests are refused; nil: none
	refusal    *refusal
	bot        *User
	secret     ed25519.PrivateKey // signs what is sent over HTTP
	endpoint   *endpoint          // nil: interactions go over the gateway
	events     *endpoint          // of webhook events; nil: none are sent
	owner      *User              // of the application
	guilds     map[string]*Guild
	channels   map[string]*Channel
	users      map[string]*User
	uploads    map[string]upload    // by id: see Attach
	commands   map[string][]Command // by guild; "" everywhere
	presses    map[string]*Press    // by token
	emoji      map[string]*OwnEmoji // by id
	lines      []*Line
	complaints []string
	mistakes   []string // of the stand-in itself
	tale       []tale
}

// New starts a stand-in, which ends with the test. At its end the test fails if
// there was a complaint that nobody took.
func New(t testing.TB, opt Options) *Discord {
	t.Helper()
	opt.Deadline = cmp.Or(opt.Deadline, 3*time.Second)
	opt.Heartbeat = cmp.Or(opt.Heartbeat, 41250*time.Millisecond)
	opt.Identify = cmp.Or(opt.Identify, 20*time.Millisecond)
	opt.Concurrency, opt.Shards = max(opt.Concurrency, 1), max(opt.Shards, 1)
	opt.Sessions, opt.Limit = cmp.Or(opt.Sessions, 1000), cmp.Or(opt.Limit, 50)
	opt.EmojiTime = cmp.Or(opt.EmojiTime, 300*time.Millisecond)
	opt.Minute, opt.Patience = cmp.Or(opt.Minute, time.Minute), cmp.Or(opt.Patience, time.Minute)
	if _, err := theRulebook(); err != nil {
		t.Fatal(err)
	}
	if opt.Bubble {
		today()
	}
	d := &Discord{
		t: t, opt: opt, network: newNetwork(opt.Bubble), signal: signal{make(chan struct{})},
		luck: luck{seed: opt.Seed, lots: map[string]int{}, befallen: map[string]int{}}, tally: map[string]int{},
		guilds: map[string]*Guild{}, channels: map[string]*Channel{}, users: map[string]*User{},
		commands: map[string][]Command{}, presses: map[string]*Press{}, emoji: map[string]*OwnEmoji{},
	}
	d.Gateway, d.api = &Gateway{d: d}, &api{d: d, buckets: map[string]*bucket{}, restrictions: map[string]*restriction{}}
	if opt.Counted {
		d.last = uint64(time.Date(2040, 1, 1, 0, 0, 0, 0, time.UTC).Sub(epoch).Milliseconds()) << 22
	}
	d.bot = d.addUser("referee", "en-US")
	d.owner = &User{d: d, ID: "1", Name: "owner of the application", locale: "en-US", permissions: everybody}
	d.users[d.owner.ID] = d.owner
	d.secret = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	d.server = d.network.serve(d.api.mux())
	t.Cleanup(d.close)
	return d
}

func (d *Discord) close() {
	d.mu.Lock()
	for _, s := range d.Gateway.sessions {
		s.disconnect(0)
	}
	d.noteKinds()
	d.mu.Unlock()
	d.server.CloseClientConnections()
	d.server.Close()
	d.network.client.CloseIdleConnections()
	for _, c := range d.Complaints() {
		d.t.Errorf("the bot sent a wrong request: %s", c)
	}
	d.mu.Lock()
	for _, m := range d.mistakes {
		d.t.Errorf("discordtest: not as Discord does: %s", m)
	}
	d.mu.Unlock()
	if d.t.Failed() && d.opt.Seed != 0 {
		d.t.Logf("seed of the faults: %d", d.opt.Seed)
	}
}

// Token is what the bot says to be let in, without "Bot ".
func (d *Discord) Token() string { return "token-of-" + d.bot.ID }

// Own makes a user the owner of the application.
func (d *Discord) Own(u *User) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.owner = u
}

// AppID is the id of the application, which is also the bot's as a user.
func (d *Discord) AppID() string { return d.bot.ID }

// Complaints takes the complaints so far: requests that Discord would refuse
// for their form, and those that the stand-in does not know.
func (d *Discord) Complaints() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := d.complaints
	d.complaints = nil
	return out
}

// Commands lists the commands registered everywhere.
func (d *Discord) Commands() []Command {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.commands[""])
}

// Shown lists the commands that the list of commands in a channel shows: those of the guild
// and those that are registered everywhere, side by side (Application Commands, "Registering
// a Command": one name may stand in both).
func (d *Discord) Shown(ch *Channel) []Command {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.shown(ch)
}

func (d *Discord) shown(ch *Channel) []Command {
	if ch.guild == nil || ch.guild.without {
		return slices.Clone(d.commands[""])
	}
	return slices.Concat(d.commands[ch.guild.ID], d.commands[""])
}

// Wipe takes all registered commands away, as whoever has the token can by other means.
func (d *Discord) Wipe() {
	d.mu.Lock()
	defer d.mu.Unlock()
	clear(d.commands)
}

// member reports whether the bot is a member of a guild. The lock is held.
func (d *Discord) member(guild string) bool {
	return d.guilds[guild] != nil && !d.guilds[guild].without
}

// Advance puts the clock forward. It decides how old a token or a nonce is; the
// time for a first answer and the heartbeat run by the real clock.
func (d *Discord) Advance(by time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.offset += by
}

// Until waits until a condition holds, which is tried again after every change.
// It fails the test after the patience of the options, and says what for and what was there.
func (d *Discord) Until(what string, holds func() bool) {
	d.t.Helper()
	end := time.After(d.opt.Patience)
	for {
		d.mu.Lock()
		changed := d.changed
		d.mu.Unlock()
		if holds() {
			return
		}
		select {
		case <-changed:
		case <-time.After(50 * time.Millisecond): // what holds may depend on the bot
		case <-end:
			d.t.Fatalf("discordtest: waited %v for %s (seed %d)\nlast in each channel:\n%s", d.opt.Patience, what, d.opt.Seed, d.lately())
		}
	}
}

// Quiet waits until nothing has changed for a while.
func (d *Discord) Quiet(while time.Duration) {
	for {
		d.mu.Lock()
		changed := d.changed
		d.mu.Unlock()
		select {
		case <-changed:
		case <-time.After(while):
			return
		}
	}
}

// signal tells those who wait that something has changed. The lock of the stand-in guards it, as the other parts.
type signal struct {
	changed chan struct{} // closed and replaced whenever anything changes
}

// touch says that something changed.
func (s *signal) touch() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// clock is the clock of the stand-in, and the ids that it makes by it.
type clock struct {
	offset    time.Duration
	last      uint64 // the last id
	lastMinor uint64 // the last id of a file or command
}

// now is what the clock shows.
func (c *clock) now() time.Time { return time.Now().Add(c.offset) }

// epoch is when Discord's ids begin.
var epoch = time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC)

// newID makes an id; later ones are greater.
func (c *clock) newID() string {
	c.last = max(c.last+1, uint64(c.now().Sub(epoch).Milliseconds())<<22)
	return strconv.FormatUint(c.last, 10)
}

// oldID makes an id of something that was made a while ago.
func (c *clock) oldID(age time.Duration) string {
	c.lastMinor++
	return strconv.FormatUint(uint64(c.now().Add(-age).Sub(epoch).Milliseconds())<<22|1<<21|c.lastMinor&(1<<21-1), 10)
}

// newMinorID makes an id for a file or a command. They are counted apart, so that the ids of
// all else do not hang on how many of them there are.
func (c *clock) newMinorID() string {
	c.lastMinor++
	return strconv.FormatUint(c.lastMinor<<22, 10)
}

// complain notes a wrong request.
func (d *Discord) complain(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.complaints = append(d.complaints, fmt.Sprintf(format, args...))
}

// mistake notes what the stand-in itself sent, and Discord would not. The lock is held.
func (d *Discord) mistake(format string, args ...any) {
	if len(d.mistakes) < 5 { // one is as good as many
		d.mistakes = append(d.mistakes, fmt.Sprintf(format, args...))
	}
}
