package outgoing

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"net/mail"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the files of testdata")

// example is a mail with everything.
func example(t *testing.T) Mail {
	t.Helper()
	return Mail{
		From: mail.Address{Name: "Arbitre du club d’Arlon", Address: "ref@club.test"}, To: "anna@players.test",
		ReplyTo: "ref+k7qm2xw4@club.test", Bounces: "ref+b.k7qm2xw4@club.test",
		Subject: "Celles 7 : à vous de jouer, 24 décembre, activation de la Panzer Lehr",
		Date:    time.Date(2026, 11, 23, 14, 5, 6, 0, time.FixedZone("", 3600)), ID: "m7.12.k7qm2xw4@club.test",
		InReply: "answer.9@players.test", Thread: []string{"m7.1@club.test", "not an id", "answer.9@players.test"},
		Auto: Replied, Lang: "fr",
		Unsubscribe: Unsubscribe{Mail: "ref+u.k7qm2xw4@club.test", Subject: "stop"},
		Blocks: []Block{
			{Footer: "Partie 7 de Celles. Tête de la chaîne : 5f0c…\nRépondre « stop » : plus aucun courriel."},
			Heading("Ce qui s’est passé"),
			Paragraph("La 2e Panzer a attaqué <Foy-Notre-Dame> & s’est arrêtée ; un jet de 5 : la défense recule d’un hexagone, et perd un pas.\nLe chapitre 11 le dit."),
			{Preformatted: "   1  2  3   \n a .  ~  #\n b P  .  <\n\n"},
			{Picture: &Picture{PNG: picture(t, 1300), Alt: "La carte au tour 3"}},
			Paragraph("Que faites-vous ?"),
			{Answers: Answers{{Say: "1", Text: "Tirer un marqueur"}, {Say: "2", Text: "Activer la Panzer Lehr, qui n’a pas encore bougé ce tour-ci et dont les trois unités sont ravitaillées"}, {Say: "pas aujourd’hui", Text: "Ne rien rappeler avant demain", To: "ref+other@club.test", Subject: "Celles 8"}}},
			{Link: &Link{"La page du championnat", "https://club.test/league?round=3&lang=fr"}},
		},
		Attachment: &File{Name: "celles 7 à jouer.turn", Type: "application/octet-stream", Data: bytes.Repeat([]byte("sealed "), 20)},
	}
}

// picture is a picture of some width.
func picture(t *testing.T, width int) []byte {
	t.Helper()
	m := image.NewPaletted(image.Rect(0, 0, width, 2), color.Palette{color.White, color.Black})
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestGoldens: the octets of mails, and their two texts.
func TestGoldens(t *testing.T) {
	full := example(t)
	plain := full
	plain.Attachment, plain.InReply, plain.Thread, plain.Bounces, plain.ReplyTo = nil, "", nil, "", ""
	plain.From.Name, plain.Subject, plain.Lang, plain.Auto = "", "Your code", "en", Generated
	plain.Unsubscribe = Unsubscribe{Mail: "ref@club.test", Subject: "stop k7qm2xw4", Web: "https://club.test/stop/k7qm2xw4"}
	plain.Blocks = []Block{Paragraph("The code is 4711-0815.")}
	for name, m := range map[string]Mail{"full": full, "plain": plain} {
		octets, err := m.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		again, err := m.Bytes()
		if err != nil || !bytes.Equal(octets, again) {
			t.Errorf("%s: the same mail has other octets: %v", name, err)
		}
		golden(t, name+".eml", octets)
		golden(t, name+".txt", []byte(m.Text()))
		golden(t, name+".html", []byte(m.HTML()))
	}
}

// golden compares with a file.
func golden(t *testing.T, name string, has []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, has, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	wants, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(wants), string(has)); d != "" {
		t.Errorf("%s differs (-wants +has):\n%s", name, d)
	}
}

// TestLines: no line of a mail is longer than it may be, and each ends as it must.
func TestLines(t *testing.T) {
	m := example(t)
	m.Subject = strings.Repeat("ä€ long subject ", 40)
	for range 50 {
		m.Thread = append(m.Thread, strings.Repeat("x", 300)+"@players.test")
	}
	m.Blocks = append(m.Blocks, Block{Preformatted: strings.Repeat("€", 2000)})
	octets, err := m.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(bytes.ReplaceAll(octets, []byte("\r\n"), nil), []byte("\n")) || bytes.Contains(bytes.ReplaceAll(octets, []byte("\r\n"), nil), []byte("\r")) {
		t.Error("a line does not end in \\r\\n")
	}
	for line := range bytes.SplitSeq(octets, []byte("\r\n")) {
		if len(line) > 998 {
			t.Errorf("a line of %d octets: %.80q", len(line), line)
		}
	}
	read, err := mail.ReadMessage(bytes.NewReader(octets))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(read.Header.Get("References"), "<"); n != mostIDs {
		t.Errorf("%d ids in References", n)
	}
	if !strings.HasPrefix(read.Header.Get("References"), "<m7.1@club.test>") {
		t.Error("the first mail of the thread is not among the references")
	}
	for line := range strings.SplitSeq(wrapped(m).Text(), "\n") {
		if utf8.RuneCountInString(line) > width {
			t.Errorf("a line of %d characters: %q", utf8.RuneCountInString(line), line)
		}
	}
}

// wrapped is a mail without what may have long lines.
func wrapped(m Mail) *Mail {
	var blocks []Block
	for _, b := range m.Blocks {
		if b.Preformatted == "" {
			blocks = append(blocks, b)
		}
	}
	m.Blocks = blocks
	return &m
}

// TestRefusesInjection: nothing that somebody typed adds a field to the header or a command to the connection.
func TestRefusesInjection(t *testing.T) {
	for name, change := range map[string]func(*Mail){
		"subject":     func(m *Mail) { m.Subject = "x\r\nBcc: all@players.test" },
		"name":        func(m *Mail) { m.From.Name = "x\r\nBcc: all@players.test" },
		"to":          func(m *Mail) { m.To = "anna@players.test>\r\nRCPT TO:<all@players.test" },
		"two":         func(m *Mail) { m.To = "anna@players.test, bob@players.test" },
		"named":       func(m *Mail) { m.To = "Anna <anna@players.test>" },
		"no to":       func(m *Mail) { m.To = "" },
		"utf8":        func(m *Mail) { m.To = "änna@players.test" },
		"reply":       func(m *Mail) { m.ReplyTo = "x y@club.test" },
		"bounces":     func(m *Mail) { m.Bounces = "ref+b.x\n@club.test" },
		"id":          func(m *Mail) { m.ID = "x> <y@club.test" },
		"auto":        func(m *Mail) { m.Auto = "no" },
		"nothing":     func(m *Mail) { m.Blocks = nil },
		"date":        func(m *Mail) { m.Date = time.Time{} },
		"attachment":  func(m *Mail) { m.Attachment.Name = "a\nb" },
		"unsubscribe": func(m *Mail) { m.Unsubscribe.Web = "http://club.test/stop" },
		"language":    func(m *Mail) { m.Lang = "en\r\nx: y" },
	} {
		m := example(t)
		change(&m)
		if _, err := m.Bytes(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestPlus: tags stand in front of the last @.
func TestPlus(t *testing.T) {
	if has := Plus("ref@club.test", "b.x"); has != "ref+b.x@club.test" {
		t.Error(has)
	}
}
