package orders

import (
	"strings"
	"testing"

	"referee/engine/celles"
	"referee/engine/orderdeck"
	"referee/engine/orderdeck/ground"
	"referee/engine/play"
)

// seatAt is the Allied seat in the movement of the 84th, on 24 December, with some units on the map; those of the 84th with "+" are activated.
func seatAt(t *testing.T, units string, cards ...int) seat {
	t.Helper()
	text, active := "celles 1\nturn 5 phase action side allied step move actions german 3/0 allied 3/1\nvp 0\nchit 84\n", ""
	for line := range strings.SplitSeq(units, ", ") {
		unit, activated := strings.CutPrefix(line, "+")
		text += "unit " + unit + "\n"
		if activated {
			active += " " + strings.Fields(unit)[0]
		}
	}
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := g.Parse(1, text+"active formation 84 units"+active+"\n")
	if err != nil {
		t.Fatal(err)
	}
	q, err := play.At("case", "allied").Ask(pos, pos.Prompts()[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	w := q.Window().(*celles.Window)
	s := seat{&ground.Seat{Map: mapOf(w, func() bool { return true }), Question: &q}, w, w.Data()}
	s.Date, s.Cards = 24, cards
	return s
}

// ring is six German units around the hexes next to 1813, a village, and to 1812, which is clear.
const ring = "2pz-a 1611, 2pz-b 1810, 2pz-c 2011, lehr-a 2014, lehr-b 1815, lehr-c 1614"

// TestEligibility are the worked cases of the digest that ask who is eligible, on the map of Celles: which test of 5.1 makes the 84th so;
// "": none does.
func TestEligibility(t *testing.T) {
	for name, c := range map[string]struct{ units, why string }{
		"14 in a town, no German near, leaving opens a gap":      {"2pz-a 1615, +84-1 3306", ""},
		"14 where leaving opens none, it is out of contact":      {"2pz-a 1615, +84-1 1900", "contact"},
		"15 in the open: our games have no improved positions":   {"2pz-a 1615, +84-1 3304", ""},
		"16 5 against 5 in clear terrain":                        {"2pz-recon 1815, +84-1 1814", ""},
		"16 with another unit near it":                           {"2pz-recon 1815, +84-1 1814, 84-2 1716", "advantage"},
		"17 the German unit in a town":                           {"2pz-recon 2113, +84-1 2112, 84-2 2212", ""},
		"18 not below 1":                                         {"2pz-recon 1815 isolated used, +84-1 1813", "advantage"},
		"19 two across a river, 5 each: half is not enough":      {"2pz-recon 1815, +84-1 1915, 84-2 1916", ""},
		"19 with a third that is not":                            {"2pz-recon 1815, +84-1 1915, 84-2 1916, 84-3 1814", "advantage"},
		"20 surrounded: it is in danger, but does not wander":    {"2pz-a 1908, 2pz-b 1910, 2pz-c 1809, +84-1 1909", "danger"},
		"21 out of communication in a village: it wanders not":   {ring + ", +84-1 1813", "danger"},
		"a unit that is dispersed":                               {"2pz-a 1615, +84-1 3306 disrupted", "dispersed"},
		"out of communication in the open: it is in danger, too": {ring + ", +84-1 1812", "danger"},
	} {
		s := seatAt(t, c.units)
		var active []int
		for u, x := range s.Units {
			if x.Active {
				active = append(active, u)
			}
		}
		why, ok := s.Eligible(active...)
		if key := why.Lines[0].Key; ok != (c.why != "") || ok && key != "orderdeck.why."+c.why {
			t.Errorf("%s: %v by %s, want %q", name, ok, key, c.why)
		}
	}
}

// TestActs are the worked cases that ask what is done: by which unit, on which card, and where it goes.
func TestActs(t *testing.T) {
	for name, c := range map[string]struct {
		units string
		cards []int
		want  string
	}{
		"20 surrounded: it does not wander":                 {"2pz-a 1908, 2pz-b 1910, 2pz-c 1809, +84-1 1909", []int{2, 9, 12}, ""},
		"21 out of communication in a village: it does not": {ring + ", +84-1 1813", []int{2, 9, 12}, ""},
		"in the open it does":                               {ring + ", +84-1 1812", []int{2, 9, 12}, "wander 84-1"},
		"22 the lowest card first":                          {"2pz-a 1615, +84-1 1900", []int{8, 9, 10}, "advance 84-1"},
		"23 an inactive unit in its hex counts":             {"2pz-recon 1815, +84-1 1814, 84-2 1814", []int{7, 9, 12}, "attack 84-1"},
		"24 an inactive unit in another hex does not":       {"2pz-recon 1815, +84-1 1814, 84-2 1716", []int{7, 9, 12}, ""},
		"24 an active one does, and leads":                  {"2pz-recon 1815, +84-1 1814, +84-2 1716", []int{7, 9, 12}, "attack 84-2"},
		"1 in danger outside VP hexes":                      {"2pz-a 1908, 2pz-b 1910, +84-1 1809", []int{1, 9, 12}, "fall-back 84-1"},
	} {
		s := seatAt(t, c.units, c.cards...)
		a, u, _, _ := s.Next()
		got := ""
		if u != ground.None {
			got = string(a.Verb) + " " + s.Units[u].ID
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestAttacks are the worked cases that ask whom card 7 attacks, and from which hex: by printed strength, and by MP.
func TestAttacks(t *testing.T) {
	for name, c := range map[string]struct{ units, target, hex string }{
		"25 of two empty hexes the one that costs most":  {"2pz-recon 2207, +84-1 2209, +84-2 2209", "2207", "2108"},
		"25 the empty one, if a unit is in the other":    {"2pz-recon 2207, +84-1 2209, +84-2 2209, 84-4 2108", "2207", "2208"},
		"26 of two as weak the one with the highest hex": {"2pz-recon 1614, lehr-recon 1613, +84-1 1714, +84-2 1714, +84-3 1814", "1614", "1715"},
		"26 the weaker of two":                           {"2pz-recon 1613, lehr-a 1614, +84-1 1714, +84-2 1714, +84-3 1814", "1613", "1714"},
	} {
		s := seatAt(t, c.units, 7, 9, 12)
		a, u, to, _ := s.Next()
		if u == ground.None || a.Target != c.target || s.Hexes[to].ID != c.hex {
			t.Errorf("%s: unit %d, %+v, want %s from %s", name, u, a, c.target, c.hex)
		}
	}
}

// TestFacts are facts of small positions.
func TestFacts(t *testing.T) {
	s := seatAt(t, ring+", +84-1 1813, 84-3 2210, 2pz-recon 2207, lehr-recon 2205")
	for f, want := range map[orderdeck.Fact]bool{
		{Kind: orderdeck.Cut, Of: "84-1"}:                  true,
		{Kind: orderdeck.Cut, Of: "84-3"}:                  false,
		{Kind: orderdeck.Surrounded, Of: "84-1"}:           false,
		{Kind: orderdeck.Danger, Of: "84-1"}:               true,
		{Kind: orderdeck.Village, Of: "84-1"}:              true,
		{Kind: orderdeck.VP, Of: "2113"}:                   true,
		{Kind: orderdeck.VP, Of: "1813"}:                   false,
		{Kind: orderdeck.Near, Of: "84-3"}:                 true,
		{Kind: orderdeck.Beside, Of: "84-1", With: "1815"}: false,
		{Kind: orderdeck.State, Of: "town", With: "2113"}:  true,
		{Kind: orderdeck.Improved, Of: "84-1"}:             true,
	} {
		if v, known := s.Know(f); !known || v.Yes != want {
			t.Errorf("%v: %v, %v", f, v, known)
		}
	}
}
