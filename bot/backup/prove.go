package backup

import (
	"context"
	"errors"
	"fmt"

	"referee/engine"
	"referee/engine/match"
)

// prove opens a copy, notes in it when it was taken, and checks all that it holds: its
// pages and indexes, the hash over its heads against that of the store, and every match
// against its card by folding it under its own law. If it holds all that the store
// held, but matches cannot be folded, it is doubtful.
func (m Maker) prove(ctx context.Context, path, heads string, made *Made) (doubtful *Unproven, err error) {
	c, err := m.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if err := c.PutBackupTime(ctx, made.At.UnixMilli()); err != nil {
		return nil, err
	}
	if err := c.Check(ctx); err != nil {
		return nil, err
	}
	has, err := c.Heads(ctx)
	if err != nil {
		return nil, err
	}
	if has != heads {
		return nil, fmt.Errorf("its matches are not those of the database")
	}
	cards, err := c.Matches(ctx)
	if err != nil {
		return nil, err
	}
	games := map[pinned]engine.Game{}
	for i, card := range cards {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		err := m.fold(ctx, c, card, games)
		if refused := (unfolded{}); errors.As(err, &refused) {
			if doubtful == nil {
				doubtful = &Unproven{Match: card.ID, Err: refused.error}
			}
			doubtful.Matches++
		} else if err != nil {
			return nil, fmt.Errorf("match %s: %w", card.ID, err)
		}
		if m.Proven != nil {
			m.Proven(i+1, len(cards))
		}
	}
	leagues, err := c.Leagues.All(ctx) // Check has read their logs
	made.Matches, made.Leagues = len(cards), len(leagues)
	return doubtful, err
}

// unfolded says that a match cannot be folded because of the rules, not because of what
// is stored.
type unfolded struct{ error }

// pinned is what a game is opened by.
type pinned struct {
	game string
	law  int
	data string
}

// fold folds a match of a copy, and compares the result with its card. games caches
// open games. If it cannot be folded the error is unfolded.
func (m Maker) fold(ctx context.Context, c Copy, card match.Summary, games map[pinned]engine.Game) error {
	entries, err := c.Load(ctx, card.ID)
	if err != nil {
		return err
	}
	o, err := match.Pinned(entries)
	if err != nil {
		return err
	}
	key := pinned{o.Game, o.Law, o.Data}
	g := games[key]
	if g == nil {
		data, err := c.Data(ctx, o.Data)
		if err != nil {
			return err
		}
		if g, err = m.Game(o, data); err != nil {
			return unfolded{err}
		}
		games[key] = g
	}
	folded, err := match.Fold(g, entries)
	if err != nil {
		return unfolded{err}
	}
	if folded.Seq() != card.Seq || folded.Head() != card.Head || folded.Over() != card.Over {
		return fmt.Errorf("it comes to decision %d, head %s; its card says %d, %s",
			folded.Seq(), folded.Head().Short(), card.Seq, card.Head.Short())
	}
	return nil
}
