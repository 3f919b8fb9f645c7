package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/emoji"
	"referee/bot/discord/gateway"
	"referee/bot/discord/wire"
	"referee/bot/limit"
	"referee/bot/mail"
	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
	"referee/render"
	"referee/store"
)

// clubhouse is a Discord server with a channel, two members and the bot: the whole
// program, but for its command line.
type clubhouse struct {
	t       *testing.T
	discord *discordtest.Discord
	guild   *discordtest.Guild
	channel *discordtest.Channel
	people  []*person
	rand    *rand.Rand
	games   []referee.Game
	paint   command.Painter
	// paintCounter draws counters: nothing of them, if nothing else is said.
	paintCounter func(io.Writer, *engine.Vocabulary, engine.Piece) error
	animate      command.Animator
	dice         match.Roller
	file         string
	judges       []string      // roles
	poll         time.Duration // before the outbox is read unasked
	greets       bool          // the owners of servers
	symbols      bool          // Discord holds the symbols of units
	timing       wire.Timing   // of answers and posts, where it is not that of service
	logger       *slog.Logger  // of the bot
	limits       *limit.Limits // nil: there are none
	// post is where mails come from and go to; nil: nobody plays by mail.
	post *postOffice
	// gone says that there is no bot in Discord: there is mail alone.
	gone bool
	// now is the clock; nil: it is always [clubTime].
	now func() time.Time
	// later is how long after clubTime it is, where now is nil.
	later atomic.Int64
	// typed and clicked are the kinds of question that were answered so.
	typed, clicked map[string]bool
	// stall has the disk stand still.
	stall refereetest.Stall
	*process
}

// process is one run of the program. Killing one leaves its file to the next.
type process struct {
	store *store.Store
	ref   *referee.Referee
	clubs *club.Club
	line  *discordtest.Line
	bot   *wire.Bot
	stop  context.CancelFunc
	ended chan error
}

// clubKey is the key of the dice of every club.
var clubKey = [32]byte{1, 2, 3}

// door is the way by which interactions come.
type door bool

const (
	overGateway door = false
	overHTTP    door = true
)

// throughDoors runs a test by each of the ways.
func throughDoors(t *testing.T, test func(t *testing.T, by door)) {
	t.Helper()
	t.Run("gateway", func(t *testing.T) { test(t, overGateway) })
	t.Run("http", func(t *testing.T) {
		thorough.Only(t)
		test(t, overHTTP)
	})
}

// newClub opens a club whose members speak the languages given.
func newClub(t *testing.T, seed uint64, paint command.Painter, game referee.Game, locales ...string) *clubhouse {
	t.Helper()
	return newClubBy(t, overGateway, seed, paint, game, locales...)
}

// newClubBy opens a club to which interactions come in a way.
func newClubBy(t *testing.T, by door, seed uint64, paint command.Painter, game referee.Game, locales ...string) *clubhouse {
	t.Helper()
	return newClubIn(t, discordtest.New(t, discordtest.Options{Seed: seed, Limit: 200, HTTP: bool(by)}), seed, paint, game, locales...)
}

// newClubIn opens a club in a stand-in of Discord.
func newClubIn(t *testing.T, d *discordtest.Discord, seed uint64, paint command.Painter, game referee.Game, locales ...string) *clubhouse {
	t.Helper()
	c := &clubhouse{
		t: t, discord: d, paint: paint, paintCounter: paintPiece,
		dice: dice.NewServer(clubKey), logger: slog.New(slog.DiscardHandler),
		rand: rand.New(rand.NewPCG(seed, 1)), games: []referee.Game{game}, file: filepath.Join(t.TempDir(), "referee.db"),
		typed: map[string]bool{}, clicked: map[string]bool{}, poll: 100 * time.Millisecond,
	}
	c.guild = c.discord.Guild("club")
	c.channel = c.guild.Channel("games")
	names := []string{"anna", "ben", "carla"}
	for i, l := range locales {
		c.people = append(c.people, &person{clubhouse: c, user: c.guild.Member(names[i], l)})
	}
	c.start()
	t.Cleanup(c.end)
	return c
}

