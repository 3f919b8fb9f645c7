package board

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"referee/bot/referee"
	"referee/bot/sandbox"
	"referee/bot/table"
	"referee/engine"
	"referee/engine/match"
)

// Notes keeps texts by name, each with its owner, with whose account it is erased: package store does.
type Notes interface {
	// Read is what is kept under some names; nil where that is nothing.
	Read(ctx context.Context, names ...string) ([][]byte, error)
	// Keep keeps texts by name; nil deletes one.
	Keep(ctx context.Context, texts map[string][]byte, owners map[string]string) error
}

// noteName names the note of a visitor about a match.
func (q *request) noteName(id match.ID) string {
	return fmt.Sprintf("note %s %s", id, q.visitor.Account)
}

// note is what the visitor has noted about a match; "": nothing.
func (q *request) note(id match.ID) (string, error) {
	if q.b.Notes == nil {
		return "", nil
	}
	kept, err := q.b.Notes.Read(q.Context(), q.noteName(id))
	if err != nil {
		return "", err
	}
	return string(kept[0]), nil
}

// note keeps what a visitor notes.
func note(q *request, s *referee.Snapshot, d Action) (Outcome, error) {
	if q.b.Notes == nil {
		return Outcome{}, errForm
	}
	var text []byte
	if d.Text != "" {
		text = []byte(d.Text)
	}
	name := q.noteName(s.Match().ID())
	if err := q.b.Notes.Keep(q.Context(), map[string][]byte{name: text}, map[string]string{name: q.visitor.Account}); err != nil {
		return Outcome{}, err
	}
	return q.outcomeBeside(s, d.Seat)
}

// outcomeBeside returns the match after an action that changed nothing in it.
func (q *request) outcomeBeside(s *referee.Snapshot, seat engine.Seat) (out Outcome, err error) {
	out.State, err = q.state(s, glance{seat: seat})
	return out, err
}

// sit has who sits at the screen take all seats that nobody has.
func sit(q *request, s *referee.Snapshot, d Action) (Outcome, error) {
	l, err := s.Look(q.Context(), engine.Spectator)
	switch {
	case err != nil:
		return Outcome{}, err
	case q.visitor.Table == "" || !vacant(l):
		return Outcome{}, errSeat
	}
	for _, seat := range l.Info.Seats {
		held := l.Holder(seat)
		c := q.visitor.seated(l.Match, seat)
		switch {
		case slices.Contains(l.Free, seat):
			_, err = q.b.Referee.Join(q.Context(), c)
		case held.Account == "" && held.Program == "":
			err = q.b.Referee.Claim(q.Context(), c, q.visitor.place())
		}
		if err != nil {
			return Outcome{}, err
		}
	}
	if s, err = q.snapshot(); err != nil {
		return Outcome{}, err
	}
	return q.outcomeBeside(s, "")
}

// trials is what can be done in a sandbox, by its name.
var trials = map[string]func(*trial) (sandbox.Trial, error){
	"try": func(t *trial) (sandbox.Trial, error) { return t.b.trials.Open(t.s, t.by) },
	"pick": func(t *trial) (sandbox.Trial, error) {
		return t.b.trials.Pick(t.Context(), t.by.Account, t.Prompt, t.Path)
	},
	"answer": func(t *trial) (sandbox.Trial, error) {
		return t.b.trials.Pick(t.Context(), t.by.Account, t.Prompt, t.Path)
	},
	"draft": drop,
	"order": tryOrder,
	"undo":  func(t *trial) (sandbox.Trial, error) { return t.b.trials.Back(t.Context(), t.by.Account) },
	"dice": func(t *trial) (sandbox.Trial, error) {
		return t.b.trials.Load(t.Context(), t.by.Account, strings.Fields(t.words.Typed(t.lang, t.Text)))
	},
	"away": func(t *trial) (sandbox.Trial, error) {
		t.b.trials.PutAway(t.by.Account)
		return sandbox.Trial{}, nil
	},
}

// drop drops what is half built in a sandbox, or builds a path instead.
func drop(t *trial) (sandbox.Trial, error) {
	shown, err := t.current()
	switch {
	case err != nil || len(t.Path) == 0 && len(shown.Held.Path) == 0:
		return shown, err
	case len(t.Path) == 0:
		return t.b.trials.Back(t.Context(), t.by.Account)
	}
	return t.b.trials.Pick(t.Context(), t.by.Account, t.Prompt, t.Path)
}

// lasting are questions of the table whose answers are the same in a sandbox as in its match.
var lasting = []string{rulesWord, table.AidsWord, "law", "help"}

