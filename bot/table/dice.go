package table

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"referee/bot/referee"
	"referee/engine"
)

// dice prints the last rolls, or what the word after it asks for.
func dice(t *Session, words []string) error {
	word := ""
	if len(words) > 0 {
		word = strings.ToLower(words[0])
	}
	n, err := strconv.Atoi(word)
	switch {
	case word == "":
		return rolls(t, 10)
	case err == nil && n > 0:
		return rolls(t, n)
	case word == "verify":
		return verify(t)
	case word == "luck":
		said, err := read(t, func(s *referee.Snapshot) ([]engine.Msg, error) { return s.Dice.Luck() })
		tellAll(t, said)
		return err
	case word == "proof" && len(words) == 2:
		return proof(t, words[1])
	case word == "proof":
		return refused("table.dice-proof")
	case word == "export" && len(words) == 2:
		return exportDice(t, t.raw[len(t.raw)-1])
	case word == "export":
		return refused("table.dice-file")
	}
	return refused("table.dice-what", engine.Text("word", word))
}

func tellAll(t *Session, said []engine.Msg) {
	for _, m := range said {
		t.tell(m)
	}
}

// rolls prints the last rolls, and what proves them.
func rolls(t *Session, most int) error {
	rolls, err := read(t, func(s *referee.Snapshot) ([]referee.RollTold, error) { return s.Dice.Rolls(t.viewer()) })
	if err != nil {
		return err
	}
	if len(rolls) == 0 {
		t.say("table.no-rolls")
		return nil
	}
	for _, r := range rolls[max(0, len(rolls)-most):] {
		t.write(roll(t, r))
	}
	look, err := t.look()
	if err != nil {
		return err
	}
	if look.Dice == nil {
		return nil
	}
	t.say("table.key", engine.Text("key", look.Dice.Key))
	for _, s := range look.Sitting {
		t.say("table.phrase", engine.Noun("seat", string(s.Seat)), engine.Text("phrase", s.Phrase))
	}
	t.say("table.foot", engine.Text("foot", look.Foot()))
	return nil
}

// roll is a line for a roll: its number, its purpose, and its result.
func roll(t *Session, r referee.RollTold) string {
	line := fmt.Sprintf("%4d  %s", r.No, t.words.Say(t.lang, r.Ask))
	for _, m := range r.Came {
		line += " " + t.words.Say(t.lang, m)
	}
	if r.Undone {
		line += " " + t.words.Say(t.lang, engine.Say("table.undone"))
	}
	return line
}

// verify checks the whole match, and prints what is confirmed.
func verify(t *Session) error {
	said, err := read(t, func(s *referee.Snapshot) ([]engine.Msg, error) { return s.Dice.Audit() })
	if err != nil {
		return err
	}
	tellAll(t, said)
	look, err := t.look()
	if err != nil || t.asker != nil { // who asks elsewhere has no file of matches
		return err
	}
	t.say("table.verify-yourself", engine.Text("match", string(t.id)), engine.Text("head", fmt.Sprintf("#%d·%s", look.Seq, look.Whole)))
	return nil
}

// proof prints what is needed to check a single roll.
func proof(t *Session, word string) error {
	no, err := strconv.Atoi(word)
	if err != nil {
		return referee.ErrRoll
	}
	all, err := read(t, func(s *referee.Snapshot) (referee.Proofs, error) { return s.Dice.Proofs(no, no) })
	if err != nil {
		return err
	}
	p := all.Rolls[0]
	t.say("table.proof", engine.Num("no", no), engine.Text("result", p.Result), engine.Num("faces", p.Faces),
		engine.Text("key", all.Key), engine.Text("alpha", p.Alpha), engine.Text("proof", p.Proof))
	return nil
}

// exportDice writes all rolls to a file: with their proofs where its name ends
// in .json, else as a table.
func exportDice(t *Session, path string) error {
	var table, proofs bytes.Buffer
	s, err := t.Referee.Snapshot(t.id)
	if err != nil {
		return err
	}
	if err := s.Dice.Write(&table, &proofs); err != nil {
		return err
	}
	text := table.Bytes()
	if strings.HasSuffix(path, ".json") {
		text = proofs.Bytes()
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		var where *os.PathError
		if errors.As(err, &where) {
			err = where.Err
		}
		return refused("table.dice-unsaved", engine.Text("path", path), engine.Text("why", err.Error()))
	}
	t.say("table.dice-saved", engine.Text("path", path))
	return nil
}

// patience is how long a table waits for a roll after it is due.
const patience = 15 * time.Second

// await waits for a roll that depends on a public beacon, and prints its result. If the
// beacon cannot be reached, Enter tries again.
func (t *Session) await() error {
	look, err := read(t, func(s *referee.Snapshot) (referee.Look, error) { return s.Look(t.viewer()) })
	if err != nil || look.Awaits == 0 {
		return err
	}
	due := time.UnixMilli(look.Awaits)
	t.say("table.awaited")
	for at := due; at.Before(due.Add(patience)); at = at.Add(time.Second) {
		t.Wait(at)
		reply, err := t.Referee.MakeRoll(t.id)
		if err != nil {
			return err
		}
		if reply.To > reply.From {
			t.last.to = reply.To
			return t.told(t.viewer(), reply.From, reply.To)
		}
	}
	t.say("table.awaited-still")
	return nil
}
