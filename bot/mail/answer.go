package mail

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"referee/bot/describe"
	"referee/bot/mail/delivery"
	"referee/bot/mail/incoming"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/turn"
	"referee/bot/turnfile"
	"referee/engine"
	"referee/engine/match"
)

// page is a mail about a match, or a league, as a reply is written in it.
type page struct {
	*handler
	out    *outgoing.Mail
	x      turn.Turn    // of the player who is told of a match
	before state.Thread // the mails before it
}

// within begins a mail in a thread: an answer to the mail of the request, or else to the last of the thread.
func (r *request) within(t state.Thread) outgoing.Mail {
	m := outgoing.Mail{Thread: t.IDs, Auto: outgoing.Generated}
	if r.mail != nil {
		m.Auto, m.InReply = outgoing.Replied, r.mail.MessageID
		if m.InReply != "" {
			m.Thread = append(slices.Clone(m.Thread), m.InReply)
		}
	} else if n := len(t.IDs); n > 0 {
		m.InReply = t.IDs[n-1]
	}
	return m
}

// answer has the answer to a mail, or the news of a match, wait: what was done, what has changed, how
// the match stands and what is asked.
func (h *handler) answer() error {
	if answers, err := h.answers(); err != nil || !answers {
		return err
	}
	x, err := h.opened()
	if err != nil {
		return err
	}
	l := x.Look
	if !slices.Contains(l.Seats(h.person.Account), h.token.Seat) {
		return h.parted()
	}
	before, err := h.edit.ThreadOf(h.person.Account, h.token.Match)
	if err != nil {
		return err
	}
	m := h.within(before)
	w := page{h, &m, x, before}
	next := state.Token{
		Account: h.person.Account, Match: h.token.Match, Seat: h.token.Seat, Seq: l.Seq, Offer: l.OfferedBy, Resigns: h.reply.resigns,
		From: before.Seq, Refused: h.reply.against, Standing: h.reply.rehearsed, Meant: h.reply.meant,
	}
	w.tellDone()
	w.look()
	for _, tell := range []func() error{
		w.tellChanged, func() error { return w.tellPosition(&next) }, func() error { return w.enclose(len(next.Asks) > 0) }, w.tellFiles,
		w.tellReasons, w.tellDice, w.tellTwin, w.tellBrowser,
	} {
		if err := tell(); err != nil {
			return err
		}
	}
	m.Blocks = append(m.Blocks, outgoing.Block{Footer: l.Foot()})
	before.Subject, before.Seq = cmp.Or(before.Subject, h.subject(l)), l.Seq
	if h.mail != nil {
		before.Lost = state.Reached // they write
	}
	return h.finish(m, h.token.Match, before, next)
}

// answers reports whether a mail is answered: of those that did nothing an hour has so many.
func (h *handler) answers() (bool, error) {
	if h.mail == nil || h.reply.acted {
		return true, nil
	}
	return h.edit.Idle(&h.person, true)
}

// parted answers who has no seat in the match any more: how it stands is for whoever has it now.
func (h *handler) parted() error {
	var said []engine.Msg
	for _, d := range h.reply.done {
		said = append(said, d.said...)
	}
	if len(said) == 0 {
		said = append(said, engine.Say("mail.refused."+string(parted)))
	}
	return h.notify(said...)
}

// finish gives a mail its token, and has it wait as the newest of its thread. Clocks wait for the mails about a match,
// and for no others.
func (h *handler) finish(m outgoing.Mail, thread match.ID, t state.Thread, next state.Token) error {
	next.Said = state.SaidOf(m)
	name, err := h.edit.Grant(&t, next)
	if err != nil {
		return err
	}
	page{handler: h, out: &m}.bears(t, name)
	about, seq := next.Match, next.Seq
	if about != thread {
		about, seq = "", 0
	}
	id, err := h.door.delivery.Post(h.edit, h.person, m, about, seq)
	if err != nil {
		return err
	}
	if h.mail != nil && h.mail.MessageID != "" {
		t.Join(h.mail.MessageID)
	}
	t.Join(id)
	t.At = h.door.Now()
	return h.edit.PutThread(h.person.Account, thread, t)
}

