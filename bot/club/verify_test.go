package club_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/fstest"

	"referee/bot/club"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// toyVerifier checks leagues of the toy.
var toyVerifier = club.Verifier{
	Open: func(o match.Opening, data match.Data) (engine.Game, error) { return toy.Open(data, o.Law) },
	Roll: dice.Check,
}

// export is what everybody gets of the league: of matches under way without what is
// secret.
func (c *clubhouse) export(ctx context.Context) (club.LeagueFile, fstest.MapFS) {
	c.t.Helper()
	files := fstest.MapFS{}
	c.must(c.Leagues.Write(ctx, c.id, false, func(name string, write func(w io.Writer) error) error {
		var text bytes.Buffer
		defer func() { files[name] = &fstest.MapFile{Data: text.Bytes()} }()
		return write(&text)
	}))
	f, err := club.ReadLeagueFile(files[club.LeagueFileName].Data)
	c.must(err)
	return f, files
}

// holds checks a league whose own file is f.
func (c *clubhouse) holds(f club.LeagueFile, files fstest.MapFS) (int, error) {
	c.t.Helper()
	text, err := json.Marshal(f)
	c.must(err)
	files[club.LeagueFileName] = &fstest.MapFile{Data: text}
	return toyVerifier.League(files)
}

// TestAnExportIsVerified: with a match that is over, and one in which something is
// secret; not with anything exchanged.
func TestAnExportIsVerified(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	open := c.openAll(t.Context())
	_, err := c.Order(t.Context(), c.who(t.Context(), open[2], "red"), "plan march")
	c.must(err)
	for _, order := range [][2]string{{"red", "plan march"}, {"blue", "plan march"}} {
		_, err := c.Order(t.Context(), c.who(t.Context(), open[1], engine.Seat(order[0])), order[1])
		c.must(err)
	}
	c.resign(t.Context(), open[1], "blue")
	whole, files := c.export(t.Context())
	if n, err := c.holds(whole, files); n != 2 || err != nil {
		t.Fatalf("%d matches hold: %v", n, err)
	}
	for want, change := range map[string]func(f *club.LeagueFile){
		"not the match that the league names": func(f *club.LeagueFile) { f.Played[0].Head = f.Played[1].Head },
		"matches/009.json: cannot be read":    func(f *club.LeagueFile) { f.Played[1].File = "matches/009.json" },
		"entries are missing":                 func(f *club.LeagueFile) { f.Log = f.Log[:len(f.Log)-1] },
		"match 1 was played here":             func(f *club.LeagueFile) { f.Played = f.Played[1:] },
		"match 2 is named twice":              func(f *club.LeagueFile) { f.Played = append(f.Played, f.Played[1]) },
		`of league "zzzzzzzz"`:                func(f *club.LeagueFile) { f.League = "zzzzzzzz" },
		`it is of "toy", the league of "ox"`:  func(f *club.LeagueFile) { f.Game = "ox" },
		`the file's format is "league/2"`:     func(f *club.LeagueFile) { f.Format = "league/2" },
	} {
		f := whole
		f.Played = append([]club.FileMatch{}, whole.Played...)
		change(&f)
		if _, err := c.holds(f, files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
	for want, change := range map[string]func(rolls string) string{
		"its rolls are not those":       func(rolls string) string { return strings.Replace(rolls, `"face":"`, `"face":"1`, 1) },
		"rolls that belong to no match": func(rolls string) string { return rolls + rolls },
	} {
		_, files := c.export(t.Context())
		files[club.RollsFileName].Data = []byte(change(string(files[club.RollsFileName].Data)))
		if _, err := c.holds(whole, files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
	// The league has a result of a match whose file says that it goes on.
	c.resign(t.Context(), open[2], "red")
	whole, after := c.export(t.Context())
	after[club.MatchFileName(2, "")] = files[club.MatchFileName(2, "")]
	whole.Played[1].Head = headIn(t, files[club.MatchFileName(2, "")].Data)
	if _, err := c.holds(whole, after); err == nil || !strings.Contains(err.Error(), "in progress") {
		t.Errorf("a match that is not over has a result: %v", err)
	}
}

// TestAnExportThatWentThroughWindows holds, whatever was made of its line ends; where its files are not text any more,
// nobody is accused.
func TestAnExportThatWentThroughWindows(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	open := c.openAll(t.Context())
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := c.Order(t.Context(), c.who(t.Context(), open[1], seat), "plan march")
		c.must(err)
	}
	c.resign(t.Context(), open[1], "blue")
	for name, change := range map[string]func(text string) string{
		"CRLF":              func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
		"a byte order mark": func(text string) string { return "\ufeff" + text },
		"both":              func(text string) string { return "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n") },
		"no last line end":  func(text string) string { return strings.TrimSuffix(text, "\n") },
	} {
		_, files := c.export(t.Context())
		if len(files[club.RollsFileName].Data) == 0 {
			t.Fatal("there are no rolls")
		}
		for _, f := range files {
			f.Data = []byte(change(string(f.Data)))
		}
		if n, err := toyVerifier.League(files); n == 0 || err != nil {
			t.Errorf("%s: %d matches hold: %v", name, n, err)
		}
	}
	for _, name := range []string{club.LeagueFileName, club.RollsFileName, club.MatchFileName(1, "")} {
		for want, text := range map[string]string{"compressed": "\x1f\x8b\x08", "a web page": "<!doctype html>"} {
			_, files := c.export(t.Context())
			files[name].Data = []byte(text)
			if _, err := toyVerifier.League(files); err == nil || !strings.Contains(err.Error(), name+": ") || !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %q: %v", name, text, err)
			}
		}
	}
}

// headIn is the head that a file of a match names.
func headIn(t *testing.T, text []byte) string {
	t.Helper()
	f, err := match.DecodeExact(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return f.Entries[len(f.Entries)-1].Head.String()
}

// TestAnExportWhileMatchesGoOn: an answer that comes while the files are written does
// not tear them apart.
func TestAnExportWhileMatchesGoOn(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	files := fstest.MapFS{}
	c.must(c.Leagues.Write(t.Context(), c.id, true, func(name string, write func(w io.Writer) error) error {
		l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Judge)
		c.must(err)
		c.step(t.Context(), l)
		var text bytes.Buffer
		defer func() { files[name] = &fstest.MapFile{Data: text.Bytes()} }()
		return write(&text)
	}))
	if n, err := toyVerifier.League(files); n != 1 || err != nil {
		t.Errorf("%d matches hold: %v", n, err)
	}
}
