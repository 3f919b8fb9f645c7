package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/control"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/store"
)

func newStore() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "store",
		Short:   "check or compact the match database, or erase a person",
		Example: "  referee store check",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cli.Add(cmd, newStoreCheck(), newStorePack(), newStoreErase())
	for _, c := range cmd.Commands() {
		config.Use(c, "db")
	}
	return cmd
}

func newStoreCheck() *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "check the whole database for errors",
		Long: "Checks every page, the chain of every match and league, and each index against its entries, in both\n" +
			"directions. If a referee is running, it checks a snapshot, so that play continues. Lists all errors;\n" +
			"exit code 1 if there are any.",
		Example: "  referee store check --db data/referee.db",
		RunE: config.Run(func(cmd *cobra.Command, _ []string, c config.Values) (err error) {
			s, err := readStore(cmd, c.DB)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			if err := s.Check(cmd.Context()); err != nil {
				cli.Complain(cmd.ErrOrStderr(), c.DB, err)
				return cli.ErrFound
			}
			matches, err := s.Matches(cmd.Context())
			if err != nil {
				return err
			}
			leagues, err := s.Leagues().All(cmd.Context())
			fmt.Fprintf(cmd.OutOrStdout(), "%s: no errors; matches: %d; leagues: %d.\n", c.DB, len(matches), len(leagues))
			return err
		}),
	}
}

func newStorePack() *cobra.Command {
	return &cobra.Command{
		Use:   "pack",
		Short: "compact finished matches (a running referee does this hourly)",
		Long: "Packs the records of matches that ended more than a day ago, except those with something still due or\n" +
			"waiting for judges, and shortens replies to commands that are older than a day. Nothing is lost: a\n" +
			"packed match reads as before. The file does not shrink, but the freed space is used again.",
		Example: "  referee store pack --db data/referee.db",
		RunE: config.Run(func(cmd *cobra.Command, _ []string, c config.Values) (err error) {
			from, err := findStore(cmd.Context(), c.DB)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, from.close()) }()
			var done control.Packed
			if from.process != nil {
				done, err = from.process.Pack(cmd.Context())
			} else {
				done, err = compact(cmd.Context(), from.store, time.Now())
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: matches packed: %d; finished matches not packed yet: %d; replies shortened: %d.\n",
				c.DB, done.Matches, done.Left, done.Replies)
			return nil
		}),
	}
}

// The ages at which finished matches are packed, and how often a running referee looks
// for them.
const (
	repliesWhole = 24 * time.Hour
	matchesWhole = 24 * time.Hour
	compactEvery = time.Hour
)

// compact packs the matches that ended a day ago, and shortens the replies that are as old.
func compact(ctx context.Context, s *store.Store, now time.Time) (done control.Packed, err error) {
	done.Replies, err = s.ShortenReplies(ctx, now.Add(-repliesWhole).UnixMilli(), referee.Shorten)
	if err != nil {
		return done, err
	}
	done.Matches, done.Left, err = s.PackFinished(ctx, now.Add(-matchesWhole).UnixMilli())
	return done, err
}

// compactHourly compacts the store of a running referee until ctx ends.
func compactHourly(ctx context.Context, s *store.Store, log *slog.Logger) {
	tick := time.NewTicker(compactEvery)
	defer tick.Stop()
	for {
		done, err := compact(ctx, s, time.Now())
		if err != nil && ctx.Err() == nil {
			log.Error("cannot compact the database", "error", err)
		} else if done.Matches > 0 || done.Replies > 0 {
			log.Info("database compacted", "matches packed", done.Matches, "replies shortened", done.Replies)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
