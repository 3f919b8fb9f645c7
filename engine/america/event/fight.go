package event

import (
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/kit/events"
	"referee/engine/kit/exact"
	"referee/engine/kit/lists"
)

// Facts of combat and overruns (9, 11.1, 11.3, 12), in the order in which they come.
type (
	// Shift is a column shift (9.5).
	Shift struct {
		Name  string `json:"name"`
		Value int    `json:"value"`
		Rule  string `json:"rule"`
	}
	// AttackDeclared is a hex that is to be attacked, and by whom (9.0).
	AttackDeclared struct {
		Hex   string   `json:"hex"`
		Units []string `json:"units"`
	}
	// AttacksClosed says that no more attacks are declared.
	AttacksClosed struct {
		N int `json:"n"`
	}
	// CoverLaid is where the defender has laid two air points each, in secret until SupportGiven (9.0).
	CoverLaid struct {
		Seat  engine.Seat `json:"seat"`
		Hexes *[]string   `json:"hexes,omitempty"`
	}
	// CoverEnded says that the defender lays none.
	CoverEnded struct{}
	// SupportGiven is the attacks that the active headquarters supports, and air points of the attacker, a hex each;
	// the defender's air is shown then (9.0).
	SupportGiven struct {
		HQ    string   `json:"hq"`
		Hexes []string `json:"hexes"`
		Air   []string `json:"air"`
		Cover []string `json:"cover"`
		Left  int      `json:"left"` // Allied air points
		Shown bool     `json:"shown,omitempty"`
	}
	// AttackLapsed is an attack that has nobody left to make it, or to be attacked (9.0).
	AttackLapsed struct {
		Hex   string `json:"hex"`
		Cause string `json:"cause"` // attackers, defenders: who is gone
	}
	// OverrunCalled opens an overrun (9.6), with what it costs each unit, and the headquarters that supports it.
	OverrunCalled struct {
		Units []string    `json:"units"`
		Hex   string      `json:"hex"`
		MP    scenario.MP `json:"mp"`
		HQ    string      `json:"hq,omitempty"`
	}
	// CombatBegan sets the odds of an attack or overrun (9.1, 9.5).
	CombatBegan struct {
		Hex       string   `json:"hex"`
		Overrun   bool     `json:"overrun,omitempty"`
		Attackers []string `json:"attackers"`
		Defenders []string `json:"defenders"`
		Attack    int      `json:"attack"`
		Defence   int      `json:"defence"`
		Odds      string   `json:"odds"` // before the shifts
		Shifts    []Shift  `json:"shifts"`
		Column    string   `json:"column"` // with them
		Level     int      `json:"level"`  // of the column
		Helpless  bool     `json:"helpless,omitempty"`
		Stage     string   `json:"stage"`
	}
	// CombatRolled is the die of an attack, and what each side pays (9.2).
	CombatRolled struct {
		Die      int `json:"die"`
		Attacker int `json:"attacker"`
		Defender int `json:"defender"`
	}
	// CombatStage goes on with a combat: with the steps that must be lost, or the hexes of retreat, and by whom.
	CombatStage struct {
		Stage string   `json:"stage"`
		Owed  int      `json:"owed,omitempty"`
		Way   int      `json:"way,omitempty"`
		Units []string `json:"units,omitempty"`
	}
	// Retreated is one hex of a retreat (9.3).
	Retreated struct {
		Units []string `json:"units"`
		From  string   `json:"from"`
		To    string   `json:"to"`
	}
	// RetreatEnded closes a retreat of so many hexes, of which Way was the first.
	RetreatEnded struct {
		Units []string `json:"units"`
		From  string   `json:"from"`
		Way   string   `json:"way"`
		Hexes int      `json:"hexes"`
	}
	// Advanced is one hex of an advance (9.4), or going into an overrun hex, for which each unit pays (9.6).
	Advanced struct {
		Units []string      `json:"units"`
		From  string        `json:"from"`
		To    string        `json:"to"`
		MP    []scenario.MP `json:"mp,omitempty"`
	}
	// CombatEnded closes a combat. Those who have gone into an overrun hex move on (9.64).
	CombatEnded struct {
		Hex     string   `json:"hex"`
		Overrun bool     `json:"overrun,omitempty"`
		Moving  []string `json:"moving,omitempty"`
	}
)

