package mail_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"referee/bot/locale"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/notary"
)

var notaryGame = referee.Game{ID: "notary", Law: 1, Data: notary.Files(), Open: notary.Open}

// A line that ends with a text is an order if a colon stands before the text: what it says is kept as it was written, and without the colon
// its author is told what to write. Nothing is done by prose.
func TestTextsBehindColons(t *testing.T) {
	b := benchOf(t, notaryGame)
	id := b.begin("notary")
	b.says(anna, "roll dice: purpose", "pass:", part("mail.how-text"))
	b.still(id, "prose", func() { b.reply(anna, "Note the bridge is blown.\n\nRoll up your sleeves, and pass on my regards.") })
	b.says(anna, english("mail.forms", engine.Text("lines", "Note: the bridge is blown.")))
	b.still(id, "a roll without a colon", func() { b.reply(anna, "roll 2d6 attack on 2710\npass: done") })
	b.says(anna, english("mail.lines.colon", engine.Text("form", "roll 2d6: attack on 2710")), english("mail.rest", engine.Text("lines", "pass: done")))
	b.still(id, "a copy of what a mail says", func() {
		quoted := b.last(anna)
		b.receive(b.written(anna, quoted.ReplyTo, "Re", strings.ReplaceAll(quoted.Text(), "purpose", "attack")))
	})
	b.reply(anna, "Hello,\n\nroll 2d6: attack on 2710?\nscore red: -3\nnote: \"Hold!\" # all of it\npass: I hold everywhere!")
	b.says(ben, "attack on 2710?: ", "−3", "\"Hold!\" # all of it", "I hold everywhere!")
	b.reply(ben, "language fr")
	b.reply(ben, "lancer 1d10 : météo\npasser : à vous")
	b.says(anna, "météo: ", "à vous")
}

// What is sealed is confirmed to its author, and nobody else is told more than that it is, until both are opened.
func TestSealedByMail(t *testing.T) {
	b := benchOf(t, notaryGame)
	b.begin("notary")
	b.reply(anna, "orders now")
	b.says(ben, "seal:")
	b.reply(anna, "seal: the LEFT hook")
	b.says(anna, "the LEFT hook")
	for _, ask := range []string{"status\nlog\nunits\nboard\nwhy", "turn file", "help seal", "try\nnone"} {
		b.reply(ben, ask)
	}
	for _, m := range b.got[ben] {
		octets, err := m.Bytes()
		b.must(err)
		if strings.Contains(plain(m)+string(octets), "LEFT") || m.Attachment != nil && strings.Contains(string(m.Attachment.Data), "LEFT") {
			t.Errorf("what is sealed is told:\n%s", plain(m))
		}
	}
	b.reply(ben, "seal: the centre")
	b.says(anna, "the LEFT hook", "the centre")
	b.says(ben, "the LEFT hook", "the centre")
}

// What stands in a list of a mail can be answered as it stands there: by its number, or by how a line begins with a text behind it.
func TestWhatIsListedIsObeyed(t *testing.T) {
	for _, lang := range locale.Languages {
		b := benchOf(t, notaryGame)
		id := b.begin("notary")
		b.reply(anna, "language "+lang)
		list := func() (out []outgoing.Answer) {
			for _, block := range b.last(anna).Blocks {
				out = append(out, block.Answers...)
			}
			return out
		}
		for i := range list() {
			b.restart() // it forgets how often somebody has written
			say := list()[i].Say
			texts := strings.HasSuffix(say, ":")
			if texts {
				say += " 7"
			}
			before := b.look(id).Whole
			b.reply(anna, say)
			if said := plain(b.last(anna)); !strings.Contains(said, "\n» "+strings.ReplaceAll(say, "\u00a0", " ")+"\n") || texts && b.look(id).Whole == before {
				t.Errorf("%s: %q is not obeyed:\n%s", lang, say, said)
			}
			b.reply(anna, "undo")
		}
	}
}

// Letters move nothing in a match in which people write.
func TestProseAboutWrittenOrders(t *testing.T) {
	random := rand.New(rand.NewPCG(42, 8))
	b := benchOf(t, notaryGame)
	id := b.begin("notary")
	asked := b.last(anna)
	for i := range thorough.Or(30, 2000) {
		if i%20 == 0 {
			b.now = b.now.Add(time.Hour)
			b.receive(b.answer(anna, asked, "language "+locale.Languages[random.IntN(3)]))
			asked = b.last(anna)
		}
		text, field := letter(random, sentences(t, locale.Languages[random.IntN(3)]))
		b.still(id, text, func() { b.receive(b.written(anna, asked.ReplyTo, "Re", text, field)) })
	}
}
