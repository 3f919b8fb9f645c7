package alliedorders_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"referee/engine/alliedorders"
	"referee/engine/enginetest/csvtabletest"
	"referee/engine/kit/csvtable"
)

// box is what an owner has entered, of a box that nobody has printed.
var box = os.DirFS("testdata/box")

var set = csvtabletest.Set{Files: box, Load: func(files fs.FS) (string, error) {
	d, err := alliedorders.Load(files)
	if err != nil {
		return "", err
	}
	return d.Hash, nil
}}

func TestSet(t *testing.T) { set.Test(t) }

// TestProblems: a data set that contradicts itself is refused, at its line, with what to do.
func TestProblems(t *testing.T) {
	for _, c := range []csvtabletest.Spoilt{
		{File: "units.csv", Line: "5,84inf,vii", With: "+5,84inf,viii,3army", Want: "is in two corps, viii here and vii in line 4: keep one"},
		{File: "units.csv", Line: "5,84inf,vii", With: "+5,84inf,vii,1army", Want: "is a duplicate of line 4"},
		{File: "units.csv", Line: "4,106inf", With: "4,106inf,vii,3army", Want: "corps vii is in two armies"},
		{File: "units.csv", Line: "9,,vii", With: "9,,,1army", Want: "has no corps or no army: write both"},
		{File: "units.csv", Line: "9,,vii", With: "9,vii,vii,1army", Want: "is of level corps"},
		{File: "units.csv", Line: "9,,vii", With: "9,82abn,vii,1army", Want: "is not in formations.csv: write one of its formations, or add it"},
		{File: "units.csv", Line: "9,,vii", With: "21,,vii,1army", Want: "higher than highest_unit"},
		{File: "units.csv", Line: "9,,vii", With: "nine,,vii,1army", Want: "is not a whole number"},
		{File: "hexes.csv", Line: "1716,", With: "1715,,no,yes", Want: "hex 1715 is a duplicate of line 2"},
		{File: "hexes.csv", Line: "1716,", With: "171,,no,yes", Want: "is not a number of four digits"},
		{File: "hexes.csv", Line: "1716,", With: "1716,11,no,yes", Want: "is not between 1 and 10"},
		{File: "hexes.csv", Line: "1716,", With: "1716,,perhaps,yes", Want: "none of no, yes"},
		{File: "hexes.csv", Line: "1716,", With: "2601,,no,yes", Want: "is not on a map of 20 rows"},
		{File: "order_cards.csv", Line: "1,", With: "1,16,corps,,deploy activate,,", Want: "order card 1 has no scope: name its formations"},
		{File: "order_cards.csv", Line: "1,", With: "2,16,corps,vii,deploy,,", Want: "is a duplicate of line", At: "2,16,division"},
		{File: "order_cards.csv", Line: "1,", With: "1,16,corps,vii,,,", Want: "has no orders"},
		{File: "order_cards.csv", Line: "1,", With: "1,16,corps,vii,deploy deploy,,", Want: "deploy is there twice"},
		{File: "order_cards.csv", Line: "1,", With: "1,16,corps,vii,charge,,", Want: `"charge" is none of`},
		{File: "order_cards.csv", Line: "1,", With: "1,15,corps,vii,deploy,,", Want: "is not between 16 and 31"},
		{File: "order_cards.csv", Line: "1,", With: "1,16,corps,84inf,deploy,,", Want: "is of level division"},
		{File: "order_cards.csv", Line: "1,", With: "1,16,corps,vii viii,deploy,,", Want: "only a card of divisions names several"},
		{File: "order_cards.csv", Line: "1,", With: "1,16,corps,vii,event,,32", Want: "is not a day from 16 to 31"},
		{File: "order_cards.csv", Line: "6,", With: "-", Want: "6 in the box, but 5 in order_cards.csv", At: "counts.csv order_cards,"},
		{File: "action_cards.csv", Line: "7,", With: "7,", Want: "scope"},
		{File: "action_cards.csv", Line: "7,", With: "12,a", Want: "is a duplicate of line", At: "12,b"},
		{File: "calendar.csv", Line: "17,", With: "17,8,84inf", Want: "is not in units.csv"},
		{File: "calendar.csv", Line: "17,", With: "+18,6,106inf", Want: "on the calendar is a duplicate"},
		{File: "formations.csv", Line: "84inf", With: "84 inf,division,84,", Want: "must be small letters and digits"},
		{File: "formations.csv", Line: "84inf", With: "84inf,brigade,84,", Want: "none of division, corps, army, group"},
		{File: "formations.csv", Line: "84inf", With: "84inf,division,,", Want: "write what the cards call 84inf"},
		{File: "counts.csv", Line: "highest_unit", With: "-", Want: "highest_unit", At: "what,"},
	} {
		t.Run(fmt.Sprintf("%s %s", c.File, c.With), func(t *testing.T) { set.Spoil(t, c) })
	}
}

// TestAllAtOnce: all faults of all files come together.
func TestAllAtOnce(t *testing.T) {
	m := set.Copy(t)
	m["units.csv"] = &fstest.MapFile{Data: []byte("number,division,corps,army\n5,84inf,vii,1army\n5,84inf,viii,3army\n")}
	m["hexes.csv"] = &fstest.MapFile{Data: []byte("hex,hold,vp,road\n1715,4,no,yes\n1715,5,no,yes\n")}
	m["order_cards.csv"] = &fstest.MapFile{Data: []byte("card,from,level,formations,orders,special,event\n1,16,corps,,deploy,,\n")}
	var found csvtable.Problems
	if _, err := alliedorders.Load(m); !errors.As(err, &found) {
		t.Fatal(err)
	}
	text := found.Error()
	for _, want := range []string{"two corps", "duplicate of line 2", "no scope", "6 in the box, but 1 in order_cards.csv"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not among\n%s", want, text)
		}
	}
}

// TestTheTemplateExplainsItself: what the aid comes with is valid, and its examples are valid rows.
func TestTheTemplateExplainsItself(t *testing.T) {
	m := fstest.MapFS{}
	for _, name := range []string{"formations", "units", "hexes", "order_cards", "action_cards", "calendar", "counts"} {
		text, err := fs.ReadFile(alliedorders.Files(), name+".csv")
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, line := range strings.Split(string(text), "\n") {
			if row, ok := strings.CutPrefix(line, "#"); ok && !strings.HasPrefix(row, " ") {
				lines = append(lines, "", row) // behind the header
			} else if !ok {
				lines = append([]string{line}, lines...)
			}
		}
		if name == "formations" || name == "counts" {
			lines = strings.Split(string(text), "\n")
		}
		for i := range lines {
			if strings.Contains(lines[i], "number,") || strings.Contains(lines[i], "hex,") || strings.Contains(lines[i], "card,") || strings.Contains(lines[i], "day,") {
				lines[0], lines[i] = lines[i], lines[0]
			}
		}
		m[name+".csv"] = &fstest.MapFile{Data: []byte(strings.Join(lines, "\n") + "\n")}
	}
	if _, err := alliedorders.Load(alliedorders.Files()); err != nil {
		t.Error(err)
	}
	d, err := alliedorders.Load(m)
	var found csvtable.Problems
	if errors.As(err, &found) { // one action card is too few to draw
		err = nil
		for _, p := range found {
			if !strings.Contains(p.Text, "fewer than") {
				t.Error(p)
			}
		}
	}
	if err != nil || d != nil && len(d.Units) != 1 {
		t.Error(err)
	}
}
