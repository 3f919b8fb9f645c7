// Package account tells, after the end of a match, where its margin came from. It knows no
// game, and changes nothing.
//
// By what a [play.Judge] makes of each position, the margin at the end is what the beginning let expect, and
//
//   - luck: what each roll brought, against the average of all that it could have brought;
//   - decisions: what each side's answers cost against better ones that the judge knows;
//   - what was left unplayed, where the match was given up;
//   - the rest: all that the judge did not foresee.
//
// The sum is exact, as the rest is what makes it so. Decisions that were taken back do not count, nor do their
// rolls.
package account