// bears gives a mail of a thread the token that answers to it carry.
func (w page) bears(t state.Thread, name string) {
	w.out.ReplyTo, w.out.Subject = w.replies(t, name)
	w.out.Unsubscribe = outgoing.Unsubscribe{Mail: w.door.From.Address, Subject: delivery.Unsubscribe + " [" + name + "]"}
	if w.door.Plus {
		w.out.Unsubscribe = outgoing.Unsubscribe{Mail: w.out.ReplyTo, Subject: delivery.Unsubscribe}
	}
}

// replies are the address and the subject of mails about a match that carry a token; "": the address is ours.
func (r *request) replies(t state.Thread, name string) (to, subject string) {
	if r.door.Plus {
		return outgoing.Plus(r.door.From.Address, name), t.Subject
	}
	return "", t.Subject + " [" + name + "]"
}

// subject is that of all mails about a match to one person.
func (h *handler) subject(l referee.Look) string {
	against := ""
	for _, x := range l.Sitting {
		switch {
		case x.Program != "":
			against = h.speech.words.Computer(h.person.Lang, x.Program)
		case x.Account != h.person.Account && x.Name != "":
			against = x.Name
		}
	}
	if against == "" {
		return h.say(engine.Say("mail.subject", engine.Text("title", l.Info.Title), engine.Text("match", string(l.Match))))
	}
	return h.say(engine.Say("mail.subject-against", engine.Text("title", l.Info.Title), engine.Text("match", string(l.Match)), engine.Text("name", against)))
}

func (h *handler) say(m engine.Msg) string { return h.speech.words.Say(h.person.Lang, m) }

// tell adds a paragraph.
func (w page) tell(what ...engine.Msg) {
	said := make([]string, len(what))
	for i := range what {
		said[i] = w.say(what[i])
	}
	w.out.Blocks = append(w.out.Blocks, outgoing.Paragraph(strings.Join(said, "\n")))
}

func (w page) heading(key string) {
	w.out.Blocks = append(w.out.Blocks, outgoing.Heading(w.say(engine.Say(key))))
}

// tellDone tells what came of each line.
func (w page) tellDone() {
	if len(w.reply.first) > 0 {
		w.tell(w.reply.first...)
	}
	if w.reply.why != "" {
		w.tell(engine.Say("mail.refused." + string(w.reply.why)))
	}
	if w.mail == nil {
		return
	}
	switch {
	case len(w.reply.done) > 0 && w.plan.Try:
		w.heading("mail.tried")
	case len(w.reply.done) > 0:
		w.heading("mail.done")
	case w.reply.why == "":
		w.tell(w.nothing())
	}
	for _, d := range w.reply.done {
		lines := []string{"» " + d.line}
		if d.refused {
			lines[0] = w.say(engine.Say("mail.not-done", engine.Text("line", d.line)))
		}
		for _, said := range d.said {
			lines = append(lines, w.say(said))
		}
		lines = append(lines, d.told...)
		if len(d.near) > 0 {
			lines = append(lines, w.say(engine.Say("referee.mean", engine.Text("words", strings.Join(d.near, ", ")))))
		}
		if len(d.next) > 0 {
			lines = append(lines, w.say(engine.Say("table.next"))+" "+strings.Join(d.next, ", "))
		}
		w.out.Blocks = append(w.out.Blocks, outgoing.Paragraph(strings.Join(lines, "\n")))
	}
	if n := len(w.plan.Rest); n > 0 {
		w.tell(engine.Say("mail.rest", engine.Text("lines", strings.Join(w.plan.Rest, " / ")), engine.Num("n", n)))
	}
	if n := len(w.plan.Unread); n > 0 && len(w.reply.done) > 0 {
		w.tell(engine.Say("mail.unread", engine.Text("lines", strings.Join(w.plan.Unread, " / ")), engine.Num("n", n)))
	}
	if len(w.plan.Forms) > 0 {
		w.tell(engine.Say("mail.forms", engine.Text("lines", strings.Join(w.plan.Forms, " / "))))
	}
	if len(w.reply.done) == 0 && w.reply.why == "" {
		w.tellLeft()
	}
}

