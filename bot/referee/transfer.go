package referee

import (
	"fmt"
	"io"

	"referee/engine"
	"referee/engine/dice"
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
	data, err := r.data(o)
	if err != nil {
		return err
	}
	return match.Encode(w, (&match.File{Data: data, Entries: entries}).For(v))
}

// data is the data set that a match is pinned to, for a file: it is compared with its hash,
// as a file with another one holds for nobody.
func (r *Referee) data(o match.Opening) (match.Data, error) {
	data, err := r.store.Data(o.Data)
	if err != nil {
		return nil, err
	}
	if data == nil {
		return nil, fmt.Errorf("referee: match %s: its data set %.8s is missing", o.Match, o.Data)
	}
	g, err := r.over(o, data)
	if err != nil {
		return nil, fmt.Errorf("referee: match %s: its data set %.8s: %w", o.Match, o.Data, err)
	}
	if is := g.Info().Data; is != o.Data {
		return nil, fmt.Errorf("referee: match %s: its data set %.8s was changed: it is %.8s", o.Match, o.Data, is)
	}
	return data, nil
}

// Import stores the match of a file that anybody may have written: it is verified before.
// It refuses one that does not hold, and match.ErrExists.
func (r *Referee) Import(rd io.Reader) (match.ID, error) {
	return r.store.Import(rd, match.Verifier{Open: r.over, Roll: dice.Check})
}

// over opens the game that a match is pinned to, over a data set that is not known to be
// the one which it says: nobody else gets to see that game.
func (r *Referee) over(o match.Opening, data match.Data) (engine.Game, error) {
	g, err := r.find(o.Game)
	if err != nil {
		return nil, err
	}
	return g.Open(data, o.Law)
}
