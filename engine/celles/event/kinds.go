package event

import (
	"slices"

	"referee/engine"
	"referee/engine/kit/events"
)

// kinds lists every event. Append only: stored matches hold them.
var kinds = events.List("celles",
	events.Of[SetupBegan](),
	events.Of[Placed](),
	events.Of[TurnBegan](),
	events.Of[VariableRolled](),
	events.Of[SupplyChecked](),
	events.Of[InitiativeRolled](),
	events.Of[InitiativeTied](),
	events.Of[InitiativeWon](),
	events.Of[PhaseBegan](),
	events.Of[DrawCalled](),
	events.Of[ChitDrawn](),
	events.Of[ChitPlayed](),
	events.Of[ActionsCut](),
	events.Of[AirCalled](),
	events.Of[AirRolled](),
	events.Of[BuiltUp](),
	events.Of[Rebuilt](),
	events.Of[Activated](),
	events.Of[ActionSpent](),
	events.Of[StackChecked](),
	events.Of[Withdrawn](),
	events.Of[MovesBegan](),
	events.Of[UnitBegan](),
	events.Of[TruckPlaced](),
	events.Of[TruckTaken](),
	events.Of[Moved](),
	events.Of[InfiltrationCalled](),
	events.Of[InfiltrationRolled](),
	events.Of[UnitStopped](),
	events.Of[UnitEnded](),
	events.Of[AttackCalled](),
	events.Of[AttackDropped](),
	events.Of[OddsSet](),
	events.Of[CombatChit](),
	events.Of[AttackRolled](),
	events.Of[CombatStep](),
	events.Of[StepLost](),
	events.Of[Eliminated](),
	events.Of[Disrupted](),
	events.Of[Retreated](),
	events.Of[RetreatEnded](),
	events.Of[Advanced](),
	events.Of[CombatEnded](),
	events.Of[PhaseClosing](),
	events.Of[PhaseEnded](),
	events.Of[Recovered](),
	events.Of[Scored](),
	events.Of[MatchEnded](),
)

// Kinds are never renamed or reused.

func (SetupBegan) Kind() string         { return "setup-began" }
func (Placed) Kind() string             { return "placed" }
func (TurnBegan) Kind() string          { return "turn-began" }
func (VariableRolled) Kind() string     { return "variable-rolled" }
func (SupplyChecked) Kind() string      { return "supply-checked" }
func (InitiativeRolled) Kind() string   { return "initiative-rolled" }
func (InitiativeTied) Kind() string     { return "initiative-tied" }
func (InitiativeWon) Kind() string      { return "initiative-won" }
func (PhaseBegan) Kind() string         { return "phase-began" }
func (DrawCalled) Kind() string         { return "draw-called" }
func (ChitDrawn) Kind() string          { return "chit-drawn" }
func (ChitPlayed) Kind() string         { return "chit-played" }
func (ActionsCut) Kind() string         { return "actions-cut" }
func (AirCalled) Kind() string          { return "air-called" }
func (AirRolled) Kind() string          { return "air-rolled" }
func (BuiltUp) Kind() string            { return "built-up" }
func (Rebuilt) Kind() string            { return "rebuilt" }
func (Activated) Kind() string          { return "activated" }
func (ActionSpent) Kind() string        { return "action-spent" }
func (StackChecked) Kind() string       { return "stack-checked" }
func (Withdrawn) Kind() string          { return "withdrawn" }
func (MovesBegan) Kind() string         { return "moves-began" }
func (UnitBegan) Kind() string          { return "unit-began" }
func (TruckPlaced) Kind() string        { return "truck-placed" }
func (TruckTaken) Kind() string         { return "truck-taken" }
func (Moved) Kind() string              { return "moved" }
func (InfiltrationCalled) Kind() string { return "infiltration-called" }
func (InfiltrationRolled) Kind() string { return "infiltration-rolled" }
func (UnitStopped) Kind() string        { return "unit-stopped" }
func (UnitEnded) Kind() string          { return "unit-ended" }
func (AttackCalled) Kind() string       { return "attack-called" }
func (AttackDropped) Kind() string      { return "attack-dropped" }
func (OddsSet) Kind() string            { return "odds-set" }
func (CombatChit) Kind() string         { return "combat-chit" }
func (AttackRolled) Kind() string       { return "attack-rolled" }
func (CombatStep) Kind() string         { return "combat-step" }
func (StepLost) Kind() string           { return "step-lost" }
func (Eliminated) Kind() string         { return "eliminated" }
func (Disrupted) Kind() string          { return "disrupted" }
func (Retreated) Kind() string          { return "retreated" }
func (RetreatEnded) Kind() string       { return "retreat-ended" }
func (Advanced) Kind() string           { return "advanced" }
func (CombatEnded) Kind() string        { return "combat-ended" }
func (PhaseClosing) Kind() string       { return "phase-closing" }
func (PhaseEnded) Kind() string         { return "phase-ended" }
func (Recovered) Kind() string          { return "recovered" }
func (Scored) Kind() string             { return "scored" }
func (MatchEnded) Kind() string         { return "match-ended" }

// Decode reads an event of a kind from the JSON that is stored of it. It is strict: an
// unknown field is an error, and so is an unknown kind.
func Decode(kind string, data []byte) (engine.Event, error) { return kinds.Decode(kind, data) }

// Kinds lists the kinds of all events, in the order in which they were made.
func Kinds() []string { return slices.Clone(kinds.Names()) }
