package event

import "referee/engine/celles/scenario"

// Facts that kinds of events have in common. Units, hexes, formations and sides are ids.
type (
	ofSide struct {
		Side string `json:"side"`
	}
	ofUnit struct {
		Unit string `json:"unit"`
	}
	ofChit struct {
		Side string `json:"side"`
		Chit string `json:"chit"`
	}
	ofMover struct {
		Unit      string `json:"unit"`
		Strategic bool   `json:"strategic"` // 8.5 applies so far
	}
	unitAt struct {
		Unit string `json:"unit"`
		Hex  string `json:"hex"`
	}
	unitStep struct {
		Unit string `json:"unit"`
		From string `json:"from"`
		To   string `json:"to"`
	}
)

// The facts of each kind of event, in the order of the rules.
type (
	// SetupBegan opens a match.
	SetupBegan struct {
		Variable bool `json:"variable"`
		// The side that a bid gave VP, and how many; absent without a bid.
		Given   string `json:"given,omitempty"`
		GivenVP int    `json:"given_vp,omitempty"`
	}
	// Placed puts a unit on the map: set up (20) or arrived (14).
	Placed struct {
		Unit    string `json:"unit"`
		Hex     string `json:"hex"`
		Arrived bool   `json:"arrived"`
	}
	// TurnBegan resets cups and actions (3, phase 1).
	TurnBegan struct {
		Turn    int    `json:"turn"`
		Actions [2]int `json:"actions"`
	}
	// VariableRolled is the die of optional rule 17.
	VariableRolled struct {
		Die     int    `json:"die"`
		Side    string `json:"side"` // empty: no change
		Change  int    `json:"change"`
		Actions int    `json:"actions"` // what the side has now
	}
	// SupplyChecked is phase 2: the units whose marker changed.
	SupplyChecked struct {
		Changes []SupplyChange `json:"changes"`
	}
	// InitiativeRolled is one side's die (6).
	InitiativeRolled struct {
		Side  string `json:"side"`
		Die   int    `json:"die"`
		DRM   int    `json:"drm"`
		Total int    `json:"total"`
	}
	// InitiativeTied makes both sides roll again.
	InitiativeTied struct {
		Total int `json:"total"`
	}
	// InitiativeWon lets a side choose who acts first.
	InitiativeWon ofSide
	// PhaseBegan opens a side's action phase (7).
	PhaseBegan ofSide
	// DrawCalled says that the owner decides to draw (7.1).
	DrawCalled ofSide
	// ChitDrawn is a formation's action chit, or a tactical chit.
	ChitDrawn struct {
		Side   string `json:"side"`
		Chit   string `json:"chit"`
		Action bool   `json:"action"`
	}
	// ChitPlayed takes a tactical chit out of the available box (13).
	ChitPlayed ofChit
	// ActionsCut takes a German action by Allied Air (13.4).
	ActionsCut struct {
		Side string `json:"side"`
		Left int    `json:"left"`
	}
	// AirCalled names the target of an air attack (13.4).
	AirCalled ofUnit
	// AirRolled is its die.
	AirRolled struct {
		Unit   string `json:"unit"`
		Die    int    `json:"die"`
		DRM    int    `json:"drm"`
		Result string `json:"result"` // none, disrupted, step
	}
	// BuiltUp gives a reduced unit its second step back (13.3).
	BuiltUp ofUnit
	// Rebuilt brings a dead unit back with one step (13.3).
	Rebuilt unitAt
	// Activated is 7.3 or 7.4.
	Activated struct {
		Side      string   `json:"side"`
		Formation string   `json:"formation,omitempty"` // all of it, by its chit
		Extra     bool     `json:"extra,omitempty"`     // by an Extra Move chit
		Units     []string `json:"units"`               // may move and fight
		Unused    []string `json:"unused"`              // turn to their unused face
		Due       []string `json:"due,omitempty"`       // reinforcements to be placed
	}
	// ActionSpent closes 7.3 without an activation: there was nobody to
	// activate, or the withdrawal was the action (15).
	ActionSpent ofSide
	// StackChecked says that stacking is legal after a replacement (10).
	StackChecked struct {
		Hex string `json:"hex"`
	}
	// Withdrawn takes the Führer Begleit Brigade off the map (15).
	Withdrawn struct {
		Formation string   `json:"formation"`
		Units     []string `json:"units"`
		Action    bool     `json:"action"` // it is the action itself (7.3)
	}
	// MovesBegan closes 7.4.
	MovesBegan ofSide
	// UnitBegan makes a unit the active one (7.5).
	UnitBegan ofMover
	// TruckPlaced and TruckTaken are 8.3.
	TruckPlaced ofMover
	// TruckTaken frees the truck for a later turn.
	TruckTaken struct {
		Unit string `json:"unit"`
		Turn int    `json:"turn"` // from which it is available
	}
	// Moved is one step (8).
	Moved struct {
		Unit      string      `json:"unit"`
		From      string      `json:"from"`
		To        string      `json:"to"`
		MP        scenario.MP `json:"mp"`
		Strategic bool        `json:"strategic"`
	}
	// InfiltrationCalled pays for a step from ZOC to ZOC (9.1).
	InfiltrationCalled struct {
		Unit string      `json:"unit"`
		From string      `json:"from"`
		To   string      `json:"to"`
		MP   scenario.MP `json:"mp"`
	}
	// InfiltrationRolled is its die.
	InfiltrationRolled struct {
		Unit   string `json:"unit"`
		To     string `json:"to"`
		Die    int    `json:"die"`
		DRM    int    `json:"drm"`
		Result string `json:"result"` // S, F, D
	}
	// UnitStopped ends a move; stacking is checked then (10).
	UnitStopped ofUnit
	// UnitEnded ends the unit's turn in this phase.
	UnitEnded struct {
		Unit string `json:"unit"`
		Used bool   `json:"used"`
	}
	// AttackCalled declares an attack (11).
	AttackCalled struct {
		Unit      string      `json:"unit"`
		Intensity string      `json:"intensity"`
		MP        scenario.MP `json:"mp"`
		With      []string    `json:"with"`
		Against   []string    `json:"against"`
		Hexes     []string    `json:"hexes"`
	}
	// AttackDropped cancels an attack that stacking at the moment of combat made
	// impossible (10).
	AttackDropped struct {
		Unit string      `json:"unit"`
		Back scenario.MP `json:"back"` // not spent after all: the odds are too low (11)
	}
	// OddsSet is the attack before chits and die.
	OddsSet struct {
		Attack  int    `json:"attack"`
		Defence int    `json:"defence"`
		Column  string `json:"column"`
		DRM     []DRM  `json:"drm"`
		Net     int    `json:"net"`
	}
	// CombatChit is a side's decision on its Combat chit (13.1).
	CombatChit struct {
		Side   string `json:"side"`
		Played bool   `json:"played"`
		Asked  bool   `json:"asked"` // false: there was none to play
	}
	// AttackRolled is the die of an attack.
	AttackRolled struct {
		Die      int    `json:"die"`
		DRM      int    `json:"drm"`
		Row      int    `json:"row"`
		Attacker string `json:"attacker"` // as in the table: *RD
		Defender string `json:"defender"`
	}
	// CombatStep begins the next part of a result.
	CombatStep struct {
		Step string `json:"step"`
	}
	// StepLost takes one step of a unit.
	StepLost struct {
		Unit  string `json:"unit"`
		Hex   string `json:"hex"`
		Left  int    `json:"left"`
		Cause string `json:"cause"` // combat, stacking, retreat, air
	}
	// Eliminated takes a whole unit (11.1).
	Eliminated struct {
		Unit  string `json:"unit"`
		Hex   string `json:"hex"`
		Steps int    `json:"steps"`
	}
	// Disrupted marks a unit (12).
	Disrupted struct {
		Unit  string `json:"unit"`
		Cause string `json:"cause"` // combat, infiltration, retreat, air
	}
	// Retreated is one hex of a retreat (11.1).
	Retreated struct {
		Unit string `json:"unit"`
		From string `json:"from"`
		To   string `json:"to"`
		// Spared: a stack mate was lost there, so this unit is not.
		Spared bool `json:"spared,omitempty"`
	}
	// RetreatEnded says that the unit's retreat is over.
	RetreatEnded unitAt
	// Advanced is 11.2.
	Advanced unitStep
	// CombatEnded closes a combat.
	CombatEnded ofUnit
	// PhaseClosing says that no unit acts any more; stacking is checked (14).
	PhaseClosing ofSide
	// PhaseEnded closes an action phase.
	PhaseEnded ofSide
	// Recovered is phase 7.
	Recovered struct {
		Turn int `json:"turn"`
	}
	// Scored is phase 8.
	Scored struct {
		Turn   int      `json:"turn"`
		Points int      `json:"points"`
		Total  int      `json:"total"`
		Units  []string `json:"units"`
	}
	// MatchEnded is the result (16).
	MatchEnded struct {
		Winner   string `json:"winner"` // empty: a draw
		Decisive bool   `json:"decisive"`
		German   int    `json:"german"`
		Allied   int    `json:"allied"`
	}
)

// SupplyChange is a new supply marker: supplied, out or isolated.
type SupplyChange struct {
	Unit  string `json:"unit"`
	State string `json:"state"`
}

// DRM is one die modifier of an attack.
type DRM struct {
	Name  string `json:"name"`
	Value int    `json:"value"`
	Rule  string `json:"rule"`
}

// Causes of losses and disruption.
const (
	CauseCombat       = "combat"
	CauseStacking     = "stacking"
	CauseRetreat      = "retreat"
	CauseAir          = "air"
	CauseInfiltration = "infiltration"
)
