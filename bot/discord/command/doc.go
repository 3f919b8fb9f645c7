// Package command is the table of commands: what can be asked for in Discord, how an
// interaction finds it, and what its handler works with.
//
// A [Command] describes one command: its path, options, values, completion, permission and
// handler. [Handlers] register a [Table] of them with Discord, route interactions by it and
// propose words by it. A handler takes a [Call], which is one interaction on its way, and
// returns an [Answer] with a [Card]. What the commands do is in the packages of their pages.
package command
