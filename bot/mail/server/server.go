// Package server describes a mail server, its address and login, and connects to it. Only connections within
// this machine are unencrypted.
package server

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
)

// Security is how a connection is kept from being read.
type Security string

// The three ways.
const (
	TLS      Security = "tls"      // from the first octet
	StartTLS Security = "starttls" // once the server was asked for it; without it nothing more is said
	None     Security = "none"     // not at all, which is for loopback alone
)

// Server is a mail server, for one protocol.
type Server struct {
	Address  string // host and port
	Security Security
	User     string
	Password string
	Roots    *x509.CertPool // whose certificates are believed; nil: the system's
}

// ErrClear is the error of a server elsewhere that would be talked to in the clear.
var ErrClear = errors.New("the password would be sent unencrypted: only a server on this machine can be used without tls or starttls")

// Check says what is wrong with a server as it is described.
func (s Server) Check() error {
	host, _, err := net.SplitHostPort(s.Address)
	if err != nil {
		return fmt.Errorf("%q is not a host with a port: %w", s.Address, err)
	}
	switch s.Security {
	case TLS, StartTLS:
	case None:
		if !loopback(host) {
			return fmt.Errorf("%s: %w", s.Address, ErrClear)
		}
	default:
		return fmt.Errorf("%s: unknown security %q", s.Address, s.Security)
	}
	return nil
}

// loopback reports whether a host is this machine, by its own name or address.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Config is the configuration of TLS for the server.
func (s Server) Config() *tls.Config {
	host, _, _ := net.SplitHostPort(s.Address)
	return &tls.Config{ServerName: host, RootCAs: s.Roots, MinVersion: tls.VersionTLS12}
}

// Dial connects to a server. A connection with [StartTLS] is in the clear still.
func (s Server) Dial(ctx context.Context) (net.Conn, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if s.Security == TLS {
		return (&tls.Dialer{Config: s.Config()}).DialContext(ctx, "tcp", s.Address)
	}
	return (&net.Dialer{}).DialContext(ctx, "tcp", s.Address)
}
