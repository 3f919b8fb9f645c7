package toy

import (
	"strings"

	"referee/engine"
	"referee/engine/hex"
)

// 5 March. The path is "stay", or a group ("+red-a +red-b go"), the hexes it
// goes through and "stop". The group may be named in any order, and a hex
// further off stands for the way to it.
func (g *Rules) judgeMarch(r *ruling, path []string) (engine.Node, error) {
	s := r.State()
	if len(path) == 0 {
		stay := engine.Option{ID: "stay", Kind: "stay"}
		return engine.Node{Options: append([]engine.Option{stay}, g.joiners(s, 0)...)}, nil
	}
	if path[0] == "stay" {
		if err := end(path[1:], "5"); err != nil {
			return engine.Node{}, err
		}
		r.Take("stay")
		r.Emit(&Marched{Seat: seats[s.acting]})
		g.next(r)
		return done, nil
	}
	n := 0
	for n < len(path) && strings.HasPrefix(path[n], "+") {
		n++
	}
	group, err := g.group(s, path[:n])
	if err != nil {
		return engine.Node{}, err
	}
	if n == 0 {
		return engine.Node{}, engine.Refuse("5", "refuse.choice", engine.Text("given", path[0]))
	}
	for _, id := range g.ids(group) {
		r.Take("+" + id)
	}
	if n == len(path) {
		return engine.Node{Options: append(g.joiners(s, group), engine.Option{ID: "go", Kind: "go"})}, nil
	}
	if path[n] != "go" {
		return engine.Node{}, engine.Refuse("5", "refuse.choice", engine.Text("given", path[n]))
	}
	r.Take("go")
	m := &march{g: g, r: r, units: g.ids(group), at: s.at[lowest(group)], left: allowance}
	return m.walk(path[n+1:])
}

// joiners lists the units that may be added to a group, in listed order: those
// that stand in its hex and can leave it.
func (g *Rules) joiners(s *State, group uint8) []engine.Option {
	var options []engine.Option
	for i, u := range g.units {
		if u.seat != s.acting || group>>i != 0 || len(g.ways(s, s.at[i])) == 0 {
			continue
		}
		if group == 0 || s.at[i] == s.at[lowest(group)] {
			options = append(options, engine.Option{ID: "+" + u.id, Kind: "unit"})
		}
	}
	return options
}

// group reads a set of units, named in any order.
func (g *Rules) group(s *State, names []string) (group uint8, err error) {
	for _, name := range names {
		i := g.unit(name[1:])
		given := engine.Text("given", name)
		switch {
		case i < 0 || g.units[i].seat != s.acting || !s.at[i].Valid():
			return 0, engine.Refuse("5", "refuse.choice", given)
		case group>>i&1 == 1:
			return 0, engine.Refuse("5", "refuse.twice", given)
		case group != 0 && s.at[i] != s.at[lowest(group)]:
			return 0, engine.Refuse("5", "refuse.apart", given)
		case len(g.ways(s, s.at[i])) == 0:
			return 0, engine.Refuse("3", "refuse.flood", engine.Hex("from", s.at[i]))
		}
		group |= 1 << i
	}
	return group, nil
}

// lowest is the index of the first unit of a group.
func lowest(group uint8) int {
	for i := range 8 {
		if group>>i&1 == 1 {
			return i
		}
	}
	return 0
}

// ids lists the units of a group.
func (g *Rules) ids(group uint8) []string {
	var ids []string
	for i, u := range g.units {
		if group>>i&1 == 1 {
			ids = append(ids, u.id)
		}
	}
	return ids
}

// ways lists the hexes that can be entered from a hex.
//
// 3 In a flood the river cannot be crossed.
func (g *Rules) ways(s *State, from hex.Coord) []hex.Coord {
	var ways []hex.Coord
	for _, d := range hex.Dirs {
		to, ok := g.board.Grid.Neighbour(from, d)
		closed := s.flood && g.river(from, to)
		if from.Valid() && ok && g.onBoard(to) && !closed {
			ways = append(ways, to)
		}
	}
	return ways
}

