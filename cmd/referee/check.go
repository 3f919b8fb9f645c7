package main

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"referee/bot/locale"
	"referee/bot/visible"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/render"
)

func newCheck() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check",
		Short: "say all that is wrong with the game's data",
		Long: "Reads a data set as a match would and lists every problem with its file and line.\n" +
			"Exit code 1 where there is one.",
		Example: "  referee check\n  referee check --data my-celles",
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Read(cmd)
			if err != nil {
				return err
			}
			return checkData(cmd, c)
		},
	}
	config.Use(cmd, "game", "data")
	return cmd
}

func checkData(cmd *cobra.Command, c config.Values) error {
	g, err := known.Find(c.Game)
	if err != nil {
		return err
	}
	data, err := g.Data(c.Data)
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
		fmt.Fprintln(out, filepath.Join(c.Data, p))
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
		fmt.Fprintf(out, "%s: the map cannot show these: %d\n", g.ID, len(undrawn))
		return cli.ErrFound
	}
	fmt.Fprintf(out, "%s: no problem, data %.8s\n", g.ID, opened.Info().Data)
	return nil
}

// sentences are the texts of a game's catalogues: all that a picture may have to show.
func sentences(catalogues fs.FS) ([]string, error) {
	if catalogues == nil {
		return nil, nil
	}
	var out []string
	for _, lang := range locale.Languages {
		text, err := fs.ReadFile(catalogues, lang+".toml")
		if err != nil {
			return nil, err
		}
		out = append(out, strings.Split(string(text), "\n")...)
	}
	return out, nil
}
