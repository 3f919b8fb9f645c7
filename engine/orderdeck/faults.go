package orderdeck

import (
	"slices"
	"strconv"

	"referee/engine"
)

// DrawnActions is the number of action cards that are drawn in an activation.
const DrawnActions = 3

// What cards may have.
var (
	levels  = []Level{LevelDivision, LevelCorps, LevelArmy}
	scopes  = []Scope{ScopeUnit, ScopeStack, ScopeOthers}
	actions = []Verb{Attack, Block, Occupy, Fill, Advance, FallBack, StepBack, Improve}
)

// Faults tells all that does not add up in a deck, before a card is drawn from it. formations are those that there are; nil
// if that is not known.
func (d *Deck) Faults(formations []string) []engine.Msg {
	f := faults{seen: map[string]bool{}}
	orders, actions := len(d.Orders), len(d.Actions)
	f.when(d.OrderCount != 0 && d.OrderCount != orders, "orders", "", "", engine.Num("n", orders), engine.Num("want", d.OrderCount))
	f.when(d.ActionCount != 0 && d.ActionCount != actions, "actions", "", "", engine.Num("n", actions), engine.Num("want", d.ActionCount))
	f.when(actions < DrawnActions, "few-actions", "", "", engine.Num("n", actions))
	for _, c := range d.Orders {
		f.order(c, formations)
	}
	for _, c := range d.Actions {
		f.action(c)
	}
	return f.list
}

// faults collects what is wrong.
type faults struct {
	list []engine.Msg
	seen map[string]bool
}

// when adds a fault if it is there.
func (f *faults) when(there bool, key, card, word string, args ...engine.Arg) {
	if there {
		f.list = append(f.list, engine.Say("orderdeck.fault."+key, append(args, engine.Text("card", card), engine.Text("word", word))...))
	}
}

// once adds a fault if it is asked for the same card and word again.
func (f *faults) once(key, card, word string) {
	id := key + " " + card + " " + word
	f.when(f.seen[id], key, card, word)
	f.seen[id] = true
}

func (f *faults) order(c OrderCard, formations []string) {
	f.once("twice", c.ID, "")
	for _, o := range c.Orders {
		f.once("order-twice", c.ID, string(o.Verb))
		f.when(orderRules[o.Verb] == "" && o.Verb != NoOrder, "order", c.ID, string(o.Verb))
		for _, day := range o.Days {
			f.when(day < 16 || day > 32, "day", c.ID, "", engine.Num("n", day))
		}
	}
	if c.none() {
		return
	}
	f.when(!slices.Contains(levels, c.Level), "level", c.ID, string(c.Level))
	f.when(len(c.Formations) == 0, "no-formation", c.ID, "")
	f.when(c.Level == LevelArmy && c.City == "", "city", c.ID, "")
	for _, name := range c.Formations {
		f.when(formations != nil && !slices.Contains(formations, name), "formation", c.ID, name)
	}
}

func (f *faults) action(c ActionCard) {
	id := strconv.Itoa(c.Number)
	f.once("twice", id, "")
	f.when(c.Number < 1, "number", id, "")
	if c.Verb == "" {
		return
	}
	f.when(!slices.Contains(actions, c.Verb), "verb", id, string(c.Verb))
	f.when(!slices.Contains(scopes, c.Scope), "scope", id, string(c.Scope))
	f.when((c.Verb == Attack || c.Verb == Block) && min(c.Odds[0], c.Odds[1]) < 1, "odds", id, "")
	for _, s := range slices.Concat(c.When, c.Target) {
		name, _ := s.bare()
		f.when(!slices.Contains(ownSigns, name) && !slices.Contains(picked, Kind(name)), "sign", id, string(s))
	}
}
