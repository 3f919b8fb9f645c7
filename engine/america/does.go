package america

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
)

// does says what a complete answer does, for the button that gives it, where the walk does not; nil: what the label of its
// last element says.
func (g *rules) does(p engine.Prompt, path []string) *engine.Msg {
	say := func(of string, args ...engine.Arg) *engine.Msg {
		m := engine.Say("does."+of, args...)
		return &m
	}
	first, last := path[0], path[len(path)-1]
	to := -1 // the place of the last hex
	for i, id := range path {
		if _, is := g.d.HexIDs.Find(id); is {
			to = i
		}
	}
	hex := func() engine.Arg { return g.hexArg("hex", g.d.HexIDs.Of(path[to])) }
	list := func() engine.Arg {
		named := lists.Filter(path, func(id string) bool { return strings.HasPrefix(id, "+") })
		return events.Nouns("list", lists.Map(named, func(id string) string { return id[1:] }))
	}
	switch p.Kind {
	case kindSetup, kindReturn:
		switch {
		case to > 0:
			return say("place", engine.Noun("unit", first), hex())
		case to == 0:
			return say("return", hex())
		}
	case kindPick, kindPicks:
		if last != "done" {
			return say("take", engine.Noun("formation", last))
		}
	case kindDrop:
		if to >= 0 {
			turn := first
			if to == 0 { // in older records
				turn = last
			}
			return say("drop", hex(), engine.Text("turn", turn))
		}
	case kindRebuild:
		if last != "done" {
			return say("rebuild", engine.Noun("unit", last))
		}
	case kindSupply, kindChits:
		if len(path) == 1 {
			return say(p.Kind + ".none")
		}
		return say(p.Kind, list())
	case kindMove, kindExploit:
		switch {
		case slices.Contains(path, "overrun"):
			return say("overrun", hex())
		case slices.Contains(path, "bridge"):
			return say("bridge", hex())
		case last == "exit":
			return say("exit")
		case to == len(path)-1:
			return say("move", hex())
		}
	case kindAttack:
		if to >= 0 {
			return say("attack", hex())
		}
	case kindAir, kindSupport:
		return say(p.Kind)
	case kindResolve:
		return say("resolve", hex())
	case kindEvade, kindRetreat:
		if to >= 0 {
			return say("retreat", hex())
		}
	case kindLoss:
		return say("lose", engine.Noun("unit", last))
	case kindStack:
		return say("remove", engine.Noun("unit", last))
	case kindAdvance:
		if to >= 0 {
			return say("advance", hex())
		}
	}
	return nil
}
