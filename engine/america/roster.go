package america

import (
	"strings"

	"referee/engine"
	"referee/engine/kit/answer"
)

// named reads units, "+id" each in any order, as long as each may join those before it. They are recorded in order of
// index.
func (w *walk) named(
	joins func(chosen unitSet, u unitIx) bool, why func(id string, chosen unitSet) *engine.Illegal,
) (chosen unitSet, ok bool) {
	for {
		word, _ := w.Peek()
		id, plus := strings.CutPrefix(word, "+")
		if !plus {
			break
		}
		u, known := w.rules.d.UnitIDs.Find(id)
		if !known || chosen.Has(u) || !joins(chosen, u) {
			w.Fail(why(id, chosen))
			return chosen, false
		}
		chosen.Add(u)
		w.Accept()
	}
	for u := range chosen.All() {
		w.Ruling.Take(w.rules.plusIDs[u])
	}
	return chosen, true
}

// together reads units of one hex that go together, up to the first hex of their way; ways lists the hexes that some of
// them can go to. Instead of units there may be a word, if it is offered: then nobody is chosen.
func (w *walk) together(can unitSet, ways func(unitSet) []hexIx, word string, offered bool,
	why func(id string, chosen unitSet) *engine.Illegal,
) (chosen unitSet, ok bool) {
	s := w.S()
	joins := func(chosen unitSet, u unitIx) bool {
		return can.Has(u) &&
			(chosen.Empty() || s.Units[u].Hex == s.Units[chosen.First()].Hex && len(ways(chosen.With(u))) > 0)
	}
	if chosen, ok = w.named(joins, why); !ok {
		return chosen, false
	}
	switch id, more := w.Peek(); {
	case !more:
		opts := w.joiners(can, chosen, joins)
		if !chosen.Empty() {
			opts = append(opts, w.hexOptions(ways(chosen))...)
		} else if offered {
			opts = append(opts, answer.Words(word)...)
		}
		w.Stop(opts)
		return chosen, false
	case !chosen.Empty():
		return chosen, true
	case id == word && offered:
		w.Take()
		return chosen, true
	default:
		w.Reject(id, func(id string) *engine.Illegal { return why(id, chosen) })
		return chosen, false
	}
}

// joiners offers the units that may follow those chosen, in order of index.
func (w *walk) joiners(can, chosen unitSet, joins func(unitSet, unitIx) bool) (opts []engine.Option) {
	kind, last := "join", lastOf(chosen)
	if last == noUnit { // the first joins nobody
		kind = "first"
	}
	for u := range can.All() {
		if u > last && joins(chosen, u) {
			opts = append(opts, engine.Option{ID: w.rules.plusIDs[u], Kind: kind})
		}
	}
	return opts
}
