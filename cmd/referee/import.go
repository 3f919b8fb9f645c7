package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"referee/bot/files"
	"referee/cmd/config"
	"referee/engine/match"
	"referee/store"
)

func newImport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "import a match file written by export",
		Long: "First verifies the file as referee verify does: chain, dice and rules. A file with missing secrets is\n" +
			"refused. If the database has the match already, an identical file changes nothing, and a different\n" +
			"one is refused.",
		Example: "  referee import m1.json",
		Args:    cobra.ExactArgs(1),
		RunE: config.Run(func(cmd *cobra.Command, args []string, c config.Values) error {
			id, err := imported(cmd.Context(), c.DB, args[0])
			if err != nil {
				return fmt.Errorf("import %s: %w", args[0], err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "match %s is now in %s\n", id, c.DB)
			return nil
		}),
	}
	config.Use(cmd, "db")
	return cmd
}

// imported stores the match of a file.
func imported(ctx context.Context, db, path string) (id match.ID, err error) {
	text, err := files.Read(ctx, path, match.MaxBytes)
	if err != nil {
		return "", files.Reason(err)
	}
	s, err := makeStore(ctx, db, store.Options{})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Import(ctx, bytes.NewReader(text), known.Verifier())
}
