package csvtable

import (
	"slices"
	"testing"
	"testing/fstest"
)

// dice reads the table of a die with a modifier.
func dice(t *testing.T, rows string) (f *Files, none, some, night int) {
	t.Helper()
	f, err := Read(fstest.MapFS{"die.csv": {Data: []byte("low,high,result\n" + rows)}}, map[string][]string{"die.csv": {"low", "high", "result"}})
	if err != nil {
		t.Fatal(err)
	}
	f.Sheet("die.csv").Die([]Number{{"none", &none}, {"some", &some}}, "all", 0, []Number{{"night", &night}})
	return f, none, some, night
}

func TestDie(t *testing.T) {
	f, none, some, night := dice(t, ",3,none\n4,7,some\n8,,all\nnight,,-2\n")
	if expect(t, f); none != 3 || some != 7 || night != -2 {
		t.Errorf("to %d, to %d, %d", none, some, night)
	}
	f, _, _, _ = dice(t, "0,3,none\n5,7,some\n8,9,all\nnight,,1\n")
	expect(t, f,
		`die.csv:2: low: "0", but the rules know only "" here`,
		"die.csv:3: low: 5 leaves a gap or overlaps: 4 comes next",
		`die.csv:4: high: "9", but the rules know only "" here`,
		"die.csv:5: result: 1 is not between -9 and 0",
	)
}

func TestNamed(t *testing.T) {
	f := read(t, "id,size,kind\na-1,1,x\nA,1,x\n,1,x\na-1,1,y\nb,1,x\nc,1,x\n")
	var ids []string
	for id := range f.Sheet("a.csv").Named("unit") {
		if ids = append(ids, id); id == "b" {
			break
		}
	}
	expect(t, f,
		`a.csv:3: id: "A" is not made of small letters, digits and hyphens`,
		`a.csv:4: id: "" is not made of small letters, digits and hyphens`,
		"a.csv:5: unit a-1 is a duplicate of line 2",
	)
	if !slices.Equal(ids, []string{"a-1", "b"}) {
		t.Errorf("%q", ids)
	}
}
