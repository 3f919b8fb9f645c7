package event

// The paragraph that each event follows from.

func (SetupBegan) Rule() string         { return "20" }
func (TurnBegan) Rule() string          { return "3" }
func (VariableRolled) Rule() string     { return "17" }
func (SupplyChecked) Rule() string      { return "5" }
func (InitiativeRolled) Rule() string   { return "6" }
func (InitiativeTied) Rule() string     { return "6" }
func (InitiativeWon) Rule() string      { return "6" }
func (PhaseBegan) Rule() string         { return "7" }
func (DrawCalled) Rule() string         { return "7.1" }
func (ChitDrawn) Rule() string          { return "7.1" }
func (ChitPlayed) Rule() string         { return "13" }
func (ActionsCut) Rule() string         { return "13.4" }
func (AirCalled) Rule() string          { return "13.4" }
func (AirRolled) Rule() string          { return "13.4" }
func (BuiltUp) Rule() string            { return "13.3" }
func (Rebuilt) Rule() string            { return "13.3" }
func (ActionSpent) Rule() string        { return "7.3" }
func (StackChecked) Rule() string       { return "10" }
func (Withdrawn) Rule() string          { return "15" }
func (MovesBegan) Rule() string         { return "7.4" }
func (UnitBegan) Rule() string          { return "7.5" }
func (TruckPlaced) Rule() string        { return "8.3" }
func (TruckTaken) Rule() string         { return "8.3" }
func (Moved) Rule() string              { return "8" }
func (InfiltrationCalled) Rule() string { return "9.1" }
func (InfiltrationRolled) Rule() string { return "9.1" }
func (UnitStopped) Rule() string        { return "10" }
func (UnitEnded) Rule() string          { return "7.5" }
func (AttackCalled) Rule() string       { return "11" }
func (AttackDropped) Rule() string      { return "10" }
func (OddsSet) Rule() string            { return "11" }
func (CombatChit) Rule() string         { return "13.1" }
func (AttackRolled) Rule() string       { return "11" }
func (CombatStep) Rule() string         { return "11" }
func (Eliminated) Rule() string         { return "11.1" }
func (Retreated) Rule() string          { return "11.1" }
func (RetreatEnded) Rule() string       { return "11.1" }
func (Advanced) Rule() string           { return "11.2" }
func (CombatEnded) Rule() string        { return "11" }
func (PhaseClosing) Rule() string       { return "14" }
func (PhaseEnded) Rule() string         { return "7.6" }
func (Recovered) Rule() string          { return "12" }
func (Scored) Rule() string             { return "16" }
func (MatchEnded) Rule() string         { return "16" }

// Rule is the paragraph on setting up, or on arriving.
func (e Placed) Rule() string {
	if e.Arrived {
		return "14"
	}
	return "20"
}

// Rule is the paragraph on the action, or on the chit for one more unit.
func (e Activated) Rule() string {
	if e.Extra {
		return "7.4"
	}
	return "7.3"
}

// Rule is the paragraph of the cause.
func (e StepLost) Rule() string { return paragraphs[e.Cause] }

// Rule is the paragraph of the cause.
func (e Disrupted) Rule() string { return paragraphs[e.Cause] }

// paragraphs are the paragraphs of the causes of losses and disruptions.
var paragraphs = map[string]string{
	CauseCombat: "11", CauseStacking: "10", CauseRetreat: "11.1", CauseAir: "13.4", CauseInfiltration: "9.1",
}
