package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/backup"
	"referee/bot/club"
	"referee/bot/files"
	"referee/bot/referee"
	"referee/bot/restore"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/store"
)

func newRestore() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "restore the match database from a backup",
		Long: "Checks the whole backup and makes a copy of it the match database. If there is a database already, it\n" +
			"changes nothing and lists what would be lost; with --force it keeps that one beside the new one, under\n" +
			"another name. The referee must not be running.\n\n" +
			"Everything after the backup is lost, although players may have seen it, above all the dice: so every\n" +
			"unfinished match and league is on hold until its players, or its organiser, resume it. A post in their\n" +
			"channels says so when the referee starts. The dice key is in a separate file: FILE.key, which\n" +
			"\"backup --with-key\" makes, is restored as well, unless there is a key file already.",
		Example: "  referee restore monday.db --db elsewhere/referee.db\n  referee restore monday.db --force",
		Args:    cobra.ExactArgs(1),
		RunE: config.Run(func(cmd *cobra.Command, args []string, c config.Values) error {
			list, err := known.Referee(c.Game, c.Data)
			if err != nil {
				return err
			}
			r := &restoring{
				dice: c.Dice, from: args[0], db: c.DB, copied: c.DB + ".restoring", games: list, force: force, now: time.Now(),
				out: cmd.OutOrStdout(), told: cmd.ErrOrStderr(),
			}
			return r.run(cmd.Context())
		}),
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace an existing database, which is kept under another name")
	config.Use(cmd, "db", "key", "game", "data")
	return cmd
}

// restoring is a backup that is about to replace a store.
type restoring struct {
	dice      config.Dice
	from, db  string
	copied    string // beside db: it becomes db at once
	games     []referee.Game
	force     bool
	now       time.Time
	out, told io.Writer
}

func (r *restoring) run(ctx context.Context) (err error) {
	present, err := r.present(ctx)
	if err != nil {
		return err
	}
	if present != nil { // no referee can start on it meanwhile
		defer func() { err = errors.Join(err, present.Close()) }()
	}
	if err := os.MkdirAll(filepath.Dir(r.db), 0o700); err != nil {
		return fmt.Errorf("directory for %s: %w", r.db, files.Reason(err))
	}
	defer func() {
		if gone := os.Remove(r.copied); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}()
	if err := store.Copy(ctx, r.from, r.copied); err != nil {
		return fmt.Errorf("restore %s: %w", r.from, err)
	}
	stands, err := r.made(ctx, present)
	if err != nil {
		return err
	}
	return r.place(stands)
}

// present is the existing store, held open so that nobody writes to it; nil if there is
// none, or it cannot be read.
func (r *restoring) present(ctx context.Context) (*store.Store, error) {
	there, err := os.Stat(r.db)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if from, err := os.Stat(r.from); err == nil && os.SameFile(from, there) {
		return nil, cli.Misused("restore: %s is the database itself: name a backup of it", r.from)
	}
	s, err := store.Open(ctx, r.db, store.Options{ReadOnly: true})
	switch {
	case err == nil:
		return s, nil
	case errors.Is(err, store.ErrHeld):
		return nil, err
	}
	fmt.Fprintf(r.told, "the existing database cannot be read, so what would be lost is unknown: %v\n", err)
	return nil, nil
}

