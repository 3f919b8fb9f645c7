package main

import (
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
		Short: "look after the keys that dice are rolled by",
		Long: "New matches are opened with the first key of the file; older ones stay in it for as long as\n" +
			"matches depend on them. What changes the file is done while no referee runs.",
		Example: "  referee key show\n  referee key rotate",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cli.Add(cmd, newKeyShow(), newKeyRotate(), newKeyAdd(), newKeyPrune(), newKeyEncrypt(), newKeyDecrypt(), newKeyForsake())
	for _, c := range cmd.Commands() {
		config.Use(c, "db", "key")
	}
	return cmd
}

// bunch is the keys with the matches that depend on them.
type bunch struct {
	*diceKeys
	config.Values
	store   *store.Store
	matches hanging
	out     io.Writer
}

// alone opens the store for a command that changes keys: no referee may run meanwhile.
func alone(_ *cobra.Command, db string) (*store.Store, error) { return openStore(db, 0) }

// withKeys calls do with the keys and the matches.
func withKeys(cmd *cobra.Command, open func(*cobra.Command, string) (*store.Store, error), do func(b *bunch) error) (err error) {
	b := &bunch{out: cmd.OutOrStdout()}
	if b.Values, err = config.Read(cmd); err != nil {
		return err
	}
	if b.store, err = open(cmd, b.DB); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.store.Close()) }()
	if b.diceKeys, err = readKeys(b.Values); err != nil {
		return err
	}
	if b.matches, err = b.hang(b.store); err != nil {
		return err
	}
	return do(b)
}

// withFile is withKeys for commands that need a key file.
func withFile(cmd *cobra.Command, open func(*cobra.Command, string) (*store.Store, error), do func(b *bunch) error) error {
	return withKeys(cmd, open, func(b *bunch) error {
		if len(b.ring) == 0 {
			if err := b.missing(b.matches); err != nil {
				return err
			}
			return fmt.Errorf("%s is missing: the next start makes it", b.Key)
		}
		return do(b)
	})
}

func newKeyShow() *cobra.Command {
	return &cobra.Command{
		Use:     "show",
		Short:   "list the keys, and how many matches depend on each",
		Long:    "Lists the keys by their fingerprints, which tell nothing of the keys; also while a referee runs.",
		Example: "  referee key show",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withFile(cmd, readStore, func(b *bunch) error {
				b.show()
				return nil
			})
		},
	}
}

// show lists the keys.
func (b *bunch) show() {
	lock := "not encrypted"
	if b.file.Passphrase != "" {
		lock = "encrypted"
	}
	fmt.Fprintf(b.out, "%s: %s\n", b.Key, lock)
	for i, k := range b.ring {
		made := "at a time that is not known"
		if !k.Made.IsZero() {
			made = k.Made.Format("2006-01-02 15:04 UTC")
		}
		fmt.Fprintf(b.out, "%s  made %s", k.Fingerprint(), made)
		if i == 0 {
			fmt.Fprint(b.out, "; for new matches")
		}
		fmt.Fprintf(b.out, "; under way: %d", b.matches.on[i])
		if n := b.matches.settled[i]; n > 0 {
			fmt.Fprintf(b.out, "; over in a league that goes on: %d", n)
		}
		fmt.Fprintln(b.out)
	}
	for _, x := range []struct {
		what string
		list []match.ID
	}{
		{"without their key", b.matches.none},
		{"without their key, as was said", b.matches.lost},
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
		Short: "make a new key for new matches",
		Long: "Puts a new key before the others: matches that are opened from the next start on depend on it.\n" +
			"Those under way keep theirs. Do it when somebody may have copied the file: they foresee the rolls\n" +
			"of matches under way still, but not of those to come. Back the file up afterwards.",
		Example: "  referee key rotate",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withFile(cmd, alone, func(b *bunch) error {
				k, err := keyring.NewKey(time.Now())
				if err != nil {
					return err
				}
				if err := b.file.Replace(append(keyring.Ring{k}, b.ring...)); err != nil {
					return err
				}
				fmt.Fprintf(b.out, "New matches are opened with key %s from the next start on; %d older stay in %s. Back it up.\n",
					k.Fingerprint(), len(b.ring), b.Key)
				return nil
			})
		},
	}
}

func newKeyAdd() *cobra.Command {
	var passphraseFile string
	cmd := &cobra.Command{
		Use:   "add FILE",
		Short: "take in the keys of another file, such as one from a backup",
		Long: "Takes in the keys of FILE that are not there yet, behind those that are. FILE may be encrypted under\n" +
			"the same passphrase or not at all; one under another passphrase needs --passphrasefile.",
		Example: "  referee key add old.key",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withKeys(cmd, alone, func(b *bunch) error {
				from := b.Values
				from.Key = args[0]
				if passphraseFile != "" {
					from.KeyPassphrase, from.KeyPassphraseFile = "", passphraseFile
				}
				return b.add(from)
			})
		},
	}
	cmd.Flags().StringVar(&passphraseFile, "passphrasefile", "", "file that holds the passphrase of FILE and nothing else")
	return cmd
}

