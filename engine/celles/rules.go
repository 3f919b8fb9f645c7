package celles

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/answer"
	"referee/engine/kit/lists"
	"referee/engine/kit/set"
)

// law is the number of the newest law. After the first release, what Judge answers
// changes only under a new number (docs/games.md).
const law = 1

// Open makes the game for a data set (see Files) and a law.
func Open(data fs.FS, lawNumber int) (engine.Game, error) {
	return engine.SealOpened[*State](open(data, lawNumber))
}

func open(data fs.FS, lawNumber int) (*rules, error) {
	if lawNumber != law {
		return nil, &engine.LawError{Game: "celles", Law: lawNumber, Newest: law}
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
	for i, drm := range g.d.Combat.Intensity {
		g.intensityDRM[i] = drmEffect(drm)
	}
	g.chitDRM = [2]*engine.Msg{drmEffect(g.d.Combat.ChitFor), drmEffect(g.d.Combat.ChitAgainst)}
	for i := range g.d.Hexes {
		h := &g.d.Hexes[i]
		g.next[i], g.passes[german][i], g.passes[allied][i] = h.Next, h.Next, h.Next
		for dir, to := range h.Next {
			if to != noHex {
				g.around[i].Add(to)
				g.prices[scenario.Motorised][i][dir] = g.stepPrice(scenario.Motorised, h, hex.Dir(dir))
				g.prices[scenario.OnFoot][i][dir] = g.stepPrice(scenario.OnFoot, h, hex.Dir(dir))
			}
			for sd := range g.passes {
				if !crosses(h.Side[dir], side(sd)) {
					g.passes[sd][i][dir] = noHex
				}
			}
		}
		for n, is := range h.Source {
			if is {
				g.sources[n] = append(g.sources[n], hexIx(i))
			}
		}
		if h.Rear != noSide {
			g.rear[h.Rear].Add(hexIx(i))
		}
	}
	for i := range g.d.Units {
		g.sides[i] = g.d.Units[i].Nation.Side()
		g.of[g.sides[i]] = g.of[g.sides[i]].With(unitIx(i))
	}
	for i, f := range g.d.Formations {
		if g.forms[i] = set.Of(f.Units...); f.ID == fbb {
			g.fbb = g.forms[i]
		}
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
	rear [2]hexSet // by side: its rear area
	// The most used data, close together in memory: the side of each unit, the
	// neighbours of each hex.
	sides  [scenario.MaxUnits]side
	next   [scenario.MaxHexes][6]hexIx
	around [scenario.MaxHexes]hexSet          // the same as a set
	passes [2][scenario.MaxHexes][6]hexIx     // by side: the same without those across the Meuse (8.1)
	prices [2][scenario.MaxHexes][6]stepPrice // by class: what a step to each costs (8)

	sources [3][]hexIx                      // by nation: where its supply comes from (5)
	of      [2]unitSet                      // by side: its units
	forms   [scenario.MaxFormations]unitSet // by formation: the same
	fbb     unitSet                         // of these the brigade that leaves (15)

	intensityDRM [3]*engine.Msg // by intensity: what an option says that it does to the die
	chitDRM      [2]*engine.Msg // of the attacker's and of the defender's Combat chit: the same
}

// drmEffect is what an option says that it does to the die.
func drmEffect(drm int) *engine.Msg {
	m := engine.Say("effect.drm", engine.Num("drm", drm))
	return &m
}

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
		return nil, &engine.LawError{Game: "celles", Law: lawNumber, Newest: law}
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
	s := &State{
		Rolled: -1, Choosing: noSide, Chit: noForm, Truck: noUnit,
		TruckAt: g.d.Truck.Turn, Moving: noUnit, Into: noHex, Air: noUnit, MendHex: noHex,
		Ended: ending{Winner: noSide},
	}
	for i := range s.Units {
		s.Units[i].Hex = noHex
	}
	return s
}

// Ids of units, hexes, formations and sides.

var (
	supplyIDs    = [3]string{"supplied", "out", "isolated"}
	intensityIDs = [3]string{"light", "medium", "heavy"}
	stageIDs     = [...]string{
		"", "stacking", "attacker-chit", "defender-chit", "roll",
		"defender-losses", "defender-disruption", "defender-retreat", "attacker-losses",
		"attacker-disruption", "attacker-retreat", "advance",
	}
)

func (g *rules) hexID(h hexIx) string { return g.d.HexIDs.ID(h) }

func (g *rules) unitID(u unitIx) string { return g.d.UnitIDs.ID(u) }

func (g *rules) ids(set unitSet) []string { return g.d.UnitIDs.IDs(set) }

func (g *rules) hexIDs(hexes []hexIx) []string { return lists.Map(hexes, g.hexID) }

func (g *rules) hexArg(name string, h hexIx) engine.Arg { return engine.Hex(name, g.d.Hexes[h].At) }

func (g *rules) unitArg(name string, u unitIx) engine.Arg { return engine.Noun(name, g.unitID(u)) }

func mpArg(name string, mp int) engine.Arg { return scenario.MP(mp).Arg(name) }

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
	kindSetup:      (*walk).setup,
	kindFirst:      (*walk).first,
	kindDraw:       (*walk).draw,
	kindChit:       (*walk).chit,
	kindActivate:   (*walk).activate,
	kindPlace:      (*walk).place,
	kindExtra:      (*walk).extra,
	kindMove:       (*walk).move,
	kindStack:      (*walk).stack,
	kindCombatChit: (*walk).combatChit,
	kindLoss:       (*walk).loss,
	kindDisrupt:    (*walk).disrupt,
	kindRetreat:    (*walk).retreat,
	kindAdvance:    (*walk).advance,
}

