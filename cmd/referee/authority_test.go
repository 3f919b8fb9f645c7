package main

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"referee/bot/test/authoritytest"
	"referee/bot/test/localetest"
)

// TestAuthority tries the acts of docs/data/permissions.csv at the other doors: the command line
// and the local table know none of them, and a match there is as it was.
func TestAuthority(t *testing.T) {
	t.Parallel()
	db := filepath.Join(t.TempDir(), "r.db")
	does := func(stdin string, args ...string) (int, string) {
		var out bytes.Buffer
		code := run(t.Context(), args, strings.NewReader(stdin), &out, &out)
		return code, out.String()
	}
	table := []string{"table", "--terminal", "--game", "toy", "--seed", "a", "--db", db}
	code, said := does("new\nquit\n", table...)
	found := regexp.MustCompile(`Match ([a-z0-9]+) is open`).FindStringSubmatch(said)
	if code != 0 || found == nil {
		t.Fatalf("no match: %d %s", code, said)
	}
	export := func() string {
		_, text := does("", "export", found[1], "--game", "toy", "--db", db)
		return text
	}
	before := export()
	for _, row := range authoritytest.Read(t, "../../docs/data/permissions.csv", authoritytest.Columns) {
		want := map[string]string{"table": "no: command", "command line": "no: command"}
		if row.Act == "go-on" && row.On != "the league" { // see restore.txtar
			want["table"] = "anywhere"
		}
		for column, says := range want {
			if row.Cells[column] != says {
				t.Errorf("%s, %s: the cell says %q", row.Name(), column, row.Cells[column])
			}
		}
		if code, said := does("", row.Act, found[1]); code == 0 || !strings.Contains(said, "no command") {
			t.Errorf("referee %s: %d %s", row.Act, code, said)
		}
		if row.Act == "go-on" {
			continue // a word of the table, tried there
		}
		lines := []string{row.Act, row.Act + " 3", row.Act + " blue"}
		if _, said := does(strings.Join(lines, "\n")+"\nquit\n", table...); strings.Count(said, localetest.Part("en", "referee.order.unknown")) != len(lines) {
			t.Errorf("at the table %q: %s", lines, said)
		}
	}
	if after := export(); after != before {
		t.Errorf("the match has changed:\n%s", after)
	}
}
