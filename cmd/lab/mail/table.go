package mail

import (
	"bytes"
	"context"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"referee/bot/referee"
	"referee/cmd/lab/program"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/store"
	"referee/store/keyring"
)

// judge looks at what the program has left: the store is sound, and its one match is over, and that which the same orders make at
// a table.
func (e *evening) judge(ctx context.Context, h *house, c *count) (err error) {
	file, err := store.Open(ctx, filepath.Join(h.dir, program.DBFile), store.Options{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	matches, err := file.Matches(ctx)
	if err := errors.Join(err, file.Check(ctx)); err != nil {
		return err
	}
	if len(matches) != 1 || !matches[0].Over {
		return fmt.Errorf("there are %d matches, and one was to be over: %+v", len(matches), matches)
	}
	id := matches[0].ID
	played, err := file.Load(ctx, id)
	if err != nil {
		return err
	}
	people, err := file.People(ctx, id)
	if err != nil {
		return err
	}
	again, err := e.atTheTable(ctx, h, id, played, people)
	if err != nil {
		return fmt.Errorf("the same orders at a table: %w", err)
	}
	if len(again) != len(played) {
		return fmt.Errorf("%d decisions were made, and %d by the same orders at a table", len(played), len(again))
	}
	for i := range played {
		here, there := plainly(played[i].Decision), plainly(again[i].Decision)
		if here != there {
			return fmt.Errorf("decision %d is\n%s\nand at a table\n%s", i+1, here, there)
		}
		if a, ok := played[i].Decision.Act.(match.ActAnswer); ok && played[i].Decision.Seat == engine.Chance && a.Prompt != "" {
			c.rolls++
		}
	}
	c.decisions += len(played)
	return nil
}

// plainly is what of a decision does not hang on when and through which door it came, nor on the salt of a secret.
func plainly(d match.Decision) string {
	d.At, d.Door, d.Sealed = 0, "", ""
	text, err := json.Marshal(d)
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// atTheTable gives the answers of a match to a referee that has no door, and the same keys of dice.
func (e *evening) atTheTable(ctx context.Context, h *house, id match.ID, played []*match.Entry, people []match.Person) (again []*match.Entry, err error) {
	ring, _, err := keyring.KeyFile{Path: filepath.Join(h.dir, keyFile)}.Load()
	if err != nil {
		return nil, err
	}
	name, err := base32.StdEncoding.DecodeString(strings.ToUpper(string(id)))
	if err != nil {
		return nil, err
	}
	list, err := e.known.Referee(e.game, nil)
	if err != nil {
		return nil, err
	}
	file, err := store.Open(ctx, filepath.Join(h.dir, "table.db"), store.Options{NoSync: true})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	table, err := referee.New(referee.Config{
		Games: list, Store: file, Dice: dice.NewServer(ring[0].Secret), Log: slog.New(slog.DiscardHandler), Faults: h.dir,
		Random: io.MultiReader(bytes.NewReader(name), rand.NewChaCha8([32]byte{1})),
	})
	if err != nil {
		return nil, err
	}
	settings := map[string]string{}
	by := func(d match.Decision) referee.Command {
		out := referee.Command{Match: id, Seat: d.Seat, Account: fmt.Sprint("table:", d.Author), Door: "table"}
		for _, p := range people {
			if p.Player == d.Author {
				out.Phrase = p.Phrase // the dice hang on it
			}
		}
		return out
	}
	for _, x := range played {
		d := x.Decision
		switch a := d.Act.(type) {
		case match.ActOpen:
			for _, other := range played {
				if set, ok := other.Decision.Act.(match.ActSet); ok {
					settings = set.Settings
					break
				}
			}
			_, err = table.Open(ctx, referee.Command{Door: "table"}, referee.Opening{Game: a.Opening.Game, Setup: a.Opening.Setup, Settings: settings})
		case match.ActJoin:
			_, err = table.Join(ctx, by(d))
		case match.ActAnswer:
			if d.Seat != engine.Chance && !a.Auto {
				_, err = table.Answer(ctx, by(d), a.Prompt, a.Path)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("decision %d: %w", d.Seq, err)
		}
	}
	return file.Load(ctx, id)
}
