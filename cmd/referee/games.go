package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"referee/engine"
)

// latestLaw asks a game for its newest law.
const latestLaw = 0

// errData is a data directory that holds no data set.
var errData = errors.New("no such directory")

// game is one entry of the list of games.
type game struct {
	id     string
	hidden bool // for tests; not listed
	// open makes the game over a data set, under a law (latestLaw: the newest).
	open func(data fs.FS, law int) (engine.Game, error)
	// files is the data set built in.
	files func() fs.FS
}

// findGame finds a game by its id.
func findGame(id string) (game, error) {
	var known []string
	for _, g := range games {
		if g.id == id {
			return g, nil
		}
		if !g.hidden {
			known = append(known, g.id)
		}
	}
	return game{}, misused("no game %q: there is %s", id, strings.Join(known, ", "))
}

// openGame opens the game that a configuration names, over the data set it names.
func openGame(c config) (engine.Game, error) {
	g, err := findGame(c.Game)
	if err != nil {
		return nil, err
	}
	data, err := g.data(c.Data)
	if err != nil {
		return nil, err
	}
	opened, err := g.open(data, latestLaw)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", g.id, err)
	}
	return opened, nil
}

// data is the data set in a directory, or the one built in where dir is empty.
func (g game) data(dir string) (fs.FS, error) {
	if dir == "" {
		return g.files(), nil
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("data %s: %w: name one with the game's data files in it", dir, errData)
	}
	return os.DirFS(dir), nil
}

var games = []game{}
