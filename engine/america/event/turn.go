package event

import (
	"slices"

	"referee/engine"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
)

// Facts of the course of a turn (3, 7.3, 8, 10, 11.11, 11.2, 13), in the order of a match.
type (
	// SetupBegan opens a match.
	SetupBegan struct {
		Scenario string `json:"scenario"`
		// The optional rules that are in force (10.11, 12), by their ids; an overrun has its price:
		// "mech_overrun=6mp".
		Options []string `json:"options,omitempty"`
		// The side that a bid gave objectives, and how many; absent without a bid.
		Given  string `json:"given,omitempty"`
		GivenN int    `json:"given_n,omitempty"`
	}
	// Placed puts a unit on the map in the set-up (13), or a headquarters that comes back (11.11).
	Placed struct {
		Unit string `json:"unit"`
		Hex  string `json:"hex"`
		Back bool   `json:"back,omitempty"`
	}
	// SideSet says that a side has set up.
	SideSet struct {
		Side string `json:"side"`
	}
	// FormationsWanted says whether the German asks for formations (13.32).
	FormationsWanted struct {
		Wanted bool `json:"wanted"`
	}
	// RequestRolled is the die for how many (13.32).
	RequestRolled struct {
		Die int `json:"die"`
	}
	// FormationAsked adds a formation to those that the German sets up (13.32).
	FormationAsked struct {
		Formation string   `json:"formation"`
		Units     []string `json:"units"`
	}
	// RequestEnded says that they want no more.
	RequestEnded struct {
		N int `json:"n"`
	}
	// DiscoveryRolled is the die for whether the plan is discovered (13.32).
	DiscoveryRolled struct {
		Die        int  `json:"die"`
		N          int  `json:"n"`
		Total      int  `json:"total"`
		Discovered bool `json:"discovered"`
	}
	// DropPlanned is the secret plan of the parachute drop (11.2).
	DropPlanned struct {
		Seat engine.Seat `json:"seat"`
		Plan *DropPlan   `json:"plan,omitempty"`
	}
	// SetupEnded begins play: control is worked out (2).
	SetupEnded struct{}
	// TurnBegan opens a turn (3.1).
	TurnBegan struct {
		Turn int `json:"turn"`
	}
	// WeatherSet is weather and ground without a roll (13.1).
	WeatherSet struct {
		Weather string `json:"weather"`
		Ground  string `json:"ground"`
		Air     int    `json:"air"`
	}
	// WeatherRolled is the die for the weather (3.2).
	WeatherRolled struct {
		Die     int    `json:"die"`
		DRM     int    `json:"drm"`
		Weather string `json:"weather"`
		Air     int    `json:"air"` // Allied air points
	}
	// GroundRolled is the die for the ground (3.2).
	GroundRolled struct {
		Die    int    `json:"die"`
		DRM    int    `json:"drm"`
		Ground string `json:"ground"`
	}
	// ReserveRolled is the die for the reserve (10.11), and how many formations may be picked.
	ReserveRolled struct {
		Die      int `json:"die"`
		DRM      int `json:"drm"`
		Infantry int `json:"infantry"`
		Mech     int `json:"mech"`
	}
	// ReserveChosen is a formation of the reserve that arrives in a turn.
	ReserveChosen struct {
		Formation string   `json:"formation"`
		Units     []string `json:"units"`
		Turn      int      `json:"turn"`
	}
	// ReserveEnded says that no more is left to be picked.
	ReserveEnded struct{}
	// SupplyGained is the German's supply points of the turn (7.3).
	SupplyGained struct {
		Points int `json:"points"`
		Total  int `json:"total"`
	}
	// Rebuilt gives a unit its second step back (10.2).
	Rebuilt struct {
		Unit string `json:"unit"`
		Hex  string `json:"hex"`
	}
	// RebuildEnded says that a side rebuilds no more in this turn.
	RebuildEnded struct {
		Side string `json:"side"`
	}
	// CombatSupplied says which headquarters are in combat supply (7.3).
	CombatSupplied struct {
		Paid []string `json:"paid"` // German
		Free []string `json:"free"` // Allied
		Cost int      `json:"cost"`
		Left int      `json:"left"`
	}
	// SupplyChecked is 7.1: the units whose supply has changed.
	SupplyChecked struct {
		Changes []SupplyChange `json:"changes"`
	}
	// ChitsChosen is which chits a side puts into the cup, in secret until CupFilled (8.1).
	ChitsChosen struct {
		Seat  engine.Seat `json:"seat"`
		Chits *[]string   `json:"chits,omitempty"`
	}
	// CupFilled shows the chits of both sides (8.1).
	CupFilled struct {
		German []string `json:"german"`
		Allied []string `json:"allied"`
	}
	// ChitDrawn is a chit out of the cup (3.3).
	ChitDrawn struct {
		HQ   string `json:"hq"`
		Side string `json:"side"`
	}
	// ChitPutBack puts a drawn Allied chit back (13.1).
	ChitPutBack struct {
		HQ string `json:"hq"`
	}
	// ChitAside puts a chit aside: of a headquarters that has died (8.1).
	ChitAside struct {
		HQ string `json:"hq"`
	}
	// ImpulseBegan opens an impulse (3.3): the units that its headquarters may activate, by how they are
	// supplied in it (7.12, 8.2).
	ImpulseBegan struct {
		HQ         string   `json:"hq"`
		Side       string   `json:"side"`
		N          int      `json:"n"` // of the side in this turn
		Supplied   []string `json:"supplied"`
		Unsupplied []string `json:"unsupplied"`
		Isolated   []string `json:"isolated"`
	}
	// DropBegan shows the plan of the parachute drop, for which a die is cast (11.2).
	DropBegan struct {
		Unit string `json:"unit"`
		Hex  string `json:"hex"`
	}
	// DropRolled is that die.
	DropRolled struct {
		Unit  string `json:"unit"`
		Hex   string `json:"hex"`
		Die   int    `json:"die"`
		Lands bool   `json:"lands"`
	}
	// DropLost says why the drop was lost without a die (11.2).
	DropLost struct {
		Unit  string `json:"unit"`
		Hex   string `json:"hex"`
		Cause string `json:"cause"` // enemy, idle
	}
	// PhaseEnded closes a phase of an impulse; stacking is checked then (6.2).
	PhaseEnded struct {
		Phase string `json:"phase"` // move, fight, exploit
	}
	// StacksChecked says that stacking is right, and the next phase begins.
	StacksChecked struct{}
	// PauseRolled is the die for the operational pause (8.3).
	PauseRolled struct {
		Side   string `json:"side"`
		Die    int    `json:"die"`
		DRM    int    `json:"drm"`
		Number int    `json:"number"` // of the track: at most so much ends the side's turn
		Done   bool   `json:"done"`
	}
	// ImpulseEnded closes an impulse. Aside are the side's other chits, if it is done for the turn (8.3).
	ImpulseEnded struct {
		HQ    string   `json:"hq"`
		Aside []string `json:"aside,omitempty"`
	}
	// TurnEnded closes a turn: supply points of headquarters whose chit was not drawn come back (3.4, 7.3).
	TurnEnded struct {
		Turn int `json:"turn"`
		Back int `json:"back"`
		Left int `json:"left"`
	}
	// Withdrawn takes units away for good: those on the map, and reinforcements that come no more (13.4).
	Withdrawn struct {
		Units []string `json:"units"`
	}
	// WentOn says that the German goes on with the plan (13.3).
	WentOn struct{}
	// MatchEnded is the result (13).
	MatchEnded struct {
		Winner string `json:"winner"`           // empty: a draw
		Degree string `json:"degree,omitempty"` // minor, major
		Ended  bool   `json:"ended,omitempty"`  // the German has ended it (13.3)
		German int    `json:"german"`           // what was counted
		Allied int    `json:"allied"`
	}
)