// clubTime is the time at which everything happens in a club.
func clubTime() time.Time { return time.UnixMilli(1_700_000_000_000) }

// clock is what time it is.
func (c *clubhouse) clock() time.Time {
	if c.now == nil {
		return clubTime().Add(time.Duration(c.later.Load()))
	}
	return c.now()
}

// registered are the commands of some games: all clubs of these share them, as they take long to describe.
type registered struct {
	all   []*discordgo.ApplicationCommand
	short []wire.ShortForm
}

var registeredFor sync.Map // registered, by the games and what belongs to them, and whether there is mail

// commands describes what a club registers.
func (c *clubhouse) commands(h *Handlers) registered {
	c.t.Helper()
	key := strconv.FormatBool(c.post != nil)
	for _, g := range c.games {
		key += fmt.Sprintf(" %s %d %t %t", g.ID, len(g.Players), g.Judge != nil, g.Course != nil)
	}
	if known, ok := registeredFor.Load(key); ok {
		return known.(registered)
	}
	var out registered
	var err error
	if out.all, err = h.Commands(); err != nil {
		c.t.Fatal(err)
	}
	if out.short, err = h.ShortCommands(""); err != nil {
		c.t.Fatal(err)
	}
	registeredFor.Store(key, out)
	return out
}

// start starts the program, and waits until it is connected.
func (c *clubhouse) start() {
	c.t.Helper()
	// As long as Discord takes the process before for connected, it sends it what people do.
	c.discord.Until("the process before to be gone", func() bool { return c.discord.Gateway.Connected() == 0 })
	p, err := c.open(c.file)
	if err != nil {
		c.t.Fatal(err)
	}
	deps := command.Deps{Club: p.clubs, Paint: c.paint, PaintCounter: c.paintCounter, Animate: c.animate, Judges: c.judges, Notes: p.store, Now: c.clock, Log: c.logger}
	if c.post != nil {
		deps.Mail = p.mails(c)
	}
	if c.gone {
		c.process = p
		p.ended <- nil
		return
	}
	h, err := newHandlers(c.t.Context(), deps, stageWords)
	if err != nil {
		c.t.Fatal(err)
	}
	keeper := c.keeper(h)
	commands := c.commands(h)
	p.line = c.discord.Transport()
	way := wire.ByGateway
	if c.discord.OverHTTP() {
		way = wire.ByHTTP
	}
	b, err := wire.New(wire.Config{
		Way:   way,
		Token: c.discord.Token(), Handler: h, Poster: h, Commands: commands.all, Short: commands.short, ShortForms: h, Outbox: p.ref.Outbox, Clocks: p.ref.Schedule, Notes: p.store,
		Transport: p.line, Dial: c.discord.Dial, Now: c.clock, Log: c.logger, Greeter: c.greeter(h), Emoji: keeper, Limits: c.limits,
		Timing: wire.Timing{
			Defer: c.timing.Defer, Handle: c.timing.Handle, Answer: c.timing.Answer, Post: c.timing.Post, Poll: c.poll, RetryPost: 50 * time.Millisecond,
			Picture: time.Minute, // boards are one message each, however slow the machine is
			Gateway: gateway.Timing{Identify: 25 * time.Millisecond, Retry: 20 * time.Millisecond},
		},
	})
	if err != nil {
		c.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	quiet := p.stop
	p.stop = func() {
		quiet()
		stop()
	}
	p.bot = b
	go func() { p.ended <- b.Run(ctx) }()
	c.process = p
	if way == wire.ByHTTP {
		p.listens(c.discord)
	}
	c.discord.Ready()
}

// listens has interactions come over HTTP to a process, as long as it runs.
func (p *process) listens(d *discordtest.Discord) {
	server := d.Serve(p.bot.Endpoint())
	stop := p.stop
	p.stop = func() {
		server.Close()
		stop()
	}
	d.Until("an endpoint that Discord takes", func() bool { return p.line.Endpoint(server.URL) == nil })
}

// greeter greets servers, where the test wants that.
func (c *clubhouse) greeter(h *Handlers) wire.Greeter {
	if c.greets {
		return h
	}
	return nil
}

// keeper has Discord hold the symbols of units, where the test wants that.
func (c *clubhouse) keeper(h *Handlers) wire.EmojiKeeper {
	if !c.symbols {
		return nil
	}
	k := emoji.New(emoji.Config{
		Games: h.Games, Paint: render.New(render.Options{}).Emblem, Log: slog.New(slog.DiscardHandler), Pace: time.Millisecond, Retry: time.Millisecond,
	})
	h.Emoji = k.Of
	return k
}

// open opens a store with a referee in it. Ids and dice follow from the club.
func (c *clubhouse) open(file string) (*process, error) {
	s, err := store.Open(c.t.Context(), file, store.Options{NoSync: true, Written: c.stall.Written})
	if err != nil {
		return nil, err
	}
	made, err := club.New(referee.Config{
		Games: c.games, Store: s, Dice: c.dice, Random: &counting{},
		Now: c.clock, Apart: mail.Apart,
		Log: slog.New(slog.DiscardHandler), Faults: c.t.TempDir(),
	}, s.Leagues())
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &process{store: s, ref: made.Referee, clubs: made, stop: func() {}, ended: make(chan error, 1)}, nil
}

// kill ends the program as kill -9 does, and starts it again.
func (c *clubhouse) kill() {
	c.t.Helper()
	if !c.gone {
		c.line.Cut()
	}
	c.process.stop()
	if err := c.store.Close(); err != nil {
		c.t.Fatal(err)
	}
	c.start()
}

// end ends the program in good order. Its store must be sound.
func (c *clubhouse) end() {
	c.process.stop()
	if err := <-c.ended; err != nil {
		c.t.Errorf("the bot ended with %v", err)
	}
	if err := errors.Join(c.store.Check(context.WithoutCancel(c.t.Context())), c.store.Close()); err != nil {
		c.t.Error(err)
	}
}

// open opens a match by the first member, and seats both.
func (c *clubhouse) opens(options ...string) match.ID {
	c.t.Helper()
	anna, ben := c.people[0], c.people[1]
	if len(options) == 0 {
		options = []string{"thread:no"} // with none there is a form
	}
	anna.does(func() *discordtest.Press { return anna.user.Slash(c.channel, "match new", options...) })
	c.discord.Until("the board", func() bool { return c.board() != nil })
	ben.does(func() *discordtest.Press { return ben.user.Slash(c.channel, "match join") })
	id, err := c.ref.Index.LatestAt(c.t.Context(), wire.PlaceOf(wire.ID(c.channel.ID)), match.UnderWay)
	if err != nil {
		c.t.Fatal(err)
	}
	return id
}

// board is the newest board; nil, there is none.
func (c *clubhouse) board() *discordtest.Message {
	var board *discordtest.Message
	for _, m := range c.channel.Messages(nil) {
		if strings.HasPrefix(m.Text(), "### ") {
			board = m
		}
	}
	return board
}

// look is the match as it is.
func (c *clubhouse) look(id match.ID) referee.Look {
	c.t.Helper()
	l, err := refereetest.Current(c.t.Context(), c.ref, id).Look(c.t.Context(), engine.Judge)
	if err != nil {
		c.t.Fatal(err)
	}
	return l
}

// log is the record of a match.
func (c *clubhouse) log(id match.ID) []*match.Entry {
	c.t.Helper()
	entries, err := c.store.Load(c.t.Context(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	return entries
}

// isCard reports whether a message is the card of a match, which is changed a last time before
// its first board comes.
func isCard(m *discordtest.Message) bool {
	return slices.ContainsFunc(m.Buttons(), func(b discordtest.Component) bool {
		what, err := wire.ParsePath(b.CustomID)
		return err == nil && what.Part(0) == "dice" && what.Part(1) == "show"
	})
}

// told waits until the channel tells how a match stands.
func (c *clubhouse) told(id match.ID) {
	c.t.Helper()
	l := c.look(id)
	foot := fmt.Sprintf("#%d·%s", l.Seq, l.Head)
	c.discord.Until("the board to show "+foot, func() bool {
		b := c.board()
		return b != nil && strings.Contains(b.Text(), foot) && !(l.Started && isCard(b))
	})
}
