package web

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const site = "https://referee.example.org"

func TestNothingIsServedInPlainToThePublic(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("172.16.0.0/12")}
	for name, c := range map[string]struct {
		way  Way
		says string // "": it is well
	}{
		"a proxy here":          {Way{Site: site, Listen: "127.0.0.1:8080"}, ""},
		"likewise, IPv6":        {Way{Site: site, Listen: "[::1]:8080"}, ""},
		"likewise, by name":     {Way{Site: site, Listen: "localhost:8080"}, ""},
		"everywhere":            {Way{Site: site, Listen: "0.0.0.0:8080"}, "web.certkey"},
		"likewise, IPv6 ":       {Way{Site: site, Listen: "[::]:8080"}, "web.proxy"},
		"another address":       {Way{Site: site, Listen: "192.0.2.1:80"}, "127.0.0.1:8080"},
		"a name":                {Way{Site: site, Listen: "referee.example.org:80"}, "without encryption"},
		"a proxy elsewhere":     {Way{Site: site, Listen: "0.0.0.0:8080", Proxies: proxies}, ""},
		"a certificate":         {Way{Site: site, Listen: "0.0.0.0:443", Cert: "c", Key: "k"}, ""},
		"no site":               {Way{Listen: "0.0.0.0:8080"}, ""},
		"half a certificate":    {Way{Site: site, Listen: "0.0.0.0:443", Cert: "c"}, "two files"},
		"a key alone":           {Way{Site: site, Listen: "127.0.0.1:443", Key: "k"}, "two files"},
		"both":                  {Way{Site: site, Listen: "0.0.0.0:443", Cert: "c", Key: "k", Proxies: proxies}, "exclude"},
		"a path behind a host":  {Way{Site: site + "/referee", Listen: "127.0.0.1:8080"}, "a host of their own"},
		"nothing that can open": {Way{Site: site, Listen: "nonsense"}, "without encryption"},
	} {
		if err := c.way.Check(); (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", name, err, c.says)
		}
	}
}

func TestOtherOriginsRedirected(t *testing.T) {
	here := Way{Site: site, Listen: "127.0.0.1:8080"}
	docker := Way{Site: site, Listen: "0.0.0.0:8080", Proxies: []netip.Prefix{netip.MustParsePrefix("172.17.0.0/16")}}
	own := Way{Site: site, Listen: "0.0.0.0:443", Cert: "c", Key: "k"}
	for name, c := range map[string]struct {
		way               Way
		from, proto, hops string
		host              string
		tls               bool
		want              string // who asks; "": they are sent away
	}{
		"a proxy here":                         {here, "127.0.0.1:5", "https", "203.0.113.9", "", false, "203.0.113.9:0"},
		"a proxy that says little":             {here, "127.0.0.1:5", "", "", "", false, "127.0.0.1:5"},
		"a proxy that renames the host":        {here, "127.0.0.1:5", "https", "203.0.113.9", "127.0.0.1:8080", false, "203.0.113.9:0"},
		"plain, to the proxy":                  {here, "127.0.0.1:5", "http", "203.0.113.9", "", false, ""},
		"from elsewhere":                       {here, "203.0.113.9:5", "https", "", "", false, ""},
		"a proxy in another network":           {docker, "172.17.0.1:5", "https", "203.0.113.9", "", false, "203.0.113.9:0"},
		"likewise, as IPv6":                    {docker, "[::ffff:172.17.0.1]:5", "https", "203.0.113.9", "", false, "203.0.113.9:0"},
		"who says they are behind it":          {docker, "203.0.113.9:5", "https", "172.17.0.1", "", false, ""},
		"this machine, where the proxy is not": {docker, "127.0.0.1:5", "https", "", "", false, ""},
		"who says they are somebody else":      {docker, "172.17.0.1:5", "https", "198.51.100.1, 203.0.113.9", "", false, "203.0.113.9:0"},
		"two proxies":                          {docker, "172.17.0.1:5", "https", "203.0.113.9, 172.17.0.2", "", false, "203.0.113.9:0"},
		"nonsense":                             {docker, "172.17.0.1:5", "https", "203.0.113.9, <x>", "", false, "172.17.0.1:5"},
		"TLS":                                  {own, "203.0.113.9:5", "", "198.51.100.1", "", true, "203.0.113.9:5"},
		"TLS, for another host":                {own, "203.0.113.9:5", "", "", "evil.example", true, ""},
		"plain, beside a certificate":          {own, "127.0.0.1:5", "https", "", "", false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			asked := ""
			h := c.way.Guard(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked = r.RemoteAddr }))
			r := httptest.NewRequest("GET", site+"/m/x", nil)
			if r.TLS = nil; c.tls {
				r.TLS = &tls.ConnectionState{}
			}
			r.RemoteAddr = c.from
			if c.host != "" {
				r.Host = c.host
			}
			if c.proto != "" {
				r.Header.Set("X-Forwarded-Proto", c.proto)
			}
			if c.hops != "" {
				r.Header.Set("X-Forwarded-For", c.hops)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if asked != c.want {
				t.Errorf("who asks is %q, want %q", asked, c.want)
			}
			if c.want == "" && (w.Code != http.StatusMisdirectedRequest || !strings.Contains(w.Body.String(), site)) {
				t.Errorf("sent away: %d %s", w.Code, w.Body)
			}
			if c.tls == (w.Header().Get("Strict-Transport-Security") == "") && c.want != "" {
				t.Error("browsers are told of TLS where there is none, or not where there is")
			}
		})
	}
}

