package mail_test

import (
	"io"
	"strconv"
	"strings"
	"testing"

	"referee/bot/mail"
	"referee/engine"
	"referee/engine/enginetest/thorough"
)

// What can be asked at the table is answered by mail as there, in three languages, and changes nothing.
func TestQuestions(t *testing.T) {
	b := newBench(t)
	id := b.begin("celles")
	b.reply(ben, "standard")
	asked := func(line string, want ...string) {
		t.Helper()
		b.still(id, line, func() { b.reply(anna, line) })
		b.says(anna, append(want, "» "+line)...)
	}
	asked("units 2113", "84-1", "5-7-3")
	asked("units allied?", "29arm-1")
	asked("units Rochefort", "84-1")
	asked("status", "German VP by the Meuse")
	asked("board Dinant", "Hex 0704 (Dinant)")
	asked("board all", "Hex 0213 (Givet)", "Meuse, major river")
	asked("board reach 2pz-a", "2nd Panzer A")
	asked("log 2", "4  Set up: 84th Infantry 2 in 3306", "3  The Allied player"+part("referee.told.join"))
	asked("rules 8.2", "8.2/1")
	asked("rules 11", "11/4", "11.2/1")
	asked("rules 99", part("table.rules-none"))
	asked("help attack", "attack medium lehr-recon: ")
	asked("help questions", "reach UNIT")
	asked("law", english("table.law", engine.Num("law", 1), engine.Text("game", "Celles")))
	asked("dice luck", part("luck.none"))
	asked("why", part("table.why-nothing"))
	asked("changed", part("mail.below"))
	asked("matches", "Celles against Ben, match "+string(id))
	b.reply(anna, "status\nunits\nstatus")
	b.says(anna, part("mail.above"))
	long := []string{"board all"}
	for _, h := range b.look(id).Info.Board.Hexes {
		long = append(long, "board "+h.At.String())
	}
	b.reply(anna, strings.Join(long, "\n"))
	b.says(anna, part("mail.enough"))
	if said := plain(b.last(anna)); len(said) > 100_000 {
		t.Errorf("the answers have %d octets", len(said))
	}
	b.reply(anna, "langue fr")
	b.reply(anna, "unités 2113\nrègles 8.2\njournal 1\nplateau Dinant")
	b.says(anna, "8.2/1", "0704 (Dinant) –", "84-1")
	b.reply(anna, "idioma es")
	b.reply(anna, "unidades 2113\nreglas 8.2\ntablero Dinant")
	b.says(anna, "8.2/1", "0704 (Dinant)", "84-1")
}

// "why" tells the readings behind what was refused by the mail before, and else what has been decided since.
func TestWhy(t *testing.T) {
	b := newBench(t)
	b.begin("celles")
	b.reply(ben, "standard")
	b.reply(anna, "draw\nactivate lehr")
	if said := plain(b.last(anna)); !strings.Contains(said, "7.3") || !strings.Contains(said, part("mail.not-done")) {
		t.Fatalf("it is not refused:\n%s", said)
	}
	b.reply(anna, "why")
	b.says(anna, "The chit is 2nd Panzer", "(rule 7.3).")
	b.reply(anna, "activate 2pz")
	b.reply(anna, "why")
	b.says(anna, "» why", "7  2nd Panzer activated", "7.3)")
}

// A standing order is looked at, left by the answer, listed and taken back, and answers by itself; another seat cannot be meant.
func TestStandingOrders(t *testing.T) {
	b := newBench(t)
	id := b.begin("celles")
	b.reply(ben, "standard")
	b.still(id, "a rehearsal", func() { b.reply(ben, "standing match losses by weakest listed") })
	b.says(ben, "match losses by weakest listed", "standing arm")
	b.reply(ben, "standing arm")
	b.says(ben, "» standing arm")
	seq := b.seq(id)
	b.still(id, "what was left", func() { b.reply(ben, "standing arm") })
	b.says(ben, english("mail.not-done", engine.Text("line", "standing arm")))
	b.reply(ben, "standing")
	b.says(ben, "match losses by weakest listed")
	b.still(id, "another seat", func() { b.reply(ben, "standing german: losses by weakest") })
	b.says(ben, part("mail.not-done"))
	b.still(id, "a clause that is none", func() { b.reply(ben, "standing losses weakest") })
	b.says(ben, part("mail.not-done"))
	b.still(id, "a number that is none", func() { b.reply(ben, "revoke 1") })
	b.says(ben, english("mail.not-done", engine.Text("line", "revoke 1")))
	b.reply(ben, "revoke "+strconv.Itoa(seq))
	b.reply(ben, "standing list")
	b.says(ben, part("table.standing-none"))
	b.reply(ben, "standing losses by weakest\nstanding arm")
	b.says(ben, "» standing arm")
	b.still(id, "a dry run", func() { b.reply(ben, "try\nstanding losses by reduced\nstanding arm") })
	b.says(ben, part("mail.try-only"))
}

