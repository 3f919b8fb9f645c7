package incoming_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referee/bot/mail/incoming"
)

var update = flag.Bool("update", false, "rewrite what is expected of the mails in testdata")

// settings are those of the mailbox that the mails of the corpus came to.
var settings = incoming.Config{
	Own:        []string{"referee@club.example"},
	AuthServ:   "mx.club.example",
	FileSuffix: ".sealed",
	FileType:   "application/x-sealed",
	Attached:   20,
}

// hashes are the keys of mails without a Message-ID, which hang on every octet.
var hashes = regexp.MustCompile(`sha256:[0-9a-f]+`)

// TestCorpus reads awkward mails, each of which is expected to come out as the text
// beside it says. In every line that must not be obeyed there is "never".
func TestCorpus(t *testing.T) {
	mails, err := filepath.Glob("testdata/corpus/*.eml")
	if err != nil || len(mails) == 0 {
		t.Fatal("no mails", err)
	}
	for _, name := range mails {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".eml"), func(t *testing.T) {
			octets, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			m, err := incoming.Read(bytes.NewReader(octets), incoming.Limits{}, settings)
			for _, line := range m.Lines {
				if strings.Contains(line, "never") {
					t.Errorf("is obeyed: %s", line)
				}
			}
			got := told(m, err)
			for _, end := range []string{"\r\n", "\r\r\n"} {
				over := told(incoming.Read(bytes.NewReader(bytes.ReplaceAll(octets, []byte("\n"), []byte(end))), incoming.Limits{}, settings))
				if hashes.ReplaceAllString(over, "") != hashes.ReplaceAllString(got, "") {
					t.Errorf("with %q at the ends of lines:\n%s", end, cmp.Diff(got, over))
				}
			}
			golden := strings.TrimSuffix(name, ".eml") + ".txt"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-update rewrites it):\n%s", golden, diff)
			}
		})
	}
}

// told is a mail as a person reads what came of it.
func told(m *incoming.Mail, err error) string {
	var b strings.Builder
	say := func(what, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s %s\n", what, fmt.Sprintf(format, args...))
	}
	var refusal *incoming.Refusal
	if errors.As(err, &refusal) {
		say("refused", "%v", refusal.Reason)
	} else if err != nil {
		return "error " + err.Error()
	}
	say("kind", "%v", m.Kind)
	if m.Doubt != incoming.NoDoubt {
		say("doubt", "%v", m.Doubt)
	}
	say("key", "%s", m.Key)
	say("from", "%s <%s>", m.From.Name, m.From.Address)
	for _, list := range []struct {
		name   string
		values []string
	}{{"to", m.To}, {"delivered", m.Delivered}, {"subject", []string{m.Subject}}, {"answers", m.InReplyTo}, {"thread", m.References}} {
		if len(list.values) > 0 && list.values[0] != "" {
			say(list.name, "%s", strings.Join(list.values, " "))
		}
	}
	if !m.Date.IsZero() {
		say("date", "%s", m.Date.UTC().Format(time.DateTime))
	}
	if v := m.Verdict; v != (incoming.Verdict{}) {
		say("verdict", "spf=%s dkim=%s (%s) dmarc=%s", v.SPF, v.DKIM, v.DKIMDomain, v.DMARC)
	}
	for _, l := range m.Left {
		say("left", "%v %d %s", l.Why, l.Lines, strings.Join(l.Names, ", "))
	}
	if m.Bounce != nil {
		say("about", "%s", m.Bounce.Original)
		for _, r := range m.Bounce.Recipients {
			say("recipient", "<%s> %v %s %s", r.Address, r.Outcome, r.Status, r.Reason)
		}
	}
	if m.File != nil {
		say("file", "%s: %q", m.File.Name, m.File.Bytes)
	}
	for _, f := range m.Attached {
		say("attached", "%s: %q", f.Name, f.Bytes)
	}
	for _, line := range m.Lines {
		if line != "" { // [TestApart] looks at those
			say("line", "%s", line)
		}
	}
	return trailing(b.String())
}

// trailing takes blanks at the ends of lines out.
func trailing(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
