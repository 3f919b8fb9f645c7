package referee

import (
	"io"

	"referee/engine"
	"referee/engine/match"
)

// Export writes a match as one file, its data set inside. It holds what is
// still secret: while the match is under way it is for the judge alone.
func (r *Referee) Export(w io.Writer, id match.ID) error { return r.store.Export(id, w) }

// ExportFor writes a match as one file as a viewer may have it: what is secret
// from him is missing. The judge's is whole.
func (r *Referee) ExportFor(w io.Writer, id match.ID, v engine.Viewer) error {
	entries, err := r.store.Load(id)
	if err != nil {
		return err
	}
	o, err := match.Pinned(entries)
	if err != nil {
		return err
	}
	data, err := r.store.Data(o.Data)
	if err != nil {
		return err
	}
	return match.Encode(w, (&match.File{Data: data, Entries: entries}).For(v))
}

// Import stores the match of a file. It refuses one that is damaged or was
// tampered with, and match.ErrExists.
func (r *Referee) Import(rd io.Reader) (match.ID, error) {
	return r.store.Import(rd, func(o match.Opening, data match.Data) (engine.Game, error) {
		g, err := r.pinned(o, data)
		if err != nil {
			return nil, err
		}
		return g.game, nil
	})
}
