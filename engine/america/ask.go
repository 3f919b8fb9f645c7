package america

import (
	"referee/engine"
	"referee/engine/kit/reach"
	"referee/engine/kit/usage"
)

// asked is what can be asked without changing anything.
var asked = []struct {
	name, args string
	answer     func(g *rules, s *State, v engine.Viewer, q engine.Query) (engine.Answer, error)
}{
	{"reach", "unit", func(g *rules, s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
		return reach.Answer[*State](g, s, v, q, "5.1")
	}},
	{"strategic", "unit", func(g *rules, s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
		return reach.Answer[*State](strategically{g}, s, v, q, "5.2")
	}},
	{"range", "hq", (*rules).askRange},
	{"command", "unit", (*rules).askCommand},
	{"supply", "", (*rules).askSupply},
	{"zoc", "side", (*rules).askZOC},
	{"unit", "unit", (*rules).askUnit},
	{"hex", "hex", (*rules).askHex},
	{"odds", "hex with=unit*", (*rules).askOdds},
	{"needs", "", (*rules).askNeeds},
}

// queries describes them.
func queries() []engine.QueryInfo {
	var all []engine.QueryInfo
	for _, q := range asked {
		all = append(all, engine.QueryInfo{Name: q.name, Args: usage.Args(q.args)})
	}
	return all
}

// Ask answers a query.
func (g *rules) Ask(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	for _, known := range asked {
		if known.name == q.Name {
			return known.answer(g, s, v, q)
		}
	}
	return engine.Answer{}, engine.Refuse("2", "illegal.query", engine.Text("word", q.Name))
}
