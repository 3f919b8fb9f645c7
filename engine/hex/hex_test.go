package hex

import (
	"encoding/json"
	"testing"
)

// every is a block of hexes big enough to show both kinds of column and the
// edges of the numbering.
func every() []Coord {
	var all []Coord
	for _, cols := range [][2]int{{1, 6}, {96, 99}} {
		for _, rows := range [][2]int{{0, 4}, {96, 99}} {
			for c := cols[0]; c <= cols[1]; c++ {
				for r := rows[0]; r <= rows[1]; r++ {
					all = append(all, Coord{Col: uint8(c), Row: uint8(r)})
				}
			}
		}
	}
	return all
}

func TestParse(t *testing.T) {
	for _, c := range every() {
		if got, err := Parse(c.String()); err != nil || got != c {
			t.Errorf("%s is read as %s, %v", c, got, err)
		}
	}
	for _, bad := range []string{"", "1", "010", "01011", "0012", "a101", "01 1", "-101", "----", "٠١٠١"} {
		if c, err := Parse(bad); err == nil {
			t.Errorf("%q is read as %s", bad, c)
		}
	}
	if got := (Coord{}).String(); got != "----" {
		t.Errorf("the zero Coord prints as %q", got)
	}
}

func TestJSON(t *testing.T) {
	type pair struct{ A, B Coord }
	in := pair{A: Coord{Col: 8, Row: 15}}
	data, err := json.Marshal(in)
	if err != nil || string(data) != `{"A":"0815","B":""}` {
		t.Fatalf("%s, %v", data, err)
	}
	out := pair{B: Coord{Col: 1}}
	if err := json.Unmarshal(data, &out); err != nil || out != in {
		t.Errorf("read as %v, %v", out, err)
	}
	if err := json.Unmarshal([]byte(`{"A":"0015"}`), &out); err == nil {
		t.Errorf("column 00 is read as %s", out.A)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"0815", "0100", "9999", "", "----", "00 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := Parse(s)
		if err != nil {
			return
		}
		if !c.Valid() || c.String() != s {
			t.Errorf("%q is read as %s", s, c)
		}
	})
}
