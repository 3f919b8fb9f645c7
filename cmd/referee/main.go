// Command referee judges hex wargames that are played over days by people who are not at the same table.
//
// Each subcommand is one file of this package; run "referee help" for the list.
package main

import (
	"context"
	"io"
	"os"
	_ "time/tzdata" // the zones of players, if the machine has none

	"github.com/spf13/cobra"
	_ "golang.org/x/crypto/x509roots/fallback" // certificates, if the machine has none

	"referee/cmd/cli"
	"referee/cmd/config"
)

func main() {
	profile()
	ctx, stop := cli.UntilStopped()
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the whole program, without the process around it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run(ctx, newRoot(), args, stdin, stdout, stderr)
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:     "referee",
		Version: revision(),
		Short:   "run asynchronous two-player hex wargames",
		Long: "referee runs hex wargames between two players who are not at the same table.\n" +
			"To try it, play a match against a program in the browser: referee table",
		Annotations: map[string]string{ // they were commands of the referee before
			"selfplay": "go run ./cmd/lab selfplay", "season": "go run ./cmd/lab season", "handoffs": "go run ./cmd/lab handoffs",
		},
	}
	config.Flag(root, known.IDs()...)
	return cli.Program(root,
		newTable(),
		newWorkshop(),
		newServe(),
		newStart(),
		newBackup(),
		newStatus(),
		newDoctor(),
		newStore(),
		newCheck(),
		newDemo(),
		newLeague(),
		newReplay(),
		newVerify(),
		newAnalyse(),
		newDiceTest(),
		newRender(),
		newExport(),
		newImport(),
		newData(),
		newKey(),
		newRestore(),
		newProtocol(),
		newVersion(),
	)
}
