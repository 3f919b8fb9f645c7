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

	last *turnfile.Answer // an order that would reveal what the file only makes up: nothing of it is shown
}

// atTurn are the table's own commands that a turn file has; the others are for a match that goes on.
var atTurn = []string{"options", "undo", "board", "units", "status", "map", "try", "why", "rules", "help", "seal", "quit"}

// begin shows the match of a turn file as it stands.
func (u *Turn) begin(t *Session) error {
	f := u.File
	reply, err := t.Referee.Open(t.by(""), referee.Opening{Game: f.Game, Place: place})
	if err != nil {
		return err
	}
	t.id = reply.Match
	for _, seat := range t.info.Seats {
		if _, err := t.Referee.Join(t.by(seat)); err != nil {
			return err
		}
	}
	t.say("table.turn.open", engine.Text("match", string(f.Match)), engine.Text("game", t.info.Title),
		engine.Noun("seat", string(f.Seat)), engine.Num("n", f.Seq), engine.Text("head", f.Head.Short()), engine.Text("key", f.Key))
	if len(f.Hidden) > 0 {
		t.say("table.turn.hidden")
	}
	t.say("table.turn.how", engine.Text("seal", t.words.Called(t.lang, "seal")))
	return t.stand()
}

// has refuses the commands of the table that a turn file has not.
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

// takes keeps an answer that would reveal what the file makes up, with the warnings of the rules, and reports whether it
// is one. Nothing can be ordered after it.
func (u *Turn) takes(t *Session, prompt engine.PromptID, path []string) (bool, error) {
	if u == nil || len(u.File.Hidden) == 0 {
		return false, nil
	}
	s, err := t.Referee.Snapshot(t.id)
	if err != nil {
		return false, err
	}
	pos := s.Match().Position()
	reveals, err := u.File.Reveals(pos, prompt, path)
	if err != nil || !reveals {
		return false, nil // what is wrong with it the referee says
	}
	warnings, err := engine.Warnings(pos, prompt, path)
	if err != nil {
		return false, err
	}
	u.last = &turnfile.Answer{Kind: prompt.Kind(), Path: path}
	tellAll(t, warnings)
	t.kept()
	return true, nil
}

// over refuses what would follow an order that [Turn.takes] has kept.
func (u *Turn) over(t *Session) error {
	if u == nil || u.last == nil {
		return nil
	}
	return refused("table.turn.kept", engine.Text("seal", t.words.Called(t.lang, "seal")), engine.Text("undo", t.words.Called(t.lang, "undo")))
}

// ends reports whether the orders of a turn file end with an answer: what follows is rolled, or asked of somebody
// else. Such an answer is kept as it is half built, so that it can be taken back.
func (u *Turn) ends(t *Session, prompt engine.PromptID, path []string) bool {
	if u == nil {
		return false
	}
	s, err := t.Referee.Snapshot(t.id)
	return err == nil && u.File.Ends(s, prompt, path) // else the command says what is wrong
}

// answers are the orders that were made, in order.
func (u *Turn) answers(t *Session) ([]turnfile.Answer, error) {
	s, err := t.Referee.Snapshot(t.id)
	if err != nil {
		return nil, err
	}
	list, half, err := u.File.Answers(s)
	switch {
	case err != nil:
		return nil, err
	case u.last != nil:
		return append(list, *u.last), nil
	case half != nil:
		return nil, refused("table.turn.half", engine.Text("path", t.path(half.Path)), engine.Text("undo", t.words.Called(t.lang, "undo")))
	}
	return list, nil
}

// undoes takes back an order that [Turn.takes] has kept, if there is one.
func (u *Turn) undoes() bool {
	if u == nil || u.last == nil {
		return false
	}
	u.last = nil
	return true
}

// undone tells that an order was taken back: not by decisions, which the match on which a turn file is worked on counts from its own beginning.
func (u *Turn) undone(t *Session) error {
	t.refused, t.drafted = nil, nil
	t.say("table.turn.undone")
	return t.stand()
}

// seal writes the orders that were made into the reply to the turn file, beside it or where it was named, and says how it is
// sent. Whoever could not write it is asked before they leave.
func seal(t *Session, _ []string) error {
	u := t.Turn
	t.leaving = false
	answers, err := u.answers(t)
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
	path := u.place(strings.Join(t.raw[1:], " "))
	if err := replace(path, text); err != nil {
		return refused("table.turn.unwritten", engine.Text("path", path), engine.Text("why", files.Reason(err).Error()),
			engine.Text("seal", t.words.Called(t.lang, "seal")))
	}
	t.sealed = string(text)
	t.say("table.turn.sealed", engine.Num("n", len(answers)), engine.Text("path", path))
	for i, a := range answers {
		t.write(fmt.Sprintf("%4d  %s", i+1, t.path(a.Path)))
	}
	t.say("table.turn.send", engine.Text("file", filepath.Base(path)))
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
func (u *Turn) unsealed(t *Session) bool {
	if u == nil {
		return false
	}
	answers, err := u.answers(t)
	if err != nil || len(answers) == 0 {
		return err != nil
	}
	text, err := u.File.Seal(answers)
	return err != nil || string(text) != t.sealed
}

// leave ends the session; where orders are not sealed it asks once.
func leave(t *Session, _ []string) error {
	if t.lesson != nil {
		return t.quitCourse()
	}
	if t.Turn.unsealed(t) && !t.leaving {
		t.leaving = true
		return refused("table.turn.unsealed", engine.Text("seal", t.words.Called(t.lang, "seal")), engine.Text("quit", t.words.Called(t.lang, "quit")))
	}
	t.quit = true
	return nil
}

// called is how the match is called in the names of files.
func (t *Session) called() string {
	if t.Turn != nil {
		return strings.TrimSuffix(t.Turn.File.Name(), turnfile.Suffix)
	}
	return string(t.id)
}
