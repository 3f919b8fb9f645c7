// Package live compares a real Discord with what the program relies on, on a test server, for referee doctor --live.
//
// An [Examination] makes channels, threads, messages, commands and an emoji of its own, by the code that the program uses
// in service, compares what comes back with what was sent (the beliefs), drops its connection and resumes it, measures
// times and limits, and removes what it has made: also what an earlier one left that was killed. It touches nothing else.
// Its [Report] has no names, ids or tokens.
package live
