// Package league implements a club's league: pairings and sides, the value of results, and ratings. It does not
// depend on games or people: a side is the first or the second of the game's seats, and a player is a number.
//
// A [League] is folded from its [Decision] list and never changes: [League.Do] returns the next one, with one more
// [Entry] in a hash chain, see package chain. [League.Next] proposes pairings, and storing the proposal is a
// decision again, so that pairings do not depend on the version of the program. Nothing is erased: [KindUndo]
// voids a decision and leaves it in the log.
//
// If the rules let players bid for their sides, each match has an [Auction] before it begins: bids are sealed in
// the log by their hash, and opened together.
//
// The rest are functions of values, and each may be used alone: [RoundRobin] and [Balance], [Swiss], [Ladder],
// [Openings], [Settle], [Standings] and [Cross], [Rate], [Sides] and [Responses].
//
// The package is pure: time is an argument, as Unix time in milliseconds.
package league
