package orderdeck

import (
	"cmp"
	"slices"

	"referee/engine"
	"referee/engine/kit/lists"
)

// Entry is a German unit that has entered a hex, with the checks of bridges (A) and roadblocks (B) so far.
type Entry struct {
	Date    int      `json:"date"`
	Unit    string   `json:"unit"`
	Hex     string   `json:"hex"`
	Retreat bool     `json:"retreat,omitempty"`
	Checked []string `json:"checked,omitempty"` // hexes checked for a roadblock before in this activation of the unit
	Rolls   []int    `json:"rolls,omitempty"`
	Done    []Act    `json:"done,omitempty"`
}

// Enter returns the next step when a German unit has entered a hex.
func (d *Deck) Enter(e Entry, facts Facts) Step {
	return d.run(facts, func(p *inquiry) *Reason {
		p.bridges(e)
		p.roadblocks(e)
		return nil
	})
}

// directions are the sides of a hex in the order in which bridges are checked (Reading 23).
var directions = []string{"n", "ne", "se", "s", "sw", "nw"}

// mostDestroyed is the greatest roll that destroys a bridge.
const mostDestroyed = 2

// bridges is check A: each bridge on a side of the hex is destroyed by a roll of 1 or 2.
func (p *inquiry) bridges(e Entry) {
	if e.Date < dateBridges {
		return
	}
	sides := p.list("10A", Bridges, e.Hex, "")
	sides = lists.Filter(sides, func(s string) bool { return !did(e.Done, e.Hex, s, Destroy, Stand) })
	if len(sides) == 0 || !p.is("10A", Supplied, e.Hex, "") {
		return
	}
	side := slices.MinFunc(sides, func(a, b string) int { return slices.Index(directions, a) - slices.Index(directions, b) })
	a := Act{Verb: Stand, Hex: e.Hex, Target: side}
	die := p.roll(e.Rolls, e.Done, a)
	if die <= mostDestroyed {
		a.Verb = Destroy
	}
	a.Reason = p.reading(23, p.reason("10A", string(a.Verb), nil, engine.Num("die", die)))
	p.act(a)
}

// roadblocks is check B: a roadblock in an empty Position next to the hex, by a roll of its hold value or less. Then the
// unit stops next to a roadblock that a road connects with its hex.
func (p *inquiry) roadblocks(e Entry) {
	if e.Retreat {
		return
	}
	placed := lists.Filter(e.Done, func(a Act) bool { return a.Verb == Obstruct })
	for _, hex := range p.positions(e) {
		hold := p.number("10B", Hold, hex, "")
		a := Act{Verb: Pass, Hex: hex}
		die := p.roll(e.Rolls, e.Done, a)
		if die <= hold {
			a.Verb = Obstruct
		}
		a.Reason = p.reading(26, p.reason("10B", string(a.Verb), []string{hex}, engine.Num("die", die), engine.Num("hold", hold)))
		p.act(a)
	}
	blocks := append(lists.Map(placed, func(a Act) string { return a.Hex }), p.list("10B", Blocks, e.Hex, "")...)
	blocks = p.which("10B", Linked, sorted(blocks), e.Hex)
	if len(blocks) > 0 && !slices.ContainsFunc(e.Done, func(a Act) bool { return a.Verb == Stop }) {
		p.act(Act{Verb: Stop, Units: []string{e.Unit}, Hex: blocks[0], Reason: p.reason("10B", "stop", blocks[:1])})
	}
}

// positions returns the hexes that are still to be checked for a roadblock, the highest hold values first.
func (p *inquiry) positions(e Entry) []string {
	hexes := without(sorted(p.list("10B", Positions, e.Hex, "")), e.Checked)
	hexes = lists.Filter(hexes, func(h string) bool { return !did(e.Done, h, "", Obstruct, Pass) })
	if e.Date >= dateReplace {
		hexes = p.which("10B", VPHex, hexes, "")
	}
	hexes = p.which("10B", Road, hexes, "")
	hexes = p.which("10B", Empty, hexes, "")
	company := p.which("10B", Company, hexes, e.Unit)
	strong := lists.Filter(company, func(h string) bool { return p.number("10B", Hold, h, "") >= alwaysChecked })
	weak := without(company, strong)
	hexes = without(hexes, without(weak, p.which("10B", Bracketed, weak, e.Unit)))
	hexes = p.which("10B", Supplied, hexes, "")
	slices.SortStableFunc(hexes, func(a, b string) int {
		return cmp.Compare(p.number("10B", Hold, b, ""), p.number("10B", Hold, a, ""))
	})
	return hexes
}

