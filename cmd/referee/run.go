package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"referee/bot/visible"
)

// The exit codes, the same for every command.
const (
	exitDone   = 0
	exitFailed = 1 // the work was tried and failed, or found something wrong
	exitUsage  = 2 // the command was not understood, nothing was tried
)

// usageError is a command line or a configuration that was not understood.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func misused(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// foundError ends a command that did its work and found something wrong, which
// it has said already: only the exit code is left to give.
type foundError struct{}

func (foundError) Error() string { return "something is wrong" }

// run is the whole program, without the process around it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	said := visible.Writer(stderr) // errors quote arguments and files
	var usage *usageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, foundError{}):
		return exitFailed
	case errors.As(err, &usage):
		fmt.Fprintf(said, "referee: %v\n", err)
		return exitUsage
	default:
		fmt.Fprintf(said, "referee: %v\n", err)
		return exitFailed
	}
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "referee",
		Short: "judge hex wargames that are played over days",
		Long: "referee judges hex wargames for two players who are not at the same table.\n" +
			"To see what it does, play a match against chance at this terminal: referee table --seat german",
		SilenceErrors:              true,
		SuggestionsMinimumDistance: 2,
		SilenceUsage:               true,
		Args:                       cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknownCommand(cmd, args[0])
		},
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return misused("%w: see %q", err, cmd.CommandPath()+" --help")
	})
	root.PersistentFlags().String("config", "", "configuration file (default config.yaml, where there is one)")
	for _, c := range commands() {
		c.Args = explained(c.Args)
		root.AddCommand(c)
	}
	return root
}

// commands lists the subcommands, in the order of the help text.
func commands() []*cobra.Command {
	return []*cobra.Command{
		newTable(),
		newServe(),
		newBackup(),
		newStatus(),
		newStore(),
		newCheck(),
		newDemo(),
		newSelfplay(),
		newSeason(),
		newLeague(),
		newReplay(),
		newVerify(),
		newHandoffs(),
		newUniformity(),
		newRender(),
		newExport(),
		newImport(),
		newKey(),
		newRestore(),
		newProtocol(),
		newVersion(),
	}
}

// explained makes a wrong number of arguments a usageError that says what to do.
func explained(check cobra.PositionalArgs) cobra.PositionalArgs {
	if check == nil {
		check = cobra.NoArgs
	}
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return misused("%s: wrong number of arguments (%d): the form is %q",
				cmd.Name(), len(args), strings.TrimSuffix(cmd.UseLine(), " [flags]"))
		}
		return nil
	}
}

func unknownCommand(root *cobra.Command, name string) error {
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return misused("no command %q: did you mean %q?", name, strings.Join(near, `" or "`))
	}
	return misused("no command %q: see \"referee help\"", name)
}
