package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"

	"referee/bot/discord/endpoint"
	"referee/bot/discord/wire"
	"referee/bot/web"
	"referee/cmd/cli"
	"referee/cmd/config"
)

// pages serves what is to be had over HTTP, until the function that it returns is called.
func pages(ctx context.Context, c config.Values, bot *wire.Bot, log *slog.Logger) (end func(), err error) {
	if bot.Way != wire.ByGateway && c.WebListen == "" {
		return nil, cli.Misused("interactions come over HTTP, and web.listen names no address: nobody could be heard")
	}
	s := &server{log: log}
	ctx, s.stop = context.WithCancel(ctx)
	if bot.Way != wire.ByGateway {
		if err := s.serve(ctx, "web.listen", c.WebListen, publicPages(bot.Endpoint(), bot.Events())); err != nil {
			s.end()
			return nil, fmt.Errorf("interactions come over HTTP, and nothing can listen at web.listen: %w", err)
		}
	}
	if c.OpsListen != "" {
		if err := s.serve(ctx, "ops.listen", c.OpsListen, opsPages(bot.Unreachable)); err != nil { // matches go on without anybody watching
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

// publicPages are what anybody may ask for.
func publicPages(interactions, events http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle(endpoint.Path, interactions)
	mux.Handle(endpoint.EventsPath, events)
	return mux
}

// opsPages are what monitors ask for.
func opsPages(unreachable func() error) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		said := "people can be reached"
		if err := unreachable(); err != nil {
			said = "people cannot be reached: " + err.Error()
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		fmt.Fprintln(w, said)
	})
	return mux
}
