package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"referee/bot/discord/endpoint"
	"referee/bot/discord/wire"
	"referee/bot/mail"
	"referee/bot/web"
	"referee/cmd/cli"
	"referee/cmd/config"
)

// pages serves what is to be had over HTTP, ops to those who run the referee, until the function that it returns is called. bot is nil
// where there is none in Discord, off where no mail names a page, and ops where monitors are not answered.
func pages(ctx context.Context, c config.Values, bot *wire.Bot, off, ops http.Handler, log *slog.Logger) (end func(), err error) {
	heard := bot != nil && bot.Way != wire.ByGateway
	if heard && c.WebListen == "" {
		return nil, cli.Misused("interactions come over HTTP, and web.listen names no address: nobody could be heard")
	}
	s := &server{log: log}
	ctx, s.stop = context.WithCancel(ctx)
	if heard || off != nil && c.WebListen != "" {
		mux := http.NewServeMux()
		if heard {
			mux.Handle(endpoint.Path, bot.Endpoint())
			mux.Handle(endpoint.EventsPath, bot.Events())
		}
		if off != nil {
			mux.Handle(mail.OffPath, off)
		}
		switch err := s.serve(ctx, "web.listen", c.WebListen, mux); {
		case err != nil && heard:
			s.end()
			return nil, fmt.Errorf("interactions come over HTTP, and nothing can listen at web.listen: %w", err)
		case err != nil:
			log.Warn("nobody can switch reminders off by the link in mails", "error", err)
		}
	}
	if ops != nil && c.OpsListen != "" {
		if err := s.serve(ctx, "ops.listen", c.OpsListen, ops); err != nil { // matches go on without anybody watching
			log.Warn("monitors cannot ask at ops.listen", "error", err)
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
func (s *server) serve(ctx context.Context, setting, address string, h http.Handler) error {
	l, err := web.Listen(ctx, address)
	if err != nil {
		return err
	}
	s.log.Info("listening", "for", setting, "address", l.Addr())
	s.running.Go(func() {
		if err := web.Serve(ctx, l, h, s.log); err != nil {
			s.log.Error("nothing is served any more", "for", setting, "error", err)
		}
	})
	return nil
}

// end ends all of it.
func (s *server) end() {
	s.stop()
	s.running.Wait()
}

// opsPages are what monitors ask for. unreachable says why people cannot be reached, unready
// why the process is not ready; nil: they can, it is.
func opsPages(unreachable, unready func() error, metrics http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", said("people can be reached", "people cannot be reached", unreachable))
	mux.HandleFunc("GET /readyz", said("ready", "not ready", unready))
	mux.Handle("GET /metrics", metrics)
	return mux
}

// said answers 200 with a sentence, or 503 with another and why.
func said(well, ill string, why func() error) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		said := well
		if err := why(); err != nil {
			said = ill + ": " + err.Error()
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		fmt.Fprintln(w, said)
	}
}

// ready says why a process is not ready; nil: its store answers, it has read what waits to be
// posted, and people can be reached.
func ready(h *house, bot *wire.Bot) error {
	if _, err := h.store.Alive(); err != nil {
		return err
	}
	if !bot.Waiting().Read {
		return errors.New("what waits to be posted was not read yet")
	}
	return bot.Unreachable()
}
