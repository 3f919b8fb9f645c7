package board

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// mostPath is how many elements a path may have, and mostElement how many bytes each of them that is not written by the visitor: that
// may be as long as what is typed.
const (
	mostPath    = 200
	mostElement = 100
)

// validPath reports whether a path is of a size that a person could have chosen.
func validPath(path []string) bool {
	return len(path) <= mostPath && !slices.ContainsFunc(path, func(id string) bool {
		written := strings.HasPrefix(id, engine.TextMark) && utf8.RuneCountInString(id) <= mostText
		return len(id) > mostElement && !written
	})
}

// acting is the command of the visitor who acts for a seat.
func (q *request) acting(s *referee.Snapshot, seat engine.Seat) (referee.Command, error) {
	public, err := s.Look(q.Context(), engine.Spectator)
	if err != nil {
		return referee.Command{}, err
	}
	c, may := q.visitor.by(public, seat)
	if !may {
		return c, errSeat
	}
	return c, nil
}

// ask is an open question as it is shown.
func (q *request) ask(l referee.Look, viewer engine.Viewer, a referee.Ask) (Ask, error) {
	out := Ask{Prompt: a.Prompt, Seat: a.Seat, Ask: q.say(a.Ask), Secret: a.Secret}
	for _, u := range a.Unfired {
		out.Unfired = append(out.Unfired, q.say(u.Said()))
	}
	c, may := q.visitor.by(l, a.Seat)
	if out.Mine = may && viewer == engine.Viewer(a.Seat); !out.Mine {
		return out, nil
	}
	var path []string
	if l.Draft != nil && l.Draft.Prompt == a.Prompt {
		path = l.Draft.Path
	} else {
		out.Usual = l.Snapshot.DefaultAnswer(a.Prompt)
	}
	n, err := q.node(l, c, a.Prompt, path)
	out.Node = n
	return out, err
}

// node is what may follow a path of answers to a question.
func (q *request) node(l referee.Look, c referee.Command, prompt engine.PromptID, path []string) (*Node, error) {
	s := l.Snapshot
	options := s.MarkedOptions
	if q.b.Turn != nil { // with a turn file nothing is rolled
		options = s.Explain
	}
	held := l.Draft
	if held != nil && (held.Prompt != prompt || len(path) == 0 || !slices.Equal(held.Path, path)) {
		held = nil
	}
	var next engine.Node
	if held != nil {
		next = held.Node
	} else if n, err := options(q.Context(), c, prompt, path); err == nil {
		next = n
	} else {
		return nil, err
	}
	on := placesOf(l.Info, l.View)
	unmark(l, on, prompt, next.Options)
	out := q.at(on, path, next)
	for i, o := range next.Options {
		if o.File && q.takesFiles() {
			out.Options[i].File = engine.MostFile
		}
	}
	if out.Done && q.b.Turn == nil {
		var err error
		if out.Rolls, err = s.LeadsToRoll(q.Context(), c, prompt, path); err != nil {
			return nil, err
		}
	}
	if held != nil {
		out.Say, out.Lines, out.Warnings = q.say(held.Ask), q.all(held.Lines), q.all(held.Warnings)
		far, err := q.far(l, c, on, prompt, out)
		if err != nil {
			return nil, err
		}
		out.Options = append(out.Options, far...)
	}
	out.close(q.voice, on, next.Closed)
	if len(path) == 0 {
		return out, nil
	}
	if err := q.numbers(l, c, prompt, on, out); err != nil {
		return nil, err
	}
	if held != nil && out.Done {
		does, err := q.does(l, c, prompt, path, next.Does)
		if err != nil {
			return nil, err
		}
		if does.Key != "" {
			q.ready(on, out, does, held.Then)
		}
	}
	odds, err := s.PreviewOdds(q.Context(), c, prompt, path)
	var illegal *engine.Illegal // nothing is to be told of an attack that cannot be made so
	switch {
	case errors.As(err, &illegal):
	case err != nil:
		return nil, err
	case len(odds.Lines)+len(odds.Bars) > 0:
		if held != nil { // drawn together: no label lies over another
			draft := held.Change
			odds.Marks = slices.Concat(draft.Marks, lists.Filter(odds.Marks, func(m engine.Mark) bool { return !slices.Contains(draft.Marks, m) }))
			odds.Paths, odds.Ghosts = slices.Concat(draft.Paths, odds.Paths), slices.Concat(draft.Ghosts, odds.Ghosts)
		}
		if out.Odds, err = q.b.said(q.voice, l.Info.Board, l.View, &odds); err != nil {
			return nil, err
		}
		out.foretold()
	}
	return out, nil
}

