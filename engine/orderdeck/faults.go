package orderdeck

import (
	"slices"
	"strconv"

	"referee/engine"
)

// Faults tells all that does not add up in a deck, before a card is drawn from it. formations are those that there are; nil
// if that is not known.
func (d *Deck) Faults(formations []string) []engine.Msg {
	f := faults{seen: map[string]bool{}}
	if d.OrderCount != 0 && d.OrderCount != len(d.Orders) {
		f.add("orders", "", "", engine.Num("n", len(d.Orders)), engine.Num("want", d.OrderCount))
	}
	if d.ActionCount != 0 && d.ActionCount != len(d.Actions) {
		f.add("actions", "", "", engine.Num("n", len(d.Actions)), engine.Num("want", d.ActionCount))
	}
	if len(d.Actions) < DrawnActions {
		f.add("few-actions", "", "", engine.Num("n", len(d.Actions)))
	}
	for _, c := range d.Orders {
		f.once("twice", c.ID, "")
		f.order(c, formations)
	}
	for _, c := range d.Actions {
		f.once("twice", strconv.Itoa(c.Number), "")
		f.action(c)
	}
	return f.list
}

// DrawnActions is the number of action cards that are drawn in an activation.
const DrawnActions = 3

// faults collects what is wrong.
type faults struct {
	list []engine.Msg
	seen map[string]bool
}

func (f *faults) add(key, card, word string, args ...engine.Arg) {
	f.list = append(f.list, engine.Say("orderdeck.fault."+key, append(args, engine.Text("card", card), engine.Text("word", word))...))
}

func (f *faults) once(key, card, word string) {
	if id := key + " " + card + " " + word; f.seen[id] {
		f.add(key, card, word)
	} else {
		f.seen[id] = true
	}
}

func (f *faults) order(c OrderCard, formations []string) {
	for _, o := range c.Orders {
		f.once("order-twice", c.ID, string(o.Verb))
		if orderRules[o.Verb] == "" && o.Verb != NoOrder {
			f.add("order", c.ID, string(o.Verb))
		}
		for _, day := range o.Days {
			if day < 16 || day > 32 {
				f.add("day", c.ID, "", engine.Num("n", day))
			}
		}
	}
	if c.none() {
		return
	}
	if !slices.Contains([]Level{LevelDivision, LevelCorps, LevelArmy}, c.Level) {
		f.add("level", c.ID, string(c.Level))
	}
	if len(c.Formations) == 0 {
		f.add("no-formation", c.ID, "")
	}
	for _, name := range c.Formations {
		if formations != nil && !slices.Contains(formations, name) {
			f.add("formation", c.ID, name)
		}
	}
	if c.Level == LevelArmy && c.City == "" {
		f.add("city", c.ID, "")
	}
}

func (f *faults) action(c ActionCard) {
	id := strconv.Itoa(c.Number)
	if c.Number < 1 {
		f.add("number", id, "")
	}
	if c.Verb == "" {
		return
	}
	if !slices.Contains([]Verb{Attack, Block, Occupy, Fill, Advance, FallBack, StepBack, Improve}, c.Verb) {
		f.add("verb", id, string(c.Verb))
	}
	if !slices.Contains([]Scope{ScopeUnit, ScopeStack, ScopeOthers}, c.Scope) {
		f.add("scope", id, string(c.Scope))
	}
	if (c.Verb == Attack || c.Verb == Block) && (c.Odds[0] < 1 || c.Odds[1] < 1) {
		f.add("odds", id, "")
	}
	for _, s := range slices.Concat(c.When, c.Target) {
		name, _ := s.bare()
		if !slices.Contains(ownSigns, name) && !slices.Contains(picked, Kind(name)) {
			f.add("sign", id, string(s))
		}
	}
}
