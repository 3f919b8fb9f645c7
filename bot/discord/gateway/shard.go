package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"referee/bot/discord/rest"
)

// Operations of the gateway (Gateway, "Opcodes").
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opACK            = 11
)

// How connections are kept.
const (
	version     = "10"
	longRetry   = 2 * time.Minute
	maxResumes  = 3 // failures in a row before a session is given up
	writeWithin = 5 * time.Second
	maxFrame    = 16 << 20 // bytes
	// keepSession is a code of ours: "anything but 1000 or 1001", with which Discord ends
	// the session ("Initiating a Disconnect").
	keepSession = 4000
)

// shard keeps one connection.
type shard struct {
	*gateway
	id      int
	session session
	heard   atomic.Int64 // when something came last, ns since 1970
}

// session is what a later connection can go on with.
type session struct {
	id      string // "": there is none
	address string // at which to resume ("Resuming")
	seq     int64
}

// outgoing is a packet that we send. discordgo exports none, nor a number of one, and its Identify writes properties
// under names that Discord has given up.
type outgoing struct {
	Op   int `json:"op"`
	Data any `json:"d"`
}

// run keeps the connection until ctx ends, and returns an error only if another try would
// fail in the same way.
func (s *shard) run(ctx context.Context) error {
	for failures := 0; ; {
		began := time.Now()
		ready, err := s.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if ready {
			s.Watcher.Lost(ctx, s.id, s.lastHeard())
		}
		if why := fatal(err); why != nil {
			return why
		}
		if ready && time.Since(began) >= s.Timing.Steady {
			failures = 0
		}
		s.Log.Warn("connection to Discord lost, connecting again", "shard", s.id, "was ready", ready, "failures", failures, "error", err)
		if s.forgets(err) || !ready && failures%maxResumes == maxResumes-1 {
			s.session = session{}
		}
		if !ready || failures > 0 {
			rest.Sleep(ctx, backoff(s.Timing.Retry, failures))
		}
		failures++
	}
}

// forgets reports whether the session ended with its connection: it was refused or invalidated,
// or it timed out (Gateway, "Close Event Codes").
func (s *shard) forgets(err error) bool {
	return errors.Is(err, errInvalidSession) || slices.Contains([]int{4003, 4007, 4009}, closeCode(err))
}

// closeCode returns the code with which the gateway closed the connection; 0: it did not.
func closeCode(err error) int {
	var end *websocket.CloseError
	if !errors.As(err, &end) {
		return 0
	}
	return end.Code
}

// lastHeard is when something came over the connection last.
func (s *shard) lastHeard() time.Time { return time.Unix(0, s.heard.Load()) }

// Ends of a connection that are not failures of it.
var (
	errReconnect      = errors.New("discord: asks to connect again")
	errInvalidSession = errors.New("discord: does not know the session")
	errNotResumed     = errors.New("discord: the session cannot be resumed now")
	errNoACK          = errors.New("discord: does not answer the heartbeat")
	errNotReady       = errors.New("discord: the gateway was not ready in time")
)

// connect connects once, and serves the connection until it ends. ready: the shard got its
// events.
func (s *shard) connect(ctx context.Context) (ready bool, err error) {
	address := s.session.address
	hello := outgoing{opResume, map[string]any{"token": s.Token, "session_id": s.session.id, "seq": s.session.seq}}
	var right *slot
	if s.session.id == "" {
		var start *discordgo.GatewayBotResponse
		right, start, err = s.budget.take(ctx, s.id, s.Ask, s.Log)
		if err != nil {
			return false, err
		}
		defer func() { err = errors.Join(err, right.release(ctx)) }()
		address = start.URL
		hello = outgoing{opIdentify, map[string]any{
			"token": s.Token, "intents": s.Intents, "shard": [2]int{s.id, s.Config.Shards},
			"properties": map[string]string{"os": "linux", "browser": "referee", "device": "referee"},
		}}
	}
	conn, err := s.dial(ctx, address)
	if err != nil {
		return false, err
	}
	l := &live{shard: s, conn: conn, hello: hello, slot: right}
	err = l.serve(ctx)
	return l.ready, err
}

// dial opens the websocket. Its address says which version of the gateway is spoken
// ("Connecting").
func (s *shard) dial(ctx context.Context, address string) (*websocket.Conn, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, errors.New("discord: names no address of its gateway")
	}
	u.RawQuery = url.Values{"v": {version}, "encoding": {"json"}}.Encode()
	d := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: s.Timing.Ready, NetDialContext: s.Dial}
	conn, answer, err := d.DialContext(ctx, u.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("connect to the gateway: %w", err)
	}
	_ = answer.Body.Close() // it has none
	conn.SetReadLimit(maxFrame)
	return conn, nil
}

// live is one connection while it lasts. One goroutine reads from it, another does all else.
type live struct {
	*shard
	conn   *websocket.Conn
	hello  outgoing // what we say first: IDENTIFY or RESUME
	slot   *slot    // of an IDENTIFY; nil: it is a RESUME
	ready  bool
	every  time.Duration // between heartbeats
	beat   *time.Timer   // until the next
	acked  bool          // the last
	beaten time.Time     // when the last was sent that has no answer; zero: it has
}

// frame is what was read.
type frame struct {
	discordgo.Event
	err error
}

// read reads until the connection ends.
func (l *live) read(frames chan<- frame, end <-chan struct{}) {
	for {
		var f frame
		f.err = l.conn.ReadJSON(&f.Event)
		select {
		case frames <- f:
		case <-end:
			return
		}
		if f.err != nil {
			return
		}
	}
}

