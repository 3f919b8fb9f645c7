package kills

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"referee/bot/test/discordtest"
	"referee/cmd/lab/moves"
	"referee/cmd/lab/witness"
)

// venue is a channel in which two people play one match after the other.
type venue struct {
	channel *discordtest.Channel
	game    string
	sides   [2]string
	clock   string      // settings; "": none
	set     atomic.Bool // the host has asked for the clocks, with whatever result
	idle    bool        // nobody answers, until somebody runs out of time
}

// clockRuns reports whether the latest board says until when somebody has time.
func (v *venue) clockRuns() bool {
	if v.clock == "" {
		return false
	}
	for _, m := range slices.Backward(v.channel.Messages(nil)) {
		if text := m.Text(); strings.HasPrefix(text, "###") {
			return strings.Contains(text, "<t:")
		}
	}
	return false
}

// user is one of the two. They press, choose and type at random.
type user struct {
	moves.Person
	*journalWriter
	*venue
	host   bool   // opens the matches
	typist bool   // types orders, too
	found  string // the match that they saw open, and
	since  time.Time
	seated bool
}

// play plays until it is told to stop.
func (u *user) play(stop <-chan struct{}, connected func() bool) {
	for {
		pause := time.Duration(u.Random.IntN(300)+50) * time.Millisecond
		select {
		case <-stop:
			return
		case <-time.After(pause):
		}
		if connected() {
			u.step()
		}
	}
}

// step does one thing.
func (u *user) step() {
	u.read(u.channel)
	if u.idle && u.seated {
		return
	}
	all := moves.Of(u.Panel)
	switch r := u.Random.IntN(100); {
	case len(all) == 0:
		u.look()
	case r < 15 && u.typist:
		u.types()
	case r < 18:
		u.command([]string{"undo", "dice show", "match status", "match log", "why"}[u.Random.IntN(5)])
	case r < 21: // twice, as people do
		m := moves.Prefer(u.Random, all)
		u.press(m)
		u.press(m)
	default:
		u.press(moves.Prefer(u.Random, all))
	}
}

// look asks what is open, and opens or joins a match where there is none.
func (u *user) look() {
	u.command("choose")
	if moves.Of(u.Panel) != nil || u.Panel == nil {
		return
	}
	seen := footOf(u.Panel)
	free, again := moves.Button(u.Panel, "1/match/join/"), moves.Button(u.Panel, "1/match/rematch/")
	switch {
	case again != "" && u.host:
		u.press(moves.Move{Message: u.Panel, ID: again})
	case seen.N == 0 && u.host:
		if u.command("match new", "game:"+u.game, "side:"+u.sides[0]); u.clock != "" {
			u.command("clock set", "time:"+u.clock)
		}
		u.set.Store(true)
		u.seated = true
	case free != "" && !u.host:
		if u.found != seen.Match { // the host may still set the clocks
			u.found, u.since = seen.Match, time.Now()
		} else if u.set.Load() && time.Since(u.since) > 2*time.Second {
			u.press(moves.Move{Message: u.Panel, ID: free})
			u.seated = true
		}
	}
}

// press presses a button, or chooses in a menu.
func (u *user) press(m moves.Move) {
	u.await(witness.Order{Did: m.ID, Chosen: m.Value}, u.Take(m))
}

// command types a command.
func (u *user) command(name string, options ...string) {
	did := "/" + strings.Join(append([]string{name}, options...), " ")
	u.await(witness.Order{Did: did}, u.Slash(name, options...))
}

// types types an order, word by word from what is proposed.
func (u *user) types() {
	text := ""
	for range 8 {
		list := u.User.Autocomplete(u.channel, "choose", "order:"+text)
		if len(list) == 0 {
			break
		}
		next, _ := list[u.Random.IntN(len(list))].Value.(string)
		if next == strings.TrimSpace(text) || len(next) > 90 {
			break
		}
		text = next + " "
	}
	if text = strings.TrimSpace(text); text != "" {
		u.command("choose", "order:"+text)
	}
}

// await waits for the answer to an order, and notes both.
func (u *user) await(o witness.Order, p *discordtest.Press) {
	o.ID, o.Account, o.Place = p.ID(), "discord:"+u.User.ID, "discord:"+u.channel.ID
	at := u.sent(o)
	m := u.Await(context.Background(), p, 10*time.Second)
	if m == nil {
		return
	}
	o.Answered, o.Seen = true, footOf(m)
	o.Closed = closed(o, m)
	if o.Seen.N == 0 {
		o.Said = m.Text()
	}
	u.answered(at, o)
}

// closed reports whether the answer to an order shows its match and no longer asks its
// question.
func closed(o witness.Order, m *discordtest.Message) bool {
	parts := strings.Split(o.Did, "/")
	if len(parts) < 5 || parts[1] != "pick" && parts[1] != "confirm" || o.Seen.Match != parts[2] {
		return false
	}
	question := "/" + parts[2] + "/" + parts[3] + "/"
	asks := func(c discordtest.Component) bool { return strings.Contains(c.CustomID, question) }
	return !slices.ContainsFunc(m.Buttons(), asks) && !slices.ContainsFunc(m.Menus(), asks)
}

// footOf is the last footer of a message; the zero value if it has none.
func footOf(m *discordtest.Message) witness.Footer {
	match, n, head := moves.Footer(m.Text())
	return witness.Footer{Match: match, N: n, Head: head}
}
