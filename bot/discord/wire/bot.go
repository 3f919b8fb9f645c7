package wire

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/drawing"
	"referee/bot/discord/gateway"
	"referee/bot/discord/rest"
	"referee/bot/limit"
	"referee/bot/notebook"
	"referee/bot/post"
	"referee/engine/match"
)

// Config is what a Bot works with.
type Config struct {
	// Token lets the bot in. It is never logged.
	Token    string
	Handler  Handler
	Poster   Poster
	Commands []*discordgo.ApplicationCommand
	// Short are all short forms of commands, and ShortForms says which of them a guild has. nil:
	// none has any.
	Short      []ShortForm
	ShortForms ShortForms
	Outbox     Outbox
	Clocks     Clocks
	Notes      Notes
	// Greeter hears of servers that the bot is in. nil: nobody does, and Discord is not
	// asked to tell of them.
	Greeter Greeter
	// Emoji keeps the emoji of the application. nil: nobody does.
	Emoji EmojiKeeper
	// Outages hears of outages. nil: nobody does.
	Outages Outages
	// Dates hears what time it is in Discord. nil: nobody does.
	Dates Dates
	// Observer hears of what is done, to count it. nil: nobody does.
	Observer Observer
	// Guilds are test guilds: commands are registered there, and not everywhere. Empty:
	// everywhere.
	Guilds []ID
	// Way is how interactions may come.
	Way Way
	// Limits say how many may come from whom. nil: any number.
	Limits *limit.Limits
	// Shards is how many connections share the guilds; 0: as many as Discord recommends.
	// All of them are kept by this process, as it alone has the matches.
	Shards int
	// Transport carries requests; nil: http.DefaultTransport.
	Transport http.RoundTripper
	// Dial connects to the gateway; nil: as everybody does.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Log; nil: slog.Default.
	Log *slog.Logger
	// Now is the clock; nil: time.Now.
	Now func() time.Time

	// Timing is how long things take. The zero value: as in service.
	Timing Timing
}

// Timing is how long the bot waits for what. 0 stands for the time that holds in
// service; tests have less patience.
type Timing struct {
	Defer     time.Duration // for a handler, before the answer is deferred
	Handle    time.Duration // for a handler, before it gives up
	Answer    time.Duration // for Discord to take a first answer, from when the interaction came
	Poll      time.Duration // before the outbox is read again unasked
	Silence   time.Duration // for an answer of Discord, before it counts as out of order
	Post      time.Duration // for one try to post a message
	RetryPost time.Duration // before the next try to post, doubled with each
	Picture   time.Duration // for the picture of a new board, before its words are posted without
	Rename    time.Duration // in which a thread is renamed twice at most
	Gateway   gateway.Timing
}

// filled is the timing with every time set.
func (t Timing) filled() Timing {
	return Timing{
		Defer: cmp.Or(t.Defer, deferAfter), Handle: cmp.Or(t.Handle, handleWithin), Answer: cmp.Or(t.Answer, ackTime), Poll: cmp.Or(t.Poll, pollEvery),
		Silence: cmp.Or(t.Silence, silentAfter), RetryPost: cmp.Or(t.RetryPost, retryFirst),
		Post: cmp.Or(t.Post, postWithin), Picture: cmp.Or(t.Picture, pictureSoon), Rename: cmp.Or(t.Rename, renameSpan), Gateway: t.Gateway,
	}
}

// Outbox is what waits to be posted.
type Outbox interface {
	Places(ctx context.Context) (map[string]uint64, error)
	Posts(ctx context.Context, place string) ([]post.Post, error)
	Posted(ctx context.Context, place string, p post.Post) error
}

// Clocks hears what was delivered: clocks run from there on.
type Clocks interface {
	// Delivered says that the posts of a match up to decision seq were accepted at
	// a place. It may be said again.
	Delivered(ctx context.Context, place string, id match.ID, seq int, at time.Time) error
	// Refused says whether a direct message to an account was refused, or taken.
	Refused(ctx context.Context, account string, refused bool) error
}

// Notes are what must be remembered of Discord over a restart. A nil body
// forgets; what is not there is nil.
type Notes interface {
	notebook.Store
	// NoteNames lists the names that begin with a text.
	NoteNames(ctx context.Context, prefix string) ([]string, error)
}

