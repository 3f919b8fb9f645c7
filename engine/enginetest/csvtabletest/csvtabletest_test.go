package csvtabletest

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"referee/engine/kit/csvtable"
)

// TestASet: a data set that is read as it should be passes, and a spoilt line of it is found.
func TestASet(t *testing.T) {
	columns := map[string][]string{"places.csv": {"name", "hex", "src"}, "turns.csv": {"turn", "src"}}
	set := Set{
		Files: fstest.MapFS{
			"places.csv": {Data: []byte("name,hex,src\nCiney,1602,x\nDinant,0704,x\n")},
			"turns.csv":  {Data: []byte("turn,src\n1,x\n2,x\n")},
		},
		Load: func(files fs.FS) (string, error) {
			read, err := csvtable.Read(files, columns)
			if err != nil {
				return "", err
			}
			for name := range columns {
				for _, r := range read.Sheet(name).Rows {
					if name == "turns.csv" {
						r.Number("turn", 1, 9)
					}
				}
			}
			if found := read.Problems(); len(found) > 0 {
				return "", found
			}
			return read.Hash(), nil
		},
	}
	set.Test(t)
	set.Spoil(t, Spoilt{File: "turns.csv", Line: "2,", With: "two,x", Want: "not a whole number"})
	set.Spoil(t, Spoilt{File: "turns.csv", Line: "2,", With: "+10,x", Want: "not between 1 and 9"})
}
