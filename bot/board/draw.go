package board

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"

	"referee/bot/referee"
	"referee/engine"
)

// base is the part of a map that never changes.
type base struct {
	where Map
	draw  map[string]func() ([]byte, error) // by theme; each draws once
}

// themes are those in which a map is drawn.
var themes = []string{"light", "dark"}

// baseOf is the part of the map of a game that never changes, and its name in addresses: of the same data, drawn
// by the same program, it is the same.
func (b *Board) baseOf(info *engine.Info) (*base, string, error) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s", b.pages.Version, info.Game, info.Data))
	name := hex.EncodeToString(sum[:8])
	b.mu.Lock()
	defer b.mu.Unlock()
	if known := b.bases[name]; known != nil {
		return known, name, nil
	}
	where, err := b.Drawer.Map(info.Board)
	if err != nil {
		return nil, "", err
	}
	made := &base{where: where, draw: map[string]func() ([]byte, error){}}
	for _, theme := range themes {
		made.draw[theme] = sync.OnceValues(func() ([]byte, error) {
			var out bytes.Buffer
			err := b.Drawer.Base(&out, info.Board, theme)
			return out.Bytes(), err
		})
	}
	b.bases[name] = made
	return made, name, nil
}

// draws reports whether a game has a map that is drawn here.
func (b *Board) draws(info *engine.Info) bool { return b.Drawer != nil && info.Board != nil }

// mapOf says where the map of a match is drawn; nil where there is none.
func (b *Board) mapOf(s *referee.Snapshot) (*Map, error) {
	if !b.draws(s.Info()) {
		return nil, nil
	}
	of, name, err := b.baseOf(s.Info())
	if err != nil {
		return nil, err
	}
	out := of.where
	at := "/m/" + string(s.Match().ID()) + "/base/" + name + "-"
	out.Light, out.Dark = at+"light.svg", at+"dark.svg"
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
	of, name, err := q.b.baseOf(s.Info())
	if err != nil {
		return err
	}
	theme, svg := strings.CutSuffix(strings.TrimPrefix(q.PathValue("file"), name+"-"), ".svg")
	draw := of.draw[theme]
	if !svg || draw == nil {
		return errNowhere
	}
	text, err := draw()
	if err != nil {
		return err
	}
	q.w.Header().Set("Content-Type", "image/svg+xml")
	q.w.Header().Set("Cache-Control", "private, "+kept)
	q.sent(q.w.Write(text))
	return nil
}

// layers draws what a look shows.
func (b *Board) layers(l referee.Look, v voice) (Layers, error) {
	if !b.draws(l.Info) {
		return Layers{}, nil
	}
	return b.Drawer.Layers(l.Info.Board, l.View, v.say)
}

// over draws an answer over what a look shows.
func (b *Board) over(l referee.Look, v voice, a *engine.Answer) (string, error) {
	if !b.draws(l.Info) || len(a.Marks)+len(a.Paths)+len(a.Ghosts) == 0 {
		return "", nil
	}
	return b.Drawer.Over(l.Info.Board, l.View, a, v.say)
}
