package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"referee/bot/discord"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/files"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine/hex"
	"referee/render"
)

func newServe() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "play in Discord",
		Long: "Answers in Discord until it is told to stop, and goes on where it was when it is started again.\n" +
			"It needs a bot of your own there: docs/install.md says how to make one.",
		Example: "  REFEREE_TOKEN=… referee serve\n  referee serve --config config.yaml",
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Read(cmd)
			if err != nil {
				return err
			}
			return serve(cmd, c, nil)
		},
	}
	config.Use(cmd, "db", "key", "beacon", "game", "data", "lang", "guilds", "moderators", "judges", "shards",
		"backups", "backupevery", "backupkeep", "backupage", "owner",
		"discord.interactions", "web.listen", "ops.listen")
	return cmd
}

// serve runs the bot until the command is cancelled. transport carries its requests;
// nil: the usual one.
func serve(cmd *cobra.Command, c config.Values, transport http.RoundTripper) (err error) {
	if c.Token, err = discordToken(c); err != nil {
		return err
	}
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
	h, err := openHouse(c, fixed{doubts: log})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.close()) }()
	bot, err := discordBot(c, h, transport, log)
	if err != nil {
		return err
	}
	backups, err := scheduled(c, h.store, log)
	if err != nil {
		return err
	}
	watch, err := watching(c, h, backups, log)
	if err != nil {
		return err
	}
	closePages, err := pages(cmd.Context(), c, bot, log)
	if err != nil {
		return err
	}
	defer closePages()
	end, err := listening(cmd.Context(), &holder{house: h, db: c.DB, backups: backups, watch: watch}, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, end()) }()
	return tended(cmd.Context(), h, bot.Run)
}

// tended runs a door, and the scheduler as long as the door runs.
func tended(ctx context.Context, h *house, door func(context.Context) error) error {
	ctx, stop := context.WithCancel(ctx)
	var tending sync.WaitGroup
	tending.Go(func() { h.Schedule().Tend(ctx) })
	if h.time != nil {
		tending.Go(func() { h.time.Run(ctx) })
	}
	err := door(ctx)
	stop()
	tending.Wait()
	return err
}

// discordBot makes the bot of a house.
func discordBot(c config.Values, h *house, transport http.RoundTripper, log *slog.Logger) (*wire.Bot, error) {
	shards, err := shardsOf(c.Shards)
	if err != nil {
		return nil, err
	}
	way, err := wayOf(c.DiscordInteractions)
	if err != nil {
		return nil, err
	}
	with := byTheme()
	rules := command.Deps{
		Club: h.clubs, Language: c.Lang, Moderators: listed(c.Moderators), Judges: listed(c.Judges), Themes: themes(),
		Paint: discordPainter(with), Animate: discordAnimator(with), Notes: h.store, Version: revision(), Log: log,
	}
	if h.time != nil {
		rules.Now = h.time.Now
	}
	handlers, err := discord.NewHandlers(rules)
	if err != nil {
		return nil, err
	}
	commands, err := handlers.Commands()
	if err != nil {
		return nil, err
	}
	var guilds []wire.ID
	for _, id := range listed(c.Guilds) {
		guilds = append(guilds, wire.ID(id))
	}
	settings := wire.Config{
		Token: c.Token, Handler: handlers, Poster: handlers, Commands: commands, Outbox: h.Referee, Clocks: h.Schedule(), Notes: h.store, Outages: h.Schedule(), Greeter: handlers,
		Guilds: guilds, Way: way, Shards: shards, Transport: transport, Log: log, Timing: timing,
	}
	if h.time != nil {
		settings.Now, settings.Dates = h.time.Now, h.time
	}
	return wire.New(settings)
}

// wayOf is how interactions come. "" is the usual way.
func wayOf(set string) (wire.Way, error) {
	switch set {
	case "", "gateway":
		return wire.ByGateway, nil
	case "http":
		return wire.ByHTTP, nil
	case "both":
		return wire.ByBoth, nil
	}
	return 0, cli.Misused("discord.interactions: %q is neither gateway, http nor both", set)
}

// shardsOf is the number of connections to Discord; 0: as many as it recommends.
func shardsOf(set string) (int, error) {
	if set == "auto" {
		return 0, nil
	}
	n, err := strconv.Atoi(set)
	if err != nil || n < 1 {
		return 0, cli.Misused("shards: %q is neither auto nor a number from 1", set)
	}
	return n, nil
}

// discordToken is the token of the bot: the one in the configuration, or the text of
// the file that it names.
func discordToken(c config.Values) (string, error) {
	if c.TokenFile != "" {
		text, err := os.ReadFile(c.TokenFile)
		if err != nil {
			return "", fmt.Errorf("read the token of the bot from %s: %w", c.TokenFile, files.Reason(err))
		}
		return strings.TrimSpace(string(text)), nil
	}
	if c.Token == "" {
		return "", cli.Misused("no token, so Discord would not let the bot in: put the one of your application into the environment " +
			"as REFEREE_TOKEN, or into a file named by tokenfile in the configuration; docs/install.md says where it is from")
	}
	return c.Token, nil
}

// listed splits a list at its commas.
func listed(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

// themes names the sets of colours of pictures.
func themes() []string {
	var names []string
	for _, t := range render.Themes() {
		names = append(names, t.Name)
	}
	return names
}

// byTheme holds a renderer for each set of colours, and the default one under "".
func byTheme() map[string]*render.Renderer {
	with := map[string]*render.Renderer{}
	for i, t := range render.Themes() {
		with[t.Name] = render.New(render.Options{Theme: t})
		if i == 0 {
			with[""] = with[t.Name]
		}
	}
	return with
}

// cropped is a part of a map in the form of package render; nil for the whole.
func cropped(c command.Crop) *render.Crop {
	if c.Radius == 0 {
		return nil
	}
	return &render.Crop{At: []hex.Coord{c.At}, Radius: c.Radius}
}

// discordPainter draws an answer over the part of the map where it happens.
func discordPainter(with map[string]*render.Renderer) command.Painter {
	return func(w io.Writer, p command.Picture) error {
		out := render.Picture{Board: p.Board, View: p.View, Overlay: p.Overlay, Say: p.Say, Crop: cropped(p.Crop), Portrait: p.Portrait}
		if out.Crop == nil && p.Overlay != nil {
			out.Crop = render.Around(p.Board, p.View, *p.Overlay)
		}
		return with[p.Theme].PNG(w, out)
	}
}

// discordAnimator draws replays.
func discordAnimator(with map[string]*render.Renderer) command.Animator {
	return func(w io.Writer, r command.Replay) error {
		p := render.Picture{Board: r.Board, Say: r.Say, Rows: wordsInCrop, Crop: cropped(r.Crop), Portrait: r.Portrait}
		return animate(w, with[r.Theme], p, r.Scenes)
	}
}
