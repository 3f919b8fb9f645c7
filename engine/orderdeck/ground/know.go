package ground

import (
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/kit/lists"
	"referee/engine/orderdeck"
)

var _ orderdeck.Facts = (*Map)(nil)

// name is the id by which the orders know a unit: its number, counted from 1, and its id in the game.
func (m *Map) name(u int) string { return strconv.Itoa(u+1) + "/" + m.Units[u].ID }

// Unit is the unit with a name, or with its id in the game, with or without "+"; None: there is none.
func (m *Map) Unit(name string) int {
	_, id, is := strings.Cut(name, "/")
	if !is {
		id = strings.TrimPrefix(name, "+")
	}
	return slices.IndexFunc(m.Units, func(x Unit) bool { return x.ID == id })
}

// Hex is the hex with a number, or that of a unit; a German stack is known by that of its hex. None: there is none.
func (m *Map) Hex(name string) int {
	if u := m.Unit(name); u != None {
		return m.Units[u].Hex
	}
	return slices.IndexFunc(m.Hexes, func(x Hex) bool { return x.ID == name })
}

// arg makes an argument of a message of the name of a unit, or the number of a hex.
func (m *Map) arg(name, id string) engine.Arg {
	switch u, h := m.Unit(id), m.Hex(id); {
	case u != None:
		return engine.Noun(name, m.Units[u].ID)
	case h != None:
		return engine.Hex(name, m.Hexes[h].At)
	}
	return engine.Text(name, id)
}

// Know answers all that the procedure asks of a map.
func (m *Map) Know(f orderdeck.Fact) (v orderdeck.Value, known bool) {
	u, h := m.Unit(f.Of), m.Hex(f.Of)
	name := func(h int) string { return m.Hexes[h].ID }
	if list, ok := units[f.Kind]; ok {
		v.List = lists.Map(list(m, u, h), m.name)
	} else if list, ok := hexes[f.Kind]; ok {
		v.List = lists.Map(list(m, u, f.With), name)
	} else if f.Kind == orderdeck.State {
		v.Yes = m.state(f.Of, m.Hex(f.With))
	} else if is, ok := signs[f.Kind]; ok && h != None {
		v.Yes = is(m, u, h, f.With)
	}
	switch f.Kind {
	case orderdeck.Strength:
		v.Number = lists.Sum(lists.Map(m.stack(h), func(g int) int { return m.Units[g].Defence }))
		if u != None {
			v.Number = m.Units[u].Attack
		}
	case orderdeck.Points:
		v.Number = 2 // [R 22]
	default:
	}
	return v, true
}

// units are what is answered by a list of units, of a unit in its hex, or of a German stack.
var units = map[orderdeck.Kind]func(m *Map, u, h int) []int{
	orderdeck.Members: func(m *Map, _, _ int) []int {
		return m.of(ardennes.Allied, func(v int) bool { return m.Units[v].Active })
	},
	orderdeck.Stack:  func(m *Map, u, h int) []int { return lists.Filter(m.stack(h), func(v int) bool { return v != u }) },
	orderdeck.Around: func(m *Map, _, h int) []int { return m.of(ardennes.Allied, func(v int) bool { return m.near(v, h) }) },
}

// hexes are what is answered by a list of hexes, of a unit.
var hexes = map[orderdeck.Kind]func(m *Map, u int, with string) []int{
	orderdeck.Targets: func(m *Map, u int, _ string) []int {
		return m.hexes(func(h int) bool { return m.german(h) && m.near(u, h) })
	},
	orderdeck.Vacant: func(m *Map, u int, _ string) []int {
		return m.rooms(u, same, func(w Way) bool { return m.Hexes[w.Hex].VP && len(m.stack(w.Hex)) == 0 && m.nearest(w.Hex) <= threat })
	},
	orderdeck.Approach: func(m *Map, u int, with string) []int { return m.approach(u, m.Hex(with)) },
	orderdeck.Toward:   func(m *Map, u int, with string) []int { return m.toward(u, orderdeck.Verb(with), m.Hex(with)) },
	orderdeck.Dearest: func(m *Map, u int, with string) []int {
		return m.least(with, func(h int) int {
			i := slices.IndexFunc(m.waysOf(u), func(w Way) bool { return w.Hex == h })
			return -m.waysOf(u)[i].Cost
		})
	},
	orderdeck.Fewest: func(m *Map, _ int, with string) []int {
		return m.least(with, func(h int) int { return len(m.stack(h)) })
	},
}

