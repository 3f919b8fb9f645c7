package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// How long the server waits, so that whoever sends slowly or reads slowly holds nothing.
const (
	headerWithin = 5 * time.Second
	readWithin   = 10 * time.Second
	writeWithin  = 30 * time.Second
	idleWithin   = 2 * time.Minute
	endWithin    = 5 * time.Second // for what is under way at the end
)

// headerMost is how many bytes the headers of a request may have.
const headerMost = 16 << 10

// loopback is where it listens unless an address names a host.
const loopback = "127.0.0.1"

// Address is an address to listen at, by a setting: "host:port", or a port alone, ":8080"
// or "8080", which is of this machine alone. "" and "off" are none, and "".
func Address(set string) (string, error) {
	if set == "" || set == "off" {
		return "", nil
	}
	host, port, err := net.SplitHostPort(set)
	if err != nil {
		host, port, err = net.SplitHostPort(":" + set)
	}
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil || port == "" {
		return "", fmt.Errorf("%q is not an address to listen at", set)
	}
	return net.JoinHostPort(cmp.Or(host, loopback), port), nil
}

// Listen listens at an address.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return l, nil
}

// Serve serves what comes to a listener until ctx ends, and then finishes what is under
// way. It closes the listener.
func Serve(ctx context.Context, l net.Listener, h http.Handler, log *slog.Logger) error {
	s := &http.Server{
		Handler: h, ReadHeaderTimeout: headerWithin, ReadTimeout: readWithin, WriteTimeout: writeWithin, IdleTimeout: idleWithin,
		MaxHeaderBytes: headerMost, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	ended := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), endWithin)
		defer cancel()
		ended <- errors.Join(s.Shutdown(last), s.Close())
	})
	err := s.Serve(l)
	if stop() { // it ended by itself
		return fmt.Errorf("web: %w", err)
	}
	if err := <-ended; err != nil {
		log.Warn("stopped before every request was answered", "error", err)
	}
	return nil
}
