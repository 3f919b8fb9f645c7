package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strings"

	"referee/bot/files"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// games lists the games. Nothing else in the program names one.
var games = []game{
	cellesGame,
	{id: "toy", law: 1, hidden: true, open: toy.Open, files: toy.Files},
}

// game is one entry of the list.
type game struct {
	id     string
	law    int  // the newest
	hidden bool // for tests: not listed to people
	// open makes the game over a data set, under a law.
	open func(data fs.FS, law int) (engine.Game, error)
	// files is the data set built in.
	files func() fs.FS
	// problems lists all that is wrong with a data set, each as file:line: text;
	// nil: the game reports the first one when it is opened.
	problems func(data fs.FS) ([]string, error)
	// weights makes random play look more like players, by kind of option; a kind
	// that is not there weighs 1.
	weights map[string]int
	// season is how the players of a season play; the zero value picks all options
	// alike, and gives nobody VP.
	season habits
	// tally makes a function that is told every event of self-play in its order
	// and names what is counted beside its kind; nil: nothing.
	tally func() func(engine.Event) []string
	// people are the players of simulations; nil: the game has no standing orders
	// that they could leave.
	people *people
}

// habits are how the players of a season play a game, so that the better of two
// wins more often, and both sides win.
type habits struct {
	// sound and rash are weights like those of a game: of good players and of bad ones.
	sound, rash map[string]int
	// bid is the value of the game's bid that makes up for the side which such
	// players have it easier on; "": none.
	bid string
}

// people is how the players of simulations play a game.
type people struct {
	// weights are like those of a game, of players who look for a fight.
	weights map[string]int
	// doctrine is how they answer in the other side's phases.
	doctrine doctrine
	// called and fought are kinds of events: of every order to attack, and of
	// every attack that came of one.
	called, fought string
}

// doctrine is a way to answer what the other side's phases ask of a player: by
// standing orders, or when they are asked.
type doctrine interface {
	// Orders are those of a seat, in the order in which they are to be left.
	Orders(seat engine.Seat) []engine.Standing
	// Answer is the whole answer to a question; ok is false where the doctrine
	// has none.
	Answer(pos engine.Position, p engine.Prompt) (path []string, ok bool, err error)
}

// solo are the weights of chance where it plays a side against a person: of players who
// look for a fight, and set up as the game does.
func (g game) solo() map[string]int {
	if g.people == nil {
		return g.weights
	}
	w := maps.Clone(g.people.weights)
	w["standard"] = 100_000
	return w
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
	return game{}, cli.Misused("no game %q: there is %s", id, strings.Join(known, ", "))
}

// openGame opens the game that a configuration names, over the data set it names.
func openGame(c config.Values) (engine.Game, error) {
	g, err := findGame(c.Game)
	if err != nil {
		return nil, err
	}
	data, err := g.data(c.Data)
	if err != nil {
		return nil, err
	}
	opened, err := g.open(data, g.law)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", g.id, err)
	}
	return opened, nil
}

// openFile opens the game of a match file, over the data set and the law that
// the match is pinned to.
func openFile(f *match.File) (engine.Game, error) {
	o, err := match.Pinned(f.Entries)
	if err != nil {
		return nil, err
	}
	return reopen(o, f.Data)
}

// fileVerifier verifies matches of files with the games that there are.
var fileVerifier = match.Verifier{
	Open: func(o match.Opening, data match.Data) (engine.Game, error) { return reopen(o, data) },
	Roll: dice.Check,
}

// reopen opens the game that a match is pinned to, over its data set.
func reopen(o match.Opening, data fs.FS) (engine.Game, error) {
	g, err := findGame(o.Game)
	if err != nil {
		return nil, fmt.Errorf("match %s: %w", o.Match, err)
	}
	opened, err := g.open(data, o.Law)
	if err != nil {
		return nil, fmt.Errorf("match %s: open %s under law %d: %w", o.Match, o.Game, o.Law, err)
	}
	return opened, nil
}

var errNoDirectory = errors.New("there is no such directory")

// data is the data set in a directory, or the one built in where dir is empty. Plain files
// that lie in the directory are read, no larger than a match can hold.
func (g game) data(dir string) (_ fs.FS, err error) {
	if dir == "" {
		return g.files(), nil
	}
	folder, err := files.OpenOwn(dir, match.MostData)
	if err != nil {
		return nil, fmt.Errorf("data %s: %w: name one that holds the data files of %s", dir, errNoDirectory, g.id)
	}
	defer func() { err = errors.Join(err, folder.Close()) }()
	data, err := match.LoadData(folder)
	if err != nil {
		return nil, fmt.Errorf("data %s: %w", dir, err)
	}
	return data, nil
}
