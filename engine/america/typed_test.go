package america

import (
	"errors"
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

// TestTypedRefusals: a typed order is refused by the rule and the reason of the step that is refused.
func TestTypedRefusals(t *testing.T) {
	g := opened(t)
	reader := orders.New(g.Info())
	for position, refused := range map[string]map[string]string{
		`america-triumphant 1
turn 3 step begin hq hq-fifth weather cloudy ground frost
hq hq-fifth combat paid
unit hq-fifth 3005
unit 39-26vg 3208
unit 77-26vg 3207
unit 110-28 3209
unit 3-2pz 3107
unit 600-g 3107
`: {
			"39-26vg 3308":           "4.3 illegal.move.zone",
			"move 39-26vg 3209":      "5.42 illegal.move.enemy",
			"3-2pz 3108":             "5.41 illegal.move.bridge",
			"3-2pz 3208":             "5.1 illegal.move.river",
			"39-26vg 3409":           "4.3 illegal.move.way",
			"39-26vg 1101":           "5.43 illegal.move.far",
			"39-26vg 9999":           "5.1 illegal.no-hex",
			"39-26vg 39-26vg 3308":   "5.1 illegal.named",
			"600-g bridge 3106":      "11.71 illegal.bridge.side",
			"bridge 600-g 3106":      "11.71 illegal.bridge.side",
			"110-28 3208":            "8.2 illegal.enemy-unit",
			"39-26vg overrun 3209":   "9.6 illegal.overrun.not-mech",
			"39-26vg strategic 2609": "5.2 illegal.strategic.zone",
		},
		`america-triumphant 1
turn 4 step declare hq hq-fifth weather precipitation ground frost
unit hq-fifth 3204
unit 39-26vg 1626 acts
unit 77-26vg 1626 acts
unit 78-26vg 1725 acts
unit 27-12vg 1625
unit 707-c 1627
unit 422-106 1526
`: {
			"attack 1627 78-26vg":  "9.0 illegal.attack.far",
			"attack 1627 hq-fifth": "11.1 illegal.attack.hq",
			"1526 27-12vg":         "8.2 illegal.not-activated",
			"attack 1627 go":       "9.0 illegal.attack.whom",
			"39-26vg":              "9.0 illegal.attack.hex-first",
		},
		`america-triumphant 1
turn 4 step begin hq hq-iii weather cloudy ground frost
overruns 2
hq hq-iii combat
unit hq-iii 3515
unit cca-4a 3415
unit ccb-4a 3415
unit ccr-4a 3415
unit 244-c 3416
`: {"cca-4a ccb-4a ccr-4a overrun 3416 support": "11.1 illegal.overrun.spent"},
	} {
		pos, err := g.Parse(1, position)
		if err != nil {
			t.Fatal(err)
		}
		for order, want := range refused {
			_, err := reader.Read(pos, pos.Prompts()[0].Seat, orders.Held{}, order)
			var no *engine.Illegal
			if !errors.As(err, &no) || no.Rule+" "+no.Why.Key != want {
				t.Errorf("%s: %v, want %s", order, err, want)
			}
		}
	}
}

// TestBars: a unit that has no way to retreat or advance is told what bars each hex that it could go to, alone or with the others.
func TestBars(t *testing.T) {
	g := opened(t)
	const retreats = `america-triumphant 1
turn 4 step fight hq hq-fifth weather precipitation ground frost
unit hq-fifth 3204
unit 1c-1ss 3010 acts fought target 3009
unit 1-1ss 3110 acts fought target 3009
unit 27-12vg 2909
unit 48-12vg 3109
unit 112-28 3009
unit 109-28 3009
unit 707-c 3009
unit 16-1 3008
unit 18-1 3008
attack 3009
combat 3009 stage defender-retreat column 2:1 strengths 9 4 att 1c-1ss 1-1ss def 112-28 109-28 707-c result 0 2 way 1 paid 0 1 retreat 112-28 109-28 707-c
`
	const advances = `america-triumphant 1
turn 4 step fight hq hq-fifth weather precipitation ground frost
unit hq-fifth 3204
unit 130-lehr 3009 acts
unit 39-26vg 3009 acts fought target 3008
unit 77-26vg 3009 acts fought target 3008
unit 27-12vg 3008 advanced acts
unit 48-12vg 3008 advanced acts
attack 3008
combat 3008 stage advance column 2:1 strengths 9 4 att 39-26vg 77-26vg def 605-g result 0 1 paid 0 1
`
	for _, c := range []struct{ pos, path, want string }{
		{retreats, "+707-c", "retreat.no-way zoc 2908 3108 river 3008 enemy 3109 3010 2909"},
		{retreats, "+112-28 +109-28", "retreat.together zoc 2908 3108 stack 3008 enemy 3109 3010 2909"},
		{retreats, "+112-28 +707-c", "retreat.no-way zoc 2908 3108 river 3008 enemy 3109 3010 2909"},
		{advances, "+130-lehr", "advance.no-way river 3008"},
		{advances, "+39-26vg +77-26vg", "advance.together stack 3008"},
		{advances + "unit 89-12vg 3008\n", "+39-26vg", "advance.no-way stack 3008"},
	} {
		pos, err := g.Parse(1, c.pos)
		if err != nil {
			t.Fatal(err)
		}
		_, err = pos.Options(pos.Prompts()[0].ID, strings.Fields(c.path))
		var no *engine.Illegal
		if !errors.As(err, &no) {
			t.Errorf("%s: %v, want %s", c.path, err, c.want)
			continue
		}
		got := strings.TrimPrefix(no.Why.Key, "illegal.")
		for _, reason := range no.Why.Args[len(no.Why.Args)-1].List {
			got += strings.Replace(reason.Msg.Key, "illegal.bar.", " ", 1)
			for _, h := range reason.Msg.Args[0].List {
				got += " " + h.Text
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.path, got, c.want)
		}
	}
}
