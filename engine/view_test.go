package engine_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"testing"

	"referee/engine"
)

// TestVocabularyIsWhole compares the lists of words with the constants of type Class.
func TestVocabularyIsWhole(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "vocabulary.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	listed := make(map[engine.Class]bool)
	var kernel *engine.Vocabulary // brings nothing
	for _, list := range engine.Lists {
		for _, w := range kernel.List(list) {
			listed[w] = true
		}
	}
	declared := make(map[engine.Class]bool)
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if id, ok := spec.Type.(*ast.Ident); !ok || id.Name != "Class" {
			return true
		}
		text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		declared[engine.Class(text)] = true
		return true
	})
	if len(declared) == 0 {
		t.Fatal("vocabulary.go declares no Class")
	}
	for w := range declared {
		if !listed[w] {
			t.Errorf("Vocabulary lacks %q", w)
		}
	}
	for w := range listed {
		if !declared[w] {
			t.Errorf("Vocabulary has %q, which is no constant", w)
		}
	}
}

// TestTurn: the turn is read off the first track with a marker of its own.
func TestTurn(t *testing.T) {
	score := engine.Track{Cells: []engine.Cell{{Markers: []engine.Marker{{Owner: "axis"}}}, {}}}
	turns := engine.Track{Cells: []engine.Cell{{}, {Markers: []engine.Marker{{}, {Here: true}}}, {}}}
	v := engine.View{Tracks: []engine.Track{score, turns}}
	if turn, of := v.Turn(); turn != 2 || of != 3 {
		t.Errorf("turn %d of %d, not 2 of 3", turn, of)
	}
	v.Tracks = v.Tracks[:1]
	if turn, of := v.Turn(); turn != 0 || of != 0 {
		t.Errorf("turn %d of %d without a marker", turn, of)
	}
}
