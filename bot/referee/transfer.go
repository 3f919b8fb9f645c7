package referee

import (
	"io"

	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
)

// Export writes a match as one file, its data set inside. It holds what is
// still secret: while the match is under way it is for the judge alone.
func (r *Referee) Export(w io.Writer, id match.ID) error { return r.store.Export(id, w) }

// ExportFor writes a match as one file as a viewer may have it: what is secret
// from them is missing. The judge's is whole.
func (r *Referee) ExportFor(w io.Writer, id match.ID, v engine.Viewer) error {
	entries, err := r.store.Load(id)
	if err != nil {
		return err
	}
	o, err := match.Pinned(entries)
	if err != nil {
		return err
	}
	data, err := r.Games.data(o)
	if err != nil {
		return err
	}
	return match.Encode(w, (&match.File{Data: data, Entries: entries}).For(v))
}

// Import stores the match of a file that anybody may have written: it is verified before.
// It refuses one that does not hold, and match.ErrExists.
func (r *Referee) Import(rd io.Reader) (match.ID, error) {
	return r.store.Import(rd, match.Verifier{Open: r.Games.over, Roll: dice.Check})
}
