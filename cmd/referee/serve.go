package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/discord"
	"referee/bot/discord/command"
	"referee/bot/discord/drawn"
	"referee/bot/discord/emoji"
	"referee/bot/discord/gateway"
	"referee/bot/discord/wire"
	"referee/bot/limit"
	"referee/bot/metrics"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
	"referee/render"
)

// collectAt is by how many per cent memory grows before garbage is collected, where the environment
// does not say. Twice of what Go does is a seventh more memory under load, and half the
// collector's work, which took a tenth of the processors.
const collectAt = 200

// scrapeWithin is the longest wait for the numbers of a state: Prometheus gives up after 10 s where nothing else is set.
const scrapeWithin = 10 * time.Second

func newServe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "run matches in Discord, by email, or both",
		Long: "Answers in Discord until it is stopped; the next start resumes all matches. It needs your own Discord bot:\n" +
			"docs/install.md says how to make one. If a mailbox is configured, it answers email as well, with or without\n" +
			"a bot: see docs/email-setup.md.",
		Example: "  REFEREE_DISCORD_TOKEN=… referee serve\n  referee serve --config config.yaml",
		RunE: config.Run(func(cmd *cobra.Command, _ []string, c config.Values) error {
			if os.Getenv("GOGC") == "" {
				debug.SetGCPercent(collectAt)
			}
			return serve(cmd, c, nil)
		}),
	}
	config.Use(cmd, "db", "key", "beacon", "game", "data", "lang", "guilds", "moderators", "judges", "shards", "owner",
		"discord.interactions", "discord.emoji", "backup", "mail", "limits", "web", "ops", "log")
	return cmd
}

