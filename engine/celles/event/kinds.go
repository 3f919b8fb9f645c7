package event

import (
	"bytes"
	"encoding/json"
	"fmt"

	"referee/engine"
)

// kinds lists every event. Append only: stored matches hold them.
var kinds = []kind{
	of[SetupBegan](),
	of[Placed](),
	of[TurnBegan](),
	of[VariableRolled](),
	of[SupplyChecked](),
	of[InitiativeRolled](),
	of[InitiativeTied](),
	of[InitiativeWon](),
	of[PhaseBegan](),
	of[DrawCalled](),
	of[ChitDrawn](),
	of[ChitPlayed](),
	of[ActionsCut](),
	of[AirCalled](),
	of[AirRolled](),
	of[BuiltUp](),
	of[Rebuilt](),
	of[Activated](),
	of[ActionSpent](),
	of[StackChecked](),
	of[Withdrawn](),
	of[MovesBegan](),
	of[UnitBegan](),
	of[TruckPlaced](),
	of[TruckTaken](),
	of[Moved](),
	of[InfiltrationCalled](),
	of[InfiltrationRolled](),
	of[UnitStopped](),
	of[UnitEnded](),
	of[AttackCalled](),
	of[AttackDropped](),
	of[OddsSet](),
	of[CombatChit](),
	of[AttackRolled](),
	of[CombatStep](),
	of[StepLost](),
	of[Eliminated](),
	of[Disrupted](),
	of[Retreated](),
	of[RetreatEnded](),
	of[Advanced](),
	of[CombatEnded](),
	of[PhaseClosing](),
	of[PhaseEnded](),
	of[Recovered](),
	of[Scored](),
	of[MatchEnded](),
}

// kind knows how to read one kind of event.
type kind struct {
	name   string
	decode func([]byte) (engine.Event, error)
}

func of[E engine.Event]() kind {
	var zero E
	return kind{zero.Kind(), func(data []byte) (engine.Event, error) {
		var e E
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.DisallowUnknownFields()
		err := dec.Decode(&e)
		return e, err
	}}
}

// decoders finds a kind by its name.
var decoders = func() map[string]kind {
	m := make(map[string]kind, len(kinds))
	for _, k := range kinds {
		m[k.name] = k
	}
	return m
}()

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
func Decode(kind string, data []byte) (engine.Event, error) {
	k, ok := decoders[kind]
	if !ok {
		return nil, fmt.Errorf("celles: unknown event %q", kind)
	}
	e, err := k.decode(data)
	if err != nil {
		return nil, fmt.Errorf("celles: event %s: %w", kind, err)
	}
	return e, nil
}

// Kinds lists the kinds of all events, in the order in which they were made.
func Kinds() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.name
	}
	return names
}
