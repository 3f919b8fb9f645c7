package discordtest

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"time"
)

// network is what servers and clients are connected by: loopback or, in a bubble, memory alone, as who waits for a
// connection of the system would keep its time from passing.
type network struct {
	mu      sync.Mutex
	servers map[string]*doorway // by address; nil: all is over loopback
	client  *http.Client
}

func newNetwork(bubble bool) *network {
	n := &network{}
	if bubble {
		n.servers = map[string]*doorway{}
	}
	n.client = &http.Client{Transport: &http.Transport{DialContext: n.dial}}
	return n
}

// serve starts a server.
func (n *network) serve(h http.Handler) *httptest.Server {
	if n.servers == nil {
		return httptest.NewServer(h)
	}
	n.mu.Lock()
	door := &doorway{at: "10.0.0." + strconv.Itoa(len(n.servers)+1) + ":80", come: make(chan net.Conn), shut: make(chan struct{})}
	n.servers[door.at] = door
	n.mu.Unlock()
	s := &httptest.Server{Listener: door, Config: &http.Server{Handler: h}}
	s.Start()
	return s
}

// dial connects to a server.
func (n *network) dial(ctx context.Context, kind, address string) (net.Conn, error) {
	if n.servers == nil {
		return (&net.Dialer{}).DialContext(ctx, kind, address)
	}
	n.mu.Lock()
	door := n.servers[address]
	n.mu.Unlock()
	if door == nil {
		return nil, errors.New("discordtest: nobody listens at " + address)
	}
	ours, theirs := net.Pipe()
	select {
	case door.come <- theirs:
		return ours, nil
	case <-door.shut:
		return nil, errors.New("discordtest: " + address + " is gone")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// doorway is where a server in memory listens.
type doorway struct {
	at   string
	come chan net.Conn
	shut chan struct{}
	once sync.Once
}

func (d *doorway) Accept() (net.Conn, error) {
	select {
	case c := <-d.come:
		return c, nil
	case <-d.shut:
		return nil, net.ErrClosed
	}
}

func (d *doorway) Close() error {
	d.once.Do(func() { close(d.shut) })
	return nil
}

func (d *doorway) Addr() net.Addr { return address(d.at) }

type address string

func (address) Network() string  { return "tcp" }
func (a address) String() string { return string(a) }

// Serve starts a server that the stand-in reaches, for [Line.Endpoint].
func (d *Discord) Serve(h http.Handler) *httptest.Server { return d.network.serve(h) }

// Dial connects to the stand-in's gateway.
func (d *Discord) Dial(ctx context.Context, kind, address string) (net.Conn, error) {
	return d.network.dial(ctx, kind, address)
}

// today lets time pass until there are ids in Discord: in a bubble it begins in 2000.
func today() { time.Sleep(time.Until(epoch.AddDate(12, 0, 0))) }
