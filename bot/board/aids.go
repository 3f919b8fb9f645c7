package board

import (
	"html/template"
	"net/http"
	"slices"

	"referee/bot/table"
	"referee/engine"
	"referee/engine/hex"
)

// Aids is the page of the player aids of a match: charts from the game's own data, to look at and to print.
type Aids struct {
	Page
	Back     string // the address of the match
	Style    string // the address of the style sheet of counters; "": none is drawn
	Sections []AidSection
}

// AidSection is one aid.
type AidSection struct {
	ID, Title string
	Counters  []CounterSample
	Lines     []string
	Tables    []AidTable
}

// CounterSample is a counter as it is drawn on the map, and what it shows.
type CounterSample struct {
	Drawing template.HTML
	Label   string
}

// AidTable is a table of an aid. The first cell of a row is its head.
type AidTable struct {
	Title string
	Head  []string
	Rows  [][]string
}

// aidsPage shows the player aids of a match.
func aidsPage(q *request) error {
	s, err := q.snapshot()
	if err != nil {
		return err
	}
	info := s.Info()
	if len(info.Aids) == 0 {
		return errNowhere
	}
	where, err := q.mapOf(s)
	if err != nil {
		return err
	}
	back := q.address(s.Match().ID())
	out := Aids{Page: q.about(q.text("web.aids.title", engine.Text("game", info.Title))), Back: back}
	if where != nil {
		out.Style = where.Style
	}
	for _, a := range info.Aids {
		section := q.aid(a)
		if a.ID == "counter" && q.b.draws(info) {
			if section.Counters, err = q.counters(info); err != nil {
				return err
			}
		}
		out.Sections = append(out.Sections, section)
	}
	return q.page(http.StatusOK, "aids", out)
}

// aid is an aid in words.
func (v voice) aid(a engine.Aid) AidSection {
	out := AidSection{ID: a.ID, Title: v.text("aid." + a.ID), Lines: v.all(a.Lines)}
	for _, t := range a.Tables {
		chart := AidTable{}
		if t.Title.Key != "" {
			chart.Title = v.say(t.Title)
		}
		chart.Head, chart.Rows = table.Chart(t, v.say)
		out.Tables = append(out.Tables, chart)
	}
	return out
}

// counters are samples: a counter of each symbol with its values by name, and one in each state.
func (q *request) counters(info *engine.Info) ([]CounterSample, error) {
	var out []CounterSample
	add := func(p engine.Piece, label string) error {
		p.At = hex.Coord{Col: 1, Row: 1} // of a map that has no other
		alone := &engine.Board{Vocabulary: info.Vocabulary, Hexes: []engine.BoardHex{{At: p.At, Terrain: engine.Clear}}}
		l, err := q.b.Drawer.Layers(alone, engine.View{Pieces: []engine.Piece{p}}, nil, q.say)
		out = append(out, CounterSample{template.HTML(l.Pieces), label}) //nolint:gosec // as Match.Pieces
		return err
	}
	for _, symbol := range info.Vocabulary.List("symbol") {
		i := slices.IndexFunc(info.Counters, func(p engine.Piece) bool { return p.Symbol == symbol })
		if i < 0 {
			continue
		}
		label := engine.List("values", lines(q.values(info, info.Counters[i]))...)
		if err := add(info.Counters[i], q.text("web.aids.counter", engine.Sub("symbol", engine.Say("drawn.symbol."+string(symbol))), label)); err != nil {
			return nil, err
		}
	}
	for _, state := range info.Vocabulary.List("state") {
		if key := "state." + string(state); q.words.Has(q.lang, "aid."+key) {
			p := info.Counters[0]
			if p.States = []engine.Class{state}; state == engine.Reduced {
				p.Steps = 1
			}
			if err := add(p, q.text(key)); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// lines are texts as a list of arguments.
func lines(texts []string) []engine.Arg {
	out := make([]engine.Arg, len(texts))
	for i, t := range texts {
		out[i] = engine.Text("", t)
	}
	return out
}