// rolled is the walk of a roll with the die that came.
type rolled struct {
	*walk
	die int
}

// rolls are what follows each kind of roll.
var rolls = map[string]func(rolled){
	kindVariable:   rolled.variable,
	kindInitiative: rolled.initiative,
	kindAir:        rolled.air,
	kindInfiltrate: rolled.infiltrate,
	kindAttack:     rolled.attack,
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
		return engine.Node{}, fmt.Errorf("celles: no prompt %q", p.Kind)
	}
	if id, ok := w.Rejected(); ok {
		if ill := w.astray(id); ill != nil {
			return engine.Node{}, ill
		}
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

// faces are the faces of the one ten-sided die (2).
var faces = answer.Die(0, 9)

// unknown refuses an element that names nothing that is allowed here: a unit by the key, below "illegal.", that
// why returns.
func (w *walk) unknown(rule string, why func(unitIx) string) answer.Why {
	return w.whyUnit(rule, "illegal."+w.Prompt.Kind+".word", func(u unitIx) *engine.Illegal {
		return w.Refuse(rule, "illegal."+why(u), w.rules.unitArg("unit", u))
	})
}

// whyUnit refuses an element: a word that is no unit by its key, a unit as why says.
func (w *walk) whyUnit(rule, key string, why func(unitIx) *engine.Illegal) answer.Why {
	return answer.Known(&w.Walk, w.rules.d.UnitIDs.Find, rule, key, why)
}

// reason is the paragraph that forbids something, and the key of the sentence.
type reason struct{ rule, key string }

// whyHex refuses an element that should be a hex for a unit.
func (w *walk) whyHex(u unitIx, rule string, why func(hexIx) reason) answer.Why {
	return func(id string) *engine.Illegal {
		h, ok := w.rules.d.HexIDs.Find(id)
		if !ok {
			return w.notHex(rule, id)
		}
		no := why(h)
		return w.Refuse(no.rule, no.key, w.rules.unitArg("unit", u), w.rules.hexArg("hex", h))
	}
}

// listed says of hexes of a list, which can be chosen at another time, something else than of others.
func listed(list []hexIx, in, out reason) func(hexIx) reason {
	return func(h hexIx) reason {
		if slices.Contains(list, h) {
			return in
		}
		return out
	}
}

// notHex refuses a word that is no hex of the map.
func (w *walk) notHex(rule, id string) *engine.Illegal {
	why, word := answer.NotHex(id)
	return w.Refuse(rule, why, word)
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
	side   = scenario.Side
)

const (
	noHex  = scenario.NoHex
	noUnit = scenario.NoUnit
	noForm = scenario.NoForm
	german = scenario.German
	allied = scenario.Allied
	noSide = scenario.NoSide
)

// lawful reports whether no rule forbids a thing.
func lawful(rule, _ string) bool { return rule == "" }
