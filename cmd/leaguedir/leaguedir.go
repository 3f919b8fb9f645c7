// Package leaguedir writes a league as files in a directory, and verifies such files, which may come from anybody.
package leaguedir

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"referee/bot/club"
	"referee/bot/files"
	"referee/cmd/cli"
	"referee/engine/league"
	"referee/engine/match"
)

// Write writes a league to a directory: its log, a file for every match
// played here, and one with all rolls.
func Write(ctx context.Context, leagues *club.Leagues, id league.ID, dir string) error {
	return leagues.Write(ctx, id, true, func(name string, write func(w io.Writer) error) error {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("directory %s: %w", filepath.Dir(path), files.Reason(err))
		}
		return cli.WriteFile(path, write)
	})
}

// mostFile is how many bytes a file of a league may have: the rolls of ten thousand
// matches, which are read one match after the other.
const mostFile = 2 << 30

// Verify checks the league that was exported to a directory, see
// [club.Verifier.League], and returns how many matches it has.
func Verify(dir string, v match.Verifier) (n int, err error) {
	folder, err := files.Open(dir, mostFile)
	if err != nil {
		return 0, fmt.Errorf("%s: cannot be read: %w", club.LeagueFileName, files.Reason(err))
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	return club.Verifier(v).League(folder)
}
