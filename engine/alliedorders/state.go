package alliedorders

import (
	"maps"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/orderdeck"
)

// The phases.
const (
	phaseAllied = "allied"
	phaseGerman = "german"
	phaseOver   = "over"
)

// State is the truth about one match.
type State struct {
	day, impulse int
	phase        string
	deck, dice   bool // the server draws, rolls
	facts        orderdeck.Table
	kept         orderdeck.Table // facts that no move changes: who is in the Reserve Units box, which bridges stand
	moved        []string        // units that have left the calendar
	cards        []orderdeck.OrderCard
	turned       []string // order cards out of the server's deck
	discards     []int    // action cards out of the server's deck
	pulled       []int    // those drawn for the activation that is under way, until they are three
	blocks       []string // hexes with a roadblock
	checked      []string // hexes that were checked for one in the activation of the German unit
	part         *Part    // nil: none is under way; it never changes
	log          []Order
}

// Part is a part of the procedure that is under way: one of its fields is set.
type Part struct {
	Impulse *orderdeck.Impulse     `json:"impulse,omitempty"`
	Entry   *orderdeck.Entry       `json:"entry,omitempty"`
	Start   *orderdeck.Start       `json:"start,omitempty"`
	Supply  *orderdeck.SupplyPhase `json:"supply,omitempty"`
}

// Order is an order that was carried out.
type Order struct {
	Day     int           `json:"day"`
	Impulse int           `json:"impulse"`
	Card    string        `json:"card,omitempty"` // the order card
	Act     orderdeck.Act `json:"act"`
	Said    engine.Msg    `json:"said"`
}

// Clone copies s.
func (s *State) Clone() *State {
	c := *s
	c.facts, c.kept = maps.Clone(s.facts), maps.Clone(s.kept)
	for _, list := range []*[]string{&c.moved, &c.turned, &c.blocks, &c.checked} {
		*list = slices.Clone(*list)
	}
	c.pulled = slices.Clone(s.pulled)
	c.cards, c.discards, c.log = slices.Clone(s.cards), slices.Clone(s.discards), slices.Clone(s.log)
	return &c
}

// add returns the part with one thing more in the lists that are named; nothing of p changes. It returns nil if p has not all of
// them.
func (p *Part) add(act *orderdeck.Act, die int) *Part {
	var acts []orderdeck.Act
	var dice []int
	if act != nil {
		acts = []orderdeck.Act{*act}
	}
	if die > 0 {
		dice = []int{die}
	}
	switch {
	case p == nil || die > 0 && p.Entry == nil && p.Start == nil:
		return nil
	case p.Impulse != nil:
		i := *p.Impulse
		i.Done = slices.Concat(i.Done, acts)
		return &Part{Impulse: &i}
	case p.Entry != nil:
		e := *p.Entry
		e.Done, e.Rolls = slices.Concat(e.Done, acts), slices.Concat(e.Rolls, dice)
		return &Part{Entry: &e}
	case p.Start != nil:
		b := *p.Start
		b.Done, b.Rolls = slices.Concat(b.Done, acts), slices.Concat(b.Rolls, dice)
		return &Part{Start: &b}
	default:
		t := *p.Supply
		t.Done = slices.Concat(t.Done, acts)
		return &Part{Supply: &t}
	}
}

// sound reports whether the procedure can continue with a part, which a forged record or position may have.
func (p *Part) sound() bool {
	switch {
	case p.Impulse != nil:
		return (len(p.Impulse.Done) == 0 || len(p.Impulse.Turned) > 0) && !slices.ContainsFunc(p.Impulse.Done, func(a orderdeck.Act) bool {
			return a.Card > 0 && len(a.Units) == 0 || a.Verb == orderdeck.Move && len(a.Group) == 0
		})
	default:
		return p.Entry != nil || p.Start != nil || p.Supply != nil
	}
}