// ofFight are the kinds of events of combat.
var ofFight = []events.Described{
	events.Kind[AttackDeclared]{
		Name: "attack-declared", Rule: "9.0", Says: "hex:hex units",
		Draw: func(f AttackDeclared) []engine.Trace { return traces(f.Units, engine.PathAttack, f.Hex) },
	},
	events.Kind[AttacksClosed]{Name: "attacks-closed", Rule: "9.0"},
	events.Kind[CoverLaid]{Name: "cover-laid", Rule: "11.3", Secret: "hexes", Tell: CoverLaid.tell},
	events.Kind[CoverEnded]{Name: "cover-ended", Rule: "11.3"},
	events.Kind[SupportGiven]{
		Name: "support-given", Rule: "9.0", Tell: SupportGiven.tell,
		Reveals: func(f SupportGiven) []engine.Secret {
			if !f.Shown {
				return nil
			}
			return []engine.Secret{{Seat: "allied", Kind: "air"}}
		},
	},
	events.Kind[AttackLapsed]{
		Name: "attack-lapsed", Rule: "9.0", Says: "hex:hex",
		Key: func(f AttackLapsed) string { return "event.attack-lapsed." + f.Cause },
	},
	events.Kind[OverrunCalled]{
		Name: "overrun-called", Rule: "9.6", Says: "hex:hex units",
		Draw: func(f OverrunCalled) []engine.Trace { return traces(f.Units, engine.PathAttack, f.Hex) },
	},
	events.Kind[CombatBegan]{
		Name: "combat-began", Rule: "9.1", Tell: CombatBegan.Tell,
		Draw: func(f CombatBegan) []engine.Trace { return events.Trace("", engine.MarkTarget, "", f.Hex) },
	},
	events.Kind[CombatRolled]{
		Name: "combat-rolled", Rule: "9.2",
		Tell: func(f CombatRolled) engine.Msg {
			return engine.Say("event.combat-rolled", engine.Num("die", f.Die),
				Half("attacker", f.Attacker), Half("defender", f.Defender))
		},
		Draw: func(f CombatRolled) []engine.Trace {
			return events.Trace("", engine.PathAttack, Half("", f.Attacker).Text+" / "+Half("", f.Defender).Text)
		},
	},
	events.Kind[CombatStage]{Name: "combat-stage", Rule: "9.2"},
	events.Kind[Retreated]{
		Name: "retreated", Rule: "9.3", Says: "units to:hex",
		Joins: func(last, next Retreated) bool { return last.To == next.From && slices.Equal(last.Units, next.Units) },
		TellAll: func(all []Retreated) engine.Msg {
			return by("event.retreated-by", all[0].Units, lists.Map(all, func(f Retreated) string { return f.To }))
		},
		Draw: func(f Retreated) []engine.Trace { return traces(f.Units, engine.PathRetreat, f.From, f.To) },
	},
	events.Kind[RetreatEnded]{Name: "retreat-ended", Rule: "9.3"},
	events.Kind[Advanced]{
		Name: "advanced", Rule: "9.4", Says: "units to:hex",
		Joins: func(last, next Advanced) bool { return last.To == next.From && slices.Equal(last.Units, next.Units) },
		TellAll: func(all []Advanced) engine.Msg {
			return by("event.advanced-by", all[0].Units, lists.Map(all, func(f Advanced) string { return f.To }))
		},
		Draw: func(f Advanced) []engine.Trace { return traces(f.Units, engine.PathAdvance, f.From, f.To) },
	},
	events.Kind[CombatEnded]{Name: "combat-ended", Rule: "9.1"},
}

// by tells a way of several hexes: the last, and those before it.
func by(key string, units, hexes []string) engine.Msg {
	last := len(hexes) - 1
	return engine.Say(key, events.Nouns("units", units), events.HexNamed("to", hexes[last]),
		events.HexList("way", hexes[:last]))
}

// Half is one side's number of a combat result as an argument of a message: "–" for none.
func Half(name string, n int) engine.Arg {
	if n == 0 {
		return engine.Text(name, "–")
	}
	return engine.Text(name, strconv.Itoa(n))
}

func (f CoverLaid) tell() engine.Msg {
	switch {
	case f.Hexes == nil:
		return engine.Say("event.cover-laid-hidden")
	case len(*f.Hexes) == 0:
		return engine.Say("event.cover-laid-none")
	}
	return engine.Say("event.cover-laid", events.HexList("hexes", *f.Hexes))
}

// tell tells what is given, and nothing where nothing is.
func (f SupportGiven) tell() engine.Msg {
	var parts []engine.Arg
	for _, p := range []struct {
		key   string
		hexes []string
	}{{"event.support.hq", f.Hexes}, {"event.support.air", f.Air}, {"event.support.cover", f.Cover}} {
		if len(p.hexes) > 0 {
			parts = append(parts, engine.Sub("", engine.Say(p.key, engine.Noun("hq", f.HQ), events.HexList("hexes", p.hexes))))
		}
	}
	switch {
	case len(parts) > 0:
		return engine.Say("event.support-given", engine.List("parts", parts...))
	case f.Shown:
		return engine.Say("event.support-none")
	}
	return engine.Msg{}
}

// Tell tells the odds of an attack.
func (f CombatBegan) Tell() engine.Msg {
	items := lists.Map(f.Shifts, func(m Shift) engine.Arg {
		return engine.Sub("", engine.Say("shift."+m.Name, engine.Text("value", exact.Signed(m.Value))))
	})
	args := []engine.Arg{
		events.HexNamed("hex", f.Hex), engine.Num("attack", f.Attack), engine.Num("defence", f.Defence),
		engine.Text("odds", f.Odds),
		engine.Text("column", f.Column), engine.List("shifts", items...),
	}
	switch {
	case f.Helpless:
		return engine.Say("event.combat-began.helpless", args...)
	case len(items) == 0:
		return engine.Say("event.combat-began.plain", args...)
	}
	return engine.Say("event.combat-began", args...)
}
