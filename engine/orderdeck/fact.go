package orderdeck

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Kind is the kind of a fact, and so of the question for it. Its text is in stored facts: never rename one.
type Kind string

// What the map shows of a unit, a hex or a German unit.
const (
	Near       Kind = "near"       // a German unit is near the unit
	Supplied   Kind = "supply"     // the unit, or the hex, is in Allied supply
	Cut        Kind = "cut"        // the unit, or the hex, is out of Allied communication
	Surrounded Kind = "surrounded" // the unit is surrounded
	Danger     Kind = "danger"     // the unit is in danger of being surrounded; of a hex: the unit With would be there
	Gap        Kind = "gap"        // a gap would open or widen if the unit left its hex, or moved to the hex With
	VP         Kind = "vp"         // the unit, or the German unit or stack, stands in a VP hex
	Village    Kind = "village"    // the unit stands in a village, town or city
	Hold       Kind = "hold"       // number: the hold value of the hex
	Strength   Kind = "strength"   // number: strength of the unit, or of the German unit or stack
	Stack      Kind = "stack"      // list: the other Allied units in the unit's hex
	Targets    Kind = "targets"    // list: German units or stacks that are near the unit
	Around     Kind = "around"     // list: Allied units, of any formation, that are near the German unit or stack
	Beside     Kind = "beside"     // the unit is next to the target already
	River      Kind = "river"      // the unit would attack the target across a river
	Toward     Kind = "toward"     // list: hexes to which the unit can go by the verb, or against the German unit, the best first
	Approach   Kind = "approach"   // list: hexes next to the target that the unit can reach
	State      Kind = "state"      // the condition holds for the target, a German unit or stack: see [Conditions]
	Shaken     Kind = "shaken"     // a dispersed Allied unit is next to the unit
	Breach     Kind = "breach"     // the unit's stack is next to a gap in the Allied line
	Vacant     Kind = "vacant"     // list: empty VP hexes near the unit that are within two hexes of a German unit
	Threatened Kind = "threatened" // a German unit is within two hexes of the unit
	Cuts       Kind = "cuts"       // the German unit or stack cuts the Allied line or supply
	Faced      Kind = "faced"      // an Allied unit is next to the German unit or stack
)

// Which of several are alike in something: the fact's With lists them.
const (
	Nearest   Kind = "nearest"   // list: German units nearest to the city, all that are equally near
	Western   Kind = "western"   // list: of several German units the westernmost
	LowestHex Kind = "lowesthex" // list: of several German units those in the hex with the lowest number
	Dearest   Kind = "dearest"   // list: of several hexes those that cost the unit the most MP
	Fewest    Kind = "fewest"    // list: of several hexes those with the fewest Allied units
	Closest   Kind = "closest"   // list: Allied units nearest to the hex, all that are equally near
)

// What a user of the package can keep or look up itself: members, markers, boxes, cards.
const (
	Members   Kind = "members"   // list: units of the formation on the map
	Within    Kind = "within"    // list: Allied units within five hexes of the German unit
	Dispersed Kind = "dispersed" // the unit is dispersed
	Improved  Kind = "improved"  // the unit has an improved position
	Reduced   Kind = "reduced"   // the unit is reduced
	Steps     Kind = "steps"     // the unit's stack has at least five steps
	Power     Kind = "power"     // the unit's stack has a strength of at least eight
	Box       Kind = "box"       // list: units of the formation in the Reserve Units box; of "": of all
	Tomorrow  Kind = "tomorrow"  // list: units of the formation in tomorrow's space of the calendar
	FewCards  Kind = "fewcards"  // the German draw pile has two cards or fewer; of "german"
	Points    Kind = "points"    // number: replacement points that can be spent; of the corps
	Active    Kind = "active"    // the formation has been brought in
	Printed   Kind = "printed"   // the order of that kind is on the order card, for today if it lists days
	Situation Kind = "situation" // the unit is in the situation of the action card, by the card's scope
	Army      Kind = "army"      // the unit belongs to the army of the other unit
	Corps     Kind = "corps"     // the unit belongs to the corps of the other unit
	Division  Kind = "division"  // the unit belongs to the division of the other unit
	Fellows   Kind = "fellows"   // list: units on the map of the same army as the unit
)

// What the checks in the German activation ask of hexes.
const (
	Bridges   Kind = "bridges"   // list: sides of the hex with a bridge that stands: "n", "ne" and so on
	Positions Kind = "positions" // list: hexes with a hold value next to the hex
	Empty     Kind = "empty"     // no unit, and no roadblock, is in the hex
	VPHex     Kind = "vphex"     // the hex is a VP hex
	Road      Kind = "road"      // a road runs through the hex
	Linked    Kind = "linked"    // a road connects the hex with the other hex
	Company   Kind = "company"   // the hex is next to a unit other than the one that moves
	Bracketed Kind = "bracketed" // that neighbour is one lone Allied unit with a strength in brackets
	Blocks    Kind = "blocks"    // list: roadblocks next to the hex
	German    Kind = "german"    // the hex is under German control
)

// Form is the form of an answer.
type Form int

// The forms.
const (
	Pick   Form = iota // any of the options, or none of them
	List               // ids, in no order unless the kind says so, or none
	Number             // a whole number, at least 0
)

