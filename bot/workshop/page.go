package workshop

import (
	"embed"
	"io/fs"
	"slices"
	"strings"

	"referee/bot/board"
	"referee/bot/board/page"
	"referee/engine"
	"referee/engine/kit/sheets"
)

//go:embed templates/page.html
var templates embed.FS

//go:embed static
var static embed.FS

//go:embed locale/*.toml
var catalogues embed.FS

// Catalogues holds the words of the workshop.
func Catalogues() fs.FS { return engine.CataloguesIn(catalogues, "bot/workshop") }

// holder has a file that the page loads, if one has: it is one of its own, or of those of the board's pages.
func holder(name string) fs.FS {
	if _, err := fs.Stat(static, name); err == nil {
		return static
	}
	return page.Files()
}

// Page is what the template shows. Its method T says a text of the catalogues.
type Page struct {
	Lang, Title string
	// Words are the texts that scripts say, by key: those of the catalogues that begin with "workshop.page.", without that. What stands in
	// single braces is for the script to fill in.
	Words map[string]string
	say   func(engine.Msg) string
}

// T is a text without arguments.
func (p Page) T(key string) string { return p.say(engine.Say(key)) }

// scripts begins the keys of the texts that scripts say.
const scripts = "workshop.page."

func (h *handler) page() Page {
	return Page{Lang: h.lang, Title: h.bench.game.Info.Title, Words: h.Words.Texts(h.lang, scripts), say: h.say}
}

// State is the whole board in work.
type State struct {
	Game    string    `json:"game"`
	File    string    `json:"path"` // of the board file
	Torn    bool      `json:"torn"` // the last stroke of an earlier session was lost
	Map     board.Map `json:"map"`
	Brushes []Brush   `json:"brushes"`
	Files   []File    `json:"files"`
	Answer
}

// Brush is a brush by what it is called.
type Brush struct {
	sheets.Brush
	Name   string `json:"name"`
	Erases bool   `json:"erases"`
}

// File is a file of the data set.
type File struct {
	File    string    `json:"file"`
	As      sheets.As `json:"as"`
	Title   string    `json:"title"`
	Columns []Column  `json:"columns"`
	Rows    []Row     `json:"rows"`
}

// Column is a column of a file.
type Column struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	Words []string `json:"words"`
	Key   bool     `json:"key"`
	Note  bool     `json:"note"`
}

// columnName is what a column is called; its own name where nobody has given it one.
func columnName(say func(engine.Msg) string, column string) string {
	return named(say, "column."+column, column)
}

// named is a text of the catalogues, or else other.
func named(say func(engine.Msg) string, key, other string) string {
	if text := say(engine.Say(key)); !strings.Contains(text, key) {
		return text
	}
	return other
}

func (h *handler) state() (State, error) {
	s := h.bench.Session
	s.mu.Lock()
	defer s.mu.Unlock()
	format := s.game.Format
	out := State{
		Game: s.game.Info.Game, File: h.bench.path, Torn: h.bench.Torn, Map: h.Map, Brushes: []Brush{}, Files: []File{},
	}
	for _, b := range format.Brushes {
		out.Brushes = append(out.Brushes, Brush{b, named(h.say, "brush."+b.ID, b.ID), b.On != sheets.OnHex || b.Clear != nil})
	}
	for _, k := range format.Kinds {
		f := File{File: k.File, As: k.As, Title: named(h.say, "sheet."+strings.TrimSuffix(k.File, ".csv"), k.File), Columns: []Column{}, Rows: []Row{}}
		for _, c := range s.now.Columns(k.File) {
			f.Columns = append(f.Columns, Column{c, columnName(h.say, c), k.Words[c], slices.Contains(k.Key, c), sheets.Notes(c)})
		}
		for _, key := range s.now.Keys(k.File) {
			f.Rows = append(f.Rows, rowOf(s.now, Place{k.File, key}))
		}
		out.Files = append(out.Files, f)
	}
	var err error
	out.Answer, err = h.answer(nil)
	return out, err
}

// Answer is what a stroke leads to.
type Answer struct {
	Rows           []Row          `json:"rows"`
	Board          engine.BoardID `json:"board"`
	Problems       []Finding      `json:"problems"`
	Contradictions []Finding      `json:"contradictions"`
	Guesses        []Guess        `json:"guesses"`
	Left           map[string]int `json:"left"`
	Percent        int            `json:"percent"`
	CanUndo        bool           `json:"canUndo"`
	CanRedo        bool           `json:"canRedo"`
	Strokes        int            `json:"strokes"`
}

// answer is the answer to a stroke that changed some rows. The caller holds the session.
func (h *handler) answer(changed []Place) (a Answer, err error) {
	s := h.bench.Session
	a = Answer{Rows: []Row{}, Board: s.id(), CanUndo: s.at > 0, CanRedo: s.at < len(s.steps), Strokes: s.at}
	for _, p := range changed {
		a.Rows = append(a.Rows, rowOf(s.now, p))
	}
	a.Problems, err = s.problems()
	a.Contradictions = s.contradictions(h.say)
	a.Guesses, a.Left, a.Percent = s.guesses()
	return a, err
}
