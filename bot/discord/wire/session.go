package wire

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// How long things of the gateway may take.
const (
	openWithin  = 30 * time.Second // from the call to READY
	firstPause  = time.Second      // after a failure, doubled up to
	longPause   = 2 * time.Minute
	betweenOpen = 5 * time.Second // Discord lets one shard identify at a time
	closeWithin = 5 * time.Second // to close a connection
	maxResumes  = 3               // before a session is given up
	maxSessions = 40              // new sessions an hour: for a thousand a day Discord takes the token away
)

// errNotReady says that the library has not connected in time. It hangs for ever,
// with its locks held, if Discord asks for a new connection before this one is
// ready.
var errNotReady = errors.New("discord: the gateway was not ready in time")

// shard keeps one connection to the gateway, over which interactions come.
type shard struct {
	id, count int
	token     string
	transport http.RoundTripper
	receive   func(interaction []byte)
	within    time.Duration
	goodbye   time.Duration
	pause     time.Duration // the first after a failure
	health    *health
	log       *slog.Logger
	sessions  sessionCount
}

// sessionCount counts sessions that were begun and not resumed.
type sessionCount struct {
	mu sync.Mutex
	at []time.Time
}

// note counts a session that has begun.
func (b *sessionCount) note(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at = append(b.at, now)
}

// wait is how long to wait before another may begin.
func (b *sessionCount) wait(now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.at) > 0 && now.Sub(b.at[0]) >= time.Hour {
		b.at = b.at[1:]
	}
	if len(b.at) < maxSessions {
		return 0
	}
	return time.Hour - now.Sub(b.at[0])
}

// connection is a session of the library with the connection below it.
type connection struct {
	session *discordgo.Session
	lost    chan struct{} // gets a value when the session has lost its connection

	mu    sync.Mutex
	conn  net.Conn
	heard time.Time // something came over it
}

// newConnection makes a session that has not been opened.
func (s *shard) newConnection() *connection {
	c := &connection{session: newSession(s.token, s.transport), lost: make(chan struct{}, 1)}
	c.session.ShardID, c.session.ShardCount = s.id, s.count
	c.session.Dialer = &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: s.within, NetDialContext: c.dial}
	c.session.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			s.receive(e.RawData)
		}
	})
	c.session.AddHandler(func(*discordgo.Session, *discordgo.Ready) { s.sessions.note(time.Now()) })
	c.session.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) {
		select {
		case c.lost <- struct{}{}:
		default:
		}
	})
	return c
}

// dial opens the network connection.
func (c *connection) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conn = conn
	return trackedConn{conn, c}, nil
}

// trackedConn is a network connection that notes when something came. The session
// could tell of its heartbeats alone, and not while it hangs.
type trackedConn struct {
	net.Conn
	of *connection
}

// Read reads, and notes when something came.
func (c trackedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 {
		c.of.mu.Lock()
		c.of.heard = time.Now()
		c.of.mu.Unlock()
	}
	return n, err
}

// lastHeard is when something came last.
func (c *connection) lastHeard() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.heard
}

// drop cuts the connection below a session that may not come back. If the
// library hangs in it, that goroutine is lost.
func (c *connection) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn != nil {
		_ = c.conn.Close() // there is nothing to do about an error
	}
}

// lastHeartbeat is when there was a last sign of life.
func (c *connection) lastHeartbeat() time.Time {
	c.session.RLock()
	defer c.session.RUnlock()
	return c.session.LastHeartbeatAck
}

// open connects, or resumes what was connected before, within the time.
func (c *connection) open(ctx context.Context, within time.Duration) error {
	select {
	case <-c.lost: // of the connection before
	default:
	}
	done := make(chan error, 1)
	go func() { done <- c.session.Open() }()
	late := time.NewTimer(within)
	defer late.Stop()
	select {
	case err := <-done:
		if errors.Is(err, discordgo.ErrWSAlreadyOpen) {
			return nil
		}
		return err
	case <-late.C:
		return errNotReady
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run keeps the connection until ctx ends, and returns an error only if another try
// would fail in the same way. Sessions are resumed; after a few failures, or if the library
// hangs, a new one takes over. Interactions that came in between are lost, and
// their people press again.
func (s *shard) run(ctx context.Context) error {
	var c *connection
	pause := s.pause
	for failures := 0; ctx.Err() == nil; {
		if c == nil {
			c = s.newConnection()
		}
		if wait := s.sessions.wait(time.Now()); wait > 0 {
			s.log.Error("too many new sessions with Discord within an hour, waiting", "shard", s.id, "for", wait)
			sleep(ctx, wait)
		}
		err := c.open(ctx, s.within)
		if err == nil {
			failures, pause = 0, s.pause
			s.log.Info("connected to Discord", "shard", s.id)
			s.health.connected(s.id, c.lastHeard)
			select {
			case <-ctx.Done():
				return c.close(s.goodbye)
			case <-c.lost:
				s.health.disconnected(s.id, s.health.byClock(c.lastHeartbeat()))
				s.log.Warn("connection to Discord lost", "shard", s.id)
			}
			continue
		}
		if ctx.Err() != nil {
			c.drop()
			return nil
		}
		if why := fatal(err); why != nil {
			return why
		}
		failures++
		s.log.Warn("cannot connect to Discord, trying again", "shard", s.id, "tries", failures, "error", withoutAddress(err))
		if errors.Is(err, errNotReady) || failures%maxResumes == 0 {
			c.drop()
			c = nil
		}
		sleep(ctx, pause+rand.N(pause/2))
		pause = min(2*pause, longPause)
	}
	return nil
}

// close closes the session in good order, or cuts it when that takes too long: the
// library waits a second after its closing message.
func (c *connection) close(within time.Duration) error {
	done := make(chan error, 1)
	go func() { done <- c.session.Close() }()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("discord: close: %w", err)
		}
	case <-time.After(within):
		c.drop()
	}
	return nil
}

// withoutAddress is an error without the addresses in it.
func withoutAddress(err error) error {
	_, err = classify(err, 0)
	return err
}

// fatal explains an end of the connection after which a new one would end in the
// same way; nil for all others.
func fatal(err error) error {
	var end *websocket.CloseError
	if !errors.As(err, &end) {
		return nil
	}
	switch end.Code {
	case 4004:
		return errToken
	case 4010, 4011:
		return fmt.Errorf("discord: the gateway does not take these shards (%d): set more shards", end.Code)
	case 4012, 4013, 4014:
		return fmt.Errorf("discord: the gateway does not take what this bot asks for (%d): use a newer referee", end.Code)
	}
	return nil
}

// errToken says what to do about a token that is not accepted.
var errToken = errors.New("discord: the token is not accepted: make a new one on the page Bot of your application, and configure it")
