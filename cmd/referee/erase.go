package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/mail/state"
	"referee/cmd/config"
	"referee/store"
)

func newStoreErase() *cobra.Command {
	yes := false
	cmd := &cobra.Command{
		Use:   "erase ACCOUNT",
		Short: "erase a person who cannot do it themselves",
		Long: "Erases what is stored about a person, as they can with /me privacy in Discord or “forget me” by email: name,\n" +
			"address, texts and settings. ACCOUNT is the number of a Discord account or an email address. Records remain,\n" +
			"with a number instead of the name, and nobody can play the sides until a moderator frees them. Without --yes\n" +
			"nothing changes. Stop the referee first.",
		Example: "  referee store erase 123456789012345678\n  referee store erase 123456789012345678 --yes",
		Args:    cobra.ExactArgs(1),
		RunE: config.Run(func(cmd *cobra.Command, args []string, c config.Values) (err error) {
			s, err := openStore(cmd.Context(), c.DB, 0)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, s.Close()) }()
			account, err := accountNamed(cmd.Context(), s, args[0])
			if err != nil {
				return err
			}
			matches, err := s.MatchesOf(cmd.Context(), account)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: matches: %d.\n", account, len(matches))
			if !yes {
				fmt.Fprintln(cmd.OutOrStdout(), "Nothing was changed. To erase this account, repeat the command with --yes: this cannot be undone.")
				return nil
			}
			if err := errors.Join(s.Erase(cmd.Context(), account), command.Forget(cmd.Context(), s, account)); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), "Erased. Backups hold the data until they are deleted.")
			return nil
		}),
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "erase the account")
	return cmd
}

// accountNamed is the account that an operator names by its number in Discord, by an email address, or as records of the log do.
func accountNamed(ctx context.Context, s *store.Store, name string) (string, error) {
	switch {
	case strings.Contains(name, ":"):
		return name, nil
	case !strings.Contains(name, "@"):
		return wire.AccountOf(wire.ID(name)), nil
	}
	p, known, err := (&state.Book{Store: s.Mail()}).Edit(ctx).PersonOf(name)
	if err == nil && !known {
		err = fmt.Errorf("no account has the address %s", name)
	}
	return p.Account, err
}
