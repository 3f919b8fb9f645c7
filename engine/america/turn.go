package america

import (
	"slices"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/kit/answer"
	"referee/engine/kit/lists"
)

// settle makes everything happen that needs no decision, until a question is open or
// the match is over.
func (g *rules) settle(r *ruling) {
	for g.forward(r) {
	}
}

// forward makes one such thing happen. It reports false when a question is open.
func (g *rules) forward(r *ruling) bool {
	if r.Failed() {
		return false
	}
	switch s := r.State(); s.Phase {
	case phaseSetup:
		return g.forwardSetup(r, s)
	case phaseInitial:
		return g.forwardInitial(r, s)
	case phaseImpulse:
		return g.forwardImpulse(r, s)
	case phaseEnd:
		return g.forwardEnd(r, s)
	case phaseNone, phaseOver:
	}
	return false
}

// forwardInitial goes through the initial segment (3.1).
func (g *rules) forwardInitial(r *ruling, s *State) bool {
	switch s.Step {
	case stepNone: // the set-up is over
		emit(r, event.TurnBegan{Turn: 1})
	case stepWeather:
		t := g.turn(s)
		if !t.Fixed {
			return false
		}
		emit(r, event.WeatherSet{
			Weather: scenario.WeatherIDs[t.Weather], Ground: scenario.GroundIDs[t.Ground], Air: g.d.Weather.Air[t.Weather],
		})
	case stepRoll:
		if g.inReserve(s, scenario.NoReserve) {
			return false
		}
		emit(r, event.ReserveEnded{})
	case stepReserve:
		if g.picks(s) != nil {
			return false
		}
		emit(r, event.ReserveEnded{})
	case stepReturn:
		if u := g.returning(s); u != noUnit {
			return false
		}
		points := g.points(s)
		emit(r, event.SupplyGained{Points: points, Total: int(s.Points) + points})
	case stepRebuild:
		if !g.rebuildable(s).Empty() {
			return false
		}
		emit(r, event.RebuildEnded{Side: s.Side.String()})
	case stepSupply:
		if g.payable(s) != 0 {
			return false
		}
		g.supplyHQs(r, 0)
	case stepStatus:
		emit(r, event.SupplyChecked{Changes: g.supplyChanges(s)})
	case stepChits:
		for sd := range s.Chose {
			if !s.Chose[sd] && g.chits(s, side(sd)) != 0 {
				return false
			}
		}
		emit(r, event.CupFilled{German: g.hqIDs(s.Chosen[german]), Allied: g.hqIDs(s.Chosen[allied])})
	default:
		return false
	}
	return true
}

// 3.2 Weather.

// weatherDRM is the modifier of the roll for the weather: by the weather of the turn before.
func (g *rules) weatherDRM(s *State) int {
	return map[scenario.Weather]int{
		scenario.Precipitation: g.d.Weather.AfterPrecipitation, scenario.ClearSky: g.d.Weather.AfterClear,
	}[s.Weather]
}

func (w rolled) weather() {
	t, drm := &w.rules.d.Weather, w.rules.weatherDRM(w.S())
	now := scenario.Precipitation
	switch n := w.die + drm; {
	case n <= t.Clear:
		now = scenario.ClearSky
	case n <= t.Cloudy:
		now = scenario.Cloudy
	}
	w.Emit(event.WeatherRolled{Die: w.die, DRM: drm, Weather: scenario.WeatherIDs[now], Air: t.Air[now]})
}

// groundDRM is the modifier of the roll for the ground: by that of the turn before, and by the date.
func (g *rules) groundDRM(s *State) int {
	drm := g.turn(s).GroundModifier
	if s.Ground == scenario.Snow {
		drm += g.d.Weather.AfterSnow
	}
	return drm
}

func (w rolled) ground() {
	drm, now := w.rules.groundDRM(w.S()), scenario.Snow
	if w.die+drm <= w.rules.d.Weather.Frost {
		now = scenario.Frost
	}
	w.Emit(event.GroundRolled{Die: w.die, DRM: drm, Ground: scenario.GroundIDs[now]})
}

// 10.11 The reserve.

// inReserve reports whether a formation of a kind is left in the reserve, or of any.
func (g *rules) inReserve(s *State, kind scenario.Reserve) bool {
	return slices.ContainsFunc(g.d.Formations, func(f scenario.Formation) bool { return g.isReserve(s, &f, kind) })
}

func (g *rules) isReserve(s *State, f *scenario.Formation, kind scenario.Reserve) bool {
	return f.Reserve != scenario.NoReserve && (kind == scenario.NoReserve || kind == f.Reserve) &&
		slices.ContainsFunc(f.Units, func(u unitIx) bool { return s.Units[u].Where == reserve })
}

// picks lists the formations that the German may pick now; nothing stands in for a kind that is used up.
func (g *rules) picks(s *State) []formIx {
	var list []formIx
	for i := range g.d.Formations {
		f := &g.d.Formations[i]
		if k := int(f.Reserve) - 1; k >= 0 && s.Picks[k] > 0 && g.isReserve(s, f, f.Reserve) {
			list = append(list, formIx(i))
		}
	}
	return list
}

