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
	"referee/bot/discord/emoji"
	"referee/bot/discord/gateway"
	"referee/bot/discord/wire"
	"referee/bot/limit"
	"referee/bot/metrics"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/render"
)

// collectAt is by how many per cent memory grows before garbage is collected, where the environment
// does not say. Twice of what Go does is a seventh more memory under load, and half the
// collector's work, which took a tenth of the processors.
const collectAt = 200

func newServe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "run matches in Discord, by email, or both",
		Long: "Answers in Discord until it is stopped; the next start resumes all matches. It needs your own Discord bot:\n" +
			"docs/install.md says how to make one. If a mailbox is configured, it answers email as well, with or without\n" +
			"a bot: see docs/email-setup.md.",
		Example: "  REFEREE_DISCORD_TOKEN=… referee serve\n  referee serve --config config.yaml",
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Read(cmd)
			if err != nil {
				return err
			}
			if os.Getenv("GOGC") == "" {
				debug.SetGCPercent(collectAt)
			}
			return serve(cmd, c, nil)
		},
	}
	config.Use(cmd, "db", "key", "beacon", "game", "data", "lang", "guilds", "moderators", "judges", "shards",
		"backups", "backupevery", "backupkeep", "backupage", "owner",
		"discord.interactions", "discord.emoji", "mail.address", "mail.imap", "mail.imapsecurity", "mail.smtp", "mail.smtpsecurity", "mail.user", "mail.password",
		"mail.passwordfile", "mail.plus", "mail.authserv", "mail.authbelow", "mail.authhost", "mail.folder", "mail.done", "mail.size", "limits.commands", "limits.matches", "limits.servermatches", "web.listen", "web.url", "web.cert", "web.certkey", "web.proxy", "ops.listen", "log.format", "log.level")
	return cmd
}

// serve runs the bot, and the door of mail where there is a mailbox, until the command is cancelled. transport
// carries the requests to Discord; nil: the usual one.
func serve(cmd *cobra.Command, c config.Values, transport http.RoundTripper) (err error) {
	if c.Token == "" && c.TokenFile == "" && c.MailAddress != "" {
		return serveMail(cmd, c)
	}
	if c.Token, err = discordToken(c); err != nil {
		return err
	}
	counts := metrics.New(revision())
	log := slog.New(counts.Log(logTo(cmd.ErrOrStderr(), c)))
	_, absent := os.Stat(c.DB)
	h, err := openHouse(c, fixed{doubts: log, counts: counts})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.close()) }()
	tellStore(log, c.DB, errors.Is(absent, fs.ErrNotExist))
	if at, err := refusedBefore(h.store, c.Token, time.Now()); err != nil {
		return err
	} else if !at.IsZero() {
		return cli.Misused("%w; %s", gateway.ErrToken, notAgain(at))
	}
	browsers, err := openBoards(cmd.Context(), c, h, log)
	if err != nil {
		return err
	}
	byMail, err := mailDoor(c, h, browsers, log)
	if err != nil {
		return err
	}
	bot, err := discordBot(c, h, byMail, browsers, transport, log)
	if err != nil {
		return err
	}
	backups := scheduled(c, h.store, log)
	watch, err := watching(c, h, bot, backups, log)
	if err != nil {
		return err
	}
	counts.Look(looked{c: c, house: h, bot: bot, backups: backups}.state)
	ops := opsPages(bot.Unreachable, func() error { return ready(h, bot) }, counts.Handler())
	closePages, err := pages(cmd.Context(), c, served{bot: bot, off: byMail.pages(c), board: browsers.handler(), ops: ops}, log)
	if err != nil {
		return err
	}
	defer closePages()
	end, err := listening(cmd.Context(), &holder{house: h, db: c.DB, backups: backups, watch: watch}, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	ended := tended(cmd.Context(), h, byMail.beside(bot.Run))
	if ended == nil {
		log.Info("stopped cleanly: every answered command is stored")
	}
	return noteRefusal(h.store, c.Token, time.Now(), ended)
}

// logTo writes the log as the settings say.
func logTo(w io.Writer, c config.Values) slog.Handler {
	var o slog.HandlerOptions
	var level slog.Level
	if level.UnmarshalText([]byte(c.LogLevel)) == nil {
		o.Level = level
	}
	if c.LogFormat == "json" {
		return slog.NewJSONHandler(w, &o)
	}
	return slog.NewTextHandler(w, &o)
}

