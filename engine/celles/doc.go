// Package celles holds the rules of Celles (the Meuse, 23-27 December 1944) as an
// [engine.Rules]. Its files are named after the paragraphs they implement:
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
// Two jobs read the rules and are read by none of them. The query odds (odds.go) has
// the rules themselves play out what attacks come to (foresight.go), and answers for
// those who are asked on the way (chooser.go); chances.go counts. Standing orders
// (standing.go; what they may say: clauses.go) choose units (pick.go) and ways of
// retreat (flights.go); their dry run (rehearsal.go) goes through the outcomes
// (outcomes.go) of all attacks that threaten (threats.go). They are no packages of their own since
// they use some hundred private names of the rules each.
//
// untimely.go refuses words that answer another question than the open one.
//
// The map, the units and the tables are those of package scenario; what happens is
// told by the events of package event.
//
// Movement points are counted in sixths throughout, so that halves (highways)
// and thirds (supply, disruption) are exact.
package celles
