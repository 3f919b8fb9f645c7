package board

import (
	"net/http"

	"referee/engine"
	"referee/engine/kit/lists"
)

// Skin is what a page says that lays its reader's own map and counters, which stay in their browser: it fetches this when it does.
type Skin struct {
	Words map[string]string `json:"words"`
	// Units are all pieces as they are printed.
	Units []Piece `json:"units"`
}

// skins begins the keys of the texts that the script of this says.
const skins = "web.skin."

func skin(q *request) error {
	s, err := q.snapshot()
	if err != nil {
		return err
	}
	info := s.Info()
	units := lists.Map(info.Counters, func(p engine.Piece) Piece { return q.piece(info, p) })
	return q.json(http.StatusOK, Skin{q.words.Texts(q.lang, skins), units})
}
