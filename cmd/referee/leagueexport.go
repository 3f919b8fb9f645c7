package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"referee/bot/referee"
	"referee/engine/dice"
	"referee/engine/league"
)

// writeLeague writes a league to a directory: its log, a file for every match
// played here, and one with all rolls.
func writeLeague(r *referee.Referee, id league.ID, dir string) error {
	return r.WriteLeague(id, true, func(name string, write func(w io.Writer) error) error {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("directory %s: %w", filepath.Dir(path), unnamed(err))
		}
		return writeFile(path, write)
	})
}

// verifyLeague checks the league that was exported to a directory, see
// [referee.Verifier.League].
func verifyLeague(dir string) (int, error) {
	return referee.Verifier{Open: openFile, Roll: dice.Check}.League(os.DirFS(dir))
}
