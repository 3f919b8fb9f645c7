package referee

import (
	"slices"
	"strings"
	"time"

	"referee/engine"
	"referee/engine/clock"
	"referee/engine/match"
)

// turnover is what a batch of decisions means for the clocks.
type turnover struct {
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

// turnoverOf reads what the decisions after from mean for the clocks of m.
// Settings that cannot be read, of an imported match, are no clock.
func turnoverOf(m *match.Match, from int) turnover {
	t := turnover{seq: m.Seq(), waited: waited(m), text: m.Setting(SettingClock)}
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
		switch d.Kind {
		case match.KindAnswer:
			if d.Seat != engine.Chance {
				t.acted = append(t.acted, m.Player(d.Seat))
			}
		case match.KindRewind:
			t.back = true
		case match.KindGoOn:
			t.goesOn = !stands
		case match.KindExpire:
			t.up = append(t.up, m.Player(d.Seat))
		case match.KindSet:
			if list := strings.Fields(d.Settings[away(d.Author)]); len(list) > 0 {
				if days, err := clock.ParseVacation(list[len(list)-1]); err == nil {
					t.away = append(t.away, taken{d.Author, days})
				}
			}
		default: // it changes nobody's turn
		}
	}
	return t
}

// waited lists the players who are waited for, rising: those with a question to
// answer, where the match does not wait to go on after a backup.
func waited(m *match.Match) []match.Player {
	if _, stands := m.Restored(); stands || !m.Started() || m.Over() {
		return nil
	}
	var out []match.Player
	for _, p := range m.Position().Prompts() {
		if player := m.Player(p.Seat); player != match.Referee {
			out = append(out, player)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// turn brings the clocks up to date after a batch, and lists whose hand-off
// begins with it. zone is where a player lives.
func (l *ledger) turn(t turnover, outages []match.Outage, zone func(match.Player) *time.Location) (begun []match.Player) {
	if l.Settings != t.text { // other settings: everybody starts anew
		l.Settings = t.text
		for i := range l.Hands {
			l.Hands[i] = hand{Player: l.Hands[i].Player, Away: l.Hands[i].Away}
		}
	}
	resumed := l.Paused && !t.paused
	l.Paused, l.Until = t.paused, t.until
	l.close(t, outages)
	for _, v := range t.away {
		w := v.days.Window(zone(v.player))
		h := l.hand(v.player)
		h.Away = append(h.Away, match.Outage{From: max(milli(w.From), t.at), To: milli(w.To)})
	}
	joined := slices.ContainsFunc(t.waited, func(p match.Player) bool { return !l.hand(p).Open })
	for _, p := range t.waited {
		h := l.hand(p)
		switch {
		case !h.Open && t.back && h.Handoffs > 0:
			h.Open = true // the hand-off goes on that was taken back
		case !h.Open || h.Acted && joined:
			h.stop(t.at, outages)
			h.begin(t.settings, t.at)
			h.Seq = 0
			begun = append(begun, p)
		}
		if h.Seq == 0 || resumed {
			h.Seq = t.seq
		}
	}
	return begun
}

// close notes who has answered or is out of time, and lets the clocks stand of
// those who are not waited for.
func (l *ledger) close(t turnover, outages []match.Outage) {
	for _, p := range t.acted {
		if p != match.Referee { // the seat may be free by now
			l.hand(p).Acted = true
		}
	}
	for _, p := range t.up {
		if p != match.Referee {
			l.hand(p).Up = true
		}
	}
	for i := range l.Hands {
		h := &l.Hands[i]
		away := !slices.Contains(t.waited, h.Player)
		if away || t.paused || h.Up {
			h.stop(t.at, outages)
		}
		if away {
			h.Seq = 0
			h.Open = h.Open && len(t.waited) == 0
		}
	}
}
