package table

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// choice is what a number stands for: a path in the answer to a question.
type choice struct {
	seat   engine.Seat
	prompt engine.PromptID
	path   []string
	option engine.Option // the last of the path
}

// asks are the questions to the seat whose turn it is.
func asks(t *Session, look referee.Look) []referee.Ask {
	seat, asked := t.turn(look)
	return slices.DeleteFunc(slices.Clone(look.Asks), func(a referee.Ask) bool { return !asked || a.Seat != seat })
}

// choicesOf are the answers to a question that numbers stand for, in order: they
// continue the draft, past elements that leave no choice.
func choicesOf(t *Session, look referee.Look, a referee.Ask) ([]choice, error) {
	var path []string
	if look.Draft != nil && look.Draft.Prompt == a.Prompt {
		path = look.Draft.Path
	}
	node, err := read(t, func(s *referee.Snapshot) (engine.Node, error) { return s.Options(t.by(a.Seat), a.Prompt, path) })
	if err != nil {
		return nil, err
	}
	for !node.Done && len(node.Options) == 1 {
		longer := append(slices.Clone(path), node.Options[0].ID)
		next, err := read(t, func(s *referee.Snapshot) (engine.Node, error) { return s.Options(t.by(a.Seat), a.Prompt, longer) })
		if err != nil {
			return nil, err
		}
		if next.Done {
			break
		}
		path, node = longer, next
	}
	out := make([]choice, len(node.Options))
	for i, o := range node.Options {
		out[i] = choice{seat: a.Seat, prompt: a.Prompt, path: append(slices.Clone(path), o.ID), option: o}
	}
	return out, nil
}

// order gives an order of the seat whose turn it is, or of one named before it:
// "red: plan hold".
func (t *Session) order(words []string) error {
	look, err := t.look()
	if err != nil {
		return err
	}
	seat, _ := t.turn(look)
	seat = cmp.Or(t.named, seat)
	if look.Ending != nil {
		return engine.ErrOver
	}
	if look.Restored != nil {
		return match.ErrRestored
	}
	if seat == "" {
		return engine.ErrSeat
	}
	if err := t.Turn.over(t); err != nil {
		return err
	}
	by, text, give := t.by(seat), strings.Join(words, " "), t.orders().Order
	o, err := read(t, func(s *referee.Snapshot) (orders.Order, error) { return s.Read(by, text) })
	again := o.Whole && toRoll(look) && !o.Loses(look.Draft.Path)
	if err == nil && o.Whole {
		if taken, err := t.Turn.takes(t, o.Prompt, o.Path); taken || err != nil {
			return err
		}
	}
	switch {
	case err == nil && o.Whole && t.Turn.ends(t, o.Prompt, o.Path):
		give = t.orders().Hold
	case err == nil && !again && !strings.HasSuffix(text, referee.SureMark) && waits(t, o.Prompt, o.Path):
		give = t.orders().Hold
	}
	reply, err := give(by, text)
	return t.answered(seat, reply, err)
}

// waits reports whether an order waits for a last word before it is done: an attack whose odds are
// told. A script has none, as it does not read them.
func waits(t *Session, prompt engine.PromptID, path []string) bool {
	has, err := read(t, func(s *referee.Snapshot) (bool, error) { return s.CanPreviewOdds(prompt, path), nil })
	return has && err == nil && !t.Script
}

// toRoll reports whether what is half built is whole, and waits for that word.
func toRoll(look referee.Look) bool {
	return look.Draft != nil && look.Draft.Node.Done && len(look.Draft.Node.Options) == 0
}

// roll says that word: what waits is done.
func (t *Session) roll(look referee.Look) error {
	seat, _ := t.turn(look)
	if t.Turn.ends(t, look.Draft.Prompt, look.Draft.Path) {
		t.kept()
		return nil
	}
	reply, err := t.orders().Choose(t.by(seat), look.Draft.Prompt, look.Draft.Path)
	return t.answered(seat, reply, err)
}

