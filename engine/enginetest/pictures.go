package enginetest

import (
	"cmp"
	"fmt"
	"unicode/utf8"

	"referee/engine"
	"referee/engine/hex"
)

// checkPictures: the Board, every View, drafts included, and every Answer use the drawing
// vocabulary, and hexes of the Board; every piece looks like one of the Counters.
func checkPictures(t *tour) error {
	info := t.Game.Info()
	p := &picture{words: info.Vocabulary, hexes: make(map[hex.Coord]bool), looks: make(map[look]bool)}
	if err := checkVocabulary(info); err != nil {
		return err
	}
	if info.Board != nil { // else whatever lies in a hex is at fault
		p.board(info.Board)
	}
	p.counters(t.Game.Info().Counters)
	if p.err != nil {
		return p.err
	}
	r := t.rand("pictures")
	if err := each(t.sample("pictures"), func(s spot) error {
		for _, v := range viewers(t.Game.Info()) {
			p.view(s.pos().View(v))
			for _, q := range queries(t.Game.Info(), r) {
				answer, err := s.pos().Ask(v, q)
				if err == nil {
					p.answer(answer)
					p.must(answer.Data == nil || canonical(answer.Data)[0] == '{', "data of %s is no object", q.Name)
				} else if err := illegal(err, t.Typing...); err != nil {
					return fmt.Errorf("query %v %w", q, err)
				}
			}
			if p.err != nil {
				return fmt.Errorf("seen by %s: %w", v, p.err)
			}
		}
		for _, q := range s.pos().Prompts() {
			err := foretold(s.pos(), q, NewPlayer(r.Uint64(), t.Policy), func(_ []string, _ bool, a engine.Answer, _ error) error {
				p.answer(a)
				return p.err
			})
			if err != nil {
				return fmt.Errorf("foretold to %s: %w", q.Seat, err)
			}
		}
		return nil
	}); err != nil {
		return err
	}
	return cmp.Or(p.drafts(t), p.traces(t))
}

// checkVocabulary: what the game brings can be drawn, and has a name in each language.
func checkVocabulary(info *engine.Info) error {
	if err := info.Vocabulary.Check(); err != nil {
		return fmt.Errorf("the game's Vocabulary: %w", err)
	}
	all, err := catalogues(info.Catalogues)
	if err != nil {
		return err
	}
	for _, list := range engine.Lists {
		for _, c := range info.Vocabulary.AddedWords(list) {
			for _, lang := range engine.Languages {
				key := "drawn." + list + "." + string(c)
				if args, ok := all[lang][key]; !ok || len(args.fields) > 0 {
					return fmt.Errorf("the %s %q has no name in %s: give it %q, without arguments", list, c, engine.CatalogueFile(info.Catalogues, lang), key)
				}
			}
		}
	}
	return nil
}

func (p *picture) answer(a engine.Answer) {
	p.marks(a.Marks)
	p.paths(a.Paths)
	p.ghosts(a.Ghosts)
	p.bars(a.Bars)
}

// traces checks what events leave on the map.
func (p *picture) traces(t *tour) error {
	for _, tr := range t.trails {
		for i, step := range tr.steps {
			for _, trace := range engine.Traces(step.Outcome.Events) {
				p.trace(trace)
			}
			if p.err != nil {
				return spot{tr, i + 1}.fail(p.err)
			}
		}
	}
	return nil
}

func (p *picture) trace(t engine.Trace) {
	mark := p.words.Has("mark", t.Class)
	p.must(mark || p.words.Has("path", t.Class), "a trace: %q is no path and no mark", t.Class)
	p.must(!mark || len(t.Hexes) <= 1, "a trace: a mark on %d hexes", len(t.Hexes))
	p.must(t.Piece != "" || len(t.Hexes) != 1 || mark, "a trace: a path of nobody's begins nowhere")
	p.must(len(t.Hexes) > 0 || t.Text != "" || mark && t.Piece != "", "a trace of nothing")
	for _, at := range t.Hexes {
		p.hex(at, "trace")
	}
}