// certify writes a certificate for the host of the site, with a number, and who trusts it.
func certify(t *testing.T, dir string, number int64) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(number), Subject: pkix.Name{CommonName: "referee"}, DNSNames: []string{"referee.example.org"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	own, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, octets []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: octets}), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("key.pem", "PRIVATE KEY", own)
	write("cert.pem", "CERTIFICATE", der)
	// files that are written within a tick of the clock would look the same
	if err := os.Chtimes(filepath.Join(dir, "cert.pem"), time.Time{}, time.Unix(number, 0)); err != nil {
		t.Fatal(err)
	}
	read, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(read)
	return pool
}

// TestTheCertificateIsReadAgain: a connection has the certificate that is in the files when it is made, and the last that
// could be read where that cannot.
func TestTheCertificateIsReadAgain(t *testing.T) {
	dir := t.TempDir()
	w := Way{Site: site, Listen: "127.0.0.1:0", Cert: filepath.Join(dir, "cert.pem"), Key: filepath.Join(dir, "key.pem")}
	log := slog.New(slog.DiscardHandler)
	if _, err := w.ListenTo(t.Context(), log); err == nil || !strings.Contains(err.Error(), "web.cert") {
		t.Errorf("without a certificate: %v", err)
	}
	first := certify(t, dir, 1)
	if ends, err := w.CheckCertificate(); err != nil || !ends.After(time.Now()) {
		t.Errorf("the certificate: until %v, %v", ends, err)
	}
	if _, err := (Way{Site: "https://other.example.org", Cert: w.Cert, Key: w.Key}).CheckCertificate(); err == nil || !strings.Contains(err.Error(), "other.example.org") {
		t.Errorf("a certificate of another host: %v", err)
	}
	l, err := w.ListenTo(t.Context(), log)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() {
		served <- Serve(ctx, l, w.Guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, r.Proto) })), log)
	}()
	ask := func(pool *x509.CertPool) (number int64, proto string) {
		t.Helper()
		tr := &http.Transport{
			ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: pool},
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return (&net.Dialer{}).DialContext(ctx, network, l.Addr().String())
			},
		}
		defer tr.CloseIdleConnections()
		answer, err := (&http.Client{Transport: tr}).Get(site)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(answer.Body)
		if err = errors.Join(err, answer.Body.Close()); err != nil || answer.StatusCode != http.StatusOK {
			t.Fatal(answer.Status, err)
		}
		return answer.TLS.PeerCertificates[0].SerialNumber.Int64(), string(text)
	}
	if n, proto := ask(first); n != 1 || proto != "HTTP/2.0" {
		t.Errorf("certificate %d, %s", n, proto)
	}
	second := certify(t, dir, 2)
	if n, _ := ask(second); n != 2 {
		t.Errorf("after it was renewed: certificate %d", n)
	}
	if err := os.WriteFile(w.Cert, []byte("half a fi"), 0o600); err != nil {
		t.Fatal(err)
	}
	if n, _ := ask(second); n != 2 {
		t.Errorf("while it is written: certificate %d", n)
	}
	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
}
