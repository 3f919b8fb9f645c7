package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
	"github.com/spf13/cobra"

	"referee/bot/discord"
	"referee/bot/discord/live"
	"referee/bot/visible"
	"referee/cmd/cli"
	"referee/cmd/config"
)

// liveFlags are the flags of doctor --live.
type liveFlags struct {
	live, press, yes bool
	guild            string
}

// compareLive compares Discord with what the program expects, on a test server. unread is why the configuration could not be read.
func compareLive(cmd *cobra.Command, c config.Values, unread error, l liveFlags, transport http.RoundTripper, asJSON bool) error {
	if unread != nil {
		return unread
	}
	if l.guild == "" {
		return cli.Misused("name the test server: --guild ID, its id in Discord")
	}
	ctx := cmd.Context()
	token, err := discordToken(c.Discord)
	if err != nil {
		return err
	}
	d := &doctor{Values: c}
	switch d.begin(ctx); {
	case d.running != nil:
		return fmt.Errorf("a referee is running here as process %d: stop it first, as what its players press could come to this command", d.running.Pid)
	case !d.stored.refused.IsZero():
		return fmt.Errorf("the token is not accepted: %s", notAgain(d.stored.refused))
	}
	commands, err := programCommands(ctx, c)
	if err != nil {
		return err
	}
	set := live.Config{Token: token, Guild: l.guild, Commands: commands, Version: revision(), Transport: transport, Wire: timing}
	if l.press {
		set.Press = func(channel string) {
			fmt.Fprintf(cmd.ErrOrStderr(), "Press the button in #%s on that server, and what it shows you then.\n", channel)
		}
	}
	x, err := live.Open(ctx, set)
	if errors.Is(err, live.ErrGuild) {
		return &cli.UsageError{Err: err}
	}
	if err != nil {
		return err
	}
	if !l.yes {
		if err := askAtTerminal(ctx, cmd.InOrStdin(), cmd.ErrOrStderr(), liveQuestion(x.Server)); err != nil {
			return err
		}
	}
	r := x.Run(ctx)
	if asJSON {
		err = json.NewEncoder(cmd.OutOrStdout()).Encode(r)
	} else {
		_, err = fmt.Fprint(cmd.OutOrStdout(), r)
	}
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case !r.Well():
		return cli.ErrFound
	}
	return nil
}

// liveQuestion asks whether to begin.
func liveQuestion(server string) string {
	return fmt.Sprintf("On the server %q this makes channels called %s…, with messages and threads in them, the commands of the\n"+
		"referee there, and an emoji of the bot. It removes all of them at the end, after 5 minutes at most.\nBegin? [y/N] ", visible.Line(server), live.Prefix)
}

// askAtTerminal returns an error unless somebody at a terminal says yes.
func askAtTerminal(ctx context.Context, in io.Reader, out io.Writer, question string) error {
	if !cli.IsTerminal(in) {
		return cli.Misused("nobody can be asked here: run it at a terminal, or with --yes")
	}
	fmt.Fprint(out, question)
	return answered(ctx, in)
}

// errNotBegun: who was asked has not said yes.
var errNotBegun = errors.New("not begun: nothing was changed")

// answered reads the answer to a question, and returns an error unless it is yes.
func answered(ctx context.Context, in io.Reader) error {
	said := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(in).ReadString('\n') // what is not said is no
		said <- line
	}()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case line := <-said:
		if !slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(line))) {
			return errNotBegun
		}
		return nil
	}
}

// programCommands are the commands that the program registers. To list them takes a referee, which has a store of its own here.
func programCommands(ctx context.Context, c config.Values) (list []*discordgo.ApplicationCommand, err error) {
	dir, err := os.MkdirTemp("", "referee-doctor-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	c.DB, c.Discord.Emoji = filepath.Join(dir, "referee.db"), false
	h, err := openHouse(ctx, c.General, c.Dice, fixed{seed: "doctor"})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, h.close()) }()
	deps, _, err := (&doors{house: h, lang: c.Lang, log: slog.New(slog.DiscardHandler)}).dependencies(c.Discord, c.Limits)
	if err != nil {
		return nil, err
	}
	handlers, err := discord.NewHandlers(ctx, deps)
	if err != nil {
		return nil, err
	}
	return handlers.Commands()
}