// serve runs the bot, and the door of mail where there is a mailbox, until the command is cancelled. transport
// carries the requests to Discord; nil: the usual one.
func serve(cmd *cobra.Command, c config.Values, transport http.RoundTripper) (err error) {
	if c.Discord.Token == "" && c.Discord.TokenFile == "" && c.Mail.Address != "" {
		return serveMail(cmd, c)
	}
	if c.Discord.Token, err = discordToken(c.Discord); err != nil {
		return err
	}
	counts := metrics.New(revision())
	d, err := openDoors(cmd, c, counts, true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	h, log := d.house, d.log
	if at, err := refusedBefore(cmd.Context(), h.store, c.Discord.Token, time.Now()); err != nil {
		return err
	} else if !at.IsZero() {
		return cli.Misused("%w; %s", gateway.ErrToken, notAgain(at))
	}
	bot, err := d.discord(cmd.Context(), c.Discord, c.Limits, transport)
	if err != nil {
		return err
	}
	backups := scheduled(cmd.Context(), c.Backup, h.store, log)
	watch, err := watching(cmd.Context(), c.Discord.Owner, c.DB, h, bot, backups, log)
	if err != nil {
		return err
	}
	source := metricsSource{db: c.DB, house: h, bot: bot, backups: backups}
	counts.Look(func() (metrics.State, error) {
		ctx, stop := context.WithTimeout(cmd.Context(), scrapeWithin) // Prometheus hands no context on
		defer stop()
		return source.state(ctx)
	})
	ops := opsPages(func(context.Context) error { return bot.Unreachable() }, func(ctx context.Context) error { return ready(ctx, h, bot) }, counts.Handler())
	closePages, err := pages(cmd.Context(), c.Web, c.Ops, served{bot: bot, off: d.mail.pages(c.Web.URL), board: d.browsers.handler(), ops: ops}, log)
	if err != nil {
		return err
	}
	defer closePages()
	end, err := listening(cmd.Context(), &holder{house: h, db: c.DB, backups: backups, watch: watch}, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	ended := runWithScheduler(cmd.Context(), h, d.mail.beside(bot.Run))
	if ended == nil {
		log.Info("stopped cleanly: every answered command is stored")
	}
	return noteRefusal(cmd.Context(), h.store, c.Discord.Token, time.Now(), ended)
}

// doors are a referee that serves, with the doors to it that need no bot.
type doors struct {
	*house
	mail     *mailDoor // nil: nobody plays by mail
	browsers *boards   // nil: there is no board in the browser
	lang     string
	log      *slog.Logger
}

// openDoors opens the house and its doors. doubts says that the time must be confirmed by Discord.
func openDoors(cmd *cobra.Command, c config.Values, counts *metrics.Metrics, doubts bool) (d *doors, err error) {
	d = &doors{lang: c.Lang, log: slog.New(counts.Log(logTo(cmd.ErrOrStderr(), c.Log)))}
	f := fixed{counts: counts}
	if doubts {
		f.doubts = d.log
	}
	_, absent := os.Stat(c.DB)
	if d.house, err = openHouse(cmd.Context(), c.General, c.Dice, f); err != nil {
		return nil, err
	}
	logDatabase(d.log, c.DB, errors.Is(absent, fs.ErrNotExist))
	if d.browsers, err = openBoards(cmd.Context(), c.Web, c.Lang, d.house, d.log); err == nil {
		d.mail, err = newMailDoor(c.Mail, c.Web.URL, c.Lang, d.house, d.browsers, d.log)
	}
	if err != nil {
		return nil, errors.Join(err, d.close())
	}
	return d, nil
}

// logTo writes the log as the settings say.
func logTo(w io.Writer, c config.Log) slog.Handler {
	var o slog.HandlerOptions
	var level slog.Level
	if level.UnmarshalText([]byte(c.Level)) == nil {
		o.Level = level
	}
	if c.Format == "json" {
		return slog.NewJSONHandler(w, &o)
	}
	return slog.NewTextHandler(w, &o)
}

// logDatabase logs which file of matches is used. A new one is a surprise to an operator who started the referee in
// another directory, or has lost the old one.
func logDatabase(log *slog.Logger, db string, made bool) {
	if whole, err := filepath.Abs(db); err == nil {
		db = whole
	}
	if made {
		log.Warn("no database found: creating a new one", "file", db,
			"do", "if this is the first start, nothing; if there should be matches, stop the referee, and start it where the database is, or restore a backup")
		return
	}
	log.Info("database opened", "file", db)
}

// runWithScheduler runs a door, with the scheduler, the programs and the clock beside it.
func runWithScheduler(ctx context.Context, h *house, door func(context.Context) error) error {
	tending := []func(context.Context){h.Schedule.Tend, h.Programs.Run}
	if h.time != nil {
		tending = append(tending, h.time.Run)
	}
	return together(ctx, door, tending...)
}

// together runs others until the main function returns, with its error.
func together(ctx context.Context, main func(context.Context) error, others ...func(context.Context)) error {
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	for _, other := range others {
		running.Go(func() { other(ctx) })
	}
	err := main(ctx)
	stop()
	running.Wait()
	return err
}

// discord makes the bot. transport carries the requests to Discord; nil: the usual one.
func (d *doors) discord(ctx context.Context, c config.Discord, l config.Limits, transport http.RoundTripper) (*wire.Bot, error) {
	deps, keeper, err := d.dependencies(c, l)
	if err != nil {
		return nil, err
	}
	handlers, err := discord.NewHandlers(ctx, deps)
	if err != nil {
		return nil, err
	}
	commands, err := handlers.Commands()
	if err != nil {
		return nil, err
	}
	short, err := handlers.ShortCommands("")
	if err != nil {
		return nil, err
	}
	settings := wire.Config{
		Token: c.Token, Handler: handlers, Poster: handlers, Commands: commands, Short: short, ShortForms: handlers, Outbox: d.Outbox, Clocks: d.Schedule, Notes: d.store, Outages: d.Schedule, Greeter: handlers,
		Way: ways[c.Interactions], Shards: c.Shards, Transport: transport, Log: d.log, Timing: timing, Limits: deps.Limits,
	}
	for _, id := range c.Guilds {
		settings.Guilds = append(settings.Guilds, wire.ID(id))
	}
	if keeper != nil {
		settings.Emoji = keeper
	}
	if d.counts != nil {
		settings.Observer = d.counts
	}
	if d.time != nil {
		settings.Now, settings.Dates = d.time.Now, d.time
	}
	return wire.New(settings)
}

// dependencies returns what the handlers of the bot need, and what has Discord hold the symbols of units; nil: it is not to.
func (d *doors) dependencies(c config.Discord, l config.Limits) (deps command.Deps, keeper *emoji.Keeper, err error) {
	with := byTheme(d.draw)
	deps = command.Deps{
		Club: d.clubs, Language: d.lang, Moderators: c.Moderators, Judges: c.Judges, Themes: themes(),
		Paint: timed(d.house, "map", drawn.Painter(with)), Animate: timed(d.house, "replay", discordAnimator(with)),
		PaintCounter: func(w io.Writer, words *engine.Vocabulary, p engine.Piece) error {
			return timed(d.house, "counter", func(w io.Writer, p engine.Piece) error { return with[""].Counter(w, words, p) })(w, p)
		},
		Notes: d.store, Version: revision(), Log: d.log,
		Bounds: command.Bounds{Matches: l.Matches, ServerMatches: l.ServerMatches},
	}
	if d.mail != nil {
		deps.Mail = d.mail.door
	}
	if d.browsers != nil {
		deps.Browsers = d.browsers.book
	}
	if d.time != nil {
		deps.Now = d.time.Now
	}
	if c.Emoji {
		games, err := d.Games.All()
		if err != nil {
			return deps, nil, err
		}
		keeper = emoji.New(emoji.Config{Games: games, Paint: with[""].Emblem, Log: d.log})
		deps.Emoji = keeper.Of
	}
	if l.Commands > 0 {
		limits := limit.Config{PerSecond: l.Commands}
		if d.counts != nil {
			limits.Refused = d.counts.Limited
		}
		deps.Limits = limit.New(limits)
	}
	return deps, keeper, nil
}

// ways are how interactions come.
var ways = map[string]wire.Way{"gateway": wire.ByGateway, "http": wire.ByHTTP, "both": wire.ByBoth}

// themes names the sets of colours of pictures.
func themes() []string {
	var names []string
	for _, t := range render.Themes() {
		names = append(names, t.Name)
	}
	return names
}

// byTheme holds a renderer for each set of colours, and the one of the default under "".
func byTheme(usual *render.Renderer) map[string]*render.Renderer {
	with := map[string]*render.Renderer{"": usual}
	for i, t := range render.Themes() {
		if i == 0 {
			with[t.Name] = usual
		} else {
			with[t.Name] = render.New(render.Options{Theme: t})
		}
	}
	return with
}

// discordAnimator draws replays.
func discordAnimator(with map[string]*render.Renderer) command.Animator {
	return func(w io.Writer, r command.Replay) error {
		p := render.Picture{Board: r.Board, Say: r.Say, Rows: wordsInCrop, Crop: drawn.Crop(r.Crop), Portrait: r.Portrait}
		return animate(w, with[r.Theme], p, r.Scenes)
	}
}
