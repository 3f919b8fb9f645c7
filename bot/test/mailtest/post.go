package mailtest

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"

	"referee/bot/mail/server"
	"referee/bot/test/certificate"
)

// Options are what the servers are like.
type Options struct {
	Security   server.Security  // of both; "": None
	Old        bool             // IMAP4rev1 without IDLE, MOVE and UIDPLUS; not with TLS
	NoKeywords bool             // mails have no marks but those that every server knows
	Trusting   bool             // whoever connects may send, and nobody logs in
	NoPlus     bool             // name+tag is another mailbox than name
	Name       string           // under which the server says whether it believes who wrote a mail; "": mx.test
	Now        func() time.Time // nil: time.Now
}

// Post is both servers with their mailboxes. Its methods can be called at the same time.
type Post struct {
	options   Options
	tls       *tls.Config
	roots     *x509.CertPool
	listeners [2]net.Listener // of IMAP and SMTP, the same over a restart

	mu      sync.Mutex
	users   map[string]*user // by address
	faults  Faults
	held    []Envelope
	sent    []Envelope // all that were accepted
	changed chan struct{}
	imap    *imapserver.Server
	smtp    *smtp.Server
	doors   [2]*door // nil: the servers are stopped
	conns   map[net.Conn]bool
	silent  atomic.Bool
}

// user is somebody who has a mailbox.
type user struct {
	password string
	box      *imapmemserver.User
	got      [][]byte // all that came into the mailbox
}

// Envelope is a mail on its way.
type Envelope struct {
	User     string // who has logged in to send it; "": nobody
	From, To string // of the envelope; From is "" for a bounce
	Notify   string // what is to be reported to From: FAILURE; "": what is usual
	Bytes    []byte
}

// New starts the servers.
func New(o Options) (*Post, error) {
	o.Security = cmp.Or(o.Security, server.None)
	o.Name = cmp.Or(o.Name, "mx.test")
	if o.Now == nil {
		o.Now = time.Now
	}
	p := &Post{options: o, users: map[string]*user{}, changed: make(chan struct{}), conns: map[net.Conn]bool{}}
	if o.Security != server.None {
		cert, roots, err := certificate.New("127.0.0.1")
		p.tls, p.roots = &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}, roots
		if err != nil {
			return nil, err
		}
	}
	for i := range p.listeners {
		var err error
		if p.listeners[i], err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			p.Close()
			return nil, fmt.Errorf("mailtest: %w", err)
		}
		go p.admit(i)
	}
	p.Start()
	return p, nil
}

// Close ends everything.
func (p *Post) Close() {
	p.Stop()
	for _, l := range p.listeners {
		if l != nil {
			_ = l.Close() // nothing is to be kept
		}
	}
}

// admit takes connections to one of the servers, and closes those that come while it is stopped. The ports are kept, for else
// another test could get them.
func (p *Post) admit(i int) {
	for {
		c, err := p.listeners[i].Accept()
		if err != nil {
			return
		}
		p.mu.Lock()
		d := p.doors[i]
		if d != nil {
			p.conns[c] = true
		}
		p.mu.Unlock()
		if d == nil || !d.offer(line{c, p, i == 0 && p.options.Old}) {
			_ = c.Close() // nobody is served
		}
	}
}

// Connections is how many connections there have been since the last [Post.Cut].
func (p *Post) Connections() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.conns)
}

// door is the listener of a server until it is stopped.
type door struct {
	address net.Addr
	conns   chan net.Conn
	closed  chan struct{}
	close   func()
	ready   chan struct{} // somebody accepts
	open    func()
}

func newDoor(address net.Addr) *door {
	d := &door{address: address, conns: make(chan net.Conn), closed: make(chan struct{}), ready: make(chan struct{})}
	d.close = sync.OnceFunc(func() { close(d.closed) })
	d.open = sync.OnceFunc(func() { close(d.ready) })
	return d
}

