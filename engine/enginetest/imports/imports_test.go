package imports

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestJudges(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go":       "package p\nimport (\n\t\"fmt\"\n\t\"referee/engine\"\n\tx \"example.org/x\"\n)\n",
		"b.go":       "package p\nimport \"referee/engine\"\n",
		"tape.go":    "package p\nimport \"example.org/x\"\n",
		"skip_a.txt": "import \"os\"",
		"c_test.go":  "package p\nimport \"os\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	read := func() []use {
		t.Helper()
		found, err := read(dir)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	full := map[string]string{"fmt": "errors", "referee/engine": "the kernel", "example.org/x": "the rest"}
	for _, c := range []struct {
		name string
		got  []string
		want []string
	}{
		{"all on the list", judge(read(), full), nil},
		{
			"no reason", judge(read(), map[string]string{"fmt": "", "referee/engine": "the kernel", "example.org/x": "the rest"}),
			[]string{"a.go imports fmt: give a reason in the list, or leave it"},
		},
		{"not on the list, from two files", judge(foreign(read()), map[string]string{"example.org/x": "the rest"}), []string{
			"a.go imports referee/engine: give a reason in the list, or leave it",
			"b.go imports referee/engine: give a reason in the list, or leave it",
		}},
		{"on the list and not used", judge(foreign(read()), full), []string{"nothing imports fmt: take it off the list"}},
		{"at home", stray(read(), map[string]string{"fmt": "a.go", "referee/engine": "?.go"}), nil},
		{"at home in two files", stray(read(), map[string]string{"referee/engine": "a.go b.go"}), nil},
		{
			"not at home", stray(read(), map[string]string{"example.org/x": "tap*.go"}),
			[]string{"a.go imports example.org/x, which is for tap*.go alone"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !slices.Equal(c.got, c.want) {
				t.Errorf("%q, want %q", c.got, c.want)
			}
		})
	}
}

func TestNoFiles(t *testing.T) {
	if found, err := read(t.TempDir()); err == nil {
		t.Errorf("an empty directory has the imports %v", found)
	}
}
