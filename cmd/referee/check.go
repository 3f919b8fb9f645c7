package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"referee/bot/locale"
	"referee/bot/visible"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/engine"
	"referee/render"
)

func newCheck() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check",
		Short: "check the games' data files",
		Long: "Reads the data set of every game, or of the game you name, as a match would, and lists\n" +
			"every problem with its file and line. Exit code 1 if there is a problem.",
		Example: "  referee check\n  referee check --data mine\n  referee check --game " + known[0].ID + " --data mine",
		RunE: config.Run(func(cmd *cobra.Command, _ []string, c config.Values) error {
			listed, err := known.Listed(c.Game)
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("game") {
				listed = listed[:1]
			}
			found := false
			for _, g := range listed {
				switch err := checkData(cmd, g, c.Data[g.ID]); {
				case errors.Is(err, cli.ErrFound):
					found = true
				case err != nil:
					return err
				}
			}
			if found {
				return cli.ErrFound
			}
			return nil
		}),
	}
	config.Use(cmd, "game", "data")
	return cmd
}

// checkData checks the data set of a game in a directory.
func checkData(cmd *cobra.Command, g games.Module, dir string) error {
	data, err := g.Data(dir)
	if err != nil {
		return err
	}
	var problems []string
	if g.Problems != nil {
		if problems, err = g.Problems(data); err != nil {
			return fmt.Errorf("check %s: %w", g.ID, err)
		}
	}
	out := visible.Writer(cmd.OutOrStdout())
	for _, p := range problems {
		fmt.Fprintln(out, filepath.Join(dir, p))
	}
	if len(problems) > 0 {
		fmt.Fprintf(out, "%s: problems: %d; correct the lines above and check again\n", g.ID, len(problems))
		return cli.ErrFound
	}
	opened, err := g.Open(data, g.Law)
	if err != nil {
		return fmt.Errorf("open %s: %w", g.ID, err)
	}
	texts, err := sentences(opened.Info().Catalogues)
	if err != nil {
		return fmt.Errorf("check %s: %w", g.ID, err)
	}
	if undrawn := render.Check(opened.Info().Board, texts...); len(undrawn) > 0 {
		for _, err := range undrawn {
			fmt.Fprintln(out, err)
		}
		fmt.Fprintf(out, "%s: not drawable on the map: %d\n", g.ID, len(undrawn))
		return cli.ErrFound
	}
	fmt.Fprintf(out, "%s: no problems, data %.8s\n", g.ID, opened.Info().Data)
	return nil
}

// sentences are the texts of a game's catalogues: all that a picture may have to show.
func sentences(catalogues fs.FS) ([]string, error) {
	if catalogues == nil {
		return nil, nil
	}
	var out []string
	for _, lang := range locale.Languages {
		text, err := engine.Catalogue(catalogues, lang)
		if err != nil {
			return nil, err
		}
		out = append(out, strings.Split(text, "\n")...)
	}
	return out, nil
}
