package event

import (
	"slices"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/kit/events"
	"referee/engine/kit/exact"
	"referee/engine/kit/lists"
)

// kinds describes every kind of event. Append only: stored matches hold them.
var kinds = events.List("celles",
	events.Kind[SetupBegan]{Name: "setup-began", Rule: "20", Tell: SetupBegan.tell},
	events.Kind[Placed]{
		Name: "placed", Says: "unit hex:hex",
		Cite:    func(f Placed) string { return events.Either(f.Arrived, "14", "20") },
		Key:     func(f Placed) string { return events.Either(f.Arrived, "event.arrived", "event.placed") },
		Joins:   func(last, next Placed) bool { return last.Arrived == next.Arrived },
		TellAll: tellPlaced,
		Draw:    Placed.draw,
	},
	events.Kind[TurnBegan]{Name: "turn-began", Rule: "3", Tell: TurnBegan.tell},
	events.Kind[VariableRolled]{Name: "variable-rolled", Rule: "17", Tell: VariableRolled.tell},
	events.Kind[SupplyChecked]{Name: "supply-checked", Rule: "5", Tell: SupplyChecked.tell},
	events.Kind[InitiativeRolled]{Name: "initiative-rolled", Rule: "6", Says: "side die drm total"},
	events.Kind[InitiativeTied]{Name: "initiative-tied", Rule: "6", Says: "total"},
	events.Kind[InitiativeWon]{Name: "initiative-won", Rule: "6", Says: "side"},
	events.Kind[PhaseBegan]{Name: "phase-began", Rule: "7", Says: "side"},
	events.Kind[DrawCalled]{Name: "draw-called", Rule: "7.1"},
	events.Kind[ChitDrawn]{
		Name: "chit-drawn", Rule: "7.1", Says: "side chit",
		Key: func(f ChitDrawn) string {
			return events.Either(f.Action, "event.action-chit-drawn", "event.chit-drawn")
		},
	},
	events.Kind[ChitPlayed]{
		Name: "chit-played", Rule: "13", Says: "side chit",
		Key: func(f ChitPlayed) string {
			return events.Either(f.Chit == scenario.TacticalIDs[scenario.ChitCombat], "event.combat-chit-played", "event.chit-played")
		},
	},
	events.Kind[ActionsCut]{Name: "actions-cut", Rule: "13.4", Says: "side left"},
	events.Kind[AirCalled]{
		Name: "air-called", Rule: "13.4", Says: "unit",
		Draw: func(f AirCalled) []engine.Trace { return events.Trace(f.Unit, engine.MarkTarget, "") },
	},
	events.Kind[AirRolled]{
		Name: "air-rolled", Rule: "13.4", Says: "unit die drm",
		Key: func(f AirRolled) string { return "event.air-rolled." + f.Result },
	},
	events.Kind[BuiltUp]{Name: "built-up", Rule: "13.3", Says: "unit"},
	events.Kind[Rebuilt]{
		Name: "rebuilt", Rule: "13.3", Says: "unit hex:hex",
		Draw: func(f Rebuilt) []engine.Trace { return events.Trace(f.Unit, engine.MarkTo, "", f.Hex) },
	},
	events.Kind[Activated]{
		Name: "activated", Tell: Activated.tell,
		Cite: func(f Activated) string { return events.Either(f.Extra, "7.4", "7.3") },
	},
	events.Kind[ActionSpent]{Name: "action-spent", Rule: "7.3", Says: "side"},
	events.Kind[StackChecked]{Name: "stack-checked", Rule: "10"},
	events.Kind[Withdrawn]{Name: "withdrawn", Rule: "15", Says: "formation units"},
	events.Kind[MovesBegan]{Name: "moves-began", Rule: "7.4"},
	events.Kind[UnitBegan]{Name: "unit-began", Rule: "7.5"},
	events.Kind[TruckPlaced]{Name: "truck-placed", Rule: "8.3", Says: "unit"},
	events.Kind[TruckTaken]{Name: "truck-taken", Rule: "8.3", Says: "unit turn"},
	events.Kind[Moved]{
		Name: "moved", Rule: "8", Says: "unit to:hex mp",
		Joins:   func(last, next Moved) bool { return last.Unit == next.Unit },
		TellAll: tellMoved,
		Draw:    func(f Moved) []engine.Trace { return events.Trace(f.Unit, engine.PathMove, "", f.From, f.To) },
	},
	events.Kind[InfiltrationCalled]{
		Name: "infiltration-called", Rule: "9.1", Says: "unit to:hex mp",
		Draw: func(f InfiltrationCalled) []engine.Trace {
			return events.Trace(f.Unit, engine.PathInfiltrate, "", f.From, f.To)
		},
	},
	events.Kind[InfiltrationRolled]{
		Name: "infiltration-rolled", Rule: "9.1", Says: "unit to:hex die drm",
		Key:  func(f InfiltrationRolled) string { return "event.infiltration-rolled." + f.Result },
		Draw: func(f InfiltrationRolled) []engine.Trace { return events.Trace("", engine.PathInfiltrate, f.Result) },
	},
	events.Kind[UnitStopped]{Name: "unit-stopped", Rule: "10"},
	events.Kind[UnitEnded]{
		Name: "unit-ended", Rule: "7.5", Says: "unit",
		Key: func(f UnitEnded) string { return events.Either(f.Used, "event.unit-ended", "") },
	},
	events.Kind[AttackCalled]{
		Name: "attack-called", Rule: "11", Says: "unit intensity mp with against",
		Key: func(f AttackCalled) string {
			return events.Either(len(f.With) > 0, "event.attack-called-with", "event.attack-called")
		},
		Draw: AttackCalled.draw,
	},
	events.Kind[AttackDropped]{Name: "attack-dropped", Rule: "10", Says: "unit"},
	events.Kind[OddsSet]{Name: "odds-set", Rule: "11", Tell: OddsSet.Tell},
	events.Kind[CombatChit]{
		Name: "combat-chit", Rule: "13.1", Says: "side",
		Key: func(f CombatChit) string { return events.Either(f.Asked && !f.Played, "event.combat-chit-kept", "") },
	},
	events.Kind[AttackRolled]{
		Name: "attack-rolled", Rule: "11", Tell: AttackRolled.tell,
		Draw: func(f AttackRolled) []engine.Trace {
			return events.Trace("", engine.PathAttack, Half("", f.Attacker).Text+" / "+Half("", f.Defender).Text)
		},
	},
	events.Kind[CombatStep]{Name: "combat-step", Rule: "11"},
	events.Kind[StepLost]{
		Name: "step-lost", Says: "unit hex:hex",
		Cite: func(f StepLost) string { return paragraphs[f.Cause] },
		Key: func(f StepLost) string {
			return events.Either(f.Left == 0, "event.last-step-lost.", "event.step-lost.") + f.Cause
		},
		Draw: func(f StepLost) []engine.Trace { return events.Trace(f.Unit, engine.MarkHit, "", f.Hex) },
	},
	events.Kind[Eliminated]{
		Name: "eliminated", Rule: "11.1", Says: "unit hex:hex",
		Draw: func(f Eliminated) []engine.Trace { return events.Trace(f.Unit, engine.MarkHit, "", f.Hex) },
	},
	events.Kind[Disrupted]{
		Name: "disrupted", Says: "unit",
		Cite: func(f Disrupted) string { return paragraphs[f.Cause] },
		Key:  func(f Disrupted) string { return "event.disrupted." + f.Cause },
	},
	events.Kind[Retreated]{
		Name: "retreated", Rule: "11.1", Says: "unit to:hex",
		Key:     func(f Retreated) string { return events.Either(f.Spared, "event.retreated-spared", "event.retreated") },
		Joins:   func(last, next Retreated) bool { return last.Unit == next.Unit && !last.Spared && !next.Spared },
		TellAll: tellRetreated,
		Draw:    func(f Retreated) []engine.Trace { return events.Trace(f.Unit, engine.PathRetreat, "", f.From, f.To) },
	},
	events.Kind[RetreatEnded]{Name: "retreat-ended", Rule: "11.1"},
	events.Kind[Advanced]{
		Name: "advanced", Rule: "11.2", Says: "unit to:hex",
		Draw: func(f Advanced) []engine.Trace { return events.Trace(f.Unit, engine.PathAdvance, "", f.From, f.To) },
	},
	events.Kind[CombatEnded]{Name: "combat-ended", Rule: "11"},
	events.Kind[PhaseClosing]{Name: "phase-closing", Rule: "14"},
	events.Kind[PhaseEnded]{Name: "phase-ended", Rule: "7.6", Says: "side"},
	events.Kind[Recovered]{Name: "recovered", Rule: "12", Says: "turn"},
	events.Kind[Scored]{Name: "scored", Rule: "16", Tell: Scored.tell},
	events.Kind[MatchEnded]{
		Name: "match-ended", Rule: "16",
		Tell: func(f MatchEnded) engine.Msg { return Verdict(f.Winner, f.Decisive, f.German, f.Allied) },
	},
)