// signs are what is so or not: of a unit in its hex, or of a hex.
var signs = map[orderdeck.Kind]func(m *Map, u, h int, with string) bool{
	orderdeck.Near: func(m *Map, _, h int, _ string) bool { return m.threatened(h) },
	orderdeck.Supplied: func(m *Map, u, h int, _ string) bool {
		return u == None && m.inTouch(h) || u != None && m.Units[u].Supplied
	},
	orderdeck.Cut:        func(m *Map, _, h int, _ string) bool { return !m.inTouch(h) },
	orderdeck.Surrounded: func(m *Map, _, h int, _ string) bool { return len(m.open(h, m.screen())) == 0 },
	orderdeck.Danger:     func(m *Map, u, h int, with string) bool { return m.danger(max(u, m.Unit(with)), h) },
	orderdeck.Gap:        func(m *Map, u, _ int, with string) bool { return m.gap(u, m.Hex(with)) },
	orderdeck.VP:         func(m *Map, _, h int, _ string) bool { return m.Hexes[h].VP },
	orderdeck.Village:    func(m *Map, _, h int, _ string) bool { return m.state("village", h) || m.state("town", h) },
	orderdeck.Beside:     func(m *Map, _, h int, with string) bool { return m.beside(h, m.Hex(with)) },
	orderdeck.River:      func(m *Map, u, _ int, with string) bool { return m.across(u, m.Hex(with)) },
	orderdeck.Shaken: func(m *Map, _, h int, _ string) bool {
		return len(m.of(ardennes.Allied, func(v int) bool { return m.Units[v].Dispersed && m.beside(h, m.Units[v].Hex) })) > 0
	},
	orderdeck.Breach:     func(m *Map, _, h int, _ string) bool { return m.gaps(None, None) > 0 && m.breach(h) },
	orderdeck.Threatened: func(m *Map, _, h int, _ string) bool { return m.nearest(h) <= threat },
	orderdeck.Cuts:       func(m *Map, _, h int, _ string) bool { return m.severs(h) },
	orderdeck.Faced: func(m *Map, _, h int, _ string) bool {
		return slices.ContainsFunc(m.Hexes[h].Next[:], func(to int) bool { return to != None && m.screen().Held[ardennes.Allied][to] })
	},
	orderdeck.Empty:     func(m *Map, _, h int, _ string) bool { return len(m.stack(h)) == 0 },
	orderdeck.Dispersed: func(m *Map, u, _ int, _ string) bool { return m.Units[u].Dispersed },
	orderdeck.Improved:  func(*Map, int, int, string) bool { return true }, // our games have none: nobody can get one
	orderdeck.Reduced:   func(m *Map, u, _ int, _ string) bool { return m.Units[u].Reduced },
	orderdeck.Steps:     func(m *Map, _, h int, _ string) bool { return m.spare(h, func(x Unit) int { return x.Steps }, 5) },
	orderdeck.Power:     func(m *Map, _, h int, _ string) bool { return m.spare(h, func(x Unit) int { return x.Attack }, 8) },
}

func same(h int) int { return h }

// german reports whether German units stand in a hex.
func (m *Map) german(h int) bool { return h != None && m.screen().Held[ardennes.German][h] }

// spare reports whether a stack is so large that it can spare a unit (6 B). A unit alone is not a stack [R 36].
func (m *Map) spare(h int, size func(Unit) int, least int) bool {
	units := m.stack(h)
	return len(units) > 1 && lists.Sum(lists.Map(units, func(v int) int { return size(m.Units[v]) })) >= least
}