// made prepares the copy for service, after printing what would be lost. It returns
// foundError if that is not wanted.
func (r *restoring) made(ctx context.Context, present *store.Store) (out restore.Contents, err error) {
	s, err := store.Open(ctx, r.copied, store.Options{NoSync: true}) // it is on the disk before it is in place
	if err != nil {
		return out, fmt.Errorf("restore %s: %w", r.from, err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	clubs, err := club.New(referee.Config{Games: r.games, Store: s, Now: func() time.Time { return r.now }, Faults: filepath.Dir(r.db)}, s.Leagues())
	if err != nil {
		return out, err
	}
	all, err := s.Matches(ctx)
	if err != nil {
		return out, fmt.Errorf("restore %s: %w", r.from, err)
	}
	checked := cli.NewProgress(r.told, "matches checked", len(all))
	err = restore.Check(ctx, s, clubs.Referee, checked.At)
	checked.Done()
	if err != nil {
		return out, fmt.Errorf("restore %s: the backup fails verification, and nothing was changed: %w", r.from, err)
	}
	if err := r.warn(ctx, present, s); err != nil {
		return out, err
	}
	if err := r.key(); err != nil {
		return out, err
	}
	made := cli.NewProgress(r.told, "matches put on hold", len(all))
	out, err = restore.Stand(ctx, s, clubs, r.now, made.At)
	made.Done()
	if err == nil {
		r.keys(ctx, s)
		err = backup.Forget(ctx, s) // those that it names may have gone with the store
	}
	return out, err
}

// key puts the key that was copied with the backup where the key is kept, unless one is there.
func (r *restoring) key() error {
	kept, from := r.dice.Key, keyCopy(r.from)
	if _, err := os.Stat(kept); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	text, err := files.ReadPlain(from, mostKeys)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = os.MkdirAll(filepath.Dir(kept), 0o700)
	}
	if err == nil {
		err = backup.CopyFile(from, kept, false)
	}
	if err != nil {
		return fmt.Errorf("the dice key, %s to %s: %w", from, kept, files.Reason(err))
	}
	fmt.Fprintf(r.out, "%s: the dice key, from %s (%s)\n", kept, from, fingerprint(text))
	return nil
}

// keys says which dice keys will be missing at the start.
func (r *restoring) keys(ctx context.Context, s *store.Store) {
	k, err := readKeys(r.dice)
	if err == nil {
		_, err = k.check(ctx, s)
	}
	if err != nil {
		fmt.Fprintf(r.told, "before you start the referee: %v\n", err)
	}
}

// warn says what is lost from the existing store. Without --force it is an error that
// there is one.
func (r *restoring) warn(ctx context.Context, present, backup *store.Store) error {
	if _, err := os.Stat(r.db); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if present != nil {
		losses, err := restore.Losses(ctx, restore.Records{Matches: present, Leagues: present.Leagues()}, restore.Records{Matches: backup, Leagues: backup.Leagues()})
		if err != nil {
			fmt.Fprintf(r.out, "the existing database is damaged, so the list of what would be lost may be incomplete: %v\n", err)
		}
		r.list(losses)
	}
	if r.force {
		return nil
	}
	fmt.Fprintf(r.out, "nothing was changed: %s exists. To replace it with the backup, and keep it under another name, add --force\n", r.db)
	return cli.ErrFound
}

// list lists what is lost.
func (r *restoring) list(losses []restore.Loss) {
	if len(losses) == 0 {
		fmt.Fprintf(r.out, "nothing would be lost: the backup has every decision of %s\n", r.db)
		return
	}
	fmt.Fprintf(r.out, "%s has decisions that are not in the backup and would be lost:\n", r.db)
	for _, l := range losses {
		what := "match " + string(l.Match)
		if l.League != "" {
			what = fmt.Sprintf("league %s %q", l.League, l.Name)
		}
		switch {
		case l.Common == 0:
			fmt.Fprintf(r.out, "  %s: all decisions up to %d\n", what, l.Has)
		case l.Backup > l.Common:
			fmt.Fprintf(r.out, "  %s: decisions %d to %d; the backup has different ones, up to %d\n", what, l.Common+1, l.Has, l.Backup)
		default:
			fmt.Fprintf(r.out, "  %s: decisions %d to %d; it goes back to decision %d\n", what, l.Common+1, l.Has, l.Common)
		}
	}
}

// place puts the copy in place.
func (r *restoring) place(stands restore.Contents) error {
	aside := ""
	if _, err := os.Stat(r.db); err == nil {
		aside = r.db + ".before-" + r.now.UTC().Format("2006-01-02T15-04-05Z")
	}
	if err := store.Replace(r.db, r.copied, aside); err != nil {
		return err
	}
	if aside != "" {
		fmt.Fprintf(r.out, "the former database is now %s\n", aside)
	}
	fmt.Fprintf(r.out, "restored; matches on hold until resumed: %d; leagues on hold: %d; finished matches: %d\n",
		stands.Matches, stands.Leagues, stands.Over)
	return nil
}