// reserveDRM is the modifier of the roll for the reserve.
func (g *rules) reserveDRM(s *State) int {
	drm := 0
	if s.Turn >= g.d.Reserve.TownsFrom &&
		!slices.ContainsFunc(g.d.Towns, func(h hexIx) bool { return !s.controls(h, german) }) {
		drm += g.d.Reserve.Towns
	}
	if s.occupied[german].Intersects(&g.alarm) {
		drm += g.d.Reserve.River
	}
	return drm
}

func (w rolled) reserve() {
	drm := w.rules.reserveDRM(w.S())
	rows := w.rules.d.Reserve.Rows
	i := slices.IndexFunc(rows[:len(rows)-1], func(row scenario.ReserveRow) bool { return w.die+drm <= row.High })
	if i < 0 {
		i = len(rows) - 1
	}
	w.Emit(event.ReserveRolled{Die: w.die, DRM: drm, Infantry: int(rows[i].Infantry), Mech: int(rows[i].Mech)})
}

// reserve asks for a formation out of the reserve, which arrives in the next turn.
func (w *walk) reserve() {
	opts := answer.Options("formation", lists.Map(w.rules.picks(w.S()), w.rules.formID)...)
	if id, ok := w.Choose(opts, w.Wrong("10.11", "illegal.formation")); ok {
		w.Emit(event.ReserveChosen{Formation: id, Units: w.rules.unitsOf(id), Turn: int(w.S().Turn) + 1})
	}
}

// unitsOf lists the units of a formation.
func (g *rules) unitsOf(id string) []string {
	return lists.Map(g.d.Formations[g.d.FormationIDs.Of(id)].Units, g.unitID)
}

// 11.11 Headquarters come back.

// returning is a headquarters that is to come back now and has a hex for it, or noUnit.
func (g *rules) returning(s *State) unitIx {
	for i := range g.d.HQs {
		u := g.d.HQs[i].Unit
		x := &s.Units[u]
		if x.Where == dead && x.Due > 0 && x.Due <= s.Turn && len(g.returnHexes(s, u)) > 0 {
			return u
		}
	}
	return noUnit
}

// returnHexes lists where a headquarters may come back: in hexes of its edge that its side controls.
func (g *rules) returnHexes(s *State, u unitIx) []hexIx {
	sd := g.sides[u]
	return lists.Filter(g.edges[sd], func(h hexIx) bool {
		return s.controls(h, sd) && !s.held(h, sd.Enemy()) && g.fits(s, h, unitSet{}.With(u))
	})
}

func (w *walk) comeBack() {
	u := w.rules.returning(w.S())
	id, ok := w.Choose(w.hexOptions(w.rules.returnHexes(w.S(), u)), w.noReturn(u))
	if ok {
		w.Emit(event.Placed{Unit: w.rules.unitID(u), Hex: id, Back: true})
	}
}

// noReturn refuses a hex where a headquarters does not come back.
func (w *walk) noReturn(u unitIx) answer.Why {
	g, s := w.rules, w.S()
	return w.whyHex("11.11", "illegal.hex", func(h hexIx) *engine.Illegal {
		why, sd := "room", g.sides[u]
		switch {
		case !slices.Contains(g.edges[sd], h):
			why = "edge"
		case s.held(h, sd.Enemy()):
			why = "enemy"
		case !s.controls(h, sd):
			why = "control"
		}
		return w.Refuse("11.11", "illegal.return."+why, g.unitArg("unit", u), g.hexArg("hex", h))
	})
}

// 10.2 Rebuilding.

// rebuilds is how many units each side may rebuild in a turn.
var rebuilds = [2]int8{german: 1, allied: 3}

// rebuildable is the units that s.Side may still rebuild now.
func (g *rules) rebuildable(s *State) unitSet {
	if s.Rebuilt >= rebuilds[s.Side] || s.Side == german && !g.turn(s).RebuildGerman {
		return unitSet{}
	}
	worn := g.alive(s, s.Side).Filter(func(u unitIx) bool {
		return g.reduced(s, u) && g.d.Units[u].Nation != scenario.NationBritish &&
			!s.occupied[s.Side.Enemy()].Intersects(&g.around[s.Units[u].Hex])
	})
	if worn.Empty() {
		return worn
	}
	states := g.supplyStates(s) // at this moment
	return worn.Filter(func(u unitIx) bool { return states[u] != isolated })
}

func (w *walk) rebuild() {
	s := w.S()
	able := w.rules.rebuildable(s)
	id, ok := w.Choose(append(w.unitOptions(able), answer.Words("done")...), w.whyUnit("10.2", "illegal.rebuild.word", w.notRebuilt))
	switch {
	case !ok:
	case id == "done":
		w.Emit(event.RebuildEnded{Side: s.Side.String()})
	default:
		w.Emit(event.Rebuilt{Unit: id, Hex: w.rules.hexID(s.Units[w.rules.d.UnitIDs.Of(id)].Hex)})
	}
}

