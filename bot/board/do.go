package board

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
)

// keys are the names that an action may have.
var keys = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)

// mostText is how many letters a typed order, or a note, may have.
const mostText = 2000

// actions is what can be done to a match for a seat beside the acts of package turn, by its name.
var actions = map[string]func(*seatRequest) (referee.Reply, error){
	"pick": pick, "draft": draft, "answer": confirm, "order": order,
}

// beside is what can be done beside the match, by its name.
var beside = map[string]func(*request, *referee.Snapshot, Action) (Outcome, error){
	"sit": sit, "note": note,
}

// seatRequest is a request that does something for a seat, and what it is decided on.
type seatRequest struct {
	*request
	Action
	turn.Turn
	outcome Outcome
}

// read reads what a visitor does.
func (q *request) read() (d Action, err error) {
	if q.Header.Get("Content-Type") != "application/json" {
		return d, errForm
	}
	dec := json.NewDecoder(q.Body)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return d, tooBig(err, errForm)
	}
	if !keys.MatchString(d.Key) || !validPath(d.Path) || !utf8.ValidString(d.Text) || utf8.RuneCountInString(d.Text) > mostText {
		return d, errForm
	}
	act := turn.Act(d.Do)
	known := actions[d.Do] != nil || beside[d.Do] != nil || slices.Contains(turn.Acts(), act) && !slices.Contains(unshown, act)
	if d.Sandbox && trials[d.Do] == nil || !d.Sandbox && !known {
		return d, errForm
	}
	return d, nil
}

// do does something, once.
func do(q *request) error {
	asked, err := q.read()
	if err != nil {
		return err
	}
	s, err := q.snapshot()
	if err != nil {
		return err
	}
	if asked.Sandbox || asked.Do == string(turn.Try) {
		return q.tries(s, asked)
	}
	if apart := beside[asked.Do]; apart != nil {
		done, err := apart(q, s, asked)
		if err != nil {
			return err
		}
		return q.json(http.StatusOK, done)
	}
	before, err := s.Look(q.Context(), engine.Spectator)
	if err != nil {
		return err
	}
	d := &seatRequest{request: q, Action: asked}
	by, err := q.acting(s, asked.Seat)
	if err != nil {
		return err
	}
	// A key is of one visitor and one match: who knows that of somebody else learns nothing by it.
	by.Key = strings.Join([]string{door, by.Account, string(by.Match), string(asked.Seat), asked.Key}, ":")
	by.SeenAs = asked.Seen
	if d.Turn, err = q.b.turn(d.Context(), s, by); err != nil {
		return err
	}
	act := actions[asked.Do]
	if act == nil {
		act = (*seatRequest).act
	}
	reply, err := act(d)
	if err != nil && !d.refuses(err) {
		return err
	}
	code := statusOf(err)
	for _, line := range reply.Lines {
		d.outcome.Lines = append(d.outcome.Lines, d.say(line.Said))
	}
	d.outcome.Repeated = reply.Repeated
	// The match as the action has left it: what a program has answered since is news of its own.
	if s = reply.Now; s == nil || reply.Repeated {
		if s, err = q.snapshot(); err != nil {
			return err
		}
	}
	if d.outcome.State, err = q.state(s, glance{seat: asked.Seat, open: reply.Repeated || !q.private(before, asked.Seat)}); err != nil {
		return err
	}
	if d.outcome.State.Viewer.HandOver != "" {
		d.outcome.Lines = nil
	}
	return q.json(code, d.outcome)
}

// refuses notes why nothing was done; false: the error is none of the player's.
func (d *seatRequest) refuses(err error) bool {
	var unsure *referee.UnsureError
	if errors.As(err, &unsure) {
		d.outcome.Unsure = &Unsure{Text: d.say(d.words.Quote(d.lang, unsure.Explain())), Warnings: d.all(unsure.Warnings)}
		return true
	}
	var fault *referee.Fault
	if !referee.IsRefusal(err) && !errors.As(err, &fault) {
		return false
	}
	r := d.refusal(err, d.Look.Info)
	if last := len(d.Path) - 1; last >= 0 && strings.HasPrefix(d.Path[last], engine.TextMark) && r.Next == d.text(nextChoice) {
		r.Next = d.text("web.next.write")
	}
	d.outcome.Refusal = r
	return true
}

// pick takes the options of a path. A button beside the map says what it does, and what is chosen on the map does not.
func pick(d *seatRequest) (referee.Reply, error) {
	silent := false
	if len(d.Path) > 0 {
		hex, piece := placesOf(d.Look.Info, d.Look.View).of(d.Path[0])
		silent = hex+piece != ""
	}
	done, err := d.Choose(d.Context(), d.Prompt, d.Path, silent)
	return done.Reply, err
}

func draft(d *seatRequest) (referee.Reply, error) {
	return d.Orders.Draft(d.Context(), d.By, d.Prompt, d.Path)
}

// confirm gives an answer. The last of a turn file stays half built.
func confirm(d *seatRequest) (referee.Reply, error) {
	done, err := d.Confirm(d.Context(), d.Prompt, d.Path)
	if err == nil && done.Held != "" {
		err = errKept
	}
	return done.Reply, err
}

// act does what is not an order of the game, and shows the hint that was asked for.
func (d *seatRequest) act() (referee.Reply, error) {
	done, err := d.Turn.Do(d.Context(), turn.Act(d.Action.Do), turn.With{N: d.N, Text: d.typed(), Sure: true})
	if err != nil || done.Hint.Prompt == "" { // a hint that was told before is not told again
		return done.Reply, err
	}
	h := done.Hint
	a, err := d.b.said(d.voice, d.Look.Info.Board, d.Look.View, &h.Why)
	if err != nil {
		return done.Reply, err
	}
	a.Title = d.text("web.hint", engine.Noun("program", h.Program.Name), engine.Text("path", d.pressing(h.Path)))
	a.Prompt, a.Path = h.Prompt, h.Path
	d.outcome.Answer = a
	return done.Reply, nil
}

// typed is what was typed, in the words of the game.
func (d *seatRequest) typed() string { return d.words.Typed(d.lang, d.Text) }

// order obeys what was typed, or answers it if it is a question.
func order(d *seatRequest) (referee.Reply, error) {
	text := d.typed()
	if words, question := d.question(d.Look.Info, d.Text); question {
		a, err := d.answerQuestion(d.Look, engine.Viewer(d.Seat), d.By, words)
		d.outcome.Answer = a
		return referee.Reply{}, err
	}
	done, err := d.Type(d.Context(), text)
	return done.Reply, err
}
