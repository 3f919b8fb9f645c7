package match_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf16"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/enginetest/chaintest"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/engine/textfile"
)

// TestReadNamesTheFirstBadEntry changes a record in every way.
func TestReadNamesTheFirstBadEntry(t *testing.T) {
	chaintest.Tampered(t, newTable(t, 2).finish().Log(), func(raw []chain.Raw) error {
		_, err := match.Read(raw)
		return err
	})
}

func TestFoldNamesTheFirstBadEntry(t *testing.T) {
	m := newTable(t, 2).finish()
	for _, c := range []struct{ old, new string }{
		{`"kind":"join"`, `"kind":"jump"`},
		{`"kind":"join"`, `"kind":"leave"`},
		{`"seat":"blue"`, `"seat":"green"`},
		{`"kind":"revealed"`, `"kind":"unknown"`},
		{`"no":2`, `"no":3`},
	} {
		list := chaintest.Raws(m.Log())
		seq := 0
		for i := range list {
			if changed := bytes.Replace(list[i].Line, []byte(c.old), []byte(c.new), 1); !bytes.Equal(changed, list[i].Line) {
				list[i].Line, seq = changed, i+1
				break
			}
		}
		entries, err := match.Read(chaintest.Rechain(list))
		if err != nil {
			t.Fatal(err)
		}
		_, err = match.Fold(toy.Strict(), entries)
		var bad *chain.BadEntryError
		if seq == 0 || !errors.As(err, &bad) || bad.Seq != seq {
			t.Errorf("%s for %s: got %v, want entry %d named", c.new, c.old, err, seq)
		}
	}
}

func TestRejudgeFindsDivergences(t *testing.T) {
	m := newTable(t, 4).finish()
	for _, c := range []struct{ old, new, want string }{
		{`"path":["stay"]`, `"path":["sit"]`, "illegal by rule"},
		{`"weather":"dry"`, `"weather":"flood"`, "event 1: recorded"},
		{`"for":"weather round 1"`, `"for":"luck"`, "the roll was for"},
		{`"faces":6`, `"faces":5`, "the roll was for"},
		{`"rounds":5`, `"rounds":4`, "event 1: recorded"},
		{`"path":["stay"],`, `"path":["stay"],"auto":true,`, "was not the only one"},
		{`,{"kind":"rounded","data":{"round":2}}`, ``, "event 3: recorded nothing, judged {"},
		{`{"kind":"marched","data":{"seat":"red"}}`, `{"kind":"marched","data":{"seat":"red"}},{"kind":"rounded","data":{"round":2}}`, "judged nothing"},
	} {
		list := chaintest.Raws(m.Log())
		seq := 0
		for i := range list {
			changed := bytes.Replace(list[i].Line, []byte(c.old), []byte(c.new), 1)
			if !bytes.Equal(changed, list[i].Line) {
				list[i].Line, seq = changed, i+1
				break
			}
		}
		entries, err := match.Read(chaintest.Rechain(list))
		if err != nil {
			t.Fatal(err)
		}
		found, err := match.Rejudge(m.Game(), entries)
		if seq == 0 || len(found) == 0 {
			t.Errorf("%s for %s at %d: found nothing (%v)", c.new, c.old, seq, err)
			continue
		}
		if d := found[0]; d.Seq != seq || !strings.Contains(d.What, c.want) || d.Text == "" {
			t.Errorf("%s for %s: found %+v, want %q at %d", c.new, c.old, d, c.want, seq)
		}
	}
}

func file(t *testing.T, m *match.Match) (*match.File, []byte) {
	t.Helper()
	data, err := match.LoadData(toy.Files())
	if err != nil {
		t.Fatal(err)
	}
	f := &match.File{Data: data, Entries: m.Log()}
	var b bytes.Buffer
	if err := match.Encode(&b, f); err != nil {
		t.Fatal(err)
	}
	return f, b.Bytes()
}

func TestFileRoundTrip(t *testing.T) {
	m := newTable(t, 2).finish()
	_, text := file(t, m)
	f, err := match.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	game, err := toy.Open(f.Data, 1)
	if err != nil {
		t.Fatal(err)
	}
	folded, err := match.Fold(game, f.Entries)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "from the file", folded, m)
	var again bytes.Buffer
	if err := match.Encode(&again, f); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again.Bytes(), text) {
		t.Fatal("written again, the file differs")
	}
}

