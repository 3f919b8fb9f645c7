package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/store"
	"referee/store/keyring"
)

func newKey() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "key",
		Short: "manage the dice keys",
		Long: "New matches use the first key of the key file; older keys stay in it as long as matches depend on\n" +
			"them. Stop the referee before you use a command that changes the file.",
		Example: "  referee key show\n  referee key rotate",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cli.Add(cmd, newKeyShow(), newKeyRotate(), newKeyAdd(), newKeyPrune(), newKeyEncrypt(), newKeyDecrypt(), newKeyLost())
	for _, c := range cmd.Commands() {
		config.Use(c, "db", "key")
	}
	return cmd
}

// keyManager changes the dice keys of a store. It holds them with the matches that depend on them.
type keyManager struct {
	*diceKeys
	config.General
	store   *store.Store
	matches keyDependents
	out     io.Writer
}

// openExclusively opens the store for a command that changes keys: no referee may run meanwhile.
func openExclusively(cmd *cobra.Command, db string) (*store.Store, error) {
	return openStore(cmd.Context(), db, 0)
}

// withKeys calls do with the keys and the matches.
func withKeys(cmd *cobra.Command, open func(*cobra.Command, string) (*store.Store, error), do func(b *keyManager) error) (err error) {
	c, err := config.Read(cmd)
	if err != nil {
		return err
	}
	b := &keyManager{General: c.General, out: cmd.OutOrStdout()}
	if b.store, err = open(cmd, b.DB); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.store.Close()) }()
	if b.diceKeys, err = readKeys(c.Dice); err != nil {
		return err
	}
	if b.matches, err = b.dependents(cmd.Context(), b.store); err != nil {
		return err
	}
	return do(b)
}

// withFile is withKeys for commands that need a key file.
func withFile(cmd *cobra.Command, open func(*cobra.Command, string) (*store.Store, error), do func(b *keyManager) error) error {
	return withKeys(cmd, open, func(b *keyManager) error {
		if len(b.ring) == 0 {
			if err := b.missing(b.matches); err != nil {
				return err
			}
			return fmt.Errorf("%s is missing: the next start creates it", b.from.Key)
		}
		return do(b)
	})
}

func newKeyShow() *cobra.Command {
	return &cobra.Command{
		Use:     "show",
		Short:   "list the keys, with the number of matches that depend on each",
		Long:    "Lists the keys by their fingerprints, which reveal nothing about the keys. Works while a referee runs, too.",
		Example: "  referee key show",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withFile(cmd, readStore, func(b *keyManager) error {
				b.show()
				return nil
			})
		},
	}
}

// show lists the keys.
func (b *keyManager) show() {
	lock := "not encrypted"
	if b.file.Passphrase != "" {
		lock = "encrypted"
	}
	fmt.Fprintf(b.out, "%s: %s\n", b.from.Key, lock)
	for i, k := range b.ring {
		made := "at an unknown time"
		if !k.Made.IsZero() {
			made = k.Made.Format("2006-01-02 15:04 UTC")
		}
		fmt.Fprintf(b.out, "%s  made %s", k.Fingerprint(), made)
		if i == 0 {
			fmt.Fprint(b.out, "; used for new matches")
		}
		fmt.Fprintf(b.out, "; matches under way: %d", b.matches.on[i])
		if n := b.matches.settled[i]; n > 0 {
			fmt.Fprintf(b.out, "; finished matches of leagues still being played: %d", n)
		}
		fmt.Fprintln(b.out)
	}
	for _, x := range []struct {
		what string
		list []match.ID
	}{
		{"without their key", b.matches.none},
		{"without their key, marked as lost", b.matches.lost},
		{"imported without their key", b.matches.foreign},
	} {
		if len(x.list) > 0 {
			fmt.Fprintf(b.out, "%s: %s\n", x.what, namedMatches(x.list))
		}
	}
}

