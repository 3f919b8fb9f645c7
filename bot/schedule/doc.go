// Package schedule keeps the time of matches: the clocks of their players, the deadlines, and reminders.
//
// The state of clocks is kept beside the record of a match. A player's [Clock] runs from the moment at which a
// door reports that the news of a question was delivered, see [Schedule.Delivered]. It is stopped in the player's
// nights and vacations, in a pause, and for everybody in an outage: while nobody can be reached or the time is
// uncertain, see [Availability]. At each commit the owner of a match calls [Schedule.Keep], which adds the new
// state of the clocks and their next deadlines to the batch.
//
// A deadline in the store has a name. When it is due the [Scheduler] runs the [Job] for its name; the jobs for
// clocks and digests are the schedule's own. A reminder, a digest or the end of a player's time is stored in one
// transaction with the note that it happened.
//
// The package depends neither on games nor on commands. [Matches] lets it lock a match, read its record, end its
// pause, and carry out the end of a player's time.
package schedule
