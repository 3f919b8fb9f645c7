package board

import (
	"errors"
	"slices"
	"strings"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/hex"
)

// mostPath is how many elements a path may have, and mostElement how many bytes each of them.
const (
	mostPath    = 200
	mostElement = 100
)

// validPath reports whether a path is of a size that a person could have chosen.
func validPath(path []string) bool {
	return len(path) <= mostPath && !slices.ContainsFunc(path, func(id string) bool { return len(id) > mostElement })
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
		options = s.Options
	}
	next, err := options(q.Context(), c, prompt, path)
	if err != nil {
		return nil, err
	}
	unmark(l, prompt, next.Options)
	out := q.at(l.Info, l.View, path, next)
	if out.Done && q.b.Turn == nil {
		if out.Rolls, err = s.LeadsToRoll(q.Context(), c, prompt, path); err != nil {
			return nil, err
		}
	}
	if len(path) == 0 {
		return out, nil
	}
	if d := l.Draft; d != nil && d.Prompt == prompt && slices.Equal(d.Path, path) {
		out.Say, out.Lines, out.Warnings = q.say(d.Ask), q.all(d.Lines), q.all(d.Warnings)
		far, err := q.far(l, c, prompt, out)
		if err != nil {
			return nil, err
		}
		out.Options = append(out.Options, far...)
	}
	odds, err := s.PreviewOdds(q.Context(), c, prompt, path)
	var illegal *engine.Illegal // nothing is to be told of an attack that cannot be made so
	switch {
	case errors.As(err, &illegal):
	case err != nil:
		return nil, err
	case len(odds.Lines)+len(odds.Bars) > 0:
		out.Odds, err = q.b.said(q.voice, l.Info.Board, l.View, &odds)
		return out, err
	}
	return out, nil
}

// unmark takes the mark of a roll from options that are confirmed first, by a button that says so: those that stand on the board, and
// those that have odds to be told.
func unmark(l referee.Look, prompt engine.PromptID, options []engine.Option) {
	on := placesOf(l.Info, l.View)
	for i, o := range options {
		if o.Rolls {
			hex, piece := on.of(o.ID)
			options[i].Rolls = hex+piece == "" && !l.Snapshot.CanPreviewOdds(prompt, []string{o.ID})
		}
	}
}

// at is a point in the tree of answers, after a path.
func (v voice) at(info *engine.Info, view engine.View, path []string, next engine.Node) *Node {
	out := &Node{Path: append([]string{}, path...), Done: next.Done, Options: []Option{}, Spoken: v.spoken(path)}
	places := placesOf(info, view)
	for _, o := range next.Options {
		option := Option{ID: o.ID, Label: v.words.Option(v.lang, o), Cost: o.Cost()}
		if o.Warn != nil {
			option.Warn = v.say(*o.Warn)
		}
		option.Hex, option.Piece = places.of(o.ID)
		out.Options = append(out.Options, option)
	}
	out.Focus = places.focus(path)
	for _, id := range path {
		out.Said = append(out.Said, v.named(id))
	}
	return out
}

// named is the name of an element of an answer.
func (v voice) named(id string) string {
	if called := v.words.Called(v.lang, id); called != id {
		return called
	}
	return v.side(engine.Seat(id))
}

// said is an answer of a game in words, drawn over a view.
func (b *Board) said(v voice, on *engine.Board, view engine.View, a *engine.Answer) (*Answer, error) {
	out := &Answer{Lines: v.all(a.Lines), Bars: v.bars(a.Bars)}
	var err error
	out.Overlay, err = b.over(on, view, v, a)
	return out, err
}

// spoken is a path as it can be typed.
func (v voice) spoken(path []string) string {
	words := make([]string, len(path))
	for i, id := range path {
		words[i] = v.words.Called(v.lang, id)
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
