package workshop

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/kit/sheets"
)

// Row is a row of a data set, with what it rests on.
type Row struct {
	Place
	Cells map[string]string `json:"cells"` // nil: the row is gone
	sheets.Rest
}

func rowOf(s *sheets.Set, p Place) Row {
	return Row{p, s.Row(p.File, p.Key), s.Rests(p.File, p.Key, "")}
}

// Finding is something wrong with the board, and where.
type Finding struct {
	Place
	Text  string   `json:"text"`
	Hexes []string `json:"hexes"`
}

// found is a problem as the rules of a data set report it: file:line: text.
var found = regexp.MustCompile(`(?s)^([^:]+\.csv)(?::(\d+))?: (.*)$`)

// mostFindings is how many problems are told at once.
const mostFindings = 100

// problems are what the data set's own rules find, each at its row.
func (s *Session) problems() ([]Finding, error) {
	list, err := s.game.Problems(s.files())
	out := []Finding{}
	for _, p := range list[:min(len(list), mostFindings)] {
		f := Finding{Text: p}
		if m := found.FindStringSubmatch(p); m != nil {
			line, _ := strconv.Atoi(m[2]) // "": it is about the whole file
			f.Place, f.Text = Place{m[1], s.now.KeyAt(m[1], line)}, m[3]
		}
		f.Hexes = s.hexes(s.now, f.Place)
		out = append(out, f)
	}
	return out, err
}

// mostNamed is how many hexes a finding names.
const mostNamed = 20

// hexes are those that a row is about.
func (s *Session) hexes(of *sheets.Set, p Place) []string {
	out, named := []string{}, p.Key
	row := of.Row(p.File, p.Key)
	for _, column := range of.Columns(p.File) {
		if !sheets.Notes(column) {
			named += " " + row[column]
		}
	}
	for _, word := range strings.FieldsFunc(named, func(r rune) bool { return r == ' ' || r == '-' }) {
		if len(out) < mostNamed && !slices.Contains(out, word) && s.built.Row(s.mapFile(), word) != nil {
			out = append(out, word)
		}
	}
	return out
}

// contradictions are where the board differs from what is known or derived, unless the owner is sure.
func (s *Session) contradictions(say func(engine.Msg) string) []Finding {
	out := []Finding{}
	for _, c := range sheets.Diff(s.built, s.now, false) {
		p := Place{c.File, c.Key}
		rest := s.built.Rests(c.File, c.Key, c.Column)
		if s.sure(p) || rest.Origin != engine.OriginKnown && rest.Origin != engine.OriginDerived {
			continue
		}
		key := "workshop.against"
		switch {
		case c.Column == "" && c.Is == "":
			key = "workshop.against.gone"
		case c.Column == "":
			key = "workshop.against.new"
		}
		out = append(out, Finding{Place: p, Hexes: s.hexes(s.built, p), Text: say(engine.Say(key,
			engine.Text("column", columnName(say, c.Column)), engine.Text("was", c.Was), engine.Text("is", c.Is), engine.Text("source", rest.Source)))})
	}
	return out
}