// offer hands a connection to whoever accepts it.
func (d *door) offer(c net.Conn) bool {
	select {
	case d.conns <- c:
		return true
	case <-d.closed:
		return false
	}
}

func (d *door) Accept() (net.Conn, error) {
	d.open()
	select {
	case c := <-d.conns:
		return c, nil
	case <-d.closed:
		return nil, net.ErrClosed
	}
}

func (d *door) Close() error {
	d.close()
	return nil
}

func (d *door) Addr() net.Addr { return d.address }

// Start has the servers answer, again after [Post.Stop], at the same addresses.
func (p *Post) Start() {
	var doors [2]*door
	var listeners [2]net.Listener
	for i := range doors {
		doors[i] = newDoor(p.listeners[i].Addr())
		listeners[i] = doors[i]
		if p.options.Security == server.TLS {
			listeners[i] = tls.NewListener(doors[i], p.tls)
		}
	}
	quiet := log.New(io.Discard, "", 0)
	caps := imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapIMAP4rev2: {}}
	if p.options.Old {
		caps = imap.CapSet{imap.CapIMAP4rev1: {}}
	}
	var starting *tls.Config
	if p.options.Security == server.StartTLS {
		starting = p.tls
	}
	insecure := p.options.Security == server.None
	in := imapserver.New(&imapserver.Options{
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return &reading{post: p}, nil, nil
		},
		Caps: caps, Logger: quiet, TLSConfig: starting, InsecureAuth: insecure,
	})
	out := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) {
		s := &sending{post: p, conn: c}
		if p.options.Trusting {
			return struct{ smtp.Session }{s}, nil
		}
		return s, nil
	}))
	out.Domain, out.ErrorLog, out.TLSConfig, out.AllowInsecureAuth, out.EnableDSN = p.options.Name, quiet, starting, insecure, true
	go in.Serve(listeners[0])  //nolint:errcheck // it ends when it is closed
	go out.Serve(listeners[1]) //nolint:errcheck // likewise
	for _, d := range doors {
		<-d.ready // a server that is closed before it serves races with itself
	}
	p.mu.Lock()
	p.imap, p.smtp, p.doors = in, out, doors
	p.mu.Unlock()
}

// Stop ends both servers with all connections; who connects is hung up on. Mailboxes and what is held stay.
func (p *Post) Stop() {
	p.mu.Lock()
	in, out := p.imap, p.smtp
	p.imap, p.smtp, p.doors = nil, nil, [2]*door{}
	p.mu.Unlock()
	p.Cut()
	if in != nil {
		_, _ = in.Close(), out.Close() // connections are closed already
	}
}

// Cut breaks every connection that there is.
func (p *Post) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		_ = c.Close() // it may be closed
	}
	clear(p.conns)
	p.silent.Store(false)
}

// line is a connection as a server has it.
type line struct {
	net.Conn
	post *Post
	old  bool
}

// Write says nothing of IDLE where a server is old, as the library's always offers it.
func (l line) Write(b []byte) (int, error) {
	if l.post.silent.Load() {
		return len(b), nil
	}
	if l.old {
		b = bytes.ReplaceAll(b, []byte(" IDLE"), []byte(" NONE"))
	}
	return l.Conn.Write(b)
}

// Silence has both servers say nothing any more, as where a cable is cut: connections stay open. It ends by [Post.Cut] and [Post.Stop].
func (p *Post) Silence() { p.silent.Store(true) }

// User makes a mailbox, or gives the one that is there another password. One logs in with the address.
func (p *Post) User(address, password string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	u := p.users[address]
	if u == nil {
		u = &user{box: imapmemserver.NewUser(address, "")}
		if err := u.box.Create("INBOX", nil); err != nil {
			panic(err) // a new mailbox has no folders
		}
		p.users[address] = u
	}
	u.password = password
}

// IMAP is how somebody reaches their mailbox.
func (p *Post) IMAP(address string) server.Server { return p.server(0, address) }

