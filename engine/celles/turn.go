package celles

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/event"
	"referee/engine/kit/answer"
	"referee/engine/kit/lists"
)

// Begin opens a match: units with only one possible hex are set up, the rest are for
// the Allied player to place (20).
func (g *rules) Begin(r *ruling, set engine.Setup) error {
	began, err := g.readSetup(set)
	if err != nil {
		return err
	}
	emit(r, began)
	for i := range g.d.Units {
		u := &g.d.Units[i]
		if u.Turn == 0 && len(u.Hexes) == 1 {
			emit(r, event.Placed{Unit: u.ID, Hex: g.hexID(u.Hexes[0])})
		}
	}
	g.settle(r)
	return nil
}

// Options of a match.
const (
	optionVariable = "variable_actions" // 17
	optionBid      = "bid"              // 16, reading 16/1
)

// bidMost is how many VP can be given for a side. Matches are decided by fewer;
// at 20 the German has won.
const bidMost = 6

func (g *rules) readSetup(set engine.Setup) (event.SetupBegan, error) {
	var out event.SetupBegan
	if id, unknown := set.Unknown(g.info.Options); unknown {
		rule := "17"
		if id == optionBid {
			rule = "16"
		}
		return out, engine.Refuse(rule, "illegal.setup-option", engine.Text("option", id), engine.Text("value", set[id]))
	}
	for _, o := range g.info.Options {
		switch o.ID {
		case optionVariable:
			out.Variable = set.Get(o) == "yes"
		case optionBid:
			seat, vp := engine.ParseBid(set.Get(o))
			out.Given, out.GivenVP = string(seat), vp
		}
	}
	return out, nil
}

// settle makes everything happen that needs no decision, until a question is open or
// the match is over.
func (g *rules) settle(r *ruling) {
	for g.forward(r) {
	}
}

// forward makes one such thing happen. It reports false when a question is open.
func (g *rules) forward(r *ruling) bool {
	s := r.State()
	if r.Failed() {
		return false
	}
	switch s.Phase {
	case phaseSetup:
		if g.toPlace(s) != 0 {
			return false
		}
		g.beginTurn(r, 1)
		return true
	case phaseAction:
		return g.forwardAction(r)
	case phaseNone, phaseVariable, phaseInitiative, phaseOver:
	}
	return false
}

// 20 Setting up.

// toPlace lists the units that the Allied player has still to set up.
func (g *rules) toPlace(s *State) unitSet {
	return g.units(func(u unitIx) bool { return g.d.Units[u].Turn == 0 && s.Units[u].Where == pending })
}

// room reports whether u could stack in h with the steps it has.
func (g *rules) room(s *State, u unitIx, h hexIx) bool {
	return g.stepsIn(s, h)+s.Units[u].Steps <= stackLimit
}

// setup asks for a unit and its hex, or the standard placement of all that is left.
func (w *walk) setup() {
	left := w.rules.toPlace(w.S())
	fit := left.Filter(func(u unitIx) bool { return len(w.setupHexes(u)) > 0 })
	id, ok := w.Choose(append(w.unitOptions(fit), answer.Words("standard")...), w.unknown("20", w.notSetUp))
	switch {
	case !ok:
		return
	case id == "standard":
		for u := range left.All() {
			w.Emit(event.Placed{Unit: w.rules.unitID(u), Hex: w.rules.hexID(w.standardHex(u))})
		}
		return
	}
	u := w.rules.d.UnitIDs.Of(id)
	id, ok = w.Choose(w.hexOptions(w.setupHexes(u)), w.whyHex(u, "20", listed(w.rules.d.Units[u].Hexes,
		reason{"10", "illegal.no-room"}, reason{"20", "illegal.setup.hex"})))
	if ok {
		w.Emit(event.Placed{Unit: w.rules.unitID(u), Hex: id})
	}
}

// notSetUp says why a unit is not set up now: see [walk.unknown].
func (w *walk) notSetUp(u unitIx) string {
	switch {
	case w.rules.side(u).Seat() != w.Prompt.Seat:
		return "enemy"
	case w.S().Units[u].Where == onMap:
		return "setup.placed"
	case !w.rules.toPlace(w.S()).Has(u):
		return "setup.later"
	}
	return "setup.room"
}

// setupHexes lists the hexes with room where u may be set up now.
func (w *walk) setupHexes(u unitIx) []hexIx {
	return lists.Filter(w.rules.d.Units[u].Hexes, func(h hexIx) bool { return w.rules.room(w.S(), u, h) })
}

// standardSetup is a reasonable placement: both towns held by two steps, the highway
// between them and the woods of Marloie watched.
var standardSetup = map[string]string{
	"84-2": "3306", "84-3": "3207", "84-4": "3107", "84-5": "2808", "84-6": "2808",
	"84-7": "2710", "84-8": "2809", "84-9": "2909", "4cav": "2305",
}

