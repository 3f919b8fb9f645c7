package mail

import (
	"context"
	"slices"
	"strings"

	"referee/bot/mail/lines"
	"referee/bot/referee"
	"referee/bot/table"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/hex"
)

// question answers a question about the match, as the table does. What stands in every mail is not said twice.
func (v *visit) question(s lines.Step) error {
	words := append([]string{s.Word}, s.Args...)
	if v.bounded(s, words) {
		return nil
	}
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
	case s.Word == "account" || s.Word == "forecast":
		return v.reckoned(s)
	case s.Word == "matches":
		waits, err := v.waits()
		v.done = append(v.done, done{line: s.Text, told: waits})
		return err
	case !slices.Contains(table.Asks(), s.Word):
		v.whole = v.whole || s.Word == "map"
		v.done = append(v.done, done{line: s.Text, said: said("mail.below")})
		return nil
	}
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
	for _, line := range told.Lines {
		v.letters += len(line)
	}
	v.done = append(v.done, done{line: s.Text, told: told.Lines, refused: told.Refused})
	return nil
}

// reckoned answers what computer players say of the match: how likely it is won, and once it is over where
// its margin came from, which takes seconds.
func (v *visit) reckoned(s lines.Step) error {
	snapshot, err := v.Referee.Snapshot(v.t.Match)
	if err != nil {
		return err
	}
	var told []engine.Msg
	if s.Word == "account" {
		if told, err = snapshot.Account(context.Background()); err != nil {
			return v.did(s, referee.Reply{}, err)
		}
	} else if list, shown := snapshot.Chance(engine.Viewer(v.t.Seat)); shown {
		told = said("chance.told", engine.Noun("first", string(list[0].Seat)), engine.Num("p", list[0].Percent),
			engine.Noun("second", string(list[1].Seat)), engine.Num("q", list[1].Percent))
	} else {
		v.refused(s, engine.Say("chance.hidden"))
		return nil
	}
	for _, m := range told {
		v.letters += len(v.say(m))
	}
	v.done = append(v.done, done{line: s.Text, said: told})
	return nil
}

// hint tells what the usual program would answer.
func (v *visit) hint(n int, s lines.Step) error {
	x, err := v.turn(n, 0)
	if err != nil {
		return err
	}
	of, err := x.Do(turn.Hint, turn.With{})
	switch {
	case err != nil:
		return v.did(s, of.Reply, err)
	case of.Hint.Prompt == "": // the mail was handed over twice
		v.done = append(v.done, done{line: s.Text, said: said("mail.hinted-before")})
		return nil
	}
	told := said("mail.hint", engine.Text("program", v.speech.words.Computer(v.p.Lang, of.Hint.Program.Name)), engine.Text("order", v.path(of.Hint.Order)))
	told = append(append(told, of.Hint.Why.Lines...), engine.Say("mail.hint-recorded", engine.Num("n", of.To)))
	v.done = append(v.done, done{line: s.Text, said: told})
	return nil
}

// bounded reports whether a question is answered no more: it was since something was done last, or the answers are long enough. A
// standing order is looked at anew, as the one that was looked at last is left.
func (v *visit) bounded(s lines.Step, words []string) bool {
	same := func(q []string) bool { return slices.Equal(q, words) }
	switch {
	case s.Word != "standing" && slices.ContainsFunc(v.asked, same):
		v.done = append(v.done, done{line: s.Text, said: said("mail.above")})
		return true
	case v.letters > mostAnswered:
		v.refused(s, engine.Say("mail.enough"))
		return true
	}
	v.asked = append(v.asked, words)
	return false
}

// mostAnswered is how long the answers to questions are, in octets, after which no more are answered in one mail.
const mostAnswered = 40_000

// waits are the matches that wait for who writes, a line each.
func (v *visit) waits() ([]string, error) {
	list, err := v.Referee.Schedule.Waiting(v.p.Account)
	if err != nil || len(list) == 0 {
		return []string{v.say(engine.Say("mail.none-waits"))}, err
	}
	var out []string
	for _, w := range list {
		of, err := v.visitOf(v.e, v.p, w.Match)
		if err != nil {
			return nil, err
		}
		s, l, err := of.opened()
		if err != nil {
			return nil, err
		}
		out = append(out, of.subject(s, l)+": "+of.say(l.View.Status))
	}
	return out, nil
}

// arms leaves the standing order that was looked at last, in this mail or in the one before.
func (v *visit) arms(n int, s lines.Step) error {
	if v.rehearsed == "" {
		v.rehearsed = v.t.Standing
	}
	if v.rehearsed == "" {
		v.refused(s, engine.Say("table.arm-nothing"))
		return nil
	}
	text := v.rehearsed
	v.rehearsed = ""
	return v.does(n, 0, s, func(x turn.Turn) (turn.Done, error) { return x.Do(turn.Stand, turn.With{Text: text}) })
}
