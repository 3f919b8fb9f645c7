package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"

	"referee/bot/discord/endpoint"
	"referee/bot/discord/wire"
	"referee/bot/mail"
	"referee/bot/web"
	"referee/cmd/cli"
	"referee/cmd/config"
)

// served is what there is over HTTP. bot is nil where there is none in Discord, off where no mail names a page, board where the
// browser lets nobody in, and ops, which is for those who run the referee, where monitors are not answered.
type served struct {
	bot             *wire.Bot
	off, board, ops http.Handler
}

// webWay is how people reach the pages, as it is configured.
func webWay(c config.Web) web.Way {
	return web.Way{Site: c.URL, Listen: c.Listen, Cert: c.Cert, Key: c.CertKey, Proxies: c.Proxy}
}

// pages serves what is to be had over HTTP until the function that it returns is called.
func pages(ctx context.Context, c config.Web, ops config.Ops, p served, log *slog.Logger) (end func(), err error) {
	heard := p.bot != nil && p.bot.Way != wire.ByGateway
	if heard && c.Listen == "" {
		return nil, cli.Misused("discord.interactions needs HTTP: set web.listen")
	}
	way := webWay(c)
	if err := way.Check(); err != nil && c.Listen != "" {
		return nil, cli.Misused("%w", err)
	}
	s := &server{log: log}
	ctx, s.stop = context.WithCancel(ctx)
	if heard || (p.off != nil || p.board != nil) && c.Listen != "" {
		mux := http.NewServeMux()
		if heard {
			mux.Handle(endpoint.Path, p.bot.Endpoint())
			mux.Handle(endpoint.EventsPath, p.bot.Events())
		}
		if p.off != nil {
			mux.Handle(mail.OffPath, p.off)
		}
		if p.board != nil {
			mux.Handle("/", way.Guard(p.board))
		}
		l, err := way.ListenTo(ctx, log)
		switch {
		case err != nil && heard:
			s.end()
			return nil, fmt.Errorf("discord.interactions needs HTTP, but the referee cannot listen at web.listen: %w", err)
		case err != nil:
			log.Warn("boards cannot be opened, and the links in emails that switch reminders off do not work", "error", err)
		default:
			s.serve(ctx, "web.listen", l, mux)
		}
	}
	if p.ops != nil && ops.Listen != "" {
		l, err := web.Listen(ctx, ops.Listen)
		if err != nil { // matches go on without anybody watching
			log.Warn("monitors cannot reach ops.listen", "error", err)
		} else {
			s.serve(ctx, "ops.listen", l, p.ops)
		}
	}
	return s.end, nil
}

// server is all that listens.
type server struct {
	log     *slog.Logger
	stop    func()
	running sync.WaitGroup
}

// serve serves something at the address of a setting until the server ends.
func (s *server) serve(ctx context.Context, setting string, l net.Listener, h http.Handler) {
	s.log.Info("listening", "for", setting, "address", l.Addr())
	s.running.Go(func() {
		if err := web.Serve(ctx, l, h, s.log); err != nil {
			s.log.Error("the server has stopped", "for", setting, "error", err)
		}
	})
}

// end ends all of it.
func (s *server) end() {
	s.stop()
	s.running.Wait()
}

// opsPages are what monitors ask for. unreachable says why people cannot be reached, unready
// why the process is not ready; nil: they can, it is.
func opsPages(unreachable, unready func(context.Context) error, metrics http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", said("people can be reached", "people cannot be reached", unreachable))
	mux.HandleFunc("GET /readyz", said("ready", "not ready", unready))
	mux.Handle("GET /metrics", metrics)
	return mux
}

// said answers 200 with a sentence, or 503 with another and why.
func said(well, ill string, why func(context.Context) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		said := well
		if err := why(r.Context()); err != nil {
			said = ill + ": " + err.Error()
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		fmt.Fprintln(w, said)
	}
}

// ready says why a process is not ready; nil: its store answers, it has read what waits to be
// posted, and people can be reached.
func ready(ctx context.Context, h *house, bot *wire.Bot) error {
	if _, err := h.store.Alive(ctx); err != nil {
		return err
	}
	if !bot.Waiting().Read {
		return errors.New("the queue of posts has not been read yet")
	}
	return bot.Unreachable()
}
