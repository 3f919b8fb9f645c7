// Package toy is the smallest game that uses the whole contract of package engine: three hexes in a row, one die, two
// seats. The record, the doors and the pictures are tested with it, so that none of them can rely on one real game.
//
// # Rules
//
//  1. Each match has 2, 3 or 5 rounds. Red starts in Westby, Blue in Eastby, with two units and two points of effort
//     each. A bid gives one seat 1 or 2 points from the start.
//  2. Both seats plan at once and in secret: hold, march, or rush with 1 or 2 points of effort. The plans are revealed
//     when both are made.
//  3. The weather is drawn (dry twice, flood once). In a flood the river cannot be crossed.
//  4. If both march, a die decides which side goes first: Red on 4 or more, with Red's effort added and Blue's
//     subtracted.
//  5. March. A group of units of one hex marches up to two hexes, or stays. It may enter hexes of the enemy, which is
//     an attack and ends the march. A seat that holds does not march.
//  6. Fight. The attack succeeds on 4 or more: the die, plus attackers, plus the attacker's effort, minus defenders,
//     minus 1 if the defender holds: under law 2 in the Ford alone.
//  7. The side that failed loses one of its units in the fight, by its choice, or by its standing order: the first that
//     can be lost of those it names. A defended hex that is empty after it is taken.
//  8. A seat without units has lost at once. After the last round a unit counts 1, and the Ford 1 for the side in it.
//     Equal points are a draw.
//  9. In a match with traps, each seat sets one in secret before the first round, in a hex. It stays secret when plans
//     are revealed, until the seat's units are attacked there: the die of that fight gets 1 less, and the trap is
//     revealed and removed.
//
// # The source
//
// rules.go describes the game and asks its questions; judge.go judges the answers, by paragraph; events.go defines the
// events and state.go applies them. view.go builds the views, and drawings.txt says how they are drawn. besides.go has
// the optional parts of a game: a query, reach, costs, odds, standing orders. data.go and position.go read input.
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
// The first line names the game and its law and comes first. A phase is trap, plan, weather, initiative, march, fight,
// loss or over; march, fight and loss name the seat that marches. A unit that is not listed is lost. A fight names the
// hex it comes from, the hex it goes to, the attackers and, in phase loss, won or failed. Traps and plans are printed
// even while they are secret: the text is for the judge.
package toy
