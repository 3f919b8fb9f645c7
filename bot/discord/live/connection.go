package live

import (
	"context"
	"encoding/json"
	"net"
	"sync"
	"time"

	"referee/bot/discord/wire"
)

// connection is that of an examination to the gateway: it can be dropped, and keeps the events in the order in which they
// come. It hears of everything that is counted.
type connection struct {
	connect func(ctx context.Context, network, address string) (net.Conn, error)

	mu        sync.Mutex
	open      net.Conn // nil: none was
	events    []event
	form      any       // the fields of the form that came last, as JSON; nil: none did
	began     time.Time // when it was connected or dropped last
	sent      []string  // IDENTIFY and RESUME
	ready     time.Duration
	resumed   time.Duration
	heartbeat time.Duration
	changed   chan struct{}
	ended     error
}

// event is one of the gateway.
type event struct {
	kind string
	seq  int64
}

func newConnection(dial func(ctx context.Context, network, address string) (net.Conn, error)) *connection {
	if dial == nil {
		dial = (&net.Dialer{}).DialContext
	}
	return &connection{connect: dial, changed: make(chan struct{})}
}

// dial connects, and keeps the connection.
func (c *connection) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := c.connect(ctx, network, address)
	if err == nil {
		c.change(func() { c.open = conn })
	}
	return conn, err
}

// listen keeps a connection until what it returns is called.
func (c *connection) listen(ctx context.Context, t *wire.Trial) (end func()) {
	ctx, stop := context.WithCancel(ctx)
	c.change(func() { c.began = time.Now() })
	var listening sync.WaitGroup
	listening.Go(func() {
		err := t.Listen(ctx, c.heard, c.came)
		c.change(func() { c.ended = err })
	})
	return func() {
		stop()
		listening.Wait()
	}
}

func (c *connection) change(do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	do()
	close(c.changed)
	c.changed = make(chan struct{})
}

// mostEvents is how many are kept: a test server that is busy has no use for more.
const mostEvents = 10_000

// heard takes an event.
func (c *connection) heard(kind string, seq int64) {
	c.change(func() {
		switch kind {
		case "READY":
			c.ready = time.Since(c.began)
		case "RESUMED":
			c.resumed = time.Since(c.began)
		}
		if len(c.events) < mostEvents {
			c.events = append(c.events, event{kind, seq})
		}
	})
}

// came takes an interaction.
func (c *connection) came(data json.RawMessage) {
	var i struct {
		Data struct {
			Fields any `json:"components"` // a form alone has them
		} `json:"data"`
	}
	if json.Unmarshal(data, &i) == nil && i.Data.Fields != nil {
		c.change(func() { c.form = i.Data.Fields })
	}
}

// fields are those of the form that came last.
func (c *connection) fields() any {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.form
}

// drop drops the connection, as a network does.
func (c *connection) drop() {
	c.change(func() {
		c.began = time.Now()
		if c.open != nil {
			_ = c.open.Close()
		}
	})
}

// wait waits until something holds of the events so far, which it returns; false: it does not in time.
func (c *connection) wait(ctx context.Context, holds func([]event) bool) (events []event, ok bool, err error) {
	for {
		c.mu.Lock()
		events, changed, err := append([]event(nil), c.events...), c.changed, c.ended
		c.mu.Unlock()
		if holds(events) || err != nil {
			return events, err == nil, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return events, false, nil
		}
	}
}

// measured is how long connections took.
func (c *connection) measured() Gateway {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Gateway{Ready: ms(c.ready), Resumed: ms(c.resumed), Heartbeat: ms(c.heartbeat), Events: len(c.events)}
}

// These are what is counted.

func (c *connection) Identified() { c.change(func() { c.sent = append(c.sent, "IDENTIFY") }) }
func (c *connection) Resumed()    { c.change(func() { c.sent = append(c.sent, "RESUME") }) }

func (c *connection) Acknowledged(after time.Duration) { c.change(func() { c.heartbeat = after }) }

func (c *connection) Requested(string, int, time.Duration) {}
func (c *connection) Interacted(wire.Interacted)           {}
func (c *connection) Posted(wire.Outcome)                  {}
