package america

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/hex"
	"referee/engine/kit/answer"
	"referee/engine/kit/lists"
	"referee/engine/kit/names"
)

// game is the id of the game.
const game = "america-triumphant"

// law is the number of the newest law. After the first release, what Judge answers
// changes only under a new number (docs/games.md).
const law = 1

// Open makes the game for a data set (see Files) and a law.
func Open(data fs.FS, lawNumber int) (engine.Game, error) {
	return engine.SealOpened[*State](open(data, lawNumber))
}

func open(data fs.FS, lawNumber int) (*rules, error) {
	if lawNumber != law {
		return nil, &engine.LawError{Game: game, Law: lawNumber, Newest: law}
	}
	d, err := scenario.Load(data)
	if err != nil {
		return nil, err
	}
	g := &rules{d: d, data: data}
	g.tabulate()
	g.info = g.newInfo()
	return g, nil
}

// tabulate fills what rules holds beside the data set.
func (g *rules) tabulate() {
	for i := range g.d.Hexes {
		g.next[i], g.places[i] = g.d.Hexes[i].Next, scenario.Grid.Place(g.d.Hexes[i].At)
		for _, to := range g.next[i] {
			if to != noHex {
				g.around[i].Add(to)
			}
		}
		for sd, edge := range g.d.Supply {
			if g.d.Hexes[i].Edge[edge] {
				g.edges[sd] = append(g.edges[sd], hexIx(i))
			}
		}
		for _, near := range g.d.Near {
			if g.d.Distance(hexIx(i), near) <= alarmRange {
				g.alarm.Add(hexIx(i))
			}
		}
	}
	g.tabulateCosts()
	for i := range g.d.Units {
		x := &g.d.Units[i]
		g.plusIDs = append(g.plusIDs, "+"+x.ID)
		g.sides[i] = x.Side()
		g.of[g.sides[i]].Add(unitIx(i))
		if x.Type == scenario.Engineer && x.Side() == german {
			g.engineers.Add(unitIx(i))
		}
	}
	for i := range g.d.HQs {
		sd := g.d.HQs[i].Nation.Side()
		g.hqs[sd] = g.hqs[sd].With(hqIx(i))
		g.hqNames.Add(g.unitID(g.d.HQs[i].Unit))
	}
	for _, o := range optionals {
		g.optionals.Add(o.id)
	}
}

// rules is the game for one data set. It is never changed after Open.
//
// It has so many methods since each rule of the book is one or a few, with its number in
// their comments: each reads the data set, which rules holds, and a State, and rules of
// all sections call one another.
type rules struct {
	d    *scenario.Data
	data fs.FS // of which d was read
	info *engine.Info
	// The most used data, close together in memory: the side of each unit, the
	// neighbours of each hex.
	sides  [scenario.MaxUnits]side
	next   [scenario.MaxHexes][6]hexIx
	around [scenario.MaxHexes]hexSet // the same as a set

	prices [treads][scenario.MaxHexes][6]stepPrice // by way over rivers: what a step to each neighbour costs (5.1)
	treads [scenario.MaxUnits]tread
	places [scenario.MaxHexes]hex.Place

	edges     [2][]hexIx // by side: the hexes of the edge where its supply comes from (7.11)
	plusIDs   []string   // by unit: as one of a party is named
	of        [2]unitSet // by side: its units
	hqs       [2]hqSet   // by side: its headquarters
	hqNames   names.Index[hqIx]
	optionals names.Index[optional]
	engineers unitSet // who can become a bridge (11.71)
	alarm     hexSet  // where a German unit makes the British come (10.16)
}

// alarmRange is how near Liège, Amay or Namur a German unit calls the British, and the reserve (10.11, 10.16).
const alarmRange = 3

var _ engine.Rules[*State] = (*rules)(nil)

//go:embed locale/*.toml
var catalogues embed.FS

//go:embed data/*.csv
var embedded embed.FS

// Files returns the data set that is built in: the files that Open reads.
func Files() fs.FS { return engine.Folder(embedded, "data") }

func (g *rules) Info() *engine.Info { return g.info }

// Under knows one law so far.
func (g *rules) Under(lawNumber int) (engine.Rules[*State], error) {
	if lawNumber != law {
		return nil, &engine.LawError{Game: game, Law: lawNumber, Newest: law}
	}
	return g, nil
}

// Over reads the data set again.
func (g *rules) Over(files map[string]string) (engine.Rules[*State], error) {
	return open(engine.Overlay(g.data, files), g.info.Law)
}

// Decode reads a stored event.
func (g *rules) Decode(kind string, data []byte) (engine.Event, error) {
	return event.Decode(kind, data)
}

// New is the state before a match is set up.
func (g *rules) New() *State {
	s := &State{Side: noSide, HQ: noHQ, Whence: noHex, Into: noHex, Drop: drop{Hex: noHex}, Ended: ending{Winner: noSide}}
	for u := range s.Units {
		s.Units[u] = fresh(away, 0)
	}
	for h := range g.d.Hexes {
		if g.d.Hexes[h].Owner == german {
			s.Control.Add(hexIx(h))
		}
	}
	g.derive(s)
	return s
}

// fresh is a unit with so many steps, in no hex.
func fresh(w where, steps int8) unit {
	return unit{Hex: noHex, Target: noHex, By: noHQ, Where: w, Steps: steps}
}

// Ids of units, hexes, formations and headquarters, whose id is that of the unit.

func (g *rules) hexID(h hexIx) string { return g.d.HexIDs.ID(h) }

func (g *rules) formID(f formIx) string { return g.d.FormationIDs.ID(f) }

func (g *rules) unitID(u unitIx) string { return g.d.UnitIDs.ID(u) }

