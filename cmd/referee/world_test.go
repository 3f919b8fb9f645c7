package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"
)

// saying runs the program in a directory, and returns its exit code and all that it says.
func saying(t *testing.T, stdin string, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(stdin), &out, &out)
	return code, out.String()
}

// libraries are words of packages that read files, which mean nothing to people.
var libraries = regexp.MustCompile(`invalid character|looking for beginning|unexpected end of JSON|unexpected EOF|(^|[^.])json: |cannot unmarshal`)

// TestFilesOfOtherSystems: every command that reads a file reads it as well when other systems have changed its line
// ends or its encoding, and says in words what it is when it is none of the referee's.
func TestFilesOfOtherSystems(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, said := saying(t, "", "demo", "--game", "toy", "--out", "d", "--seed", "12"); code != 0 {
		t.Fatal(said)
	}
	if code, said := saying(t, "", "render", "d/match.json", "-o", "position.txt", "--at", "4"); code != 0 {
		t.Fatal(said)
	}
	readers := map[string][]string{
		"d/match.json": {"verify", "replay", "uniformity", "import", "render -o map.png"},
		"position.txt": {"render --game toy -o map.png"},
		"script.txt":   {"table --game toy --two --db t.db --key t.key --pictures p --seed 1 --script"},
		"other.yaml":   {"check --config"},
	}
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("script.txt", "new\nboard\nplan march\nplan march\n")
	write("other.yaml", "lang: fr\ngame: toy\n")
	for file, commands := range readers {
		was, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range commands {
			at := func(text string) (int, string) {
				write(filepath.Base(file), text)
				_ = os.Remove("t.db")
				return saying(t, "", append(strings.Fields(command), filepath.Base(file))...)
			}
			code, want := at(string(was))
			if code != 0 {
				t.Fatalf("%s: %s", command, want)
			}
			for form, text := range forms(string(was)) {
				if code, said := at(text); code != 0 || said != want && !strings.HasPrefix(command, "table") {
					t.Errorf("%s, %s: %d\n%s\nwant\n%s", command, form, code, said, want)
				}
			}
			for want, text := range map[string]string{"is compressed": "\x1f\x8b\x08\x00", "is a web page": "<!DOCTYPE html>\n<html>"} {
				if code, said := at(text); code == 0 || !strings.Contains(said, want) || libraries.MatchString(said) {
					t.Errorf("%s: want %q: %d, %s", command, want, code, said)
				}
			}
			if file != "d/match.json" {
				continue
			}
			for want, text := range map[string]string{
				"(it is empty|position text)": "", "its end is missing": string(was[:len(was)-2]), "follows its end": string(was) + "-- \nAnna",
			} {
				if code, said := at(text); code == 0 || !regexp.MustCompile(want).MatchString(said) || libraries.MatchString(said) {
					t.Errorf("%s: want %q: %d, %s", command, want, code, said)
				}
			}
		}
	}
}

// forms are what systems make of a text.
func forms(text string) map[string]string {
	var wide []byte
	for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
		wide = binary.LittleEndian.AppendUint16(wide, unit)
	}
	crlf := strings.ReplaceAll(text, "\n", "\r\n")
	return map[string]string{"CRLF": crlf, "byte order mark": "\ufeff" + text, "both": "\ufeff" + crlf, "UTF-16": string(wide)}
}