// close adds what is refused here, but for a hex to which another way leads.
func (n *Node) close(v voice, on places, closed []engine.Closed) {
	for _, c := range closed {
		if !slices.ContainsFunc(n.Options, func(o Option) bool { return o.Hex == c.ID }) {
			at, _ := on.of(c.ID)
			n.Closed = append(n.Closed, Closed{ID: c.ID, Label: v.words.Option(v.lang, c.Option), Hex: at, Why: v.say(c.Why.Why), Rule: c.Why.Rule})
		}
	}
}

// ready words a whole answer, which only waits to be given: the question whether it is, and its button, by what it does and what
// comes next. Its last word is said by both, unless it is on the map.
func (v voice) ready(on places, n *Node, does engine.Msg, then string) {
	n.Say, n.Give = v.text("web.ready", engine.Sub("does", does)), v.say(does)
	if key := "then." + then; v.words.Has(v.lang, key) {
		n.Give = v.text("web.give.then", engine.Sub("does", does), engine.Sub("then", engine.Say(key)))
	} else if n.Rolls {
		n.Give = v.text("web.give.rolls", engine.Sub("does", does))
	}
	last := len(n.Path) - 1
	if at, piece := on.of(n.Path[last]); at+piece == "" && last > 0 {
		n.Said = n.Said[:last]
	}
}

// does says what a whole answer does: as the game says, or as the label of its last element.
func (q *request) does(l referee.Look, c referee.Command, prompt engine.PromptID, path []string, says *engine.Msg) (engine.Msg, error) {
	if says != nil {
		return *says, nil
	}
	return q.label(l, c, prompt, path)
}

// numbers words the elements of a path that are numbers of something: "2" is a turn, "column-21" a column of the map.
func (q *request) numbers(l referee.Look, c referee.Command, prompt engine.PromptID, on places, n *Node) error {
	for i, id := range n.Path[:len(n.Said)] {
		if at, piece := on.of(id); at+piece != "" {
			continue
		}
		if _, err := strconv.Atoi(id[strings.LastIndex(id, "-")+1:]); err != nil {
			continue
		}
		if label, err := q.label(l, c, prompt, n.Path[:i+1]); err != nil {
			return err
		} else if label.Key != "" {
			n.Said[i] = q.say(label)
		}
	}
	return nil
}

// label is the label of the last element of an answer; the zero Msg: it is not known, or the player has written the element.
func (q *request) label(l referee.Look, c referee.Command, prompt engine.PromptID, path []string) (engine.Msg, error) {
	last := len(path) - 1
	before, err := l.Snapshot.Options(q.Context(), c, prompt, path[:last])
	for _, o := range before.Options {
		if o.ID == path[last] {
			return locale.Label(engine.Option{ID: o.ID, Kind: o.Kind, N: o.N, M: o.M}), err
		}
	}
	return engine.Msg{}, err
}

// foretold leaves out of what is told of an attack what is told twice: whose it is, which the question says, and what the odds say.
func (n *Node) foretold() {
	if o := n.Odds; o.Summary != "" && o.Heads > 0 {
		o.Lines, o.Heads = o.Lines[1:], o.Heads-1
		n.Lines = slices.DeleteFunc(n.Lines, func(line string) bool { return slices.Contains(o.Lines, line) })
	}
}

// unmark takes the mark of a roll from options that are confirmed first, by a button that says so: those that stand on the board, and
// those that have odds to be told.
func unmark(l referee.Look, on places, prompt engine.PromptID, options []engine.Option) {
	for i, o := range options {
		if o.Rolls {
			hex, piece := on.of(o.ID)
			options[i].Rolls = hex+piece == "" && !l.Snapshot.CanPreviewOdds(prompt, []string{o.ID})
		}
	}
}

// citation is a paragraph that a warning cites, which no button opens on a button: " (8.4)".
var citation = regexp.MustCompile(` \(\d+(\.\d+)*\)`)

