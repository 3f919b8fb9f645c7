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
)

// errFaults ends a command that found faults, and has said which.
var errFaults = errors.New("lab: there are faults")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	root := &cobra.Command{Use: "lab", Short: "try the referee out", SilenceUsage: true, SilenceErrors: true}
	root.AddCommand(newKills(), newDisks(), newWitness())
	err := root.ExecuteContext(ctx)
	stop()
	if err != nil {
		if !errors.Is(err, errFaults) {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(1)
	}
}