// standardHex is the standard hex of u, or the first that has room.
func (w *walk) standardHex(u unitIx) hexIx {
	free := w.setupHexes(u)
	if h, ok := w.rules.d.HexIDs.Find(standardSetup[w.rules.unitID(u)]); ok && slices.Contains(free, h) {
		return h
	}
	return append(free, w.rules.d.Units[u].Hexes[0])[0]
}

// 3 The turn.

// beginTurn is phase 1, and continues with supply unless a die comes first (17).
func (g *rules) beginTurn(r *ruling, n int) {
	t := &g.d.Turns[n-1]
	emit(r, event.TurnBegan{Turn: n, Actions: [2]int{int(t.Actions[german]), int(t.Actions[allied])}})
	if r.State().Phase != phaseVariable {
		g.afterChits(r)
	}
}

// afterChits is phase 2 and what follows it.
func (g *rules) afterChits(r *ruling) {
	emit(r, event.SupplyChecked{Changes: g.supplyChanges(r.State())})
	if r.State().Turn == 1 { // 21
		emit(r, event.PhaseBegan{Side: german.String()})
	}
}

// fullCup is the cup of a side at the start of the turn (4).
func (g *rules) fullCup(s *State, sd side) cup {
	var c cup
	for f, n := range g.turn(s).Cup[sd] {
		c.Action[f] = n
	}
	c.Tactical = g.d.Tactical[sd]
	return c
}

// endTurn is phases 7 and 8, and the next turn or the verdict.
func (g *rules) endTurn(r *ruling) {
	s := r.State()
	emit(r, event.Recovered{Turn: int(s.Turn)})
	g.score(r)
	if s.Phase != phaseOver {
		g.beginTurn(r, int(s.Turn)+1)
	}
}

// 17 Variable actions.

const (
	variableFrom = 24 // December
	actionsMost  = 5
)

// variableTurn reports whether this turn has the die of rule 17.
func (g *rules) variableTurn(s *State) bool { return g.turn(s).Day >= variableFrom }

// variableChanges are the sides whose actions change, and by how many, by the die.
var variableChanges = [10]struct {
	of side
	by int
}{
	{german, 1}, {german, 1}, {german, -1}, {german, -1}, {noSide, 0}, {noSide, 0}, {allied, 1}, {allied, 1}, {allied, -1}, {allied, -1},
}

func (w *walk) variable() {
	die, ok := w.roll()
	if !ok {
		return
	}
	change := variableChanges[die]
	e, sd := event.VariableRolled{Die: die, Change: change.by}, change.of
	if sd != noSide {
		e.Side = sd.String()
		e.Actions = min(int(w.S().Actions[sd])+e.Change, actionsMost)
	}
	w.Emit(e)
	w.rules.afterChits(w.Ruling)
}

// 6 Initiative.

// initiative asks for the German die, then the Allied one.
func (w *walk) initiative() {
	die, ok := w.roll()
	s := w.S()
	switch {
	case !ok:
		return
	case s.Rolled < 0:
		w.Emit(w.initiativeRoll(german, die))
		return
	}
	g, a := w.initiativeRoll(german, int(s.Rolled)), w.initiativeRoll(allied, die)
	w.Emit(a)
	if won := leader([2]int{german: g.Total, allied: a.Total}); won != noSide {
		w.Emit(event.InitiativeWon{Side: won.String()})
	} else {
		w.Emit(event.InitiativeTied{Total: g.Total})
	}
}

func (w *walk) initiativeRoll(sd side, die int) event.InitiativeRolled {
	drm := 0
	if w.rules.turn(w.S()).Night == (sd == german) {
		drm = 1
	}
	return event.InitiativeRolled{Side: sd.String(), Die: die, DRM: drm, Total: die + drm}
}

// first asks who acts first. A side without an action is skipped.
func (w *walk) first() {
	if id, ok := w.Choose(answer.Options("side", ardennes.SideIDs[:]...), w.Wrong("6", "illegal.side")); ok {
		w.rules.nextPhase(w.Ruling, ardennes.SideByID(id))
	}
}

// nextPhase gives the action phase to sd if it has an action, else to the other side;
// if neither has one, it ends the turn.
func (g *rules) nextPhase(r *ruling, sd side) {
	s := r.State()
	switch {
	case s.canAct(sd):
		emit(r, event.PhaseBegan{Side: sd.String()})
	case s.canAct(sd.Enemy()):
		emit(r, event.PhaseBegan{Side: sd.Enemy().String()})
	default:
		g.endTurn(r)
	}
}

// purpose joins the words of a roll's purpose.
func purpose(words ...string) string { return strings.Join(words, " ") }
