package mail

import (
	"slices"
	"strings"

	"referee/bot/mail/lines"
	"referee/bot/referee"
	"referee/bot/table"
	"referee/engine"
	"referee/engine/hex"
)

// question answers a question about the match, as the table does. What stands in every mail is not said twice.
func (v *visit) question(s lines.Step) error {
	switch {
	case s.Word == "help" && len(s.Args) == 0:
		v.done = append(v.done, done{line: s.Text, said: said("mail.help")})
		return nil
	case s.Word == "dice" && len(s.Args) == 0:
		snapshot, err := v.Referee.Snapshot(v.t.Match)
		if err != nil {
			return err
		}
		proven, err := v.dice(snapshot, 0)
		v.done = append(v.done, done{line: s.Text, said: proven})
		return err
	case !slices.Contains(table.Asks(), s.Word):
		v.whole = v.whole || s.Word == "map"
		v.done = append(v.done, done{line: s.Text, said: said("mail.below")})
		return nil
	}
	words := append([]string{s.Word}, s.Args...)
	if s.Word == "standing" && len(s.Args) > 0 && slices.Contains(v.info().Seats, engine.Seat(s.Args[0])) {
		words[1] += ":"
	}
	told, err := table.Inquiry{
		Referee: v.Referee, Words: v.speech.words, Lang: v.p.Lang, By: v.command(0, 0), Refused: v.t.Refused, From: v.t.From, To: v.t.Seq,
	}.Ask(words)
	if err != nil {
		return err
	}
	if s.Word == "board" && !told.Refused {
		v.boards = true
		v.at, _ = hex.Parse(strings.Join(s.Args, "")) // of all of it, and of a question to the game, it is none
	}
	if s.Word == "standing" {
		v.rehearsed = told.Rehearsed
	}
	v.done = append(v.done, done{line: s.Text, told: told.Lines, refused: told.Refused})
	return nil
}

// arms leaves the standing order that was looked at last, in this mail or in the one before.
func (v *visit) arms(c referee.Command, s lines.Step) error {
	if v.rehearsed == "" {
		v.rehearsed = v.t.Standing
	}
	if v.rehearsed == "" {
		v.refused(s, engine.Say("table.arm-nothing"))
		return nil
	}
	reply, err := v.Referee.Stand(c, v.rehearsed)
	v.rehearsed = ""
	return v.did(s, reply, err)
}
