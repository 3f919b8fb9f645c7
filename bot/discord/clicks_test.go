package discord

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	americaWeights "referee/engine/america/weights"
	cellesWeights "referee/engine/celles/weights"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

// clicked are the matches that are played by clicks alone, of every known game: which options they are
// opened with, how people weigh what they are shown, and which events begin what is counted.
var clicked = []struct {
	name    string
	game    referee.Game
	options []string
	weights map[string]int
	begins  string // an event
}{
	{"celles", cellesGame, nil, cellesWeights.Usual, "activated"},
	{"breakthrough", americaGame, []string{"scenario:breakthrough"}, americaWeights.Usual, "impulse-began"},
	{"plan", americaGame, []string{"scenario:plan"}, americaWeights.Usual, "impulse-began"},
	{"wacht", americaGame, []string{"scenario:wacht"}, americaWeights.Usual, "impulse-began"},
}

// TestMatchesByClicksAlone plays a match of each scenario of every known game from its beginning to its
// end by buttons and menus, and says what that cost.
func TestMatchesByClicksAlone(t *testing.T) {
	thorough.Only(t)
	for _, m := range clicked {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			c := newClub(t, *seed, paintNothing, m.game, "en-GB", "fr")
			for _, p := range c.people {
				p.weights = m.weights
			}
			id := c.opens(append([]string{"side:" + string(c.infoOf(m.game).Seats[0])}, m.options...)...)
			was := map[*person]int{}
			for _, p := range c.people {
				was[p] = p.presses
			}
			c.playsByClicks(id)
			c.told(id)
			entries := c.log(id)
			c.nothingLost(entries)
			c.nothingDoubled(entries)
			cost := costOf(entries, m.begins)
			for _, p := range c.people {
				cost.presses += p.presses - was[p]
				if p.fails > 0 {
					t.Errorf("%s: %d presses failed", p.user.Name, p.fails)
				}
			}
			t.Log(cost)
			if cost.answers == 0 || cost.handOffs == 0 {
				t.Error("nobody has answered anything")
			}
		})
	}
}

// infoOf is what a game says of itself.
func (c *clubhouse) infoOf(g referee.Game) *engine.Info {
	c.t.Helper()
	info, err := c.ref.Games.Info(g.ID)
	if err != nil {
		c.t.Fatal(err)
	}
	return info
}

// cost is what a match cost those who played it.
type cost struct {
	presses, answers, handOffs int
	begins                     string
	begun                      int
}

func (c cost) String() string {
	return fmt.Sprintf("%d presses for %d answers (%.1f each), %d hand-offs, %d times %s (%.1f answers, %.1f presses and %.1f hand-offs each)",
		c.presses, c.answers, float64(c.presses)/float64(max(c.answers, 1)), c.handOffs, c.begun, c.begins, float64(c.answers)/float64(max(c.begun, 1)),
		float64(c.presses)/float64(max(c.begun, 1)), float64(c.handOffs)/float64(max(c.begun, 1)))
}

// costOf counts the answers that people gave, how often another had to go on, and the events of a
// kind.
func costOf(entries []*match.Entry, begins string) (out cost) {
	out.begins, out.begun = begins, countOf(entries, begins)
	var last engine.Seat
	for _, e := range entries {
		d := e.Decision
		if a, ok := d.Act.(match.ActAnswer); !ok || d.Seat == engine.Chance || a.Auto {
			continue
		}
		if out.answers++; d.Seat != last {
			out.handOffs++
		}
		last = d.Seat
	}
	return out
}

// countOf is how many events of a kind a record tells.
func countOf(entries []*match.Entry, kind string) (n int) {
	for _, e := range entries {
		for _, e := range e.Decision.Events() {
			if e.Kind == kind {
				n++
			}
		}
	}
	return n
}

// playsByClicks lets the people play to the end: each presses what they were shown last, or the board where
// that says nothing of what they are asked.
func (c *clubhouse) playsByClicks(id match.ID) {
	c.t.Helper()
	for step := 1; ; step++ {
		l := c.look(id)
		if l.Ending != nil {
			return
		}
		if step > 60000 {
			c.t.Fatalf("seed %d: no end after %d steps: %v", *seed, step, l.Asks)
		}
		ask := l.Asks[c.rand.IntN(len(l.Asks))]
		for _, p := range c.people {
			if l.Holder(ask.Seat).Account == wire.AccountOf(wire.ID(p.user.ID)) {
				p.pressesOne(c.t.Context(), ask, id)
			}
		}
	}
}

// pressesOne presses one thing: to go on with the question, as the program that plays at random would weigh it.
func (p *person) pressesOne(ctx context.Context, ask referee.Ask, id match.ID) {
	p.t.Helper()
	from := p.panel
	if from != nil {
		from = from.Now()
	}
	all := slices.DeleteFunc(moves(from), func(m move) bool { return m.what.Part(0) != "confirm" && m.what.Part(2) != string(ask.Prompt) })
	if len(all) == 0 {
		p.lookAgain()
		if all = moves(p.panel); len(all) == 0 {
			p.t.Fatalf("%s is asked %s, and shown nothing to press:\n%s", p.user.Name, ask.Prompt, p.panel)
		}
		return
	}
	kinds := p.kinds(ctx, ask, id, "")
	p.take(all[p.pick(len(all), func(i int) int {
		switch w, liked := p.weights[kinds[all[i].option()]]; {
		case all[i].what.Part(0) == "confirm":
			return 300
		case all[i].what.Part(0) == "page":
			return 5
		case liked:
			return w
		}
		return 1
	})])
}
