package event

import (
	"strconv"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/events"
)

// The messages of events. An event that is of no use to a player has no message.

// HexNamed is a hex, by its id, as an argument of a message.
func HexNamed(name, id string) engine.Arg {
	c, _ := hex.Parse(id)
	return engine.Hex(name, c)
}

// Nouns is a list of nouns by their ids, as an argument of a message.
func Nouns(name string, ids []string) engine.Arg { return events.Nouns(name, ids) }

// Half is one side's half of a combat result as an argument of a message: "–" if it is
// empty.
func Half(name, result string) engine.Arg {
	if result == "" {
		result = "–"
	}
	return engine.Text(name, result)
}

func (e SetupBegan) Tell() engine.Msg {
	if e.GivenVP == 0 {
		return engine.Msg{}
	}
	return engine.Say("event.bid", engine.Num("n", e.GivenVP), engine.Noun("side", e.Given))
}

func (e Placed) Tell() engine.Msg {
	key := "event.placed"
	if e.Arrived {
		key = "event.arrived"
	}
	return engine.Say(key, engine.Noun("unit", e.Unit), HexNamed("hex", e.Hex))
}

func (e TurnBegan) Tell() engine.Msg {
	return engine.Say("event.turn-began", engine.Num("turn", e.Turn),
		engine.Num("german", e.Actions[scenario.German]), engine.Num("allied", e.Actions[scenario.Allied]))
}

func (e VariableRolled) Tell() engine.Msg {
	if e.Side == "" {
		return engine.Say("event.variable-none", engine.Num("die", e.Die))
	}
	key := "event.variable-more"
	if e.Change < 0 {
		key = "event.variable-less"
	}
	return engine.Say(key, engine.Num("die", e.Die), engine.Noun("side", e.Side), engine.Num("actions", e.Actions))
}

func (e SupplyChecked) Tell() engine.Msg {
	if len(e.Changes) == 0 {
		return engine.Say("event.supply-same")
	}
	items := make([]engine.Arg, len(e.Changes))
	for i, c := range e.Changes {
		items[i] = engine.Sub("", engine.Say("event.supply."+c.State, engine.Noun("unit", c.Unit)))
	}
	return engine.Say("event.supply-checked", engine.List("changes", items...))
}

func (e InitiativeRolled) Tell() engine.Msg {
	return engine.Say("event.initiative-rolled", engine.Noun("side", e.Side), engine.Num("die", e.Die),
		engine.Num("drm", e.DRM), engine.Num("total", e.Total))
}

func (e InitiativeTied) Tell() engine.Msg {
	return engine.Say("event.initiative-tied", engine.Num("total", e.Total))
}

func (e InitiativeWon) Tell() engine.Msg {
	return engine.Say("event.initiative-won", engine.Noun("side", e.Side))
}

func (e PhaseBegan) Tell() engine.Msg {
	return engine.Say("event.phase-began", engine.Noun("side", e.Side))
}

func (e DrawCalled) Tell() engine.Msg { return engine.Msg{} }

func (e ChitDrawn) Tell() engine.Msg {
	key := "event.chit-drawn"
	if e.Action {
		key = "event.action-chit-drawn"
	}
	return engine.Say(key, engine.Noun("side", e.Side), engine.Noun("chit", e.Chit))
}

func (e ChitPlayed) Tell() engine.Msg {
	return engine.Say("event.chit-played", engine.Noun("side", e.Side), engine.Noun("chit", e.Chit))
}

func (e ActionsCut) Tell() engine.Msg {
	return engine.Say("event.actions-cut", engine.Noun("side", e.Side), engine.Num("left", e.Left))
}

func (e AirCalled) Tell() engine.Msg {
	return engine.Say("event.air-called", engine.Noun("unit", e.Unit))
}

func (e AirRolled) Tell() engine.Msg {
	return engine.Say("event.air-rolled."+e.Result, engine.Noun("unit", e.Unit), engine.Num("die", e.Die),
		engine.Num("drm", e.DRM))
}

func (e BuiltUp) Tell() engine.Msg { return engine.Say("event.built-up", engine.Noun("unit", e.Unit)) }

func (e Rebuilt) Tell() engine.Msg {
	return engine.Say("event.rebuilt", engine.Noun("unit", e.Unit), HexNamed("hex", e.Hex))
}

func (e Activated) Tell() engine.Msg {
	switch {
	case e.Formation != "":
		return engine.Say("event.activated", engine.Noun("formation", e.Formation), Nouns("units", e.Units))
	case e.Extra:
		return engine.Say("event.activated-extra", Nouns("units", e.Units))
	default:
		return engine.Say("event.activated-unit", Nouns("units", e.Units))
	}
}

func (e ActionSpent) Tell() engine.Msg {
	return engine.Say("event.action-spent", engine.Noun("side", e.Side))
}

func (e StackChecked) Tell() engine.Msg { return engine.Msg{} }

func (e Withdrawn) Tell() engine.Msg {
	return engine.Say("event.withdrawn", engine.Noun("formation", e.Formation), Nouns("units", e.Units))
}

func (e MovesBegan) Tell() engine.Msg { return engine.Msg{} }
func (e UnitBegan) Tell() engine.Msg  { return engine.Msg{} }

func (e TruckPlaced) Tell() engine.Msg {
	return engine.Say("event.truck-placed", engine.Noun("unit", e.Unit))
}

func (e TruckTaken) Tell() engine.Msg {
	return engine.Say("event.truck-taken", engine.Noun("unit", e.Unit), engine.Num("turn", e.Turn))
}

