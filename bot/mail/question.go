package mail

import (
	"cmp"
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
func (h *handler) question(s lines.Step) error {
	words := append([]string{s.Word}, s.Args...)
	if h.reply.bounded(s, words) {
		return nil
	}
	switch {
	case s.Word == "help" && len(s.Args) == 0:
		h.reply.note(s, engine.Say("mail.help"))
		return nil
	case s.Word == "dice" && len(s.Args) == 0:
		snapshot, err := h.door.Referee.Snapshot(h.edit.Context(), h.token.Match)
		if err != nil {
			return err
		}
		proven, err := h.dice(snapshot, 0)
		h.reply.note(s, proven...)
		return err
	case s.Word == "account" || s.Word == "forecast":
		return h.reckoned(s)
	case s.Word == "matches":
		waits, err := h.waits()
		h.reply.done = append(h.reply.done, done{line: s.Text, told: waits})
		return err
	case !slices.Contains(table.Asks(), s.Word):
		h.reply.whole = h.reply.whole || s.Word == "map"
		h.reply.note(s, engine.Say("mail.below"))
		return nil
	}
	if s.Word == "standing" && len(s.Args) > 0 && slices.Contains(h.speech.info.Seats, engine.Seat(s.Args[0])) {
		words[1] += ":"
	}
	told, err := table.Inquiry{
		Referee: h.door.Referee, Words: h.speech.words, Lang: h.person.Lang, By: h.command(0, 0), Refused: h.token.Refused, From: h.token.From, To: h.token.Seq,
	}.Ask(h.edit.Context(), words)
	if err != nil {
		return err
	}
	if s.Word == "board" && !told.Refused {
		h.reply.boards = true
		h.reply.at, _ = hex.Parse(strings.Join(s.Args, "")) // of all of it, and of a question to the game, it is none
	}
	if s.Word == "standing" {
		h.reply.rehearsed = told.Rehearsed
	}
	for _, line := range told.Lines {
		h.reply.letters += len(line)
	}
	h.reply.done = append(h.reply.done, done{line: s.Text, told: told.Lines, refused: told.Refused})
	return nil
}

// reckoned answers what computer players say of the match: how likely it is won, and once it is over where
// its margin came from, which takes seconds.
func (h *handler) reckoned(s lines.Step) error {
	snapshot, err := h.door.Referee.Snapshot(h.edit.Context(), h.token.Match)
	if err != nil {
		return err
	}
	var told []engine.Msg
	if s.Word == "account" {
		if told, err = snapshot.Account(h.edit.Context()); err != nil {
			return h.did(s, referee.Reply{}, err)
		}
	} else if list, shown := snapshot.Chance(engine.Viewer(h.token.Seat)); shown {
		told = snapshot.TellChance(list)
	} else {
		h.reply.refuse(s, engine.Say("chance.hidden"))
		return nil
	}
	for _, m := range told {
		h.reply.letters += len(h.say(m))
	}
	h.reply.note(s, told...)
	return nil
}

// hint tells what the usual program would answer.
func (h *handler) hint(n int, s lines.Step) error {
	x, err := h.turn(n, 0)
	if err != nil {
		return err
	}
	of, err := x.Do(h.edit.Context(), turn.Hint, turn.With{})
	switch {
	case err != nil:
		return h.did(s, of.Reply, err)
	case of.Hint.Prompt == "": // the mail was handed over twice
		h.reply.note(s, engine.Say("mail.hinted-before"))
		return nil
	}
	told := said("mail.hint", engine.Text("program", h.speech.words.Computer(h.person.Lang, of.Hint.Program.Name)), engine.Text("order", h.path(of.Hint.Order)))
	told = append(append(told, of.Hint.Why.Lines...), engine.Say("mail.hint-recorded", engine.Num("n", of.To)))
	h.reply.note(s, told...)
	return nil
}

// waits are the matches that wait for who writes, a line each.
func (h *handler) waits() ([]string, error) {
	list, err := h.door.Referee.Schedule.Waiting(h.edit.Context(), h.person.Account)
	if err != nil || len(list) == 0 {
		return []string{h.say(engine.Say("mail.none-waits"))}, err
	}
	var out []string
	for _, w := range list {
		of, err := h.newsOf(w.Match)
		if err != nil {
			return nil, err
		}
		x, err := of.opened()
		if err != nil {
			return nil, err
		}
		out = append(out, of.subject(x.Look)+": "+of.say(x.Look.View.Status))
	}
	return out, nil
}

// arms leaves the standing order that was looked at last, in this mail or in the one before.
func (h *handler) arms(n int, s lines.Step) error {
	h.reply.rehearsed = cmp.Or(h.reply.rehearsed, h.token.Standing)
	if h.reply.rehearsed == "" {
		h.reply.refuse(s, engine.Say("table.arm-nothing"))
		return nil
	}
	text := h.reply.rehearsed
	h.reply.rehearsed = ""
	return h.does(n, 0, s, func(x turn.Turn) (turn.Outcome, error) {
		return x.Do(h.edit.Context(), turn.Stand, turn.With{Text: text})
	})
}
