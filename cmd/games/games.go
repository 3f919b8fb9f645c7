// Package games is the list of games, and opens them.
package games

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"referee/bot/files"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
)

// Module is one entry of the list.
type Module struct {
	ID     string
	Law    int  // the newest
	Hidden bool // for tests: not listed to people
	// Open makes the game over a data set, under a law.
	Open func(data fs.FS, law int) (engine.Game, error)
	// Files is the data set built in.
	Files func() fs.FS
	// Problems lists all that is wrong with a data set, each as file:line: text;
	// nil: the game reports the first one when it is opened.
	Problems func(data fs.FS) ([]string, error)
	// Weights makes random play look more like players, by kind of option; a kind
	// that is not there weighs 1.
	Weights map[string]int
	// Solo are weights like these for chance where it plays a side against a person.
	Solo map[string]int
}

// List lists the games of a program.
type List []Module

// Find finds a game by its id. It returns a *cli.UsageError if there is none.
func (l List) Find(id string) (Module, error) {
	var known []string
	for _, g := range l {
		if g.ID == id {
			return g, nil
		}
		if !g.Hidden {
			known = append(known, g.ID)
		}
	}
	return Module{}, cli.Misused("no game %q: there is %s", id, strings.Join(known, ", "))
}

// Open opens a game under its newest law, over the data set in a directory; where that
// is empty, over the one built in.
func (l List) Open(id, dir string) (engine.Game, error) {
	g, err := l.Find(id)
	if err != nil {
		return nil, err
	}
	data, err := g.Data(dir)
	if err != nil {
		return nil, err
	}
	opened, err := g.Open(data, g.Law)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", g.ID, err)
	}
	return opened, nil
}

// OpenFile opens the game of a match file, over the data set and the law that
// the match is pinned to.
func (l List) OpenFile(f *match.File) (engine.Game, error) {
	o, err := match.Pinned(f.Entries)
	if err != nil {
		return nil, err
	}
	return l.OpenPinned(o, f.Data)
}

// OpenPinned opens the game that a match is pinned to, over its data set.
func (l List) OpenPinned(o match.Opening, data fs.FS) (engine.Game, error) {
	g, err := l.Find(o.Game)
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", o.Match, err)
	}
	opened, err := g.Open(data, o.Law)
	if err != nil {
		return nil, fmt.Errorf("match %s: open %s under law %d: %w", o.Match, o.Game, o.Law, err)
	}
	return opened, nil
}

// Verifier verifies match files with the games of the list.
func (l List) Verifier() match.Verifier {
	return match.Verifier{
		Open: func(o match.Opening, data match.Data) (engine.Game, error) { return l.OpenPinned(o, data) },
		Roll: dice.Check,
	}
}

// Referee is the list in the form that package referee takes, with the chosen game
// first, over the data set in a directory as for [List.Open]. A hidden game is in it
// only if it is the chosen one.
func (l List) Referee(id, dir string) ([]referee.Game, error) {
	meant, err := l.Find(id)
	if err != nil {
		return nil, err
	}
	data, err := meant.Data(dir)
	if err != nil {
		return nil, err
	}
	list := []referee.Game{{ID: meant.ID, Law: meant.Law, Data: data, Built: meant.Files(), Open: meant.Open}}
	for _, g := range l {
		if g.ID != meant.ID && !g.Hidden {
			list = append(list, referee.Game{ID: g.ID, Law: g.Law, Data: g.Files(), Open: g.Open})
		}
	}
	return list, nil
}

var errNoDirectory = errors.New("there is no such directory")

// Data is the data set in a directory, or the one built in where dir is empty. Plain files
// that lie in the directory are read, no larger than a match can hold.
func (g Module) Data(dir string) (_ fs.FS, err error) {
	if dir == "" {
		return g.Files(), nil
	}
	folder, err := files.OpenOwn(dir, match.MostData)
	if err != nil {
		return nil, fmt.Errorf("data %s: %w: name one that holds the data files of %s", dir, errNoDirectory, g.ID)
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	data, err := match.LoadData(folder)
	if err != nil {
		return nil, fmt.Errorf("data %s: %w", dir, err)
	}
	return data, nil
}
