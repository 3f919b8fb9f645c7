package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/dice/beacon"
	"referee/render"
	"referee/store"
)

// house is a referee with its store, as a configuration wants them.
type house struct {
	*referee.Referee
	store *store.Store
}

// fixed is what a referee does not leave to chance; the zero value is nothing.
type fixed struct {
	// seed is what ids and dice follow from; the clock stands still then.
	seed string
	// dice are the results of all rolls and draws, in order, made elsewhere.
	dice []string
}

// openHouse opens the store, or makes it, and a referee who works in it.
func openHouse(c config, f fixed) (*house, error) {
	list, err := gameList(c)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(c.DB), 0o755); err != nil {
		return nil, fmt.Errorf("directory for %s: %w", c.DB, unnamed(err))
	}
	s, err := store.Open(c.DB, store.Options{})
	if err != nil {
		return nil, err
	}
	work := referee.Config{Games: list, Store: s, Painter: painter(0), Faults: filepath.Dir(c.DB)}
	if err := chance(&work, c, f); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	r, err := referee.New(work)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &house{Referee: r, store: s}, nil
}

// close lets go of the store.
func (h *house) close() error { return h.store.Close() }

// gameList is the list of games as a referee wants it, with the game that is
// meant first. One for tests is there only if it is meant.
func gameList(c config) ([]referee.Game, error) {
	meant, err := findGame(c.Game)
	if err != nil {
		return nil, err
	}
	data, err := meant.data(c.Data)
	if err != nil {
		return nil, err
	}
	list := []referee.Game{{ID: meant.id, Law: meant.law, Data: data, Built: meant.files(), Open: meant.open}}
	for _, g := range games {
		if g.id != meant.id && !g.hidden {
			list = append(list, referee.Game{ID: g.id, Law: g.law, Data: g.files(), Open: g.open})
		}
	}
	return list, nil
}

// chance sets what dice, ids and times are made from: the key of this place and
// what comes, or what is fixed. With a seed each new match of a store has an id
// of its own.
func chance(work *referee.Config, c config, f fixed) error {
	if f.seed == "" {
		key, err := diceKey(c.Key)
		if err != nil {
			return err
		}
		server := dice.NewServer(key)
		if c.Beacon != "" {
			server = server.WithBeacon(pulses{newRelay(beacon.Quicknet(), c.Beacon)}, beaconMargin)
		}
		work.Dice = server
	} else {
		all, err := work.Store.Matches()
		if err != nil {
			return err
		}
		work.Dice = seededDice(f.seed)
		work.Random = seededBytes{dice.NewSeeded(fmt.Sprintf("ids %s %d", f.seed, len(all)))}
		work.Now = func() time.Time { return seededTime }
	}
	if len(f.dice) > 0 {
		work.Dice = dice.Listed(f.dice)
	}
	return nil
}

// seededDice are dice whose key follows from a seed: they prove their rolls, and
// who knows the seed can foresee them.
func seededDice(seed string) *dice.Server {
	return dice.NewServer(sha256.Sum256([]byte("dice " + seed)))
}

// seededTime is the time at tables with a seed.
var seededTime = time.Date(2024, time.December, 23, 18, 0, 0, 0, time.UTC)

// seedNumber is a seed as a number; 0 where there is none.
func seedNumber(seed string) uint64 {
	if seed == "" {
		return 0
	}
	sum := sha256.Sum256([]byte("players " + seed))
	return binary.BigEndian.Uint64(sum[:8])
}

// seededBytes reads as random bytes that a seed decides.
type seededBytes struct{ from *dice.Seeded }

// Read fills p.
func (s seededBytes) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(s.from.Intn(256))
	}
	return len(p), nil
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
