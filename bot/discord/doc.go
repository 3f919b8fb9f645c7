// Package discord is the referee in Discord: it puts together the commands of matches and
// of clubs.
//
// [Handlers] answer what people do in Discord, and make the messages of what is to be
// posted. They know no network: package wire is the network. The commands are in packages
// matches and clubs; package command says what a command is, and finds it. The tests of
// this package play whole matches and leagues through all of them.
package discord
