package notary

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"referee/engine/kit/lists"
)

// Limits of a roll.
const (
	mostDice  = 20
	mostSides = 100
	mostTerms = 6
	mostPlus  = 99
)

// Dice are what is rolled at once: several rolls, each with its total.
type Dice []Term

// Term is one roll: N dice, of which the highest or lowest may count alone, and a number to add.
type Term struct {
	Text     string // as players write it
	N, Sides int
	Keep     int // the highest dice that count, or minus the lowest; 0: all count
	Plus     int
}

var term = regexp.MustCompile(`^([1-9][0-9]?)?d([1-9][0-9]{0,2})(?:([hl])([1-9][0-9]?))?([+-][0-9]{1,2})?$`)

var errDice = errors.New("notary: not dice")

// ParseDice reads dice: "2d10", "3d6+1", "4d6h3" for the three highest of four, "2d6/1d10" for two rolls. It takes at most 6
// rolls, 20 dice together, and 2 to 100 sides.
func ParseDice(text string) (Dice, error) {
	var out Dice
	for part := range strings.SplitSeq(strings.ToLower(text), "/") {
		m := term.FindStringSubmatch(part)
		if m == nil {
			return nil, errDice
		}
		number := func(s string) int { n, _ := strconv.Atoi(s); return n } // digits, by the expression
		t := Term{Text: part, N: max(1, number(m[1])), Sides: number(m[2]), Keep: number(m[4]), Plus: number(m[5])}
		if m[3] == "l" {
			t.Keep = -t.Keep
		}
		out = append(out, t)
		if t.Sides < 2 || t.Sides > mostSides || max(t.Keep, -t.Keep) >= t.N && t.Keep != 0 || len(out.Sides()) > mostDice || len(out) > mostTerms {
			return nil, errDice
		}
	}
	return out, nil
}

// String writes the dice as ParseDice reads them.
func (d Dice) String() string {
	return strings.Join(lists.Map(d, func(t Term) string { return t.Text }), "/")
}

// Sides are how many sides each die has.
func (d Dice) Sides() []int {
	var out []int
	for _, t := range d {
		out = append(out, slices.Repeat([]int{t.Sides}, t.N)...)
	}
	return out
}

// Range is the lowest and the highest total.
func (t Term) Range() (low, high int) {
	n := t.N
	if t.Keep != 0 {
		n = max(t.Keep, -t.Keep)
	}
	return n + t.Plus, n*t.Sides + t.Plus
}

// Totals are the totals of the rolls of which all dice are known, in their order.
func (d Dice) Totals(shown []int) []int {
	var out []int
	for _, t := range d {
		dice := slices.Sorted(slices.Values(shown[:t.N]))
		shown = shown[t.N:]
		switch {
		case t.Keep > 0:
			dice = dice[t.N-t.Keep:]
		case t.Keep < 0:
			dice = dice[:-t.Keep]
		}
		out = append(out, t.Plus+lists.Sum(dice))
	}
	return out
}
