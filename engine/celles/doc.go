// Package celles implements the rules of Celles (the Meuse, 23-27 December 1944) as an [engine.Rules]. The files of both
// games are named alike, after what they do. Where a chapter of the rulebook is in one file, it is this:
//
//	setup.go      20        setting up
//	turn.go       3, 6, 17  the turn, initiative, variable actions
//	supply.go     5         supply
//	chits.go      4, 7.1    drawing
//	activation.go 7         activation
//	tactical.go   13        tactical chits
//	arrivals.go   14, 15    arrivals, the brigade that leaves
//	costs.go      8, 9      what a step costs
//	move.go       8, 9      movement, infiltration
//	stack.go      10        stacking
//	modifiers.go  11        odds and modifiers
//	combat.go     11        combat
//	retreat.go    11.1      retreat
//	advance.go    11.2      advance after combat
//	victory.go    16        victory
//
// A match runs by prompts: steps without a decision happen automatically (turn.go), up to the next question
// (prompts.go). A walk over the elements of its answer judges it and produces events, and only events change the State
// (apply.go). untimely.go refuses words that answer a different question from the open one, noway.go says why there is
// no way to a hex.
//
// Two parts use the rules without being used by them. The query odds (odds.go) plays out attacks with the rules
// themselves (foresight.go), and counts the outcomes. Standing orders (standing.go) choose units and retreat paths;
// their dry run (rehearsal.go) tries the outcomes of all attacks that threaten. They are not separate packages because
// each uses some hundred unexported names of the rules.
//
// Package scenario holds the map, the units and the tables; package event defines the events.
//
// Movement points are counted in sixths throughout, so that halves (highways) and thirds (supply, disruption) are
// exact.
package celles
