package think

import (
	"math"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/play"
)

// Judge says what positions of Celles are worth, in VP for the German side. docs/notes/computer-player.md says
// how that was fitted, and how well it holds.
func Judge() *play.Judge {
	k, w := built(), builtWorth()
	captain, _ := by(k).Find("captain")
	j := judge{onward{sergeant: sergeant{weights: k}}, w, captain}
	return &play.Judge{
		About: play.About{Name: "judge", Version: 2, Weights: w.hash, Nodes: 400_000},
		Value: func(window any) float64 {
			return j.begin().quiet(window.(*celles.Window))
		},
		Chance: func(window any) float64 {
			j := j.begin()
			return j.through(window.(*celles.Window).Position(), deep, j.chance)
		},
		Answer: j.better,
	}
}

// judge values positions.
type judge struct {
	onward
	worth   *worth
	captain play.Player
}

// begin is the judge for one question: it remembers what it has looked at.
func (j judge) begin() judge {
	j.memory = newMemory()
	return j
}

// quiet is the value of a position once sergeants have reacted to what is open.
func (j judge) quiet(w *celles.Window) float64 { return j.through(w.Position(), deep, j.value) }

// value is the margin that a quiet position lets expect.
func (j judge) value(pos engine.Position) float64 {
	if len(pos.Prompts()) == 0 {
		return final(pos)
	}
	w := windowOn(pos)
	return j.worth.value(turn(w), j.facts(pos, w), w.Given(scenario.German), w.Given(scenario.Allied))
}

// chance is the chance that the German side wins from a quiet position.
func (j judge) chance(pos engine.Position) float64 {
	if len(pos.Prompts()) > 0 {
		return j.worth.wins(turn(windowOn(pos)), j.value(pos))
	}
	switch v := final(pos); {
	case v > 0:
		return 1
	case v < 0:
		return 0
	}
	return 0.5
}

// final is by how much the German side has won a match that is over.
func final(pos engine.Position) float64 {
	sum := 0
	r, _ := pos.Tally()
	for _, s := range r.Score {
		if s.Seat == scenario.German.Seat() {
			sum += s.Points
		} else {
			sum -= s.Points
		}
	}
	return float64(sum)
}

func windowOn(pos engine.Position) *celles.Window {
	return pos.Window(engine.Spectator).(*celles.Window) // there are no secrets
}

// facts are those of a quiet position.
func (s sergeant) facts(pos engine.Position, w *celles.Window) (r row) {
	g, paths := s.ground(w, w.Acting()), w.Paths(scenario.NationGerman)
	r[factOne] = 1
	r[factScored] = float64(w.Scored())
	r[factRest] = margin(w.Points) - margin(w.Given) - r[factScored]
	for u := range w.Alive(scenario.German).All() {
		now := w.Unit(u)
		r[factGermanSteps] += float64(now.Steps)
		if paths.From(now.Hex) == scenario.NoHex {
			r[factCut] += g.meuse[now.Hex]
			continue
		}
		r[factMeuse] += g.meuse[now.Hex]
		if g.d.Hexes[now.Hex].Meuse {
			r[factThere]++
		}
	}
	for u := range w.Alive(scenario.Allied).All() {
		r[factAlliedSteps] += float64(w.Unit(u).Steps)
	}
	r[factGermanActions], r[factAlliedActions] = float64(w.Actions(scenario.German)), float64(w.Actions(scenario.Allied))
	gain := factGermanGain
	if g.side == scenario.Allied {
		gain = factAlliedGain
	}
	r[gain] = g.coming(pos)
	return r
}

// margin is what the German side has of something more than the Allied side.
func margin(of func(scenario.Side) int) float64 {
	return float64(of(scenario.German) - of(scenario.Allied))
}

// coming is what the units could gain whose turn it is, or comes by the chit that was drawn.
func (g *ground) coming(pos engine.Position) float64 {
	var units celles.UnitSet
	switch p := pos.Prompts()[0]; p.Kind {
	case "activate":
		node, err := pos.Options(p.ID, nil)
		if err != nil {
			return 0
		}
		for _, o := range node.Options {
			if f, ok := g.d.FormationIDs.Find(o.ID); ok {
				units |= g.w.Members(f)
			}
		}
	case "move":
		units = g.w.ToMove()
	}
	sum := 0.0
	for u := range units.All() {
		sum += g.activation(u, func() bool { return true })
	}
	return sum
}

// reactions are the questions that are answered before a position is judged: what was decided shows only
// behind them.
var reactions = map[string]bool{
	"stack": true, "combat-chit": true, "loss": true, "disrupt": true, "retreat": true, "advance": true,
}

