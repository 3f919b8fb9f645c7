package kills

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"referee/bot/test/discordtest"
	"referee/cmd/lab/moves"
	"referee/store/witness"
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

// user is one of the two. They know only what the bot shows them, and press, choose and
// type at random.
type user struct {
	*journalWriter
	*venue
	who    *discordtest.User
	host   bool // opens the matches
	typist bool // types orders, too
	random *rand.Rand
	panel  *discordtest.Message // what they were shown last, for them alone
	found  string               // the match that they saw open, and
	since  time.Time            // since when
	seated bool
	now    func() time.Time
}

// play plays until it is told to stop.
func (u *user) play(stop <-chan struct{}, connected func() bool) {
	for {
		pause := time.Duration(u.random.IntN(300)+50) * time.Millisecond
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
	all := moves.Of(u.panel)
	switch r := u.random.IntN(100); {
	case len(all) == 0:
		u.look()
	case r < 15 && u.typist:
		u.types()
	case r < 18:
		u.slash([]string{"undo", "dice show", "match status", "match log", "why"}[u.random.IntN(5)])
	case r < 21: // twice, as people do
		m := moves.Prefer(u.random, all)
		u.take(m)
		u.take(m)
	default:
		u.take(moves.Prefer(u.random, all))
	}
}

// look asks what is open, and opens or joins a match where there is none.
func (u *user) look() {
	u.slash("choose")
	if moves.Of(u.panel) != nil || u.panel == nil {
		return
	}
	seen := footOf(u.panel)
	free, again := moves.Button(u.panel, "1/match/join/"), moves.Button(u.panel, "1/match/rematch/")
	switch {
	case again != "" && u.host:
		u.press(u.panel, again, "")
	case seen.N == 0 && u.host:
		if u.slash("match new", "game:"+u.game, "side:"+u.sides[0]); u.clock != "" {
			u.slash("clock set", "time:"+u.clock)
		}
		u.set.Store(true)
		u.seated = true
	case free != "" && !u.host:
		if u.found != seen.Match { // the host may still set the clocks
			u.found, u.since = seen.Match, u.now()
		} else if u.set.Load() && u.now().Sub(u.since) > 2*time.Second {
			u.press(u.panel, free, "")
			u.seated = true
		}
	}
}

// take makes a move.
func (u *user) take(m moves.Move) { u.press(m.Message, m.ID, m.Value) }

// press presses a button, or chooses in a menu.
func (u *user) press(m *discordtest.Message, id, value string) {
	o := witness.Order{Did: id, Chosen: value}
	if value != "" {
		u.await(o, u.who.Select(m, id, value))
		return
	}
	u.await(o, u.who.Click(m, id))
}

// slash types a command.
func (u *user) slash(command string, options ...string) {
	did := "/" + strings.Join(append([]string{command}, options...), " ")
	u.await(witness.Order{Did: did}, u.who.Slash(u.channel, command, options...))
}

// types types an order, word by word from what is proposed.
func (u *user) types() {
	text := ""
	for range 8 {
		list := u.who.Autocomplete(u.channel, "choose", "order:"+text)
		if len(list) == 0 {
			break
		}
		next, _ := list[u.random.IntN(len(list))].Value.(string)
		if next == strings.TrimSpace(text) || len(next) > 90 {
			break
		}
		text = next + " "
	}
	if text = strings.TrimSpace(text); text != "" {
		u.slash("choose", "order:"+text)
	}
}

// await waits for the answer to an order, and notes both.
func (u *user) await(o witness.Order, p *discordtest.Press) {
	o.ID, o.Account, o.Place = p.ID(), "discord:"+u.who.ID, "discord:"+u.channel.ID
	at := u.sent(o)
	end := u.now().Add(10 * time.Second)
	s := p.Shown()
	for ; !s.Failed && (s.Message == nil || s.Message.Thinking) && u.now().Before(end); s = p.Shown() {
		time.Sleep(5 * time.Millisecond) // the time in which people look at the screen
	}
	if s.Failed || s.Message == nil || s.Message.Thinking {
		u.panel = nil
		return
	}
	o.Answered, o.Seen = true, footOf(s.Message)
	o.Closed = closed(o, s.Message)
	if o.Seen.N == 0 {
		o.Said = s.Message.Text()
	}
	if s.Message.Private() {
		u.panel = s.Message
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

var foot = regexp.MustCompile(`(?m)^-# (\S+) #([0-9]+)·([0-9a-f]{8})$`)

// footOf is the last footer of a message; the zero value if it has none.
func footOf(m *discordtest.Message) witness.Footer {
	all := foot.FindAllStringSubmatch(m.Text(), -1)
	if len(all) == 0 {
		return witness.Footer{}
	}
	last := all[len(all)-1]
	n, _ := strconv.Atoi(last[2])
	return witness.Footer{Match: last[1], N: n, Head: last[3]}
}
