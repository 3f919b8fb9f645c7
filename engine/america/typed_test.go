package america

import (
	"strings"
	"testing"

	"referee/bot/orders"
	"referee/engine"
)

const fifth = `america-triumphant 1
turn 2 step begin hq hq-fifth weather cloudy ground frost
hq hq-fifth combat paid
unit hq-fifth 3205
unit 39-26vg 3207
unit 77-26vg 3207
unit 600-g 3008
unit 110-28 3209
unit 150-c 3012
unit 109-28 2911
unit 2-2pz 2903
unit 3-2pz 2903
unit 304-2pz 2903
unit 707-c 2803
`

// TestTypedMoves: a stack moves by one typed order, and a far hex is found.
func TestTypedMoves(t *testing.T) {
	g := opened(t)
	reader := orders.New(g.Info())
	pos, err := g.Parse(1, fifth)
	if err != nil {
		t.Fatal(err)
	}
	for order, want := range map[string]string{
		"move 39-26vg 3208":                "+39-26vg to:3208 stop!",
		"move 77-26vg 39-26vg 3208":        "+77-26vg +39-26vg to:3208 stop!",
		"+39-26vg 3208 stop":               "+39-26vg to:3208 stop!",
		"+39-26vg 3106":                    "+39-26vg to:3106",
		"move 39-26vg 3206 3106":           "+39-26vg to:3206 to:3106 stop!",
		"march 39-26vg 77-26vg 3105":       "+39-26vg +77-26vg strategic to:3105 stop!",
		"bridge 600-g 3108":                "+600-g bridge 3108!",
		"end":                              "end!",
		"move 39-26vg 77-26vg daleiden":    "+39-26vg +77-26vg to:3008 stop!",
		"move 150-c 3011":                  "+150-c to:3011!",
		"overrun 2-2pz 3-2pz 304-2pz 2803": "+2-2pz +3-2pz +304-2pz overrun 2803",
	} {
		read, err := reader.Read(pos, "german", orders.Held{}, order)
		got := strings.Join(read.Path, " ")
		if read.Whole {
			got += "!"
		}
		if err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", order, got, err, want)
		}
	}
	if _, err := reader.Read(pos, engine.Seat("german"), orders.Held{}, "move 110-28 3208"); err == nil {
		t.Error("an enemy unit was moved")
	}
}