// add adds the keys of the file that a configuration names.
func (b *bunch) add(from config.Values) error {
	other, err := readKeys(from)
	if errors.Is(err, keyring.ErrPlain) {
		from.KeyPassphrase, from.KeyPassphraseFile = "", ""
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
	fmt.Fprintf(b.out, "%d keys of %s are new in %s.\n", added, from.Key, b.Key)
	return nil
}

func newKeyPrune() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "drop the keys on which no match hangs",
		Long: "Drops every key but the first on which no match hangs that is under way here, or is over in a league\n" +
			"that goes on. A match that is over and of which the key is gone can be checked as before, but not\n" +
			"taken up again. Without --force it says what it would drop. If several files of matches share the\n" +
			"file of keys, do not use it: it looks at one.",
		Example: "  referee key prune\n  referee key prune --force",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withFile(cmd, alone, func(b *bunch) error { return b.prune(force) })
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "drop them")
	return cmd
}

func (b *bunch) prune(force bool) error {
	var keep keyring.Ring
	for i, k := range b.ring {
		if i == 0 || b.matches.on[i]+b.matches.settled[i] > 0 {
			keep = append(keep, k)
			continue
		}
		if force {
			fmt.Fprintf(b.out, "%s is dropped.\n", k.Fingerprint())
		} else {
			fmt.Fprintf(b.out, "%s would be dropped: say \"referee key prune --force\".\n", k.Fingerprint())
		}
	}
	switch {
	case len(keep) == len(b.ring):
		fmt.Fprintln(b.out, "Every key is needed.")
		return nil
	case !force:
		return nil
	}
	return b.file.Replace(keep)
}

func newKeyEncrypt() *cobra.Command {
	return &cobra.Command{
		Use:   "encrypt",
		Short: "encrypt the file of the keys under a passphrase",
		Long: "Encrypts the file under the passphrase in REFEREE_DICE_PASSPHRASE, or in the file that dice.passphrasefile\n" +
			"names. From then on every start needs it, and takes a second and 256 MiB of memory more. Without the\n" +
			"passphrase the keys are lost. Copies that were made before are not encrypted: delete them.",
		Example: "  REFEREE_DICE_PASSPHRASE=… referee key encrypt",
		RunE:    func(cmd *cobra.Command, _ []string) error { return recode(cmd, true) },
	}
}

func newKeyDecrypt() *cobra.Command {
	return &cobra.Command{
		Use:     "decrypt",
		Short:   "write the file of the keys without a passphrase",
		Long:    "Undoes \"referee key encrypt\". Take the passphrase out of the configuration afterwards.",
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
	passphrase, err := keyPassphrase(c)
	if err != nil {
		return err
	}
	if passphrase == "" {
		return cli.Misused("no passphrase: put it into the environment as REFEREE_DICE_PASSPHRASE, or into a file named by dice.passphrasefile")
	}
	s, err := openStore(c.DB, 0) // no referee runs
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	from, to := keyring.KeyFile{Path: c.Key, Passphrase: passphrase, Work: keyWork}, keyring.KeyFile{Path: c.Key}
	said := "is not encrypted any more"
	if encrypt {
		from, to, said = to, from, "is encrypted"
	}
	ring, _, err := from.Load()
	switch {
	case encrypt && errors.Is(err, keyring.ErrLocked):
		return fmt.Errorf("%s is encrypted already; to change the passphrase, decrypt it first", c.Key)
	case !encrypt && errors.Is(err, keyring.ErrPlain):
		return fmt.Errorf("%s is not encrypted", c.Key)
	case errors.Is(err, keyring.ErrMissing):
		return fmt.Errorf("%s is missing", c.Key)
	case err != nil:
		return (&diceKeys{file: from}).explained(err)
	}
	if err := to.Replace(ring); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s %s.\n", c.Key, said)
	return nil
}

func newKeyForsake() *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "forsake [MATCH…]",
		Short: "say that the key of matches is lost, so that the referee starts without it",
		Long: "Writes into the record of each match that its key is lost: its players are told after the next start,\n" +
			"no roll is made and no clock runs. They may agree on a draw or give up; who moderates, in a league its\n" +
			"organiser, may end it. Should the key come back (\"referee key add\"), the match goes on at the next start.",
		Example: "  referee key forsake m1 m2\n  referee key forsake --all",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if all != (len(args) == 0) {
				return cli.Misused("name the matches, or say --all")
			}
			return withKeys(cmd, alone, func(b *bunch) error { return b.forsake(args, all) })
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "every match whose key is missing")
	return cmd
}

func (b *bunch) forsake(args []string, all bool) error {
	without := slices.Concat(b.matches.none, b.matches.foreign)
	chosen := without
	if !all {
		chosen = nil
		for _, id := range args {
			if !slices.Contains(without, match.ID(id)) {
				return fmt.Errorf("match %q is none whose key is missing: see \"referee key show\"", id)
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
	clubs, err := club.New(referee.Config{Games: list, Store: b.store, Dice: dice.NewServer([32]byte{})}, b.store)
	if err != nil {
		return err
	}
	lost, err := lostKeys(b.store)
	if err != nil {
		return err
	}
	for _, id := range chosen {
		if err := clubs.Referee.Forsake(id); err != nil {
			return fmt.Errorf("match %s: %w", id, err)
		}
		lost = append(lost, id)
		if err := putLostKeys(b.store, lost); err != nil {
			return err
		}
		fmt.Fprintf(b.out, "Match %s stands until its key is back.\n", id)
	}
	if len(chosen) == 0 {
		fmt.Fprintln(b.out, "No match lacks its key.")
	}
	return nil
}
