// Package discord is the referee's door in Discord.
//
// An [Interaction] is what a person did, read from Discord's JSON. [Handlers]
// answer it with a [Reply], and make a [Message] of what is to be posted: they
// know no network. [Bot] is the network: it takes interactions in, acknowledges
// them in time, sends replies, and posts what the outbox holds, in order and
// once. It alone, and only in the files whose names begin with session, names
// the library that speaks to Discord; what goes over the wire is JSON of our own.
//
// Commands and the ids of components share one space of paths with a version,
// so that a button on an old message works after a restart, or says that it is
// stale and shows what is open now.
package discord
