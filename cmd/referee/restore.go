package main

import (
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
		Short: "put a backup in the place of the store that was lost",
		Long: "Checks the backup whole, and puts a copy of it where the matches are kept. Where there is a store\n" +
			"already, it changes nothing and says what would be lost; with --force the store that was there is kept\n" +
			"beside the new one, under another name. The referee must not be running.\n\n" +
			"What came after the backup is lost, and players may have seen it, dice above all: so every match and\n" +
			"league that is not over stands until its players, or its organiser, say that it goes on. Their places\n" +
			"are told so when the referee is started. The key of the dice is a file of its own: FILE.key, which\n" +
			"\"backup --with-key\" makes, is put where the key is kept, unless there is one.",
		Example: "  referee restore monday.db --db elsewhere/referee.db\n  referee restore monday.db --force",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := config.Read(cmd)
			if err != nil {
				return err
			}
			list, err := known.Referee(c.Game, c.Data)
			if err != nil {
				return err
			}
			r := &restoring{
				config: c, from: args[0], db: c.DB, copied: c.DB + ".restoring", games: list, force: force, now: time.Now(),
				out: cmd.OutOrStdout(), told: cmd.ErrOrStderr(),
			}
			return r.run()
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "put it in the place of a store that is there; that one is kept beside it")
	config.Use(cmd, "db", "key", "game", "data")
	return cmd
}

// restoring is a backup that is about to replace a store.
type restoring struct {
	config    config.Values
	from, db  string
	copied    string // beside db: it becomes db at once
	games     []referee.Game
	force     bool
	now       time.Time
	out, told io.Writer
}

func (r *restoring) run() (err error) {
	present, err := r.present()
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
	if err := store.Copy(r.from, r.copied); err != nil {
		return fmt.Errorf("restore %s: %w", r.from, err)
	}
	stands, err := r.made(present)
	if err != nil {
		return err
	}
	return r.place(stands)
}

// present is the existing store, held open so that nobody writes to it; nil if there is
// none, or it cannot be read.
func (r *restoring) present() (*store.Store, error) {
	there, err := os.Stat(r.db)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if from, err := os.Stat(r.from); err == nil && os.SameFile(from, there) {
		return nil, cli.Misused("restore: %s is the store itself: name a backup of it", r.from)
	}
	s, err := store.Open(r.db, store.Options{ReadOnly: true})
	switch {
	case err == nil:
		return s, nil
	case errors.Is(err, store.ErrHeld):
		return nil, err
	}
	fmt.Fprintf(r.told, "the store that is there cannot be read, so it cannot be said what would be lost of it: %v\n", err)
	return nil, nil
}

// made prepares the copy for service, after printing what would be lost. It returns
// foundError if that is not wanted.
func (r *restoring) made(present *store.Store) (out restore.Contents, err error) {
	s, err := store.Open(r.copied, store.Options{NoSync: true}) // it is on the disk before it is in place
	if err != nil {
		return out, fmt.Errorf("restore %s: %w", r.from, err)
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	clubs, err := club.New(referee.Config{Games: r.games, Store: s, Now: func() time.Time { return r.now }, Faults: filepath.Dir(r.db)}, s)
	if err != nil {
		return out, err
	}
	all, err := s.Matches()
	if err != nil {
		return out, fmt.Errorf("restore %s: %w", r.from, err)
	}
	checked := cli.NewProgress(r.told, "matches checked", len(all))
	err = restore.Check(s, clubs.Referee, checked.At)
	checked.Done()
	if err != nil {
		return out, fmt.Errorf("restore %s: the backup does not hold, and nothing was changed: %w", r.from, err)
	}
	if err := r.warn(present, s); err != nil {
		return out, err
	}
	if err := r.key(); err != nil {
		return out, err
	}
	made := cli.NewProgress(r.told, "matches stand", len(all))
	out, err = restore.Stand(s, clubs, r.now, made.At)
	made.Done()
	if err == nil {
		r.keys(s)
		err = backup.Forget(s) // those that it names may have gone with the store
	}
	return out, err
}

// key puts the key that was copied with the backup where the key is kept, unless one is there.
func (r *restoring) key() error {
	kept, from := r.config.Key, keyCopy(r.from)
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
		return fmt.Errorf("the key of the dice, %s to %s: %w", from, kept, files.Reason(err))
	}
	fmt.Fprintf(r.out, "%s: the key of the dice, from %s (%s)\n", kept, from, fingerprint(text))
	return nil
}

// keys says which dice keys will be missing at the start.
func (r *restoring) keys(s *store.Store) {
	k, err := readKeys(r.config)
	if err == nil {
		var h hanging
		if h, err = k.hang(s); err == nil {
			err = k.missing(h)
		}
	}
	if err != nil {
		fmt.Fprintf(r.told, "before it is started: %v\n", err)
	}
}

// warn says what is lost from the existing store. Without --force it is an error that
// there is one.
func (r *restoring) warn(present, backup *store.Store) error {
	if _, err := os.Stat(r.db); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if present != nil {
		losses, err := restore.Losses(present, backup)
		if err != nil {
			fmt.Fprintf(r.out, "the store that is there is damaged, so it cannot be said all that would be lost of it: %v\n", err)
		}
		r.list(losses)
	}
	if r.force {
		return nil
	}
	fmt.Fprintf(r.out, "nothing was changed: %s is there already. To put the backup in its place, and keep it under another name, add --force\n", r.db)
	return cli.ErrFound
}

// list lists what is lost.
func (r *restoring) list(losses []restore.Loss) {
	if len(losses) == 0 {
		fmt.Fprintf(r.out, "nothing is lost: %s has no decision that the backup lacks\n", r.db)
		return
	}
	fmt.Fprintf(r.out, "%s has what the backup lacks, and what would be lost:\n", r.db)
	for _, l := range losses {
		what := "match " + string(l.Match)
		if l.League != "" {
			what = fmt.Sprintf("league %s %q", l.League, l.Name)
		}
		switch {
		case l.Common == 0:
			fmt.Fprintf(r.out, "  %s: whole, %d decisions\n", what, l.Has)
		case l.Backup > l.Common:
			fmt.Fprintf(r.out, "  %s: decisions %d to %d; the backup has others, up to %d\n", what, l.Common+1, l.Has, l.Backup)
		default:
			fmt.Fprintf(r.out, "  %s: decisions %d to %d; it will be back at %d\n", what, l.Common+1, l.Has, l.Common)
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
		fmt.Fprintf(r.out, "the store that was there is now %s\n", aside)
	}
	fmt.Fprintf(r.out, "restored; until it is said that they go on stand: matches %d, leagues %d; matches that are over: %d\n",
		stands.Matches, stands.Leagues, stands.Over)
	return nil
}