// drafts checks what seats see of answers under way.
func (p *picture) drafts(t *tour) error {
	return t.eachAnswer("drafts", func(s spot, q engine.Prompt, path []string) error {
		for i := range path {
			if q.Seat == engine.Chance {
				break
			}
			draft, err := s.pos().Draft(q.ID, path[:i])
			if err != nil {
				return err
			}
			p.view(draft.Position.View(engine.Viewer(q.Seat)))
			if p.err != nil {
				return fmt.Errorf("draft %q: %w", path[:i], p.err)
			}
		}
		return nil
	})
}

// picture checks drawing words, and keeps the first fault.
type picture struct {
	words *engine.Vocabulary
	grid  hex.Grid
	hexes map[hex.Coord]bool
	looks map[look]bool // of counters
	err   error
}

// look is what tells kinds of counters apart.
type look struct {
	owner, symbol engine.Class
	band          int
}

func lookOf(c engine.Piece) look { return look{c.Owner, c.Symbol, c.Band} }

func (p *picture) must(ok bool, format string, args ...any) {
	if !ok && p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// word checks a word that must be there, of a list of the vocabulary.
func (p *picture) word(list string, c engine.Class, of string) {
	p.must(p.words.Has(list, c), "%s: nobody brought the %s %q: it is no word of the kernel's, and not in the game's Vocabulary", of, list, c)
}

// maybe checks a word that may be empty.
func (p *picture) maybe(list string, c engine.Class, of string) {
	if c != "" {
		p.word(list, c, of)
	}
}

func (p *picture) hex(at hex.Coord, of string) {
	p.must(p.hexes[at], "%s: hex %s is not on the board", of, at)
}

func (p *picture) conditions(list []engine.Class, of string) {
	for _, c := range list {
		p.word("condition", c, of)
	}
}

func (p *picture) board(b *engine.Board) {
	p.must(b.Vocabulary == p.words, "the board has another Vocabulary than the Info")
	p.grid = b.Grid
	p.must(len(b.Hexes) > 0, "the board has no hexes")
	for _, h := range b.Hexes {
		at := "hex " + h.At.String()
		p.must(h.At.Valid() && !p.hexes[h.At], "%s is invalid or there twice", at)
		p.hexes[h.At] = true
		p.word("terrain", h.Terrain, at)
		p.maybe("site", h.Site, at)
		p.maybe("site", h.Works, at)
		p.maybe("owner", h.Area, at)
	}
	for _, e := range b.Edges {
		name := fmt.Sprintf("edge %s/%s", e.Edge.A, e.Edge.B)
		_, next := b.Grid.Direction(e.Edge.A, e.Edge.B)
		p.must(next && e.Edge == hex.EdgeOf(e.Edge.A, e.Edge.B), "%s is no hexside, smaller hex first", name)
		p.must(p.hexes[e.Edge.A] || p.hexes[e.Edge.B], "%s is off the board", name)
		p.word("edge", e.Class, name)
		p.must(!e.Of.Valid() || e.Of == e.Edge.A || e.Of == e.Edge.B, "%s belongs to hex %s, which is not beside it", name, e.Of)
	}
	for _, l := range b.Links {
		name := fmt.Sprintf("link %s-%s", l.A, l.B)
		_, next := b.Grid.Direction(l.A, l.B)
		p.must(next, "%s does not join neighbours", name)
		p.must(p.hexes[l.A] || p.hexes[l.B], "%s is off the board", name)
		p.word("link", l.Class, name)
	}
}

func (p *picture) view(v engine.View) {
	p.conditions(v.Conditions, "the view")
	for _, l := range v.Links {
		name := fmt.Sprintf("link %s-%s", l.A, l.B)
		_, next := p.grid.Direction(l.A, l.B)
		p.must(next && p.hexes[l.A] && p.hexes[l.B], "%s does not join neighbours on the board", name)
		p.word("link", l.Class, name)
	}
	seen := make(map[string]bool)
	for _, c := range v.Pieces {
		p.hex(c.At, "piece "+c.ID)
		p.piece(c, seen)
	}
	for _, b := range v.Boxes {
		p.must(b.ID != "", "a box has no id")
		p.maybe("owner", b.Owner, "box "+b.ID)
		for _, c := range b.Pieces {
			p.must(c.At == hex.Coord{}, "piece %s is in box %s and in hex %s", c.ID, b.ID, c.At)
			p.piece(c, seen)
		}
		p.markers(b.Markers, "box "+b.ID)
	}
	for _, t := range v.Tracks {
		p.must(t.ID != "", "a track has no id")
		for _, c := range t.Cells {
			p.conditions(c.Conditions, "track "+t.ID)
			p.markers(c.Markers, "track "+t.ID)
		}
	}
	p.marks(v.Marks)
	p.paths(v.Paths)
	p.must(v.Status.Key != "", "the view has no status")
}

func (p *picture) counters(list []engine.Piece) {
	for _, c := range list {
		p.looks[lookOf(c)] = true
	}
	seen := make(map[string]bool)
	for _, c := range list {
		p.piece(c, seen)
	}
}

func (p *picture) piece(c engine.Piece, seen map[string]bool) {
	name := "piece " + c.ID
	p.must(c.ID != "" && !seen[c.ID], "%s has no id or is there twice", name)
	seen[c.ID] = true
	p.word("owner", c.Owner, name)
	p.word("symbol", c.Symbol, name)
	p.must(p.looks[lookOf(c)], "%s looks like none of the counters: %s %s of formation %d", name, c.Owner, c.Symbol, c.Band)
	for _, s := range c.States {
		p.word("state", s, name)
	}
	p.must(utf8.RuneCountInString(c.Short) <= 8, "%s: %q is longer than 8 letters", name, c.Short)
	p.must(c.Steps >= 0 && c.Steps <= c.Of, "%s has %d of %d steps", name, c.Steps, c.Of)
}

func (p *picture) markers(ms []engine.Marker, of string) {
	for _, m := range ms {
		p.maybe("owner", m.Owner, "a marker on "+of)
		p.must(m.Label.Key != "", "a marker on %s has no label", of)
	}
}

func (p *picture) marks(ms []engine.Mark) {
	for _, m := range ms {
		p.hex(m.At, "mark")
		p.word("mark", m.Class, "mark on "+m.At.String())
	}
}

func (p *picture) paths(ps []engine.Path) {
	for _, path := range ps {
		p.word("path", path.Class, "path")
		p.must(len(path.Hexes) > 0, "a path has no hexes")
		for _, at := range path.Hexes {
			p.hex(at, "path")
		}
	}
}

func (p *picture) ghosts(pieces []engine.Piece) {
	seen := make(map[string]bool)
	for _, c := range pieces {
		p.hex(c.At, "ghost "+c.ID)
		p.piece(c, seen)
	}
}

func (p *picture) bars(bars []engine.Bar) {
	sum, faces := 0, map[string]bool{}
	for _, b := range bars {
		p.must(b.Label.Key != "", "a bar has no label")
		p.must(0 <= b.Part && b.Part <= b.Of && b.Of > 0, "a bar of %d in %d", b.Part, b.Of)
		p.must(b.Of == bars[0].Of, "bars of one chart of %d and of %d", b.Of, bars[0].Of)
		p.maybe("outcome", b.Class, "bar")
		for _, f := range b.Faces {
			p.must(f != "" && !faces[f], "the face %q brings two outcomes", f)
			faces[f] = true
		}
		sum += b.Part
	}
	p.must(len(bars) == 0 || sum == bars[0].Of, "the bars of a chart add up to %d", sum)
}