// DropPlan is a hex and a turn, or nothing: "" and 0.
type DropPlan struct {
	Hex  string `json:"hex,omitempty"`
	Turn int    `json:"turn,omitempty"`
}

// SupplyChange is a new state of supply: supplied, unsupplied or isolated.
type SupplyChange struct {
	Unit  string `json:"unit"`
	State string `json:"state"`
}

// Facts of losses, whose causes are combat, stacking, overrun and so on.
type (
	// StepLost takes one of two steps of a unit.
	StepLost struct {
		Unit  string `json:"unit"`
		Hex   string `json:"hex"`
		Cause string `json:"cause"`
	}
	// Eliminated takes a whole unit: what steps it had.
	Eliminated struct {
		Unit  string `json:"unit"`
		Hex   string `json:"hex"`
		Steps int    `json:"steps"`
		Cause string `json:"cause"`
		// Back is the turn in which a headquarters comes back (11.11).
		Back int `json:"back,omitempty"`
	}
)

// Causes of losses.
const (
	CauseCombat   = "combat"
	CauseRetreat  = "retreat"  // no way, or to make room (9.3)
	CauseStacking = "stacking" // removed by the enemy (6.2)
	CauseOverrun  = "overrun"  // 9.6
	CauseSlip     = "slip"     // the 150th Brigade (4.4)
)

