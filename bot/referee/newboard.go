package referee

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"referee/bot/authority"
	"referee/bot/boardfile"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// NewBoard is a board that the players of a match may adopt, or that one of them offers.
type NewBoard struct {
	Data    string // hash of its data set
	Called  string // "Anna's box 3"
	Word    string // by which it is typed: "annas-box"
	Offered bool
	Changes []engine.Msg // what is other in the position of the match
}

// NewBoards lists the boards that the players of a match may adopt: the newest version of its own; or the newest of each, if its
// own has no name. If one is offered, it is that alone.
func (s *Snapshot) NewBoards(ctx context.Context) ([]NewBoard, error) {
	if b, err := offeredBoard(s.m); b != nil || err != nil {
		return lists.If(b != nil, *cmp.Or(b, &NewBoard{})), err
	}
	if s.Info().Board == nil || s.m.Over() || KeepsLaw(s.m) {
		return nil, nil
	}
	var out []NewBoard
	now := s.Info().Named
	for _, b := range boardfile.Newest(s.r.Games.boards(s.Info().Game, s.home)) {
		same := engine.BoardWord(b.Name) == engine.BoardWord(now.Name)
		if b.Data == s.Info().Data || now.Name != "" && (!same || b.Version <= now.Version) {
			continue
		}
		next, err := s.worked.board(b.Data, func() (*NewBoard, error) {
			change, err := s.r.Games.change(ctx, s.m, b.Data)
			if err != nil {
				return nil, err
			}
			next, err := newBoard(s.m, change)
			if as[*match.BoardError](err) {
				return nil, nil //nolint:nilnil // it was made for another version of the program
			}
			if err == nil {
				next.Word = engine.BoardWord(b.Name)
			}
			return next, err
		})
		if err != nil {
			return nil, err
		}
		if next != nil {
			out = append(out, *next)
		}
	}
	return out, nil
}

// offeredBoard is the board that is offered in a match; nil: none is.
func offeredBoard(m *match.Match) (*NewBoard, error) {
	change := m.OfferedBoard()
	if change == nil {
		return nil, nil
	}
	b, err := newBoard(m, change)
	if err == nil {
		b.Offered = true
	}
	return b, err
}

// newBoard is a board that a match may have, with what it changes there.
func newBoard(m *match.Match, change *match.BoardChange) (*NewBoard, error) {
	other, err := change.Game(m.Game())
	if err != nil {
		return nil, err
	}
	pieces := m.Position().View(engine.Spectator).Pieces
	return &NewBoard{
		Data: change.Data, Called: boardArg(change).Text, Changes: boardChanges(m.Game().Info(), other.Info(), pieces, len(change.Files)),
	}, nil
}

// OfferBoard offers the other seats to adopt a board of [Snapshot.NewBoards], by its hash, from their answer on. Whoever holds every
// seat adopts it at once. It refuses with match.ErrBoard any other, *match.BoardError one on which the position is not possible,
// match.ErrOffered, match.ErrBoards, and authority.ErrLaw for a match of a league.
func (r *Referee) OfferBoard(ctx context.Context, c Command, data string) (Reply, error) {
	s, err := r.Snapshot(ctx, c.Match)
	if err != nil {
		return Reply{}, err
	}
	newer, err := s.NewBoards(ctx)
	if err != nil {
		return Reply{}, err
	}
	return r.do(ctx, c, func(m *match.Match, by match.By) (*match.Match, error) {
		if KeepsLaw(m) {
			return nil, authority.ErrLaw
		}
		if !slices.ContainsFunc(newer, func(b NewBoard) bool { return b.Data == data }) {
			return nil, match.ErrBoard
		}
		change, err := r.Games.change(ctx, m, data)
		if err != nil {
			return nil, err
		}
		return offerAdoption(m, by, c.Seat, match.ActOffer{Offer: match.NewBoard, Board: change})
	})
}

