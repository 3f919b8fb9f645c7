package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/dice"
	"referee/render"
	"referee/store"
)

// house is a referee with its store, as a configuration wants them.
type house struct {
	*referee.Referee
	store *store.Store
}

// openHouse opens the store, or makes it, and a referee who works in it.
func openHouse(c config) (*house, error) {
	list, err := gameList(c)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(c.DB), 0o755); err != nil {
		return nil, fmt.Errorf("directory for %s: %w", c.DB, unnamed(err))
	}
	key, err := diceKey(c.Key)
	if err != nil {
		return nil, err
	}
	s, err := store.Open(c.DB, store.Options{})
	if err != nil {
		return nil, err
	}
	r, err := referee.New(referee.Config{
		Games:   list,
		Store:   s,
		Dice:    dice.NewServer(key),
		Painter: painter(0),
		Faults:  filepath.Dir(c.DB),
	})
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &house{Referee: r, store: s}, nil
}

// close lets go of the store.
func (h *house) close() error { return h.store.Close() }

// gameList is the list of games as a referee wants it, with the game that is
// meant first.
func gameList(c config) ([]referee.Game, error) {
	meant, err := findGame(c.Game)
	if err != nil {
		return nil, err
	}
	data, err := meant.data(c.Data)
	if err != nil {
		return nil, err
	}
	list := []referee.Game{{ID: meant.id, Law: meant.law, Data: data, Open: meant.open}}
	for _, g := range games {
		if g.id != meant.id {
			list = append(list, referee.Game{ID: g.id, Law: g.law, Data: g.files(), Open: g.open})
		}
	}
	return list, nil
}

// diceKey reads the key that dice are rolled by, or makes one. Whoever has it
// can foresee every roll, so nobody else may read it.
func diceKey(path string) (key [32]byte, err error) {
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := rand.Read(key[:]); err != nil {
			return key, fmt.Errorf("make a key for the dice: %w", err)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return key, fmt.Errorf("directory for %s: %w", path, unnamed(err))
		}
		if err := os.WriteFile(path, key[:], 0o600); err != nil {
			return key, fmt.Errorf("write the key of the dice to %s: %w", path, unnamed(err))
		}
		return key, nil
	case err != nil:
		return key, fmt.Errorf("read the key of the dice from %s: %w", path, unnamed(err))
	case len(text) != len(key):
		return key, fmt.Errorf("%s holds %d bytes, and a key of the dice has %d: name another file with --key",
			path, len(text), len(key))
	}
	copy(key[:], text)
	return key, nil
}

// painter draws whole maps at a scale; 0 is the usual one.
func painter(scale float64) referee.Painter {
	r := render.New(render.Options{})
	return func(w io.Writer, board *engine.Board, view engine.View, overlay *engine.Answer, say func(engine.Msg) string) error {
		return r.PNG(w, render.Picture{Board: board, View: view, Overlay: overlay, Scale: scale, Say: say})
	}
}