// addressed removes the name of a person's seat from an order.
func addressed(t *Session, words []string) (engine.Seat, []string, bool) {
	name, colon := strings.CutSuffix(words[0], ":")
	seat, known := t.seat(name)
	if !colon || !known {
		return "", words, false
	}
	return seat, words[1:], true
}

// choose takes an option by its number.
func (t *Session) choose(c choice) error {
	if taken, err := t.Turn.takes(t, c.prompt, c.path); taken || err != nil {
		return err
	}
	give := t.orders().Choose
	if waits(t, c.prompt, c.path) || t.Turn.ends(t, c.prompt, c.path) {
		give = t.orders().HoldChoice
	}
	reply, err := give(t.by(c.seat), c.prompt, c.path)
	return t.answered(c.seat, reply, err)
}

// answered tells what a command led to, lets programs play their seats, and prints what is
// asked next.
func (t *Session) answered(seat engine.Seat, reply referee.Reply, err error) error {
	if err != nil {
		return err
	}
	viewer := t.viewer()
	if t.mine == "" && seat != "" {
		viewer = engine.Viewer(seat)
	}
	t.refused = nil
	if reply.To > reply.From { // an order that is only begun leads to nothing
		t.last.from, t.last.to = reply.From, reply.To
	}
	if err := t.told(viewer, reply.From, reply.To); err != nil {
		return err
	}
	if reply.Draft != nil {
		return t.soFar(seat, reply.Draft)
	}
	return t.proceed()
}

// told tells decisions, and removes them from what waits to be posted here.
func (t *Session) told(v engine.Viewer, from, to int) error {
	lines, err := read(t, func(s *referee.Snapshot) ([]referee.Line, error) { return s.Told(v, from, to) })
	if err != nil {
		return err
	}
	said := make([]engine.Msg, len(lines))
	for i, l := range lines {
		said[i] = l.Said
	}
	tellNews(t, said)
	if to > from {
		t.drafted = nil
	}
	return t.posted(to)
}

