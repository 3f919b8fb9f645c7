package imports_test

import (
	"slices"
	"testing"
	"testing/fstest"
)

// TestCompare: what differs between packages and lists is named, each kind of it.
func TestCompare(t *testing.T) {
	module := fstest.MapFS{}
	for name, text := range map[string]string{
		"p/a.go":          "package p\nimport (\n\t\"fmt\"\n\t\"referee/q\"\n\tx \"example.org/x\"\n)\n",
		"p/b.go":          "package p\nimport \"referee/q\"\n",
		"p/c_test.go":     "package p\nimport \"os\"\n",
		"q/q.go":          "package q\n",
		"q/testdata/t.go": "package t\nimport \"os\"\n",
		".ci/ci.go":       "package main\nimport \"os\"\n",
	} {
		module[name] = &fstest.MapFile{Data: []byte(text)}
	}
	packages, err := read(module)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, lists string
		want        []string
	}{
		{"listed", "p\n\tfmt  errors\n\treferee/q  rules\n\texample.org/x  letters\nq std", nil},
		{"with the standard library", "p std\n\treferee/q  rules\n\texample.org/x  letters [a.go]\n\n# remark\nq", nil},
		{
			"not listed", "p\n\texample.org/x  letters\n\treferee/q  rules [b.go]\nr",
			[]string{
				"p/a.go imports fmt: remove it, or list it with a reason in " + listsFile,
				"p/a.go imports referee/q, which only b.go may",
				"q has no list in " + listsFile,
				"r is listed and is not a package",
			},
		},
		{
			"not imported", "p std\n\tos  files\n\texample.org/x  letters\n\treferee/q  rules\nq",
			[]string{"p does not import os: take it off its list"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			lists, err := parse(c.lists)
			if err != nil {
				t.Fatal(err)
			}
			if got := compare(packages, lists); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	for _, lists := range []string{"\tfmt  errors", "p\n\tfmt", "p\n\tfmt  errors\n\tfmt  errors", "p\np", "p all"} {
		if _, err := parse(lists); err == nil {
			t.Errorf("%q is read", lists)
		}
	}
}
