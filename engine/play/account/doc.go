// Package account analyses, after the end of a match, where its margin came from. It does not depend on any game, and
// changes nothing.
//
// A [play.Judge] evaluates each position. The final margin is the margin expected at the start, plus
//
//   - luck: the result of each roll, compared with the average of its possible results;
//   - decisions: the cost of each side's answers, compared with better ones that the judge knows;
//   - the unplayed rest of the match, if a player resigned;
//   - the remainder: everything that the judge did not foresee.
//
// The sum is exact, because the remainder makes it so. Decisions that were taken back do not count, nor do their rolls.
package account