func (e Moved) Tell() engine.Msg {
	return engine.Say("event.moved", engine.Noun("unit", e.Unit), HexNamed("to", e.To), e.MP.Arg("mp"))
}

func (e InfiltrationCalled) Tell() engine.Msg {
	return engine.Say("event.infiltration-called", engine.Noun("unit", e.Unit), HexNamed("to", e.To), e.MP.Arg("mp"))
}

func (e InfiltrationRolled) Tell() engine.Msg {
	return engine.Say("event.infiltration-rolled."+e.Result, engine.Noun("unit", e.Unit), HexNamed("to", e.To),
		engine.Num("die", e.Die), engine.Num("drm", e.DRM))
}

func (e UnitStopped) Tell() engine.Msg { return engine.Msg{} }

func (e UnitEnded) Tell() engine.Msg {
	if !e.Used {
		return engine.Msg{}
	}
	return engine.Say("event.unit-ended", engine.Noun("unit", e.Unit))
}

func (e AttackCalled) Tell() engine.Msg {
	key := "event.attack-called"
	if len(e.With) > 0 {
		key = "event.attack-called-with"
	}
	return engine.Say(key, engine.Noun("unit", e.Unit), engine.Noun("intensity", e.Intensity), e.MP.Arg("mp"),
		Nouns("with", e.With), Nouns("against", e.Against))
}

func (e AttackDropped) Tell() engine.Msg {
	return engine.Say("event.attack-dropped", engine.Noun("unit", e.Unit))
}

func (e OddsSet) Tell() engine.Msg {
	items := make([]engine.Arg, len(e.DRM))
	for i, m := range e.DRM {
		items[i] = engine.Sub("", m.tell())
	}
	key := "event.odds-set"
	if len(items) == 0 {
		key = "event.odds-set-plain"
	}
	return engine.Say(key, engine.Num("attack", e.Attack), engine.Num("defence", e.Defence),
		engine.Text("column", e.Column), engine.List("drm", items...), engine.Text("net", signed(e.Net)))
}

func (m DRM) tell() engine.Msg {
	return engine.Say("drm."+m.Name, engine.Text("value", signed(m.Value)))
}

// signed prints a modifier with its sign.
func signed(n int) string {
	switch {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return "−" + strconv.Itoa(-n)
	}
	return "0"
}

func (e CombatChit) Tell() engine.Msg {
	if e.Asked && !e.Played {
		return engine.Say("event.combat-chit-kept", engine.Noun("side", e.Side))
	}
	return engine.Msg{}
}

func (e AttackRolled) Tell() engine.Msg {
	return engine.Say("event.attack-rolled", engine.Num("die", e.Die), engine.Text("drm", signed(e.DRM)),
		engine.Num("row", e.Row), Half("attacker", e.Attacker), Half("defender", e.Defender))
}

func (e CombatStep) Tell() engine.Msg { return engine.Msg{} }

func (e StepLost) Tell() engine.Msg {
	key := "event.step-lost."
	if e.Left == 0 {
		key = "event.last-step-lost."
	}
	return engine.Say(key+e.Cause, engine.Noun("unit", e.Unit), HexNamed("hex", e.Hex))
}

func (e Eliminated) Tell() engine.Msg {
	return engine.Say("event.eliminated", engine.Noun("unit", e.Unit), HexNamed("hex", e.Hex))
}

func (e Disrupted) Tell() engine.Msg {
	return engine.Say("event.disrupted."+e.Cause, engine.Noun("unit", e.Unit))
}

func (e Retreated) Tell() engine.Msg {
	key := "event.retreated"
	if e.Spared {
		key = "event.retreated-spared"
	}
	return engine.Say(key, engine.Noun("unit", e.Unit), HexNamed("to", e.To))
}

func (e RetreatEnded) Tell() engine.Msg { return engine.Msg{} }

func (e Advanced) Tell() engine.Msg {
	return engine.Say("event.advanced", engine.Noun("unit", e.Unit), HexNamed("to", e.To))
}

func (e CombatEnded) Tell() engine.Msg  { return engine.Msg{} }
func (e PhaseClosing) Tell() engine.Msg { return engine.Msg{} }

func (e PhaseEnded) Tell() engine.Msg {
	return engine.Say("event.phase-ended", engine.Noun("side", e.Side))
}

func (e Recovered) Tell() engine.Msg {
	return engine.Say("event.recovered", engine.Num("turn", e.Turn))
}

func (e Scored) Tell() engine.Msg {
	if e.Points == 0 {
		return engine.Say("event.scored-none", engine.Num("total", e.Total))
	}
	return engine.Say("event.scored", engine.Num("points", e.Points), engine.Num("total", e.Total), Nouns("units", e.Units))
}

func (e MatchEnded) Tell() engine.Msg {
	return Verdict(e.Winner, e.Decisive, e.German, e.Allied)
}

// Verdict says how a match ended (16): the id of the winner, empty for a draw, and
// the victory points of either side.
func Verdict(winner string, decisive bool, g, a int) engine.Msg {
	points := []engine.Arg{engine.Num("german", g), engine.Num("allied", a)}
	switch {
	case winner == "":
		return engine.Say("result.draw", points...)
	case decisive:
		return engine.Say("result.decisive", append(points, engine.Noun("side", winner))...)
	default:
		return engine.Say("result.won", append(points, engine.Noun("side", winner))...)
	}
}
