package celles

import (
	"strings"

	"referee/engine"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
)

// does says what a complete answer does, for the button that gives it, where the walk does not; nil: what the label of its
// last element says.
func (g *rules) does(p engine.Prompt, path []string) *engine.Msg {
	var of string
	last := path[len(path)-1]
	args := []engine.Arg{engine.Noun("unit", path[0])}
	_, unit := g.d.UnitIDs.Find(path[0])
	_, formation := g.d.FormationIDs.Find(path[0])
	h, hex := g.d.HexIDs.Find(last)
	if hex {
		args = append(args, g.hexArg("hex", h))
	}
	switch p.Kind {
	case kindSetup, kindPlace:
		if hex {
			of = "place"
		}
	case kindActivate:
		switch {
		case last == "go":
			of = "activate-some"
			named := lists.Map(path[1:len(path)-1], func(id string) string { return strings.TrimPrefix(id, "+") })
			args = []engine.Arg{events.Nouns("units", named)}
		case unit || formation:
			of = "activate"
		case len(path) > 1:
			of = "chit"
			args = []engine.Arg{engine.Noun("chit", path[0])}
		}
	case kindExtra:
		if len(path) > 1 {
			of, args = "activate", []engine.Arg{engine.Noun("unit", path[1])}
		}
	case kindStack, kindLoss:
		of = "lose"
	case kindDisrupt:
		of = "disrupt"
	case kindRetreat:
		switch {
		case hex:
			of = "retreat"
		case len(path) == 1: // it has no way
			of = "lost"
		}
	case kindAdvance:
		if hex {
			of = "advance"
		}
	}
	if of == "" {
		return nil
	}
	m := engine.Say("does."+of, args...)
	return &m
}
