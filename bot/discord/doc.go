// Package discord is the referee's door in Discord.
//
// [Handlers] answer what people do in Discord, and make the messages of what is
// to be posted. They know no network: package wire is the network.
package discord
