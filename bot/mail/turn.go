package mail

import (
	"errors"
	"strings"

	"referee/bot/mail/incoming"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
	"referee/bot/referee"
	"referee/bot/turnfile"
	"referee/bot/visible"
	"referee/engine"
)

// Reasons why a mail with a sealed reply moves nothing.
const (
	files     state.Reason = "files"     // it has several, or one that is larger than is read
	both      state.Reason = "both"      // its lines ask for something, too
	misplaced state.Reason = "misplaced" // it answers a mail in which nobody was asked for orders: about a league, or to a judge
)

// turnType is the media type of a turn file: one by which no program thinks that it can show it.
const turnType = "application/vnd.referee.turn"

// handIn obeys the sealed reply of a mail.
func (h *handler) handIn() error {
	name := lines.Step{Text: visible.Line(h.mail.File.Name)}
	if len(h.plan.Steps) > 0 || h.plan.Try {
		h.reply.why = both
		return nil
	}
	h.plan = lines.Plan{} // what else is written is for nobody
	reply, err := turnfile.ReadReply(h.mail.File.Bytes)
	if err != nil {
		return h.did(name, referee.Reply{}, err)
	}
	got, err := turnfile.Obey(h.edit.Context(), h.door.Referee, h.command(0, 0), reply)
	var stale *turnfile.StaleError
	if errors.As(err, &stale) {
		return h.outdated(name, err, stale)
	}
	if err != nil {
		return h.did(name, referee.Reply{}, err)
	}
	if got.Repeated {
		h.reply.first = append(h.reply.first, engine.Say("mail.file-repeated"))
	}
	for i, done := range got.Done {
		if err := h.did(lines.Step{Text: h.path(reply.Orders[i].Path)}, done, nil); err != nil {
			return err
		}
	}
	if got.Refused == nil {
		return nil
	}
	next := reply.Orders[len(got.Done):]
	for _, a := range next[1:] {
		h.plan.Rest = append(h.plan.Rest, h.path(a.Path))
	}
	step := lines.Step{Text: h.path(next[0].Path)}
	if errors.As(got.Refused, &stale) {
		return h.outdated(step, got.Refused, stale)
	}
	return h.did(step, referee.Reply{}, got.Refused)
}

// outdated refuses what was sealed before the match went on, and tells what has happened since.
func (h *handler) outdated(s lines.Step, err error, stale *turnfile.StaleError) error {
	if err := h.did(s, referee.Reply{}, err); err != nil {
		return err
	}
	now, err := h.door.Referee.Snapshot(h.edit.Context(), h.token.Match)
	if err != nil {
		return err
	}
	since, err := stale.Since(now, h.token.Seat)
	if err != nil {
		return err
	}
	last := &h.reply.done[len(h.reply.done)-1]
	for _, l := range since[max(0, len(since)-mostChanged):] {
		last.said, h.reply.told = append(last.said, l.Said), append(h.reply.told, l.Seq)
	}
	h.reply.encloses = true // they work with files
	return nil
}

// attached are the names of what is attached to the mail and was not read; meant says that one of them looks like a turn file or a reply.
func (w page) attached() (names []string, meant bool) {
	for _, l := range w.mail.Left {
		if l.Why != incoming.Attached {
			continue
		}
		for _, name := range l.Names[:min(len(l.Names), mostNames)] {
			name = visible.Line(name)
			names = append(names, name)
			low := strings.ToLower(name)
			meant = meant || strings.Contains(low, turnfile.Suffix) || strings.Contains(low, turnfile.ReplySuffix)
		}
	}
	return names, meant
}

// mostNames bounds how many attachments are named that were not read.
const mostNames = 5

// turnFiles does what a line says about turn files: whether each mail that asks has one, or that this answer has.
func (h *handler) turnFiles(arg string) ([]engine.Msg, error) {
	if arg == "" {
		h.reply.encloses = true
		if h.token.Match == "" {
			return said("mail.file-match"), nil
		}
		return nil, nil
	}
	if h.person.Files = !lines.Off(arg); !h.person.Files {
		return said("mail.file-off"), h.edit.PutPerson(h.person)
	}
	return said("mail.file-on"), h.edit.PutPerson(h.person)
}

// enclose attaches the turn file to a mail that asks for orders, where its reader wants it; or it says why there is none.
func (w page) enclose(asks bool) error {
	if !w.reply.encloses && (!w.person.Files || !asks) {
		return nil
	}
	c := w.command(0, 0)
	f, text, err := turnfile.Make(w.edit.Context(), w.x.Look.Snapshot, c)
	switch {
	case err != nil && !referee.IsRefusal(err):
		return err
	case err != nil && w.reply.encloses:
		w.tell(referee.Explain(err))
		return nil
	case err != nil:
		return nil // they want it where there can be one
	}
	w.out.Attachment = &outgoing.File{Name: f.Name(), Type: turnType, Data: text}
	w.tell(engine.Say("mail.file", engine.Text("name", f.Name()), engine.Text("seal", w.word("seal"))))
	return nil
}
