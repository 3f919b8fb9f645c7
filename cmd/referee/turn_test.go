package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/rogpeppe/go-internal/testscript"

	"referee/bot/referee"
	"referee/bot/turnfile"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/match"
)

// tableMatch is the match of a table in a store, and a command of a seat's player. Where SEED is set in the
// environment, that is the seed of the table.
func tableMatch(ts *testscript.TestScript, game, db, seat string) (*house, referee.Command) {
	h, err := openHouse(context.Background(), config.General{Game: game, DB: ts.MkAbs(db)}, config.Dice{Key: ts.MkAbs("data/referee.key")}, fixed{seed: ts.Getenv("SEED")})
	ts.Check(err)
	id, err := h.Index.LatestAt(context.Background(), "table", match.UnderWay)
	ts.Check(err)
	return h, referee.Command{Match: id, Seat: engine.Seat(seat), Account: "table:" + seat, Name: seat, Door: "test"}
}

// turnFile is "turnfile GAME DB SEAT FILE": it writes the turn file of a seat of a table's match, and sets MATCH.
func turnFile(ts *testscript.TestScript, _ bool, args []string) {
	h, c := tableMatch(ts, args[0], args[1], args[2])
	s, err := h.Snapshot(context.Background(), c.Match)
	ts.Check(err)
	_, text, err := turnfile.Make(context.Background(), s, c)
	ts.Check(errors.Join(err, h.close()))
	ts.Check(os.WriteFile(ts.MkAbs(args[3]), text, 0o600))
	ts.Setenv("MATCH", string(c.Match))
}

// handIn is "handin GAME DB SEAT FILE": it hands in the reply that was sealed, and prints what came of it.
func handIn(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile(args[3])
	reply, err := turnfile.ReadReply([]byte(text))
	ts.Check(err)
	h, c := tableMatch(ts, args[0], args[1], args[2])
	got, err := turnfile.Obey(context.Background(), h.Referee, c, reply)
	ts.Check(h.close())
	if err == nil {
		err = got.Refused
	}
	if (err != nil) != neg {
		ts.Fatalf("handed in: %d orders, then %v", len(got.Done), err)
	}
	if err != nil {
		fmt.Fprintln(ts.Stdout(), referee.Explain(err).Key)
	}
	for _, done := range got.Done {
		for _, l := range done.Lines {
			fmt.Fprintln(ts.Stdout(), l.Said.Key)
		}
	}
}
