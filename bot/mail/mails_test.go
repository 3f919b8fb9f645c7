package mail_test

import (
	"html"
	"strings"
	"testing"
	"time"

	"referee/bot/mail/outgoing"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
)

// offered opens a match of Celles in which Ben has set up and offered a draw, and the German player, Anna, is to draw from the cup.
func (b *bench) offered() match.ID {
	b.t.Helper()
	id := b.begin("celles")
	b.reply(ben, "standard\noffer")
	b.says(anna, part("mail.offered"))
	return id
}

// A verb that a program has wrapped onto a line of its own, a question, and what the referee repeats are no orders: it says so,
// and the same mail can still be answered.
func TestProseIsNoOrder(t *testing.T) {
	b := newBench(t)
	id := b.offered()
	asked := b.last(anna)
	for _, x := range []struct{ text, says string }{
		{"Thank you. It has been a close game so far and I do not know yet if I\naccept.\nLet me sleep on it; I answer tomorrow.", english("mail.lines.alone", engine.Text("word", "accept"))},
		{"whether I decline or\naccept\ndepends on you", english("mail.lines.alone", engine.Text("word", "accept"))},
		{"It has been a hard month. If you like we can call it a\ndraw.\nOtherwise I go on next week.", english("mail.lines.alone", engine.Text("word", "draw"))},
		{"What do you say to my\noffer?", part("mail.lines.asked")},
		{"Good game so far. I have little time next week.\n\nDraw?\n\nOtto", part("mail.lines.asked")},
		{"Accept?", part("mail.lines.asked")},
		{"tirer ?", part("mail.lines.asked")},
		{"I could as well\nresign.", english("mail.lines.alone", engine.Text("word", "resign"))},
		{"We are where we were on turn\n1.\nAnna", english("mail.lines.alone", engine.Text("word", "1"))},
		{"Please do not\nforget me\nin your prayers.", english("mail.lines.alone", engine.Text("word", "forget me"))},
		{"Thanks.\n\n» draw\n» accept", "“» draw”"},
	} {
		b.still(id, x.text, func() { b.receive(b.answer(anna, asked, x.text)) })
		b.says(anna, x.says)
	}
	b.receive(b.answer(anna, asked, "draw"))
	b.says(anna, "» draw", "proof ")
	b.reply(anna, "Well played, Ben.\n\naccept\n\nAnna")
	if b.look(id).Ending == nil {
		t.Errorf("a verb that stands alone is not obeyed:\n%s", plain(b.last(anna)))
	}
}

// quoting are the manners in which five programs, and none, quote a mail without a mark: its text is what they show of it.
var quoting = map[string]func(text string) string{
	"as it is":      func(text string) string { return text },
	"set in":        func(text string) string { return "    " + strings.ReplaceAll(text, "\n", "\n    ") },
	"with a colon":  func(text string) string { return ": " + strings.ReplaceAll(text, "\n", "\n: ") },
	"wrapped again": func(text string) string { return wrapped(text, 40) },
	"with other quotes": func(text string) string {
		return strings.NewReplacer("“", "«", "”", "»", "-", "–", "’", "'").Replace(text)
	},
	"in capitals and with blank lines": func(text string) string {
		return strings.ReplaceAll(strings.ToUpper(text), "\n", "\n\n")
	},
}

