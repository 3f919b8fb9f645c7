package mail_test

import (
	"testing"
	"time"

	"referee/engine"
)

// Whoever opens a match may choose their side, in any language; who is invited gets the other.
func TestSides(t *testing.T) {
	for line, want := range map[string]engine.Seat{
		"new celles against " + ben: "german", "new celles as allied against " + ben: "allied", "new celles as German against Ben <" + ben + ">": "german",
		"nouvelle celles comme allié contre " + ben: "allied", "nueva celles como Aliado contra " + ben: "allied",
	} {
		b := newBench(t)
		b.write(anna, line)
		b.write(anna, b.code(anna))
		side := map[engine.Seat]string{"german": "Allied", "allied": "German"}[want]
		b.says(ben, part("mail.invitation-side")+side)
		b.reply(ben, b.code(ben))
		list, err := b.play.Index.Matches(b.t.Context())
		b.must(err)
		if len(list) != 1 || !b.look(list[0].ID).Started || b.look(list[0].ID).Holder(want).Name != "Anna" {
			t.Errorf("%s: %+v", line, list)
		}
	}
	b := newBench(t)
	b.write(anna, "new celles as axis against "+ben)
	b.write(anna, b.code(anna))
	b.says(anna, english("mail.new-side", engine.Text("word", "axis"), engine.Text("title", "Celles"), engine.Text("seats", "German and Allied")))
	if n := len(b.got[ben]); n != 0 {
		t.Errorf("%d invitations", n)
	}
}

// What a game refuses of its options is said in its words.
func TestRefusedOptions(t *testing.T) {
	b := newBench(t)
	b.write(anna, "new celles against "+anna)
	b.write(anna, b.code(anna))
	for option, want := range map[string]string{
		"bid=german-99": "The option bid cannot be “german-99” (rule 16).", "bid=nobody": "The option bid cannot be “nobody” (rule 16).",
		"weather=fair": "The option weather cannot be “fair” (rule 17).",
	} {
		b.write(anna, "new celles against "+ben+" "+option)
		b.says(anna, want)
	}
	if n := len(b.got[ben]); n != 0 {
		t.Errorf("%d invitations", n)
	}
}

// What waits is read when something of it is due, or new, and not each time that somebody looks.
func TestWaitingListIsReadWhenDue(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	b.deliver()
	looks := b.looks
	for range 20 {
		b.now = b.now.Add(time.Second)
		b.deliver()
	}
	if b.looks != looks {
		t.Errorf("it was read %d times while nothing was due", b.looks-looks)
	}
	b.now = b.now.Add(2 * time.Minute) // all have settled
	b.deliver()
	if b.looks == looks || len(b.has("waiting ")) != 0 {
		t.Errorf("after they have settled %q wait", b.has("waiting "))
	}
	b.reply(anna, "plan hold")
	b.says(anna, "» plan hold")
}