// paragraphs are the paragraphs of the causes of losses and disruptions.
var paragraphs = map[string]string{
	CauseCombat: "11", CauseStacking: "10", CauseRetreat: "11.1", CauseAir: "13.4", CauseInfiltration: "9.1",
}

// Of makes an event of facts.
func Of(facts any) engine.Event { return kinds.Of(facts) }

// Decode reads an event of a kind from the JSON that is stored of it. It is strict: an
// unknown field is an error, and so is an unknown kind.
func Decode(kind string, data []byte) (engine.Event, error) { return kinds.Decode(kind, data) }

// Kinds lists the kinds of all events, in the order in which they were made.
func Kinds() []string { return slices.Clone(kinds.Names()) }

// draw marks where a unit arrives (14). The set-up is not drawn.
func (f Placed) draw() []engine.Trace {
	if !f.Arrived {
		return nil
	}
	return events.Trace(f.Unit, engine.MarkTo, "", f.Hex)
}

// draw is an arrow to each hex attacked.
func (f AttackCalled) draw() []engine.Trace {
	return slices.Concat(lists.Map(f.Hexes, func(h string) []engine.Trace {
		return events.Trace(f.Unit, engine.PathAttack, "", h)
	})...)
}

// Outcome says a combat result in words.
func Outcome(attacker, defender scenario.Effect) engine.Msg {
	key := "both"
	switch nothing := (scenario.Effect{}); {
	case attacker == nothing && defender == nothing:
		key = "none"
	case attacker == nothing:
		key = "defender"
	case defender == nothing:
		key = "attacker"
	}
	return engine.Say("answer.outcome."+key, effects("attacker", attacker), effects("defender", defender))
}

