package web

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"referee/bot/files"
)

// Way is how people reach the server from outside, so that nobody on the way reads or changes what passes: over TLS,
// by a certificate of its own, or through a proxy that has one.
type Way struct {
	// Site is where that is: "https://referee.example.org".
	Site string
	// Listen is the address at which it listens.
	Listen string
	// Cert and Key are the files of a certificate, with its chain, and of its key, in PEM; "": a proxy has one.
	Cert, Key string
	// Proxies are where a proxy on another machine, or another network of this one, sends from.
	Proxies []netip.Prefix
}

// Check refuses a way on which anybody could read along, and says what to set.
func (w Way) Check() error {
	if (w.Cert == "") != (w.Key == "") {
		return errors.New("a certificate has two files: web.cert names that of the certificate and its chain, web.certkey that of its key")
	}
	if w.Cert != "" && len(w.Proxies) > 0 {
		return errors.New("web.cert and web.proxy exclude each other: either the referee has the certificate of web.url, or a proxy before it does")
	}
	if w.Site == "" { // nothing is served to people
		return nil
	}
	if at, err := url.Parse(w.Site); err != nil || at.Path != "" {
		return fmt.Errorf("web.url is %s: the pages of the referee have a host of their own, with nothing behind its name", w.Site)
	}
	if w.Cert != "" || len(w.Proxies) > 0 || w.alone() {
		return nil
	}
	return fmt.Errorf("web.url is set, and web.listen, %s, could be reached without encryption: name the files of a certificate with web.cert and web.certkey, "+
		"or the address from which your proxy sends with web.proxy, or have web.listen be 127.0.0.1:8080, where a proxy on this machine reaches it", w.Listen)
}

// alone reports whether it listens where this machine alone gets at it.
func (w Way) alone() bool {
	host, _, err := net.SplitHostPort(w.Listen)
	if err != nil {
		return false
	}
	at, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && at.IsLoopback()
}

// Guard hands a handler what came by the way alone: what a proxy of it sends, or what came over TLS for the host of the
// site. Anybody else is told where the site is. Behind a proxy RemoteAddr is the address of who asked the proxy.
func (w Way) Guard(h http.Handler) http.Handler {
	site, err := url.Parse(w.Site)
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		from, ok := w.sender(r)
		switch {
		case err == nil && ok && w.Cert != "" && r.Host == site.Host:
			out.Header().Set("Strict-Transport-Security", "max-age=31536000")
			h.ServeHTTP(out, r)
		case err == nil && ok && w.Cert == "":
			r = r.Clone(r.Context())
			r.RemoteAddr = from
			h.ServeHTTP(out, r)
		default:
			out.Header().Set("Content-Type", "text/plain; charset=utf-8")
			out.WriteHeader(http.StatusMisdirectedRequest)
			fmt.Fprintf(out, "The referee is at %s\n", w.Site)
		}
	})
}

// sender is who asks; false: not by this way. What X-Forwarded-For and X-Forwarded-Proto say is believed of proxies alone.
func (w Way) sender(r *http.Request) (from string, ok bool) {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	switch {
	case err != nil:
		return "", false
	case w.Cert != "":
		return r.RemoteAddr, r.TLS != nil
	case !w.trusts(at.Addr()):
		return "", false
	case r.Header.Get("X-Forwarded-Proto") != "" && r.Header.Get("X-Forwarded-Proto") != "https": // it was asked without
		return "", false
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		addr, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		if from = netip.AddrPortFrom(addr.Unmap(), 0).String(); !w.trusts(addr) {
			return from, true
		}
	}
	return cmp.Or(from, r.RemoteAddr), true
}

// trusts reports whether a proxy is at an address.
func (w Way) trusts(at netip.Addr) bool {
	at = at.Unmap()
	return len(w.Proxies) == 0 && at.IsLoopback() || slices.ContainsFunc(w.Proxies, func(p netip.Prefix) bool { return p.Contains(at) })
}

// ListenTo listens at the address of the way, with its certificate, if it has one, which is read again when its file has
// changed.
func (w Way) ListenTo(ctx context.Context, log *slog.Logger) (net.Listener, error) {
	l, err := Listen(ctx, w.Listen)
	if err != nil || w.Cert == "" {
		return l, err
	}
	c := &certificate{cert: w.Cert, key: w.Key, log: log}
	if err := c.read(); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return tls.NewListener(l, &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return c.now(), nil },
	}), nil
}

// CheckCertificate reads the files of the certificate, and says when it ends; zero: there is none.
func (w Way) CheckCertificate() (ends time.Time, err error) {
	if w.Cert == "" {
		return ends, nil
	}
	c := &certificate{cert: w.Cert, key: w.Key}
	if err := c.read(); err != nil {
		return ends, err
	}
	host := strings.TrimPrefix(w.Site, "https://")
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if err := c.held.Leaf.VerifyHostname(host); err != nil {
		return ends, fmt.Errorf("web.cert: %w", err)
	}
	return c.held.Leaf.NotAfter, nil
}

// certificate is a certificate in two files.
type certificate struct {
	cert, key string
	log       *slog.Logger

	mu      sync.Mutex
	held    *tls.Certificate
	changed time.Time // when the file of it had been written
}

// mostPEM is how many bytes a file of a certificate has at most.
const mostPEM = 1 << 20

// read reads it.
func (c *certificate) read() error {
	info, err := os.Stat(c.cert)
	if err != nil {
		return fmt.Errorf("web.cert: %w", err)
	}
	var read tls.Certificate
	cert, err := files.ReadPlain(c.cert, mostPEM)
	key, unread := files.ReadPlain(c.key, mostPEM)
	if err = errors.Join(err, unread); err == nil {
		read, err = tls.X509KeyPair(cert, key)
	}
	if err != nil {
		return fmt.Errorf("web.cert and web.certkey: %w", err)
	}
	c.held, c.changed = &read, info.ModTime()
	return nil
}

// now is the certificate as it is in its files or, where those cannot be read, as it was.
func (c *certificate) now() *tls.Certificate {
	c.mu.Lock()
	defer c.mu.Unlock()
	info, err := os.Stat(c.cert)
	if err == nil && info.ModTime().Equal(c.changed) {
		return c.held
	}
	if err == nil {
		err = c.read()
	}
	if err != nil { // its key may not be written yet
		c.log.Warn("the new certificate cannot be read: still using the old one", "error", err)
		return c.held
	}
	c.log.Info("the certificate was read again", "until", c.held.Leaf.NotAfter)
	return c.held
}