// paragraphs are those of the causes.
var paragraphs = map[string]string{
	CauseCombat: "9.2", CauseRetreat: "9.3", CauseStacking: "6.2", CauseOverrun: "9.6", CauseSlip: "4.4",
}

// ofTurn are the kinds of events of the course of a turn.
var ofTurn = []events.Described{
	events.Kind[SetupBegan]{Name: "setup-began", Rule: "13", Tell: SetupBegan.tell},
	events.Kind[Placed]{
		Name: "placed", Says: "unit hex:hex",
		Cite:    func(f Placed) string { return events.Either(f.Back, "11.11", "13") },
		Key:     func(f Placed) string { return events.Either(f.Back, "event.returned", "event.placed") },
		Joins:   func(last, next Placed) bool { return !last.Back && !next.Back },
		TellAll: tellPlaced,
		Draw:    Placed.draw,
	},
	events.Kind[SideSet]{Name: "side-set", Rule: "13", Says: "side"},
	events.Kind[FormationsWanted]{
		Name: "formations-wanted", Rule: "13.3",
		Tell: func(f FormationsWanted) engine.Msg {
			return engine.Say(events.Either(f.Wanted, "event.formations-wanted", "event.formations-not-wanted"))
		},
	},
	events.Kind[RequestRolled]{Name: "request-rolled", Rule: "13.3", Says: "die"},
	events.Kind[FormationAsked]{Name: "formation-asked", Rule: "13.3", Says: "formation units"},
	events.Kind[RequestEnded]{Name: "request-ended", Rule: "13.3", Says: "n"},
	events.Kind[DiscoveryRolled]{
		Name: "discovery-rolled", Rule: "13.3", Says: "die n total",
		Key: func(f DiscoveryRolled) string {
			return events.Either(f.Discovered, "event.discovery-rolled.found", "event.discovery-rolled.not")
		},
	},
	events.Kind[DropPlanned]{Name: "drop-planned", Rule: "11.2", Secret: "plan", Tell: DropPlanned.tell},
	events.Kind[SetupEnded]{Name: "setup-ended", Rule: "13"},
	events.Kind[TurnBegan]{Name: "turn-began", Rule: "3.1", Says: "turn"},
	events.Kind[WeatherSet]{Name: "weather-set", Rule: "13.1", Says: "weather ground air"},
	events.Kind[WeatherRolled]{Name: "weather-rolled", Rule: "3.2", Says: "die drm weather air"},
	events.Kind[GroundRolled]{Name: "ground-rolled", Rule: "3.2", Says: "die drm ground"},
	events.Kind[ReserveRolled]{Name: "reserve-rolled", Rule: "10.11", Says: "die drm infantry mech"},
	events.Kind[ReserveChosen]{Name: "reserve-chosen", Rule: "10.11", Says: "formation units turn"},
	events.Kind[ReserveEnded]{Name: "reserve-ended", Rule: "10.11"},
	events.Kind[SupplyGained]{Name: "supply-gained", Rule: "7.3", Says: "points total"},
	events.Kind[Rebuilt]{
		Name: "rebuilt", Rule: "10.2", Says: "unit hex:hex",
		Draw: func(f Rebuilt) []engine.Trace { return events.Trace(f.Unit, engine.MarkTo, "", f.Hex) },
	},
	events.Kind[RebuildEnded]{Name: "rebuild-ended", Rule: "10.2"},
	events.Kind[CombatSupplied]{Name: "combat-supplied", Rule: "7.3", Tell: CombatSupplied.tell},
	events.Kind[SupplyChecked]{Name: "supply-checked", Rule: "7.11", Tell: SupplyChecked.tell},
	events.Kind[ChitsChosen]{Name: "chits-chosen", Rule: "8.1", Secret: "chits", Tell: ChitsChosen.tell},
	events.Kind[CupFilled]{
		Name: "cup-filled", Rule: "8.1", Tell: CupFilled.tell,
		Reveals: func(CupFilled) []engine.Secret {
			return []engine.Secret{{Seat: "german", Kind: "chits"}, {Seat: "allied", Kind: "chits"}}
		},
	},
	events.Kind[ChitDrawn]{Name: "chit-drawn", Rule: "3.3", Says: "hq side"},
	events.Kind[ChitPutBack]{Name: "chit-put-back", Rule: "13.1", Says: "hq"},
	events.Kind[ChitAside]{Name: "chit-aside", Rule: "8.1", Says: "hq"},
	events.Kind[ImpulseBegan]{
		Name: "impulse-began", Rule: "8.2",
		Tell: func(f ImpulseBegan) engine.Msg {
			return engine.Say("event.impulse-began", engine.Noun("hq", f.HQ), engine.Num("n", f.N),
				engine.Num("units", len(f.Supplied)+len(f.Unsupplied)+len(f.Isolated)))
		},
	},
	events.Kind[DropBegan]{
		Name: "drop-began", Rule: "11.2", Says: "unit hex:hex",
		Draw:    func(f DropBegan) []engine.Trace { return events.Trace(f.Unit, engine.MarkTarget, "", f.Hex) },
		Reveals: func(DropBegan) []engine.Secret { return dropSecret() },
	},
	events.Kind[DropRolled]{
		Name: "drop-rolled", Rule: "11.2", Says: "unit hex:hex die",
		Key:  func(f DropRolled) string { return events.Either(f.Lands, "event.drop-landed", "event.drop-scattered") },
		Draw: func(f DropRolled) []engine.Trace { return events.Trace(f.Unit, engine.MarkTo, "", f.Hex) },
	},
	events.Kind[DropLost]{
		Name: "drop-lost", Rule: "11.2", Says: "unit hex:hex",
		Key:     func(f DropLost) string { return "event.drop-lost." + f.Cause },
		Draw:    func(f DropLost) []engine.Trace { return events.Trace(f.Unit, engine.MarkHit, "", f.Hex) },
		Reveals: func(DropLost) []engine.Secret { return dropSecret() },
	},
	events.Kind[PhaseEnded]{Name: "phase-ended", Rule: "3.3"},
	events.Kind[StacksChecked]{Name: "stacks-checked", Rule: "6.2"},
	events.Kind[PauseRolled]{
		Name: "pause-rolled", Rule: "8.3", Says: "die drm number side",
		Key: func(f PauseRolled) string {
			return events.Either(f.Done, "event.pause-rolled.done", "event.pause-rolled.on")
		},
	},
	events.Kind[ImpulseEnded]{Name: "impulse-ended", Rule: "3.3"},
	events.Kind[TurnEnded]{
		Name: "turn-ended", Rule: "7.3", Says: "turn back left",
		Key: func(f TurnEnded) string { return events.Either(f.Back > 0, "event.turn-ended", "") },
	},
	events.Kind[Withdrawn]{Name: "withdrawn", Rule: "13.4", Says: "units"},
	events.Kind[WentOn]{Name: "went-on", Rule: "13.3"},
	events.Kind[MatchEnded]{
		Name: "match-ended", Rule: "13",
		Tell:    func(f MatchEnded) engine.Msg { return Verdict(f.Winner, f.Degree, f.German, f.Allied) },
		Reveals: func(MatchEnded) []engine.Secret { return dropSecret() },
	},
	events.Kind[StepLost]{
		Name: "step-lost", Says: "unit hex:hex",
		Cite: func(f StepLost) string { return paragraphs[f.Cause] },
		Key:  func(f StepLost) string { return "event.step-lost." + f.Cause },
		Draw: func(f StepLost) []engine.Trace { return events.Trace(f.Unit, engine.MarkHit, "", f.Hex) },
	},
	events.Kind[Eliminated]{
		Name: "eliminated", Says: "unit hex:hex",
		Cite: func(f Eliminated) string { return paragraphs[f.Cause] },
		Key:  func(f Eliminated) string { return "event.eliminated." + f.Cause },
		Draw: func(f Eliminated) []engine.Trace { return events.Trace(f.Unit, engine.MarkHit, "", f.Hex) },
	},
}

