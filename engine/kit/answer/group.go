package answer

import (
	"strings"

	"referee/engine"
	"referee/engine/kit/set"
)

// Names maps numbers to ids and back: for everything in a game, or for a few of it.
type Names[I set.Index] interface {
	ID(i I) string
	Find(id string) (i I, ok bool)
}

// Group describes a set of units that a player names: "+id" for each, then "go". It is recorded in
// order of index, and may be typed in any order.
type Group[I set.Index] struct {
	All   set.Small[I] // units that may be named
	Names Names[I]
	// May reports whether next may be named after some others, in any order; nil: always.
	May func(chosen set.Small[I], next I) bool
	// Fits reports whether the chosen units, with any of rest, can form the group; nil: always.
	Fits func(chosen, rest set.Small[I]) bool
	// Warn is the warning of naming a unit; nil: none.
	Warn func(I) *engine.Msg
	// Effect is what a group does to a roll, for the options that lead to it where a person reads them; nil: nothing to tell.
	Effect func(chosen set.Small[I]) *engine.Msg
	// Why refuses a word after some units: an id without its plus, or "go".
	Why func(id string, chosen set.Small[I]) *engine.Illegal
}

// ChooseGroup walks the choice of a group of units; kind is that of the options that name a unit. It
// returns false if the walk stopped. kind is not a field of the group because options keep it,
// which would put all the group's functions on the heap.
func ChooseGroup[S engine.Cloner[S], I set.Index](w *Walk[S], kind string, g Group[I]) (set.Small[I], bool) {
	ask, closed := w.ask, w.closed
	chosen, ok := typed(w, &g)
	if !ok {
		return 0, false
	}
	w.ask, w.closed = ask, closed // until the group is whole, its question is the same
	for i := range chosen.All() {
		w.Ruling.Take("+" + g.Names.ID(i))
	}
	options := g.Options(kind, chosen)
	goes := len(options) > 0 && options[len(options)-1].ID == "go"
	switch id, more := w.Peek(); {
	case !more && len(options) == 0: // only units before them in the list would complete it
		w.Fail(g.Why("go", chosen))
	case !more:
		if w.Explains() {
			g.explain(options, chosen)
		}
		w.Stop(options)
	case id == "go" && goes:
		w.Take()
		return chosen, true
	case id == "go":
		w.Fail(g.Why(id, chosen))
	default:
		w.Reject(id, func(id string) *engine.Illegal { return g.Why(id, chosen) })
	}
	return 0, false
}

// explain says what the options do, and words the end of a list that names nobody ("option.go-none").
func (g *Group[I]) explain(options []engine.Option, chosen set.Small[I]) {
	for k := range options {
		o, then := &options[k], chosen
		if i, named := g.Names.Find(strings.TrimPrefix(o.ID, "+")); named {
			then = chosen.With(i)
		} else if chosen == 0 {
			o.Kind = "go-none"
		}
		if g.Effect != nil {
			o.Effect = g.Effect(then)
		}
	}
}

// typed reads the units in the order in which they are typed.
func typed[S engine.Cloner[S], I set.Index](w *Walk[S], g *Group[I]) (chosen set.Small[I], ok bool) {
	for {
		id, more := w.Peek()
		id, plus := strings.CutPrefix(id, "+")
		if !more || !plus {
			return chosen, true
		}
		i, known := g.Names.Find(id)
		if !known || !g.All.Has(i) || chosen.Has(i) || !g.may(chosen, i) {
			w.Fail(g.Why(id, chosen))
			return 0, false
		}
		chosen = chosen.With(i)
		w.Accept()
	}
}

func (g *Group[I]) may(chosen set.Small[I], next I) bool { return g.May == nil || g.May(chosen, next) }

func (g *Group[I]) fits(chosen, rest set.Small[I]) bool { return g.Fits == nil || g.Fits(chosen, rest) }

// Options lists the units that may follow those chosen in the order of index, and "go". kind is
// that of units.
func (g *Group[I]) Options(kind string, chosen set.Small[I]) []engine.Option {
	var options []engine.Option
	last := I(-1)
	for i := range chosen.All() {
		last = i
	}
	for i := range g.All.Above(last).All() {
		if g.may(chosen, i) && g.fits(chosen.With(i), g.All.Above(i)) {
			o := engine.Option{ID: "+" + g.Names.ID(i), Kind: kind}
			if g.Warn != nil {
				o.Warn = g.Warn(i)
			}
			options = append(options, o)
		}
	}
	if g.fits(chosen, 0) {
		options = append(options, engine.Option{ID: "go", Kind: "go"})
	}
	return options
}
