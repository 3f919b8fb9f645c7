package boardfile_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"referee/bot/boardfile"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/engine/notary"
)

// game is the toy, as it opens boards.
func game(t testing.TB) boardfile.Game {
	t.Helper()
	data, err := match.LoadData(toy.Files())
	must(t, err)
	return boardfile.Game{ID: "toy", Files: data, Open: func(data match.Data) (*engine.Info, error) {
		g, err := toy.Open(data, 1)
		if err != nil {
			return nil, err
		}
		return g.Info(), nil
	}}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var box = engine.BoardID{Name: "Anna's box", Version: 3, Author: "Anna"}

// made is the board of the toy with a name.
func made(t testing.TB, id engine.BoardID) *boardfile.File {
	t.Helper()
	f, err := boardfile.New(game(t), game(t).Files, id)
	must(t, err)
	return f
}

func text(t testing.TB, f *boardfile.File) []byte {
	t.Helper()
	var b bytes.Buffer
	must(t, f.Write(&b))
	return b.Bytes()
}

func read(t testing.TB, text []byte) (*boardfile.File, error) {
	t.Helper()
	return boardfile.Read(text, func(id string) (boardfile.Game, error) {
		if id != "toy" {
			return boardfile.Game{}, fmt.Errorf("no game %q", id)
		}
		return game(t), nil
	})
}

func sign(t testing.TB, f *boardfile.File, by string) {
	t.Helper()
	key, pem, err := boardfile.NewKey()
	must(t, err)
	again, err := boardfile.ReadKey(pem)
	must(t, err)
	if !key.Equal(again) {
		t.Error("a key is read as another")
	}
	must(t, f.Sign(key, by))
}

func TestBoardFile(t *testing.T) {
	f := made(t, box)
	sign(t, f, "Ben")
	sign(t, f, "Élodie")
	got, err := read(t, text(t, f))
	must(t, err)
	if got.BoardID != box || got.Data != f.Data || got.Game != "toy" || len(got.Signatures) != 2 || !bytes.Equal(text(t, got), text(t, f)) {
		t.Errorf("%+v", got.Board)
	}
	if f.Data == made(t, engine.BoardID{Name: "Anna's box", Version: 4, Author: "Anna"}).Data {
		t.Error("two versions have one hash")
	}
}

func TestBoardsThatAreRefused(t *testing.T) {
	signed := made(t, box)
	sign(t, signed, "Ben")
	with := func(change func(j map[string]any)) []byte {
		var j map[string]any
		must(t, json.Unmarshal(text(t, signed), &j))
		change(j)
		out, err := json.Marshal(j)
		must(t, err)
		return out
	}
	file := func(name, is string) []byte {
		return with(func(j map[string]any) { j["files"].(map[string]any)[name] = is })
	}
	first := func(j map[string]any) map[string]any { return j["signatures"].([]any)[0].(map[string]any) }
	for what, c := range map[string]struct {
		text []byte
		want string
	}{
		"nothing":            {nil, "not a board file"},
		"a picture":          {[]byte("\x89PNG\r\n"), "not a board file"},
		"a match":            {[]byte(`{"format":"referee-match/1"}`), "not a board file"},
		"a newer format":     {with(func(j map[string]any) { j["format"] = "referee-board/2" }), "newer version"},
		"another game":       {with(func(j map[string]any) { j["game"] = "chess" }), `no game "chess"`},
		"another field":      {with(func(j map[string]any) { j["scan"] = "…" }), "unknown field"},
		"text behind it":     {append(text(t, signed), "{}"...), "not a board file"},
		"half of it":         {text(t, signed)[:200], "not a board file"},
		"much too large":     {make([]byte, boardfile.MaxBytes+1), "too large"},
		"large files":        {file("toy.csv", strings.Repeat("# x\n", match.MaxData/4+1)), "at most"},
		"another hash":       {with(func(j map[string]any) { j["data"] = strings.Repeat("0", 64) }), "it was changed: the hash"},
		"other facts":        {file("toy.csv", game(t).Files["toy.csv"]+"# more\n"), "it was changed: the hash"},
		"broken facts":       {file("toy.csv", "hex,02,3\n"), "toy.csv:1: "},
		"a picture inside":   {file("map.png", "x"), `"map.png" is not a file of the data set`},
		"a path inside":      {file("../toy.csv", "x"), `"../toy.csv" is not a file of the data set`},
		"no name":            {with(func(j map[string]any) { delete(j["files"].(map[string]any), "board.csv") }), "no name"},
		"a hidden direction": {file("board.csv", "name,version,author\na\u202eb,1,c\n"), "board.csv:2: name: "},
		"a word of orders":   {file("board.csv", "name,version,author\nMarch,1,c\n"), "word of orders"},
		"another's key":      {with(func(j map[string]any) { first(j)["key"] = "AAAA" }), "the signature of Ben does not match"},
		"another's name":     {with(func(j map[string]any) { first(j)["by"] = "Bea" }), "the signature of Bea does not match"},
		"a name of nobody":   {with(func(j map[string]any) { first(j)["by"] = "\x07" }), "not the name of a person"},
		"no signature":       {with(func(j map[string]any) { delete(first(j), "signature") }), "the signature of Ben does not match"},
	} {
		t.Run(what, func(t *testing.T) {
			if _, err := read(t, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

func TestShelf(t *testing.T) {
	f := made(t, box)
	sign(t, f, "Ben")
	shelved, err := f.Shelved(nil)
	must(t, err)
	again := made(t, box)
	sign(t, again, "Élodie")
	both, err := again.Shelved([]match.Board{shelved})
	must(t, err)
	if len(both.Signatures) != 2 || both.Signatures[0].By != "Ben" {
		t.Errorf("signatures %+v", both.Signatures)
	}
	other := made(t, engine.BoardID{Name: "annas BOX", Version: 3, Author: "Nobody"})
	if _, err := other.Shelved([]match.Board{shelved}); err == nil || !strings.Contains(err.Error(), "version 4") {
		t.Errorf("another board of the name: %v", err)
	}
	next, err := made(t, engine.BoardID{Name: "Anna's box", Version: 4, Author: "Anna"}).Shelved([]match.Board{shelved})
	must(t, err)
	list := boardfile.Of([]match.Board{shelved, next, {Game: "chess"}}, "toy")
	if len(list) != 2 || list[0].Version != 4 || len(boardfile.Newest(list)) != 1 {
		t.Errorf("%+v", list)
	}
	for given, version := range map[string]int{"annas-box": 4, "Anna’s Box": 4, "annas_box-3": 3, "Anna's box 4": 4, "anna": 0, "annas-box-5": 0, "": 0} {
		if b, ok := boardfile.Find(list, given); ok != (version > 0) || b.Version != version {
			t.Errorf("%q is version %d", given, b.Version)
		}
	}
}

func TestOthersKeysAreRefused(t *testing.T) {
	for _, text := range []string{"", "secret", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"} {
		if _, err := boardfile.ReadKey([]byte(text)); err == nil {
			t.Errorf("%q is a key", text)
		}
	}
}

func FuzzRead(f *testing.F) {
	board := made(f, box)
	sign(f, board, "Ben")
	f.Add(text(f, board))
	f.Add([]byte(`{"format":"referee-board/1","game":"toy","files":{"board.csv":""}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if b, err := read(t, text); err == nil && b.Check() != nil {
			t.Errorf("%+v was read", b.Board)
		}
	})
}

// TestTheFileOfATitle: a data set without a map has a name, and is written and read like a board; a faulty title is refused with all
// its faults.
func TestTheFileOfATitle(t *testing.T) {
	data, err := match.LoadData(notary.Files())
	must(t, err)
	g := boardfile.Game{ID: "notary", Files: data, Open: func(data match.Data) (*engine.Info, error) {
		g, err := notary.Open(data, 1)
		if err != nil {
			return nil, err
		}
		return g.Info(), nil
	}}
	titled := func(lines string, id engine.BoardID) (*boardfile.File, error) {
		own := maps.Clone(data)
		own["title.csv"], own["README.md"] = lines, "no file of it"
		return boardfile.New(g, own, id)
	}
	id := engine.BoardID{Name: "Alps", Version: 1, Author: "Anna"}
	f, err := titled("name,Alps 1915\ndice,attack,2d10\n", id)
	must(t, err)
	sign(t, f, "Ben")
	find := func(string) (boardfile.Game, error) { return g, nil }
	got, err := boardfile.Read(text(t, f), find)
	must(t, err)
	if got.BoardID != id || got.Data != f.Data || len(got.Files) != len(data)+1 || len(got.Signatures) != 1 {
		t.Errorf("%+v", got.Board)
	}
	if _, err := boardfile.Read(bytes.Replace(text(t, f), []byte("2d10"), []byte("3d10"), 1), find); err == nil || !strings.Contains(err.Error(), "it was changed") {
		t.Errorf("a changed title: %v", err)
	}
	for _, c := range []struct {
		lines string
		id    engine.BoardID
		want  []string
	}{
		{"name,Alps\n", engine.BoardID{}, []string{"no name"}},
		{"name,Alps\n", engine.BoardID{Name: "Pass", Version: 1, Author: "Anna"}, []string{"word of orders"}},
		{"name,Alps\n", engine.BoardID{Name: "a\u200fb", Version: 1, Author: "Anna"}, []string{"name: "}},
		{
			"name,a\u202eb\ndice,roll,1d6\ndice,attack,9999d9999\nphase,\x07\nname," + strings.Repeat("x", 41) + "\ncup,bag,open,both\nitem,bag,chit,1000000\n", id,
			[]string{"title.csv:1: ", "title.csv:2: ", "title.csv:3: ", "title.csv:4: ", "title.csv:5: ", "title.csv:7: "},
		},
	} {
		_, err := titled(c.lines, c.id)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q, %+v: %v, want %q", c.lines, c.id, err, want)
			}
		}
	}
}
