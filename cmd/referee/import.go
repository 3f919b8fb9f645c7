package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"referee/engine"
	"referee/engine/match"
	"referee/store"
)

func newImport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "take a match from a file that export wrote",
		Long: "Checks the chain and folds the match before anything is stored. A match that is there\n" +
			"already and is the same is left alone; one that differs is refused.",
		Example: "  referee import m1.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := configure(cmd)
			if err != nil {
				return err
			}
			id, err := imported(c.DB, args[0])
			if err != nil {
				return fmt.Errorf("import %s: %w", args[0], err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "match %s is in %s\n", id, c.DB)
			return nil
		},
	}
	use(cmd, "db")
	return cmd
}

// imported stores the match of a file.
func imported(db, path string) (id match.ID, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", unnamed(err)
	}
	if err := os.MkdirAll(filepath.Dir(db), 0o755); err != nil {
		return "", err
	}
	s, err := store.Open(db, store.Options{})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return s.Import(bytes.NewReader(text), func(o match.Opening, data match.Data) (engine.Game, error) {
		return reopen(o, data)
	})
}
