package mail_test

import (
	"slices"
	"strings"
	"testing"

	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
)

// A run of lines is a quotation, in the order and with the words of the mail; what is between stays.
func TestSaid(t *testing.T) {
	said := state.SaidOf(outgoing.Mail{Blocks: []outgoing.Block{
		outgoing.Heading("You are asked"),
		outgoing.Paragraph("» tried before\nWrite orders, one on each line: standard, place. Not looked at: draw / end"),
		{Answers: outgoing.Answers{{Say: "1", Text: "84th Infantry 2 (84-2)"}, {Say: "2", Text: "“draw” a chit"}}},
		{Preformatted: "draw\nend\npass\n"},
		{Footer: "5qszcf3h #3"},
	}})
	for text, want := range map[string]string{
		"draw\nend\npass":                      "",
		"draw\nend":                            "",
		"draw\n\n  end":                        "",
		"=> Draw\n=> End":                      "",
		"end\ndraw":                            "end/draw",
		"draw":                                 "draw",
		"draw\nplace":                          "draw/place",
		"standard\nplace":                      "standard/place",
		"hello\ndraw\nend\nplace 84-2":         "hello//place 84-2",
		"1 84th Infantry\n2 (84-2)":            "",
		"2 «Draw»\na chit\ndraw":               "",
		"» tried before\nplace":                "/place",
		"You are asked\n» tried before\nWrite": "",
		"end\npass\nend\npass\nend":            "//end",
	} {
		own, quoted := said.Own(strings.Split(text, "\n"))
		if got := strings.Join(own, "/"); strings.Trim(got, "/") != strings.Trim(want, "/") {
			t.Errorf("%q: %q is its author's, want %q (quoted: %q)", text, got, want, quoted)
		}
	}
	long := state.SaidOf(outgoing.Mail{Blocks: []outgoing.Block{outgoing.Paragraph(strings.Repeat("word ", 100_000))}})
	if len(long) != 8000 {
		t.Errorf("%d octets of a long mail", len(long))
	}
	if lines := []string{"draw", "end"}; func() bool { own, _ := state.Said(nil).Own(lines); return !slices.Equal(own, lines) }() {
		t.Error("of a mail of which nothing is remembered something is a quotation")
	}
}