func dropSecret() []engine.Secret { return []engine.Secret{{Seat: "german", Kind: "drop"}} }

func (f SetupBegan) tell() engine.Msg {
	if f.GivenN == 0 {
		return engine.Msg{}
	}
	return engine.Say("event.bid", engine.Num("n", f.GivenN), engine.Noun("side", f.Given))
}

func tellPlaced(all []Placed) engine.Msg {
	units := lists.Map(all, func(f Placed) engine.Arg {
		return engine.Sub("", engine.Say("event.placed-one", engine.Noun("unit", f.Unit), events.HexNamed("hex", f.Hex)))
	})
	return engine.Say("event.placed-all", engine.List("units", units...))
}

// draw marks where a headquarters comes back. The set-up is not drawn.
func (f Placed) draw() []engine.Trace {
	if !f.Back {
		return nil
	}
	return events.Trace(f.Unit, engine.MarkTo, "", f.Hex)
}

func (f DropPlanned) tell() engine.Msg {
	switch {
	case f.Plan == nil:
		return engine.Say("event.drop-planned.hidden")
	case f.Plan.Hex == "":
		return engine.Say("event.drop-planned.none")
	}
	return engine.Say("event.drop-planned", events.HexNamed("hex", f.Plan.Hex), engine.Num("turn", f.Plan.Turn))
}