// tryOrder obeys what was typed in a sandbox, or answers it if it is a question.
func tryOrder(t *trial) (shown sandbox.Trial, err error) {
	text, info := t.words.Typed(t.lang, t.Text), t.s.Info()
	words, question := t.question(info, t.Text)
	switch {
	case !question:
	case info.HasQuery(words[0]):
		shown, a, err := t.b.trials.Ask(t.Context(), t.by.Account, text)
		if err == nil {
			t.answer, err = t.b.said(t.voice, info.Board, shown.View, &a)
		}
		return shown, err
	case slices.Contains(lasting, words[0]):
		l, err := t.s.Look(t.Context(), engine.Spectator)
		if err == nil {
			t.answer, err = t.answerQuestion(l, engine.Spectator, referee.Command{}, words)
		}
		if err != nil {
			return shown, err
		}
		return t.current()
	}
	return t.b.trials.Try(t.Context(), t.by.Account, text)
}

// trial is what is done in a sandbox.
type trial struct {
	*request
	Action
	s      *referee.Snapshot
	by     referee.Command // of whom it is
	answer *Answer         // to a question that was typed
}

// trying is whose sandbox of a match a request is about: of who acts for a seat, or of the visitor who looks on.
func (q *request) trying(s *referee.Snapshot, seat engine.Seat) (t *trial, err error) {
	t = &trial{request: q, s: s, by: referee.Command{Match: s.Match().ID(), Account: q.visitor.Account, Door: door}}
	if seat != "" {
		t.by, err = q.acting(s, seat)
	}
	return t, err
}

// tries does something in a sandbox.
func (q *request) tries(s *referee.Snapshot, d Action) error {
	t, err := q.trying(s, d.Seat)
	if err != nil {
		return err
	}
	t.Action = d
	shown, err := t.current()
	if err == nil {
		shown, err = trials[d.Do](t)
	}
	var out Outcome
	if err == nil && d.Do == "away" {
		out, err = q.outcomeBeside(s, d.Seat)
	} else {
		out, err = t.outcome(shown, err)
	}
	if err != nil {
		return err
	}
	return q.json(http.StatusOK, out)
}

// current returns the sandbox, if it is of this match.
func (t *trial) current() (sandbox.Trial, error) {
	shown, err := t.b.trials.Trial(t.Context(), t.by.Account)
	if err == nil && shown.Match != t.by.Match && t.Do != "try" {
		err = sandbox.ErrNone
	}
	if t.Do == "try" {
		err = nil
	}
	return shown, err
}

// inSandbox answers with a sandbox as it stands.
func (q *request) inSandbox(s *referee.Snapshot, seat engine.Seat) error {
	t, err := q.trying(s, seat)
	if err != nil {
		return err
	}
	out, err := t.outcome(t.current())
	switch {
	case err != nil:
		return err
	case out.Refusal != nil:
		return q.json(http.StatusOK, out)
	}
	return q.json(http.StatusOK, out.State)
}

// outcome returns the sandbox to show, or why an action in it was refused.
func (t *trial) outcome(shown sandbox.Trial, err error) (out Outcome, _ error) {
	switch {
	case err != nil && referee.IsRefusal(err):
		return Outcome{Refusal: t.refusal(err, t.s.Info())}, nil
	case err != nil:
		return out, err
	}
	view := shown.View
	st := &State{
		Match: shown.Match, Title: shown.Info.Title, Seq: shown.Seq, Last: t.s.Match().Seq(),
		Viewer: Viewer{Seats: []engine.Seat{}}, Sandbox: true,
		Status: t.say(view.Status), Asks: []Ask{}, Seats: []Seat{},
	}
	for _, seat := range shown.Info.Seats {
		st.Viewer.Seats = append(st.Viewer.Seats, seat)
		st.Seats = append(st.Seats, Seat{ID: seat, Label: t.side(seat)})
	}
	t.counts(st.Seats, view)
	seen, err := t.b.sight(shown.Info, view, nil, t.voice)
	if err != nil {
		return out, err
	}
	seen.shows(st)
	for i, a := range shown.Asks {
		ask := Ask{Prompt: a.Prompt, Seat: a.Seat, Ask: t.say(a.Ask)}
		if a.Prompt == shown.Held.Prompt || len(shown.Held.Path) == 0 && i == 0 {
			ask.Mine = true
			on := placesOf(shown.Info, view)
			ask.Node = t.at(on, shown.Held.Path, shown.Node)
			ask.Node.Rolls = shown.Rolls
			ask.Node.close(t.voice, on, shown.Node.Closed)
			if shown.Node.Does != nil {
				t.ready(on, ask.Node, *shown.Node.Does, "")
			}
			if len(shown.Odds.Lines) > 0 {
				if ask.Node.Odds, err = t.b.said(t.voice, shown.Info.Board, view, &shown.Odds); err != nil {
					return out, err
				}
				ask.Node.foretold()
			}
		}
		st.Asks = append(st.Asks, ask)
	}
	for _, line := range shown.Lines {
		out.Lines = append(out.Lines, t.say(line.Said))
	}
	if len(shown.Loaded) > 0 {
		st.Chance = t.text("table.trial-loaded", engine.Text("results", t.spoken(shown.Loaded)))
	}
	st.Queries = t.queriesOf(shown.Info, view)
	out.State, out.Answer = st, t.answer
	return out, nil
}