// change is what makes the data set of a match into another that is stored.
func (gs *Games) change(ctx context.Context, m *match.Match, data string) (*match.BoardChange, error) {
	pinned, err := gs.stored(ctx, m.ID(), m.Opening().Data)
	if err != nil {
		return nil, err
	}
	to, err := gs.stored(ctx, m.ID(), data)
	if err != nil {
		return nil, err
	}
	return match.ChangeBoard(data, m.Data(pinned), to), nil
}

// boardArg is what a board is called, as the argument "board": the beginning of its hash if it has no name; nothing of nil.
func boardArg(b *match.BoardChange) engine.Arg {
	if b == nil {
		return engine.Text("board", "")
	}
	return engine.Text("board", cmp.Or(b.ID().Called(), fmt.Sprintf("%.8s", b.Data)))
}

// fact is what two boards may say differently: of a hex, of the hexside or the road between two, or of a piece.
type fact struct {
	kind  string
	a, b  hex.Coord
	piece string
}

// factsOf are the facts of a board, as texts.
func factsOf(info *engine.Info) map[fact]string {
	out := map[fact]string{}
	for _, h := range info.Board.Hexes {
		h.Origin = ""
		out[fact{"hexes", h.At, h.At, ""}] = fmt.Sprint(h)
	}
	for _, e := range info.Board.Edges { // several features may be on one
		e.Origin = ""
		out[fact{"edges", e.Edge.A, e.Edge.B, ""}] += fmt.Sprint(e)
	}
	for _, l := range info.Board.Links {
		l.Origin = ""
		between := hex.EdgeOf(l.A, l.B)
		out[fact{"links", between.A, between.B, ""}] += fmt.Sprint(l)
	}
	for _, p := range info.Counters {
		out[fact{kind: "units", piece: p.ID}] = strings.Join(p.Values, "-")
	}
	return out
}

// boardChanges says what differs between two boards, and which of it concerns the pieces on the map.
func boardChanges(was, is *engine.Info, pieces []engine.Piece, files int) []engine.Msg {
	before, after := factsOf(was), factsOf(is)
	all := maps.Clone(before)
	maps.Copy(all, after)
	number, changed := map[string]int{}, map[hex.Coord]bool{}
	for f := range all {
		if before[f] != after[f] {
			number[f.kind]++
			changed[f.a], changed[f.b] = true, true
		}
	}
	counts := []engine.Arg{engine.Num("files", files)}
	for _, kind := range []string{"hexes", "edges", "links", "units"} {
		counts = append(counts, engine.Num(kind, number[kind]))
	}
	out := []engine.Msg{engine.Say("referee.board.changes", counts...)}
	var near, units []engine.Arg
	for _, h := range is.Board.Hexes {
		if changed[h.At] && slices.ContainsFunc(pieces, func(p engine.Piece) bool { return p.At.Valid() && is.Board.Grid.Distance(p.At, h.At) <= 1 }) {
			near = append(near, engine.Hex("", h.At))
		}
	}
	for _, p := range pieces {
		f := fact{kind: "units", piece: p.ID}
		if was, is := before[f], after[f]; p.At.Valid() && was != is {
			units = append(units, engine.Sub("", engine.Say("referee.board.unit", engine.Noun("unit", p.ID), engine.Text("was", was), engine.Text("is", is))))
		}
	}
	out = append(append(out, named("referee.board.hexes", near)...), named("referee.board.units", units)...)
	if len(out) == 1 {
		out = append(out, engine.Say("referee.board.untouched"))
	}
	return out
}

// mostNamed is how many hexes, and how many units, are named.
const mostNamed = 12

// named is a line that names what a list has; none for an empty one.
func named(key string, list []engine.Arg) []engine.Msg {
	n := len(list) - mostNamed
	if n > 0 {
		list = append(list[:mostNamed], engine.Sub("", engine.Say("referee.board.more", engine.Num("n", n))))
	}
	return lists.If(len(list) > 0, engine.Say(key, engine.List("list", list...)))
}
