package kills

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"referee/bot/test/discordtest"
	"referee/cmd/lab/witness"
)

// journalWriter is the journal while it is written, by many users.
type journalWriter struct {
	mu    sync.Mutex
	j     witness.Journal
	known map[witness.Footer]bool
	hook  func() // called for each order that is sent; nil: none
}

// sent notes an order that is on its way. It returns its number in the journal.
func (n *journalWriter) sent(o witness.Order) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.j.Orders = append(n.j.Orders, o)
	if n.hook != nil {
		n.hook()
	}
	return len(n.j.Orders) - 1
}

// answered notes the answer to an order.
func (n *journalWriter) answered(at int, o witness.Order) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.j.Orders[at] = o
	n.see(o.Seen)
}

// answers is how many orders were answered.
func (n *journalWriter) answers() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	count := 0
	for _, o := range n.j.Orders {
		if o.Answered {
			count++
		}
	}
	return count
}

// questions is how many questions were answered, as those who answered them were shown.
func (n *journalWriter) questions() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	closed := map[string]bool{}
	for _, o := range n.j.Orders {
		if parts := strings.Split(o.Did, "/"); o.Closed {
			closed[parts[2]+"/"+parts[3]] = true
		}
	}
	return len(closed)
}

// see notes a head, once.
func (n *journalWriter) see(s witness.Footer) {
	if s.N != 0 && !n.known[s] {
		n.known[s] = true
		n.j.Seen = append(n.j.Seen, s)
	}
}

// onSent sets the function that is called for each order sent from now on.
func (n *journalWriter) onSent(hook func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hook = hook
}

// read notes what the last messages of a channel show.
func (n *journalWriter) read(ch *discordtest.Channel) {
	all := ch.Messages(nil)
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, m := range all[max(0, len(all)-4):] {
		n.see(footOf(m))
	}
}

// down notes a time in which the referee was not connected.
func (n *journalWriter) down(from, to time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.j.Down = append(n.j.Down, witness.Interval{From: from.UnixMilli(), To: to.UnixMilli()})
}

// soFar is the journal so far.
func (n *journalWriter) soFar() *witness.Journal {
	n.mu.Lock()
	defer n.mu.Unlock()
	return &witness.Journal{
		Orders: slices.Clone(n.j.Orders), Seen: slices.Clone(n.j.Seen), Down: slices.Clone(n.j.Down),
	}
}

// posts lists the public messages in some channels that tell decisions or show a match.
func posts(tables []*venue) []witness.Post {
	var out []witness.Post
	for _, t := range tables {
		for _, m := range t.channel.Messages(nil) {
			if p, tells := postOf(m); tells {
				p.Place = "discord:" + t.channel.ID
				out = append(out, p)
			}
		}
	}
	return out
}

// postOf returns what a public message tells of a match. A reminder tells nothing: it has the footer of the newest
// decision, which other messages tell.
func postOf(m *discordtest.Message) (p witness.Post, tells bool) {
	p = witness.Post{ID: m.ID, Seen: footOf(m)}
	if title, _, _ := strings.Cut(m.Text(), "\n"); strings.HasPrefix(title, "#") {
		p.Board, p.Title = true, title
	}
	for _, b := range m.Buttons() {
		if strings.HasPrefix(b.CustomID, "1/clock/snooze/") {
			return p, false
		}
		if span, ok := strings.CutPrefix(b.CustomID, "1/dice/proof/"+p.Seen.Match+"/"); ok {
			p.First, p.Last = spanned(span)
		}
	}
	return p, p.Seen.N != 0
}

// rolls is how many rolls messages prove.
func rolls(posts []witness.Post) int {
	n := 0
	for _, p := range posts {
		if p.First > 0 {
			n += p.Last - p.First + 1
		}
	}
	return n
}

// spanned reads "4" or "4-7".
func spanned(text string) (first, last int) {
	from, to, several := strings.Cut(text, "-")
	first, _ = strconv.Atoi(from)
	if !several {
		return first, first
	}
	last, _ = strconv.Atoi(to)
	return first, last
}