// nothing says why nothing was done of a mail: it has no order, or not of its author's own.
func (w page) nothing() engine.Msg {
	names, meant := w.attached()
	others := slices.ContainsFunc(w.mail.Left, func(l incoming.Left) bool { return l.Why != incoming.Attached })
	switch {
	case !meant && len(w.plan.Unread) > 0:
		return engine.Say("mail.nothing", engine.Text("lines", strings.Join(w.plan.Unread, " / ")))
	case w.plan.Try && len(names) == 0:
		return engine.Say("mail.nothing-to-try", engine.Text("try", w.word("try")))
	case !meant && others:
		return engine.Say("mail.nothing-own")
	case len(names) > 0:
		return engine.Say("mail.nothing-attached", engine.Text("names", strings.Join(names, ", ")), engine.Text("suffix", turnfile.ReplySuffix), engine.Text("seal", w.word("seal")))
	}
	return engine.Say("mail.nothing-written")
}

// tellLeft tells, where no order was found, what was left out: it may be that.
func (w page) tellLeft() {
	n, first := 0, ""
	for _, l := range w.mail.Left {
		if l.First != "" {
			n, first = n+l.Lines, cmp.Or(first, l.First)
		}
	}
	if n > 0 {
		w.tell(engine.Say("mail.left-out", engine.Num("n", n), engine.Text("line", first)))
	}
}

// tellChanged tells what has happened since the last mail, but for what was told line by line.
func (w page) tellChanged() error {
	s := w.x.Look.Snapshot
	from := min(w.before.Seq, s.Match().Seq())
	told, err := s.Lines(engine.Viewer(w.token.Seat), from, 0)
	if err != nil {
		return err
	}
	var said []engine.Msg
	for _, l := range told {
		if !slices.Contains(w.reply.told, l.Seq) {
			said = append(said, l.Said)
			why, err := w.reason(s, l.Seq)
			if err != nil {
				return err
			}
			said = append(said, why...)
		}
	}
	if len(said) == 0 {
		return nil
	}
	w.heading("mail.changed")
	if len(said) > mostChanged {
		w.tell(engine.Say("mail.changed-more", engine.Num("n", len(said)-mostChanged)))
		said = said[len(said)-mostChanged:]
	}
	w.tell(said...)
	return nil
}

// mostChanged bounds what is told of what has happened: more is in the record.
const mostChanged = 60

// tellPosition tells how the match stands, and what is asked.
func (w page) tellPosition(next *state.Token) error {
	l := w.x.Look
	w.out.Blocks = append(w.out.Blocks, outgoing.Heading(w.say(l.View.Status)))
	switch w.x.Stage() {
	case turn.Over:
		w.tell(w.ending(l)...)
	case turn.Restored:
		w.tell(engine.Say("table.restored", engine.Num("n", l.Restored.From)))
	case turn.Held:
		w.tell(engine.Say("referee.refuse.league-stands"))
	case turn.Agreed:
		w.tell(engine.Say("referee.refuse.restored"))
	case turn.Open:
		w.tell(engine.Say("mail.waiting"))
	case turn.Appealed:
		w.tell(engine.Say("mail.judge.waits", engine.Text("appeal", lines.Spelled(w.speech.words, w.person.Lang, "appeal"))))
	default: // what is asked is told below
	}
	if board := l.Snapshot.Board(); board.Key != "" && w.before.Seq == 0 { // in the first mail of the match
		w.tell(board)
	}
	if l.Info.Board == nil {
		w.tell(describe.Lines(l.Asking())...)
	}
	w.tellPictures(l)
	if err := w.tellAsked(next); err != nil {
		return err
	}
	return w.tellOffer()
}

