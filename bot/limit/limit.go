package limit

import (
	"math"
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Kind is what is asked for.
type Kind int

// The kinds.
const (
	// Press is a command, a button or a choice from a menu.
	Press Kind = iota + 1
	// Word is a proposal of words while somebody types: one for nearly every letter.
	Word
	// Form is a form that was filled in. It has an allowance of its own, as what was
	// written is lost where it is refused: its opening has counted.
	Form
	// Picture is what a part of a map costs to draw. A whole map costs several, see [Limits.Draw].
	Picture
	wrong  // what leads nowhere, by somebody who is not known
	notice // a refusal that is said
)

// Scope is whose allowance it is.
type Scope int

// The scopes. Process is all of them together.
const (
	Person Scope = iota
	Channel
	Server
	Process
	scopes
)

// allowance is how much there may be at once, and a second. The zero value is no limit.
type allowance struct {
	perSecond float64
	atOnce    int
}

// usual is the number of acts of a person in a second at which the allowances are as they
// stand in the table.
const usual = 5

// allowances are those of everybody. A person who plays fast presses three or four times a second
// in bursts; all that a server does at once is a fraction of what the program can.
var allowances = map[Kind][scopes]allowance{
	Press:   {Person: {usual, 30}, Channel: {25, 100}, Server: {100, 400}},
	Word:    {Person: {10, 40}, Channel: {50, 200}, Server: {200, 800}},
	Form:    {Person: {1, 10}},
	Picture: {Person: {4, 80}},
	wrong:   {Person: {10, 40}, Process: {100, 400}},
	notice:  {Person: {0.1, 3}, Process: {20, 60}},
}

// Config is what Limits work with.
type Config struct {
	// PerSecond is how many acts a person is allowed in a second, from 1; the other allowances
	// follow from it.
	PerSecond int
	// Now is the clock; nil: time.Now.
	Now func() time.Time
	// Refused hears of each refusal; nil: nobody does. It must return at once.
	Refused func(Kind, Scope)
}

// Limits keep count. They may be used from many goroutines.
type Limits struct {
	scale   float64
	now     func() time.Time
	refused func(Kind, Scope)

	mu      sync.Mutex
	buckets map[key]*rate.Limiter // guarded by mu, as is
	sweepAt int                   // the number of buckets at which the full ones are dropped
}

// key names a bucket.
type key struct {
	kind  Kind
	scope Scope
	id    string
}

// leastSweep is the number of buckets, of some 130 bytes each, that may be there before any is dropped.
const leastSweep = 1024

// New makes limits.
func New(c Config) *Limits {
	l := &Limits{scale: float64(c.PerSecond) / usual, now: c.Now, refused: c.Refused, buckets: map[key]*rate.Limiter{}, sweepAt: leastSweep}
	if l.now == nil {
		l.now = time.Now
	}
	if l.refused == nil {
		l.refused = func(Kind, Scope) {}
	}
	return l
}

// Who asks, and where. An id is "" where there is none; that of a person is not.
type Who struct{ Person, Channel, Server string }

// Address is whom a stranger is counted as who asks from an address, with or without a port: all of a network of 64 bits, where it
// is of IPv6, as one host has as many addresses as it likes.
func Address(from string) string {
	host, _, err := net.SplitHostPort(from)
	if err != nil {
		host = from
	}
	if at, err := netip.ParseAddr(host); err == nil {
		if at = at.Unmap(); at.Is6() {
			whole, _ := at.WithZone("").Prefix(64) // 64 of 128 bits are always there
			host = whole.String()
		} else {
			host = at.String()
		}
	}
	return "address:" + host
}

// Verdict is what becomes of something asked for. The zero value: it is done.
type Verdict struct {
	Refused bool
	// Until is when it may be asked for again, Wait how long that is; By is whose allowance is
	// used up.
	Until time.Time
	Wait  time.Duration
	By    Scope
	// Said: the refusal is to be said. Of a flood's only a few are, the others are met
	// with silence, as to say one costs more than to do without.
	Said bool
}

// Ask says whether something is done that somebody asks for, and counts it. Where the
// channel or the server has used up its allowance, it is done all the same if plays, which
// is called at most once and only then, reports that they play in the match there.
func (l *Limits) Ask(what Kind, who Who, plays func() bool) Verdict {
	ids := [scopes]string{Person: who.Person, Channel: who.Channel, Server: who.Server}
	v := l.take(what, ids, Person)
	if !v.Refused {
		if v = l.take(what, ids, Channel, Server); !v.Refused || plays() {
			return Verdict{}
		}
	}
	l.refused(what, v.By)
	v.Said = !l.take(notice, [scopes]string{Person: who.Person, Process: "all"}, Person, Process).Refused
	return v
}

// Wrong counts a request from an address ([Address]) that leads nowhere: a link that lets nobody in, an address where there is
// nothing, or one by somebody who is not known. It says whether it is still answered as such. What leads somewhere is not asked about
// here, so that a flood of guesses keeps nobody out.
func (l *Limits) Wrong(address string) Verdict {
	v := l.take(wrong, [scopes]string{Person: address, Process: "all"}, Person, Process)
	if v.Refused {
		l.refused(wrong, v.By)
	}
	return v
}

// What pictures cost, as they take time to draw: docs/performance.md has it in milliseconds.
const (
	CostPart   = 1  // a part of a map
	CostWhole  = 3  // a whole map
	CostReplay = 50 // pictures that move
)

// Draw says whether a picture of such a cost is drawn for a person, and counts it.
func (l *Limits) Draw(person string, cost int) Verdict {
	v := l.takeN(Picture, cost, [scopes]string{Person: person}, Person)
	if v.Refused {
		l.refused(Picture, Person)
	}
	return v
}

// take takes one of a kind from the allowances of some scopes: of all or of none.
func (l *Limits) take(what Kind, ids [scopes]string, of ...Scope) Verdict {
	return l.takeN(what, 1, ids, of...)
}

func (l *Limits) takeN(what Kind, n int, ids [scopes]string, of ...Scope) (v Verdict) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	var from [scopes]*rate.Limiter
	for _, s := range of {
		if ids[s] == "" {
			continue
		}
		b := l.bucket(key{what, s, ids[s]}, now)
		if b == nil {
			continue
		}
		from[s] = b
		if lacks := float64(min(n, b.Burst())) - b.TokensAt(now); lacks > 0 {
			if wait := time.Duration(math.Ceil(lacks / float64(b.Limit()) * float64(time.Second))); wait > v.Wait {
				v = Verdict{Refused: true, Until: now.Add(wait), Wait: wait, By: s}
			}
		}
	}
	for _, b := range from {
		if b != nil && !v.Refused {
			b.AllowN(now, min(n, b.Burst()))
		}
	}
	return v
}

// bucket is the bucket of a key; nil where there is no limit.
func (l *Limits) bucket(k key, now time.Time) *rate.Limiter {
	a := allowances[k.kind][k.scope]
	if a.atOnce == 0 {
		return nil
	}
	if b := l.buckets[k]; b != nil {
		return b
	}
	if len(l.buckets) >= l.sweepAt {
		l.sweep(now)
	}
	scale := l.scale
	if k.kind == notice {
		scale = 1
	}
	b := rate.NewLimiter(rate.Limit(a.perSecond*scale), int(float64(a.atOnce)*scale))
	l.buckets[k] = b
	return b
}

// sweep drops the buckets that are full: they stand for nothing. The next time is when there
// are twice as many as are left, so that a bucket costs the same however many there are.
func (l *Limits) sweep(now time.Time) {
	for k, b := range l.buckets {
		if b.TokensAt(now) >= float64(b.Burst()) {
			delete(l.buckets, k)
		}
	}
	l.sweepAt = max(leastSweep, 2*len(l.buckets))
}
