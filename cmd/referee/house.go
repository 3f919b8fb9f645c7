package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"referee/bot/club"
	"referee/bot/mail"
	"referee/bot/metrics"
	"referee/bot/referee"
	"referee/bot/timekeeper"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/dice/beacon"
	"referee/render"
	"referee/store"
)

// house is a referee with its store, made from a configuration.
type house struct {
	*referee.Referee
	clubs *club.Club
	store *store.Store
	draw  *render.Renderer   // in the usual colours, for every door: what a map is made from is kept once
	keys  *diceKeys          // nil if dice are not rolled by keys of a file
	time  *timekeeper.Keeper // nil: the clock of the machine is believed
	// counts is told what happens; nil: nobody counts.
	counts *metrics.Metrics
}

// fixed is what a referee takes as given instead of making it at random; the zero value
// is nothing.
type fixed struct {
	// seed determines ids and dice; the clock stands still then.
	seed string
	// board is the name of the board of new matches; "": the usual one.
	board string
	// dice are the results of all rolls and draws, in order, which were rolled
	// elsewhere.
	dice []string
	// doubts says that the time must be confirmed by Discord; doubts are logged.
	doubts *slog.Logger
	// counts is told what happens; nil: nobody counts.
	counts *metrics.Metrics
}

// openHouse opens or makes the store, and makes a referee that uses it.
func openHouse(ctx context.Context, c config.General, d config.Dice, f fixed) (*house, error) {
	list, err := known.Referee(c.Game, c.Data)
	if err != nil {
		return nil, err
	}
	var options store.Options
	if f.counts != nil {
		options.Written = f.counts.Written
	}
	s, err := makeStore(ctx, c.DB, options)
	if err != nil {
		return nil, err
	}
	if err := inUse(ctx, s, c.DB); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	draw := render.New(render.Options{})
	work := referee.Config{Games: list, Store: s, Painter: painterOf(draw, 0), Faults: filepath.Dir(c.DB), Apart: mail.Apart, Board: f.board}
	if f.counts != nil {
		work.Observer = f.counts
	}
	h := &house{store: s, draw: draw, counts: f.counts}
	if err := h.begin(ctx, &work, d, f); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return h, nil
}

// inUse refuses a backup that was put in the place of the store by hand: players may
// have seen dice that are newer than it.
func inUse(ctx context.Context, s *store.Store, db string) error {
	taken, err := s.BackupTime(ctx)
	if err == nil && taken != 0 {
		err = fmt.Errorf("%s is a backup, taken at %s, and players may have seen what came after it: move it elsewhere, "+
			"then restore it with \"referee restore FILE\"", db, time.UnixMilli(taken).UTC().Format(time.RFC3339))
	}
	return err
}

// begin makes the referee of a house.
func (h *house) begin(ctx context.Context, work *referee.Config, d config.Dice, f fixed) (err error) {
	var matches keyDependents
	if f.seed == "" {
		if h.keys, matches, err = startKeys(ctx, d, h.store); err != nil {
			return err
		}
	}
	if err := chance(ctx, work, d, f, h.keys); err != nil {
		return err
	}
	if f.doubts != nil {
		if h.time, err = keepTime(ctx, h.store, f.doubts); err != nil {
			return err
		}
		work.Time, work.Log = h.time, f.doubts
	}
	if h.clubs, err = club.New(*work, h.store.Leagues()); err != nil {
		return err
	}
	h.Referee = h.clubs.Referee
	return h.regain(ctx, matches)
}

// keepTime makes the timekeeper, which continues from when the store was last in use.
func keepTime(ctx context.Context, s *store.Store, log *slog.Logger) (*timekeeper.Keeper, error) {
	last, err := s.Alive(ctx)
	if err != nil {
		return nil, err
	}
	c := timekeeper.Config{Read: timekeeper.Machine(clockAhead), Log: log}
	if last != 0 {
		c.Last = time.UnixMilli(last)
	}
	return timekeeper.New(c), nil
}

// close closes the store.
func (h *house) close() error { return h.store.Close() }

// chance sets what dice, ids and times are made from: the keys and randomness, or what
// is fixed. With a seed each new match of a store still has an id of its own.
func chance(ctx context.Context, work *referee.Config, d config.Dice, f fixed, keys *diceKeys) error {
	if f.seed == "" {
		server := keys.server()
		if d.Beacon != "" {
			server = server.WithBeacon(pulses{newRelay(beacon.Quicknet(), d.Beacon)}, beaconMargin)
		}
		work.Dice = server
	} else {
		all, err := work.Store.Matches(ctx)
		if err != nil {
			return err
		}
		work.Dice = seededDice(f.seed)
		work.Random = dice.NewSeeded(fmt.Sprintf("ids %s %d", f.seed, len(all)))
		work.Now = func() time.Time { return seededTime }
	}
	if len(f.dice) > 0 {
		work.Dice = dice.Listed(f.dice)
	}
	return nil
}

// seededDice are dice whose key follows from a seed: they prove their rolls, but
// anybody who knows the seed can foresee them.
func seededDice(seed string) *dice.Server {
	return dice.NewServer(sha256.Sum256([]byte("dice " + seed)))
}

// seededTime is the time at tables with a seed.
var seededTime = time.Date(2024, time.December, 23, 18, 0, 0, 0, time.UTC)

// painter draws whole maps at a scale; 0 is the usual one.
func painter(scale float64) referee.Painter { return painterOf(render.New(render.Options{}), scale) }

func painterOf(r *render.Renderer, scale float64) referee.Painter {
	return func(w io.Writer, board *engine.Board, view engine.View, overlay *engine.Answer, say func(engine.Msg) string) error {
		return r.PNG(w, render.Picture{Board: board, View: view, Overlay: overlay, Scale: scale, Say: say})
	}
}
