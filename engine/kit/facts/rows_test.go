package facts

import (
	"slices"
	"testing"

	"referee/engine/kit/names"
	"referee/engine/kit/set"
)

// troop is what a text says of one of three units.
type troop struct {
	there bool
	hits  int
	mood  int8
	tired bool
}

// camp is a text of lines about many.
type camp struct {
	troops [3]troop
	paid   set.Wide[int, [5]uint64]
	winner int8
	score  [2]int
	over   bool
	given  bool
	read   []int // those whose lines were read
}

func (c *camp) lines() []Line {
	ids := &names.Index[int]{}
	for _, id := range []string{"a", "b", "c"} {
		ids.Add(id)
	}
	units := Names[int]{"unit", ids}
	rows := func(there bool) Rows[int] {
		return Rows[int]{
			All: set.Where(3, func(i int) bool { return c.troops[i].there == there && c.troops[i] != troop{} }).All(),
			Read: func(r *Reader) int {
				i := units.Read(r)
				c.troops[i].there = there
				return i
			},
			Words: func(i int) []string { return []string{ids.ID(i)} },
			Fields: func(i int) []Field {
				x := &c.troops[i]
				return []Field{Number("hits", &x.hits, 0, 9), Is("glad", &x.mood, 1), Is("sad", &x.mood, 2), Flag("tired", &x.tired)}
			},
			Done: func(i int) { c.read = append(c.read, i) },
		}
	}
	return []Line{
		Title("camp", 1),
		rows(true).Lines("unit"),
		rows(false).Line("rest"),
		Wide(units, "paid", &c.paid).Line(),
		Any("score", Number("red", &c.score[0], 0, 9), Number("blue", &c.score[1], 0, 9)).Line(),
		When(c.over, OneOr("side", "draw", &c.winner, []string{"red", "blue"}).Bare()).As("over", &c.given),
	}
}

// As is the field as a line that begins with a word and notes that it was given.
func (f Field) As(word string, on *bool) Line {
	f.Word = word
	return f.Given(on).Line()
}

// TestRows: what is printed is what was read, in the order of the lines and of the units.
func TestRows(t *testing.T) {
	const text = `camp 1
unit a hits 2 glad
unit c tired
rest b hits 1 sad
paid a c
score blue 3
over draw
`
	c := camp{over: true}
	if err := Read("camp 1\nover draw\nscore blue 3 red 0\npaid c a\nunit c tired\nunit a glad hits 2\nrest b sad hits 1\n", c.lines()); err != nil {
		t.Fatal(err)
	}
	if got := Print(c.lines()); got != text {
		t.Errorf("%s", got)
	}
	if !slices.Equal(c.read, []int{2, 0}) || !c.given {
		t.Errorf("%v were read", c.read)
	}
	if c.over = false; Print((&camp{}).lines()) != "camp 1\n" {
		t.Errorf("an empty text is\n%s", Print((&camp{}).lines()))
	}
}

func TestRowsRefuse(t *testing.T) {
	for text, want := range map[string]string{
		"unit d":          `line 2: "d" is not a valid unit`,
		"unit a old":      `line 2: what does "old" mean here?`,
		"rest a glad old": `line 2: "old" is not a valid unit`,
		"over":            "line 2: side is missing",
		"over green":      `line 2: side: "green" is none of red blue`,
		"score green 2":   `line 2: what does "green" mean here?`,
		"paid a d":        `line 2: what does "d" mean here?`,
	} {
		if err := Read("camp 1\n"+text, (&camp{}).lines()); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestCount: a number that counts is printed where it is 0, too.
func TestCount(t *testing.T) {
	n := 0
	if got := Words([]Field{Count("hits", &n, 0, 9), Number("days", &n, 0, 9)}); !slices.Equal(got, []string{"hits", "0"}) {
		t.Errorf("%q", got)
	}
}
