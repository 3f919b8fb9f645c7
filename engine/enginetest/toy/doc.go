// Package toy is the smallest game that uses the whole contract of package engine:
// three hexes in a row, one die, two seats. The log, the table and the picture are
// tested with it, so that none of them can rely on one real game.
//
// # Rules
//
//  1. Each match has 2, 3 or 5 rounds. Red starts in Westby, Blue in Eastby,
//     with two units and two points of effort each. A bid gives one seat 1 or 2
//     points from the start.
//  2. Both seats plan at once and in secret: hold, march, or rush with 1 or 2
//     points of effort. The plans are shown when both are made.
//  3. The weather is drawn (dry twice, flood once). In a flood the river cannot
//     be crossed.
//  4. Where both march, a die says who goes first: Red on 4 or more, with Red's
//     effort added and Blue's taken away.
//  5. March. A group of units of one hex marches up to two hexes, or stays. It
//     may enter hexes of the enemy, which is an attack and ends the march. Who
//     holds does not march.
//  6. Fight. The attack succeeds on 4 or more: the die, plus attackers, plus the
//     attacker's effort, minus defenders, minus 1 where the defender holds: under
//     law 2 in the Ford alone.
//  7. The side that failed loses one of its units in the fight, by its choice,
//     or by its standing order: the first that can be lost of those it names. A
//     defended hex that is empty after it is taken.
//  8. A seat without units has lost at once. After the last round a unit counts
//     1, and the Ford 1 for who stands in it. Equal points are a draw.
//  9. Where a match has traps, each seat sets one in secret before the first
//     round, in a hex. It stays secret while plans are shown, until the seat's
//     units are attacked there: the die of that fight gets 1 less, and the trap
//     is shown and gone.
//
// # The source
//
// rules.go has what the game says about itself and what it asks, judge.go how answers
// are judged, by paragraph; events.go what follows from them, state.go what that
// changes. view.go is what people see, drawings.txt how that is drawn. besides.go has
// what a game need not have: a query, reach, costs, odds, standing orders. data.go and
// position.go read what comes from outside.
//
// # Position text
//
// One fact a line, in any order; # starts a comment:
//
//	toy 1
//	round 2 of 3 weather on
//	given blue 1
//	phase fight red
//	trap blue 0301
//	plan red rush 1
//	plan blue hold
//	revealed
//	effort red 1
//	effort blue 2
//	unit red-a 0201
//	fight 0201 0301 red-a won
//	marched blue
//	flood
//
// The first line names the game and its law and comes first. A phase is trap, plan,
// weather, initiative, march, fight, loss or over; march, fight and loss name
// the seat that marches. A unit that is not listed is lost. A fight names the
// hex it comes from, the hex it goes to, the attackers and, in phase loss, won
// or failed. Traps and plans are printed even while they are secret: the text is for the
// judge.
package toy
