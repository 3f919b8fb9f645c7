package sheets_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/america"
	americadata "referee/engine/america/scenario"
	"referee/engine/celles"
	cellesdata "referee/engine/celles/scenario"
	"referee/engine/kit/lists"
	"referee/engine/kit/sheets"
	"referee/engine/match"
)

// built are the data sets built in, by game.
func built(t *testing.T) map[string]*sheets.Set {
	t.Helper()
	out := map[string]*sheets.Set{}
	for name, format := range map[string]sheets.Format{"celles": cellesdata.Sheets(), "america": americadata.Sheets()} {
		out[name] = read(t, name, format)
	}
	return out
}

func files(t *testing.T, game string) match.Data {
	t.Helper()
	from := celles.Files
	if game == "america" {
		from = america.Files
	}
	data, err := match.LoadData(from())
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func read(t *testing.T, game string, format sheets.Format) *sheets.Set {
	t.Helper()
	s, err := sheets.Read(format, files(t, game))
	if err != nil {
		t.Fatalf("%s: %v", game, err)
	}
	return s
}

// TestUntouchedFilesStay: what is read and written again is what it was, to the byte.
func TestUntouchedFilesStay(t *testing.T) {
	for game, s := range built(t) {
		was := files(t, game)
		if is := s.Files(); !maps.Equal(is, was) {
			t.Errorf("%s: a data set that was read and written is another", game)
		}
		c := s.Clone()
		if err := c.Put("units.csv", c.Keys("units.csv")[0], map[string]string{"name": "X"}); err != nil {
			t.Fatal(err)
		}
		if len(sheets.Diff(s, c, false)) != 1 || len(sheets.Diff(c, s, false)) != 1 {
			t.Errorf("%s: one cell was changed: %v", game, sheets.Diff(s, c, false))
		}
		for _, d := range sheets.Diff(c, s, true) {
			if err := c.Apply(d); err != nil {
				t.Fatal(err)
			}
		}
		if is := c.Files(); !maps.Equal(is, was) {
			t.Errorf("%s: a change that was taken back has changed the files", game)
		}
	}
}

// TestBrushesPaint: what every brush paints and takes away again loads, or is refused by the data set's own rules; roads and rivers
// that were taken away again leave nothing.
func TestBrushesPaint(t *testing.T) {
	for game, s := range built(t) {
		format, load := cellesdata.Sheets(), func(d match.Data) error { _, err := cellesdata.Load(d); return err }
		at, next := "1508", "1608"
		if game == "america" {
			format, load = americadata.Sheets(), func(d match.Data) error { _, err := americadata.Load(d); return err }
			at, next = "2503", "2504"
		}
		for _, b := range format.Brushes {
			c := s.Clone()
			hexes := []string{next, at}
			if b.On == sheets.OnHex {
				hexes = hexes[1:]
			}
			key := strings.Join(append(slices.Sorted(slices.Values(hexes)), lists.If(b.Set["feature"] != "", b.Set["feature"])...), " ")
			if err := c.Paint(b, hexes, false); err != nil {
				t.Errorf("%s: %s: %v", game, b.ID, err)
				continue
			}
			if o := c.Rests(b.File, key, "").Origin; o != engine.OriginKnown && c.Row(b.File, key) != nil {
				t.Errorf("%s: %s: what the owner painted is %q", game, b.ID, o)
			}
			// A bridge needs the Meuse, and a place of America Triumphant a name.
			fails := b.ID == "bridge" || game == "america" && slices.Contains([]string{"village", "town"}, b.ID)
			if err := load(c.Files()); (err != nil) != fails {
				t.Errorf("%s: %s: %v", game, b.ID, err)
			}
			if err := c.Paint(b, hexes, true); err != nil {
				t.Errorf("%s: take %s away: %v", game, b.ID, err)
			}
			if b.On != sheets.OnHex && c.Row(b.File, key) != nil {
				t.Errorf("%s: %s was taken away, and %v is left", game, b.ID, c.Row(b.File, key))
			}
		}
	}
}

// TestTwoOwnersPaintTheSame: files do not depend on the order of strokes.
func TestTwoOwnersPaintTheSame(t *testing.T) {
	s := built(t)["celles"]
	road, _ := cellesdata.Sheets().Brush("road")
	steps := [][]string{{"1508", "1509"}, {"0910", "1010"}, {"1605", "1606"}}
	paint := func(steps [][]string) map[string]string {
		c := s.Clone()
		for _, hexes := range steps {
			if err := c.Paint(road, hexes, false); err != nil {
				t.Fatal(err)
			}
		}
		return c.Files()
	}
	one := paint(steps)
	slices.Reverse(steps)
	if !maps.Equal(one, paint(steps)) {
		t.Error("the order of strokes changes the files")
	}
}

// TestUnfit: cells, rows and strokes that there cannot be are refused, and nothing is changed.
func TestUnfit(t *testing.T) {
	s := built(t)["celles"]
	road, _ := cellesdata.Sheets().Brush("road")
	was := s.Files()
	for name, do := range map[string]func() error{
		"another file":      func() error { return s.Put("x.csv", "1", nil) },
		"another column":    func() error { return s.Put("hexes.csv", "1508", map[string]string{"x": "1"}) },
		"a column of a key": func() error { return s.Put("hexes.csv", "1508", map[string]string{"hex": "1509"}) },
		"two lines":         func() error { return s.Put("hexes.csv", "1508", map[string]string{"name": "a\nb"}) },
		"another hex":       func() error { return s.Put("hexes.csv", "9999", map[string]string{"terrain": "woods"}) },
		"a road of one hex": func() error { return s.Paint(road, []string{"1508"}, false) },
		"a change of nothing": func() error {
			return s.Apply(sheets.Change{File: "hexes.csv", Key: "9999", Column: "terrain", Is: "woods"})
		},
		"a row of another": func() error { return s.Apply(sheets.Change{File: "hexes.csv", Key: "1508", Is: "1509,clear"}) },
	} {
		if do() == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if !maps.Equal(s.Files(), was) {
		t.Error("what is refused has changed the files")
	}
	for name, text := range map[string]string{"nothing": "", "no key": "x,y\n1,2\n", "twice": "hex,terrain\n1508,clear\n1508,clear\n", "no CSV": "hex,terrain\n\"15"} {
		if _, err := sheets.Read(cellesdata.Sheets(), map[string]string{"hexes.csv": text}); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}

// TestKeyAt: the row of each line is found, also once a file was changed, and none in comments, in the header and beyond the end.
func TestKeyAt(t *testing.T) {
	for game, s := range built(t) {
		if err := s.Put("units.csv", s.Keys("units.csv")[0], nil); err != nil {
			t.Fatal(err)
		}
		for file, text := range s.Files() {
			found := 0
			for i := range strings.Count(text, "\n") + 2 {
				key := s.KeyAt(file, i)
				if key == "" {
					continue
				}
				if found++; s.Row(file, key) == nil {
					t.Errorf("%s: line %d of %s is %q", game, i, file, key)
				}
			}
			if want := len(s.Keys(file)); found != want {
				t.Errorf("%s: %d lines of %s have a row, of %d", game, found, file, want)
			}
		}
	}
}

// TestRests: what a cell rests on may be more, or less, than the rest of its row.
func TestRests(t *testing.T) {
	sets := built(t)
	for _, c := range []struct {
		game, file, key, column string
		want                    engine.Origin
	}{
		{"celles", "hexes.csv", "2113", "terrain", engine.OriginKnown},
		{"celles", "hexes.csv", "2113", "rear", engine.OriginGuess},
		{"celles", "hexsides.csv", "2712 2713 minor_river", "", engine.OriginKnown},
		{"celles", "hexsides.csv", "0101 0102 road", "", ""},
		{"america", "hexes.csv", "1607", "terrain", engine.OriginGuess},
		{"america", "hexes.csv", "1607", "name", engine.OriginKnown},
		{"america", "hqs.csv", "hq-v", "range", engine.OriginGuess},
		{"america", "hqs.csv", "hq-v", "support", engine.OriginKnown},
	} {
		if is := sets[c.game].Rests(c.file, c.key, c.column); is.Origin != c.want || (is.Source == "") != (is.Origin == "") {
			t.Errorf("%+v: %+v", c, is)
		}
	}
}
