package america

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/kit/names"
	"referee/engine/kit/set"
)

// spot is the place of a thing in a roster.
type spot int8

type spots = set.Small[spot]

// roster is things that a player chooses some of, in order of index: all units of the game, or all hexes, would be too
// many for a small set.
type roster[I set.Index] struct {
	list []I
	ids  *names.Index[I]
}

// roster is some units, of whom there are as many as can stand round a hex.
func (g *rules) roster(units unitSet) *roster[unitIx] {
	return &roster[unitIx]{slices.Collect(units.All()), &g.d.UnitIDs}
}

// ID is the id of what is in a place.
func (p *roster[I]) ID(i spot) string { return p.ids.ID(p.list[i]) }

// Find is the place of an id.
func (p *roster[I]) Find(id string) (spot, bool) {
	x, ok := p.ids.Find(id)
	i := slices.Index(p.list, x)
	return spot(max(0, i)), ok && i >= 0
}

// all is all places.
func (p *roster[I]) all() spots { return set.Where(len(p.list), func(spot) bool { return true }) }

// chosen lists what is in some places.
func (p *roster[I]) chosen(places spots) []I {
	return set.Each(places, func(i spot) I { return p.list[i] })
}

// units is the units in some places of a roster.
func (p *roster[I]) units(places spots) unitSet {
	var units unitSet
	for i := range places.All() {
		units.Add(unitIx(p.list[i]))
	}
	return units
}

// together reads units of one hex that go together, "+id" each in any order, up to the first hex of their way; ways
// lists the hexes that some of them can go to. Instead of units there may be a word, if it is offered: then nobody
// is chosen.
func (w *walk) together(can unitSet, ways func(unitSet) []hexIx, word string, offered bool,
	why func(id string, chosen unitSet) *engine.Illegal,
) (chosen unitSet, ok bool) {
	s := w.S()
	joins := func(u unitIx) bool {
		return can.Has(u) && !chosen.Has(u) &&
			(chosen.Empty() || s.Units[u].Hex == s.Units[chosen.First()].Hex && len(ways(chosen.With(u))) > 0)
	}
	for {
		id, more := w.Peek()
		id, plus := strings.CutPrefix(id, "+")
		if !more || !plus {
			break
		}
		u, known := w.rules.d.UnitIDs.Find(id)
		if !known || !joins(u) {
			w.Fail(why(id, chosen))
			return chosen, false
		}
		chosen.Add(u)
		w.Accept()
	}
	last := noUnit
	for u := range chosen.All() {
		w.Ruling.Take("+" + w.rules.unitID(u))
		last = u
	}
	id, more := w.Peek()
	switch {
	case !more:
		w.Stop(w.joiners(can, last, joins, chosen, ways, word, offered))
		return chosen, false
	case !chosen.Empty():
		return chosen, true
	case id == word && offered:
		w.Take()
		return chosen, true
	}
	w.Reject(id, func(id string) *engine.Illegal { return why(id, chosen) })
	return chosen, false
}

// joiners lists the units that may follow those chosen, and where these can go, or the word instead of units.
func (w *walk) joiners(can unitSet, last unitIx, joins func(unitIx) bool, chosen unitSet, ways func(unitSet) []hexIx,
	word string, offered bool,
) []engine.Option {
	var opts []engine.Option
	kind := "join"
	if chosen.Empty() { // the first joins nobody
		kind = "first"
	}
	for u := range can.All() {
		if u > last && joins(u) {
			opts = append(opts, engine.Option{ID: "+" + w.rules.unitID(u), Kind: kind})
		}
	}
	if !chosen.Empty() {
		return append(opts, w.hexOptions(ways(chosen))...)
	}
	if offered {
		opts = append(opts, engine.Option{ID: word, Kind: word})
	}
	return opts
}
