package celles

import (
	"embed"
	"fmt"
	"io/fs"
	"strconv"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
)

// law is the number of the newest law. After the first release, what Judge answers
// changes only under a new number (docs/laws.md).
const law = 1

// Open makes the game for a data set (see Files) and a law.
func Open(data fs.FS, lawNumber int) (engine.Game, error) {
	g, err := open(data, lawNumber)
	if err != nil {
		return nil, err
	}
	return engine.Seal(g), nil
}

func open(data fs.FS, lawNumber int) (*rules, error) {
	if lawNumber != law {
		return nil, &engine.LawError{Game: "celles", Law: lawNumber, Newest: law}
	}
	d, err := scenario.Load(data)
	if err != nil {
		return nil, err
	}
	g := &rules{d: d}
	for i := range d.Hexes {
		g.next[i] = d.Hexes[i].Next
		for _, h := range g.next[i] {
			if h != noHex {
				g.around[i].add(h)
			}
		}
		if sd := d.Hexes[i].Rear; sd != noSide {
			g.rear[sd].add(hexIx(i))
		}
	}
	for i := range d.Units {
		g.sides[i] = d.Units[i].Nation.Side()
	}
	g.info = g.newInfo()
	return g, nil
}

// rules is the game for one data set. It is never changed after Open.
//
// It has so many methods since each rule of the book is one or a few, with its number in
// their comments: each reads the data set, which rules holds, and a State, and rules of
// all sections call one another.
type rules struct {
	d    *scenario.Data
	info *engine.Info
	rear [2]hexSet // by side: its rear area
	// The most used data, close together in memory: the side of each unit, the
	// neighbours of each hex.
	sides  [scenario.MaxUnits]side
	next   [scenario.MaxHexes][6]hexIx
	around [scenario.MaxHexes]hexSet // the same as a set
}

var _ engine.Rules[*State] = (*rules)(nil)

//go:embed locale/*.toml
var catalogues embed.FS

//go:embed data/*.csv
var embedded embed.FS

// Files returns the data set that is built in: the files that Open reads.
func Files() fs.FS {
	sub, err := fs.Sub(embedded, "data")
	if err != nil {
		panic(err) // the directory is compiled in
	}
	return sub
}

func (g *rules) Info() *engine.Info { return g.info }