// SMTP is how somebody sends a mail.
func (p *Post) SMTP(address string) server.Server { return p.server(1, address) }

func (p *Post) server(i int, address string) server.Server {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := server.Server{Address: p.listeners[i].Addr().String(), Security: p.options.Security, User: address, Roots: p.roots}
	if u := p.users[address]; u != nil {
		s.Password = u.password
	}
	return s
}

// login says whose mailbox it is that somebody logs in for.
func (p *Post) login(address, password string) *user {
	p.mu.Lock()
	defer p.mu.Unlock()
	if u := p.users[address]; u != nil && u.password == password {
		return u
	}
	return nil
}

// whose is the mailbox that an address is delivered to.
func (p *Post) whose(address string) *user {
	name, host, _ := strings.Cut(strings.ToLower(address), "@")
	if !p.options.NoPlus {
		name, _, _ = strings.Cut(name, "+")
	}
	return p.users[name+"@"+host]
}

// local reports whether mail to a host is delivered here.
func (p *Post) local(address string) bool {
	_, host, _ := strings.Cut(address, "@")
	for a := range p.users {
		if _, h, _ := strings.Cut(a, "@"); strings.EqualFold(h, host) {
			return true
		}
	}
	return false
}

// Put puts octets into a mailbox as they are.
func (p *Post) Put(address string, octets []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.put(address, octets)
}

// put is Put, with the lock held.
func (p *Post) put(address string, octets []byte) error {
	u := p.whose(address)
	if u == nil {
		return fmt.Errorf("mailtest: nobody has the address %s", address)
	}
	if err := add(u.box, octets); err != nil {
		return err
	}
	u.got = append(u.got, octets)
	p.tell()
	return nil
}

// add puts octets into the inbox of a mailbox.
func add(box *imapmemserver.User, octets []byte) error {
	_, err := box.Append("INBOX", literal{bytes.NewReader(octets)}, &imap.AppendOptions{})
	return err
}

// literal is octets as they are appended.
type literal struct{ *bytes.Reader }

func (l literal) Size() int64 { return l.Reader.Size() }

// tell wakes who waits for something to change, with the lock held.
func (p *Post) tell() {
	close(p.changed)
	p.changed = make(chan struct{})
}

// Got are all mails that came into a mailbox, those too that were moved or deleted since.
func (p *Post) Got(address string) [][]byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	if u := p.users[address]; u != nil {
		return slices.Clone(u.got)
	}
	return nil
}

// Await waits until so many mails have come into a mailbox, and returns all.
func (p *Post) Await(ctx context.Context, address string, n int) ([][]byte, error) {
	var got [][]byte
	err := p.until(ctx, func() bool {
		got = slices.Clone(p.users[address].got)
		return len(got) >= n
	})
	if err != nil {
		return got, fmt.Errorf("mailtest: %d of %d emails came for %s: %w", len(got), n, address, err)
	}
	return got, nil
}

// AwaitHeld waits until so many mails are held.
func (p *Post) AwaitHeld(ctx context.Context, n int) error {
	return p.until(ctx, func() bool { return len(p.held) >= n })
}

// Held is how many mails are held.
func (p *Post) Held() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.held)
}

// until waits until something holds, which is looked at with the lock held.
func (p *Post) until(ctx context.Context, holds func() bool) error {
	for {
		p.mu.Lock()
		ok, changed := holds(), p.changed
		p.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Renumber gives the inbox of somebody a new UIDVALIDITY: what ever came in is in it again, and unmarked, as where
// a mailbox is put back from a copy. Who reads it is cut off.
func (p *Post) Renumber(address string) error {
	p.mu.Lock()
	u := p.users[address]
	err := errors.Join(u.box.Delete("INBOX"), u.box.Create("INBOX", nil))
	for _, octets := range u.got {
		err = errors.Join(err, add(u.box, octets))
	}
	p.mu.Unlock()
	p.Cut()
	return err
}
