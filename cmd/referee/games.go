//go:build !toy

package main

import (
	"referee/bot/discord/wire"
	"referee/cmd/games"
)

// known are the games of this program.
var known = games.Known()

// timing is how long things in Discord take: as in service.
var timing wire.Timing
