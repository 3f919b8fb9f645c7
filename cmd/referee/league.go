package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"referee/bot/club"
	"referee/bot/page"
	"referee/bot/referee"
	"referee/bot/visible"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/leaguedir"
	"referee/engine/league"
	"referee/store"
)

func newLeague() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "league",
		Short:   "export a league, or verify an export",
		Example: "  referee league verify season",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cli.Add(cmd, newLeagueExport(), newLeagueVerify())
	return cmd
}

func newLeagueVerify() *cobra.Command {
	return &cobra.Command{
		Use:   "verify DIR",
		Short: "verify an exported league with all its matches and dice",
		Long: "Verifies offline the chain of the league's log and, as referee verify does, every match played with\n" +
			"this referee: each file must be the one that the league names, none may be missing, and its result must\n" +
			"be the league's, unless a person corrected it; rolls.jsonl must have exactly the rolls of the matches.\n" +
			"Exit code 1, with the first error, if anything is wrong.",
		Example: "  referee league verify season",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := leaguedir.Verify(args[0], known.Verifier())
			if err != nil {
				cli.Complain(cmd.ErrOrStderr(), args[0], err)
				return cli.ErrFound
			}
			fmt.Fprintf(visible.Writer(cmd.OutOrStdout()), "%s: the log of the league and the dice of its matches are intact; matches: %d.\n"+
				"Files cannot show whether all of them were cut off at the end: compare the head in %s with one\n"+
				"that was posted.\n", args[0], n, club.LeagueFileName)
			return nil
		},
	}
}

func newLeagueExport() *cobra.Command {
	var out, html string
	cmd := &cobra.Command{
		Use:   "export [LEAGUE]",
		Short: "export a league to a directory, as files or as a web page",
		Long: "With --out: league.json with the log of the league, a file for every match played with this referee, and\n" +
			"rolls.jsonl with every roll and its proof. With --html: a page without scripts, with the\n" +
			"standings, the cross table, the matches with their final maps, the ratings, and the dice. You can\n" +
			"omit LEAGUE if there is only one.",
		Example: "  referee league export --db season/season.db --out league\n  referee league export --db season/season.db --html page --lang fr",
		Args:    cobra.MaximumNArgs(1),
		RunE: config.Run(func(cmd *cobra.Command, args []string, c config.Values) error {
			if out == "" && html == "" {
				return cli.Misused("league export: name a directory with --out or --html")
			}
			if err := exportLeague(cmd, c.General, args, out, html); err != nil {
				return err
			}
			say := visible.Writer(cmd.OutOrStdout())
			if out != "" {
				fmt.Fprintf(say, "%s: the league as files. To check them: referee league verify %s\n", filepath.Join(out, club.LeagueFileName), out)
			}
			if html != "" {
				fmt.Fprintf(say, "%s: open it in a browser.\n", filepath.Join(html, page.IndexFile))
			}
			return nil
		}),
	}
	cmd.Flags().StringVarP(&out, "out", "o", "", "directory for the files; created if missing")
	cmd.Flags().StringVar(&html, "html", "", "directory for the page; created if missing")
	config.Use(cmd, "db", "game", "data", "lang")
	return cmd
}

func exportLeague(cmd *cobra.Command, c config.General, args []string, out, html string) (err error) {
	s, err := readStore(cmd, c.DB)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	list, err := known.Referee(c.Game, c.Data)
	if err != nil {
		return err
	}
	clubs, err := club.New(referee.Config{Games: list, Store: s, Painter: painter(pageScale), Faults: filepath.Dir(c.DB)}, s.Leagues())
	if err != nil {
		return err
	}
	id, err := chosenLeague(cmd.Context(), s, c.DB, args)
	if err != nil {
		return err
	}
	if out != "" {
		if err := leaguedir.Write(cmd.Context(), clubs.Leagues, id, out); err != nil {
			return err
		}
	}
	if html == "" {
		return nil
	}
	return writePage(cmd, clubs, s, id, html, c.Lang)
}

// chosenLeague is the league with an id or a name, or the only one.
func chosenLeague(ctx context.Context, s *store.Store, db string, args []string) (league.ID, error) {
	all, err := s.Leagues().All(ctx)
	if err != nil {
		return "", err
	}
	known := ""
	for _, l := range all {
		if len(args) == 0 && len(all) == 1 || len(args) == 1 && (string(l.ID) == args[0] || l.Name == args[0]) {
			return l.ID, nil
		}
		known += fmt.Sprintf("\n  %s  %s (%s)", l.ID, l.Name, l.Home)
	}
	if len(all) == 0 {
		return "", fmt.Errorf("%s has no leagues", db)
	}
	return "", fmt.Errorf("name one of the leagues in %s:%s", db, known)
}
