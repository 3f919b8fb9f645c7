package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"

	"referee/bot/web"
	"referee/cmd/cli"
	"referee/cmd/config"
)

// pages serves what is to be had over HTTP, until the function that it returns is called.
func pages(ctx context.Context, c config.Values, unreachable func() error, log *slog.Logger) (end func(), err error) {
	address, err := web.Address(c.OpsListen)
	if err != nil {
		return nil, cli.Misused("ops.listen: %w", err)
	}
	if address == "" {
		return func() {}, nil
	}
	l, err := web.Listen(ctx, address)
	if err != nil { // matches go on without anybody watching
		log.Warn("monitors cannot ask at ops.listen", "error", err)
		return func() {}, nil
	}
	return serving(ctx, l, opsPages(unreachable), log), nil
}

// serving serves what comes to a listener until the function that it returns is called.
func serving(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger) (end func()) {
	ctx, stop := context.WithCancel(ctx)
	log.Info("listening", "address", l.Addr())
	var running sync.WaitGroup
	running.Go(func() {
		if err := web.Serve(ctx, l, h, log); err != nil {
			log.Error("nothing is served over HTTP any more", "error", err)
		}
	})
	return func() {
		stop()
		running.Wait()
	}
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
