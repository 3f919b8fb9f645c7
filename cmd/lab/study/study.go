// Package study holds what the commands of lab share: the game that is played, the bounds of flags, seeds, and results
// as JSON.
package study

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/engine"
)

// Game is the game that a command plays, as its flags and the configuration name it.
type Game struct {
	games.Module
	Rules engine.Game
	Dirs  map[string]string // directories of data sets, by game; none: the one built in
}

// Open reads the configuration of a command and opens the game. The whole-number flags that are named must be at
// least 1, or it returns a [cli.UsageError].
func Open(cmd *cobra.Command, known games.List, flags ...string) (g Game, err error) {
	c, err := config.Read(cmd)
	if err != nil {
		return g, err
	}
	for _, name := range flags {
		value := cmd.Flag(name).Value.String()
		if n, err := strconv.Atoi(value); err != nil || n < 1 {
			return g, cli.Misused("--%s %s: it must be at least 1", name, value)
		}
	}
	if g.Module, err = known.Find(c.Game); err != nil {
		return g, err
	}
	g.Dirs = c.Data
	g.Rules, err = known.Open(c.Game, c.Data)
	return g, err
}

// Board says on which board a command plays, and whether the figures of the program were measured on it.
type Board struct {
	Game     string `json:"game"`
	Name     string `json:"board"`
	Data     string `json:"data"`
	Facts    string `json:"facts"`
	Measured bool   `json:"measured"` // the levels, the win chance and the balance that the program and its documents tell
}

// Board is that of the game.
func (g Game) Board() Board {
	info, name := g.Rules.Info(), engine.BoardBuiltIn
	if g.Dirs[g.ID] != "" {
		name = engine.BoardOwn
	}
	return Board{g.ID, cmp.Or(info.Named.Called(), name), info.Data, info.Facts, g.Measured != "" && g.Measured == info.Facts}
}

// Seed replaces a seed of 0 by another each time, and prints it, so that the run can be repeated.
func Seed(cmd *cobra.Command, seed *uint64) {
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "seed %d\n", *seed)
}

// Pause waits, and returns an error if the context ends first.
func Pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