func (g *Rules) river(a, b hex.Coord) bool {
	for _, e := range g.board.Edges {
		if e.Edge == hex.EdgeOf(a, b) {
			return true
		}
	}
	return false
}

// march is the walk of a group from hex to hex.
type march struct {
	g      *Rules
	r      *ruling
	units  []string
	at     hex.Coord
	left   int // hexes it may still enter
	steps  int
	attack bool
}

func (m *march) walk(path []string) (engine.Node, error) {
	for i, id := range path {
		if id == "stop" && m.steps > 0 {
			if err := end(path[i+1:], "5"); err != nil {
				return engine.Node{}, err
			}
			m.r.Take("stop")
			m.stop()
			return done, nil
		}
		to, err := hex.Parse(id)
		if err != nil {
			return engine.Node{}, engine.Refuse("5", "refuse.choice", engine.Text("given", id))
		}
		way := m.way(to)
		if way == nil {
			return engine.Node{}, m.refusal(to)
		}
		for _, next := range way {
			m.step(next)
		}
	}
	return engine.Node{Options: m.options()}, nil
}

// stop ends the march, or begins the fight.
func (m *march) stop() {
	s := m.r.State()
	if m.attack {
		m.r.Emit(&Phase{Phase: phaseFight, Seat: seats[s.acting]})
		return
	}
	m.r.Emit(&Marched{Seat: seats[s.acting]})
	m.g.next(m.r)
}

func (m *march) options() []engine.Option {
	var options []engine.Option
	for _, to := range m.next(m.at, m.left) {
		kind := "step"
		if m.enemy(to) {
			kind = "attack"
		}
		options = append(options, engine.Option{ID: to.String(), Kind: kind})
	}
	if m.steps > 0 {
		options = append(options, engine.Option{ID: "stop", Kind: "stop"})
	}
	return options
}

// next lists the hexes that the group may enter from a hex.
func (m *march) next(from hex.Coord, left int) []hex.Coord {
	if left == 0 || m.attack {
		return nil
	}
	return m.g.ways(m.r.State(), from)
}

func (m *march) enemy(at hex.Coord) bool {
	s := m.r.State()
	return m.g.count(s, 1-s.acting, at) > 0
}

// way is the shortest way to a hex, or nil. Only its last hex may be the
// enemy's. The board is a row, so there is one way at most.
func (m *march) way(to hex.Coord) []hex.Coord {
	for _, a := range m.next(m.at, m.left) {
		if a == to {
			return []hex.Coord{a}
		}
	}
	for _, a := range m.next(m.at, m.left) {
		if m.enemy(a) {
			continue
		}
		for _, b := range m.next(a, m.left-1) {
			if b == to && b != m.at {
				return []hex.Coord{a, b}
			}
		}
	}
	return nil
}

// refusal says why the group cannot get to a hex.
func (m *march) refusal(to hex.Coord) error {
	s := m.r.State()
	switch {
	case !m.g.onBoard(to):
		return engine.Refuse("5", "refuse.board", engine.Hex("at", to))
	case m.attack:
		return engine.Refuse("5", "refuse.attacked", engine.Hex("at", to))
	case s.flood && m.g.river(m.at, to):
		return engine.Refuse("3", "refuse.flood", engine.Hex("from", m.at))
	default:
		return engine.Refuse("5", "refuse.far", engine.Hex("at", to), engine.Num("left", m.left))
	}
}

func (m *march) step(to hex.Coord) {
	m.r.Take(to.String())
	m.steps++
	m.left--
	if m.enemy(to) {
		m.attack = true
		m.r.Emit(&Attacked{Units: m.units, From: m.at, At: to})
		return
	}
	m.r.Emit(&Stepped{Units: m.units, From: m.at, To: to})
	m.at = to
}
