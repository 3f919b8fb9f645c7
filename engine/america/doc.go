// Package america implements the rules of America Triumphant as an [engine.Rules]. Numbers in brackets are paragraphs of
// the rules. The files of both games are named alike, after what they do. Where a chapter of the rulebook is in one file,
// it is this:
//
//	setup.go      13          setting up
//	turn.go       3, 8.3, 10  the turn, weather, reserve, rebuilding, the operational pause
//	supply.go     7           supply
//	chits.go      8.1, 11.2   chits, the parachute drop
//	activation.go 8.2         activation
//	arrivals.go   10.12, 8.22 reinforcements
//	costs.go      4, 5        what a step costs
//	move.go       4, 5, 13.41 movement, strategic moves, leaving the map
//	engineers.go  11.71       engineers build bridges
//	overrun.go    9.6         overruns
//	stack.go      6           stacking
//	strength.go   7.2, 9.51   strengths
//	modifiers.go  9.1, 9.5    odds and column shifts
//	support.go    11.1, 11.3  support of headquarters and aircraft
//	combat.go     9           combat
//	retreat.go    9.3         retreat
//	advance.go    9.4         advance after combat
//	victory.go    13          victory
//
// A match runs by prompts: steps without a decision happen automatically (turn.go), up to the next question
// (prompts.go). A walk over the elements of its answer judges it and produces events, and only events change
// the State (apply.go, of combat applyfight.go). noway.go says why there is no way to a hex.
package america
