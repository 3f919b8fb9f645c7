package mail

import (
	"bytes"
	"cmp"
	"errors"
	"mime"
	"path"
	"slices"
	"strings"

	"referee/bot/mail/incoming"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// mostAttached bounds the file that a mail hands in, and all those together that a mail of ours has: many mail servers take no
// mail above 10 MB, and a file is a third longer as it is mailed.
const mostAttached = 4 << 20

// taking is how orders are written with whose text a file may go; nil: the game has none.
func (h *handler) taking() (forms []string) {
	for i := range h.speech.info.Verbs {
		if v := &h.speech.info.Verbs[i]; v.File {
			forms = append(forms, lines.Form(h.speech.words, h.person.Lang, v, []string{h.word(v.Name)}, ""))
		}
	}
	return forms
}

// takes reports whether the file that is attached to the mail goes with an order.
func (h *handler) takes(s lines.Step) bool {
	if len(h.mail.Attached) == 0 || h.reply.handed || !s.Writes() {
		return false
	}
	name, _, _ := strings.Cut(s.Orders[0], " ")
	v, _ := h.speech.info.Verb(name)
	return v.File
}

// nameOfFile is what an attachment is called once it is kept.
func nameOfFile(f incoming.File) string { return engine.NewFile(f.Name, nil).Name }

// hand keeps the file that is attached to the mail.
func (h *handler) hand() (engine.File, error) {
	a := h.mail.Attached[0]
	name := engine.Text("name", nameOfFile(a))
	switch {
	case len(a.Bytes) > mostAttached:
		return engine.File{}, refuses("mail.handed-large", name, engine.Num("mb", mostAttached>>20))
	case len(a.Bytes) == 0:
		return engine.File{}, refuses("mail.handed-unread", name)
	}
	return h.door.Referee.KeepFile(h.edit.Context(), h.command(0, 0), a.Name, bytes.NewReader(a.Bytes))
}

// tellHanded says what became of attachments: of those that went with no order, and of others beside one that did.
func (h *handler) tellHanded() {
	taking := h.taking()
	var names []string
	for _, f := range h.mail.Attached[:min(len(h.mail.Attached), mostNames)] {
		names = append(names, nameOfFile(f))
	}
	switch {
	case len(taking) == 0 || len(names) == 0:
	case !h.reply.handed:
		h.reply.first = append(h.reply.first, engine.Say("mail.handed-not", engine.Text("names", strings.Join(names, ", ")), engine.Text("forms", strings.Join(taking, " / "))))
	case len(names) > 1:
		h.reply.first = append(h.reply.first, engine.Say("mail.handed-first", engine.Text("name", names[0]), engine.Text("names", strings.Join(names[1:], ", "))))
	}
}

// tellFiles attaches what the other players have handed in since the last mail, or all that is at hand where the whole map is
// asked for, and names what is too large.
func (w page) tellFiles() error {
	if len(w.taking()) == 0 {
		return nil
	}
	s, v := w.x.Look.Snapshot, engine.Viewer(w.token.Seat)
	var own []engine.File
	for _, e := range s.Match().Log() {
		if a, answers := e.Decision.Act.(match.ActAnswer); answers && e.Decision.Seat == w.token.Seat {
			own = append(own, engine.FilesIn(strings.Join(a.Path, " "))...)
		}
	}
	list, err := s.HandedIn(v, min(w.before.Seq, s.Match().Seq()), s.Match().Seq())
	if err != nil {
		return err
	}
	if w.reply.whole {
		list, own = append(list, w.x.Look.View.Files...), nil
	}
	var missing []string
	room := int64(mostAttached)
	for i, f := range list {
		if slices.Contains(own, f) || slices.Contains(list[:i], f) {
			continue
		}
		var body []byte
		if f.Size <= room {
			if _, body, err = s.File(w.edit.Context(), v, f.Hash); err != nil && !errors.Is(err, referee.ErrFileLost) {
				return err
			}
		}
		if body == nil {
			missing = append(missing, f.Name)
			continue
		}
		room -= f.Size
		file := outgoing.File{Name: f.Name, Type: "application/octet-stream", Data: body}
		if f.Picture() {
			file.Type = cmp.Or(mime.TypeByExtension(path.Ext(f.Name)), file.Type)
		}
		w.out.Files = append(w.out.Files, file)
	}
	if len(missing) > 0 {
		key := "mail.handed-missing"
		if w.door.Browsers != nil {
			key = "mail.handed-browser"
		}
		w.tell(engine.Say(key, engine.Text("names", strings.Join(missing, ", "))))
	}
	return nil
}
