package board

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"referee/bot/referee"
	"referee/engine"
)

// drawings are files that never change under their names: browsers keep them for good.
type drawings struct {
	name  string            // with which the names begin: a digest of what is drawn
	files map[string][]byte // by how their names end
}

// draw draws files, by how their names end.
func draw(by map[string]func(io.Writer) error) (*drawings, error) {
	out := &drawings{files: map[string][]byte{}}
	sum := sha256.New()
	for _, end := range slices.Sorted(maps.Keys(by)) {
		var text bytes.Buffer
		if err := by[end](&text); err != nil {
			return nil, err
		}
		out.files[end] = text.Bytes()
		sum.Write(text.Bytes())
	}
	out.name = hex.EncodeToString(sum.Sum(nil)[:8])
	return out, nil
}

// drawing answers with the one of some drawings that the request names.
func (q *request) drawing(of *drawings) error {
	end, own := strings.CutPrefix(q.PathValue("file"), of.name)
	text := of.files[end]
	if !own || text == nil {
		return errNowhere
	}
	return q.file(end, "Cache-Control", "private, "+immutable, text)
}

// base is the part of a map that never changes.
type base struct {
	*drawings
	where Map
}

// themes are those in which a map is drawn.
var themes = []string{"light", "dark"}

// styled is how the name of the style sheet of a map ends.
const styled = ".css"

// baseOf is the part of the map of a game that never changes. Browsers keep it for good, so that its name is another
// as soon as another program draws it in another way.
func (b *Board) baseOf(info *engine.Info) (*base, error) {
	of := info.Game + " " + info.Data
	b.mu.Lock()
	defer b.mu.Unlock()
	if known := b.bases[of]; known != nil {
		return known, nil
	}
	where, err := b.Drawer.Map(info.Board)
	if err != nil {
		return nil, err
	}
	by := map[string]func(io.Writer) error{styled: func(w io.Writer) error { return b.Drawer.Style(w, info.Board) }}
	for _, theme := range themes {
		by["-"+theme+".svg"] = func(w io.Writer) error { return b.Drawer.Base(w, info.Board, theme) }
	}
	drawn, err := draw(by)
	if err != nil {
		return nil, err
	}
	made := &base{drawn, where}
	b.bases[of] = made
	return made, nil
}

// draws reports whether a game has a map that is drawn here.
func (b *Board) draws(info *engine.Info) bool { return b.Drawer != nil && info.Board != nil }

// mapOf says where the map of a match is drawn; nil where there is none.
func (q *request) mapOf(s *referee.Snapshot) (*Map, error) {
	if !q.b.draws(s.Info()) {
		return nil, nil
	}
	of, err := q.b.baseOf(s.Info())
	if err != nil {
		return nil, err
	}
	out := of.where
	at := q.address(s.Match().ID()) + "/base/" + of.name
	out.Light, out.Dark, out.Style = at+"-light.svg", at+"-dark.svg", at+styled
	return &out, nil
}

// background serves the part of a map that never changes.
func background(q *request) error {
	s, err := q.snapshot()
	if err != nil {
		return err
	}
	if !q.b.draws(s.Info()) {
		return errNowhere
	}
	of, err := q.b.baseOf(s.Info())
	if err != nil {
		return err
	}
	return q.drawing(of.drawings)
}

// mostSights is how many sights are kept, of some 150 kB each: those of a match that many look at are made once.
const mostSights = 64

// sight is what a viewer sees of a position, drawn and said.
type sight struct {
	layers Layers
	text   string
	pieces []Piece
	boxes  []Box
	tracks []Track
	marks  map[string]string
}

// sightKey names a sight: of a match after a decision, with what is half built, for whom.
type sightKey struct {
	head, mark string
	viewer     engine.Viewer
	lang       string
}

// sees is what a viewer sees; mark is that of what is half built, see [referee.Snapshot.Fingerprint].
func (b *Board) sees(l referee.Look, viewer engine.Viewer, mark string, v voice) (sight, error) {
	see := func() (sight, error) {
		var change *engine.Answer
		if l.Draft != nil {
			change = &l.Draft.Change
		}
		return b.sight(l.Info, l.Asking(), change, v)
	}
	key := sightKey{l.Whole, mark, viewer, v.lang}
	return b.sights.GetOrPut(key, mostSights, func() func() (sight, error) { return sync.OnceValues(see) })()
}

// sight draws and says a view, and what is half built would change.
func (b *Board) sight(info *engine.Info, view engine.View, change *engine.Answer, v voice) (out sight, err error) {
	out.text = v.twin(info, view)
	out.pieces, out.boxes, out.tracks = v.shows(info, view)
	out.marks = v.marks(view.Marks)
	if b.draws(info) {
		out.layers, err = b.Drawer.Layers(info.Board, view, change, v.say)
	}
	return out, err
}

// shows puts what is seen into a state.
func (s sight) shows(st *State) {
	st.Layers, st.Text, st.Pieces, st.Boxes, st.Tracks, st.Marks = s.layers, s.text, s.pieces, s.boxes, s.tracks, s.marks
}

// over draws an answer over a view; "": it has nothing to draw, or nothing is drawn here.
func (b *Board) over(board *engine.Board, view engine.View, v voice, a *engine.Answer) (string, error) {
	if b.Drawer == nil || board == nil || len(a.Marks)+len(a.Paths)+len(a.Ghosts) == 0 {
		return "", nil
	}
	return b.Drawer.Over(board, view, a, v.say)
}
