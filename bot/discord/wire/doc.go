// Package wire is the connection to Discord: what comes in over it, what goes
// out over it, and in what shape.
//
// An [Interaction] is what a person did, read from Discord's JSON. A [Handler]
// answers it with a [Reply], and a [Poster] makes a [Message] of what is to be
// posted: neither knows the network. [Bot] is the network: it takes interactions
// in, over the gateway or over HTTP ([Way]), acknowledges them in time, sends
// replies, and posts what the outbox holds, in order and once. What goes over the
// wire is JSON of our own.
//
// Commands and the ids of components share one space of paths with a version,
// see [Path], so that a button on an old message works after a restart, or is
// known to be stale.
package wire
