//go:build toy

package main

import (
	"time"

	"referee/bot/discord/gateway"
	"referee/bot/discord/wire"
	"referee/cmd/games"
	"referee/cmd/games/gamestest"
)

// known are the games of a program that tests start: matches of the toy are short. Only
// one that is built with the tag toy has it.
var known = append(games.Known(), gamestest.Toy())

// timing is that of a program which talks to a stand-in for Discord: it may begin a session
// more often than once in five seconds.
var timing = wire.Timing{Gateway: gateway.Timing{Identify: 30 * time.Millisecond}}
