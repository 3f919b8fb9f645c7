package turnfile

import (
	"errors"
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/match"
)

// ErrPosition says that the position of a file cannot be read.
var ErrPosition = errors.New("turnfile: the position cannot be read by this version of its game")

// Open makes of a game that its file names a game that begins where the file was made: a match of it is where
// orders are made. It refuses with match.ErrPinned another game, law or data set, with ErrPosition a position that the
// game cannot read, and with ErrDamaged one in which the seat is not asked what the file says.
func (f *File) Open(g engine.Game) (engine.Game, error) {
	if info := g.Info(); info.Game != f.Game || info.Data != f.Data || info.Law != f.Law {
		return nil, fmt.Errorf("%w: the file has %.40s data %.8s law %d, the game is %s data %.8s law %d",
			match.ErrPinned, f.Game, f.Data, f.Law, info.Game, info.Data, info.Law)
	}
	pos, err := parsed(g, f.Position)
	if err != nil {
		return nil, err
	}
	for _, id := range f.Asks {
		if !slices.ContainsFunc(pos.Prompts(), func(p engine.Prompt) bool { return p.Seat == f.Seat && p.Kind == id.Kind() }) {
			return nil, ErrDamaged
		}
	}
	return engine.BeginAt(g, pos), nil
}

// parsed is a position that anybody may have written: a panic of the rules is an error here.
func parsed(g engine.Game, text string) (pos engine.Position, err error) {
	defer func() {
		if p := recover(); p != nil {
			pos, err = nil, fmt.Errorf("%w: %v", ErrPosition, p)
		}
	}()
	if pos, err = g.Parse(0, text); err == nil {
		err = pos.Check()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrPosition, err)
	}
	return pos, nil
}

// Reveals reports whether an answer would reveal what is secret from the seat of a file: what comes of it only the
// referee knows.
func (f *File) Reveals(pos engine.Position, prompt engine.PromptID, path []string) (bool, error) {
	if len(f.Hidden) == 0 {
		return false, nil
	}
	out, err := pos.Submit(1, f.Seat, prompt, path)
	if err != nil {
		return false, err
	}
	for _, e := range out.Events {
		if r, reveals := e.(engine.Revealer); reveals {
			if slices.ContainsFunc(r.Reveals(), func(s engine.Secret) bool { return slices.Contains(f.Hidden, Secret{s.Seat, s.Kind}) }) {
				return true, nil
			}
		}
	}
	return false, nil
}
