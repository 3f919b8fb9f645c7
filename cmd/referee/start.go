package main

import (
	"github.com/spf13/cobra"

	"referee/cmd/config"
)

// newStart is what the image runs: it serves where there is a token for Discord, and otherwise opens a table.
func newStart() *cobra.Command {
	return &cobra.Command{
		Use:     "start",
		Short:   "serve if a Discord token is configured; otherwise open a table",
		Long:    "The default command of the container image: runs referee serve if discord.token or discord.tokenfile is set, and referee table if not.",
		Example: "  referee start",
		Args:    cobra.NoArgs,
		RunE: config.Run(func(cmd *cobra.Command, _ []string, c config.Values) error {
			next, _, err := cmd.Root().Find([]string{started(c.Discord)})
			if err != nil {
				return err
			}
			if err := next.ParseFlags(nil); err != nil { // so that it has those of the program
				return err
			}
			next.SetContext(cmd.Context())
			return next.RunE(next, nil)
		}),
	}
}

// started returns the name of the command that a configuration is for.
func started(c config.Discord) string {
	if c.Token != "" || c.TokenFile != "" {
		return "serve"
	}
	return "table"
}