// Bot is the referee in Discord.
type Bot struct {
	Config
	rest   *api
	sender *sender
	health *health
	clock  *serverClock
	app    ID
	// registered is what Discord holds of our commands.
	registered *registered
	// verifyKey is the key by which Discord signs what it sends over HTTP. It is set before
	// interactions are taken in.
	verifyKey ed25519.PublicKey
	taking    atomic.Bool
	// taken are the interactions that came in: Discord may bring one twice. answers are the interactions whose answers
	// messages show, so that a picture that comes late does not put back what was there before.
	taken    recent[bool]
	answers  recent[ID]
	files    *http.Client // fetches what people upload
	sessions atomic.Pointer[Sessions]
	mu       sync.Mutex
	busy     int        // interactions on their way; guarded by mu, as is
	ending   bool       // none is taken in any more
	idle     *sync.Cond // of mu: busy is 0 again
	pictures *drawing.Queue
}

// How long things take at most, and how much is done at once.
const (
	deferAfter   = 1500 * time.Millisecond // then an answer is deferred
	handleWithin = time.Minute
	ackTime      = 2800 * time.Millisecond // Discord gives 3 s for a first answer
	tokenEnd     = 14*time.Minute + 30*time.Second
	askWithin    = 15 * time.Second // until the log says that Discord cannot be reached
	finishWithin = 5 * time.Second  // for what is under way at the end
)

// New makes a bot. Nothing is sent before Run.
func New(c Config) (*Bot, error) {
	c.Token = strings.TrimSpace(strings.TrimPrefix(c.Token, "Bot "))
	if c.Token == "" || strings.ContainsAny(c.Token, " \t\r\n") {
		return nil, gateway.ErrToken
	}
	c.Transport = cmp.Or(c.Transport, http.DefaultTransport)
	c.Observer = cmp.Or[Observer](c.Observer, unobserved{})
	files := fetcher(c.Transport)
	clock := newServerClock()
	c.Transport = datedTransport{c.Transport, clock, c.Dates}
	c.Log = cmp.Or(c.Log, slog.Default())
	c.Timing = c.Timing.filled()
	if c.Now == nil {
		c.Now = time.Now
	}
	for _, g := range c.Guilds {
		if !snowflake(g) {
			return nil, fmt.Errorf("discord: the test guild %q is not an id: copy it with Discord's developer mode on", g)
		}
	}
	h := newHealth(c)
	b := &Bot{
		Config: c, health: h, clock: clock, files: files, rest: &api{Client: rest.New(c.Token, c.Transport, c.Observer, h), within: c.Timing.Post, emoji: c.Emoji},
		registered: newRegistered(), pictures: drawing.New(max(1, runtime.GOMAXPROCS(0)-1)),
	}
	b.rest.visits = &visits{app: func() ID { return b.app }}
	b.rest.links = newLinks(b.registered, c.Commands, c.Short)
	b.idle = sync.NewCond(&b.mu)
	b.sender = newSender(b)
	return b, nil
}

// Run registers the commands where Discord holds others, answers interactions and
// posts what is to be posted until ctx ends. It returns an error if to go on is
// no use.
func (b *Bot) Run(ctx context.Context) error {
	if err := b.identify(ctx); err != nil || ctx.Err() != nil {
		return err
	}
	switch err := b.register(ctx); {
	case ctx.Err() != nil:
		return nil // it was told to end
	case err != nil:
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var sending sync.WaitGroup
	sending.Go(func() { b.sender.run(ctx) })
	sending.Go(func() { b.watch(ctx) })
	if b.Emoji != nil {
		sending.Go(func() { b.Emoji.Keep(ctx, b.rest.Client, b.app) })
	}
	sending.Go(func() { b.keepCommands(ctx) })
	err := b.listen(ctx)
	b.finishAnswers()
	stop()
	sending.Wait()
	return err
}

// listen hears of what people do until ctx ends.
func (b *Bot) listen(ctx context.Context) error {
	b.taking.Store(true)
	if b.Way == ByHTTP {
		return b.overHTTP(ctx)
	}
	return gateway.Run(ctx, b.gateway())
}

// gateway is how the bot connects to Discord's gateway.
func (b *Bot) gateway() gateway.Config {
	return gateway.Config{
		Token: b.Token, Intents: b.intents(), Shards: b.Shards, Ask: b.howToConnect, Notes: b.Notes, Event: b.event, Watcher: b.health, Observer: b.Observer, Log: b.Log, Timing: b.Timing.Gateway, Dial: b.Dial,
	}
}

// howToConnect asks Discord how to connect to its gateway.
func (b *Bot) howToConnect(ctx context.Context) (*discordgo.GatewayBotResponse, error) {
	ctx, stop := context.WithTimeout(ctx, askWithin)
	defer stop()
	start, err := b.rest.For(ctx).GatewayBot()
	if rest.Refused(err, http.StatusUnauthorized) {
		return nil, gateway.ErrToken
	}
	if err != nil {
		return nil, fmt.Errorf("ask how to connect to the gateway: %w", err)
	}
	limit := start.SessionStartLimit
	b.sessions.Store(&Sessions{limit.Remaining, limit.Total, time.Now().Add(time.Duration(limit.ResetAfter) * time.Millisecond)})
	return start, nil
}

// event takes an event of the gateway.
func (b *Bot) event(ctx context.Context, kind string, data json.RawMessage) {
	switch kind {
	case "INTERACTION_CREATE":
		b.Receive(ctx, data)
	case "GUILD_CREATE", "GUILD_DELETE":
		g := new(discordgo.Guild)
		if err := decode(data, g); err != nil {
			b.Log.Error("cannot read that the bot is in a server, or no longer is", "error", err)
		} else if kind == "GUILD_CREATE" {
			b.joined(ctx, g)
		} else if !g.Unavailable { // else it comes back as it was
			b.registered.forget(g.ID)
		}
	}
}

// Unreachable says why people cannot be reached; nil: they can.
func (b *Bot) Unreachable() error { return b.health.unreachable() }

// WaitAnswered waits until every interaction that has come in is answered.
func (b *Bot) WaitAnswered() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.busy > 0 {
		b.idle.Wait()
	}
}