func (f CombatSupplied) tell() engine.Msg {
	return engine.Say(events.Either(len(f.Paid) > 0, "event.combat-supplied", "event.combat-supplied.none"),
		events.Nouns("hqs", f.Paid), engine.Num("cost", f.Cost), engine.Num("left", f.Left))
}

func (f SupplyChecked) tell() engine.Msg {
	if len(f.Changes) == 0 {
		return engine.Say("event.supply-same")
	}
	changed := func(state string) engine.Arg {
		is := lists.Filter(f.Changes, func(c SupplyChange) bool { return c.State == state })
		return events.Nouns(state, lists.Map(is, func(c SupplyChange) string { return c.Unit }))
	}
	return engine.Say("event.supply-checked", changed("supplied"), changed("unsupplied"), changed("isolated"))
}

func (f ChitsChosen) tell() engine.Msg {
	side := engine.Noun("side", string(f.Seat))
	switch {
	case f.Chits == nil:
		return engine.Say("event.chits-chosen.hidden", side)
	case len(*f.Chits) == 0:
		return engine.Say("event.chits-chosen.none", side)
	}
	return engine.Say("event.chits-chosen", side, events.Nouns("hqs", *f.Chits))
}

func (f CupFilled) tell() engine.Msg {
	all := slices.Concat(f.German, f.Allied)
	if len(all) == 0 {
		return engine.Say("event.cup-filled.none")
	}
	return engine.Say("event.cup-filled", events.Nouns("hqs", all))
}

// Verdict says how a match ended (13): the id of the winner, empty for a draw, how clearly, and what was counted.
func Verdict(winner, degree string, g, a int) engine.Msg {
	counted := []engine.Arg{engine.Num("german", g), engine.Num("allied", a)}
	if winner == "" {
		return engine.Say("result.draw", counted...)
	}
	key := events.Either(degree == "", "result.won", "result.won."+degree)
	return engine.Say(key, append(counted, engine.Noun("side", winner))...)
}
