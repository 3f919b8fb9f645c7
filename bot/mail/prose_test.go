package mail_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/locale"
	"referee/bot/mail/incoming"
	"referee/bot/mail/lines"
	"referee/engine/celles"
	"referee/engine/enginetest/thorough"
)

// sentences are those of a language in which words of orders stand as in any letter.
func sentences(t testing.TB, lang string) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/prose/" + lang + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// letter is a letter of one paragraph, or of two, as some program writes it: wrapped at a width at which words are left alone on
// lines, if there is one among a few.
func letter(random *rand.Rand, stock []string) (text, field string) {
	var written []string
	for range 1 + random.IntN(2) {
		var said []string
		for range 2 + random.IntN(5) {
			said = append(said, stock[random.IntN(len(stock))])
		}
		written = append(written, strings.Join(said, " "))
	}
	most := -1
	for range 6 {
		try := strings.TrimSpace(wrapped(strings.Join(written, "\n\n"), 20+random.IntN(70)))
		alone := 0
		for line := range strings.SplitSeq(try, "\n") {
			if len(strings.Fields(line)) == 1 {
				alone++
			}
		}
		if alone > most {
			text, most = try, alone
		}
	}
	switch random.IntN(4) {
	case 0:
		return strings.ReplaceAll(html.EscapeString(text), "\n", "<br>\n"), "Content-Type: text/html; charset=utf-8"
	case 1:
		return "<p>" + strings.NewReplacer("\n\n", "</p><p>", "\n", "<br>").Replace(html.EscapeString(text)) + "</p>", "Content-Type: text/html; charset=utf-8"
	case 2:
		return strings.ReplaceAll(text, "\n", " \n"), "Content-Type: text/plain; charset=utf-8; format=flowed"
	}
	return text, "Content-Type: text/plain; charset=utf-8"
}

// Whatever people write to each other, wrapped wherever their programs do, moves nothing: not the match, in which they could draw,
// pass, accept and resign, and not who plays it. The same mail is answered by an order at the end.
func TestParagraphsOfProse(t *testing.T) {
	random := rand.New(rand.NewPCG(34, 8))
	b := newBench(t)
	id := b.offered()
	asked := b.last(anna)
	stocks := [][]string{}
	for _, lang := range locale.Languages {
		stocks = append(stocks, sentences(t, lang))
	}
	refused, paragraphs := 0, thorough.Or(60, 5000)
	for i := range paragraphs {
		if i%20 == 0 {
			b.now = b.now.Add(time.Hour) // so that each is answered
			lang := locale.Languages[random.IntN(len(locale.Languages))]
			b.receive(b.answer(anna, asked, "language "+lang))
			asked = b.last(anna)
		}
		text, field := letter(random, stocks[random.IntN(len(stocks))])
		before := b.people()
		b.still(id, text, func() { b.receive(b.written(anna, asked.ReplyTo, "Re", text, field)) })
		if after := b.people(); after != before {
			t.Errorf("%q changes who plays:\n%s\nand then\n%s", text, before, after)
		}
		if strings.Contains(plain(b.last(anna)), "\n» ") {
			refused++
		}
	}
	t.Logf("%d letters, of which %d have a line that is asked back or refused", paragraphs, refused)
	b.now = b.now.Add(time.Hour)
	seq := b.seq(id)
	b.reply(anna, "draw\n\naccept")
	if b.seq(id) == seq || b.look(id).Ending == nil {
		t.Errorf("the mail can no longer be answered:\n%s", plain(b.last(anna)))
	}
}

// people is who plays by mail, but for how often they have written.
func (b *bench) people() string {
	b.t.Helper()
	names, bodies, err := b.store.Mail().After(b.t.Context(), "address ", "", 0)
	b.must(err)
	schedule, err := b.play.Schedule.Preferences(b.t.Context(), string(bodies[slices.Index(names, anna)]))
	b.must(err)
	return fmt.Sprintf("%q %q %+v", names, bodies, schedule)
}

