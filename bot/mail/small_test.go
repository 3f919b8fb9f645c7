package mail_test

import (
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"referee/engine"
)

// Mails of testdata/mails, as programs and people write them: how many decisions each makes, and what its answer says ("": there is
// none). Those of Anna are answers to a mail that asks her to draw and offers a draw; before those of Ben the standard placement was tried.
func TestSmallMails(t *testing.T) {
	want := map[string]struct {
		decisions int
		says      string
	}{
		"01-outlook-nl":                       {1, "» place 84-2 3207"},
		"02-outlook-nl-both-parts":            {1, "» place 84-2 3207"},
		"03-wrapped-accept":                   {0, english("mail.lines.alone", engine.Text("word", "accept"))},
		"04-wrapped-draw":                     {0, english("mail.lines.alone", engine.Text("word", "draw"))},
		"05-draw-with-a-question-mark":        {0, part("mail.lines.asked")},
		"06-wrapped-offer":                    {0, part("mail.lines.asked")},
		"07-repeated-by-the-referee":          {0, english("mail.left-out", engine.Num("n", 2), engine.Text("line", "» place 84-2 3306"))},
		"08-header-in-one-line":               {1, "» place 84-2 3306"},
		"09-address-and-date-above":           {1, "» place 84-2 3306"},
		"10-indented-by-its-author":           {2, "» place 84-3 3207"},
		"11-content-type-with-a-comment":      {2, "» place 84-3 3207"},
		"12-footer-on-top":                    {0, english("mail.left-out", engine.Num("n", 3), engine.Text("line", "Sent from my iPhone"))},
		"13-remark-behind-an-order":           {2, "» place 84-2 3306 # as agreed"},
		"14-refused-question":                 {1, english("mail.not-done", engine.Text("line", "odds 84-2 medium?"))},
		"15-questions-behind-a-refused-order": {0, "» status"},
		"16-keycap":                           {0, "» 1"},
		"17-dmarc-report":                     {0, ""},
		"18-plain-stub-beside-html":           {0, part("mail.refused.disagree")},
		"19-reaction":                         {0, ""},
		"20-ends-of-lines-doubled":            {1, "» place 84-2 3306"},
		"21-read-receipt":                     {0, ""},
	}
	files, err := filepath.Glob("testdata/mails/*.eml")
	if err != nil || len(files) != len(want) {
		t.Fatalf("%d mails, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".eml")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			b := newBench(t)
			from, id := ben, b.begin("celles")
			b.reply(ben, "try\nstandard")
			if strings.Contains(string(text), "\nFrom: Anna") {
				from = anna
				b.reply(ben, "standard\noffer")
			}
			asked, seq := b.last(from), b.seq(id)
			quoted := asked.Text()
			octets := strings.NewReplacer("{{to}}", asked.ReplyTo, "{{subject}}", asked.Subject, "{{answers}}", asked.ID,
				"{{date}}", b.now.Format(time.RFC1123Z), "<pre>{{quoted}}", "<pre>"+html.EscapeString(quoted), "{{quoted}}", quoted).Replace(string(text))
			end := "\r\n"
			if name == "20-ends-of-lines-doubled" {
				end = "\r\r\n"
			}
			count := 0
			for _, got := range b.got {
				count += len(got)
			}
			b.must(b.Receive(t.Context(), []byte(strings.ReplaceAll(octets, "\n", end)), true))
			b.deliver()
			for _, got := range b.got {
				count -= len(got)
			}
			if done := b.seq(id) - seq; done != want[name].decisions {
				t.Errorf("%d decisions, want %d:\n%s", done, want[name].decisions, plain(b.last(from)))
			}
			if says := want[name].says; says != "" {
				b.says(from, says)
			} else if count != 0 {
				t.Errorf("it is answered:\n%s", plain(b.last(from)))
			}
		})
	}
}