// lists, numbers and lasting are the kinds that are not picked, and those that stay true until the match ends because
// they are printed on the map, a counter or a card.
var (
	listed = []Kind{
		Stack, Targets, Around, Toward, Approach, Vacant, Nearest, Western, LowestHex, Dearest, Fewest, Closest, Members, Within,
		Box, Tomorrow, Fellows, Bridges, Positions, Blocks,
	}
	numbers = []Kind{Hold, Strength, Points}
	lasting = []Kind{Hold, Active, Printed, Army, Corps, Division, Positions, VPHex, Road, Linked}
	picked  = []Kind{
		Near, Supplied, Cut, Surrounded, Danger, Gap, VP, Village, Beside, River, State, Shaken, Breach, Threatened, Cuts, Faced,
		Dispersed, Improved, Reduced, Steps, Power, FewCards, Active, Printed, Situation, Army, Corps, Division,
		Empty, VPHex, Road, Linked, Company, Bracketed, German,
	}
)

// Kinds lists all kinds.
func Kinds() []Kind { return slices.Concat(picked, listed, numbers) }

// Form is the form in which the kind is answered.
func (k Kind) Form() Form {
	switch {
	case slices.Contains(listed, k):
		return List
	case slices.Contains(numbers, k):
		return Number
	}
	return Pick
}

// Lasts reports whether facts of the kind are printed, and so stay true until the match ends.
func (k Kind) Lasts() bool { return slices.Contains(lasting, k) }

// Fact names one thing that the procedure can ask for: "danger 7/84/VII", "beside 7/84/VII 1715". Of and With are ids
// without spaces; With may be empty.
type Fact struct {
	Kind Kind   `json:"kind"`
	Of   string `json:"of,omitempty"`
	With string `json:"with,omitempty"`
}

// Value is what a fact turned out to be: Yes for a kind that is picked, List or Number for the others.
type Value struct {
	Yes    bool     `json:"yes,omitempty"`
	Number int      `json:"number,omitempty"`
	List   []string `json:"list,omitempty"`
}

// Known is a fact with its value.
type Known struct {
	Fact
	Value
}

// String is one line without spaces within ids: "danger 7/84/VII - yes", "targets 3 - x,y", "hold 1715 - 4".
func (k Known) String() string {
	value := "no"
	switch {
	case k.Kind.Form() == Number:
		value = strconv.Itoa(k.Number)
	case k.Kind.Form() == List:
		value = cmp.Or(strings.Join(k.List, ","), "-")
	case k.Yes:
		value = "yes"
	}
	return fmt.Sprintf("%s %s %s %s", k.Kind, cmp.Or(k.Of, "-"), cmp.Or(k.With, "-"), value)
}

// ParseKnown reads a line that [Known.String] printed.
func ParseKnown(line string) (Known, error) {
	w := strings.Fields(line)
	if len(w) != 4 || !slices.Contains(Kinds(), Kind(w[0])) {
		return Known{}, fmt.Errorf("orderdeck: %q is not a fact: write KIND OF WITH VALUE, with - for nothing", line)
	}
	for i, word := range w {
		if word == "-" {
			w[i] = ""
		}
	}
	f, list, n := Fact{Kind(w[0]), w[1], w[2]}, split(w[3]), 0
	switch {
	case f.Kind.Form() == Number:
		n, list = -1, nil
		if got, err := strconv.Atoi(w[3]); err == nil {
			n = got
		}
	case f.Kind.Form() == Pick && w[3] == "yes":
		list = []string{f.Of}
	case f.Kind.Form() == Pick && w[3] == "no":
		list = nil
	}
	known, err := Question{Facts: []Fact{f}}.Answer(list, n)
	if err != nil {
		return Known{}, fmt.Errorf("orderdeck: %q: %w", line, err)
	}
	return known[0], nil
}

// split reads a list of ids that join wrote.
func split(s string) []string { return strings.FieldsFunc(s, func(r rune) bool { return r == ',' }) }

func join(list []string) string { return strings.Join(list, ",") }

// Facts is all that the procedure knows of a game. A game that sees the map computes what it is asked; an aid looks it
// up among the answers of its player.
type Facts interface {
	// Know returns the value of a fact, or false while it is not known.
	Know(f Fact) (Value, bool)
}

// Table is facts in a table.
type Table map[Fact]Value

// Know looks a fact up.
func (t Table) Know(f Fact) (Value, bool) { v, ok := t[f]; return v, ok }

// Learn adds facts.
func (t Table) Learn(list ...Known) {
	for _, k := range list {
		t[k.Fact] = k.Value
	}
}

// Forget removes what may no longer be true after the things moved, fought, or got or lost a marker: whatever mentions
// one of them, unless it is printed somewhere. Called without arguments, as after a German impulse, it removes all that is
// not printed; an empty list of things removes nothing.
func (t Table) Forget(things ...string) {
	maps.DeleteFunc(t, func(f Fact, v Value) bool {
		return !f.Kind.Lasts() && (things == nil || slices.ContainsFunc(things, Known{f, v}.mentions))
	})
}

// mentions reports whether a fact is about a thing.
func (k Known) mentions(id string) bool {
	return k.Of == id || slices.Contains(split(k.With), id) || slices.Contains(k.List, id)
}

// String prints the facts as sorted lines that [ParseKnown] reads.
func (t Table) String() string {
	lines := make([]string, 0, len(t))
	for f, v := range t {
		lines = append(lines, Known{f, v}.String()+"\n")
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// Compare orders ids as the procedure orders units and hexes: by the number at their beginning, then by the rest. So the
// id of a unit begins with its printed number, and its corps follows where two units have the same: "7/84/VII".
func Compare(a, b string) int {
	na, ra := leading(a)
	nb, rb := leading(b)
	return cmp.Or(cmp.Compare(na, nb), strings.Compare(ra, rb))
}

// leading is the number at the beginning of an id, and the rest. An id without a number comes last.
func leading(id string) (int, string) {
	end := 0
	for end < len(id) && end < 9 && id[end] >= '0' && id[end] <= '9' {
		end++
	}
	if end == 0 {
		return 1 << 30, id
	}
	n, _ := strconv.Atoi(id[:end])
	return n, id[end:]
}