// weighed are the rolls that are judged by what each face brings. How many actions there are, and who begins,
// is judged by what is expected of it.
var weighed = map[string]bool{"attack": true, "air": true, "infiltrate": true, "chit": true}

// deep is how many rolls, one after the other, are gone through.
const deep = 2

// through is the mean of a function over the positions that are the next to be judged: sergeants react.
func (s sergeant) through(pos engine.Position, rolls int, of func(engine.Position) float64) float64 {
	for n := 1; len(pos.Prompts()) > 0; n++ {
		p := pos.Prompts()[0]
		if p.Seat == engine.Chance && weighed[p.Kind] && rolls > 0 {
			return s.faces(pos, p, rolls-1, of)
		}
		if !reactions[p.Kind] {
			break
		}
		a, err := s.react(pos, p)
		if err != nil {
			break
		}
		out, err := pos.Submit(n, p.Seat, p.ID, a.Path)
		if err != nil {
			break
		}
		pos = out.Position
	}
	return of(pos)
}

// react is a sergeant's answer.
func (s sergeant) react(pos engine.Position, p engine.Prompt) (play.Answer, error) {
	q, err := play.At("", p.Seat).Ask(pos, p.ID)
	if err != nil {
		return play.Answer{}, err
	}
	return play.Player{About: play.About{Name: "sergeant", Nodes: math.MaxInt32}, Think: s.answer}.Answer(q)
}

// faces is the mean of a function over the faces of a roll.
func (s sergeant) faces(pos engine.Position, p engine.Prompt, rolls int, of func(engine.Position) float64) float64 {
	node, err := pos.Options(p.ID, nil)
	if err != nil {
		return of(pos)
	}
	sum, all := 0.0, 0.0
	for _, o := range node.Options {
		out, err := pos.Submit(1, engine.Chance, p.ID, []string{o.ID})
		if err != nil {
			return of(pos)
		}
		w := float64(max(1, o.Weight))
		sum += w * s.through(out.Position, rolls, of)
		all += w
	}
	return sum / all
}

// A better answer is looked for in two samples of matches played on, so that what is told of it is not what
// chance has brought: in the first it must be better by clear standard errors, and the second says by how much.
const (
	looks = 16
	clear = 2
)

// better is what a captain would have answered, where that is better beyond what is chance, and by how many VP.
func (j judge) better(q *play.Question, path []string) (play.Answer, float64, error) {
	a, err := j.captain.Answer(*q)
	if err != nil {
		return play.Answer{}, 0, err
	}
	w := q.Window().(*celles.Window)
	same, err := alike(w, path, a.Path)
	if same || err != nil {
		return play.Answer{}, 0, err
	}
	j = j.begin()
	p := &played{onward: j.onward, q: q, w: w, ahead: 2, known: map[celles.Window][]string{}, leaf: j.leaf}
	seed := q.Rand().Uint64() + looks // a captain has chosen by the dice before it
	by, off, err := p.against(a.Path, path, seed)
	if err != nil || by <= clear*off {
		return play.Answer{}, 0, err
	}
	if len(a.Why.Lines) > 0 && a.Why.Lines[0].Key == "why.close" {
		a.Why = engine.Answer{} // that something else would do as well is no reason
	}
	by, _, err = p.against(a.Path, path, seed+looks)
	return a, max(0, by), err
}

// alike reports whether two answers come to the same.
func alike(w *celles.Window, a, b []string) (bool, error) {
	x, err := after(w, a)
	if err != nil {
		return false, err
	}
	y, err := after(w, b)
	return x == y, err
}

// against is by how much an answer turns out better than another, with the standard error; nothing where it does
// not at first, or where the nodes are spent.
func (p *played) against(a, b []string, seed uint64) (by, off float64, err error) {
	var ahead []float64
	for run := range uint64(looks) {
		before := p.q.Left()
		x, err := p.on(a, seed+run)
		if err != nil {
			return 0, 0, err
		}
		y, err := p.on(b, seed+run)
		if err != nil {
			return 0, 0, err
		}
		ahead = append(ahead, x-y)
		if p.q.Left() < before-p.q.Left() {
			break
		}
		if by, _ := spread(ahead); len(ahead) == enough && by <= 0 {
			return 0, 0, nil
		}
	}
	if len(ahead) < enough {
		return 0, 0, nil
	}
	by, off = spread(ahead)
	return by, off, nil
}

// leaf is what a position is worth to a side.
func (j judge) leaf(w *celles.Window, sd scenario.Side) float64 {
	v := j.quiet(w)
	if sd == scenario.Allied {
		return -v
	}
	return v
}
