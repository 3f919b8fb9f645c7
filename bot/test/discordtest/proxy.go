package discordtest

import (
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"referee/bot/test/certificate"
)

// Proxy is the way of a real program to the stand-in: a proxy that answers for
// discord.com. What comes over it is on its Line.
type Proxy struct {
	*Line
	server *httptest.Server
	secret tls.Certificate
	roots  string // the file of the certificate
}

// Proxy starts a proxy, which ends with the test.
func (d *Discord) Proxy() *Proxy {
	d.t.Helper()
	p := &Proxy{Line: d.Transport(), roots: filepath.Join(d.t.TempDir(), "discord.pem")}
	if err := p.certify(); err != nil {
		d.t.Fatal(err)
	}
	p.server = httptest.NewServer(http.HandlerFunc(p.connect))
	d.t.Cleanup(func() {
		p.server.CloseClientConnections()
		p.server.Close()
	})
	return p
}

// Env is what the program needs in its environment to come here instead of to
// Discord: the proxy, and whose word to take for being Discord.
func (p *Proxy) Env() []string {
	return []string{"HTTPS_PROXY=" + p.server.URL, "NO_PROXY=", "SSL_CERT_FILE=" + p.roots}
}

// certify makes a certificate for discord.com.
func (p *Proxy) certify() (err error) {
	if p.secret, _, err = certificate.New("discord.com"); err != nil {
		return err
	}
	text, _, err := certificate.PEM(p.secret)
	return errors.Join(err, os.WriteFile(p.roots, text, 0o600))
}

// connect opens a tunnel, at whose end the stand-in answers.
func (p *Proxy) connect(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodConnect || r.Host != "discord.com:443" {
		p.d.complain("proxy: %s %s is not known here", r.Method, r.Host)
		w.WriteHeader(http.StatusNotFound)
		return
	}
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	if _, err := io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n"); err != nil {
		_ = conn.Close()
		return
	}
	says := &tls.Config{Certificates: []tls.Certificate{p.secret}, MinVersion: tls.VersionTLS12}
	if p.d.opt.HTTP2 {
		says.NextProtos = []string{"h2", "http/1.1"}
	}
	tunnel := tls.Server(conn, says)
	silent := log.New(io.Discard, "", 0) // a program that is killed ends no handshake
	server := &http.Server{ReadHeaderTimeout: time.Minute, ErrorLog: silent, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("X-Line", strconv.Itoa(p.no))
		p.d.server.Config.Handler.ServeHTTP(w, r)
	})}
	if tunnel.Handshake() != nil { // which says what is spoken
		_ = conn.Close()
		return
	}
	_ = server.Serve(&single{Conn: tunnel}) // it ends as there is no second connection
}

// single is a listener that has one connection.
type single struct {
	net.Conn
	taken bool
}

func (s *single) Accept() (net.Conn, error) {
	if s.taken {
		return nil, net.ErrClosed
	}
	s.taken = true
	return s.Conn, nil
}

func (s *single) Close() error   { return nil } // the connection goes on
func (s *single) Addr() net.Addr { return s.LocalAddr() }