func newKeyRotate() *cobra.Command {
	return &cobra.Command{
		Use:   "rotate",
		Short: "create a new key for new matches",
		Long: "Puts a new key before the others: matches opened after the next start use it. Matches under way\n" +
			"keep theirs. Do this if somebody may have copied the file: that person can still predict the rolls of\n" +
			"matches under way, but not those of new matches. Back up the file afterwards.",
		Example: "  referee key rotate",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withFile(cmd, openExclusively, func(b *keyManager) error {
				k, err := keyring.NewKey(time.Now())
				if err != nil {
					return err
				}
				if err := b.file.Replace(append(keyring.Ring{k}, b.ring...)); err != nil {
					return err
				}
				fmt.Fprintf(b.out, "After the next start new matches use key %s. Older keys that stay in %s: %d. Back up that file.\n",
					k.Fingerprint(), b.from.Key, len(b.ring))
				return nil
			})
		},
	}
}

func newKeyAdd() *cobra.Command {
	var passphraseFile string
	cmd := &cobra.Command{
		Use:   "add FILE",
		Short: "import keys from another file, such as a backup",
		Long: "Adds the keys of FILE that are missing from the key file, after those it has. FILE can be encrypted\n" +
			"with the same passphrase or not at all; for another passphrase use --passphrasefile.",
		Example: "  referee key add old.key",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withKeys(cmd, openExclusively, func(b *keyManager) error {
				from := b.from
				from.Key = args[0]
				if passphraseFile != "" {
					from.Passphrase, from.PassphraseFile = "", passphraseFile
				}
				return b.add(from)
			})
		},
	}
	cmd.Flags().StringVar(&passphraseFile, "passphrasefile", "", "file that contains only the passphrase of FILE")
	return cmd
}

// add adds the keys of the file that a configuration names.
func (b *keyManager) add(from config.Dice) error {
	other, err := readKeys(from)
	if errors.Is(err, keyring.ErrPlain) {
		from.Passphrase, from.PassphraseFile = "", ""
		other, err = readKeys(from)
	}
	if err != nil {
		return err
	}
	if len(other.ring) == 0 {
		return fmt.Errorf("%s is missing", from.Key)
	}
	ring := slices.Clone(b.ring)
	for _, k := range other.ring {
		if !ring.Has(k) {
			ring = append(ring, k)
		}
	}
	added := len(ring) - len(b.ring)
	switch {
	case len(b.ring) == 0:
		err = b.file.Create(ring)
	case added > 0:
		err = b.file.Replace(ring)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(b.out, "Keys added from %s to %s: %d.\n", from.Key, b.from.Key, added)
	return nil
}

func newKeyPrune() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "delete keys that no match needs",
		Long: "Deletes every key, except the first, that is not needed by a match under way or by a finished match of a\n" +
			"league still being played. A finished match without its key can still be verified, but can no longer be\n" +
			"resumed. Without --force the command only lists the keys it would delete. Do not use it if several\n" +
			"databases share the key file: it checks only one database.",
		Example: "  referee key prune\n  referee key prune --force",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withFile(cmd, openExclusively, func(b *keyManager) error { return b.prune(force) })
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "delete them")
	return cmd
}

func (b *keyManager) prune(force bool) error {
	var keep keyring.Ring
	for i, k := range b.ring {
		if i == 0 || b.matches.on[i]+b.matches.settled[i] > 0 {
			keep = append(keep, k)
			continue
		}
		if force {
			fmt.Fprintf(b.out, "%s deleted.\n", k.Fingerprint())
		} else {
			fmt.Fprintf(b.out, "%s would be deleted: to delete it, run \"referee key prune --force\".\n", k.Fingerprint())
		}
	}
	switch {
	case len(keep) == len(b.ring):
		fmt.Fprintln(b.out, "No keys to delete: every key is needed.")
		return nil
	case !force:
		return nil
	}
	return b.file.Replace(keep)
}

func newKeyEncrypt() *cobra.Command {
	return &cobra.Command{
		Use:   "encrypt",
		Short: "encrypt the key file with a passphrase",
		Long: "Encrypts the key file with the passphrase in REFEREE_DICE_PASSPHRASE, or in the file named by\n" +
			"dice.passphrasefile. Every start then needs the passphrase, one more second and 256 MiB more memory.\n" +
			"If you lose the passphrase, the keys are lost. Older copies are not encrypted: delete them.",
		Example: "  REFEREE_DICE_PASSPHRASE=… referee key encrypt",
		RunE:    func(cmd *cobra.Command, _ []string) error { return recode(cmd, true) },
	}
}

