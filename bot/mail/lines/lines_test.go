package lines_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/bot/mail/lines"
	"referee/engine"
	"referee/engine/celles"
	"referee/engine/enginetest/toy"
	"referee/engine/notary"
)

// grammars are those of the games of the cases, and of none.
func grammars(t testing.TB) map[string]*lines.Grammar {
	t.Helper()
	law, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*lines.Grammar{}
	written, err := notary.Open(notary.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, info := range map[string]*engine.Info{"celles": law.Info(), "toy": toy.Strict().Info(), "notary": written.Info(), "none": nil} {
		words, err := locale.New(info, lines.Catalogue)
		if err != nil {
			t.Fatal(err)
		}
		if gaps := words.Gaps(); len(gaps) > 0 {
			t.Errorf("%s: the words have gaps: %v", name, gaps)
		}
		out[name] = lines.New(info, words, []string{"celles", "toy"}, []string{"recruit", "captain"})
	}
	return out
}

// plan is a plan as the cases write it.
func plan(p lines.Plan) string {
	var out []string
	add := func(format string, args ...any) { out = append(out, strings.TrimSpace(fmt.Sprintf(format, args...))) }
	if p.Try {
		add("try")
	}
	kinds := map[lines.Kind]string{
		lines.Query: "query", lines.Question: "question", lines.Act: "act", lines.Account: "account", lines.Code: "code",
	}
	for _, s := range p.Steps {
		sure := ""
		if s.Sure {
			sure = " (sure)"
		}
		switch s.Kind {
		case lines.Order:
			add("order %s%s", strings.Join(s.Orders, " | "), sure)
		case lines.Number:
			add("number %d", s.Number)
		case lines.Refused:
			word := ""
			for _, a := range s.Why.Args {
				word += " " + a.Text
			}
			add("refused %s:%s %s", strings.TrimPrefix(s.Why.Key, "mail.lines."), word, strings.Join(s.Near, ","))
		case lines.League:
			add("league %s %q %q", s.Of, s.Word, s.Args)
		case lines.Appeal, lines.Ruling:
			add("%s %q rules %q", s.Word, s.Args, s.Rules)
			for _, below := range s.Below {
				add("| %s", below)
			}
		case lines.Reads:
			add("reads")
		default:
			add("%s %s %s", kinds[s.Kind], s.Word, strings.Join(s.Args, " "))
		}
	}
	for _, line := range p.Unread {
		add("unread: %s", line)
	}
	for _, form := range p.Forms {
		add("form: %s", form)
	}
	for _, line := range p.Rest {
		add("not reached: %s", line)
	}
	return strings.Join(out, "\n")
}

// TestLines goes through the mails of testdata: a line "GAME LANG: what it shows", lines of the mail
// behind "<", and what is read of it behind "=".
func TestLines(t *testing.T) {
	all := grammars(t)
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
	for _, file := range files {
		if filepath.Base(file) == "faults.txt" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
			head, body, _ := strings.Cut(block, "\n")
			about, name, named := strings.Cut(head, ": ")
			game, lang, two := strings.Cut(about, " ")
			if !named || !two || all[game] == nil || !slices.Contains(locale.Languages, lang) {
				t.Fatalf("%s: no case begins with %q", file, head)
			}
			t.Run(name, func(t *testing.T) {
				var mail, want []string
				for line := range strings.SplitSeq(body, "\n") {
					if written, is := strings.CutPrefix(line, "<"); is {
						mail = append(mail, strings.TrimPrefix(written, " "))
					} else {
						want = append(want, strings.TrimPrefix(line, "= "))
					}
				}
				if got := plan(all[game].Read(mail, lang)); got != strings.Join(want, "\n") {
					t.Errorf("%s\nread:\n%s\nwant:\n%s", head, got, strings.Join(want, "\n"))
				}
			})
		}
	}
}

// FuzzProse reads any line in any language: what is read as an order of the game has no word but
// those of the game, and an order is never made of what is quoted. No line of prose moves.
func FuzzProse(f *testing.F) {
	all := grammars(f)
	known := map[string]map[string]bool{}
	for _, game := range []string{"celles", "toy"} {
		known[game] = vocabulary(f, game)
	}
	for _, line := range []string{
		"Draw your own conclusions.", "- 1. move lehr-a 2316 stop", "réponse : 2", "> draw", "draw, activate leer", "hold", "rush 2!", "OK",
		"Can lehr-a reach 2316 tomorrow?", "march red-a and red-b Ford; stay", "bouger lehr–a Mont-Gauthier et finir", "“no”", "try draw", "resign yes",
		"move lehr-a Rochfort", "infiltrate Mont Gautier", "in 2016 we met", "standing match losses by weakest listed", "standing arm", "revoke #12",
		"roll 2d6: attack on 2710", "lancer 2d6 pour voir\n« passer : à vous »", "\"*score blue:-3*\"", "note:\nseal: \"a\" b", "table crt 3-1 x", ": :", "roll  :a",
		"units Rochefort?", "board reach lehr-a", "rules 8.2", "help attack", "new celles as allied against Ben <ben@example.org> bid=german-2",
	} {
		f.Add(line, "en")
		f.Add(line, "fr")
	}
	f.Fuzz(func(t *testing.T, line, lang string) {
		for _, s := range all["none"].Read([]string{line}, lang).Steps {
			if s.Kind == lines.Order || s.Kind == lines.Query {
				t.Errorf("%q is read as %q, about no match", line, s.Orders)
			}
		}
		for _, s := range all["notary"].Read(strings.Split(line, "\n"), lang).Steps {
			if s.Writes() && !strings.ContainsAny(line, ":：") {
				t.Errorf("%q has no colon, and is read as %q", line, s.Orders)
			}
		}
		for game, words := range known {
			p := all[game].Read([]string{line}, lang)
			for _, s := range p.Steps {
				if s.Kind != lines.Order {
					continue
				}
				for _, w := range plainWords(line) {
					if !words[w] {
						t.Errorf("%s: %q is read as %q, but %q is no word of the game", game, line, s.Orders, w)
					}
				}
				for _, o := range s.Orders {
					for _, w := range strings.Fields(o) {
						if w = strings.TrimPrefix(w, "+"); !words[w] && !hex.MatchString(w) {
							t.Errorf("%s: %q is read as %q, of which %q is no word of the game", game, line, s.Orders, w)
						}
					}
				}
			}
			if strings.HasPrefix(strings.TrimSpace(line), ">") && len(p.Steps) > 0 {
				t.Errorf("%s: %q is quoted, and read as %q", game, line, plan(p))
			}
		}
	})
}

// TestProse reads a page of letters as people write them beside their orders, line by line: none of
// them moves, in any language, over either game.
func TestProse(t *testing.T) {
	text, err := os.ReadFile("testdata/letters.prose")
	if err != nil {
		t.Fatal(err)
	}
	all, n := grammars(t), 0
	for line := range strings.Lines(string(text)) {
		for _, game := range []string{"celles", "toy", "notary", "none"} {
			for _, lang := range locale.Languages {
				p := all[game].Read([]string{line}, lang)
				for _, s := range p.Steps {
					t.Errorf("%s %s: %q is read as %s", game, lang, strings.TrimSpace(line), plan(lines.Plan{Steps: []lines.Step{s}}))
				}
				n++
			}
		}
	}
	if n < 500 {
		t.Errorf("only %d lines were read", n)
	}
}
