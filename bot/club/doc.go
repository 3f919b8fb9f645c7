// Package club runs leagues, and the judges who decide appeals about matches.
//
// [Leagues] runs the commands about leagues. Each command holds the lock of its league, and all its
// consequences are stored in one batch. [Judges] receive appeals and rule on them; a [Case] is one appeal.
// [Statistics] holds ratings, luck and promptness. A [LeagueFile] exports a league as files that anybody
// can verify.
//
// The package is built on package referee, whose matches see it only as a [referee.Hook]. It acts on matches
// in the referee's name through a [referee.Office].
package club