// serve serves the connection until it ends, and closes it.
func (l *live) serve(ctx context.Context) error {
	frames, end := make(chan frame, 64), make(chan struct{})
	defer close(end)
	go l.read(frames, end)
	late := time.NewTimer(l.Timing.Ready)
	defer late.Stop()
	l.beat = time.NewTimer(time.Hour) // until HELLO says how often
	defer l.beat.Stop()
	err := l.loop(ctx, frames, late)
	code := keepSession
	if ctx.Err() != nil {
		code = websocket.CloseNormalClosure
	}
	// Nobody waits for what the other side says to that.
	_ = l.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
	_ = l.conn.Close()
	return err
}

// loop takes what comes, in order, and sends heartbeats.
func (l *live) loop(ctx context.Context, frames <-chan frame, late *time.Timer) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-late.C:
			if !l.ready {
				return errNotReady
			}
		case <-l.beat.C:
			if !l.acked { // "a client should immediately terminate the connection" ("Heartbeat ACKs")
				return errNoACK
			}
			if err := l.heartbeat(); err != nil {
				return err
			}
		case f := <-frames:
			if f.err != nil {
				return fmt.Errorf("read from the gateway: %w", f.err)
			}
			l.heard.Store(time.Now().UnixNano())
			if err := l.take(ctx, f.Event); err != nil {
				return err
			}
		}
	}
}

// send sends a packet.
func (l *live) send(p outgoing) error {
	_ = l.conn.SetWriteDeadline(time.Now().Add(writeWithin)) // never fails
	if err := l.conn.WriteJSON(p); err != nil {
		return fmt.Errorf("write to the gateway: %w", err)
	}
	return nil
}

// heartbeat sends one.
func (l *live) heartbeat() error {
	var seq *int64 // null before the first event
	if l.session.id != "" {
		seq = &l.session.seq
	}
	l.acked, l.beaten = false, time.Now()
	l.beat.Reset(l.every)
	return l.send(outgoing{opHeartbeat, seq})
}

// take takes one packet.
func (l *live) take(ctx context.Context, p discordgo.Event) error {
	switch p.Operation {
	case opHello:
		return l.greet(ctx, p)
	case opHeartbeat: // it asks for one
		return l.heartbeat()
	case opACK:
		if !l.beaten.IsZero() {
			l.Observer.Acknowledged(time.Since(l.beaten))
		}
		l.acked, l.beaten = true, time.Time{}
	case opReconnect:
		return errReconnect
	case opInvalidSession:
		var resumable bool
		if json.Unmarshal(p.RawData, &resumable) == nil && resumable {
			return errNotResumed
		}
		return errInvalidSession
	case opDispatch:
		return l.dispatch(ctx, p)
	}
	return nil
}

// greet answers HELLO: it says who we are. The first heartbeat is to come somewhere in the
// first interval, so that not all bots send theirs at once ("Sending Heartbeats").
func (l *live) greet(ctx context.Context, p discordgo.Event) error {
	var h struct {
		Interval int `json:"heartbeat_interval"` // ms
	}
	if err := json.Unmarshal(p.RawData, &h); err != nil || h.Interval <= 0 {
		return errors.New("discord: the gateway says hello in a way that cannot be read")
	}
	l.every, l.acked = time.Duration(h.Interval)*time.Millisecond, true
	l.beat.Reset(rand.N(l.every))
	if l.slot == nil {
		l.Observer.Resumed()
		return l.send(l.hello)
	}
	if err := l.slot.sending(ctx); err != nil {
		return err
	}
	l.Observer.Identified()
	return l.send(l.hello)
}

// dispatch takes an event.
func (l *live) dispatch(ctx context.Context, p discordgo.Event) error {
	l.session.seq = p.Sequence
	if l.Order != nil {
		l.Order(p.Type, p.Sequence)
	}
	switch p.Type {
	case "READY":
		var r struct { // discordgo's Ready has no address to resume at
			ID      string `json:"session_id"`
			Address string `json:"resume_gateway_url"`
		}
		if err := json.Unmarshal(p.RawData, &r); err != nil || r.ID == "" || r.Address == "" {
			return errors.New("discord: the gateway says READY in a way that cannot be read")
		}
		l.session.id, l.session.address = r.ID, r.Address
		if l.slot == nil { // it was a RESUME that is answered so
			return errors.New("discord: the gateway answers RESUME with READY")
		}
		if err := l.slot.release(ctx); err != nil {
			return err
		}
		l.connected(ctx, "connected to Discord")
	case "RESUMED":
		l.connected(ctx, "connected to Discord again")
	}
	l.Event(ctx, p.Type, p.RawData)
	return nil
}

// connected says that the shard gets its events.
func (l *live) connected(ctx context.Context, how string) {
	l.ready = true
	l.Log.Info(how, "shard", l.id)
	l.Watcher.Connected(ctx, l.id, l.lastHeard)
}

// backoff is how long to wait after so many failures: longer each time, and never the
// same, as other bots wait, too.
func backoff(first time.Duration, failures int) time.Duration {
	d := min(first<<min(failures, 10), longRetry)
	return d + rand.N(d/2+1)
}

// ErrToken says what to do about a token that is not accepted.
var ErrToken = errors.New("discord: the token is not accepted: make a new one on the page Bot of your application, and configure it")

// fatal explains an end of the connection after which a new one would end in the same way
// (Gateway, "Close Event Codes"); nil for all others.
func fatal(err error) error {
	if errors.Is(err, ErrToken) {
		return ErrToken
	}
	switch code := closeCode(err); code {
	case 4004:
		return ErrToken
	case 4010, 4011:
		return fmt.Errorf("discord: the gateway does not take these shards (%d): set more shards", code)
	case 4012, 4013, 4014:
		return fmt.Errorf("discord: the gateway does not take what this bot asks for (%d): use a newer referee", code)
	}
	return nil
}
