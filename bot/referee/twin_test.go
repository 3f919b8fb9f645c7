package referee_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"referee/bot/schedule"
	"referee/engine/clock"
	"referee/engine/match"
)

// soul is a synthetic player. Minutes count from the beginning of the soak.
type soul struct {
	account string
	zone    *time.Location
	sleep   clock.Sleep
	where   schedule.Where
	digest  bool

	awake    bool
	woke     int // the minute of his last waking
	digested int // of his last digest
}

// look finds out whether he is awake, by the clock on his wall.
func (s *soul) look(t time.Time, minute int) {
	h, m, _ := t.In(s.zone).Clock()
	now := 60*h + m
	from, to := s.sleep.From, s.sleep.To
	awake := now < from || now >= to
	if from > to {
		awake = now < from && now >= to
	}
	if from == to { // he has no night, and is told at eight
		awake = now != 8*60-1
	}
	if awake && !s.awake {
		s.woke = minute
	}
	s.awake = awake
}

// counts reports whether his clock may run.
func (s *soul) counts() bool { return s.awake || s.sleep.From == s.sleep.To }

// turn is one player's hand-off as the twin has it: minutes are counted one by
// one.
type turn struct {
	player  match.Player
	soul    *soul
	open    bool // nobody else has been waited for since it began
	waited  bool
	acted   bool
	up      bool
	knows   bool // that he is waited for: his clock runs
	asked   int
	of      int // what he had at the beginning
	used    int
	sent    int
	count   int // of his hand-offs
	snooze  int
	think   int // waking minutes until he answers; below 0: he does not
	awayTo  int
	awayOff int // the minute from which he is away; 0: never
}

func (u *turn) left() int { return max(0, u.of-u.used) }

// table is one match as the twin has it.
type table struct {
	id       match.ID
	place    string
	settings clock.Settings
	turns    [3]turn // by player
	over     bool
	paused   bool
	deafTo   int // until then its place takes no posts
}

// begin begins a hand-off.
func (g *table) begin(u *turn, minute int, r *rand.Rand) {
	whole := int(g.settings.Time / time.Minute)
	switch {
	case g.settings.Mode == clock.Limit || u.count == 0:
		u.of = whole
	default:
		left := u.left()
		u.of = left + int(g.settings.Increment/time.Minute)
		if c := int(g.settings.Cap / time.Minute); c > 0 {
			u.of = max(left, min(u.of, c))
		}
	}
	u.count++
	u.used, u.sent, u.snooze, u.up, u.acted, u.open, u.asked = 0, 0, 0, false, false, true, minute
	u.think = thinks(r)
}

// thinks is how many waking minutes somebody takes: mostly some hours, at times
// days, now and then for ever.
func thinks(r *rand.Rand) int {
	if r.IntN(25) == 0 {
		return -1
	}
	return int(240 * math.Exp(1.1*r.NormFloat64()))
}

// handed takes in who is waited for after a command of a player, who needs no call; 0: of
// nobody. back: it went back.
func (g *table) handed(by match.Player, waited map[match.Player]bool, minute int, back bool, want expectations, r *rand.Rand) {
	joined := false
	for p := range g.turns {
		joined = joined || waited[match.Player(p)] && !g.turns[p].open
	}
	for p := 1; p < len(g.turns); p++ {
		u := &g.turns[p]
		if !waited[u.player] {
			u.open = u.open && len(waited) == 0
			u.waited, u.knows = false, false
			continue
		}
		switch {
		case !u.open && back && u.count > 0:
			u.open = true
			u.think = thinks(r)
		case !u.open || u.acted && joined:
			u.knows = false
			g.begin(u, minute, r)
			if u.soul.where == schedule.ByLetter && !u.soul.digest && u.player != by {
				want.add("turn %s %s", g.id, u.soul.account)
			}
		}
		u.waited = true
	}
}

// ended is that the match is over, by what a player did: those who are told by letter are told so.
func (g *table) ended(by match.Player, want expectations) {
	for _, u := range g.turns[1:] {
		if u.soul.where == schedule.ByLetter && !u.soul.digest && u.player != by {
			want.add("over %s %s", g.id, u.soul.account)
		}
	}
}

// expectations are what should be heard in a minute, as text, with how often.
type expectations map[string]int

func (e expectations) add(format string, args ...any) { e[fmt.Sprintf(format, args...)]++ }

// due lists what is due for a table in a minute, and takes it for done. It
// reports whether a time is up: what follows is to be looked at before the rest.
func (g *table) due(minute int, want expectations) (up bool) {
	if !g.settings.Runs() || g.paused || g.over {
		return false
	}
	grace := int(g.settings.Grace / time.Minute)
	for p := 1; p < len(g.turns); p++ {
		u := &g.turns[p]
		// Nothing comes of a time that has not begun to run.
		if !u.waited || !u.knows || u.up || u.used == 0 && (!u.soul.counts() || u.away(minute)) {
			continue
		}
		if u.used >= u.of+grace {
			u.up = true
			want.add("expire %s", g.id)
			return true
		}
		g.remind(u, minute, want)
	}
	return false
}

func (g *table) remind(u *turn, minute int, want expectations) {
	come := u.sent
	for come < len(g.settings.Remind) && 100*u.used >= u.of*g.settings.Remind[come] {
		come++
	}
	if come == u.sent || minute < u.snooze {
		return
	}
	u.sent = come
	if u.soul.where == schedule.Quiet || u.soul.digest && come < len(g.settings.Remind) {
		return
	}
	want.add("remind %s %s", g.id, u.soul.account)
}

// pass counts a minute that has passed.
func (g *table) pass(minute int, up bool) {
	for p := 1; p < len(g.turns); p++ {
		u := &g.turns[p]
		if !u.waited {
			continue
		}
		if u.knows && up && !g.paused && u.soul.counts() && !u.away(minute) {
			u.used++
		}
		if u.knows && u.soul.awake && u.think > 0 {
			u.think--
		}
	}
}

// away reports whether a minute is one of his vacation.
func (u *turn) away(minute int) bool {
	return u.awayOff > 0 && minute >= u.awayOff && minute < u.awayTo
}
