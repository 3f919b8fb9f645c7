package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referee/cmd/cli"
)

// TestLongQuotesFromFilesAreCut: whatever of a file is too long, in whatever place of it, no command repeats it.
func TestLongQuotesFromFilesAreCut(t *testing.T) {
	honest, err := os.ReadFile(samples + "match.json")
	if err != nil {
		t.Fatal(err)
	}
	whole, long := string(honest), strings.Repeat("9", 50_000)
	replaced := func(old, with string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("the sample has no %s", old)
		}
		return strings.Replace(whole, old, with, 1)
	}
	texts := map[string]string{
		"a number":   replaced(`"law": 1`, `"law": `+long),
		"a game":     replaced(`"game": "toy"`, `"game": "`+long+`"`),
		"a format":   replaced(`referee-match/1`, `referee-match/1`+long),
		"an id":      replaced(`"match": "toy-1"`, `"match": "`+long+`"`),
		"a viewer":   replaced(`"law": 1`, `"law": 1, "as": "`+long+`"`),
		"a field":    replaced(`"law": 1`, `"law": 1, "`+long+`": 1`),
		"a hash":     replaced(`"hash": "`, `"hash": "`+long),
		"a head":     replaced(`"head": "`, `"head": "`+long),
		"a line":     replaced(`\"kind\":\"open\"`, `\"kind\":\"`+long+`\"`),
		"a verb":     replaced(`\"kind\":\"open\"`, `\"kind\":\"`+long[:4000]+`\"`),
		"a word":     long,
		"words":      strings.Repeat("nine ", 10_000),
		"an unquote": `"` + long,
		"a key":      strings.Repeat("k", 50_000) + ": 1\n",
	}
	plain := map[string]bool{"key": true, "dice": true, "script": true, "configuration": true} // which read no match
	for command, args := range map[string][]string{
		"verify": {"verify", "AT"}, "import": {"import", "AT"}, "replay": {"replay", "AT"}, "account": {"account", "AT"}, "render": {"render", "AT", "-o", "map.png"},
		"uniformity": {"uniformity", "AT"}, "table": {"table", "--terminal", "AT"}, "configuration": {"check", "--config", "AT"}, "key": {"key", "show", "--key", "AT"},
		"dice": {"table", "--terminal", "--game", "toy", "--dice", "AT"}, "script": {"table", "--game", "toy", "--script", "AT"},
	} {
		for name, text := range texts {
			if plain[command] && strings.HasPrefix(text, "{") {
				continue
			}
			t.Run(command+" "+name, func(t *testing.T) {
				t.Chdir(t.TempDir())
				at := filepath.Join(t.TempDir(), "file")
				if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				var out strings.Builder
				args := strings.Split(strings.ReplaceAll(strings.Join(args, "\n"), "AT", at), "\n")
				code := run(t.Context(), args, strings.NewReader(""), &out, &out)
				if out.Len() > 10_000 || code == cli.Done && (command == "verify" || command == "import") {
					t.Errorf("exit code %d, %d bytes: %.300s", code, out.Len(), out.String())
				}
			})
		}
	}
}