func newKeyDecrypt() *cobra.Command {
	return &cobra.Command{
		Use:     "decrypt",
		Short:   "remove the passphrase from the key file",
		Long:    "Reverses \"referee key encrypt\". Remove the passphrase from the configuration afterwards.",
		Example: "  REFEREE_DICE_PASSPHRASE=… referee key decrypt",
		RunE:    func(cmd *cobra.Command, _ []string) error { return recode(cmd, false) },
	}
}

// recode writes the key file again, encrypted or not.
func recode(cmd *cobra.Command, encrypt bool) (err error) {
	c, err := config.Read(cmd)
	if err != nil {
		return err
	}
	passphrase, err := keyPassphrase(c.Dice)
	if err != nil {
		return err
	}
	if passphrase == "" {
		return cli.Misused("no passphrase: set REFEREE_DICE_PASSPHRASE in the environment, or name a file in dice.passphrasefile")
	}
	s, err := openStore(cmd.Context(), c.DB, 0) // no referee runs
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	from, to := keyring.KeyFile{Path: c.Dice.Key, Passphrase: passphrase, Work: keyWork}, keyring.KeyFile{Path: c.Dice.Key}
	said := "is no longer encrypted"
	if encrypt {
		from, to, said = to, from, "is now encrypted"
	}
	ring, _, err := from.Load()
	switch {
	case encrypt && errors.Is(err, keyring.ErrLocked):
		return fmt.Errorf("%s is already encrypted; to change the passphrase, decrypt it first", c.Dice.Key)
	case !encrypt && errors.Is(err, keyring.ErrPlain):
		return fmt.Errorf("%s is not encrypted", c.Dice.Key)
	case errors.Is(err, keyring.ErrMissing):
		return fmt.Errorf("%s is missing", c.Dice.Key)
	case err != nil:
		return (&diceKeys{file: from}).explained(err)
	}
	if err := to.Replace(ring); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s %s.\n", c.Dice.Key, said)
	return nil
}

func newKeyLost() *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use: "lost [MATCH…]", Aliases: []string{"forsake"},
		Short: "mark matches whose key is lost, so that the referee can start",
		Long: "Records in each match that its key is lost and puts it on hold: no dice are rolled and its clocks are\n" +
			"stopped. The players get a message after the next start. They can agree to a draw or resign; a moderator, or\n" +
			"the organiser of its league, can end it. If you find the key, add it with \"referee key add\": the match\n" +
			"resumes at the next start.",
		Example: "  referee key lost m1 m2\n  referee key lost --all",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if all != (len(args) == 0) {
				return cli.Misused("name the matches, or add --all")
			}
			return withKeys(cmd, openExclusively, func(b *keyManager) error { return b.forsake(cmd.Context(), args, all) })
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "every match whose key is missing")
	return cmd
}

func (b *keyManager) forsake(ctx context.Context, args []string, all bool) error {
	without := slices.Concat(b.matches.none, b.matches.foreign)
	chosen := without
	if !all {
		chosen = nil
		for _, id := range args {
			if !slices.Contains(without, match.ID(id)) {
				return fmt.Errorf("match %q is not missing its key: see \"referee key show\"", id)
			}
			chosen = append(chosen, match.ID(id))
		}
	}
	list, err := known.Referee(b.Game, b.Data)
	if err != nil {
		return err
	}
	// Nothing is rolled here: a match whose key is missing fits no key, not even this
	// one.
	clubs, err := club.New(referee.Config{Games: list, Store: b.store, Dice: dice.NewServer([32]byte{})}, b.store.Leagues())
	if err != nil {
		return err
	}
	lost, err := lostKeys(ctx, b.store)
	if err != nil {
		return err
	}
	for _, id := range chosen {
		if err := clubs.Referee.LoseKey(ctx, id); err != nil {
			return fmt.Errorf("match %s: %w", id, err)
		}
		lost = append(lost, id)
		if err := putLostKeys(ctx, b.store, lost); err != nil {
			return err
		}
		fmt.Fprintf(b.out, "Match %s is on hold until its key is restored.\n", id)
	}
	if len(chosen) == 0 {
		fmt.Fprintln(b.out, "No match is missing its key.")
	}
	return nil
}
