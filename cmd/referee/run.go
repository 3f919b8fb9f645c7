package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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
	code, stop, wasStopped := exitOfStop(ctx, err)
	var usage *usageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, foundError{}):
		return exitFailed
	case errors.As(err, &usage):
		fmt.Fprintf(said, "referee: %v\n", err)
		return exitUsage
	case wasStopped:
		fmt.Fprintf(said, "referee: %s\n", stop)
		return code
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
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return misused("%w: see %q", flagFault(err), cmd.CommandPath()+" --help")
	})
	root.PersistentFlags().String("config", "", "configuration file (default config.yaml, where there is one)")
	for _, c := range commands() {
		c.Args = explained(c.Args)
		root.AddCommand(c)
	}
	explainCompletion(root)
	return root
}

// explainCompletion says of the command with which shells learn to complete, which is the
// library's, what is said of every other.
func explainCompletion(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Example = "  referee help table"
		case "completion":
			c.Short, c.Example = "let a shell complete the commands of referee", "  referee completion bash > referee.bash"
			for _, shell := range c.Commands() {
				shell.Short = "the script for " + shell.Name()
				shell.Example = "  referee completion " + shell.Name()
			}
		}
	}
}

// flagFault is what is wrong with a flag, without what the parser of numbers says.
func flagFault(err error) error {
	var wrong *pflag.InvalidValueError
	if !errors.As(err, &wrong) {
		return err
	}
	wants := "value of the kind " + wrong.GetFlag().Value.Type()
	switch wrong.GetFlag().Value.Type() {
	case "int":
		wants = "whole number"
	case "uint64":
		wants = "whole number from 0"
	case "float64":
		wants = "number, as 1.5"
	case "bool":
		wants = "yes or no, as true or false"
	}
	return fmt.Errorf("--%s %s: it takes a %s", wrong.GetFlag().Name, wrong.GetValue(), wants)
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