// Under knows one law so far.
func (g *rules) Under(lawNumber int) (engine.Rules[*State], error) {
	if lawNumber != law {
		return nil, &engine.LawError{Game: "celles", Law: lawNumber, Newest: law}
	}
	return g, nil
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

func supplyByID(id string) (supplyState, bool) {
	for st, name := range supplyIDs {
		if name == id {
			return supplyState(st), true
		}
	}
	return 0, false
}

func stageByID(id string) (combatStage, bool) {
	for st, name := range stageIDs {
		if name == id && st > 0 {
			return combatStage(st), true
		}
	}
	return 0, false
}

func (g *rules) hexID(h hexIx) string {
	if h == noHex {
		return ""
	}
	return g.d.Hexes[h].ID
}

func (g *rules) unitID(u unitIx) string {
	if u == noUnit {
		return ""
	}
	return g.d.Units[u].ID
}

func (g *rules) ids(set unitSet) []string {
	out := make([]string, 0, set.len())
	set.each(func(u unitIx) bool {
		out = append(out, g.unitID(u))
		return true
	})
	return out
}

func (g *rules) hexArg(name string, h hexIx) engine.Arg {
	return engine.Hex(name, g.d.Hexes[h].At)
}

func (g *rules) unitArg(name string, u unitIx) engine.Arg { return engine.Noun(name, g.unitID(u)) }

func mpArg(name string, mp int) engine.Arg {
	return scenario.MP(mp).Arg(name)
}

// ruling is a ruling on this game's state.
type ruling = engine.Ruling[*State]

// walk is the judging of one answer, element by element.
//
// It has so many methods since each step of each kind of question is one: the walk
// carries what was chosen so far from step to step, whichever question it is.
type walk struct {
	rules *rules
	r     *ruling
	p     engine.Prompt
	path  []string
	at    int
}

// Judge walks a path of answers to a prompt.
func (g *rules) Judge(r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
	w := &walk{rules: g, r: r, p: p, path: path}
	node, err := w.judge()
	if err != nil {
		return engine.Node{}, err
	}
	if node.Done && w.at < len(path) {
		return engine.Node{}, w.refuse("", "illegal.more", engine.Text("word", path[w.at]))
	}
	return node, nil
}

// judge calls the method for the kind of prompt.
func (w *walk) judge() (engine.Node, error) {
	switch w.p.Kind {
	case kindSetup:
		return w.setup()
	case kindVariable:
		return w.variable()
	case kindInitiative:
		return w.initiative()
	case kindFirst:
		return w.first()
	case kindDraw:
		return w.draw()
	case kindChit:
		return w.chit()
	case kindActivate:
		return w.activate()
	case kindAir:
		return w.air()
	case kindPlace:
		return w.place()
	case kindExtra:
		return w.extra()
	case kindMove:
		return w.move()
	case kindInfiltrate:
		return w.infiltrate()
	case kindStack:
		return w.stack()
	case kindCombatChit:
		return w.combatChit()
	case kindAttack:
		return w.attackDie()
	case kindLoss:
		return w.loss()
	case kindDisrupt:
		return w.disrupt()
	case kindRetreat:
		return w.retreat()
	case kindAdvance:
		return w.advance()
	default:
		return engine.Node{}, fmt.Errorf("celles: no prompt %q", w.p.Kind)
	}
}

// Kinds of prompt.
const (
	kindSetup      = "setup"
	kindVariable   = "variable"
	kindInitiative = "initiative"
	kindFirst      = "first"
	kindDraw       = "draw"
	kindChit       = "chit"
	kindActivate   = "activate"
	kindAir        = "air"
	kindPlace      = "place"
	kindExtra      = "extra"
	kindMove       = "move"
	kindInfiltrate = "infiltrate"
	kindStack      = "stack"
	kindCombatChit = "combat-chit"
	kindAttack     = "attack"
	kindLoss       = "loss"
	kindDisrupt    = "disrupt"
	kindRetreat    = "retreat"
	kindAdvance    = "advance"
)

// emit records an event.
func (w *walk) emit(e engine.Event) { w.r.Emit(e) }

// s is the state so far.
func (w *walk) s() *State { return w.r.State() }

// peek returns the next element of the path, if there is one.
func (w *walk) peek() (string, bool) {
	if w.at < len(w.path) {
		return w.path[w.at], true
	}
	return "", false
}

// take accepts the next element unchanged.
func (w *walk) take() {
	w.r.Take(w.path[w.at])
	w.at++
}

// refuse refuses the next element.
func (w *walk) refuse(rule, key string, args ...engine.Arg) *engine.Illegal {
	ill := engine.Refuse(rule, key, args...)
	ill.At = w.at
	return ill
}

// done makes everything happen that follows without a decision, and ends the walk.
func (w *walk) done() (engine.Node, error) {
	w.rules.settle(w.r)
	return engine.Node{Done: true}, nil
}

// choose takes the next element if it is one of options. more is true if the path ends
// before it: the caller then returns the node.
func (w *walk) choose(options []engine.Option, why func(id string) *engine.Illegal) (id string, more bool, err error) {
	id, ok := w.peek()
	if !ok {
		return "", true, nil
	}
	for i := range options {
		if options[i].ID == id {
			w.take()
			return id, false, nil
		}
	}
	if ill := w.untimely(id); ill != nil {
		return "", false, ill
	}
	return "", false, why(id)
}

// face reads a die from 0 to 9, answered by chance.
func (w *walk) face() (die int, more bool, err error) {
	id, more, err := w.choose(faces, func(id string) *engine.Illegal {
		return w.refuse("2", "illegal.die", engine.Text("word", id))
	})
	if more || err != nil {
		return 0, more, err
	}
	die, err = strconv.Atoi(id)
	return die, false, err
}

// faces are the faces of the one ten-sided die (2).
var faces = func() []engine.Option {
	out := make([]engine.Option, 10)
	for i := range out {
		out[i] = engine.Option{ID: strconv.Itoa(i), Kind: "face", N: i}
	}
	return out
}()

// unknown refuses an element that names nothing that is allowed here.
func (w *walk) unknown(rule string, id string) *engine.Illegal {
	if u, ok := w.rules.d.UnitByID[id]; ok {
		return w.refuse(rule, "illegal."+w.p.Kind+".unit", w.rules.unitArg("unit", u))
	}
	return w.refuse(rule, "illegal."+w.p.Kind+".word", engine.Text("word", id))
}
