// Package discord is the Discord door: it combines the commands of matches, clubs and servers.
//
// [Handlers] answer interactions and compose the messages that are posted. They do not use the network, which
// is the job of package wire. The commands are in packages matches, clubs and servers; package command
// describes commands and routes to them. The tests of this package play whole matches and leagues through all
// of them.
package discord
