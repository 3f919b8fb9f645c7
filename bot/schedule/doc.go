// Package schedule keeps the time of matches: how the clocks of their players stand,
// what is due when, and who is told that they are waited for.
//
// The state of clocks is kept beside the record of a match. A player's [Clock] runs from
// the moment at which a door says that the news of a question were delivered, see
// [Schedule.Delivered], and stands in their nights and vacations, in a pause, and for
// everybody in an outage: while nobody can be reached or nobody knows what time it is,
// see [Availability]. At each commit the owner of a match has [Schedule.Keep] put into
// the batch how the clocks stand after it and when they have something to do next.
//
// What is due is a deadline in the store, with a name. The [Scheduler] does it when it is
// due, by the [Job] that handles its name: those of clocks and digests are the
// schedule's own. A reminder, a digest or the end of a player's time is stored in one
// transaction with the note that it came.
//
// It knows no game and no command. Of the [Matches] it needs to lock one, to look at its
// record, and to have two things done to it: that its pause ends, and what follows
// when a player's time is up.
package schedule
