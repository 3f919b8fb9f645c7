package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestAnAddressIsOfThisMachineAlone(t *testing.T) {
	for set, want := range map[string]string{
		"": "", "off": "", "8080": "127.0.0.1:8080", ":8080": "127.0.0.1:8080", "0.0.0.0:80": "0.0.0.0:80",
		"[::]:80": "[::]:80", "[::1]:0": "[::1]:0", "localhost:8080": "localhost:8080",
	} {
		if got, err := Address(set); got != want || err != nil {
			t.Errorf("%q is %q, %v, want %q", set, got, err, want)
		}
	}
	for _, set := range []string{"on", ":", "127.0.0.1", "127.0.0.1:", "a:b:c", "99999", "http://localhost:8080"} {
		if got, err := Address(set); err == nil || got != "" {
			t.Errorf("%q is taken for %q", set, got)
		}
	}
}

// TestShutdownFinishesRequests: a request that is being answered when the server is told
// to end is answered, and no other is taken.
func TestShutdownFinishesRequests(t *testing.T) {
	l, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Listen(t.Context(), l.Addr().String()); err == nil {
		t.Error("two listen at one address")
	}
	ctx, stop := context.WithCancel(t.Context())
	begun, goOn := make(chan bool), make(chan bool)
	served := make(chan error, 1)
	go func() {
		served <- Serve(ctx, l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			begun <- true
			<-goOn
			fmt.Fprint(w, "done")
		}), slog.New(slog.DiscardHandler))
	}()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	<-begun
	stop()
	for { // until the listener is closed
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			break
		}
		_ = c.Close()
	}
	close(goOn)
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := io.ReadAll(answer.Body); string(text) != "done" {
		t.Errorf("the answer is %q", text)
	}
	if err := <-served; err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// TestServeReportsListenerErrors serves a listener that is closed.
func TestServeReportsListenerErrors(t *testing.T) {
	l, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	if err := Serve(t.Context(), l, http.NotFoundHandler(), slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("it ended with %v", err)
	}
}
