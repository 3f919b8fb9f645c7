package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"referee/bot/referee"
)

// faultFile is a file that holds the match in which a fault of the program was met.
type faultFile struct {
	path string
	at   time.Time
}

// faultFiles lists those in a directory, the newest last. A directory that is not there has
// none.
func faultFiles(dir string) ([]faultFile, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []faultFile
	for _, e := range entries {
		if !referee.IsFaultFile(e.Name()) {
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // it was taken away meanwhile
		}
		if err != nil {
			return nil, err
		}
		out = append(out, faultFile{filepath.Join(dir, e.Name()), info.ModTime()})
	}
	slices.SortFunc(out, func(a, b faultFile) int { return a.at.Compare(b.at) })
	return out, nil
}
