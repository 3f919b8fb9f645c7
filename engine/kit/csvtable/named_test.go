package csvtable

import (
	"strings"
	"testing"
	"testing/fstest"

	"referee/engine"
)

// named reads a data set with a BoardFile; "" is without one.
func named(t *testing.T, board string) *Files {
	t.Helper()
	set := fstest.MapFS{"a.csv": {Data: []byte("id,size,kind\n")}, "b.csv": {Data: []byte("id\nx\n")}}
	if board != "" {
		set[BoardFile] = &fstest.MapFile{Data: []byte(board)}
	}
	return readAll(t, set)
}

func TestBoard(t *testing.T) {
	want := engine.BoardID{Name: "Anna's box", Version: 3, Author: "Anna Müller"}
	f := named(t, WriteBoard(want))
	if got := f.Board(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	expect(t, f)
	without := named(t, "")
	if got := without.Board(); got != (engine.BoardID{}) || without.Hash() == f.Hash() || len(f.Origins()) != len(without.Origins()) {
		t.Errorf("%+v, hashes %s and %s", got, without.Hash(), f.Hash())
	}
	expect(t, without)
}

func TestBoardsThatAreRefused(t *testing.T) {
	long := strings.Repeat("x", engine.MostBoardName+1)
	for what, c := range map[string]struct{ rows, want string }{
		"no row":             {"", "board.csv: 0 rows, but a data set has one name"},
		"two rows":           {"a,1,b\nc,1,d\n", "board.csv: 2 rows, but a data set has one name"},
		"no name":            {",1,b\n", "board.csv:2: name: "},
		"a long name":        {long + ",1,b\n", "board.csv:2: name: "},
		"reversed text":      {"abc\u202edef,1,b\n", "board.csv:2: name: "},
		"letters from right": {"\u05d0\u05d1,1,b\n", "board.csv:2: name: "},
		"a control":          {"a\x07b,1,b\n", "board.csv:2: name: "},
		"markup":             {"<b>,1,b\n", "board.csv:2: name: "},
		"two blanks":         {"a  b,1,b\n", "board.csv:2: name: "},
		"ours":               {"Built-In,1,b\n", "board.csv:2: name: "},
		"no author":          {"a,1,\n", "board.csv:2: author: "},
		"version 0":          {"a,0,b\n", "board.csv:2: version: 0 is not between"},
		"a large version":    {"a,10000,b\n", "board.csv:2: version: 10000 is not between"},
	} {
		f := named(t, "name,version,author\n"+c.rows)
		if got := f.Board(); !strings.HasPrefix(f.Problems().Error(), c.want) {
			t.Errorf("%s: %+v, %q, want %q", what, got, f.Problems(), c.want)
		}
	}
}

// TestFacts: the order of rows and columns, notes, comments and the name do not change what a data set says; a cell does.
func TestFacts(t *testing.T) {
	facts := func(a, b, board string) string {
		t.Helper()
		set := fstest.MapFS{"a.csv": {Data: []byte(a)}, "b.csv": {Data: []byte(b)}}
		if board != "" {
			set[BoardFile] = &fstest.MapFile{Data: []byte(board)}
		}
		f, err := Read(set, map[string][]string{"a.csv": {"id", "size", "src"}, "b.csv": {"id"}})
		if err != nil {
			t.Fatal(err)
		}
		f.Board()
		f.Sheet("a.csv")
		f.Sheet("b.csv")
		expect(t, f)
		return f.Facts()
	}
	first := facts("id,size,src\nx,1,chart\ny,2,\n", "id\nz\n", "")
	for what, got := range map[string]string{
		"rows":    facts("id,size,src\ny,2,\nx,1,chart\n", "id\nz\n", ""),
		"columns": facts("src,size,id\nchart,1,x\n,2,y\n", "id\nz\n", ""),
		"notes":   facts("# a comment\nid,size,src\nx,1,owner's copy\ny,2,guess\n", "id\nz\n", ""),
		"name":    facts("id,size,src\nx,1,chart\ny,2,\n", "id\nz\n", WriteBoard(engine.BoardID{Name: "Oak", Version: 1, Author: "Anna"})),
	} {
		if got != first {
			t.Errorf("other %s are other facts", what)
		}
	}
	for what, got := range map[string]string{
		"a cell":  facts("id,size,src\nx,1,chart\ny,3,\n", "id\nz\n", ""),
		"a row":   facts("id,size,src\nx,1,chart\n", "id\nz\n", ""),
		"a file":  facts("id,size,src\nx,1,chart\ny,2,\n", "id\n", ""),
		"swapped": facts("id,size,src\nx,2,chart\ny,1,\n", "id\nz\n", ""),
	} {
		if got == first {
			t.Errorf("%s changed: the same facts", what)
		}
	}
}
