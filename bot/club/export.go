package club

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// Write writes a league: its log, a file for each match played here, and one
// with all rolls. put begins a file of a name and has it written. Each match is
// written as it is at one moment, so that what is written holds together also while
// matches go on. It leaves out what is secret in those; with whole it does not, which
// is for who runs the referee alone.
func (ls *Leagues) Write(ctx context.Context, id league.ID, whole bool, put func(name string, write func(w io.Writer) error) error) error {
	f, err := ls.Export(ctx, id, MatchFileName)
	if err != nil {
		return err
	}
	var rolls bytes.Buffer
	for i := range f.Played {
		p := &f.Played[i]
		m, err := ls.office.Match(ctx, p.Match)
		if err != nil {
			return ls.classify(ctx, err, LeagueCommand{League: id})
		}
		file, err := ls.fileOf(ctx, m, whole || m.Over())
		if err != nil {
			return err
		}
		p.Head = m.Head().String()
		if err := put(p.File, func(w io.Writer) error { return match.Encode(w, file) }); err != nil {
			return err
		}
		if hides(file) {
			continue
		}
		if err := writeRolls(&rolls, p.No, m.VisibleTo(engine.Judge).Rolls()); err != nil {
			return err
		}
	}
	if err := put(LeagueFileName, f.write); err != nil {
		return err
	}
	return put(RollsFileName, func(w io.Writer) error {
		_, err := rolls.WriteTo(w)
		return err
	})
}

// fileOf is a match as a file, whole or as a spectator may have it.
func (ls *Leagues) fileOf(ctx context.Context, m *match.Match, whole bool) (*match.File, error) {
	data, err := ls.office.Data(ctx, m.Opening())
	if err != nil {
		return nil, err
	}
	f := &match.File{Data: data, Entries: m.Log()}
	if !whole {
		f = f.For(engine.Spectator)
	}
	return f, nil
}

// write writes the file with the log of a league.
func (f LeagueFile) write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(f); err != nil {
		return fmt.Errorf("referee: write league: %w", err)
	}
	return nil
}
