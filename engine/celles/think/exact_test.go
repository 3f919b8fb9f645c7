package think_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/celles"
)

// exact is what a position is worth for a seat, exactly: every face of every die with its
// chance, and every answer that its owner could give, each seat taking what is best for
// it. What the seat itself could still move is not looked at: it stops. So an answer is worth
// what it brings by itself, at least.
type exact struct {
	seat    engine.Seat
	horizon horizon
	measure measure
	most    int // positions that may still be looked at
}

// horizon says whether a position is one at which it is measured. from is where it all began.
type horizon func(from engine.Moment, now engine.Position) bool

// measure is what counts at the horizon, for a seat.
type measure func(now engine.Position, seat engine.Seat) float64

// horizons are how far an exact value looks.
var horizons = map[string]horizon{
	// Until the match is over.
	"match": func(_ engine.Moment, now engine.Position) bool { return len(now.Prompts()) == 0 },
	// Until the next turn: that of the turn's end is behind it.
	"turn": func(from engine.Moment, now engine.Position) bool {
		return len(now.Prompts()) == 0 || now.Moment().Turn != from.Turn
	},
	// Until no die and no consequence of one is open.
	"dice": func(_ engine.Moment, now engine.Position) bool {
		return len(now.Prompts()) == 0 || !slices.Contains(reactions, now.Prompts()[0].Kind)
	},
}

// reactions are the questions on the way from an order to all its consequences.
var reactions = []string{"infiltrate", "air", "attack", "stack", "combat-chit", "loss", "disrupt", "retreat", "advance"}

// measured finds a measure by its words.
func measured(words []string) (measure, error) {
	switch words[0] {
	case "margin": // VP ahead if the match ended there
		return func(now engine.Position, seat engine.Seat) float64 {
			result, _ := now.Tally()
			return float64(margin(result, seat))
		}, nil
	case "win": // 1 for a match that is won by then, half of it for a draw
		return func(now engine.Position, seat engine.Seat) float64 {
			result := now.View(engine.Judge).Result
			switch {
			case result == nil:
				return 0
			case result.Winner == seat:
				return 1
			case result.Winner == "":
				return 0.5
			}
			return 0
		}, nil
	case "unbeaten": // 1 for a match that is not lost by then
		return func(now engine.Position, seat engine.Seat) float64 {
			if result := now.View(engine.Judge).Result; result != nil && result.Winner != "" && result.Winner != seat {
				return 0
			}
			return 1
		}, nil
	case "cut": // the units of the enemy that the next supply phase would still supply (5), each counting -1
		return func(now engine.Position, seat engine.Seat) float64 {
			theirs := func(p engine.Piece) bool { return p.Seat != seat }
			return float64(unsupplied(now, theirs) - count(now, theirs))
		}, nil
	case "supplied": // how many of one's own it would
		return func(now engine.Position, seat engine.Seat) float64 {
			own := func(p engine.Piece) bool { return p.Seat == seat }
			return float64(count(now, own) - unsupplied(now, own))
		}, nil
	case "steps": // one's own steps on the map, less those of the enemy
		return steps, nil
	case "thrift": // the same, and a tenth of a step for each Combat chit that the seat still has
		return func(now engine.Position, seat engine.Seat) float64 {
			return steps(now, seat) + 0.1*float64(strings.Count(now.String(), "available "+string(seat)+" combat"))
		}, nil
	}
	return nil, fmt.Errorf("there is no measure %q", strings.Join(words, " "))
}

// steps are one's own steps on the map, less those of the enemy.
func steps(now engine.Position, seat engine.Seat) float64 {
	n := 0
	for _, p := range now.View(engine.Judge).Pieces {
		if p.Seat == seat {
			n += p.Steps
		} else {
			n -= p.Steps
		}
	}
	return float64(n)
}

// count counts pieces on the map.
func count(now engine.Position, is func(engine.Piece) bool) int {
	n := 0
	for _, p := range now.View(engine.Judge).Pieces {
		if is(p) {
			n++
		}
	}
	return n
}

// unsupplied counts pieces that the next supply phase would not supply.
func unsupplied(now engine.Position, is func(engine.Piece) bool) int {
	answer, err := now.Ask(engine.Judge, engine.Query{Name: "supply"})
	if err != nil {
		return math.MinInt32
	}
	units := answer.Data.(celles.SupplyData).Units
	return count(now, func(p engine.Piece) bool { return is(p) && units[p.ID] != "supplied" })
}

var errTooDeep = errors.New("too much to look at")

// value is what a position is worth. from is where the question was asked.
func (x *exact) value(from engine.Moment, now engine.Position) (float64, error) {
	if x.horizon(from, now) {
		return x.measure(now, x.seat), nil
	}
	if x.most--; x.most < 0 {
		return 0, errTooDeep
	}
	p := now.Prompts()[0]
	if p.Seat == engine.Chance {
		return x.expected(from, now, p)
	}
	answers := [][]string{p.Default}
	if slices.Contains(reactions, p.Kind) {
		var err error
		if answers, err = completePaths(now, p, 200); err != nil {
			return 0, err
		}
	} else if p.Kind != "move" {
		return 0, fmt.Errorf("on the way to the horizon %s is asked: %s", p.Seat, p.Kind)
	}
	best := math.NaN()
	for _, path := range answers {
		v, err := x.after(from, now, p, path)
		if err != nil {
			return 0, err
		}
		if math.IsNaN(best) || (v > best) == (p.Seat == x.seat) {
			best = v
		}
	}
	return best, nil
}

// after is what an answer is worth.
func (x *exact) after(from engine.Moment, now engine.Position, p engine.Prompt, path []string) (float64, error) {
	out, err := now.Submit(1, p.Seat, p.ID, path)
	if err != nil {
		return 0, err
	}
	return x.value(from, out.Position)
}

// expected is the mean over the faces of a roll.
func (x *exact) expected(from engine.Moment, now engine.Position, p engine.Prompt) (float64, error) {
	node, err := now.Options(p.ID, nil)
	if err != nil {
		return 0, err
	}
	sum, of := 0.0, 0
	for _, face := range node.Options {
		v, err := x.after(from, now, p, []string{face.ID})
		if err != nil {
			return 0, err
		}
		sum += v * float64(max(1, face.Weight))
		of += max(1, face.Weight)
	}
	return sum / float64(of), nil
}

// completePaths lists all whole answers to a question, at most so many.
func completePaths(now engine.Position, p engine.Prompt, most int) ([][]string, error) {
	var out [][]string
	var walk func(path []string) error
	walk = func(path []string) error {
		node, err := now.Options(p.ID, path)
		switch {
		case err != nil:
			return err
		case len(out) > most:
			return errTooDeep
		case node.Done:
			out = append(out, path)
		}
		for _, o := range node.Options {
			if err := walk(append(slices.Clip(path), o.ID)); err != nil {
				return err
			}
		}
		return nil
	}
	return out, walk(nil)
}