// state reports whether a condition holds for the Germans in a hex (8).
func (m *Map) state(condition string, h int) bool {
	return h != None && (slices.Contains(m.Hexes[h].Ground, condition) || slices.ContainsFunc(m.stack(h), func(g int) bool {
		return condition == "unsupplied" && !m.Units[g].Supplied || condition == "isolated" && m.Units[g].Isolated
	}))
}

// least are those of some hexes that are ranked lowest.
func (m *Map) least(list string, rank func(h int) int) []int {
	all := lists.Map(strings.Split(list, ","), m.Hex)
	best := slices.Min(lists.Map(all, rank))
	return lists.Filter(all, func(h int) bool { return rank(h) == best })
}

// severs reports whether an Allied unit is out of communication that would be in it if a German stack were not there.
func (m *Map) severs(h int) bool {
	lost := m.of(ardennes.Allied, func(v int) bool { return !m.inTouch(m.Units[v].Hex) })
	if len(lost) == 0 {
		return false
	}
	without := m.linked(m.If(None, m.stack(h)...))
	return slices.ContainsFunc(lost, func(v int) bool { return without[m.Units[v].Hex] })
}

// breach reports whether a gap is next to a stack: two hexes away, as its own zone of control is between them.
func (m *Map) breach(at int) bool {
	s := m.screen()
	return len(m.hexes(func(h int) bool {
		free := !s.Held[ardennes.Allied][h] && !s.Zone[ardennes.Allied][h] && !s.Held[ardennes.German][h]
		return free && m.Grid.Distance(m.Hexes[h].At, m.Hexes[at].At) == threat
	})) > 0
}

// direction is that from a hex to the next, or None.
func (m *Map) direction(h, to int) int { return slices.Index(m.Hexes[h].Next[:], to) }

// approach lists the hexes next to a stack that a unit can come to and attack it from, by number.
func (m *Map) approach(u, t int) []int {
	return m.rooms(u, same, func(w Way) bool { return w.Fights && m.beside(w.Hex, t) && !m.Hexes[w.Hex].Bars[m.direction(w.Hex, t)] })
}

// across reports whether a unit attacks a stack over a river: from where it stands, or from where it would go first.
func (m *Map) across(u, t int) bool {
	h := m.Units[u].Hex
	if list := m.approach(u, t); !m.beside(h, t) && len(list) > 0 {
		h = list[0]
	}
	return m.beside(h, t) && m.Hexes[h].River[m.direction(h, t)]
}

// toward lists the hexes to which a unit can go by a verb, or against a German stack, the best first.
func (m *Map) toward(u int, by orderdeck.Verb, t int) []int {
	at := m.Units[u].Hex
	down := func(slope func(h int) int) func(w Way) bool {
		return func(w Way) bool { return slope(w.Hex) < slope(at) }
	}
	switch by {
	case orderdeck.Wander: // as near as it can to a hex in communication, then through as few German zones of control as can be [R 15]
		far := m.distances(m.inTouch, m.german)
		return m.rooms(u, func(h int) int {
			return 2*far[h] + lists.Count([]int{h}, func(h int) bool { return m.screen().Zone[ardennes.German][h] })
		},
			down(func(h int) int { return far[h] }))
	case orderdeck.StepBack:
		return m.rooms(u, m.back, func(w Way) bool { return m.beside(at, w.Hex) && down(m.back)(w) })
	case orderdeck.FallBack: // no farther than it must
		return m.rooms(u, func(h int) int { return -m.back(h) }, down(m.back))
	case orderdeck.Advance: // as far as it can
		return m.rooms(u, m.Arrow, down(m.Arrow))
	case orderdeck.Fill:
		return m.rooms(u, func(h int) int { return m.gaps(u, h) }, func(w Way) bool {
			return m.Grid.Distance(m.Hexes[w.Hex].At, m.Hexes[at].At) <= threat && m.gaps(u, w.Hex) < m.gaps(None, None)
		})
	default:
	}
	covers := []string{"town", "siegfried", "village", "forest", "", "clear"} // the best terrain first
	return m.rooms(u, func(h int) int {
		return slices.IndexFunc(covers, func(c string) bool { return c == "" && !m.state("clear", h) || m.state(c, h) })
	}, func(w Way) bool { return m.beside(w.Hex, t) })
}
