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
	goodbye     = 5 * time.Second // to close a connection
	tries       = 3               // before a session is given up
	manyReady   = 40              // new sessions an hour: for a thousand a day Discord takes the token away
)

// errHung says that the library has not connected in time. It hangs for ever,
// with its locks held, if Discord asks for a new connection before this one is
// ready.
var errHung = errors.New("discord: the gateway was not ready in time")

// shard keeps one connection to the gateway, over which interactions come.
type shard struct {
	id, count int
	token     string
	transport http.RoundTripper
	receive   func(interaction []byte)
	within    time.Duration
	goodbye   time.Duration
	pause     time.Duration // the first after a failure
	pulse     *pulse
	log       *slog.Logger
	begun     begun
}

// begun counts sessions that were begun and not resumed.
type begun struct {
	mu sync.Mutex
	at []time.Time
}

func (b *begun) note(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at = append(b.at, now)
}

// wait is how long to wait before another may begin.
func (b *begun) wait(now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.at) > 0 && now.Sub(b.at[0]) >= time.Hour {
		b.at = b.at[1:]
	}
	if len(b.at) < manyReady {
		return 0
	}
	return time.Hour - now.Sub(b.at[0])
}

// line is a session of the library with the connection below it.
type line struct {
	session *discordgo.Session
	down    chan struct{} // gets a value when the session has lost its connection

	mu    sync.Mutex
	conn  net.Conn
	heard time.Time // something came over it
}

// connect makes a session that has not been opened.
func (s *shard) connect() *line {
	l := &line{session: newSession(s.token, s.transport), down: make(chan struct{}, 1)}
	l.session.ShardID, l.session.ShardCount = s.id, s.count
	l.session.Dialer = &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: s.within, NetDialContext: l.dial}
	l.session.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			s.receive(e.RawData)
		}
	})
	l.session.AddHandler(func(*discordgo.Session, *discordgo.Ready) { s.begun.note(time.Now()) })
	l.session.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) {
		select {
		case l.down <- struct{}{}:
		default:
		}
	})
	return l
}

func (l *line) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conn = conn
	return listened{conn, l}, nil
}

// listened is a connection of a line that notes when something came. The session
// could tell of its heartbeats alone, and not while it hangs.
type listened struct {
	net.Conn
	line *line
}

func (c listened) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 {
		c.line.mu.Lock()
		c.line.heard = time.Now()
		c.line.mu.Unlock()
	}
	return n, err
}

// sign is when something came last.
func (l *line) sign() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.heard
}

// abandon cuts the connection below a session that may not come back. If the
// library hangs in it, that goroutine is lost.
func (l *line) abandon() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn != nil {
		_ = l.conn.Close() // it is to be gone, whatever it says
	}
}

// alive is when there was a last sign of life.
func (l *line) alive() time.Time {
	l.session.RLock()
	defer l.session.RUnlock()
	return l.session.LastHeartbeatAck
}

// open connects, or resumes what was connected before, within the time.
func (l *line) open(ctx context.Context, within time.Duration) error {
	select {
	case <-l.down: // of the connection before
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
		return errHung
	case <-ctx.Done():
		return ctx.Err()
	}
}

// run keeps the connection until ctx ends, and returns an error only if to go on
// is no use. Sessions are resumed; after a few failures, or if the library
// hangs, a new one takes over. Interactions that came in between are lost, and
// their people press again.
func (s *shard) run(ctx context.Context) error {
	var l *line
	pause := s.pause
	for failures := 0; ctx.Err() == nil; {
		if l == nil {
			l = s.connect()
		}
		if wait := s.begun.wait(time.Now()); wait > 0 {
			s.log.Error("the connection to Discord is lost again and again", "shard", s.id, "again", wait)
			sleep(ctx, wait)
		}
		err := l.open(ctx, s.within)
		if err == nil {
			failures, pause = 0, s.pause
			s.log.Info("connected to Discord", "shard", s.id)
			s.pulse.connected(s.id, l.sign)
			select {
			case <-ctx.Done():
				return l.closed(s.goodbye)
			case <-l.down:
				s.pulse.cut(s.id, s.pulse.moment(l.alive()))
				s.log.Warn("connection to Discord lost", "shard", s.id)
			}
			continue
		}
		if ctx.Err() != nil {
			l.abandon()
			return nil
		}
		if why := fatal(err); why != nil {
			return why
		}
		failures++
		s.log.Warn("no connection to Discord", "shard", s.id, "tries", failures, "error", unaddressed(err))
		if errors.Is(err, errHung) || failures%tries == 0 {
			l.abandon()
			l = nil
		}
		sleep(ctx, pause+rand.N(pause/2))
		pause = min(2*pause, longPause)
	}
	return nil
}

// closed says goodbye, which the library does at once, to wait a second after it.
func (l *line) closed(within time.Duration) error {
	done := make(chan error, 1)
	go func() { done <- l.session.Close() }()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("discord: close: %w", err)
		}
	case <-time.After(within):
		l.abandon()
	}
	return nil
}

// unaddressed is an error without the addresses in it.
func unaddressed(err error) error {
	_, err = judge(err, 0)
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
