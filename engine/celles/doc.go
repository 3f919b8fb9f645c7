// Package celles implements the rules of Celles (the Meuse, 23-27 December 1944) as an [engine.Rules]. Its files
// are named after the paragraphs that they implement:
//
//	turn.go      3, 6, 17  the turn, initiative, variable actions
//	supply.go    5         supply
//	action.go    4, 7, 13, 14, 15  chits, activation, tactical chits, arrivals
//	move.go      8, 9      movement, zones of control, infiltration
//	stack.go     10        stacking
//	combat.go    11        combat
//	retreat.go   11.1      retreat
//	advance.go   11.2      advance after combat
//	victory.go   16        victory
//
// Two parts use the rules without being used by them. The query odds (odds.go) plays out attacks with the rules
// themselves (foresight.go), answers for the players who are asked on the way (chooser.go), and counts the
// outcomes (chances.go). Standing orders (standing.go; their language: clauses.go) choose units (pick.go) and
// retreat paths (flights.go); their dry run (rehearsal.go) tries the outcomes (outcomes.go) of all attacks that
// threaten (threats.go). They are not separate packages because each uses some hundred unexported names of the
// rules.
//
// untimely.go refuses words that answer a different question from the open one.
//
// Package scenario holds the map, the units and the tables; package event defines the events.
//
// Movement points are counted in sixths throughout, so that halves (highways) and thirds (supply, disruption) are
// exact.
package celles
