package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"referee/cmd/games"
	"referee/engine/chain"
	"referee/engine/match"
)

// fake is the file of a match on its way from an honest one to one that a forger
// makes: all is text, so that nothing of the program's own refuses to write it.
type fake struct {
	Format  string      `json:"format"`
	Match   string      `json:"match"`
	Game    string      `json:"game"`
	Law     int         `json:"law"`
	As      string      `json:"as,omitempty"`
	Data    fakeData    `json:"data"`
	Entries []fakeEntry `json:"entries"`
	Head    string      `json:"head"`
}

type fakeData struct {
	Hash  string            `json:"hash"`
	Files map[string]string `json:"files"`
}

type fakeEntry struct {
	Line   string  `json:"line"`
	Head   string  `json:"head"`
	Secret *string `json:"secret,omitempty"`
}

// sample reads an honest file to forge, of which only the first entries count.
func sample(t testing.TB, path string, entries int) fake {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var f fake
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	f.Entries = f.Entries[:min(entries, len(f.Entries))]
	return f
}

// clone is a copy that shares nothing that a forger changes.
func (f fake) clone() fake {
	f.Entries = append([]fakeEntry(nil), f.Entries...)
	files := map[string]string{}
	for name, text := range f.Data.Files {
		files[name] = text
	}
	f.Data.Files = files
	return f
}

var (
	numberOf = regexp.MustCompile(`^\{"n":[0-9]+`)
	sealOf   = regexp.MustCompile(`"sealed":"[0-9a-f]{64}"`)
	dataOf   = regexp.MustCompile(`"data":"[0-9a-f]{64}"`)
)

// chained is the file with its numbers, seals, hashes and heads made anew, as whoever
// writes files can.
func (f fake) chained() []byte {
	f = f.clone()
	if g, err := known.Find(f.Game); err == nil {
		f.rehash(g)
	}
	var head chain.Head
	for i := range f.Entries {
		e := &f.Entries[i]
		e.Line = numberOf.ReplaceAllString(e.Line, fmt.Sprintf(`{"n":%d`, i+1))
		if e.Secret != nil {
			sum := sha256.Sum256([]byte(*e.Secret))
			e.Line = sealOf.ReplaceAllString(e.Line, `"sealed":"`+hex.EncodeToString(sum[:])+`"`)
		}
		head = head.Next([]byte(e.Line))
		e.Head = head.String()
	}
	f.Head = head.String()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(f); err != nil {
		panic(err) // it is of texts alone
	}
	return b.Bytes()
}

// rehash names the data set by the hash that its game gives it, if it can be opened.
func (f *fake) rehash(g games.Module) {
	defer func() { _ = recover() }() // the program under test opens it again
	opened, err := g.Open(match.Data(f.Data.Files), f.Law)
	if err != nil || len(f.Entries) == 0 || opened.Info().Data == f.Data.Hash {
		return
	}
	f.Data.Hash = opened.Info().Data
	f.Entries[0].Line = dataOf.ReplaceAllString(f.Entries[0].Line, `"data":"`+f.Data.Hash+`"`)
}

// scalars finds the texts, numbers and words of a JSON text.
var scalars = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|-?[0-9]+(?:\.[0-9]+)?|true|false|null`)

// venom are values that a forger puts in the place of others.
var venom = []string{
	`""`, `"\u001b[2J"`, `"../../x"`, `"chance"`, `"german"`, `"allied"`, `"red"`, `null`, `true`, `false`, `0`, `1`, `-1`,
	`2147483648`, `-9223372036854775808`, `9223372036854775807`, `1e9`, `[]`, `{}`, `[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]`,
	`"` + strings.Repeat("x", 5000) + `"`, `["",""]`, `"#"`, `"\u202e"`, `0.5`, `"0000"`, `"att-loss"`, `"advance"`,
}

// poisoned changes a file as a program of bytes says, four for a change.
func poisoned(f fake, program []byte) fake {
	f = f.clone()
	for ; len(program) >= 4; program = program[4:] {
		f.change(program[0], int(program[1]), int(program[2]), int(program[3]))
	}
	return f
}

func (f *fake) change(what byte, at, token, value int) {
	if len(f.Entries) == 0 {
		return
	}
	at %= len(f.Entries)
	e := &f.Entries[at]
	other := f.Entries[value%len(f.Entries)]
	switch what % 10 {
	case 0, 1, 2, 3: // a value of a line is another
		e.Line = swapped(e.Line, token, value)
	case 4: // a value of a line is one of another line
		if found := scalars.FindAllString(other.Line, -1); len(found) > 0 {
			e.Line = put(e.Line, token, found[token%len(found)])
		}
	case 5:
		f.Entries = append(f.Entries[:at:at], f.Entries[at+1:]...)
	case 6:
		f.Entries = append(f.Entries[:at:at], append([]fakeEntry{other}, f.Entries[at:]...)...)
	case 7:
		*e, f.Entries[value%len(f.Entries)] = other, *e
	case 8: // a secret
		if e.Secret != nil {
			changed := swapped(*e.Secret, token, value)
			e.Secret = &changed
		}
	case 9: // a number of the data set
		for _, name := range match.Data(f.Data.Files).Names() {
			if token--; token%5 == 0 {
				text := f.Data.Files[name]
				i := (at*251 + value) % max(1, len(text))
				f.Data.Files[name] = text[:i] + string(rune('0'+value%43)) + text[min(len(text), i+1):]
				break
			}
		}
	}
}

// swapped is a JSON text with one of its values exchanged for one of venom.
func swapped(text string, token, value int) string { return put(text, token, venom[value%len(venom)]) }

// put is a JSON text with another value in one place.
func put(text string, token int, value string) string {
	found := scalars.FindAllStringIndex(text, -1)
	if len(found) == 0 {
		return text
	}
	at := found[token%len(found)]
	return text[:at[0]] + value + text[at[1]:]
}
