package board

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestContract: the page declares every field that it is sent, and reads it.
func TestContract(t *testing.T) {
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	names, err := filepath.Glob("page/static/*.js")
	if err != nil {
		t.Fatal(err)
	}
	declared, scripts := "", ""
	for _, name := range names {
		if filepath.Base(name) == "contract.js" {
			declared = read(name)
		} else {
			scripts += read(name)
		}
	}
	sent := 0
	for part := range strings.SplitSeq(read("contract.go"), "\ntype ") {
		typ, fields, _ := strings.Cut(part, " ")
		if typ == "Action" { // the page sends it
			continue
		}
		for _, m := range regexp.MustCompile("`json:\"([a-z]+)").FindAllStringSubmatch(fields, -1) {
			sent++
			if !regexp.MustCompile(`\b` + m[1] + `\b`).MatchString(declared) {
				t.Errorf("contract.js does not declare %s of %s", m[1], typ)
			}
			if m[1] != "repeated" && !regexp.MustCompile(`(\.|\{ |, )`+m[1]+`\b`).MatchString(scripts) { // which tests of keys read
				t.Errorf("no script reads %s of %s", m[1], typ)
			}
		}
	}
	if sent < 80 {
		t.Errorf("%d fields were found", sent)
	}
}