// tellStore logs which file of matches is used. A new one is a surprise to whoever started it in
// another directory, or has lost the old one.
func tellStore(log *slog.Logger, db string, made bool) {
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

// tended runs a door, and the scheduler as long as the door runs.
func tended(ctx context.Context, h *house, door func(context.Context) error) error {
	ctx, stop := context.WithCancel(ctx)
	var tending sync.WaitGroup
	tending.Go(func() { h.Schedule().Tend(ctx) })
	tending.Go(func() { h.Programs.Run(ctx) })
	if h.time != nil {
		tending.Go(func() { h.time.Run(ctx) })
	}
	err := door(ctx)
	stop()
	tending.Wait()
	return err
}

// discordBot makes the bot of a house; byMail is its door of mail, browsers its board in the browser, nil: it has none.
func discordBot(c config.Values, h *house, byMail *letters, browsers *boards, transport http.RoundTripper, log *slog.Logger) (*wire.Bot, error) {
	with := byTheme(h.draw)
	rules := command.Deps{
		Club: h.clubs, Language: c.Lang, Moderators: c.Moderators, Judges: c.Judges, Themes: themes(),
		Paint: h.timedMaps(discordPainter(with)), PaintCounter: h.timedCounters(with[""].Counter), Animate: h.timedReplays(discordAnimator(with)), Notes: h.store, Version: revision(), Log: log,
		Bounds: command.Bounds{Matches: c.LimitsMatches, ServerMatches: c.LimitsServerMatches},
	}
	if byMail != nil {
		rules.Mail = byMail.door
	}
	if browsers != nil {
		rules.Browsers = browsers.book
	}
	if h.time != nil {
		rules.Now = h.time.Now
	}
	keeper, err := symbols(c, h, with[""], log)
	if err != nil {
		return nil, err
	}
	if keeper != nil {
		rules.Emoji = keeper.Of
	}
	if c.LimitsCommands > 0 {
		limits := limit.Config{PerSecond: c.LimitsCommands}
		if h.counts != nil {
			limits.Refused = h.counts.Limited
		}
		rules.Limits = limit.New(limits)
	}
	handlers, err := discord.NewHandlers(rules)
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
	var guilds []wire.ID
	for _, id := range c.Guilds {
		guilds = append(guilds, wire.ID(id))
	}
	settings := wire.Config{
		Token: c.Token, Handler: handlers, Poster: handlers, Commands: commands, Short: short, ShortForms: handlers, Outbox: h.Referee.Outbox, Clocks: h.Schedule(), Notes: h.store, Outages: h.Schedule(), Greeter: handlers,
		Guilds: guilds, Way: ways[c.DiscordInteractions], Shards: c.Shards, Transport: transport, Log: log, Timing: timing,
	}
	if keeper != nil {
		settings.Emoji = keeper
	}
	if h.counts != nil {
		settings.Observer = h.counts
	}
	settings.Limits = rules.Limits
	if h.time != nil {
		settings.Now, settings.Dates = h.time.Now, h.time
	}
	return wire.New(settings)
}

// symbols has Discord hold the symbols of units; nil: it is not to.
func symbols(c config.Values, h *house, draw *render.Renderer, log *slog.Logger) (*emoji.Keeper, error) {
	if c.DiscordEmoji != "on" {
		return nil, nil
	}
	games, err := h.Referee.Games.All()
	if err != nil {
		return nil, err
	}
	return emoji.New(emoji.Config{Games: games, Paint: draw.Emblem, Log: log}), nil
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

// cropped is a part of a map in the form of package render; nil for the whole.
func cropped(c command.Crop) *render.Crop {
	if c.Radius == 0 {
		return nil
	}
	return &render.Crop{At: c.At, Radius: c.Radius}
}

// discordPainter draws an answer over the part of the map where it happens.
func discordPainter(with map[string]*render.Renderer) command.Painter {
	return func(w io.Writer, p command.Picture) error {
		out := render.Picture{Board: p.Board, View: p.View, Overlay: p.Overlay, Say: p.Say, Crop: cropped(p.Crop), Portrait: p.Portrait}
		if out.Crop == nil && p.Overlay != nil {
			out.Crop = render.Around(p.Board, p.View, *p.Overlay)
		}
		out.Fit = p.Size.Of(fullWidth(out))
		return with[p.Theme].PNG(w, out)
	}
}

// fullWidth is how wide a picture is drawn at full size, in pixels.
func fullWidth(p render.Picture) int {
	switch {
	case p.Crop == nil:
		return 1600
	case p.Portrait:
		return render.Phone
	}
	return render.Wide
}

// discordAnimator draws replays.
func discordAnimator(with map[string]*render.Renderer) command.Animator {
	return func(w io.Writer, r command.Replay) error {
		p := render.Picture{Board: r.Board, Say: r.Say, Rows: wordsInCrop, Crop: cropped(r.Crop), Portrait: r.Portrait}
		return animate(w, with[r.Theme], p, r.Scenes)
	}
}
