package orderdeck

// Own are twelve action cards of ours. None is the box's: only the verbs and protections are those that the player aid
// explains.
var Own = []ActionCard{
	{Number: 1, Key: "orderdeck.card.1", Scope: ScopeUnit, When: []Sign{Sign(Danger), not(VP)}, Verb: FallBack, Avoid: true},
	{Number: 2, Key: "orderdeck.card.2", Scope: ScopeUnit, When: []Sign{Sign(Shaken), Sign(Near)}, Verb: StepBack, Line: true},
	{Number: 3, Key: "orderdeck.card.3", Scope: ScopeOthers, Target: []Sign{Sign(Cuts)}, Odds: [2]int{3, 1}, Verb: Attack, Heavy: true, Line: true},
	{Number: 4, Key: "orderdeck.card.4", Scope: ScopeOthers, Target: []Sign{Sign(VP)}, Odds: [2]int{2, 1}, Verb: Attack, Line: true},
	{Number: 5, Key: "orderdeck.card.5", Scope: ScopeStack, When: []Sign{Sign(Breach)}, Verb: Fill, Line: true},
	{Number: 6, Key: "orderdeck.card.6", Scope: ScopeUnit, Verb: Occupy, Line: true},
	{Number: 7, Key: "orderdeck.card.7", Scope: ScopeOthers, Target: []Sign{Weakest}, Odds: [2]int{2, 1}, Verb: Attack, Line: true, Break: [2]int{2, 1}},
	{Number: 8, Key: "orderdeck.card.8", Scope: ScopeUnit, When: []Sign{OutOfContact}, Verb: Advance, Avoid: true, Line: true},
	{Number: 9, Key: "orderdeck.card.9", Scope: ScopeStack, When: []Sign{Sign(Steps), Lowest}, Verb: Advance, Line: true},
	{Number: 10, Key: "orderdeck.card.10", Scope: ScopeOthers, Target: []Sign{Unsupplied}, Odds: [2]int{1, 1}, Verb: Attack, Line: true},
	{Number: 11, Key: "orderdeck.card.11", Scope: ScopeUnit, Target: []Sign{not(Faced)}, Odds: [2]int{1, 2}, Verb: Block, Line: true},
	{Number: 12, Key: "orderdeck.card.12", Scope: ScopeUnit, When: []Sign{Improvable}, Verb: Improve},
}

func not(k Kind) Sign { return "!" + Sign(k) }
