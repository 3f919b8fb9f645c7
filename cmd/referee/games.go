//go:build !toy

package main

import "referee/cmd/games"

// known are the games of this program.
var known = games.List{games.Celles()}