func TestDecodeRefuses(t *testing.T) {
	m := newTable(t, 2).finish()
	_, text := file(t, m)
	for _, c := range []struct{ name, old, new, want string }{
		{"another format", `"referee-match/1"`, `"referee-match/2"`, `format is "referee-match/2"`},
		{"a field it does not know", `"law": 1`, `"law": 1, "lore": 2`, "lore"},
		{"another match in its title", `"match": "toy-1"`, `"match": "toy-2"`, "title"},
		{"a changed path", `\"stay\"`, `\"sway\"`, "entry "},
		{"another head", ` "head": "` + m.Head().String() + "\"\n}", ` "head": "` + strings.Repeat("0", 64) + "\"\n}", "entries are missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			changed := bytes.Replace(text, []byte(c.old), []byte(c.new), 1)
			if bytes.Equal(changed, text) {
				t.Fatalf("the file has no %s", c.old)
			}
			_, err := match.Decode(bytes.NewReader(changed))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, want %q", err, c.want)
			}
		})
	}
	for _, n := range []int{1, len(text) / 2, len(text) - 3} {
		_, err := match.Decode(bytes.NewReader(text[:n]))
		if err == nil || !strings.Contains(err.Error(), "stops short") {
			t.Fatalf("%d bytes: %v", n, err)
		}
	}
}

// TestFilesThatWentThroughOtherSystems: the same match, whatever made of its line ends and its encoding.
func TestFilesThatWentThroughOtherSystems(t *testing.T) {
	m := newTable(t, 2).finish()
	_, text := file(t, m)
	wide := func(order binary.AppendByteOrder) string {
		var out []byte
		for _, unit := range utf16.Encode([]rune("\ufeff" + string(text))) {
			out = order.AppendUint16(out, unit)
		}
		return string(out)
	}
	for name, is := range map[string]string{
		"CRLF":                   strings.ReplaceAll(string(text), "\n", "\r\n"),
		"a byte order mark":      "\ufeff" + string(text),
		"both":                   "\ufeff" + strings.ReplaceAll(string(text), "\n", "\r\n"),
		"UTF-16":                 wide(binary.LittleEndian),
		"UTF-16 of another kind": wide(binary.BigEndian),
	} {
		f, err := match.DecodeExact(strings.NewReader(is))
		if err != nil || f.Entries[len(f.Entries)-1].Head != m.Head() {
			t.Errorf("%s: %v", name, err)
		}
	}
	for want, is := range map[string]string{
		"compressed":      "\x1f\x8b\x08\x00" + string(text),
		"a web page":      "<!DOCTYPE html>\n<html></html>",
		"it is empty":     "",
		"its end":         string(text[:len(text)-2]),
		"follows its end": string(text) + "-- \nAnna",
		"it is damaged":   "This content is no longer available.",
		"another version": strings.Replace(string(text), `"law": 1`, `"law": "one"`, 1),
	} {
		_, err := match.DecodeExact(strings.NewReader(is))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "json") {
			t.Errorf("want %q: %v", want, err)
		}
	}
}

// TestADataSetThatWentThroughWindows is the same data set.
func TestADataSetThatWentThroughWindows(t *testing.T) {
	plain := fstest.MapFS{"a.csv": {Data: []byte("id,é\n1,2\n")}}
	other := fstest.MapFS{"a.csv": {Data: []byte("\ufeffid,é\r\n1,2\r\n")}}
	want, err := match.LoadData(plain)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := match.LoadData(other); err != nil || got["a.csv"] != want["a.csv"] {
		t.Errorf("%q, %v", got, err)
	}
	other["a.csv"].Data = []byte("PK\x03\x04")
	if _, err := match.LoadData(other); !errors.Is(err, textfile.ErrPacked) {
		t.Errorf("compressed: %v", err)
	}
}

func TestDataIsAFileSystem(t *testing.T) {
	d := match.Data{"a.csv": "1,2\n", "b.csv": ""}
	if err := fstest.TestFS(d, "a.csv", "b.csv"); err != nil {
		t.Fatal(err)
	}
}

func TestWrittenFormIsForEver(t *testing.T) {
	tb := newTable(t, 4)
	tb.until(func(m *match.Match) bool { return m.DiceInputs().Rolls > 2 })
	tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Draw}))
	tb.take(tb.m.Decline(tb.by(2), "blue", match.Draw))
	tb.take(tb.m.Rewind(tb.by(0), 5))
	tb.take(tb.m.Leave(tb.by(1), "red"))
	tb.take(tb.m.Join(tb.by(3), "red"))
	tb.take(tb.m.Resign(tb.by(3), "red"))
	var lines, dice bytes.Buffer
	for _, e := range tb.m.Log() {
		lines.WriteString(e.Head.Short() + " " + string(e.Line) + "\n")
		if e.Secret != nil {
			lines.WriteString("         " + string(e.Secret) + "\n")
		}
	}
	golden(t, "lines.golden", lines.Bytes())
	if err := match.WriteDice(&dice, tb.m.VisibleTo(engine.Judge).Rolls()); err != nil {
		t.Fatal(err)
	}
	golden(t, "dice.golden", dice.Bytes())
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"format":"referee-match/1"}`))
	f.Add([]byte(`{"format":"referee-match/1","entries":[{"line":"{}","head":"00"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := match.Decode(bytes.NewReader(text))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := match.Encode(&out, file); err != nil {
			t.Fatal(err)
		}
	})
}
