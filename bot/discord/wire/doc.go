// Package wire is the connection to Discord: it receives interactions, sends responses and posts, and defines
// what discordgo has no types for (ADR 8).
//
// An [Interaction] is one action of a person, decoded from Discord's JSON. A [Handler] answers it with a [Response],
// and a [Poster] composes the [Message] for a post; neither uses the network. [Bot] does: it receives
// interactions over the gateway or over HTTP ([Way]), acknowledges them in time, sends responses, and posts the
// outbox in order, each post once.
//
// Commands and component ids share one versioned space of paths, see [Path], so that a button on an old message
// works after a restart or is recognised as stale.
package wire