// effects names what happens to one side.
func effects(name string, e scenario.Effect) engine.Arg {
	var out []engine.Arg
	if e.Steps > 0 {
		out = append(out, engine.Sub("", engine.Say("answer.effect.steps", engine.Num("n", int(e.Steps)))))
	}
	if e.Disrupt {
		out = append(out, engine.Sub("", engine.Say("answer.effect.disrupt")))
	}
	if e.Retreat {
		out = append(out, engine.Sub("", engine.Say("answer.effect.retreat")))
	}
	return engine.List(name, out...)
}

// Half is one side's half of a combat result as an argument of a message: "–" if it is
// empty.
func Half(name, result string) engine.Arg {
	return engine.Text(name, events.Either(result == "", "–", result))
}

func (f SetupBegan) tell() engine.Msg {
	if f.GivenVP == 0 {
		return engine.Msg{}
	}
	return engine.Say("event.bid", engine.Num("n", f.GivenVP), engine.Noun("side", f.Given))
}

func tellPlaced(all []Placed) engine.Msg {
	units := lists.Map(all, func(f Placed) engine.Arg {
		return engine.Sub("", engine.Say("event.placed-one", engine.Noun("unit", f.Unit), events.HexNamed("hex", f.Hex)))
	})
	return engine.Say(events.Either(all[0].Arrived, "event.arrived-all", "event.placed-all"), engine.List("units", units...))
}

func (f TurnBegan) tell() engine.Msg {
	return engine.Say("event.turn-began", engine.Num("turn", f.Turn),
		engine.Num("german", f.Actions[scenario.German]), engine.Num("allied", f.Actions[scenario.Allied]))
}

