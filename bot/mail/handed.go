package mail

import (
	"bytes"
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

// nameOfFile is what an attachment is called once it is kept.
func nameOfFile(f incoming.File) string { return engine.NewFile(f.Name, nil).Name }

// withFile puts the file that is attached to the mail behind the text of an order, which it keeps, where it is the first that takes one.
func (h *handler) withFile(s lines.Step, text string) (string, error) {
	verb, _, _ := strings.Cut(text, " ")
	if v, _ := h.speech.info.Verb(verb); !v.File || !s.Writes() || h.reply.handed != nil || len(h.mail.Attached) == 0 {
		return text, nil
	}
	a := h.mail.Attached[0]
	name := engine.Text("name", nameOfFile(a))
	switch {
	case len(a.Bytes) > mostAttached:
		return "", refuses("mail.handed-large", name, engine.Num("mb", mostAttached>>20))
	case len(a.Bytes) == 0:
		return "", refuses("mail.handed-unread", name)
	}
	f, err := h.door.Referee.KeepFile(h.edit.Context(), h.command(0, 0), a.Name, bytes.NewReader(a.Bytes))
	if err == nil {
		h.reply.handed = &f
	}
	return engine.WithFile(strings.TrimSuffix(text, engine.TextMark), f) + engine.TextMark, err
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
	case h.reply.handed == nil:
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
	s, v, now := w.x.Look.Snapshot, engine.Viewer(w.token.Seat), w.x.Look.Seq
	from := min(w.before.Seq, now)
	known, err := s.HandedIn(v, 0, from) // what they have sealed themselves, too
	if err != nil {
		return err
	}
	list, err := s.HandedIn(v, from, now)
	if err != nil {
		return err
	}
	if w.reply.whole {
		list, known = w.x.Look.View.Files, nil
	}
	var missing []string
	room := int64(mostAttached)
	for i, f := range list {
		if slices.Contains(known, f) || slices.Contains(list[:i], f) || w.reply.handed != nil && f == *w.reply.handed {
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
			file.Type = mime.TypeByExtension(strings.ToLower(path.Ext(f.Name)))
		}
		w.out.Files = append(w.out.Files, file)
	}
	if len(missing) > 0 {
		w.tell(engine.Say("mail.handed-missing", engine.Text("names", strings.Join(missing, ", "))))
	}
	return nil
}