// at is a point in the tree of answers, after a path.
func (v voice) at(on places, path []string, next engine.Node) *Node {
	out := &Node{Path: append([]string{}, path...), Done: next.Done, Options: []Option{}, Spoken: v.spoken(path)}
	for _, o := range next.Options {
		option := Option{ID: o.ID, Label: v.words.Option(v.lang, o), Cost: engine.SayExact(v.say, o.Cost()), Pieces: o.Pieces, Write: o.Write, Sample: v.words.Sample(v.lang, o)}
		if o.Warn != nil {
			option.Warn = v.say(*o.Warn)
			option.Label = citation.ReplaceAllString(option.Label, "")
		}
		option.Hex, option.Piece = on.of(o.ID)
		out.Options = append(out.Options, option)
	}
	out.Focus = on.focus(path)
	out.Said = lists.Map(path, v.named)
	return out
}

// named is the name of an element of an answer: a thing by its noun, a word of the game as its button says it, and what a player has
// written as it is.
func (v voice) named(id string) string {
	if text, written := strings.CutPrefix(id, engine.TextMark); written {
		return text
	}
	if !v.words.Has(v.lang, "noun."+id) {
		if button, err := v.words.Try(v.lang, engine.Say("option."+id)); err == nil {
			return button
		}
		if called := v.words.Called(v.lang, id); called != id {
			return called
		}
	}
	return v.side(engine.Seat(id))
}

// pressing is a path as it is chosen: "Red A › 0201 › Halt".
func (v voice) pressing(path []string) string { return strings.Join(lists.Map(path, v.named), " › ") }

// said is an answer of a game in words, drawn over a view.
func (b *Board) said(v voice, on *engine.Board, view engine.View, a *engine.Answer) (*Answer, error) {
	lines := a.Lines
	if a.Chart > 0 {
		lines = slices.Concat(lines[:a.Chart], lines[a.Chart+len(a.Bars):])
	}
	out := &Answer{Lines: v.all(lines), Bars: v.bars(a.Bars)}
	if a.Summary != nil {
		out.Summary, out.Heads = v.say(*a.Summary), a.Heads
	}
	var err error
	out.Overlay, err = b.over(on, view, v, a)
	return out, err
}

// spoken is a path as it can be typed.
func (v voice) spoken(path []string) string {
	words := make([]string, len(path))
	for i, id := range path {
		words[i] = v.words.Called(v.lang, strings.TrimPrefix(id, engine.TextMark))
	}
	return strings.Join(words, " ")
}

// places say what the elements of answers stand for on a board.
type places struct {
	hexes    map[string]bool // of the board, by CCRR
	pieces   map[string]engine.Piece
	prefixes []string // of words of the game: "+", and "to:" before a hex
}

func placesOf(info *engine.Info, view engine.View) places {
	p := places{hexes: map[string]bool{}, pieces: map[string]engine.Piece{}}
	if info.Board != nil {
		for _, h := range info.Board.Hexes {
			p.hexes[h.At.String()] = true
		}
	}
	for _, b := range view.Boxes {
		for _, x := range b.Pieces {
			p.pieces[x.ID] = x
		}
	}
	for _, x := range view.Pieces {
		p.pieces[x.ID] = x
	}
	for _, verb := range info.Verbs {
		for _, slot := range verb.Slots {
			for _, text := range []string{slot.Prefix, slot.Goal} {
				if text != "" && !slices.Contains(p.prefixes, text) {
					p.prefixes = append(p.prefixes, text)
				}
			}
		}
	}
	return p
}

// of is the hex or the piece that an element stands for; neither: nothing on the board.
func (p places) of(id string) (at, piece string) {
	for _, prefix := range p.prefixes {
		if bare, cut := strings.CutPrefix(id, prefix); cut {
			id = bare
			break
		}
	}
	if _, there := p.pieces[id]; there {
		return "", id
	}
	if p.hexes[id] {
		return id, ""
	}
	return "", ""
}

// focus is the hex where a path of answers happens: the last hex in it, or where its last piece stands.
func (p places) focus(path []string) string {
	for _, id := range slices.Backward(path) {
		switch at, piece := p.of(id); {
		case at != "":
			return at
		case piece != "" && p.pieces[piece].At != hex.Coord{}:
			return p.pieces[piece].At.String()
		}
	}
	return ""
}