func (g *rules) hqID(q hqIx) string { return g.hqNames.ID(q) }

func (g *rules) ids(units unitSet) []string { return units.IDs(g.unitID) }

func (g *rules) hexIDs(hexes []hexIx) []string { return lists.Map(hexes, g.hexID) }

func (g *rules) hqIDs(hqs hqSet) []string { return g.hqNames.IDs(hqs) }

// plus names hexes as parts of an answer.
func (g *rules) plus(hexes []hexIx) []string {
	return lists.Map(hexes, func(h hexIx) string { return "+" + g.hexID(h) })
}

func (g *rules) hexArg(name string, h hexIx) engine.Arg { return engine.Hex(name, g.d.Hexes[h].At) }

func (g *rules) unitArg(name string, u unitIx) engine.Arg { return engine.Noun(name, g.unitID(u)) }

// ruling is a ruling on this game's state.
type ruling = engine.Ruling[*State]

// walk is the judging of one answer, element by element. What is chosen in several steps, as the move of a unit, has a
// walk of its own around it.
type walk struct {
	answer.Walk[*State]
	rules *rules
}

// questions are what walks the answers to each kind of prompt.
var questions = map[string]func(*walk){
	kindSetup:   (*walk).setup,
	kindWant:    (*walk).want,
	kindPick:    (*walk).pick,
	kindDrop:    (*walk).planDrop,
	kindPicks:   (*walk).reserve,
	kindReturn:  (*walk).comeBack,
	kindRebuild: (*walk).rebuild,
	kindSupply:  (*walk).supply,
	kindChits:   (*walk).chooseChits,
	kindDraw:    (*walk).draw,
	kindPutBack: (*walk).putBack,
	kindOn:      (*walk).askToContinue,
	kindMove:    (*walk).move,
	kindExploit: (*walk).move,
	kindStack:   (*walk).removeExcess,
	kindAttack:  (*walk).declare,
	kindAir:     (*walk).cover,
	kindSupport: (*walk).support,
	kindResolve: (*walk).resolve,
	kindEvade:   (*walk).evade,
	kindLoss:    (*walk).loss,
	kindRetreat: (*walk).retreat,
	kindAdvance: (*walk).advance,
}

// rolled is the walk of a roll with the die that came.
type rolled struct {
	*walk
	die int
}

// rolls are what follows each kind of roll.
var rolls = map[string]func(rolled){
	kindRequest:  rolled.request,
	kindDiscover: rolled.discover,
	kindWeather:  rolled.weather,
	kindGround:   rolled.ground,
	kindReserve:  rolled.reserve,
	kindLand:     rolled.land,
	kindPause:    rolled.pause,
	kindBridge:   rolled.bridge,
	kindSlip:     rolled.slip,
	kindCombat:   rolled.combat,
}

// Judge walks a path of answers to a prompt.
func (g *rules) Judge(r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
	w := walk{rules: g}
	w.Begin(r, p, path)
	switch judge, follow := questions[p.Kind], rolls[p.Kind]; {
	case judge != nil:
		judge(&w)
	case follow != nil:
		if die, ok := w.Roll(faces, w.Wrong("2", "illegal.die")); ok {
			follow(rolled{&w, die})
		}
	default:
		return engine.Node{}, fmt.Errorf("%s: no prompt %q", game, p.Kind)
	}
	node, err := w.End(w.Wrong("", "illegal.more"), g.settle)
	if node.Done && node.Does == nil && r.Explains() {
		node.Does = g.does(p, r.Path())
	}
	return node, err
}

// Emit applies and records an event of these facts.
func (w *walk) Emit(facts any) { emit(w.Ruling, facts) }

// emit is Emit outside a walk.
func emit(r *ruling, facts any) { r.Emit(event.Of(facts)) }

// faces are the faces of the one six-sided die (2).
var faces = answer.Die(1, 6)

// whyUnit refuses an element: a word that is no unit by its key, a unit as why says.
func (w *walk) whyUnit(rule, key string, why func(unitIx) *engine.Illegal) answer.Why {
	return answer.Known(&w.Walk, w.rules.d.UnitIDs.Find, rule, key, why)
}

// whyHex is the same for a hex.
func (w *walk) whyHex(rule, key string, why func(hexIx) *engine.Illegal) answer.Why {
	return func(id string) *engine.Illegal {
		h, ok := w.rules.d.HexIDs.Find(id)
		switch not, word := notHex(id); {
		case ok:
			return why(h)
		case not == "illegal.hex":
			return w.Refuse(rule, key, word)
		default:
			return w.Refuse(rule, not, word)
		}
	}
}

// notHex says of a word that is no hex of the map why not.
func notHex(word string) (why string, arg engine.Arg) {
	return answer.NotHex(strings.TrimPrefix(word, wordTo))
}

// unitOptions offers the units of a set.
func (w *walk) unitOptions(units unitSet) []engine.Option {
	return answer.Options("unit", w.rules.ids(units)...)
}

// hexOptions offers hexes.
func (w *walk) hexOptions(hexes []hexIx) []engine.Option {
	return answer.Options("hex", w.rules.hexIDs(hexes)...)
}

// Short names for the types of package scenario, which are in nearly every line of the
// rules.
type (
	hexIx  = scenario.HexIx
	unitIx = scenario.UnitIx
	formIx = scenario.FormIx
	hqIx   = scenario.HQIx
	side   = scenario.Side
)

const (
	noHex  = scenario.NoHex
	noUnit = scenario.NoUnit
	noForm = scenario.NoForm
	noHQ   = scenario.NoHQ
	german = scenario.German
	allied = scenario.Allied
	noSide = scenario.NoSide
)

// lawful reports whether nothing forbids what was asked about.
func lawful(rule, _ string) bool { return rule == "" }
