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
func dice(q *request, words []string) error {
	word := ""
	if len(words) > 0 {
		word = strings.ToLower(words[0])
	}
	n, err := strconv.Atoi(word)
	switch {
	case word == "":
		return rolls(q, 10)
	case err == nil && n > 0:
		return rolls(q, n)
	case word == "verify":
		return verify(q)
	case word == "luck":
		said, err := q.seen.Dice.Luck()
		tellAll(q, said)
		return err
	case word == "proof" && len(words) == 2:
		return proof(q, words[1])
	case word == "proof":
		return refused("table.dice-proof")
	case word == "export" && len(words) == 2:
		return exportDice(q, q.raw[len(q.raw)-1])
	case word == "export":
		return refused("table.dice-file")
	}
	return refused("table.dice-what", engine.Text("word", word))
}

func tellAll(q *request, said []engine.Msg) {
	for _, m := range said {
		q.tell(m)
	}
}

// rolls prints the last rolls, and what proves them.
func rolls(q *request, most int) error {
	rolls, err := q.seen.Dice.Rolls(q.viewer())
	if err != nil {
		return err
	}
	if len(rolls) == 0 {
		q.say("table.no-rolls")
		return nil
	}
	for _, r := range rolls[max(0, len(rolls)-most):] {
		q.write(roll(q, r))
	}
	if q.look.Dice == nil {
		return nil
	}
	q.say("table.key", engine.Text("key", q.look.Dice.Key))
	for _, s := range q.look.Sitting {
		q.say("table.phrase", engine.Noun("seat", string(s.Seat)), engine.Text("phrase", s.Phrase))
	}
	q.say("table.foot", engine.Text("foot", q.look.Foot()))
	return nil
}

// roll is a line for a roll: its number, its purpose, and its result.
func roll(q *request, r referee.RollTold) string {
	line := fmt.Sprintf("%4d  %s", r.No, q.words.Say(q.lang, r.Ask))
	for _, m := range r.Came {
		line += " " + q.words.Say(q.lang, m)
	}
	if r.Undone {
		line += " " + q.words.Say(q.lang, engine.Say("table.undone"))
	}
	return line
}

// verify checks the whole match, and prints what is confirmed.
func verify(q *request) error {
	said, err := q.seen.Dice.Audit()
	if err != nil {
		return err
	}
	tellAll(q, said)
	if q.asker != nil { // who asks elsewhere has no file of matches
		return nil
	}
	q.say("table.verify-yourself", engine.Text("match", string(q.id)), engine.Text("head", fmt.Sprintf("#%d·%s", q.look.Seq, q.look.Whole)))
	return nil
}

// proof prints what is needed to check a single roll.
func proof(q *request, word string) error {
	no, err := strconv.Atoi(word)
	if err != nil {
		return referee.ErrRoll
	}
	all, err := q.seen.Dice.Proofs(no, no)
	if err != nil {
		return err
	}
	p := all.Rolls[0]
	q.say("table.proof", engine.Num("no", no), engine.Text("result", p.Result), engine.Num("faces", p.Faces),
		engine.Text("key", all.Key), engine.Text("alpha", p.Alpha), engine.Text("proof", p.Proof))
	return nil
}

// exportDice writes all rolls to a file: with their proofs where its name ends
// in .json, else as a table.
func exportDice(q *request, path string) error {
	var table, proofs bytes.Buffer
	if err := q.seen.Dice.Write(&table, &proofs); err != nil {
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
	q.say("table.dice-saved", engine.Text("path", path))
	return nil
}

// patience is how long a table waits for a roll after it is due.
const patience = 15 * time.Second

// await waits for a roll that depends on a public beacon, and prints its result. If the
// beacon cannot be reached, Enter tries again.
func (q *request) await() error {
	look, err := q.seen.Look(q.ctx, q.viewer())
	if err != nil || look.Awaits == 0 {
		return err
	}
	due := time.UnixMilli(look.Awaits)
	q.say("table.awaited")
	for at := due; at.Before(due.Add(patience)); at = at.Add(time.Second) {
		q.Wait(at)
		reply, err := q.Referee.MakeRoll(q.ctx, q.id)
		if err != nil {
			return err
		}
		if reply.To > reply.From {
			q.lastReply.to = reply.To
			if err := q.refresh(); err != nil {
				return err
			}
			return q.tellDecisions(q.viewer(), reply.From, reply.To)
		}
	}
	q.say("table.awaited-still")
	return nil
}
