// Package doctrine answers the questions that the enemy's attacks raise in Celles: by standing orders, or when
// the player is asked.
package doctrine

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/events"
)

// Doctrine is how a steady player answers the questions that the enemy's attacks raise.
// It can be left as standing orders; the player who is asked works the same answer out
// from what they see, so that orders and player can be compared.
type Doctrine struct {
	// Faces is on how many faces of the die the Combat chit must change the
	// result to be played; 0: it never is.
	Faces int
	// Harm is the order in which units lose steps, are disrupted and retreat: words of
	// the argument "by".
	Harm []string
	// Toward are the directions of retreat by seat, the preferred first.
	Toward map[engine.Seat][]string
}

// Steady spends reduced and weak units first and falls back on its own rear.
var Steady = Doctrine{
	Faces: 7,
	Harm:  []string{"reduced", "weakest", "listed"},
	Toward: map[engine.Seat][]string{
		"german": {"south", "southeast", "southwest", "northeast", "northwest", "north"},
		"allied": {"north", "northwest", "northeast", "southwest", "southeast", "south"},
	},
}

// Orders are the doctrine as standing orders of a seat, in the order in which they must
// be left: of those that answer a question the last one counts.
func (d Doctrine) Orders(seat engine.Seat) []engine.Standing {
	by := map[string][]string{"by": d.Harm}
	orders := []engine.Standing{
		{Clause: "keep-chit"},
		{Clause: "losses", Args: by},
		{Clause: "disruption", Args: by},
		{Clause: "stacking", Args: by},
		{Clause: "retreat", Args: map[string][]string{"toward": d.Toward[seat], "by": d.Harm}},
	}
	if d.Faces > 0 {
		play := map[string][]string{"faces": {strconv.Itoa(d.Faces)}}
		orders = append(orders, engine.Standing{Clause: "combat-chit", Args: play})
	}
	return orders
}

// Answer is the player's answer when asked. ok is false if the doctrine says nothing:
// in their own phase, or to other kinds of question.
func (d Doctrine) Answer(pos engine.Position, p engine.Prompt) (path []string, ok bool, err error) {
	if at := pos.Moment().Seat; at == "" || at == p.Seat {
		return nil, false, nil
	}
	switch p.Kind {
	case "combat-chit":
		path, err = d.chit(pos, p)
	case "loss", "disrupt", "stack":
		path, err = d.harm(pos, p)
	case "retreat":
		path, err = d.retreat(pos, p)
	default:
		return nil, false, nil
	}
	return path, err == nil, err
}

// chit tries both answers on every face of the die.
func (d Doctrine) chit(pos engine.Position, p engine.Prompt) ([]string, error) {
	with, err := results(pos, p, "combat")
	if err != nil {
		return nil, err
	}
	without, err := results(pos, p, "no")
	if err != nil {
		return nil, err
	}
	changed := 0
	for i := range with {
		if with[i] != without[i] {
			changed++
		}
	}
	if d.Faces > 0 && changed >= d.Faces {
		return []string{"combat"}, nil
	}
	return []string{"no"}, nil
}

// results are those of an attack on each face, once the chit's question is answered.
func results(pos engine.Position, p engine.Prompt, answer string) ([]string, error) {
	after, err := pos.Submit(0, p.Seat, p.ID, []string{answer})
	if err != nil {
		return nil, err
	}
	roll := after.Position.Prompts()[0]
	faces, err := after.Position.Options(roll.ID, nil)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, f := range faces.Options {
		out, err := after.Position.Draft(roll.ID, []string{f.ID})
		if err != nil {
			return nil, err
		}
		for _, e := range out.Events {
			if e, ok := events.Fact(e).(event.AttackRolled); ok {
				list = append(list, e.Attacker+"/"+e.Defender)
			}
		}
	}
	if len(list) != len(faces.Options) {
		return nil, fmt.Errorf("doctrine: %s is not a roll of an attack", roll.ID)
	}
	return list, nil
}

// harm takes the unit that comes first.
func (d Doctrine) harm(pos engine.Position, p engine.Prompt) ([]string, error) {
	node, err := pos.Options(p.ID, nil)
	if err != nil {
		return nil, err
	}
	list := make([]celles.UnitData, len(node.Options))
	for i, o := range node.Options {
		a, err := pos.Ask(engine.Spectator, engine.Query{Name: "unit", Args: map[string][]string{"unit": {o.ID}}})
		if err != nil {
			return nil, err
		}
		list[i] = a.Data.(celles.UnitData)
	}
	first := slices.MinFunc(list, func(a, b celles.UnitData) int { // of equal ones, the one listed first
		for _, word := range d.Harm {
			if word == "listed" {
				break
			}
			if c := cmp.Compare(rank(word, b), rank(word, a)); c != 0 {
				return c
			}
		}
		return 0
	})
	return []string{first.Unit}, nil
}

// rank is higher the more a unit fits a preference.
func rank(word string, u celles.UnitData) int {
	has := func(on bool) int {
		if on {
			return 1
		}
		return 0
	}
	switch word {
	case "weakest":
		return -u.Defend
	case "strongest":
		return u.Defend
	case "full":
		return has(u.Steps == 2)
	default: // the name of a state
		return has(slices.Contains(u.States, word))
	}
}

// retreat moves the first unit in the preferred direction, hex by hex.
func (d Doctrine) retreat(pos engine.Position, p engine.Prompt) ([]string, error) {
	path, err := d.harm(pos, p)
	if err != nil {
		return nil, err
	}
	for {
		node, err := pos.Options(p.ID, path)
		if err != nil || node.Done {
			return path, err
		}
		at, err := d.where(pos, path)
		if err != nil {
			return nil, err
		}
		path = append(path, Toward(scenario.Grid, directions, d.Toward[p.Seat], at, node.Options))
	}
}

// where is the hex that a retreat has come to.
func (d Doctrine) where(pos engine.Position, path []string) (hex.Coord, error) {
	if len(path) > 1 {
		return hex.Parse(path[len(path)-1])
	}
	a, err := pos.Ask(engine.Spectator, engine.Query{Name: "unit", Args: map[string][]string{"unit": path}})
	if err != nil {
		return hex.Coord{}, err
	}
	return hex.Parse(a.Data.(celles.UnitData).Hex)
}

// directions are the words of Celles for directions.
var directions = map[hex.Dir]string{
	hex.N: "north", hex.NE: "northeast", hex.SE: "southeast", hex.S: "south", hex.SW: "southwest", hex.NW: "northwest",
}

// Toward is the option for the hex that lies in the first direction of a list, in words of a game; the first option where
// none does.
func Toward(grid hex.Grid, words map[hex.Dir]string, list []string, at hex.Coord, options []engine.Option) string {
	for _, word := range list {
		for _, o := range options {
			to, err := hex.Parse(o.ID)
			if dir, next := grid.Direction(at, to); err == nil && next && words[dir] == word {
				return o.ID
			}
		}
	}
	return options[0].ID
}
