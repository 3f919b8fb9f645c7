package mail

import (
	"bytes"
	"io"
	"slices"
	"strings"

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
	over  *engine.Answer // drawn over the picture; nil: nothing
	part  part.Part      // what the picture shows; without At the whole map
	news  part.Part      // what the words tell, likewise
	whole bool           // the whole map stands below the part
	// same says that nothing on the map is new to who has just written, and has the mail before: it is not told again.
	same bool
}

// look finds out what a mail shows: the part of the map where something was asked, is half written, or has happened since the last
// mail, and below it the whole map where a phase has begun or it was asked for. Where that is spread, it is the whole map alone.
func (v *visit) look(s *referee.Snapshot, l referee.Look, before thread) {
	v.shown = shown{over: v.over, whole: v.whole}
	if v.over == nil && l.Draft != nil {
		v.shown.over = &l.Draft.Change
	}
	if l.Info.Board == nil || before.Seq == 0 || l.Ending != nil {
		return
	}
	now, err := s.Changes(engine.Viewer(v.t.Seat), min(before.Seq, l.Seq))
	if err != nil {
		v.Log.Error("the whole map is shown, as it is not known what is new", "match", l.Match, "error", err)
		return
	}
	if _, to, err := s.LastSpan(referee.SpanPhase); err == nil && before.Seq < to {
		v.shown.whole = true
	}
	news := engine.Answer{Marks: now.Change.Marks, Paths: now.Change.Paths, Ghosts: now.Change.Ghosts}
	v.shown.news, _ = part.Of(l.Info.Board, news)
	v.shown.same = v.m != nil && v.why == "" && !v.shown.whole && !draws(news)
	if v.at.Valid() {
		v.shown.over, v.shown.part = nil, part.Part{Portrait: true, Name: v.at}
		for _, h := range l.Info.Board.Hexes {
			if l.Info.Board.Grid.Distance(h.At, v.at) < nearby {
				v.shown.part.At = append(v.shown.part.At, h.At)
			}
		}
		return
	}
	if v.shown.over == nil {
		v.shown.over = &news
	}
	v.shown.part, _ = part.Of(l.Info.Board, *v.shown.over)
}

// draws reports whether an answer draws anything.
func draws(a engine.Answer) bool { return len(a.Marks)+len(a.Paths)+len(a.Ghosts) > 0 }

// nearby is how far around a hex that was asked for a picture shows the map.
const nearby = 3

// tellPictures shows the map, or the part of it that counts.
func (v *visit) tellPictures(m *outgoing.Mail, l referee.Look) {
	if v.Paint == nil || l.Info.Board == nil || v.shown.same && len(v.shown.part.At) == 0 && (v.shown.over == nil || !draws(*v.shown.over)) {
		return
	}
	p := Picture{Board: l.Info.Board, View: l.View, Overlay: v.shown.over, At: v.shown.part.At, Portrait: v.shown.part.Portrait, Say: v.say}
	alt := describe.Alt(l.Info, l.View, v.shown.over)
	v.tellPicture(m, l, p, alt)
	switch {
	case len(p.At) == 0:
	case v.shown.whole:
		p.At, p.Portrait = nil, false
		v.tellPicture(m, l, p, alt[:1])
	default:
		v.tell(m, engine.Say("mail.part", engine.Hex("hex", v.shown.part.Name), engine.Text("map", v.called("map"))))
	}
}

// tellPicture shows one picture. Without it the words say the same.
func (v *visit) tellPicture(m *outgoing.Mail, l referee.Look, p Picture, alt []engine.Msg) {
	var png bytes.Buffer
	if err := v.Paint(&png, p); err != nil {
		v.Log.Error("no picture for a mail", "match", l.Match, "error", err)
		return
	}
	m.Blocks = append(m.Blocks, outgoing.Picture{PNG: png.Bytes(), Alt: describe.SayAlt(alt, v.say)})
}

// tellTwin tells in words what the picture shows, for who does not see it.
func (v *visit) tellTwin(m *outgoing.Mail, l referee.Look) {
	if v.boards {
		return
	}
	v.heading(m, "mail.twin")
	view := l.View
	if v.shown.same {
		v.tell(m, engine.Say("mail.twin-same", engine.Text("map", v.called("map")), engine.Text("board", v.called("board"))))
		return
	}
	if news := v.shown.news; len(news.At) > 0 && !v.shown.whole {
		v.tell(m, engine.Say("mail.twin-part", engine.Hex("hex", news.Name), engine.Text("board", v.called("board"))))
		view.Pieces = slices.DeleteFunc(slices.Clone(view.Pieces), func(p engine.Piece) bool { return !news.Shows(l.Info.Board, p.At) })
	}
	var twin []string
	for _, said := range describe.View(l.Info, view) {
		twin = append(twin, v.say(said))
	}
	m.Blocks = append(m.Blocks, outgoing.Paragraph(strings.Join(twin, "\n")))
}
