package board

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"referee/bot/describe"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// state answers with a match as a seat sees it, now or after a decision.
func state(q *request) error {
	s, err := q.snapshot()
	if err != nil {
		return err
	}
	seq, err := q.number("seq")
	if err != nil {
		return err
	}
	seat := engine.Seat(q.URL.Query().Get("seat"))
	if q.URL.Query().Has("sandbox") {
		return q.inSandbox(s, seat)
	}
	st, err := q.state(s, glance{seat: seat, seq: seq})
	if err != nil {
		return err
	}
	return q.json(http.StatusOK, st)
}

// number is a number from 0 in the address of a request; 0: it has none of that name.
func (q *request) number(name string) (int, error) {
	text := q.URL.Query().Get(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, errForm
	}
	return n, nil
}

// eyes returns the viewer of a match for a visitor: the seat of theirs that they name, or else the first that is asked. handOver
// is a seat that is asked while another player looks at the same screen who must not see its secrets.
func (q *request) eyes(public referee.Look, named engine.Seat) (v engine.Viewer, handOver engine.Seat, err error) {
	mine := q.visitor.seats(public)
	has := func(seat engine.Seat) bool {
		return slices.ContainsFunc(mine, func(s referee.Sitting) bool { return s.Seat == seat })
	}
	switch {
	case named == engine.Seat(engine.Spectator):
		return engine.Spectator, "", nil
	case named != "" && !has(named):
		return "", "", errSeat
	case named != "":
		return engine.Viewer(named), "", nil
	case len(mine) == 0:
		return engine.Spectator, "", nil
	case len(mine) == 1:
		return engine.Viewer(mine[0].Seat), "", nil
	}
	asked := mine[0].Seat
	for _, a := range public.Asks {
		if has(a.Seat) {
			asked = a.Seat
			break
		}
	}
	if q.private(public, asked) {
		return engine.Spectator, asked, nil
	}
	return engine.Viewer(asked), "", nil
}

// private reports whether a seat is asked in secret, or sees what another seat of the visitor must not see.
func (q *request) private(public referee.Look, seat engine.Seat) bool {
	return slices.ContainsFunc(public.Asks, func(a referee.Ask) bool { return a.Seat == seat && a.Secret }) ||
		slices.ContainsFunc(q.visitor.seats(public), func(s referee.Sitting) bool {
			return s.Seat != seat && public.Snapshot.Match().VisibleTo(engine.Viewer(s.Seat)).Incomplete()
		})
}

// glance says which view is wanted: that of a seat ("": the one that is asked), after a decision (0: the last).
type glance struct {
	seat engine.Seat
	seq  int
	// open: the seat has had no secret so far, and others at its screen see what it sees. Before it has one they look away.
	open bool
}

// state is a match as a visitor sees it.
func (q *request) state(s *referee.Snapshot, at glance) (*State, error) {
	public, err := s.Look(q.Context(), engine.Spectator)
	if err != nil {
		return nil, err
	}
	viewer, handOver, err := q.eyes(public, at.seat)
	if err != nil {
		return nil, err
	}
	if at.open && len(q.visitor.seats(public)) > 1 && q.private(public, at.seat) {
		viewer, handOver = engine.Spectator, at.seat
	}
	l, past := public, at.seq != 0 && at.seq != public.Seq
	if past {
		l, err = s.LookAt(q.Context(), viewer, at.seq)
		if errors.Is(err, match.ErrUndo) {
			err = errNowhere
		}
	} else if viewer != engine.Spectator {
		l, err = s.Look(q.Context(), viewer)
	}
	if err != nil {
		return nil, err
	}
	if err := q.speaks(l.Info); err != nil { // the rules may have had another version then
		return nil, err
	}
	status := public.View.Status // what is half built has changed nothing yet
	if past {
		status = l.View.Status
	}
	st := &State{
		Match: l.Match, Title: l.Info.Title, Seq: l.Seq, Last: s.Match().Seq(), Head: l.Head, Watched: watched(public),
		Viewer: Viewer{Seats: []engine.Seat{}, HandOver: handOver},
		Status: q.say(status), Asks: []Ask{},
	}
	if board := s.Board(); board.Key != "" {
		st.Board = q.say(board)
	}
	for _, x := range q.visitor.seats(public) {
		st.Viewer.Seats = append(st.Viewer.Seats, x.Seat)
	}
	if viewer != engine.Spectator {
		st.Viewer.Seat = engine.Seat(viewer)
		if !past {
			st.Seen = s.Fingerprint(engine.Seat(viewer))
		}
	}
	if !past {
		if st.Since, err = q.since(s.Match(), viewer); err != nil {
			return nil, err
		}
	}
	st.Seats = q.seats(l)
	st.Result = q.ending(l)
	seen, err := q.b.sees(l, viewer, st.Seen, q.voice)
	if err != nil {
		return nil, err
	}
	if st.Files, err = q.handed(l, viewer); err != nil {
		return nil, err
	}
	if seen.shows(st); past {
		return st, nil
	}
	return st, q.open(st, l, viewer)
}

