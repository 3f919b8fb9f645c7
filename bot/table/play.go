package table

import (
	"cmp"
	"context"
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

// now is what the player whose turn it is may do; nobody's where nobody at the table is asked.
func (q *request) now() turn.Turn {
	x := turn.Turn{Referee: q.Referee, Look: q.look, Orders: q.Referee.Orders, Wishes: turn.Wishes{Odds: !q.Script}}
	if q.turn != "" {
		x.By = q.by(q.turn)
	}
	if q.Turn != nil {
		x.File = q.Turn.File
	}
	if q.lesson != nil {
		x.Orders = q.lesson.Orders
	}
	return x
}

// turnOf is what the player of a seat may do.
func (q *request) turnOf(seat engine.Seat) (x turn.Turn, err error) {
	x = q.now()
	x.By = q.by(seat)
	if seat != q.turn {
		x.Look, err = q.seen.Look(q.ctx, engine.Viewer(seat))
	}
	return x, err
}

// choices are the answers to the questions of a turn that numbers stand for, in order.
func choices(ctx context.Context, x turn.Turn) (out []choice, err error) {
	for _, a := range x.Asks() {
		more, err := choicesOf(ctx, x, a)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

func choicesOf(ctx context.Context, x turn.Turn, a referee.Ask) ([]choice, error) {
	path, node, err := x.Choices(ctx, a.Prompt)
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
func (q *request) order(words []string) error {
	if q.seen == nil {
		return cmp.Or(q.unread, refused("table.no-match"))
	}
	x, err := q.turnOf(cmp.Or(q.named, q.turn))
	if err := cmp.Or(err, q.closed(x)); err != nil {
		return err
	}
	if x.By.Seat == "" {
		return engine.ErrSeat
	}
	text := strings.Join(words, " ")
	if q.Turn != nil {
		if o, err := x.Look.Snapshot.Read(q.ctx, x.By, text); err == nil && o.Whole {
			if taken, err := q.Turn.keeps(q, o.Prompt, o.Path); taken || err != nil {
				return err
			}
		}
	}
	done, err := x.Type(q.ctx, text)
	return q.tellReply(x.By.Seat, done.Reply, err)
}

// closed says why no order can be given in a turn; nil: one can.
func (q *request) closed(x turn.Turn) error {
	switch {
	case x.Look.Ending != nil:
		return engine.ErrOver
	case x.Look.Restored != nil:
		return match.ErrRestored
	}
	return q.Turn.closed(q)
}

// confirm gives what is half built, and waits for that.
func (q *request) confirm(x turn.Turn) error {
	d := x.Look.Draft
	done, err := x.Confirm(q.ctx, d.Prompt, d.Path)
	if err == nil && done.Held != "" {
		q.tellOrdersEnd()
		return nil
	}
	return q.tellReply(x.By.Seat, done.Reply, err)
}

// cutSeat removes the name of a person's seat from an order.
func cutSeat(q *request, words []string) (engine.Seat, []string, bool) {
	name, colon := strings.CutSuffix(words[0], ":")
	seat, known := q.seat(name)
	if !colon || !known {
		return "", words, false
	}
	return seat, words[1:], true
}

// choose takes an option by its number, or has the next line be the text that a player writes for it.
func (q *request) choose(x turn.Turn, c choice) error {
	if c.option.Write > 0 {
		q.writing = &c
		return nil
	}
	return q.give(x, c)
}

// fill takes an option with the text that was typed for it; an empty line leaves it.
func (q *request) fill(c choice, text string) error {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	x := q.now()
	if err := q.closed(x); err != nil {
		return err
	}
	c.path[len(c.path)-1] += text
	return q.give(x, c)
}

// give gives what was chosen.
func (q *request) give(x turn.Turn, c choice) error {
	if taken, err := q.Turn.keeps(q, c.prompt, c.path); taken || err != nil {
		return err
	}
	done, err := x.Choose(q.ctx, c.prompt, c.path, false)
	return q.tellReply(x.By.Seat, done.Reply, err)
}

// tellReply prints what a command led to, lets programs play their seats, and prints the next question.
func (q *request) tellReply(seat engine.Seat, reply referee.Reply, err error) error {
	if err != nil {
		return err
	}
	viewer := q.viewer()
	if q.mine == "" && seat != "" {
		viewer = engine.Viewer(seat)
	}
	q.refused = nil
	if reply.To > reply.From { // an order that is only begun leads to nothing
		q.lastReply.from, q.lastReply.to = reply.From, reply.To
	}
	if err := q.refresh(); err != nil {
		return err
	}
	if err := q.tellDecisions(viewer, reply.From, reply.To); err != nil {
		return err
	}
	if reply.Draft != nil {
		return q.soFar(seat, reply.Draft)
	}
	return q.proceed()
}

// tellDecisions prints decisions, and removes them from what waits to be posted here.
func (q *request) tellDecisions(v engine.Viewer, from, to int) error {
	lines, err := q.seen.Lines(v, from, to)
	if err != nil {
		return err
	}
	said := make([]engine.Msg, len(lines))
	for i, l := range lines {
		said[i] = l.Said
	}
	tellNews(q, said)
	if to > from {
		q.drafted = nil
	}
	return q.posted(to)
}

// posted removes what waits to be posted here, as far as it was told.
func (t *Session) posted(to int) error {
	posts, err := t.Referee.Outbox.Posts(t.ctx, place)
	if err != nil {
		return err
	}
	for _, p := range posts {
		if id, seq := p.Match(); id == t.id && seq <= to {
			if err := t.Referee.Outbox.Posted(t.ctx, place, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// undo drops the draft, or takes back the last answer of a seat that may do so; "undo yes" asks the other side to let
// the match go back over what was rolled or answered since, which a program does at once.
func undo(q *request, words []string) error {
	switch {
	case len(words) == 1 && words[0] == "yes" && q.lesson == nil:
		return requestTakeBack(q)
	case len(words) > 0:
		return refused("table.alone", engine.Text("order", "undo"), engine.Text("word", strings.Join(words, " ")))
	}
	if q.Turn.undo() {
		return q.Turn.tellUndone(q)
	}
	for _, s := range q.undoers() {
		x, err := q.turnOf(s)
		if err != nil {
			return err
		}
		done, err := x.Do(q.ctx, turn.Undo, turn.With{})
		if errors.Is(err, match.ErrUndo) || errors.Is(err, engine.ErrOver) {
			continue
		}
		if err == nil && q.Turn != nil {
			return errors.Join(q.posted(done.To), q.Turn.tellUndone(q))
		}
		return q.tellReply(s, done.Reply, err)
	}
	if q.lesson != nil {
		return again(q, nil)
	}
	if q.look.Ending != nil || q.Turn != nil {
		return match.ErrUndo
	}
	x, back, err := q.takeBack()
	if err == nil && back > 0 && x.By.Seat != "" {
		err = refused("table.undo-ask", engine.Text("order", q.path([]string{"undo", "yes"})))
	}
	return cmp.Or(err, error(match.ErrUndo))
}

// undoers are the seats whose last answer "undo" may take back: the one it names, or whose turn it is and then the others.
func (q *request) undoers() []engine.Seat {
	if q.named != "" {
		return []engine.Seat{q.named}
	}
	var seats []engine.Seat
	if q.turn != "" {
		seats = append(seats, q.turn)
	}
	for _, s := range q.info.Seats {
		if q.person(s) && !slices.Contains(seats, s) {
			seats = append(seats, s)
		}
	}
	return seats
}

// takeBack is where the player whose turn it is may ask to go back to; 0: nowhere.
func (q *request) takeBack() (x turn.Turn, to int, err error) {
	if x, err = q.turnFor(nil); err != nil {
		return x, 0, err
	}
	offers, err := x.OffersOf(q.ctx, turn.TakeBack)
	if err != nil || len(offers) == 0 {
		return x, 0, err
	}
	return x, offers[0].N, nil
}

// requestTakeBack asks to go back to before the last answer of whose turn it is.
func requestTakeBack(q *request) error {
	x, to, err := q.takeBack()
	if err != nil {
		return err
	}
	if to == 0 {
		return match.ErrUndo
	}
	if err := q.does(x.By.Seat, turn.TakeBack, turn.With{N: to}); err != nil || q.mine != "" {
		return err
	}
	q.say("table.offered")
	return nil
}

// acting is the seat that a command without a name is for.
func (q *request) acting(words []string) (engine.Seat, error) {
	if len(words) > 0 {
		seat, known := q.seat(strings.TrimSuffix(words[0], ":"))
		if !known {
			return "", match.ErrNoSeat
		}
		return seat, nil
	}
	if seat := cmp.Or(q.named, q.mine); seat != "" {
		return seat, nil
	}
	switch {
	case q.look.Ending != nil:
		return "", engine.ErrOver
	case q.turn == "":
		return "", engine.ErrSeat
	}
	return q.turn, nil
}

// turnFor returns what the player may do for whose seat a command is.
func (q *request) turnFor(words []string) (turn.Turn, error) {
	seat, err := q.acting(words)
	if err != nil {
		return turn.Turn{}, err
	}
	return q.turnOf(seat)
}

// seatDoes does an act for a seat that may be named.
func (q *request) seatDoes(words []string, act turn.Act) error {
	seat, err := q.acting(words)
	if err != nil {
		return err
	}
	return q.does(seat, act, turn.With{})
}

// does does an act for a seat.
func (q *request) does(seat engine.Seat, act turn.Act, w turn.With) error {
	x, err := q.turnOf(seat)
	if err != nil {
		return err
	}
	done, err := x.Do(q.ctx, act, w)
	return q.tellReply(seat, done.Reply, err)
}

// resign asks first: it ends the match and cannot be taken back.
func resign(q *request, words []string) error {
	if n := len(words) - 1; n >= 0 && words[n] == "yes" {
		return q.seatDoes(words[:n], turn.Resign)
	}
	seat, err := q.acting(words)
	if err != nil {
		return err
	}
	q.say("table.resign-sure", engine.Noun("seat", string(seat)),
		engine.Text("order", q.path(append([]string{"resign"}, append(words, "yes")...))))
	return nil
}

// offer offers a draw, and says how the other player at the table can answer.
func offer(q *request, words []string) error {
	err := q.seatDoes(words, turn.Draw)
	if err == nil && q.mine == "" {
		q.say("table.offered")
	}
	return err
}

// accept and decline are for the seat to which the offer is made.
func accept(q *request, words []string) error {
	err := reply(q, words, turn.Accept)
	if err != nil {
		return err
	}
	return q.adoptRules()
}

func decline(q *request, words []string) error {
	return reply(q, words, turn.Decline)
}

// reply answers the offer that stands.
func reply(q *request, words []string, answer turn.Act) error {
	if len(words) > 0 || q.mine != "" {
		return q.seatDoes(words, answer)
	}
	for _, s := range q.info.Seats {
		if q.look.Offer != "" && s != q.look.Offerer {
			return q.seatDoes([]string{string(s)}, answer)
		}
	}
	return match.ErrNoOffer
}
