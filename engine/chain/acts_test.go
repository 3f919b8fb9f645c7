package chain_test

import (
	"testing"

	"referee/engine/chain"
)

// fields is a line with what every kind of act has.
type fields struct {
	Kind      string
	Text      string
	To, Other int
}

type act interface{ Kind() string }

type say struct{ Text string }

type where struct{ To int }

type send struct {
	where
	Whom int `line:"Other"`
}

type stray struct{ To string }

func (say) Kind() string   { return "say" }
func (send) Kind() string  { return "send" }
func (stray) Kind() string { return "stray" }

// TestActsStandInTheirLine: an act takes what its kind has out of a line, leaves the rest
// beside it, and both make the line again.
func TestActsStandInTheirLine(t *testing.T) {
	acts := chain.NewActs[fields, string, act](say{}, send{})
	for _, c := range []struct {
		line    fields
		act     act
		foreign fields
	}{
		{fields{"say", "hello", 0, 0}, say{"hello"}, fields{}},
		{fields{"say", "hello", 0, 7}, say{"hello"}, fields{Kind: "say", Other: 7}},
		{fields{"send", "", 3, 7}, send{where{3}, 7}, fields{}},
		{fields{"send", "hello", 3, 7}, send{where{3}, 7}, fields{Kind: "send", Text: "hello"}},
		{fields{"dance", "hello", 0, 0}, nil, fields{"dance", "hello", 0, 0}},
	} {
		line := c.line
		got, foreign, known := acts.Take(line.Kind, &line)
		if got != c.act || known != (c.act != nil) || (foreign != nil) != (c.foreign != fields{}) || foreign != nil && *foreign != c.foreign {
			t.Errorf("%+v is %+v beside %+v, %t", c.line, got, foreign, known)
		}
		again := acts.Line(got, foreign)
		if again.Kind = c.line.Kind; *again != c.line {
			t.Errorf("%+v is written again as %+v", c.line, *again)
		}
	}
}

// TestAFieldInNoLine: an act that cannot be written is noticed at the start.
func TestAFieldInNoLine(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("an act has a field that no line has like that")
		}
	}()
	chain.NewActs[fields, string, act](stray{})
}
