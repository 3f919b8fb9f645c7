// Command lab tries the referee out: it is for those who build it, and no part of
// what is installed.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"referee/cmd/lab/kills"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	root := &cobra.Command{Use: "lab", Short: "try the referee out", SilenceUsage: true, SilenceErrors: true}
	root.AddCommand(kills.New(), kills.NewDisks(), kills.NewWitness())
	err := root.ExecuteContext(ctx)
	stop()
	if err != nil {
		if !errors.Is(err, kills.ErrFaults) {
			fmt.Fprintf(os.Stderr, "lab: %v\n", err)
		}
		os.Exit(1)
	}
}
