// Package command is the table of Discord commands: it registers them, routes interactions to them, and
// provides what their handlers work with.
//
// A [Command] describes one command: its path, options, values, completion, permission and handler.
// [Handlers] register a [Table] of them with Discord, route interactions by it and complete words by it. A
// handler takes a [Request], which is one interaction in progress, and returns a [Response] with a [Card]. The
// commands themselves are in packages clubs, matches and servers.
package command