// orderLines are lines of orders as people write them, each with what it comes to.
var orderLines = []struct {
	line, step string
	verb       bool // it must stand by itself
}{
	{"draw", "draw", true},
	{"Draw.", "draw", true},
	{"tirer", "draw", true},
	{"sacar", "draw", true},
	{"- draw", "draw", true},
	{"end", "end", true},
	{"end!", "end", true},
	{"finir", "end", true},
	{"terminar", "end", true},
	{"pass", "pass", true},
	{"passer", "pass", true},
	{"pasar", "pass", true},
	{"standard", "standard", true},
	{"accept", "accept", true},
	{"accepter", "accept", true},
	{"decline", "decline", true},
	{"undo", "undo", true},
	{"offer", "offer", true},
	{"move lehr-a 2316 stop", "move lehr-a 2316|stop", false},
	{"1. move lehr-a 2316", "move lehr-a 2316", false},
	{"bouger lehr-a 2316", "move lehr-a 2316", false},
	{"activate lehr", "activate lehr", false},
	{"Activer lehr", "activate lehr", false},
	{"place 84-2 Hotton", "place 84-2 3306", false},
	{"place 84-3 3207", "place 84-3 3207", false},
	{"lehr-a 2316 stop", "lehr-a 2316 stop", false},
	{"attack: medium lehr-recon, lehr-a", "attack medium lehr-recon lehr-a", false},
	{"draw, activate lehr", "draw|activate lehr", false},
	{"odds lehr-a medium?", "odds lehr-a medium", false},
	{"status", "status", false},
	{"reach lehr-a", "reach lehr-a", false},
}

// meaning is what a step comes to.
func meaning(s lines.Step) string {
	if s.Kind == lines.Order {
		return strings.Join(s.Orders, "|")
	}
	return strings.Join(append([]string{s.Word}, s.Args...), " ")
}

// Mails in which people order something are read as they mean it. Of all of them five at most are asked back: here those whose
// author writes their name right below a verb.
func TestGenuineMails(t *testing.T) {
	law, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	info := law.Info()
	words, err := locale.New(info, lines.Catalogue)
	if err != nil {
		t.Fatal(err)
	}
	grammar := lines.New(info, words, []string{"celles"}, nil)
	random := rand.New(rand.NewPCG(34, 9))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	back, mails := 0, thorough.Or(200, 500)
	for range mails {
		var written, want []string
		verb := false
		for range 1 + random.IntN(6) {
			o := orderLines[random.IntN(len(orderLines))]
			written, want, verb = append(written, o.line), append(want, o.step), o.verb
		}
		begins := pick("", "", "Hello Ben,\n", "Bonjour,\n\n", "Hi Ben,\n\nthanks for the quick answer. It is colder here than on the map.\n\n", "Here is my turn:\n\n", "Querido Ben:\n\n")
		ends := pick("", "", "\n\nAnna", "\n\nBest wishes\nAnna", "\n\nSee you on Sunday!", "\n-- \nAnna Berg", "\n\nSent from my iPhone", "\nAnna")
		if ends == "\nAnna" && verb && random.IntN(10) > 0 {
			ends = "\n\nAnna"
		}
		text := begins + strings.Join(written, pick("\n", "\n", "\n\n")) + ends
		below := pick("", "\n", "\n\n") + "On Mon, 5 Jan 2026 at 12:00, Referee <" + us + "> wrote:\n> You are asked\n> draw\n"
		field, body := "text/plain; charset=utf-8", text+"\n"+below
		switch random.IntN(4) {
		case 0:
			field, body = "text/html; charset=utf-8", "<div>"+strings.ReplaceAll(strings.ReplaceAll(text, "\n\n", "\n<br>\n"), "\n", "</div><div>")+"</div>"
		case 1:
			body = strings.ReplaceAll(body, "\n", "\r\n")
		}
		m, err := incoming.Read(strings.NewReader("From: "+anna+"\nMessage-ID: <1@example.org>\nContent-Type: "+field+"\n\n"+body), incoming.Limits{}, incoming.Config{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		asked := false
		for _, s := range grammar.Read(m.Lines, "en").Steps {
			got = append(got, meaning(s))
			asked = asked || s.Kind == lines.Refused
		}
		if asked {
			back++
		}
		if !asked && !slices.Equal(got, want) {
			t.Errorf("%q is read as %q, want %q", body, got, want)
		}
	}
	t.Logf("%d of %d mails are asked back", back, mails)
	if back*100 > mails {
		t.Errorf("%d of %d mails are asked back", back, mails)
	}
}