func (f VariableRolled) tell() engine.Msg {
	if f.Side == "" {
		return engine.Say("event.variable-none", engine.Num("die", f.Die))
	}
	return engine.Say(events.Either(f.Change < 0, "event.variable-less", "event.variable-more"),
		engine.Num("die", f.Die), engine.Noun("side", f.Side), engine.Num("actions", f.Actions))
}

func (f SupplyChecked) tell() engine.Msg {
	if len(f.Changes) == 0 {
		return engine.Say("event.supply-same")
	}
	items := lists.Map(f.Changes, func(c SupplyChange) engine.Arg {
		return engine.Sub("", engine.Say("event.supply."+c.State, engine.Noun("unit", c.Unit)))
	})
	return engine.Say("event.supply-checked", engine.List("changes", items...))
}

func (f Activated) tell() engine.Msg {
	if f.Formation != "" {
		return engine.Say("event.activated", engine.Noun("formation", f.Formation), events.Nouns("units", f.Units))
	}
	return engine.Say(events.Either(f.Extra, "event.activated-extra", "event.activated-unit"), events.Nouns("units", f.Units))
}

// tellMoved tells the steps of one move.
func tellMoved(all []Moved) engine.Msg {
	last := all[len(all)-1]
	mp := scenario.MP(lists.Sum(lists.Map(all, func(f Moved) int { return int(f.MP) })))
	way := lists.Map(all[:len(all)-1], func(f Moved) engine.Arg { return events.HexNamed("", f.To) })
	return engine.Say("event.moved-by", engine.Noun("unit", last.Unit), events.HexNamed("to", last.To), mp.Arg("mp"),
		engine.List("way", way...))
}

// tellRetreated tells the hexes of one retreat, up to the first that is special.
func tellRetreated(all []Retreated) engine.Msg {
	last := all[len(all)-1]
	way := lists.Map(all[:len(all)-1], func(f Retreated) engine.Arg { return events.HexNamed("", f.To) })
	return engine.Say("event.retreated-by", engine.Noun("unit", last.Unit), events.HexNamed("to", last.To), engine.List("way", way...))
}

// Tell tells the odds of an attack.
func (f OddsSet) Tell() engine.Msg {
	items := lists.Map(f.DRM, func(m DRM) engine.Arg {
		return engine.Sub("", engine.Say("drm."+m.Name, engine.Text("value", exact.Signed(m.Value))))
	})
	return engine.Say(events.Either(len(items) > 0, "event.odds-set", "event.odds-set-plain"), engine.Num("attack", f.Attack),
		engine.Num("defence", f.Defence), engine.Text("column", f.Column), engine.List("drm", items...), engine.Text("net", exact.Signed(f.Net)))
}

func (f AttackRolled) tell() engine.Msg {
	return engine.Say("event.attack-rolled", engine.Num("die", f.Die), engine.Text("drm", exact.Signed(f.DRM)),
		engine.Num("row", f.Row), Half("attacker", f.Attacker), Half("defender", f.Defender),
		engine.Sub("outcome", Outcome(scenario.ParseEffect(f.Attacker), scenario.ParseEffect(f.Defender))))
}

func (f Scored) tell() engine.Msg {
	if f.Points == 0 {
		return engine.Say("event.scored-none", engine.Num("total", f.Total))
	}
	return engine.Say("event.scored", engine.Num("points", f.Points), engine.Num("total", f.Total), events.Nouns("units", f.Units))
}

// Verdict says how a match ended (16): the id of the winner, empty for a draw, and
// the victory points of either side. The winner's come first.
func Verdict(winner string, decisive bool, g, a int) engine.Msg {
	if winner == "" {
		return engine.Say("result.draw", engine.Num("german", g), engine.Num("allied", a))
	}
	own, other := g, a
	if winner == "allied" {
		own, other = a, g
	}
	return engine.Say(events.Either(decisive, "result.decisive", "result.won"),
		engine.Noun("side", winner), engine.Num("own", own), engine.Num("other", other))
}