// open adds what is open now: what is asked and offered, what is waited for, and what the visitor may do.
func (q *request) open(st *State, l referee.Look, viewer engine.Viewer) (err error) {
	for _, a := range l.Asks {
		ask, err := q.ask(l, viewer, a)
		if err != nil {
			return err
		}
		st.Asks = append(st.Asks, ask)
	}
	if _, awaits := l.Snapshot.Match().Awaits(0); awaits {
		st.Chance = q.text("referee.told.awaited")
	}
	if q.lesson != nil {
		st.Queries = q.queries(l, viewer)
		q.inCourse(st)
		return nil
	}
	st.Offers, st.Thinks, st.Queries = q.offers(l), q.thinks(l), q.queries(l, viewer)
	if err := q.clocks(l, st.Seats); err != nil {
		return err
	}
	if st.Note, err = q.note(l.Match); err != nil {
		return err
	}
	if st.Acts, err = q.acts(l, st.Viewer.Seat); err != nil {
		return err
	}
	q.called(l.Info, st.Acts)
	return nil
}

// twin is a view in sentences, a line each.
func (v voice) twin(info *engine.Info, view engine.View) string {
	return strings.Join(v.all(describe.View(info, view)), "\n")
}

// watched reports whether programs have all seats of a match.
func watched(l referee.Look) bool {
	return !slices.ContainsFunc(l.Info.Seats, func(s engine.Seat) bool { return l.Holder(s).Program == "" })
}

// watchedAt is the address of a match that is watched, before its first answer.
func watchedAt(id match.ID, seats int) string {
	return fmt.Sprintf("%s?seq=%d&play", pathTo(id), 1+seats)
}

// side names a seat.
func (v voice) side(seat engine.Seat) string {
	return v.text("table.seat", engine.Noun("seat", string(seat)))
}

// seats are the sides of a match.
func (v voice) seats(l referee.Look) []Seat {
	out := make([]Seat, len(l.Info.Seats))
	for i, id := range l.Info.Seats {
		held := l.Holder(id)
		out[i] = Seat{ID: id, Label: v.side(id)}
		if held.Name != string(id) { // at a screen they have no other name than their side
			out[i].Who = held.Name
		}
		if held.Program != "" {
			out[i].Who = v.words.Computer(v.lang, held.Program)
		}
	}
	v.counts(out, l.View)
	return out
}

// counts fills in what a view counts for each seat.
func (v voice) counts(seats []Seat, view engine.View) {
	for _, c := range view.Counts {
		i := slices.IndexFunc(seats, func(s Seat) bool { return s.ID == c.Seat })
		seats[i].Points, seats[i].From = v.say(c.Points), v.all(c.From)
		if c.Left.Key != "" {
			seats[i].Moves = v.say(c.Left)
		}
	}
}

