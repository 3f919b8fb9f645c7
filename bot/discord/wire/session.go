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

// errHung says that the library has not connected in time. It hangs for ever,
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
	l := &connection{session: newSession(s.token, s.transport), lost: make(chan struct{}, 1)}
	l.session.ShardID, l.session.ShardCount = s.id, s.count
	l.session.Dialer = &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: s.within, NetDialContext: l.dial}
	l.session.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			s.receive(e.RawData)
		}
	})
	l.session.AddHandler(func(*discordgo.Session, *discordgo.Ready) { s.sessions.note(time.Now()) })
	l.session.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) {
		select {
		case l.lost <- struct{}{}:
		default:
		}
	})
	return l
}

func (l *connection) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conn = conn
	return trackedConn{conn, l}, nil
}

// trackedConn is a connection of a line that notes when something came. The session
// could tell of its heartbeats alone, and not while it hangs.
type trackedConn struct {
	net.Conn
	of *connection
}

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
func (l *connection) lastHeard() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.heard
}

// drop cuts the connection below a session that may not come back. If the
// library hangs in it, that goroutine is lost.
func (l *connection) drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn != nil {
		_ = l.conn.Close() // it is to be gone, whatever it says
	}
}

// lastHeartbeat is when there was a last sign of life.
func (l *connection) lastHeartbeat() time.Time {
	l.session.RLock()
	defer l.session.RUnlock()
	return l.session.LastHeartbeatAck
}

// open connects, or resumes what was connected before, within the time.
func (l *connection) open(ctx context.Context, within time.Duration) error {
	select {
	case <-l.lost: // of the connection before
	default:
	}
	done := make(chan error, 1)
	go func() { done <- l.session.Open() }()
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

// run keeps the connection until ctx ends, and returns an error only if to go on
// is no use. Sessions are resumed; after a few failures, or if the library
// hangs, a new one takes over. Interactions that came in between are lost, and
// their people press again.
func (s *shard) run(ctx context.Context) error {
	var l *connection
	pause := s.pause
	for failures := 0; ctx.Err() == nil; {
		if l == nil {
			l = s.newConnection()
		}
		if wait := s.sessions.wait(time.Now()); wait > 0 {
			s.log.Error("the connection to Discord is lost again and again", "shard", s.id, "again", wait)
			sleep(ctx, wait)
		}
		err := l.open(ctx, s.within)
		if err == nil {
			failures, pause = 0, s.pause
			s.log.Info("connected to Discord", "shard", s.id)
			s.health.connected(s.id, l.lastHeard)
			select {
			case <-ctx.Done():
				return l.close(s.goodbye)
			case <-l.lost:
				s.health.disconnected(s.id, s.health.byClock(l.lastHeartbeat()))
				s.log.Warn("connection to Discord lost", "shard", s.id)
			}
			continue
		}
		if ctx.Err() != nil {
			l.drop()
			return nil
		}
		if why := fatal(err); why != nil {
			return why
		}
		failures++
		s.log.Warn("no connection to Discord", "shard", s.id, "tries", failures, "error", withoutAddress(err))
		if errors.Is(err, errNotReady) || failures%maxResumes == 0 {
			l.drop()
			l = nil
		}
		sleep(ctx, pause+rand.N(pause/2))
		pause = min(2*pause, longPause)
	}
	return nil
}

// close says goodbye, which the library does at once, to wait a second after it.
func (l *connection) close(within time.Duration) error {
	done := make(chan error, 1)
	go func() { done <- l.session.Close() }()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("discord: close: %w", err)
		}
	case <-time.After(within):
		l.drop()
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
