// Command lab runs long experiments with the referee. It is for developers, and is not installed with the referee.
package main

import (
	"os"
	_ "time/tzdata" // the zones of simulated players, where the machine has none

	"github.com/spf13/cobra"

	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/cmd/games/gamestest"
	"referee/cmd/lab/balance"
	"referee/cmd/lab/duel"
	"referee/cmd/lab/handoffs"
	"referee/cmd/lab/image"
	"referee/cmd/lab/kills"
	"referee/cmd/lab/load"
	"referee/cmd/lab/mail"
	"referee/cmd/lab/newgame"
	"referee/cmd/lab/season"
	"referee/cmd/lab/selfplay"
)

func main() {
	ctx, stop := cli.UntilStopped()
	code := cli.Run(ctx, newRoot(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "lab",
		Short: "test the referee in long experiments",
		Long: "lab tests the referee: it plays, simulates people, and kills the program while they play.\n" +
			"It is for developers of the referee, and is not installed with it.",
	}
	known := append(games.Known(), gamestest.Toy())
	config.Flag(root, known.IDs()...)
	return cli.Program(root,
		selfplay.New(known),
		duel.New(known),
		balance.New(known),
		season.New(known),
		handoffs.New(known),
		kills.New(),
		kills.NewDisks(),
		kills.NewWitness(),
		load.New(known),
		image.New(),
		newgame.New(known),
		mail.New(known),
	)
}
