package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referee/engine/enginetest/extract"
)

// TestLearn plays the course of the first game at a table in each language, with some orders that are not what a
// step asks for, and compares what is seen with testdata/learn, and its beginning with the transcripts of the documents.
func TestLearn(t *testing.T) {
	lesson := regexp.MustCompile(`(?m)^\pL+ \d+ (of|sur|de) 10\b`)
	for lang, about := range map[string][3]string{
		"en": {"A first match in ten steps", "A newcomer learns *Celles* at a table. What they type follows “>”; now and then it is not what the step asks for.", "*The other steps: [the whole text](%s).*"},
		"fr": {"Une première partie en dix étapes", "Quelqu’un qui n’a jamais joué apprend *Celles* à une table. Ce qu’il tape suit « > » ; parfois, ce n’est pas ce que demande l’étape.", "*Les autres étapes : [le texte entier](%s).*"},
		"es": {"Una primera partida en diez lecciones", "Alguien que nunca ha jugado aprende *Celles* en una mesa. Lo que escribe sigue a «>»; a veces no es lo que pide la lección.", "*Las demás lecciones: [el texto entero](%s).*"},
	} {
		t.Run(lang, func(t *testing.T) {
			dir := t.TempDir()
			var out, wrong bytes.Buffer
			args := []string{
				"table", "--lang", lang, "--script", filepath.Join("testdata", "learn", lang+".txt"), "--seed", "learn",
				"--db", filepath.Join(dir, "referee.db"), "--pictures", dir,
			}
			if code := run(context.Background(), args, strings.NewReader(""), &out, &wrong); code != 0 {
				t.Errorf("exit code %d: %s", code, &wrong)
			}
			got := "# " + about[0] + "\n\n" + about[1] + "\n\n```\n" + strings.TrimSpace(out.String()) + "\n```\n"
			whole := filepath.Join("testdata", "learn", lang+".md")
			begins := extract.Beginning(got, lesson) + "```\n\n" + fmt.Sprintf(about[2], "../../cmd/referee/testdata/learn/"+lang+".md") + "\n"
			for file, got := range map[string]string{whole: got, filepath.Join("..", "..", "docs", "transcripts", "learn-"+lang+".md"): begins} {
				if *update {
					if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
					t.Errorf("%s (-update rewrites it):\n%s", file, diff)
				}
			}
		})
	}
}
