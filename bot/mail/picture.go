package mail

import (
	"bytes"
	"io"
	"slices"

	"referee/bot/describe"
	"referee/bot/mail/outgoing"
	"referee/bot/part"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/hex"
)

// Picture says what a Painter is to draw.
type Picture struct {
	Board   *engine.Board
	View    engine.View
	Overlay *engine.Answer // drawn over it; may be nil
	// At are hexes: the part around them is drawn, and with Portrait as a telephone shows it; none: the whole map.
	At       []hex.Coord
	Portrait bool
	Say      func(engine.Msg) string
}

// Painter draws a picture as PNG.
type Painter func(w io.Writer, p Picture) error

// shown is what a mail shows of the map.
type shown struct {
	over  *engine.Answer // drawn over the pictures; nil: nothing
	parts []part.Part    // a picture each; none: the whole map
	news  []part.Part    // what the words tell, likewise
	whole bool           // the whole map stands below the parts
	// same says that nothing on the map is new to who has just written, and has the mail before: it is not told again.
	same bool
}

// mostParts is how many parts of the map a mail shows at most.
const mostParts = 3

// look finds out what a mail shows: the parts of the map where something was asked, is half written, or has happened since the last
// mail, and below them the whole map where a phase has begun or it was asked for. Where that is spread, it is the whole map alone.
func (w page) look() {
	l, h, before := w.x.Look, w.handler, w.before
	h.reply.shown = shown{over: h.reply.over, whole: h.reply.whole}
	if h.reply.over == nil && l.Draft != nil {
		h.reply.shown.over = &l.Draft.Change
	}
	if l.Info.Board == nil || before.Seq == 0 || l.Ending != nil {
		return
	}
	m := l.Snapshot.Match()
	now, err := m.VisibleTo(engine.Viewer(h.token.Seat)).Changes(min(before.Seq, l.Seq), m.Seq())
	if err != nil {
		h.door.Log.Error("the whole map is shown, as it is not known what is new", "match", l.Match, "error", err)
		return
	}
	if _, to, err := referee.SpanPhase.Last(m); err == nil && before.Seq < to {
		h.reply.shown.whole = true
	}
	news := engine.Answer{Marks: now.Change.Marks, Paths: now.Change.Paths, Ghosts: now.Change.Ghosts}
	h.reply.shown.news = part.Upright(l.Info.Board, news, mostParts)
	h.reply.shown.same = h.mail != nil && h.reply.why == "" && !h.reply.shown.whole && !draws(news)
	if h.reply.at.Valid() {
		around := part.Part{Portrait: true, Name: h.reply.at}
		for _, x := range l.Info.Board.Hexes {
			if l.Info.Board.Grid.Distance(x.At, h.reply.at) < nearby {
				around.At = append(around.At, x.At)
			}
		}
		h.reply.shown.over, h.reply.shown.parts = nil, []part.Part{around}
		return
	}
	if h.reply.shown.over == nil {
		h.reply.shown.over = &news
	}
	h.reply.shown.parts = part.Upright(l.Info.Board, *h.reply.shown.over, mostParts)
}

// draws reports whether an answer draws anything.
func draws(a engine.Answer) bool { return len(a.Marks)+len(a.Paths)+len(a.Ghosts) > 0 }

// nearby is how far around a hex that was asked for a picture shows the map.
const nearby = 3

// tellPictures shows the map, or the parts of it that count.
func (w page) tellPictures(l referee.Look) {
	parts := w.reply.shown.parts
	if w.door.Paint == nil || l.Info.Board == nil || w.reply.shown.same && len(parts) == 0 && (w.reply.shown.over == nil || !draws(*w.reply.shown.over)) {
		return
	}
	alt := describe.Alt(l.Info, l.View, w.reply.shown.over)
	for _, p := range parts {
		of := engine.Say("mail.part-alt", engine.Hex("hex", p.Name))
		w.tellPicture(l, Picture{At: p.At, Portrait: p.Portrait}, append([]engine.Msg{of}, alt...))
		alt = nil // it is told once
	}
	switch {
	case len(parts) == 0:
		w.tellPicture(l, Picture{}, alt)
	case w.reply.shown.whole:
		w.tellPicture(l, Picture{}, describe.Alt(l.Info, l.View, nil))
	default:
		w.tell(engine.Say("mail.part", around(parts), engine.Text("map", w.word("map"))))
	}
}

// around names parts of a map.
func around(parts []part.Part) engine.Arg {
	var names []engine.Arg
	for _, p := range parts {
		names = append(names, engine.Hex("", p.Name))
	}
	return engine.List("hexes", names...)
}

// tellPicture shows one picture. Without it the words say the same.
func (w page) tellPicture(l referee.Look, p Picture, alt []engine.Msg) {
	p.Board, p.View, p.Overlay, p.Say = l.Info.Board, l.View, w.reply.shown.over, w.say
	var png bytes.Buffer
	if err := w.door.Paint(&png, p); err != nil {
		w.door.Log.Error("no picture for a mail", "match", l.Match, "error", err)
		return
	}
	w.out.Blocks = append(w.out.Blocks, outgoing.Block{Picture: &outgoing.Picture{PNG: png.Bytes(), Alt: describe.SayAlt(alt, w.say)}})
}

// tellTwin tells in words what the picture shows, for who does not see it.
func (w page) tellTwin() error {
	l := w.x.Look
	if w.reply.boards || l.Info.Board == nil {
		return nil
	}
	w.heading("mail.twin")
	view := l.Asking()
	if w.reply.shown.same {
		w.tell(engine.Say("mail.twin-same", engine.Text("map", w.word("map")), engine.Text("board", w.word("board"))))
		return nil
	}
	if news := w.reply.shown.news; len(news) > 0 && !w.reply.shown.whole {
		w.tell(engine.Say("mail.twin-part", around(news), engine.Text("board", w.word("board"))))
		view.Pieces = slices.DeleteFunc(slices.Clone(view.Pieces), func(p engine.Piece) bool {
			return !slices.ContainsFunc(news, func(n part.Part) bool { return n.Contains(l.Info.Board, p.At) })
		})
	}
	w.tell(describe.View(l.Info, view)...)
	return nil
}