// The picture is the part of the map where something has happened; the whole of it comes below where a phase begins or it is asked
// for, and none where nothing has changed.
func TestPicturesInMails(t *testing.T) {
	thorough.Slow(t)
	b := newBench(t)
	var drawn []string
	paint := painter()
	b.paint = func(w io.Writer, p mail.Picture) error {
		what := "part"
		if len(p.At) == 0 {
			what = "whole"
		}
		drawn = append(drawn, what)
		return paint(w, p)
	}
	b.restart()
	b.begin("celles")
	shows := func(who, text, want string) {
		t.Helper()
		drawn = nil
		b.reply(who, text)
		pictures := 0
		for _, x := range b.last(who).Blocks {
			if x.Picture != nil {
				pictures++
			}
		}
		if got := strings.Join(drawn, " "); !strings.HasPrefix(got, want) || pictures != len(strings.Fields(want)) {
			t.Errorf("%q: drawn is %q, of which %d in the mail; want %q", text, got, pictures, want)
		}
	}
	b.reply(ben, "standard")
	b.reply(anna, "draw")
	shows(anna, "reach 2pz-a", "part part")
	b.says(anna, part("mail.twin-same"))
	shows(anna, "activate 2pz\nmove 2pz-a 2711 stop", "part")
	b.says(anna, english("mail.part", engine.Text("hexes", "3013 (Bande)"), engine.Text("map", "map")), part("mail.twin-part"), "Hex 2711")
	shows(anna, "units", "")
	b.says(anna, part("mail.twin-same"))
	shows(anna, "score", "whole")
	b.says(anna, "2808 (Marche): held by the Allied player, 2 VP.")
	shows(anna, "map", "whole")
	b.says(anna, "Hex 0213 (Givet)")
	shows(anna, "board Dinant", "part")
	b.says(anna, "Hex 0704 (Dinant)")
	if said := plain(b.last(anna)); strings.Count(said, "Hex 0704") != 1 || strings.Contains(said, "Hex 0213") {
		t.Errorf("the board near Dinant is told as:\n%s", said)
	}
	shows(anna, "2pz-b 3114 stop\n2pz-c 3115 stop\nend!", "part whole")
	shows(anna, "units", "")
}

// After the end questions are answered still, and nobody is told of a keyboard or of files that they do not have.
func TestQuestionsAfterTheEnd(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	b.reply(anna, "resign")
	b.reply(anna, "resign yes")
	if b.look(id).Ending == nil {
		t.Fatal("the match goes on")
	}
	b.reply(ben, "status\ndice verify\nlog 3\nwhy")
	b.says(ben, "» status", "» dice verify", "» log 3", "» why", "Blue wins the match")
	if said := plain(b.last(ben)); strings.Contains(said, "Enter") || strings.Contains(said, "referee export") {
		t.Errorf("Ben is told:\n%s", said)
	}
}

// The standing order that is left is the one that stands last in the mail, also where it stands there twice.
func TestTheStandingOrderThatIsLookedAtLast(t *testing.T) {
	b := newBench(t)
	b.begin("celles")
	b.reply(ben, "standard")
	b.reply(ben, "standing losses by weakest\nstanding losses by reduced\nstanding losses by weakest\nstanding arm")
	b.says(ben, "» standing arm")
	b.reply(ben, "standing")
	b.says(ben, "losses by weakest")
}

// Whoever asks the game much gets what a mail has room for.
func TestQuestionsToTheGameAreBounded(t *testing.T) {
	b := newBench(t)
	id := b.begin("celles")
	b.reply(ben, "standard")
	b.reply(anna, "draw")
	b.reply(anna, "reach 2pz-a\nreach 2pz-a")
	b.says(anna, part("mail.above"))
	var long []string
	for _, p := range b.look(id).View.Pieces {
		long = append(long, "reach "+p.ID)
	}
	b.reply(anna, strings.Join(append(long, "board all", "rules", "units", "board reach 2pz-a", "log 100", "help questions", "status"), "\n"))
	b.says(anna, part("mail.enough"))
}
