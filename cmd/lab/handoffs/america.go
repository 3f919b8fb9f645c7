package handoffs

import (
	"cmp"
	"slices"
	"strings"

	"referee/cmd/lab/doctrine"
	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/america/weights"
	"referee/engine/hex"
)

// americaPeople play America Triumphant.
func americaPeople() *people {
	return &people{
		weights:  weights.Solo(),
		doctrine: rearguard{},
		called:   event.Of(event.AttackDeclared{}).Kind(),
		fought:   event.Of(event.CombatRolled{}).Kind(),
	}
}

// rearguard spends reduced units first, those before that stand first in the list, falls back together on its own rear, lays no
// air cover, and puts no chit back.
type rearguard struct{}

// falls are the directions of retreat by seat, the preferred first.
var falls = map[engine.Seat][]string{
	"german": {"east", "southeast", "northeast", "southwest", "northwest", "west"},
	"allied": {"west", "northwest", "southwest", "northeast", "southeast", "east"},
}

// Orders are what it leaves.
func (rearguard) Orders(seat engine.Seat) []engine.Standing {
	by := map[string][]string{"by": {"reduced", "listed"}}
	only := map[engine.Seat]string{"german": "let-play", "allied": "keep-air"}
	return []engine.Standing{
		{Clause: "losses", Args: by},
		{Clause: "stacking", Args: by},
		{Clause: "retreat", Args: map[string][]string{"toward": falls[seat]}},
		{Clause: only[seat]},
	}
}

// Answer is the same, worked out from what can be seen.
func (r rearguard) Answer(pos engine.Position, p engine.Prompt) (path []string, ok bool, err error) {
	if at := pos.Moment().Seat; at == "" || at == p.Seat {
		return nil, false, nil
	}
	switch p.Kind {
	case "loss", "stack":
		path, err = r.harm(pos, p)
	case "retreat":
		path, err = r.retreat(pos, p)
	case "air":
		path = []string{"go"}
	case "put-back":
		path = []string{"play"}
	default:
		return nil, false, nil
	}
	return path, err == nil, err
}

// pieces are those that can be seen, by their ids.
func pieces(pos engine.Position) map[string]engine.Piece {
	seen := map[string]engine.Piece{}
	for _, x := range pos.View(engine.Spectator).Pieces {
		seen[x.ID] = x
	}
	return seen
}

// harm takes a reduced unit; of several the one offered first, which is the first in the list.
func (rearguard) harm(pos engine.Position, p engine.Prompt) ([]string, error) {
	node, err := pos.Options(p.ID, nil)
	if err != nil {
		return nil, err
	}
	seen := pieces(pos)
	whole := func(id string) int {
		if x := seen[id]; x.Of == 2 && x.Steps == 1 {
			return 0
		}
		return 1
	}
	first := slices.MinFunc(node.Options, func(a, b engine.Option) int { return cmp.Compare(whole(a.ID), whole(b.ID)) })
	return []string{first.ID}, nil
}

// retreat goes with the first unit and all that can go along, hex by hex in the preferred direction.
func (rearguard) retreat(pos engine.Position, p engine.Prompt) (path []string, err error) {
	seen := pieces(pos)
	var at hex.Coord
	for {
		node, err := pos.Options(p.ID, path)
		if err != nil || node.Done {
			return path, err
		}
		if i := slices.IndexFunc(node.Options, func(o engine.Option) bool { return strings.HasPrefix(o.ID, "+") }); i >= 0 {
			unit := node.Options[i].ID
			path, at = append(path, unit), seen[unit[1:]].At
			continue
		}
		next := doctrine.Toward(scenario.Grid, directions, falls[p.Seat], at, node.Options)
		if at, err = hex.Parse(next); err != nil {
			return nil, err
		}
		path = append(path, next)
	}
}

// directions are the words of the game for directions.
var directions = map[hex.Dir]string{
	hex.PNE: "northeast", hex.PE: "east", hex.PSE: "southeast", hex.PSW: "southwest", hex.PW: "west", hex.PNW: "northwest",
}