// step is what the part that is under way needs next; the zero Step: it is over, or there is none.
func (g *Rules) step(s *State) orderdeck.Step {
	p := s.part
	if p == nil {
		return orderdeck.Step{}
	}
	switch d := g.deckOf(s); {
	case p.Impulse != nil:
		return d.Next(*p.Impulse, known{g, s})
	case p.Entry != nil:
		return d.Enter(*p.Entry, known{g, s})
	case p.Start != nil:
		return d.Begin(*p.Start, known{g, s})
	default:
		return d.Tidy(*p.Supply, known{g, s})
	}
}

// deckOf is the owner's deck with the cards that were typed.
func (g *Rules) deckOf(s *State) *orderdeck.Deck {
	d := &orderdeck.Deck{Actions: g.d.Actions, Name: g.name}
	d.Orders = append(lists.Map(g.d.Orders, func(c Card) orderdeck.OrderCard { return c.OrderCard }), s.cards...)
	return d
}

// known answers the procedure's questions from what was answered, and else from the owner's data and what the aid keeps.
type known struct {
	g *Rules
	s *State
}

// Know returns the value of a fact, or false while it is not known.
func (k known) Know(f orderdeck.Fact) (orderdeck.Value, bool) {
	for _, know := range []func(orderdeck.Fact) (orderdeck.Value, bool){k.s.kept.Know, k.s.facts.Know, k.printed} {
		if v, ok := know(f); ok {
			return v, true
		}
	}
	return orderdeck.Value{}, false
}

// printed is what the data set, the markers or the ids themselves say.
func (k known) printed(f orderdeck.Fact) (v orderdeck.Value, ok bool) {
	d := k.g.d
	hex, onMap := d.Hexes[f.Of]
	a, isUnit := d.Unit(f.Of)
	b, both := d.Unit(f.With)
	both = both && isUnit
	yes := func(on bool) (orderdeck.Value, bool) { return orderdeck.Value{Yes: on}, true }
	list := func(ids []string) (orderdeck.Value, bool) { return orderdeck.Value{List: ids}, true }
	switch f.Kind {
	case orderdeck.Hold:
		return orderdeck.Value{Number: hex.Hold}, onMap
	case orderdeck.VPHex:
		return orderdeck.Value{Yes: hex.VP}, onMap
	case orderdeck.Road:
		return orderdeck.Value{Yes: hex.Road}, onMap
	case orderdeck.Army:
		return orderdeck.Value{Yes: a.Army == b.Army}, both && a.Army != ""
	case orderdeck.Corps:
		return orderdeck.Value{Yes: a.Corps == b.Corps}, both && a.Corps != ""
	case orderdeck.Division:
		return orderdeck.Value{Yes: a.Division != "" && a.Division == b.Division}, both && a.Army != ""
	case orderdeck.Western, orderdeck.LowestHex: // a German stack is called by its hex, and these numbers grow to the west
		ids := strings.Split(f.With, ",")
		if len(lists.Filter(ids, isHex)) < len(ids) {
			return v, false
		}
		if f.Kind == orderdeck.LowestHex {
			return list([]string{slices.Min(ids)})
		}
		west := slices.Max(lists.Map(ids, func(id string) string { return id[2:] }))
		return list(lists.Filter(ids, func(id string) bool { return id[2:] == west }))
	case orderdeck.Box:
		if all, ok := k.s.kept[orderdeck.Fact{Kind: orderdeck.Box}]; ok {
			return list(lists.Filter(all.List, func(id string) bool { return d.in(id, f.Of) }))
		}
	case orderdeck.Blocks, orderdeck.Positions:
		if ids := k.g.around(k.s, f); len(ids) == 0 {
			return list(nil)
		}
	case orderdeck.Empty:
		if slices.Contains(k.s.blocks, f.Of) {
			return yes(false)
		}
	case orderdeck.Tomorrow:
		if len(d.Calendar) > 0 {
			return list(lists.Filter(d.Calendar[k.s.day+1], func(id string) bool { return d.in(id, f.Of) && !slices.Contains(k.s.moved, id) }))
		}
	default: // only the map shows it
	}
	return v, false
}
