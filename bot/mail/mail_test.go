package mail_test

import (
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/match"
)

// TestAMatchBetweenTwo plays a whole match of the toy between two people who have nothing but mail.
func TestAMatchBetweenTwo(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	l := b.look(id)
	if !l.Started || len(l.Sitting) != 2 {
		t.Fatalf("the match has not begun: %+v", l.Sitting)
	}
	b.says(anna, "what is your plan?", "1: hold")
	b.says(ben, "what is your plan?")
	for turn := 0; b.look(id).Ending == nil; turn++ {
		if turn == 60 {
			t.Fatal("it does not end")
		}
		moved := false
		for _, who := range []string{anna, ben} {
			mail := plain(b.last(who))
			switch {
			case b.look(id).Ending != nil:
			case strings.Contains(mail, "what is your plan?"):
				b.reply(who, "Dear referee,\n\nplan march\n\nBest,\n"+who)
				moved = true
			case strings.Contains(mail, "which units march"):
				b.reply(who, "stay.")
				moved = true
			case strings.Contains(mail, part("mail.asked")):
				b.reply(who, "1")
				moved = true
			}
		}
		if !moved {
			t.Fatalf("nobody is asked:\n%s\n---\n%s", plain(b.last(anna)), plain(b.last(ben)))
		}
	}
	for _, who := range []string{anna, ben} {
		b.says(who, part("mail.last-head"), b.look(id).Whole, "-- "+b.look(id).Foot())
	}
	decisions := 0
	for _, e := range b.look(id).Snapshot.Match().Log() {
		if e.Decision.Door != "mail" && e.Decision.Kind() == match.KindAnswer {
			t.Errorf("decision %d came in by %q", e.Decision.Seq, e.Decision.Door)
		}
		decisions++
	}
	if decisions < 15 {
		t.Errorf("only %d decisions", decisions)
	}
}

// Of a mail whose third line cannot be done the first two are, and nothing after it.
func TestLineByLine(t *testing.T) {
	b := newBench(t)
	id := b.begin("celles")
	b.says(ben, part("mail.asked"), "standard")
	b.reply(ben, "Hello,\nstandard\nmove lehr-a 2316\ndraw\n\nSee you")
	b.says(ben, "» standard", english("mail.not-done", engine.Text("line", "move lehr-a 2316")),
		english("mail.rest", engine.Text("lines", "draw")), english("mail.unread", engine.Text("lines", "Hello, / See you")))
	if l := b.look(id); len(l.Asks) != 1 || l.Asks[0].Seat != "german" {
		t.Errorf("after the first line: %+v", l.Asks)
	}
	b.says(anna, part("mail.asked"), "1: ")
	b.reply(anna, "draw\nreach 2pz-a")
	b.says(anna, "» draw", "» reach 2pz-a", "proof ")
}
