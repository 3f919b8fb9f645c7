// Package club keeps leagues, and the judges who are asked about matches.
//
// [Leagues] does what people ask of leagues; a command is done under the lock of its
// league, and all that it leads to is stored at once. [Judges] are asked by appeals and
// rule on them; what they were asked is a [Case]. [Statistics] are ratings, luck and
// promptness. A league as files, which anybody can check, is a [LeagueFile].
//
// It is above package referee, whose matches know nothing of it but a [referee.Hook].
// What it does to them in the referee's name it does by a [referee.Office].
package club
