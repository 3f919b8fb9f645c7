package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLearn plays the course of the first game at a table in each language, with some orders that are not what a
// step asks for, and compares what is seen with the transcripts of the documents.
func TestLearn(t *testing.T) {
	for lang, about := range map[string][2]string{
		"en": {"A first match in ten steps", "Somebody who has never played learns *Celles* at a table: they type what stands behind “>”, and now and then something else than what they are asked for."},
		"fr": {"Une première partie en dix étapes", "Quelqu’un qui n’a jamais joué apprend *Celles* à une table : la personne tape ce qui suit « > », et parfois autre chose que ce qu’on lui demande."},
		"es": {"Una primera partida en diez lecciones", "Alguien que nunca ha jugado aprende *Celles* en una mesa: escribe lo que sigue a «>», y a veces otra cosa que lo que se le pide."},
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
			file := filepath.Join("..", "..", "docs", "transcripts", "learn-"+lang+".md")
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
		})
	}
}