// wrapped wraps the paragraphs of a text at a width.
func wrapped(text string, width int) string {
	var out strings.Builder
	for _, line := range strings.Split(text, "\n") {
		used := 0
		for i, word := range strings.Fields(line) {
			switch {
			case i > 0 && used+1+len([]rune(word)) > width:
				out.WriteByte('\n')
				used = 0
			case i > 0:
				out.WriteByte(' ')
				used++
			}
			out.WriteString(word)
			used += len([]rune(word))
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// What a mail says is a quotation in the answer to it, whatever a program has made of it: here it names the line by which the
// match would end, at each width on a line of its own or not. One line that was copied is an order.
func TestQuotedWithoutAMark(t *testing.T) {
	for name, quote := range quoting {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			id := b.begin("celles")
			b.reply(ben, "resign")
			asked := b.last(ben)
			b.says(ben, "resign yes")
			for width := 20; width < 80; width += thorough.Or(9, 2) { // a match remembers 60 mails
				b.still(id, "a quotation", func() {
					b.receive(b.written(ben, asked.ReplyTo, "Re", "Thanks.\n\n"+quote(wrapped(asked.Text(), width))))
				})
				b.says(ben, part("mail.left-out"))
				b.now = b.now.Add(time.Hour)
			}
			b.receive(b.written(ben, asked.ReplyTo, "Re", "Thanks.\n\n"+strings.TrimPrefix(quote("resign yes"), ": ")))
			if b.look(id).Ending == nil {
				t.Errorf("one line that was copied is not obeyed:\n%s", plain(b.last(ben)))
			}
		})
	}
}

// Two lines of a mail are a quotation, one is an order: an example, or an answer of the list.
func TestOneLineOfAMailIsAnOrder(t *testing.T) {
	for _, line := range []string{"place 84-2 3306", "standard", "10", "place 84-2 Hotton"} {
		b := newBench(t)
		id := b.begin("celles")
		b.reply(ben, "help place\nhelp standard")
		asked, seq := b.last(ben), b.seq(id)
		b.still(id, "a quotation", func() { b.receive(b.written(ben, asked.ReplyTo, "Re", wrapped(asked.Text(), 50))) })
		b.receive(b.written(ben, asked.ReplyTo, "Re", line))
		if b.seq(id) == seq {
			t.Errorf("%q is not obeyed:\n%s", line, plain(b.last(ben)))
		}
	}
}

// What was tried, or not looked at, is written once more and obeyed: the mail between repeats it.
func TestTriedAndThenMeant(t *testing.T) {
	b := newBench(t)
	b.begin("celles")
	b.reply(ben, "standard")
	b.reply(anna, "draw")
	orders := "activate 2pz\nmove 2pz-a 2711 stop"
	b.reply(anna, "try\n"+orders)
	b.reply(anna, "move 2pz-a 0101\n"+orders)
	b.says(anna, part("mail.rest"))
	b.reply(anna, orders)
	b.says(anna, "» activate 2pz", "» move 2pz-a 2711 stop")
	if said := plain(b.last(anna)); strings.Contains(said, part("mail.not-done")) {
		t.Errorf("it is not obeyed:\n%s", said)
	}
}

// What could not be tried, as the other side has a secret, is told as refused.
func TestASecretIsNotTried(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	b.reply(anna, "plan march")
	b.still(id, "a try", func() { b.reply(ben, "try\nplan hold") })
	b.says(ben, english("mail.not-done", engine.Text("line", "try"))+"\n")
}

// Questions change nothing: they are answered behind what is refused, and one that is refused itself stops nothing.
func TestQuestionsAndRefusals(t *testing.T) {
	b := newBench(t)
	id := b.begin("celles")
	b.still(id, "a refused order", func() { b.reply(ben, "place 84-2 0101\nhelp place\nplace 84-3 3207\nstatus") })
	b.says(ben, english("mail.not-done", engine.Text("line", "place 84-2 0101")), "» help place", "» status", english("mail.rest", engine.Text("lines", "place 84-3 3207")))
	b.still(id, "a try", func() { b.reply(ben, "try\nplace 84-2 0101\nstatus") })
	b.says(ben, english("mail.not-done", engine.Text("line", "place 84-2 0101")), "» status")
	seq := b.seq(id)
	b.reply(ben, "odds 84-2 medium?\nplace 84-2 3306")
	b.says(ben, english("mail.not-done", engine.Text("line", "odds 84-2 medium?")), "» place 84-2 3306")
	if b.seq(id) == seq {
		t.Error("a refused question stops the order below it")
	}
	b.reply(ben, "1\ufe0f\u20e3")
	b.says(ben, "» 1")
}

// What a mail said is kept with its token while it can be answered, and no longer; it goes with its reader.
func TestSaidIsForgotten(t *testing.T) {
	b := newBench(t)
	b.begin("celles")
	kept := func() (n int) {
		_, bodies, err := b.store.Mail().After(b.t.Context(), "token ", "", 0)
		b.must(err)
		for _, body := range bodies {
			n += strings.Count(string(body), `"said"`)
		}
		return n
	}
	before := kept()
	if before == 0 {
		t.Fatal("nothing is kept of what was said")
	}
	b.reply(ben, "standard") // one is spent, and two new ones are out: his, and the one that asks Anna
	if now := kept(); now != before+1 {
		t.Errorf("what %d mails said is kept, before it was %d", now, before)
	}
	b.reply(ben, "forget me")
	b.reply(anna, "forget me")
	if now := kept(); now != 0 {
		t.Errorf("what %d mails said is kept of who is forgotten", now)
	}
}

// A mail that asks says how much time there is, before the clock runs and while it does.
func TestDeadlineInEachMail(t *testing.T) {
	b := newBench(t)
	b.beginClocked()
	given := english("mail.from-now", engine.Text("time", english("mail.days", engine.Num("n", 3))), engine.Text("today", "not today"))
	b.says(anna, given)
	b.says(ben, given)
	b.reply(anna, "clock 30h")
	b.reply(ben, "accept")
	b.reply(anna, "plan march")
	b.reply(ben, "plan march")
	b.now = b.now.Add(20 * time.Minute)
	b.deliver()
	for _, who := range []string{anna, ben} {
		for _, m := range b.got[who] {
			said := plain(m)
			if strings.Contains(said, part("mail.asked")) && !strings.Contains(said, "You have ") {
				t.Errorf("a mail asks %s and names no time:\n%s", who, said)
			}
		}
	}
}

// What programs write above the mail that they quote, in any language, does not let what was tried before be done.
func TestTriedAndQuoted(t *testing.T) {
	for _, above := range []string{
		"Van: Referee <referee@example.com>\nVerzonden: zondag 22 november 2026 10:14\nAan: Ben <ben@example.net>\nOnderwerp: Celles against Anna",
		"From: Referee <referee@example.com> Sent: Sunday, 22 November 2026 10:14 To: Ben <ben@example.net> Subject: Celles",
		"22 Nov 2026, 10:14 by referee@example.com:",
		"22.11.2026, 10:14, \"Referee\" <referee@example.com>:",
		"Referee (referee@example.com) said:",
		"Quelqu’un vous a répondu", // nothing tells that a quotation follows, but for what is quoted
	} {
		b := newBench(t)
		id := b.begin("celles")
		b.reply(ben, "try\nstandard")
		asked, seq := b.last(ben), b.seq(id)
		b.receive(b.written(ben, asked.ReplyTo, "RE: "+asked.Subject, "place 84-2 3207\n\n"+above+"\n\n"+asked.Text()))
		b.says(ben, "» place 84-2 3207")
		if done := b.seq(id) - seq; done != 1 || strings.Contains(plain(b.last(ben)), "» standard") {
			t.Errorf("below %q %d decisions are made:\n%s", above, done, plain(b.last(ben)))
		}
	}
}

// The HTML of a mail, quoted without a mark in the manners of five programs, is known as well as its text.
func TestQuotedAsHTML(t *testing.T) {
	inner := func(m outgoing.Mail) string {
		_, body, _ := strings.Cut(m.HTML(), "<body")
		_, body, _ = strings.Cut(body, ">")
		body, _, _ = strings.Cut(body, "</body>")
		return body
	}
	lines := func(m outgoing.Mail, before, after string) string {
		var out strings.Builder
		for line := range strings.Lines(wrapped(m.Text(), 1000)) {
			out.WriteString(before + strings.TrimSpace(html.EscapeString(line)) + after + "\n")
		}
		return out.String()
	}
	for name, quote := range map[string]func(m outgoing.Mail) string{
		"below a line":          func(m outgoing.Mail) string { return "<div>Thanks.</div><hr>" + inner(m) },
		"in a paragraph set in": func(m outgoing.Mail) string { return "<p>Thanks.</p><blockquote>" + inner(m) + "</blockquote>" },
		"as paragraphs of Word": func(m outgoing.Mail) string {
			return "<p class=MsoNormal>Thanks.</p>" + lines(m, "<p class=MsoNormal>", "</p>")
		},
		part("mail.done"):         func(m outgoing.Mail) string { return "Thanks.<br><br>" + lines(m, "", "<br>") },
		"in blocks, a list below": func(m outgoing.Mail) string { return "<div>Thanks.</div>" + lines(m, "<div><span>", "</span></div>") },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			id := b.begin("celles")
			b.reply(ben, "resign")
			asked := b.last(ben)
			b.still(id, "a quotation", func() {
				b.receive(b.written(ben, asked.ReplyTo, "Re", quote(asked), "Content-Type: text/html; charset=utf-8"))
			})
			b.says(ben, part("mail.left-out"), english("mail.nothing", engine.Text("lines", "Thanks.")))
			if said := plain(b.last(ben)); strings.Contains(said, "They were: Thanks. /") {
				t.Errorf("a line of ours is taken for the author's:\n%s", said)
			}
		})
	}
}