// shows is what a view shows on the map and beside it.
func (v voice) shows(info *engine.Info, view engine.View) (pieces []Piece, boxes []Box, tracks []Track) {
	pieces = []Piece{}
	for _, p := range view.Pieces {
		piece := v.piece(info, p)
		piece.Hex = p.At.String()
		pieces = append(pieces, piece)
	}
	for _, b := range view.Boxes {
		box := Box{ID: b.ID, Label: v.say(b.Label), Markers: v.markers(b.Markers)}
		for _, p := range b.Pieces {
			box.Pieces = append(box.Pieces, p.ID)
			pieces = append(pieces, v.piece(info, p))
		}
		boxes = append(boxes, box)
	}
	for _, t := range view.Tracks {
		track := Track{ID: t.ID, Label: v.say(t.Label), Cells: []Cell{}}
		for _, c := range t.Cells {
			track.Cells = append(track.Cells, Cell{Label: c.Label, Now: v.drawn("condition", c.Conditions), Markers: v.markers(c.Markers)})
		}
		tracks = append(tracks, track)
	}
	return pieces, boxes, tracks
}

// piece is a counter in words.
func (v voice) piece(info *engine.Info, p engine.Piece) Piece {
	out := Piece{ID: p.ID, Name: cmp.Or(p.Name, p.Short), Seat: p.Seat}
	if key := "noun." + p.ID; v.words.Has(v.lang, key) {
		out.Name = v.text(key)
	}
	if p.Left.Key != "" && (slices.Contains(p.States, engine.Active) || !printed(p)) {
		out.Left = v.say(p.Left)
	}
	var says []string
	if values := v.values(info, p); len(values) > 0 {
		said := strings.Join(values, ", ")
		if p.Origin == engine.OriginGuess {
			said = v.text("board.guess", engine.Text("what", said))
		}
		says = append(says, said)
	}
	if p.Of > 0 {
		says = append(says, v.text("web.steps", engine.Num("n", p.Steps), engine.Num("of", p.Of)))
	}
	out.Says = strings.Join(append(says, v.drawn("state", p.States)...), " · ")
	return out
}

// printed reports whether what a piece may still spend is the last number on its counter.
func printed(p engine.Piece) bool {
	return len(p.Values) > 0 && slices.ContainsFunc(p.Left.Args, func(a engine.Arg) bool {
		return a.Kind == engine.ArgRatio && engine.FormatExact(a.Num, a.Den) == p.Values[len(p.Values)-1]
	})
}

// values are those of a piece, each with its name, if they have names: "attack 5".
func (v voice) values(info *engine.Info, p engine.Piece) []string {
	names := info.ValueNames(p.Symbol)
	if len(names) != len(p.Values) {
		return []string{strings.Join(p.Values, "-")}
	}
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = v.text("web.value", engine.Sub("name", engine.Say("value."+name)), engine.Text("n", strings.Trim(p.Values[i], "()")))
	}
	return out
}

// drawn are words of what is drawn.
func (v voice) drawn(list string, classes []engine.Class) []string {
	var out []string
	for _, c := range classes {
		if key := "drawn." + list + "." + string(c); v.words.Has(v.lang, key) {
			out = append(out, v.text(key))
		}
	}
	return out
}

// marks says what signs on the map mean, by their hex.
func (v voice) marks(list []engine.Mark) map[string]string {
	out := map[string]string{}
	for _, m := range list {
		words := strings.Join(v.drawn("mark", []engine.Class{m.Class}), "")
		if at := m.At.String(); out[at] != "" && words != "" {
			out[at] += ", " + words
		} else if words != "" {
			out[at] = words
		}
	}
	return out
}

func (v voice) markers(list []engine.Marker) []Marker {
	var out []Marker
	for _, m := range list {
		out = append(out, Marker{Label: v.say(m.Label), Spent: m.Spent, Here: m.Here})
	}
	return out
}

// ending says how a match ended; nothing while it is under way.
func (v voice) ending(l referee.Look) []string {
	if l.Ending == nil {
		return nil
	}
	return v.all(ended(l, describe.Ending))
}

// ended is the ending of a match that is over, as say says it.
func ended(l referee.Look, say func(*engine.Info, engine.Seat, *engine.Result) []engine.Msg) []engine.Msg {
	out := say(l.Info, l.Ending.Winner, l.View.Result)
	if l.Ending.How == match.Abandoned {
		out[0] = engine.Say("referee.told.abandon")
	}
	return out
}

// sortLatest puts the matches first that were played last.
func sortLatest(list []Listed) {
	slices.SortStableFunc(list, func(a, b Listed) int { return cmp.Compare(b.At, a.At) })
}
