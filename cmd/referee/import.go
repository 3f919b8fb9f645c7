package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"referee/bot/files"
	"referee/cmd/config"
	"referee/engine/match"
	"referee/store"
)

func newImport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "take a match from a file that export wrote",
		Long: "Verifies the file as referee verify does before anything is stored: chain, dice and rules. One\n" +
			"from which secrets are missing is refused. A match that is there already and is the same is\n" +
			"left alone; one that differs is refused.",
		Example: "  referee import m1.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := config.Read(cmd)
			if err != nil {
				return err
			}
			id, err := imported(cmd.Context(), c.DB, args[0])
			if err != nil {
				return fmt.Errorf("import %s: %w", args[0], err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "match %s is in %s\n", id, c.DB)
			return nil
		},
	}
	config.Use(cmd, "db")
	return cmd
}

// imported stores the match of a file.
func imported(ctx context.Context, db, path string) (id match.ID, err error) {
	text, err := files.Read(ctx, path, match.MostBytes)
	if err != nil {
		return "", files.Reason(err)
	}
	if err := os.MkdirAll(filepath.Dir(db), 0o700); err != nil {
		return "", err
	}
	s, err := store.Open(db, store.Options{})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Import(bytes.NewReader(text), known.Verifier())
}
