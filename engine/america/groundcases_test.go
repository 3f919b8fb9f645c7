package america

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/enginetest/rulecase"
)

// Lines of cases about movement and supply:
//
//	zoc german 2113 !2114        hexes in the ZOC of a side, and not
//	supply 110-28=unsupplied     what 7.1 would find now
//	commands hq-v 422-106=isolated !8-4   whom a headquarters could activate, and how supplied
//	reach 110-28 3109=2/5 3410=- what a hex costs, and what is left there; - out of reach; 2/5! with a roll
//	marches 317-80 3915=7/0      the same by strategic movement

func checkZOC(r *rulecase.Run, words []string) {
	var data ZOCData
	r.Ask(engine.Query{Name: "zoc", Args: map[string][]string{"side": words[:1]}}, &data)
	for _, w := range words[1:] {
		h, not := strings.CutPrefix(w, "!")
		if slices.Contains(data.Hexes, h) == not {
			r.Fail("%s: the ZOC is %v", w, data.Hexes)
		}
	}
}

func checkSupply(r *rulecase.Run, words []string) {
	var data SupplyData
	r.Ask(engine.Query{Name: "supply"}, &data)
	checkStates(r, words, data.Supplied, data.Unsupplied, data.Isolated)
}

func checkCommands(r *rulecase.Run, words []string) {
	var data RangeData
	r.Ask(engine.Query{Name: "range", Args: map[string][]string{"hq": words[:1]}}, &data)
	checkStates(r, words[1:], data.Supplied, data.Unsupplied, data.Isolated)
}

// checkStates compares words like 8-4=isolated, or !8-4 for a unit in no list, with lists by state of supply.
func checkStates(r *rulecase.Run, words []string, lists ...[]string) {
	for _, w := range words {
		unit, want, _ := strings.Cut(strings.TrimPrefix(w, "!"), "=")
		got := ""
		for st, list := range lists {
			if slices.Contains(list, unit) {
				got = supplyIDs[st]
			}
		}
		if got != want {
			r.Fail("%s is %q", unit, got)
		}
	}
}

func checkReach(r *rulecase.Run, words []string) { checkWays(r, "reach", words) }

func checkMarches(r *rulecase.Run, words []string) { checkWays(r, "strategic", words) }

func checkWays(r *rulecase.Run, query string, words []string) {
	var data engine.Reach
	r.Ask(engine.Query{Name: query, Args: map[string][]string{"unit": words[:1]}}, &data)
	for _, w := range words[1:] {
		hex, want, _ := strings.Cut(w, "=")
		got := "-"
		for _, to := range data.Hexes {
			if to.To.String() == hex {
				if got = engine.FormatExact(to.Cost, data.Of) + "/" + engine.FormatExact(to.Left, data.Of); to.Rolls {
					got += "!"
				}
			}
		}
		if got != want {
			r.Fail("%s is reached for %s", hex, got)
		}
	}
}
