package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"

	"github.com/spf13/cobra"

	"referee/bot/board"
	"referee/bot/board/drawn"
	"referee/bot/control"
	"referee/bot/locale"
	"referee/bot/web"
	"referee/cmd/config"
	"referee/engine"
)

// boardDoor is the board of a local table, open for browsers.
type boardDoor struct {
	cmd      *cobra.Command
	listener net.Listener
	handler  http.Handler
	link     string   // for whoever sits here, with what lets them in
	others   []string // for others in the same networks
	words    *locale.Words
	lang     string
	log      *slog.Logger
	dir      string // where a file may be that only whoever sits here reads
}

// openDoor listens where a table serves its board, of what is given, for who sits at a screen.
func openDoor(cmd *cobra.Command, g config.General, listen string, of board.Config, screen *board.Screen) (*boardDoor, error) {
	of.Visitors, of.Drawer, of.Replay, of.Lang, of.Hosts, of.Log = screen, drawn.New(), writeReplay, g.Lang, ownNames(listen), warnings(cmd)
	handler, err := board.New(cmd.Context(), of)
	if err != nil {
		return nil, err
	}
	if listen == "" {
		return listenAgain(cmd, g, g.DB, handler, screen)
	}
	return listenDoor(cmd, g, listen, handler, screen)
}

// listenDoor listens where a handler is served to who sits at a screen.
func listenDoor(cmd *cobra.Command, g config.General, listen string, handler http.Handler, screen *board.Screen) (*boardDoor, error) {
	words, err := locale.For(g.Lang, nil)
	if err != nil {
		return nil, err
	}
	log := warnings(cmd)
	l, err := web.Listen(cmd.Context(), tableAddress(listen, inContainer()))
	if err != nil && listen != "" {
		err = fmt.Errorf("%w: name another address with --listen, or omit it for a free port of this machine", err)
	}
	if err != nil {
		return nil, err
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		log.Warn("the addresses of this machine are not known", "error", err)
	}
	d := &boardDoor{cmd: cmd, listener: l, handler: handler, words: words, lang: locale.Pick(g.Lang), log: log, dir: privateDir(g.DB)}
	d.link, d.others = links(l.Addr(), own, screen.Path())
	return d, nil
}

// serve says where the board is, opens it in a browser where there is one, and serves it until the
// command is told to stop. Nothing is read from standard input.
func (d *boardDoor) serve(ctx context.Context) (err error) {
	fmt.Fprintln(d.cmd.OutOrStdout(), d.link)
	remove, err := openPrivately(d.dir, d.link)
	if err != nil {
		d.log.Warn("no browser was opened: the address is above", "error", err)
	}
	defer func() { err = errors.Join(err, remove()) }()
	for _, m := range howReached(d.listener.Addr(), d.others, inContainer(), os.Getenv("SSH_CONNECTION")) {
		fmt.Fprintln(d.cmd.ErrOrStderr(), d.words.Say(d.lang, m))
	}
	return web.Serve(ctx, d.listener, d.handler, d.log)
}

// boardOf is where the board of the process is open that holds a store, said as an error; held
// where there is none, or nobody answers.
func boardOf(ctx context.Context, g config.General, held error) error {
	client, err := control.Dial(g.DB)
	if err != nil {
		return held
	}
	s, err := client.Status(ctx)
	if err != nil || s.Board == "" {
		return held
	}
	words, err := locale.For(g.Lang, nil)
	if err != nil {
		return err
	}
	return fmt.Errorf("%s", words.Say(locale.Pick(g.Lang), engine.Say("table.board.held",
		engine.Text("db", g.DB), engine.Num("pid", s.Pid), engine.Text("link", s.Board))))
}