// tellOffer tells what the other side offers, and how that can be answered.
func (w page) tellOffer() error {
	accepts, err := w.x.May(w.edit.Context(), turn.Accept)
	if err != nil {
		return err
	}
	declines, err := w.x.May(w.edit.Context(), turn.Decline)
	if err != nil || !declines || w.x.Look.Offerer == w.token.Seat {
		return err
	}
	if board := w.x.Look.OfferedBoard; board != nil {
		w.tell(board.Changes...)
	}
	for _, name := range []string{schedule.SettingClock, schedule.SettingPause, referee.SettingHints} {
		value, key := w.x.Look.Proposed[name], "mail.proposes-"+name
		if value == "" {
			continue
		}
		if at, err := time.Parse(time.RFC3339, value); err == nil {
			value, key = at.UTC().Format("2006-01-02 15:04 MST"), key+"-until"
		}
		w.tell(engine.Say(key, engine.Text("value", value)))
	}
	by, decline := engine.Noun("seat", string(w.x.Look.Offerer)), engine.Text("decline", w.word("decline"))
	if accepts {
		w.tell(engine.Say("mail.offered", by, engine.Text("accept", w.word("accept")), decline))
	} else {
		w.tell(engine.Say("mail.offered-judged", by, decline))
	}
	return nil
}

// ending says how the match ended.
func (w page) ending(l referee.Look) []engine.Msg {
	out := []engine.Msg{engine.Say("table.draw")}
	switch {
	case l.Ending.Winner != "":
		out[0] = engine.Say("table.won", engine.Noun("seat", string(l.Ending.Winner)))
	case l.Ending.How == match.Abandoned:
		out[0] = engine.Say("referee.told.abandon")
	}
	if l.View.Result != nil {
		out = append(out, describe.Result(l.View.Result)...)
	}
	return append(out, engine.Say("mail.last-head", engine.Num("n", l.Seq), engine.Text("head", l.Whole)))
}

// tellAsked says what is asked of who reads, with the answers by their numbers, or who is asked else.
func (w page) tellAsked(next *state.Token) error {
	x := w.x
	asks := x.Asks()
	for i, a := range asks {
		if i == 0 {
			w.heading("mail.asked")
		}
		next.Asks = append(next.Asks, a.Prompt)
		w.tell(a.Ask)
		if path := x.HalfBuilt(a.Prompt); path != nil {
			w.tell(engine.Say("table.so-far", engine.Text("path", w.path(path))))
		}
		if err := w.listed(a, next); err != nil {
			return err
		}
	}
	if len(asks) > 0 {
		if err := w.written(); err != nil {
			return err
		}
		return w.deadline()
	}
	if len(x.Look.Asks) > 0 {
		w.tell(engine.Say("mail.others-turn", engine.Sub("ask", x.Look.Asks[0].Ask)))
	}
	return nil
}

// listed lists the answers to a question, numbered on from those before.
func (w page) listed(a referee.Ask, next *state.Token) error {
	held := len(w.x.HalfBuilt(a.Prompt))
	path, node, err := w.x.Choices(w.edit.Context(), a.Prompt)
	if err != nil {
		return err
	}
	var list outgoing.Answers
	for _, o := range node.Options {
		if begins := w.begins(a.Kind, path, o); begins != "" {
			list = append(list, outgoing.Answer{Say: begins, Text: w.speech.words.Option(w.person.Lang, o)})
			continue
		}
		next.Answers = append(next.Answers, state.Answer{Prompt: a.Prompt, Path: append(slices.Clone(path), o.ID)})
		text := w.speech.words.Option(w.person.Lang, o)
		if name := w.path(append(slices.Clone(path[held:]), o.ID)); !strings.EqualFold(name, text) {
			text = fmt.Sprintf("%s (%s)", text, name)
		}
		list = append(list, outgoing.Answer{Say: fmt.Sprint(len(next.Answers)), Text: text})
	}
	if len(list) > 0 {
		w.out.Blocks = append(w.out.Blocks, outgoing.Block{Answers: list})
	}
	return nil
}

