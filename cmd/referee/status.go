package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/control"
	"referee/cmd/config"
)

func newStatus() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "show the status of the running referee",
		Long: "Asks the process that uses the match database (referee serve or referee table) for its status.\n" +
			"Exit code 1 if none is running.",
		Example: "  referee status --db data/referee.db",
		RunE: config.Run(func(cmd *cobra.Command, _ []string, c config.Values) error {
			client, err := control.Dial(c.DB)
			if errors.Is(err, control.ErrNobody) {
				return fmt.Errorf("no referee is running on %s", c.DB)
			}
			if err != nil {
				return err
			}
			s, err := client.Status(cmd.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return json.NewEncoder(cmd.OutOrStdout()).Encode(s)
			}
			return printStatus(cmd.OutOrStdout(), s)
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as one line of JSON")
	config.Use(cmd, "db")
	return cmd
}

// printStatus prints the status in words.
func printStatus(out io.Writer, s control.Status) error {
	_, err := fmt.Fprintf(out, "referee %s has been running since %s as process %d.\n"+
		"matches: %d under way, %d in all; leagues: %d; channels waiting for a post: %d\n"+
		"database: %d MB; free on its disk: %d MB\n", s.Version, s.Since.UTC().Format(time.RFC3339), s.Pid, s.Open, s.Matches,
		s.Leagues, s.Outbox, s.Size>>20, s.Free>>20)
	if s.Board != "" && err == nil {
		_, err = fmt.Fprintf(out, "board: %s\n", s.Board)
	}
	if s.Keys != "" && err == nil {
		_, err = fmt.Fprintf(out, "dice keys: the next start would fail: %s\n", s.Keys)
	}
	if err != nil || s.Backups == nil {
		return err
	}
	b := s.Backups
	last := "none yet"
	if !b.Last.IsZero() {
		last = fmt.Sprintf("%s, verified, taken at %s", b.File, b.Last.UTC().Format(time.RFC3339))
	}
	_, err = fmt.Fprintf(out, "last backup: %s\n", last)
	if err == nil && b.Fault != "" {
		_, err = fmt.Fprintf(out, "the last attempt failed at %s: %s\n", b.Failed.UTC().Format(time.RFC3339), b.Fault)
	}
	return err
}
