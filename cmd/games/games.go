// Package games lists the games, and opens them.
package games

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"referee/bot/boardfile"
	"referee/bot/files"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/kit/csvtable"
	"referee/engine/kit/sheets"
	"referee/engine/lesson"
	"referee/engine/match"
	"referee/engine/play"
)

// Module is one entry of the list.
type Module struct {
	ID     string
	Law    int    // the newest
	Hidden bool   // for tests: not listed to people
	Seat   string // one of its seats, for the examples of commands
	// Open makes the game over a data set, under a law.
	Open func(data fs.FS, law int) (engine.Game, error)
	// Files is the data set built in.
	Files func() fs.FS
	// Problems lists all that is wrong with a data set, each as file:line: text;
	// nil: the game reports the first one when it is opened.
	Problems func(data fs.FS) ([]string, error)
	// Sheets describes the data set to an owner who corrects it; the zero Format: nobody can.
	Sheets sheets.Format
	// Weights makes random play look more like players, by kind of option; a kind
	// that is not there weighs 1.
	Weights map[string]int
	// Solo are weights like these for chance where it plays a side against a person.
	Solo map[string]int
	// Aid says that it is no contest: only its player knows the answers, and no program can give them.
	Aid bool
	// Players are the programs that play the game, beside the recruit that every game but an aid has,
	// from the weakest to the strongest.
	Players play.Roster
	// Measured is the board by which Players, Judge and the balance of the game were measured, as [engine.Info.Facts]; "": none.
	Measured string
	// Judge says what positions of the game are worth; nil: nobody does.
	Judge *play.Judge
	// Course teaches the game; nil: it has none.
	Course *lesson.Course
}

// mostProblems is how many of the problems with a board are listed.
const mostProblems = 50

// Board is the game as it opens boards.
func (g Module) Board() (boardfile.Game, error) {
	built, err := match.LoadData(g.Files())
	return boardfile.Game{ID: g.ID, Files: built, Open: func(data match.Data) (*engine.Info, error) {
		if g.Problems != nil {
			list, err := g.Problems(data)
			if n := len(list); n > mostProblems {
				list = append(list[:mostProblems:mostProblems], fmt.Sprintf("more problems: %d", n-mostProblems))
			}
			if err != nil || len(list) > 0 {
				return nil, cmp.Or(err, errors.New(strings.Join(list, "\n")))
			}
		}
		opened, err := g.Open(data, g.Law)
		if err != nil {
			return nil, err
		}
		return opened.Info(), nil
	}}, err
}

// Roster is who can sit at a seat of the game, from the weakest to the strongest: the first
// is the recruit, which plays by the weights for chance against a person. Nobody sits at an aid.
func (g Module) Roster() play.Roster {
	if g.Aid {
		return nil
	}
	return append(play.Roster{play.Recruit(g.Solo)}, g.Players...)
}

// List lists the games of a program. The first is meant where none is named.
type List []Module

// Known are the games that people can play: a line each.
func Known() List {
	return List{
		Celles(),
		America(),
		AlliedOrders(),
		Notary(),
	}
}

// IDs are the ids of the games.
func (l List) IDs() []string {
	var ids []string
	for _, g := range l {
		ids = append(ids, g.ID)
	}
	return ids
}

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
	return Module{}, cli.Misused("no game %q: use %s", id, strings.Join(known, ", "))
}

// Open opens a game under its newest law, over the data set in its directory of some by game;
// where it has none, over the one built in.
func (l List) Open(id string, dirs map[string]string) (engine.Game, error) {
	g, err := l.Find(id)
	if err != nil {
		return nil, err
	}
	data, err := g.Data(dirs[id])
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
		return nil, fmt.Errorf("match %s: open %s under rules version %d: %w", o.Match, o.Game, o.Law, err)
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

// Listed are the games that people are shown, with the one that is meant where none is named
// first: a hidden game is among them only if it is that one.
func (l List) Listed(meant string) (List, error) {
	first, err := l.Find(meant)
	if err != nil {
		return nil, err
	}
	rest := slices.DeleteFunc(slices.Clone(l), func(g Module) bool { return g.ID == meant || g.Hidden })
	return append(List{first}, rest...), nil
}

// Referee is what [List.Listed] lists, in the form that package referee takes, each over the
// data set in its directory as for [List.Open].
func (l List) Referee(meant string, dirs map[string]string) ([]referee.Game, error) {
	listed, err := l.Listed(meant)
	if err != nil {
		return nil, err
	}
	list := make([]referee.Game, len(listed))
	for i, g := range listed {
		data, err := g.Data(dirs[g.ID])
		if err != nil {
			return nil, err
		}
		list[i] = referee.Game{ID: g.ID, Law: g.Law, Data: data, Built: g.Files(), Open: g.Open, Players: g.Roster(), Measured: g.Measured, Judge: g.Judge, Course: g.Course}
	}
	return list, nil
}

var (
	errNoDirectory = errors.New("there is no such directory")
	errOtherData   = errors.New("it contains no file of the data set")
)

// Data is the data set in a directory, or the one built in where dir is empty. Plain files
// that lie in the directory are read, no larger than a match can hold.
func (g Module) Data(dir string) (_ fs.FS, err error) {
	if dir == "" {
		return g.Files(), nil
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("data.%s: %s: %w", g.ID, dir, err)
		}
	}()
	built, err := match.LoadData(g.Files())
	if err != nil {
		return nil, err
	}
	name := slices.Min(slices.Collect(maps.Keys(built)))
	folder, err := files.OpenOwn(dir, match.MaxData)
	if err != nil {
		return nil, fmt.Errorf("%w: name a directory that contains %s and the other data files, for example /srv/%s", errNoDirectory, name, g.ID)
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	data, err := match.LoadData(folder)
	if err != nil {
		return nil, err
	}
	for file := range data {
		if _, ok := built[file]; ok {
			return data, nil
		}
	}
	return nil, fmt.Errorf("%w: name a directory that contains %s and the other data files, for example /srv/%s", errOtherData, name, g.ID)
}

// problems lists what is wrong with a data set, out of what reading it returned.
func problems[D any](_ D, err error) ([]string, error) {
	var found csvtable.Problems
	if !errors.As(err, &found) {
		return nil, err
	}
	out := make([]string, len(found))
	for i, p := range found {
		out[i] = p.String()
	}
	return out, nil
}
