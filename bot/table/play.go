package table

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

// choice is what a number stands for: a path in the answer to a question.
type choice struct {
	prompt engine.PromptID
	path   []string
	option engine.Option // the last of the path
}

// turnOf is what the player of a seat may do.
func (t *Session) turnOf(seat engine.Seat) (turn.Turn, error) {
	s, err := t.snapshot(t.id)
	if err != nil {
		return turn.Turn{}, err
	}
	return turnAt(t, s, seat)
}

func turnAt(t *Session, s *referee.Snapshot, seat engine.Seat) (turn.Turn, error) {
	w := turn.Wishes{Odds: !t.Script}
	if t.Turn != nil {
		w.File = t.Turn.File
	}
	x, err := turn.Of(t.Referee, s, t.by(seat), w)
	if t.lesson != nil {
		x.Orders = t.lesson
	}
	return x, err
}

// now is what the player whose turn it is may do; nobody's where nobody at the table is asked.
func (t *Session) now() (turn.Turn, error) {
	if t.id == "" {
		return turn.Turn{}, nil
	}
	s, err := t.snapshot(t.id)
	if err != nil {
		return turn.Turn{}, err
	}
	look, err := s.Look(t.viewer())
	if err != nil {
		return turn.Turn{}, err
	}
	seat, _ := t.turn(look)
	return turnAt(t, s, seat)
}

// choices are the answers to the questions of a turn that numbers stand for, in order.
func choices(x turn.Turn) (out []choice, err error) {
	for _, a := range x.Asks() {
		more, err := choicesOf(x, a)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

func choicesOf(x turn.Turn, a referee.Ask) ([]choice, error) {
	path, node, err := x.Choices(a.Prompt)
	if err != nil {
		return nil, err
	}
	out := make([]choice, len(node.Options))
	for i, o := range node.Options {
		out[i] = choice{prompt: a.Prompt, path: append(slices.Clone(path), o.ID), option: o}
	}
	return out, nil
}

// order gives an order of the seat whose turn it is, or of one named before it:
// "red: plan hold".
func (t *Session) order(words []string) error {
	x, err := t.now()
	if err == nil && t.named != "" && t.named != x.By.Seat {
		x, err = t.turnOf(t.named)
	}
	switch {
	case err != nil:
		return err
	case x.Look.Ending != nil:
		return engine.ErrOver
	case x.Look.Restored != nil:
		return match.ErrRestored
	case x.By.Seat == "":
		return engine.ErrSeat
	}
	if err := t.Turn.over(t); err != nil {
		return err
	}
	text := strings.Join(words, " ")
	if t.Turn != nil {
		if o, err := x.Look.Snapshot.Read(x.By, text); err == nil && o.Whole {
			if taken, err := t.Turn.takes(t, o.Prompt, o.Path); taken || err != nil {
				return err
			}
		}
	}
	done, err := x.Type(text)
	return t.answered(x.By.Seat, done.Reply, err)
}

// confirm gives what is half built, and waits for that.
func (t *Session) confirm(x turn.Turn) error {
	d := x.Look.Draft
	done, err := x.Confirm(d.Prompt, d.Path)
	if err == nil && done.Held != "" {
		t.kept()
		return nil
	}
	return t.answered(x.By.Seat, done.Reply, err)
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
func (t *Session) choose(x turn.Turn, c choice) error {
	if taken, err := t.Turn.takes(t, c.prompt, c.path); taken || err != nil {
		return err
	}
	done, err := x.Choose(c.prompt, c.path, false)
	return t.answered(x.By.Seat, done.Reply, err)
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
	lines, err := read(t, func(s *referee.Snapshot) ([]referee.Line, error) { return s.Lines(v, from, to) })
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
	posts, err := t.Referee.Outbox.Posts(place)
	if err != nil {
		return err
	}
	for _, p := range posts {
		if id, seq := p.Match(); id == t.id && seq <= to {
			if err := t.Referee.Outbox.Posted(place, p); err != nil {
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
		x, err := t.turnOf(s)
		if err != nil {
			return err
		}
		done, err := x.Do(turn.Undo, turn.With{})
		if errors.Is(err, match.ErrUndo) || errors.Is(err, engine.ErrOver) {
			continue
		}
		if err == nil && t.Turn != nil {
			return errors.Join(t.posted(done.To), t.Turn.undone(t))
		}
		return t.answered(s, done.Reply, err)
	}
	if t.lesson != nil {
		return again(t, nil)
	}
	if look.Ending != nil || t.Turn != nil {
		return match.ErrUndo
	}
	x, back, err := t.takeBack()
	if err == nil && back > 0 && x.By.Seat != "" {
		err = refused("table.undo-ask", engine.Text("order", t.path([]string{"undo", "yes"})))
	}
	return cmp.Or(err, error(match.ErrUndo))
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

// takeBack is where the player whose turn it is may ask to go back to; 0: nowhere.
func (t *Session) takeBack() (x turn.Turn, to int, err error) {
	seat, err := t.acting(nil)
	if err != nil {
		return x, 0, err
	}
	if x, err = t.turnOf(seat); err != nil {
		return x, 0, err
	}
	offers, err := x.OffersOf(turn.TakeBack)
	if err != nil || len(offers) == 0 {
		return x, 0, err
	}
	return x, offers[0].N, nil
}

// requestTakeBack asks to go back to before the last answer of whose turn it is.
func requestTakeBack(t *Session) error {
	x, to, err := t.takeBack()
	if err != nil {
		return err
	}
	if to == 0 {
		return match.ErrUndo
	}
	done, err := x.Do(turn.TakeBack, turn.With{N: to})
	if err := t.answered(x.By.Seat, done.Reply, err); err != nil || t.mine != "" {
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

// seatDoes does an act for a seat that may be named.
func (t *Session) seatDoes(words []string, act turn.Act) error {
	seat, err := t.acting(words)
	if err != nil {
		return err
	}
	x, err := t.turnOf(seat)
	if err != nil {
		return err
	}
	done, err := x.Do(act, turn.With{})
	return t.answered(seat, done.Reply, err)
}

// resign asks first: it ends the match and cannot be taken back.
func resign(t *Session, words []string) error {
	if n := len(words) - 1; n >= 0 && words[n] == "yes" {
		return t.seatDoes(words[:n], turn.Resign)
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
	err := t.seatDoes(words, turn.Draw)
	if err == nil && t.mine == "" {
		t.say("table.offered")
	}
	return err
}

// accept and decline are for the seat to which the offer is made.
func accept(t *Session, words []string) error {
	err := reply(t, words, turn.Accept)
	if err != nil {
		return err
	}
	return t.retake()
}

func decline(t *Session, words []string) error {
	return reply(t, words, turn.Decline)
}

// reply answers the offer that stands.
func reply(t *Session, words []string, answer turn.Act) error {
	look, err := t.look()
	if err != nil {
		return err
	}
	if len(words) > 0 || t.mine != "" {
		return t.seatDoes(words, answer)
	}
	for _, s := range t.info.Seats {
		if look.Offer != "" && s != look.Offerer {
			return t.seatDoes([]string{string(s)}, answer)
		}
	}
	return match.ErrNoOffer
}