// notRebuilt refuses a unit that is not rebuilt now, by the condition that fails.
func (w *walk) notRebuilt(u unitIx) *engine.Illegal {
	g, s := w.rules, w.S()
	why := "illegal.rebuild.isolated"
	switch {
	case g.sides[u] != s.Side:
		why = "illegal.enemy-unit"
	case s.Units[u].Where != onMap:
		why = "illegal.not-here"
	case !g.reduced(s, u):
		why = "illegal.rebuild.full"
	case g.d.Units[u].Nation == scenario.NationBritish:
		why = "illegal.rebuild.british"
	case s.occupied[s.Side.Enemy()].Intersects(&g.around[s.Units[u].Hex]):
		why = "illegal.rebuild.near"
	}
	return w.Refuse("10.2", why, g.unitArg("unit", u))
}

// 8.3 The operational pause.

// pauseNumber is the number of the impulse track that the active side rolls against; 0: there is no roll.
func (g *rules) pauseNumber(s *State) int {
	n := int(s.Impulses[s.Side])
	if n < 2 || g.cup(s)&g.hqs[s.Side] == 0 || s.Side == german && g.turn(s).NoPause {
		return 0
	}
	track := g.d.Track[s.Side]
	return int(track[min(n, len(track))-1])
}

func (g *rules) pauseDRM(s *State) int {
	if s.Ground == scenario.Snow {
		return snowPause
	}
	return 0
}

// snowPause is added to the roll for the pause in snow.
const snowPause = -2

func (w rolled) pause() {
	s := w.S()
	drm, number := w.rules.pauseDRM(s), w.rules.pauseNumber(s)
	w.Emit(event.PauseRolled{Side: s.Side.String(), Die: w.die, DRM: drm, Number: number, Done: w.die+drm <= number})
}

// endImpulse closes the impulse. The other chits of a side that is done for the turn are put aside.
func (g *rules) endImpulse(r *ruling, s *State) {
	e := event.ImpulseEnded{HQ: g.hqID(s.HQ)}
	if s.Paused[s.Side] {
		e.Aside = g.hqIDs(g.cup(s) & g.hqs[s.Side])
	}
	emit(r, e)
}

// 3.4 The end of a turn.

// endTurn closes the turn when the cup is empty.
func (g *rules) endTurn(r *ruling, s *State) {
	if u := g.d.Drop; s.Drop.Hex != noHex && s.Drop.Turn == s.Turn && s.Units[u].Where == pending {
		emit(r, event.DropLost{Unit: g.unitID(u), Hex: g.hexID(s.Drop.Hex), Cause: "idle"})
	}
	back := 0
	for q := range s.HQs[:len(g.d.HQs)] {
		if x := &s.HQs[q]; x.Paid && x.Chit != chitDrawn {
			back += g.d.HQs[q].Cost
		}
	}
	emit(r, event.TurnEnded{Turn: int(s.Turn), Back: back, Left: int(s.Points) + back})
}

// forwardEnd goes on to the next turn, or to the end of the match.
func (g *rules) forwardEnd(r *ruling, s *State) bool {
	switch {
	case int(s.Turn) >= g.d.Scenarios[s.Scenario].Last:
		emit(r, g.verdict(s))
	case s.Step == stepOn && s.Scenario == scenario.Plan:
		return false
	default:
		emit(r, event.TurnBegan{Turn: int(s.Turn) + 1})
	}
	return true
}

// askToContinue asks the German whether they go on with the plan (13.3).
func (w *walk) askToContinue() {
	id, ok := w.Choose(answer.Words("on", "stop"), w.Wrong("13.3", "illegal.on"))
	switch {
	case !ok:
	case id == "on":
		w.Emit(event.WentOn{})
	default:
		e := w.rules.verdict(w.S())
		e.Ended = true
		w.Emit(e)
	}
}

// forwardImpulse goes through the impulses of a turn (3.3).
func (g *rules) forwardImpulse(r *ruling, s *State) bool {
	switch leave := g.withdrawing(s); {
	case !leave.Empty():
		emit(r, event.Withdrawn{Units: g.ids(leave)})
	case s.Step == stepDraw:
		switch cup := g.cup(s); cup.Len() {
		case 0:
			g.endTurn(r, s)
		case 1: // nothing is left to chance
			g.drawn(r, cup.First())
		default:
			return false
		}
	case s.Step == stepPutBack:
		if g.mayPutBack(s) {
			return false
		}
		g.beginImpulse(r)
	case s.Step == stepPause:
		if g.pauseNumber(s) > 0 {
			return false
		}
		g.endImpulse(r, s)
	case s.Step == stepNone: // the pause is rolled
		g.endImpulse(r, s)
	case s.Mend:
		if h, _ := g.overstacked(s); h != noHex {
			return false
		}
		emit(r, event.StacksChecked{})
	case s.Step == stepMove || s.Step == stepExploit:
		return g.forwardGround(r)
	case s.Step >= stepDeclare && s.Step <= stepFight:
		return g.forwardFight(r)
	default:
		return false
	}
	return true
}
