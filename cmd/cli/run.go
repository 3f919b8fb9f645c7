// Package cli gives our programs a common behaviour in a shell: exit codes, messages about a misused command,
// stopping at Ctrl-C, a progress line, and files that are written in one go.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"referee/bot/files"
	"referee/bot/visible"
)

// The exit codes, the same for every command.
const (
	Done   = 0
	Failed = 1 // the work was tried and failed, or found something wrong
	Usage  = 2 // the command was not understood, nothing was tried
)

// UsageError is a command line or a configuration that was not understood.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns what was not understood.
func (e *UsageError) Unwrap() error { return e.Err }

// Misused makes a *UsageError, with the verbs of [fmt.Errorf].
func Misused(format string, args ...any) error {
	return &UsageError{fmt.Errorf(format, args...)}
}

// ErrFound ends a command that did its work and found something wrong, which it has
// printed already: only the exit code is missing.
var ErrFound = errors.New("something is wrong")

// Run runs a program that [Program] made, without the process around it, and returns
// its exit code. Its error messages begin with the name of the program.
func Run(ctx context.Context, root *cobra.Command, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	said := visible.Writer(stderr) // errors quote arguments and files
	code, stop, wasStopped := exitOfStop(ctx, err)
	var usage *UsageError
	switch {
	case err == nil:
		return Done
	case errors.Is(err, ErrFound):
		return Failed
	case errors.As(err, &usage):
		fmt.Fprintf(said, "%s: %s\n", root.Name(), visible.Brief(err.Error()))
		return Usage
	case wasStopped:
		fmt.Fprintf(said, "%s: %s\n", root.Name(), stop)
		return code
	default:
		fmt.Fprintf(said, "%s: %s\n", root.Name(), visible.Brief(err.Error()))
		return Failed
	}
}

// Complain says what is wrong with something that a command goes on without, such as one of several files.
func Complain(stderr io.Writer, about string, err error) {
	fmt.Fprintf(visible.Writer(stderr), "referee: %s: %s\n", about, visible.Brief(err.Error()))
}

// Program makes a program of a root command, which has a name and a description, and
// its commands, in the order of the help text. An annotation of the root whose key is
// the name of a missing command says what to use instead.
func Program(root *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SuggestionsMinimumDistance = 2
	root.Args = cobra.ArbitraryArgs
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		return unknownCommand(cmd, args[0])
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if name := cmd.Flags().Arg(0); !cmd.HasParent() && name != "" { // its flags mean nothing here
			return unknownCommand(cmd, name)
		}
		return Misused("%w: see %q", flagFault(err), cmd.CommandPath()+" --help")
	})
	Add(root, commands...)
	explainCompletion(root, commands[0].Name())
	return root
}

// Add adds commands to one, and makes a wrong number of arguments a *UsageError that
// says what to do.
func Add(to *cobra.Command, commands ...*cobra.Command) {
	for _, c := range commands {
		c.Args = explained(c.Args)
		to.AddCommand(c)
	}
}

// explainCompletion gives the library's own commands, completion and help, the same
// explanations as every other command.
func explainCompletion(root *cobra.Command, about string) {
	name := root.Name()
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Example = "  " + name + " help " + about
		case "completion":
			c.Short, c.Example = "generate the shell completion script for "+name, "  "+name+" completion bash > "+name+".bash"
			for _, shell := range c.Commands() {
				shell.Short = "the script for " + shell.Name()
				shell.Example = "  " + name + " completion " + shell.Name()
			}
		}
	}
}

// flagFault is what is wrong with a flag, without the words of the number parser.
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

// explained wraps a check of the arguments so that its error says what to do.
func explained(check cobra.PositionalArgs) cobra.PositionalArgs {
	if check == nil {
		check = cobra.NoArgs
	}
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return Misused("%s: wrong number of arguments (%d): the form is %q",
				cmd.Name(), len(args), strings.TrimSuffix(cmd.UseLine(), " [flags]"))
		}
		return nil
	}
}

func unknownCommand(root *cobra.Command, name string) error {
	if instead := root.Annotations[name]; instead != "" {
		return Misused("no command %q: it is %q", name, instead)
	}
	if near := root.SuggestionsFor(name); len(near) > 0 {
		return Misused("no command %q: did you mean %q?", name, strings.Join(near, `" or "`))
	}
	return Misused("no command %q: see %q", name, root.Name()+" help")
}

// WriteFile writes a file in one go.
func WriteFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, files.Reason(err))
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return write(f)
}