// begins is how a line begins that takes an option behind a path, where only a text of the player's is missing then; "": it is
// taken by its number.
func (w page) begins(kind string, path []string, o engine.Option) string {
	path = append(slices.Clone(path), o.Element())
	for i := range w.speech.info.Verbs {
		v, given := &w.speech.info.Verbs[i], path
		if len(v.Slots) > 0 && v.Slots[0].Literal == "" {
			given = append([]string{v.Name}, path...)
		}
		slots, writes := v.Before()
		n := len(slots) + 1
		if writes && slices.Contains(v.Kinds, kind) && given[0] == v.Name && (len(given) == n || len(given) == n+1 && o.Write > 0) {
			return strings.TrimSpace(lines.Form(w.speech.words, w.person.Lang, v, strings.Fields(w.path(given[:n])), " "))
		}
	}
	return ""
}

// written says how to answer: by a number, or with the verbs that fit.
func (w page) written() error {
	words, err := w.x.Look.Snapshot.Complete(w.token.Seat, "")
	if err != nil {
		return err
	}
	tries, err := w.x.May(w.edit.Context(), turn.Try)
	if err != nil {
		return err
	}
	var verbs, files []string
	writes := false
	for _, n := range words {
		if !n.Verb || n.Anew {
			continue
		}
		verb := w.word(n.Word)
		v, _ := w.speech.info.Verb(n.Word)
		if v.File {
			files = append(files, verb)
		}
		if _, text := v.Before(); text || w.speech.info.Board == nil {
			verb, writes = lines.Form(w.speech.words, w.person.Lang, &v, []string{verb}, ""), writes || text
		}
		verbs = append(verbs, verb)
	}
	how := said("mail.how", engine.Text("verbs", strings.Join(verbs, ", ")))
	if len(verbs) == 0 {
		how = said("mail.how-number")
	}
	if writes {
		how = append(how, engine.Say("mail.how-text"))
	}
	if len(files) > 0 {
		how = append(how, engine.Say("mail.how-file", engine.Text("verbs", strings.Join(files, ", ")), engine.Num("mb", mostAttached>>20)))
	}
	if tries {
		how = append(how, engine.Say("mail.how-try", engine.Text("try", w.word("try"))))
	}
	how = append(how, engine.Say("mail.how-help", engine.Text("help", w.word("help"))))
	w.out.Blocks = append(w.out.Blocks, outgoing.Paragraph(w.joined(how)))
	return nil
}

// deadline says until when an answer is waited for, in the zone of who reads, or how much time there is for it: their clock
// runs as soon as it is known that this mail has come.
func (w page) deadline() error {
	times, err := w.door.Referee.Schedule.Times(w.edit.Context(), w.token.Match)
	if err != nil {
		return err
	}
	today := engine.Text("today", lines.Spelled(w.speech.words, w.person.Lang, "not-today"))
	for _, c := range times.Clocks {
		if c.Player != w.x.Look.Holder(w.token.Seat).Player || !c.Waited {
			continue
		}
		if c.Expires.IsZero() {
			if times.Settings.Runs() && !times.Paused && times.Doubt == "" && c.Left >= time.Minute {
				w.tell(engine.Say("mail.from-now", engine.Text("time", w.lasting(c.Left)), today))
			}
			continue
		}
		zone, err := w.door.Referee.Schedule.Zone(w.edit.Context(), w.person.Account)
		if err != nil {
			return err
		}
		w.tell(engine.Say("mail.until", engine.Text("when", c.Expires.In(zone).Format("2006-01-02 15:04 MST")), today))
	}
	return nil
}

