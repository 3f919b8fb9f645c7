package table

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"referee/bot/files"
	"referee/bot/referee"
	"referee/bot/turnfile"
	"referee/engine"
)

// Turn is a turn file that is worked on, away from its referee: a match of the table that begins where the
// file was made. Its Referee plays the game that [turnfile.File.Open] makes, and never rolls.
type Turn struct {
	File  *turnfile.File
	Reply string // the file into which the reply is sealed

	last *turnfile.Order // an order that would reveal what the file only makes up: nothing of it is shown
}

// atTurn lists the table's own commands that work with a turn file; the others need a match.
var atTurn = []string{"options", "undo", "board", "units", "status", "map", "try", "why", "rules", AidsWord, "help", "seal", "quit"}

// begin shows the match of a turn file as it stands.
func (u *Turn) begin(q *request) error {
	f := u.File
	reply, err := q.Referee.Open(q.ctx, q.by(""), referee.Opening{Game: f.Game, Place: place})
	if err != nil {
		return err
	}
	q.id = reply.Match
	for _, seat := range q.info.Seats {
		if _, err := q.Referee.Join(q.ctx, q.by(seat)); err != nil {
			return err
		}
	}
	q.say("table.turn.open", engine.Text("match", string(f.Match)), engine.Text("game", q.info.Title),
		engine.Noun("seat", string(f.Seat)), engine.Num("n", f.Seq), engine.Text("head", f.Head.Short()), engine.Text("key", f.Key))
	if len(f.Hidden) > 0 {
		q.say("table.turn.hidden")
	}
	q.say("table.turn.how", q.command("seal"))
	return q.tellState()
}

// has refuses commands that do not work with a turn file, and "seal" without one.
func (u *Turn) has(name string) error {
	switch {
	case u == nil && name == "seal":
		return refused("table.turn.none")
	case u == nil || slices.Contains(atTurn, name) && (name != "try" || len(u.File.Hidden) == 0):
		return nil
	case name == "try":
		return referee.ErrSecret
	}
	return refused("table.turn.not-here", engine.Text("order", name))
}

// keeps keeps an answer that would reveal what the file makes up, with the warnings of the rules, and reports whether it
// is one. Nothing can be ordered after it.
func (u *Turn) keeps(q *request, prompt engine.PromptID, path []string) (bool, error) {
	if u == nil || len(u.File.Hidden) == 0 {
		return false, nil
	}
	pos := q.seen.Match().Position()
	reveals, err := u.File.Reveals(pos, prompt, path)
	if err != nil || !reveals {
		return false, nil // what is wrong with it the referee says
	}
	warnings, err := engine.Warnings(pos, prompt, path)
	if err != nil {
		return false, err
	}
	u.last = &turnfile.Order{Kind: prompt.Kind(), Path: path}
	tellAll(q, warnings)
	q.tellOrdersEnd()
	return true, nil
}

// closed refuses what would follow an order that [Turn.keeps] has kept.
func (u *Turn) closed(q *request) error {
	if u == nil || u.last == nil {
		return nil
	}
	return refused("table.turn.kept", q.command("seal"), q.command("undo"))
}

// ends reports whether the orders of a turn file end with an answer: what follows is rolled, or asked of somebody
// else. Such an answer is kept as it is half built, so that it can be taken back.
func (u *Turn) ends(q *request, prompt engine.PromptID, path []string) bool {
	return u != nil && u.File.Ends(q.seen, prompt, path)
}

// answers are the orders that were made, in order.
func (u *Turn) answers(q *request) ([]turnfile.Order, error) {
	if err := q.refresh(); err != nil {
		return nil, err
	}
	list, half, err := u.File.Orders(q.ctx, q.seen)
	switch {
	case err != nil:
		return nil, err
	case u.last != nil:
		return append(list, *u.last), nil
	case half != nil:
		return nil, refused("table.turn.half", engine.Text("path", q.path(half.Path)), q.command("undo"))
	}
	return list, nil
}

// undo takes back an order that [Turn.keeps] has kept, if there is one.
func (u *Turn) undo() bool {
	if u == nil || u.last == nil {
		return false
	}
	u.last = nil
	return true
}

// tellUndone says that an order was taken back. It names no decisions: the match of a turn file numbers its own.
func (u *Turn) tellUndone(q *request) error {
	q.refused, q.drafted = nil, nil
	q.say("table.turn.undone")
	return q.tellState()
}

// seal writes the orders into the reply to the turn file, beside it or to the path that was typed, and says how to send it.
func seal(q *request, _ []string) error {
	u := q.Turn
	q.leaving = false
	answers, err := u.answers(q)
	if err != nil {
		return err
	}
	if len(answers) == 0 {
		return refused("table.turn.nothing")
	}
	text, err := u.File.Seal(answers)
	if err != nil {
		return err
	}
	path := u.place(strings.Join(q.raw[1:], " "))
	if err := replace(path, text); err != nil {
		return refused("table.turn.unwritten", engine.Text("path", path), engine.Text("why", files.Reason(err).Error()),
			q.command("seal"))
	}
	q.sealed = string(text)
	q.say("table.turn.sealed", engine.Num("n", len(answers)), engine.Text("path", path))
	for i, a := range answers {
		q.write(fmt.Sprintf("%4d  %s", i+1, q.path(a.Path)))
	}
	q.say("table.turn.send", engine.Text("file", filepath.Base(path)))
	return nil
}

// place is the file into which the reply is sealed, where somebody has named it or its folder. Its name ends as those of
// replies do, which are found by that in a mail: so no turn file is written over.
func (u *Turn) place(named string) string {
	if named == "" {
		return u.Reply
	}
	if info, err := os.Stat(named); err == nil && info.IsDir() {
		return filepath.Join(named, filepath.Base(u.Reply))
	}
	return strings.TrimSuffix(named, turnfile.ReplySuffix) + turnfile.ReplySuffix
}

// replace writes a file in one go: where it cannot be written whole, one that was there before stays as it was.
func replace(path string, text []byte) error {
	part := path + ".part"
	err := os.WriteFile(part, text, 0o600)
	if err == nil {
		err = os.Rename(part, path)
	}
	if err != nil {
		_ = os.Remove(part) // it may not be there
	}
	return err
}

// unsealed reports whether orders were made that no reply has.
func (u *Turn) unsealed(q *request) bool {
	if u == nil {
		return false
	}
	answers, err := u.answers(q)
	if err != nil || len(answers) == 0 {
		return err != nil
	}
	text, err := u.File.Seal(answers)
	return err != nil || string(text) != q.sealed
}

// leave ends the session; where orders are not sealed it asks once.
func leave(q *request, _ []string) error {
	if q.lesson != nil {
		return q.quitCourse()
	}
	if q.Turn.unsealed(q) && !q.leaving {
		q.leaving = true
		return refused("table.turn.unsealed", q.command("seal"), q.command("quit"))
	}
	q.quit = true
	return nil
}

// called is how the match is called in the names of files.
func (t *Session) called() string {
	if t.Turn != nil {
		return strings.TrimSuffix(t.Turn.File.Name(), turnfile.Suffix)
	}
	return string(t.id)
}
