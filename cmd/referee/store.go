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
		Short:   "check the file of the matches, and make small what is finished",
		Example: "  referee store check",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cli.Add(cmd, newStoreCheck(), newStorePack())
	for _, c := range cmd.Commands() {
		config.Use(c, "db")
	}
	return cmd
}

func newStoreCheck() *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "read the whole file, and say all that is wrong with it",
		Long: "Reads every page, the chain of every match and league, and each index against what it indexes,\n" +
			"both ways. Beside a running referee it reads a copy of the moment, so that play goes on. Exit\n" +
			"code 1, with the list, where anything is wrong.",
		Example: "  referee store check --db data/referee.db",
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			c, err := config.Read(cmd)
			if err != nil {
				return err
			}
			s, err := readStore(cmd, c.DB)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			if err := s.Check(); err != nil {
				cli.Complain(cmd.ErrOrStderr(), c.DB, err)
				return cli.ErrFound
			}
			matches, err := s.Matches()
			if err != nil {
				return err
			}
			leagues, err := s.Leagues()
			fmt.Fprintf(cmd.OutOrStdout(), "%s: nothing is wrong with its %d matches and %d leagues.\n", c.DB, len(matches), len(leagues))
			return err
		},
	}
}

func newStorePack() *cobra.Command {
	return &cobra.Command{
		Use:   "pack",
		Short: "make small what is finished and old, as a running referee does every hour",
		Long: "Packs the records of matches that ended more than a day ago, unless something is due in them or\n" +
			"they wait for judges, and shortens the replies of commands that are older than a day. Nothing is\n" +
			"lost: a packed match reads as before. The file gets no shorter, but what is freed is used again.",
		Example: "  referee store pack --db data/referee.db",
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			c, err := config.Read(cmd)
			if err != nil {
				return err
			}
			from, err := findStore(c.DB)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, from.close()) }()
			var done control.Packed
			if from.process != nil {
				done, err = from.process.Pack(cmd.Context())
			} else {
				done, err = tidy(from.store, time.Now())
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %d matches packed, %d finished ones stay as they are for now; %d replies shortened.\n",
				c.DB, done.Matches, done.Left, done.Replies)
			return nil
		},
	}
}

// The ages at which finished matches are packed, and how often a running referee looks
// for them.
const (
	repliesWhole  = 24 * time.Hour
	matchesWhole  = 24 * time.Hour
	tidiedUpEvery = time.Hour
)

// tidy packs the matches that ended a day ago, and shortens the replies that are as old.
func tidy(s *store.Store, now time.Time) (done control.Packed, err error) {
	done.Replies, err = s.ShortenReplies(now.Add(-repliesWhole).UnixMilli(), referee.Shorten)
	if err != nil {
		return done, err
	}
	done.Matches, done.Left, err = s.PackFinished(now.Add(-matchesWhole).UnixMilli())
	return done, err
}

// tidying tidies the store of a running referee until ctx ends.
func tidying(ctx context.Context, s *store.Store, log *slog.Logger) {
	tick := time.NewTicker(tidiedUpEvery)
	defer tick.Stop()
	for {
		done, err := tidy(s, time.Now())
		if err != nil {
			log.Error("store not tidied", "error", err)
		} else if done.Matches > 0 || done.Replies > 0 {
			log.Info("store tidied", "matches packed", done.Matches, "replies shortened", done.Replies)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