// answered counts an interaction that is on its way no more.
func (b *Bot) answered() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.busy--; b.busy == 0 {
		b.idle.Broadcast()
	}
}

// RetryAt posts what waits for a place at once, even if the last try to post there has
// failed: somebody has just been there.
func (b *Bot) RetryAt(place string) { b.sender.retryNow(place) }

// finishAnswers waits for interactions that are on their way, but not for ever.
func (b *Bot) finishAnswers() {
	b.mu.Lock()
	b.ending = true
	b.mu.Unlock()
	done := make(chan struct{})
	go func() {
		b.WaitAnswered()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(finishWithin):
		b.Log.Warn("stopped before every interaction was answered")
	}
}

// invited are the permissions that the bot asks for when it is invited, as Discord's settings
// call them.
var invited = []struct {
	bit  int64
	name string
}{
	{discordgo.PermissionViewChannel, "View Channels"},
	{discordgo.PermissionSendMessages, "Send Messages"},
	{discordgo.PermissionAttachFiles, "Attach Files"},
	{discordgo.PermissionReadMessageHistory, "Read Message History"},
	{discordgo.PermissionCreatePublicThreads, "Create Public Threads"},
	{discordgo.PermissionCreatePrivateThreads, "Create Private Threads"},
	{discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads"},
	{PermissionPinMessages, "Pin Messages"},
}

// invitePermissions is the sum of them.
func invitePermissions() (sum int64) {
	for _, p := range invited {
		sum |= p.bit
	}
	return sum
}

// Invite is the address at which an application is invited into a server.
func Invite(app ID) string {
	return fmt.Sprintf("https://discord.com/oauth2/authorize?client_id=%s&scope=bot+applications.commands&permissions=%d", app, invitePermissions())
}

// identify asks who the bot is, and logs how it is invited. Where Discord
// cannot be reached, it tries again until ctx ends.
func (b *Bot) identify(ctx context.Context) error {
	app, err := b.application(ctx)
	if err != nil || ctx.Err() != nil {
		return err
	}
	b.app = app.ID
	b.Commands = installed(b.Commands, app.forUsers())
	if err := b.checkWay(ctx, app); err != nil {
		return err
	}
	owner := app.Owner
	if app.Team != nil { // the owner of a team's application is not a person
		owner = &discordgo.User{ID: app.Team.OwnerID}
	}
	if owner != nil && snowflake(owner.ID) {
		if err := b.Notes.PutNote(ctx, noteOwner, []byte(AccountOf(owner.ID))); err != nil {
			return err
		}
	}
	b.Log.Info("logged in to Discord", "invite", Invite(b.app))
	return nil
}

// application is Discord's description of the application.
func (b *Bot) application(ctx context.Context) (application, error) {
	for {
		app, err := b.askWho(ctx)
		switch {
		case rest.Refused(err, http.StatusUnauthorized):
			return app, gateway.ErrToken
		case rest.Refused(err):
			return app, fmt.Errorf("ask Discord who the bot is: %w", err)
		case errors.Is(err, errUnreadable):
			return app, err
		case err == nil || ctx.Err() != nil:
			return app, nil
		}
		b.Log.Warn("cannot reach Discord, trying again", "error", err)
	}
}
