package schedule

import (
	"slices"
	"time"

	"referee/engine"
	"referee/engine/clock"
	"referee/engine/match"
)

// change is what a batch of decisions means for the clocks.
type change struct {
	seq      int
	at       int64
	settings clock.Settings
	text     string // of the settings
	paused   bool
	until    int64
	waited   []match.Player // after it, rising
	acted    []match.Player // who answered in it
	back     bool           // the position went back
	goesOn   bool           // it goes on after a backup
	up       []match.Player // whose time was up
	away     []taken
}

// taken is a vacation that a player takes.
type taken struct {
	player match.Player
	days   clock.Vacation
}

// changeOf reads what the decisions after from mean for the clocks of m.
// Settings that cannot be read, of an imported match, are no clock.
func changeOf(m *match.Match, from int) change {
	t := change{seq: m.Seq(), waited: waited(m), text: m.Setting(SettingClock)}
	t.settings, _ = clock.Parse(t.text)
	t.paused, t.until = pauseOf(m.Setting(SettingPause))
	if _, appealed := m.Appealed(); appealed || lostKey(m) {
		t.paused = true
	}
	_, stands := m.Restored()
	if stands {
		t.paused, t.until = true, 0
	}
	for _, e := range m.After(from) {
		d := &e.Decision
		t.at = d.At
		switch d.Kind() {
		case match.KindAnswer:
			if _, program := m.Program(d.Seat); d.Seat != engine.Chance && !program {
				t.acted = append(t.acted, m.Player(d.Seat))
			}
		case match.KindRewind:
			t.back = true
		case match.KindResume:
			t.goesOn = !stands
		case match.KindExpire:
			t.up = append(t.up, m.Player(d.Seat))
		case match.KindSet:
			if days, ok := VacationIn(d); ok {
				t.away = append(t.away, taken{d.Author, days})
			}
		default: // it changes nobody's turn
		}
	}
	return t
}

// LastActor is who made the last decision of a match after decision from, but for what follows
// of itself: rolls, and answers without a choice or by a standing order. It is match.Referee
// where nobody did, or a league has seated somebody: they may know nothing of it.
func LastActor(m *match.Match, from int) match.Player {
	for _, e := range slices.Backward(m.After(from)) {
		d := &e.Decision
		switch a, _ := d.Act.(match.ActAnswer); {
		case d.Author == match.Referee || d.Seat == engine.Chance || a.Auto:
		case d.Kind() == match.KindJoin && m.Setting(SettingOwner) != "":
			return match.Referee
		default:
			return d.Author
		}
	}
	return match.Referee
}

// waited lists the players who are waited for, rising: those with a question to
// answer, where the match does not wait to go on after a backup. No clock runs for programs.
func waited(m *match.Match) []match.Player {
	if _, stands := m.Restored(); stands || !m.Started() || m.Over() {
		return nil
	}
	var out []match.Player
	for _, p := range m.Position().Prompts() {
		_, program := m.Program(p.Seat)
		if player := m.Player(p.Seat); player != match.Referee && !program {
			out = append(out, player)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// update brings the clocks up to date after a batch, and lists whose hand-off
// begins with it. zone is where a player lives.
func (c *clocks) update(t change, outages []match.Outage, zone func(match.Player) *time.Location) (begun []match.Player) {
	if c.Settings != t.text { // other settings: everybody starts anew
		c.Settings = t.text
		for i := range c.Players {
			c.Players[i] = playerClock{Player: c.Players[i].Player, Away: c.Players[i].Away}
		}
	}
	resumed := c.Paused && !t.paused
	c.Paused, c.Until = t.paused, t.until
	c.close(t, outages)
	for _, v := range t.away {
		w := v.days.Window(zone(v.player))
		pc := c.of(v.player)
		pc.Away = append(pc.Away, match.Outage{From: max(milli(w.From), t.at), To: milli(w.To)})
	}
	joined := slices.ContainsFunc(t.waited, func(p match.Player) bool { return !c.of(p).Open })
	for _, p := range t.waited {
		pc := c.of(p)
		switch {
		case !pc.Open && t.back && pc.Handoffs > 0:
			pc.Open = true // the hand-off goes on that was taken back
		case !pc.Open || pc.Acted && joined:
			pc.stop(t.at, outages)
			pc.begin(t.settings, t.at)
			pc.Seq = 0
			begun = append(begun, p)
		}
		if pc.Seq == 0 || resumed {
			pc.Seq = t.seq
		}
	}
	return begun
}

// close notes who has answered or is out of time, and lets the clocks stand of
// those who are not waited for.
func (c *clocks) close(t change, outages []match.Outage) {
	for _, p := range t.acted {
		if p != match.Referee { // the seat may be free by now
			c.of(p).Acted = true
		}
	}
	for _, p := range t.up {
		if p != match.Referee {
			c.of(p).Up = true
		}
	}
	for i := range c.Players {
		pc := &c.Players[i]
		away := !slices.Contains(t.waited, pc.Player)
		if away || pc.Acted {
			pc.Call = 0
		}
		if away || t.paused || pc.Up {
			pc.stop(t.at, outages)
		}
		if away {
			pc.Seq = 0
			pc.Open = pc.Open && len(t.waited) == 0
		}
	}
}