// alwaysChecked is the least hold value with which neighbours do not matter.
const alwaysChecked = 5

// did reports whether one of the verbs was done to a hex and a target.
func did(done []Act, hex, target string, verbs ...Verb) bool {
	return slices.ContainsFunc(done, func(a Act) bool { return a.Hex == hex && a.Target == target && slices.Contains(verbs, a.Verb) })
}

// roll returns the die for an act, after those for the acts that are done, or asks for it.
func (p *inquiry) roll(rolls []int, done []Act, a Act) int {
	n := lists.Count(done, func(a Act) bool {
		return slices.Contains([]Verb{Destroy, Stand, Obstruct, Pass, Reserve, NoReserve}, a.Verb)
	})
	if n >= len(rolls) {
		panic(stopped{Step{Need: NeedDie, For: &a}})
	}
	return rolls[n]
}

// Start is a German unit that begins its activation, with the checks of the roadblock reserve (C) so far.
type Start struct {
	Unit  string `json:"unit"`
	Hex   string `json:"hex"`
	Rolls []int  `json:"rolls,omitempty"`
	Done  []Act  `json:"done,omitempty"`
}

// Begin returns the next step when a German unit begins its activation.
func (d *Deck) Begin(s Start, facts Facts) Step {
	return d.run(facts, func(p *inquiry) *Reason {
		for _, hex := range sorted(p.list("10C", Blocks, s.Hex, "")) {
			if !did(s.Done, hex, "", Clear) {
				p.act(Act{Verb: Clear, Hex: hex, Reason: p.reason("10C", "clear", []string{hex})})
			}
			if !did(s.Done, hex, "", Reserve, NoReserve) && (p.is("10C", VPHex, hex, "") || p.is("10C", Supplied, hex, "")) {
				p.reserve(s, hex)
			}
		}
		return nil
	})
}

// reserve is check C for a hex from which a roadblock was removed.
func (p *inquiry) reserve(s Start, hex string) {
	a := Act{Verb: NoReserve, Hex: hex}
	die, hold := p.roll(s.Rolls, s.Done, a), p.number("10C", Hold, hex, "")
	key := "reserve-failed"
	if die <= hold {
		key = "reserve-nobody"
		if unit := p.reinforcement(hex); unit != "" {
			key, a.Verb, a.Units = "reserve", Reserve, []string{unit}
		}
	}
	a.Reason = p.reading(27, p.reason("10C", key, nil, engine.Num("die", die), engine.Num("hold", hold)))
	p.act(a)
}

// reinforcement returns the unit that takes the place of a roadblock, or "".
func (p *inquiry) reinforcement(hex string) string {
	closest := sorted(p.list("10C", Closest, hex, ""))
	if len(closest) == 0 {
		return ""
	}
	near := closest[0]
	units := p.which("10C", Army, sorted(p.list("10C", Box, "", "")), near)
	if len(units) == 0 {
		units = p.outOfContact("10C", sorted(p.list("10C", Fellows, near, "")))
	}
	for _, k := range []Kind{Division, Corps} {
		if len(units) > 1 {
			if same := p.which("10C", k, units, near); len(same) > 0 {
				return same[0]
			}
		}
	}
	if len(units) == 0 {
		return ""
	}
	return units[0]
}

// SupplyPhase is the supply phase, in which roadblocks that are out of touch are removed.
type SupplyPhase struct {
	Blocks []string `json:"blocks"` // hexes with a roadblock
	Done   []Act    `json:"done,omitempty"`
}

// Tidy returns the next step of the supply phase.
func (d *Deck) Tidy(s SupplyPhase, facts Facts) Step {
	return d.run(facts, func(p *inquiry) *Reason {
		hexes := lists.Filter(sorted(s.Blocks), func(h string) bool { return !did(s.Done, h, "", Clear) })
		gone := p.which("10", Cut, hexes, "")
		gone = append(gone, p.which("10", German, without(hexes, gone), "")...)
		for _, hex := range sorted(gone) {
			p.act(Act{Verb: Clear, Hex: hex, Reason: p.reading(31, p.reason("10", "tidy", []string{hex}))})
		}
		return nil
	})
}
