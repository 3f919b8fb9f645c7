// Command referee judges hex wargames that are played over days by people who are not at the same table.
//
// Each subcommand is one file of this package; run "referee help" for the list.
package main

import (
	"os"
	_ "time/tzdata" // the zones of players, if the machine has none

	_ "golang.org/x/crypto/x509roots/fallback" // certificates, if the machine has none

	"referee/cmd/cli"
)

func main() {
	profile()
	ctx, stop := cli.UntilStopped()
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
