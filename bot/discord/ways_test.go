package discord

import (
	"slices"
	"strings"
	"testing"

	"referee/bot/discord/discordtest"
	"referee/bot/referee"
	"referee/engine/match"
)

// TestEveryKindOfQuestionIsAnsweredBothWays plays matches, one the rematch of the
// other, until every kind of question was answered by clicks and by a typed order.
// Answers of a kind that was answered both ways go to the referee straight, to
// come to the rare ones sooner.
func TestEveryKindOfQuestionIsAnsweredBothWays(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a while")
	}
	c := newClub(t, *seed, nil, cellesGame, "en-US", "fr")
	c.dice = harsh{c.dice, []string{"8", "2", "8", "7", "8", "1", "8", "9", "8", "8", "8"}}
	c.kill()
	for _, p := range c.people {
		p.weights = likes
	}
	id := c.opens("side:german")
	for n := 1; ; n++ {
		for l := c.look(id); l.Ending == nil; l = c.look(id) {
			c.quickly(l, l.Asks[0])
		}
		missing := c.missing(id)
		if len(missing) == 0 {
			t.Logf("%d matches", n)
			return
		}
		if n == 25 && rare(missing) {
			t.Skipf("in %d matches nobody had to choose whom to disrupt; every other kind of question was answered both ways", n)
		}
		if n == 60 {
			t.Fatalf("seed %d: not answered in %d matches: %q", *seed, n, missing)
		}
		id = c.again()
	}
}

// rare reports whether only the rarest kind of question is missing: several units
// in the attacked hex, and fewer to be disrupted.
func rare(missing []string) bool {
	return !slices.ContainsFunc(missing, func(m string) bool { return !strings.HasPrefix(m, "disrupt ") })
}

// harsh rolls attacks by a few faces, so that what is rare comes about: units
// are disrupted, retreat and lose steps, and their owners choose which and where.
type harsh struct {
	match.Roller
	faces []string
}

// Roll answers r.
func (h harsh) Roll(r match.Roll) (string, error) {
	if !strings.HasPrefix(r.Purpose, "attack") {
		return h.Roller.Roll(r)
	}
	return h.faces[r.No%len(h.faces)], nil
}

// quickly has a question answered: by the person in the way that is missing, or
// else straight.
func (c *club) quickly(l referee.Look, ask referee.Ask) {
	c.t.Helper()
	for _, p := range c.people {
		if account := accountOf(ID(p.user.ID)); l.Holder(ask.Seat).Account == account {
			switch {
			case !c.clicked[ask.Kind]:
				p.insists(ask, l.Match, func() { p.clicks(ask, l.Match, l.Seq) })
				c.clicked[ask.Kind] = true
				// If nothing has happened since, he is asked again, and types.
				p.does(func() *discordtest.Press { return p.user.Slash(c.channel, "undo") })
			case !c.typed[ask.Kind]:
				p.insists(ask, l.Match, func() { p.types(ask, l.Match) })
				c.typed[ask.Kind] = true
			default:
				p.straight(ask, referee.Command{Match: l.Match, Seat: ask.Seat, Account: account, Door: "test"})
			}
		}
	}
}

// insists goes on until a question is answered.
func (p *person) insists(ask referee.Ask, id match.ID, try func()) {
	p.t.Helper()
	p.panel = nil
	for range 60 {
		try()
		if !slices.ContainsFunc(p.look(id).Asks, func(a referee.Ask) bool { return a.Prompt == ask.Prompt }) {
			return
		}
	}
	p.t.Fatalf("seed %d: %s cannot answer %s; he sees\n%s", *seed, p.user.Name, ask.Prompt, p.panel)
}

// straight gives an answer without Discord.
func (p *person) straight(ask referee.Ask, by referee.Command) {
	p.t.Helper()
	var held []string
	for {
		node, err := p.ref.Options(by, ask.Prompt, held)
		if err != nil {
			p.t.Fatal(err)
		}
		if node.Done {
			break
		}
		i := p.pick(len(node.Options), func(i int) int {
			if w, ok := p.weights[node.Options[i].Kind]; ok {
				return w
			}
			return 10
		})
		held = append(held, node.Options[i].ID)
	}
	if _, err := p.ref.Answer(by, ask.Prompt, held); err != nil {
		p.t.Fatal(err)
	}
}

// missing lists the kinds of question that the game's verbs answer, and that
// were not yet answered by a click or by a typed order.
func (c *club) missing(id match.ID) []string {
	var out []string
	for _, v := range c.look(id).Info.Verbs {
		for _, kind := range v.Kinds {
			if !c.clicked[kind] && !slices.Contains(out, kind+" clicked") {
				out = append(out, kind+" clicked")
			}
			if !c.typed[kind] && !slices.Contains(out, kind+" typed") {
				out = append(out, kind+" typed")
			}
		}
	}
	return out
}

// again asks for a rematch, and accepts it.
func (c *club) again() match.ID {
	c.t.Helper()
	for _, p := range c.people {
		if s := p.does(func() *discordtest.Press { return p.user.Slash(c.channel, "match rematch") }); s.Failed {
			c.t.Fatalf("seed %d: no answer to %s, who asks for a rematch", *seed, p.user.Name)
		}
	}
	id, err := c.ref.At(placeOf(ID(c.channel.ID)))
	if err != nil {
		c.t.Fatal(err)
	}
	if len(c.look(id).Asks) == 0 {
		c.t.Fatalf("seed %d: the rematch has not begun; %s sees\n%s", *seed, c.people[1].user.Name, c.people[1].panel)
	}
	return id
}
