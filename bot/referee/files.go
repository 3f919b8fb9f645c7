package referee

import (
	"context"
	"io"

	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
)

// Files writes and reads matches as files, each with its data set inside.
type Files struct {
	store Records
	games *Games
}

// Export writes a match as a viewer may have it: what is secret from them is missing. The judge's is whole.
func (fs Files) Export(ctx context.Context, w io.Writer, id match.ID, v engine.Viewer) error {
	entries, err := fs.store.Load(ctx, id)
	if err != nil {
		return err
	}
	o, err := match.Pinned(entries)
	if err != nil {
		return err
	}
	data, err := fs.games.data(ctx, o)
	if err != nil {
		return err
	}
	return match.Encode(w, (&match.File{Data: data, Entries: entries}).For(v))
}

// Import stores the match of a file that anybody may have written: it is verified before.
// It refuses one that does not hold, and match.ErrExists.
func (fs Files) Import(ctx context.Context, r io.Reader) (match.ID, error) {
	return fs.store.Import(ctx, r, match.Verifier{Open: fs.games.over, Roll: dice.Check})
}