// lasting is a length of time in words: its largest part, and the next where there is one.
func (w page) lasting(d time.Duration) string {
	var parts []string
	for _, u := range []struct {
		key string
		of  time.Duration
	}{{"mail.days", state.Day}, {"mail.hours", time.Hour}, {"mail.minutes", time.Minute}} {
		n := d / u.of
		if n == 0 && len(parts) > 0 || len(parts) == 2 {
			break
		}
		if d %= u.of; n > 0 {
			parts = append(parts, w.say(engine.Say(u.key, engine.Num("n", int(n)))))
		}
	}
	return strings.Join(parts, ", ")
}

// mostReasons bounds for how many answers of programs a mail says why: the newest. Whoever asks for
// others gets them, by their numbers.
const mostReasons = 12

// tellReasons says why programs have answered as they did since the last mail.
func (w page) tellReasons() error {
	s := w.x.Look.Snapshot
	var said []engine.Msg
	for seq := s.Match().Seq(); seq > min(w.before.Seq, s.Match().Seq()) && len(said) < mostReasons; seq-- {
		if _, program := s.Match().History().Answerer(seq); !program {
			continue
		}
		why, err := s.Why(w.edit.Context(), engine.Viewer(w.token.Seat), seq-1, seq)
		if err != nil {
			return err
		}
		for _, r := range why {
			if r.Gone {
				continue
			}
			told, err := s.Lines(engine.Viewer(w.token.Seat), seq-1, seq)
			if err != nil {
				return err
			}
			did := ""
			if len(told) > 0 {
				did = w.say(told[0].Said)
			}
			said = append(said, engine.Say("mail.reason", engine.Num("n", seq), engine.Text("did", did), engine.Text("why", w.joined(r.Why.Lines))))
		}
	}
	if len(said) == 0 {
		return nil
	}
	slices.Reverse(said)
	w.heading("mail.reasons")
	w.tell(said...)
	return nil
}

// joined are messages as one text.
func (h *handler) joined(list []engine.Msg) string {
	texts := make([]string, len(list))
	for i, m := range list {
		texts[i] = h.say(m)
	}
	return strings.Join(texts, " ")
}

// tellDice proves the rolls since the last mail.
func (w page) tellDice() error {
	said, err := w.dice(w.x.Look.Snapshot, w.before.Seq)
	if err != nil || len(said) == 0 {
		return err
	}
	w.heading("mail.dice")
	w.tell(said...)
	return nil
}

// mostProofs bounds how many proofs a mail has, the newest: the record has all.
const mostProofs = 12

// dice tells the rolls after a decision, with their proofs.
func (h *handler) dice(s *referee.Snapshot, after int) ([]engine.Msg, error) {
	made, err := s.Dice.Rolls(engine.Viewer(h.token.Seat))
	if err != nil {
		return nil, err
	}
	made = slices.DeleteFunc(made, func(r referee.RollTold) bool { return r.Seq <= after })
	var out []engine.Msg
	for _, r := range made[max(0, len(made)-mostProofs):] {
		p, err := s.Dice.Proofs(r.No, r.No)
		if errors.Is(err, referee.ErrNoProof) {
			return nil, nil
		}
		if errors.Is(err, referee.ErrSealed) {
			continue
		}
		if err != nil {
			return nil, err
		}
		out = append(out, engine.Say("mail.proof", engine.Num("no", r.No), engine.Sub("ask", r.Ask),
			engine.Text("result", p.Rolls[0].Result), engine.Text("proof", p.Rolls[0].Proof)))
	}
	return out, nil
}

// again answers a mail of which nothing was obeyed, with the match as it stands and a new token.
func (r *request) again(why state.Reason) error {
	t := r.token
	h := &handler{request: r, reply: reply{why: why}}
	if h.token = (state.Token{Account: t.Account, Match: t.Match, Seat: t.Seat, Judge: t.Judge}); t.League != "" {
		return h.tellLeague(t.League)
	}
	if t.Judge {
		return h.caseMail()
	}
	return h.answer()
}
