package enginetest

import (
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/hands"
)

// leaky is the rules of hands with one method at fault.
type leaky struct {
	*hands.Rules
	prompts func(text string, p *engine.Prompt)
	options func(text string, p engine.Prompt, node *engine.Node)
	waiting bool // the view shows its questions whole
}

func (g *leaky) Prompts(s *hands.State) []engine.Prompt {
	ps := g.Rules.Prompts(s)
	for i := range ps {
		if g.prompts != nil {
			g.prompts(g.Print(s), &ps[i])
		}
	}
	return ps
}

func (g *leaky) Judge(r *engine.Ruling[*hands.State], p engine.Prompt, path []string) (engine.Node, error) {
	before := g.Print(r.State())
	node, err := g.Rules.Judge(r, p, path)
	if g.options != nil && err == nil {
		g.options(before, p, &node)
	}
	return node, err
}

func (g *leaky) View(s *hands.State, v engine.Viewer) engine.View {
	view := g.Rules.View(s, v)
	if g.waiting {
		view.Waiting = g.Prompts(s)
	}
	return view
}

// TestWhatIsDealtLeaks: each way in which a game can tell what a seat was dealt, or deal what was not drawn, is noticed.
func TestWhatIsDealtLeaks(t *testing.T) {
	g, err := hands.New(hands.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	held := func(text string) bool { return strings.Contains(text, "red c7") || strings.Contains(text, "blue c7") }
	const leaks, formed = "secrets do not leak", "prompts are well formed"
	for _, c := range []struct {
		name, property string
		game           leaky
	}{
		{"shows the default of what is dealt", leaks, leaky{waiting: true}},
		{"tells a hand by the purpose of a roll", leaks, leaky{prompts: func(text string, p *engine.Prompt) {
			if p.Seat == engine.Chance && held(text) {
				p.Purpose += " of low cards"
			}
		}}},
		{"draws for all to see from a cup of which hands hold cards", leaks, leaky{prompts: func(_ string, p *engine.Prompt) {
			p.Secret = p.Secret && !strings.HasPrefix(p.Purpose, "turn up")
			p.Dealt = p.Dealt && p.Kind != "turn-up"
		}}},
		{"tells a hand by the number of chances", leaks, leaky{options: func(text string, p engine.Prompt, node *engine.Node) {
			if p.Kind == "draw" && held(text) && len(node.Options) > 1 {
				node.Options[0].Weight += 3
			}
		}}},
		{"tells a hand by its question", leaks, leaky{prompts: func(text string, p *engine.Prompt) {
			if held(text) {
				p.Ask = engine.Say("ask.turn-up")
			}
		}}},
		{"deals to chance", formed, leaky{prompts: func(_ string, p *engine.Prompt) { p.Dealt = p.Dealt || p.Seat == engine.Chance }}},
		{"keeps what is dealt", formed, leaky{prompts: func(_ string, p *engine.Prompt) { p.Keep = p.Keep || p.Dealt }}},
		{"deals what nobody drew", formed, leaky{prompts: func(_ string, p *engine.Prompt) { p.Dealt = p.Dealt || p.Kind == "bury" }}},
		{"deals what was drawn for all to see", formed, leaky{prompts: func(_ string, p *engine.Prompt) {
			p.Secret = p.Secret && p.Seat != engine.Chance
		}}},
		{"deals one of two", formed, leaky{options: func(_ string, p engine.Prompt, node *engine.Node) {
			if p.Kind == "take" && !node.Done {
				node.Options = append(node.Options, engine.Option{ID: "c9", Kind: "card"})
			}
		}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.game.Rules = g
			s := Suite{Game: engine.Seal[*hands.State](&c.game), Strict: engine.SealStrict[*hands.State](&c.game), Seed: 1, Games: 6}
			found := false
			tour := s.tour()
			for _, p := range properties {
				if p.name == c.property {
					err := p.check(tour)
					found = err != nil
					t.Log(err)
				}
			}
			if !found {
				t.Errorf("%q holds", c.property)
			}
		})
	}
}
