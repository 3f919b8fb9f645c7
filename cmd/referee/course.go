package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"referee/engine/match"
)

// mostListed is how many decisions of one kind are listed: a forged file could have
// more than anybody reads.
const mostListed = 20

// printCourse prints the state of the match, and the decisions that somebody who remembers
// it should look at.
func (v verified) printCourse(say func(format string, args ...any)) {
	c := v.Course
	say("%s", v.standing())
	list(say, "restorations", c.Restored, v.restored)
	list(say, "rewinds", c.Rewinds, func(r match.Rewind) string {
		return fmt.Sprintf("Decision %d: %s took the match back to decision %d, %s.", r.Seq, who(r.By), r.To, v.why(r))
	})
	list(say, "answers", c.Unowned, func(seq int) string {
		return fmt.Sprintf("Decision %d: no player of %s gave this answer: "+
			"a caretaker, a judge or the owner of the server did.", seq, v.decision(seq).Seat)
	})
	list(say, "changes of seats", c.Seats, func(seq int) string {
		d := v.decision(seq)
		if d.Kind() == match.KindJoin {
			return fmt.Sprintf("Decision %d: %s took the seat %s.", seq, who(d.Author), d.Seat)
		}
		did := "left"
		if d.Author == match.Referee {
			did = "freed"
		}
		return fmt.Sprintf("Decision %d: %s %s the seat %s.", seq, who(d.Author), did, d.Seat)
	})
	list(say, "adoptions", c.Laws, func(a match.Adoption) string {
		return fmt.Sprintf("Decision %d: the players adopted rules version %d, under which all later decisions were judged.", a.Seq, a.Law)
	})
	list(say, "boards", c.Boards, func(a match.BoardAdoption) string {
		return fmt.Sprintf("Decision %d: the players adopted the board with data %s, on which all later decisions were judged.", a.Seq, a.Data)
	})
	list(say, "appeals, rulings and expired clocks", c.Rulings, func(seq int) string {
		return fmt.Sprintf("Decision %d: %s.", seq, ruled(v.decision(seq)))
	})
	list(say, "times out of order", c.Falls, func(seq int) string {
		return fmt.Sprintf("Decision %d says it was recorded at %s, before decision %d at %s.",
			seq, recordedAt(v.decision(seq)), seq-1, recordedAt(v.decision(seq-1)))
	})
}

func (v verified) decision(seq int) *match.Decision { return &v.entries[seq-1].Decision }

// list prints a line for each item, and how many were left out.
func list[T any](say func(format string, args ...any), what string, items []T, line func(T) string) {
	for _, item := range items[:min(len(items), mostListed)] {
		say("%s", line(item))
	}
	if more := len(items) - mostListed; more > 0 {
		say("And %d more %s.", more, what)
	}
}

// endings say how a match ended.
var endings = map[match.How]string{
	match.Played: "by the rules of the game", match.Resigned: "the other side resigned",
	match.Agreed: "both agreed to a draw", match.Abandoned: "abandoned",
	match.Adjudicated: "decided by judges or by the score", match.TimedOut: "the other side's time ran out",
}

// standing says how the match ended, or its present state.
func (v verified) standing() string {
	c := v.Course
	switch {
	case c.Open:
		return "Its present state depends on a secret that is not in this file."
	case len(c.Restored) > 0 && c.Restored[len(c.Restored)-1].Waits:
		return "It has not ended: it was restored from a backup, and is on hold until it is resumed."
	case !c.Ended && len(c.Waits) == 0:
		return "It has not ended."
	case !c.Ended:
		return fmt.Sprintf("It has not ended: it is waiting for %s.", strings.Join(slices.Sorted(slices.Values(seatNames(c.Waits))), ", "))
	case c.Ending.Winner != "":
		return fmt.Sprintf("It ended: %s won (%s).", c.Ending.Winner, endings[c.Ending.How])
	default:
		return fmt.Sprintf("It ended: nobody won (%s).", endings[c.Ending.How])
	}
}

// who names the author of a decision.
func who(p match.Player) string {
	if p == match.Referee {
		return "the referee"
	}
	return fmt.Sprintf("player %d", p)
}

// restored says which decision a restoration put the match back to, and who agreed that
// it goes on.
func (v verified) restored(r match.Restoration) string {
	text := fmt.Sprintf("Decision %d: the match was restored from a backup and went back to decision %d; everything after that is lost.", r.Seq, r.From)
	for _, seq := range r.Resumed[:min(len(r.Resumed), mostListed)] {
		if d := v.decision(seq); d.Seat != "" {
			text += fmt.Sprintf(" %s (%s) agreed to resume by decision %d.", sentence(who(d.Author)), d.Seat, seq)
		} else {
			text += fmt.Sprintf(" The referee resumed it by decision %d: "+
				"for the organiser of its league, or because nobody else was left to agree.", seq)
		}
	}
	if len(r.Resumed) == 0 {
		text += " Nobody has agreed to resume."
	}
	if r.Waits {
		text += " It is still on hold."
	}
	return text
}

// sentence begins a sentence with some words.
func sentence(words string) string { return strings.ToUpper(words[:1]) + words[1:] }

// why says what allowed a rewind.
func (v verified) why(r match.Rewind) string {
	switch {
	case r.By != match.Referee:
		return "undoing only their own answers"
	case r.Why == 0:
		return "and the record does not say why: a moderator or the owner of the server did"
	case v.decision(r.Why).Kind() == match.KindAccept:
		return fmt.Sprintf("because player %d agreed", v.decision(r.Why).Author)
	default:
		return fmt.Sprintf("according to the ruling in decision %d", r.Why)
	}
}

// ruled says what an appeal, a ruling or an end of time is.
func ruled(d *match.Decision) string {
	switch a := d.Act.(type) {
	case match.ActAppeal:
		return fmt.Sprintf("%s (%s) asked the judges or stated a side", who(d.Author), d.Seat)
	case match.ActExpire:
		if a.Program != nil {
			return fmt.Sprintf("the time of %s ran out, then: %s %s", d.Seat, a.Then, a.Program)
		}
		return fmt.Sprintf("the time of %s ran out, then: %s", d.Seat, a.Then)
	default:
		b := d.Adjudication()
		text := fmt.Sprintf("the judges ruled: %s", b.Judgement)
		if b.Winner != "" {
			text += fmt.Sprintf(", %s wins", b.Winner)
		}
		return text
	}
}

// recordedAt is when a decision says that it was recorded.
func recordedAt(d *match.Decision) string { return time.UnixMilli(d.At).UTC().Format(time.RFC3339) }