// posted removes what waits to be posted here, as far as it was told.
func (t *Session) posted(to int) error {
	posts, err := t.Referee.Posts(place)
	if err != nil {
		return err
	}
	for _, p := range posts {
		if id, seq := p.Match(); id == t.id && seq <= to {
			if err := t.Referee.Posted(place, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// undo drops the draft, or takes back the last answer of a seat that may do so; "undo yes" asks the other side to let
// the match go back over what was rolled or answered since, which a program does at once.
func undo(t *Session, words []string) error {
	switch {
	case len(words) == 1 && words[0] == "yes" && t.lesson == nil:
		return requestTakeBack(t)
	case len(words) > 0:
		return refused("table.alone", engine.Text("order", "undo"), engine.Text("word", strings.Join(words, " ")))
	}
	if t.Turn.undoes() {
		return t.Turn.undone(t)
	}
	look, err := t.look()
	if err != nil {
		return err
	}
	for _, s := range t.undoers(look) {
		reply, err := t.orders().Undo(t.by(s))
		if errors.Is(err, match.ErrUndo) || errors.Is(err, engine.ErrOver) {
			continue
		}
		if err == nil && t.Turn != nil {
			return errors.Join(t.posted(reply.To), t.Turn.undone(t))
		}
		return t.answered(s, reply, err)
	}
	if t.lesson != nil {
		return again(t, nil)
	}
	seat, err := t.acting(nil)
	if err != nil || look.Ending != nil || t.Turn != nil {
		return match.ErrUndo
	}
	if _, answered := backTo(look.Snapshot.Match(), seat); answered {
		return refused("table.undo-ask", engine.Text("order", t.path([]string{"undo", "yes"})))
	}
	return match.ErrUndo
}

// undoers are the seats whose last answer "undo" may take back: the one it names, or whose turn it is and then the others.
func (t *Session) undoers(look referee.Look) []engine.Seat {
	if t.named != "" {
		return []engine.Seat{t.named}
	}
	var seats []engine.Seat
	if seat, asked := t.turn(look); asked {
		seats = append(seats, seat)
	}
	for _, s := range t.info.Seats {
		if t.person(s) && !slices.Contains(seats, s) {
			seats = append(seats, s)
		}
	}
	return seats
}

// backTo is the decision before the last answer of a seat, however much came after it; false: it gave none.
func backTo(m *match.Match, seat engine.Seat) (int, bool) {
	line := m.Line()
	for i := len(line) - 1; i > 0; i-- {
		if a, answers := line[i].Decision.Act.(match.ActAnswer); answers && line[i].Decision.Seat == seat && !a.Auto {
			return line[i-1].Decision.Seq, true
		}
	}
	return 0, false
}

// requestTakeBack asks to go back to before the last answer of whose turn it is.
func requestTakeBack(t *Session) error {
	seat, err := t.acting(nil)
	if err != nil {
		return err
	}
	s, err := t.snapshot(t.id)
	if err != nil {
		return err
	}
	to, answered := backTo(s.Match(), seat)
	if !answered {
		return match.ErrUndo
	}
	reply, err := t.Referee.RequestTakeBack(t.by(seat), to)
	if err := t.answered(seat, reply, err); err != nil || t.mine != "" {
		return err
	}
	t.say("table.offered")
	return nil
}

// acting is the seat that a command without a name is for.
func (t *Session) acting(words []string) (engine.Seat, error) {
	if len(words) > 0 {
		seat, known := t.seat(strings.TrimSuffix(words[0], ":"))
		if !known {
			return "", match.ErrNoSeat
		}
		return seat, nil
	}
	if seat := cmp.Or(t.named, t.mine); seat != "" {
		return seat, nil
	}
	look, err := t.look()
	if err != nil {
		return "", err
	}
	if look.Ending != nil {
		return "", engine.ErrOver
	}
	seat, asked := t.turn(look)
	if !asked {
		return "", engine.ErrSeat
	}
	return seat, nil
}

// seatDoes does something for a seat that may be named.
func (t *Session) seatDoes(words []string, what func(referee.Command) (referee.Reply, error)) error {
	seat, err := t.acting(words)
	if err != nil {
		return err
	}
	reply, err := what(t.by(seat))
	return t.answered(seat, reply, err)
}

// resign asks first: it ends the match and cannot be taken back.
func resign(t *Session, words []string) error {
	if n := len(words) - 1; n >= 0 && words[n] == "yes" {
		return t.seatDoes(words[:n], t.Referee.Resign)
	}
	seat, err := t.acting(words)
	if err != nil {
		return err
	}
	t.say("table.resign-sure", engine.Noun("seat", string(seat)),
		engine.Text("order", t.path(append([]string{"resign"}, append(words, "yes")...))))
	return nil
}

// offer offers a draw, and says how the other player at the table can answer.
func offer(t *Session, words []string) error {
	err := t.seatDoes(words, t.Referee.OfferDraw)
	if err == nil && t.mine == "" {
		t.say("table.offered")
	}
	return err
}

// accept and decline are for the seat to which the offer is made.
func accept(t *Session, words []string) error {
	err := reply(t, words, t.Referee.Accept)
	if err != nil {
		return err
	}
	return t.retake()
}

func decline(t *Session, words []string) error {
	return reply(t, words, t.Referee.Decline)
}

// reply answers the offer that stands.
func reply(t *Session, words []string, answer func(referee.Command, match.Offer) (referee.Reply, error)) error {
	look, err := t.look()
	if err != nil {
		return err
	}
	what := func(c referee.Command) (referee.Reply, error) { return answer(c, cmp.Or(look.Offer, match.Draw)) }
	if len(words) > 0 || t.mine != "" {
		return t.seatDoes(words, what)
	}
	for _, s := range t.info.Seats {
		if look.Offer != "" && s != look.Offerer {
			return t.seatDoes([]string{string(s)}, what)
		}
	}
	return match.ErrNoOffer
}
