package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/backup"
	"referee/bot/files"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/match"
	"referee/store"
)

func newBackup() *cobra.Command {
	var force, withKey bool
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "back up the match database, even while it is in use",
		Long: "Copies the match database as it is at one moment, even while referee serve or referee table uses it,\n" +
			"and verifies the copy by judging every match in it again. FILE is created only after that. A complete\n" +
			"copy with a match that cannot be judged is kept as FILE.unproven. The dice key is in a separate\n" +
			"file, which matches under way need, too.",
		Example: "  referee backup monday.db --with-key",
		Args:    cobra.ExactArgs(1),
		RunE: config.Run(func(cmd *cobra.Command, args []string, c config.Values) error {
			if err := makeBackup(cmd, c.DB, c.Dice.Key, args[0], force, withKey); err != nil {
				return fmt.Errorf("backup to %s: %w", args[0], withAdvice(err))
			}
			return nil
		}),
	}
	cmd.Flags().BoolVar(&force, "force", false, "overwrite FILE if it exists")
	cmd.Flags().BoolVar(&withKey, "with-key", false, "copy the dice key to FILE.key as well")
	config.Use(cmd, "db", "key")
	return cmd
}

// withAdvice adds advice to an error.
func withAdvice(err error) error {
	if errors.Is(err, backup.ErrExists) {
		return fmt.Errorf("%w: choose another name, or add --force to overwrite it", err)
	}
	return files.Reason(err)
}

// makeBackup makes a backup of the database at path, and prints what it is.
func makeBackup(cmd *cobra.Command, db, key, path string, force, withKey bool) (err error) {
	if withKey {
		if _, err := os.Stat(key); err != nil {
			return fmt.Errorf("the dice key, %s: %w", key, files.Reason(err))
		}
		if _, err := os.Lstat(keyCopy(path)); !force && err == nil {
			return fmt.Errorf("%s: %w", keyCopy(path), backup.ErrExists)
		}
	}
	from, err := findStore(cmd.Context(), db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, from.close()) }()
	m := maker(cmd.Context())
	m.From = from.snapshot
	copied := megabytes(cmd.ErrOrStderr(), db)
	m.Copied = func(bytes int64) { copied.At(int(bytes >> 20)) }
	var proven *cli.Progress
	m.Proven = func(n, all int) {
		if proven == nil {
			copied.Done()
			proven = cli.NewProgress(cmd.ErrOrStderr(), "matches verified", all)
		}
		proven.At(n)
	}
	made, err := m.Make(cmd.Context(), path, force)
	copied.Done()
	if proven != nil {
		proven.Done()
	}
	var doubtful *backup.Unproven
	if errors.As(err, &doubtful) && doubtful.Path != "" { // it needs the key like any other
		return errors.Join(err, keepKey(cmd, key, path, force, withKey))
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %d bytes; matches: %d; leagues: %d; as of %s, all verified.\n",
		path, made.Bytes, made.Matches, made.Leagues, made.At.UTC().Format(time.RFC3339))
	fmt.Fprintf(cmd.OutOrStdout(), "To restore it: referee restore %s\n", path)
	return keepKey(cmd, key, path, force, withKey)
}

// scheduled makes automatic backups; nil: none are configured.
func scheduled(ctx context.Context, c config.Backup, s *store.Store, log *slog.Logger) *backup.Schedule {
	if c.Dir == "" {
		return nil
	}
	b := &backup.Schedule{Maker: maker(ctx), Dir: c.Dir, Notes: s, Log: log, Every: c.Every, Keep: c.Keep, Age: c.Age}
	b.Maker.From = func(ctx context.Context, w io.Writer) (string, error) { return s.Snapshot(ctx, w) }
	return b
}

// maker makes backups; where from is left open.
func maker(ctx context.Context) backup.Maker {
	return backup.Maker{
		Open: func(path string) (backup.Copy, error) {
			s, err := store.Open(ctx, path, store.Options{})
			if err != nil {
				return backup.Copy{}, err
			}
			return backup.Copy{Store: s, Leagues: s.Leagues()}, nil
		},
		Game: func(o match.Opening, data match.Data) (engine.Game, error) { return known.OpenPinned(o, data) },
		Now:  time.Now,
	}
}

// mostKeys is how many bytes a key file has at most.
const mostKeys = 1 << 20

// keyCopy is where the key of the dice is copied to with a backup.
func keyCopy(path string) string { return path + ".key" }

// keepKey copies the key of the dice, or says that it must be kept, too.
func keepKey(cmd *cobra.Command, key, path string, force, withKey bool) error {
	text, err := files.ReadPlain(key, mostKeys)
	switch {
	case errors.Is(err, os.ErrNotExist) && !withKey:
		return nil // this store's dice are rolled elsewhere
	case err != nil:
		return fmt.Errorf("the dice key, %s: %w", key, files.Reason(err))
	case withKey:
		if err := backup.CopyFile(key, keyCopy(path), force); err != nil {
			return fmt.Errorf("the dice key: %w", err)
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s: the dice key (%s). Anyone who has it can predict rolls.\n", keyCopy(path), fingerprint(text))
		return nil
	}
	fmt.Fprintf(cmd.OutOrStdout(), "The backup does not contain the dice key: keep a copy of %s (%s), too.\n", key, fingerprint(text))
	return nil
}

// fingerprint identifies a key file without giving it away.
func fingerprint(text []byte) string {
	sum := sha256.Sum256(text)
	return fmt.Sprintf("SHA-256 %x…", sum[:6])
}
