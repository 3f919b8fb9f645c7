package america

import (
	"slices"

	"referee/engine/hex"
	"referee/engine/kit/facts"
)

// directionIDs name the directions to the neighbours of a hex, whose corner points north.
var directionIDs = [6]string{
	hex.PNE: "northeast", hex.PE: "east", hex.PSE: "southeast",
	hex.PSW: "southwest", hex.PW: "west", hex.PNW: "northwest",
}

// combatLine is the combat under way:
//
//	combat 3009 stage roll column 4:1 strengths 12 3 att 39-26vg 77-26vg def 112-28
//	            overrun helpless result 1 2 owed 1 way 1 paid 1 0 retreat 112-28 ways west gone 1
func (t *text) combatLine() facts.Line {
	c := &t.s.Combat
	fields := t.combatFields(c)
	return facts.Line{Word: "combat", Read: func(r *facts.Reader) {
		c.Hex = t.hexes.Read(r)
		r.Fields(fields)
		if r.OK() && c.Stage == noCombat {
			r.Fail("a combat wants a stage")
		}
	}, Print: func(line func(...string)) {
		if c.Stage != noCombat {
			line(append([]string{t.rules.hexID(c.Hex)}, facts.Words(fields)...)...)
		}
	}}
}

func (t *text) combatFields(c *combat) []facts.Field {
	columns := t.rules.d.CRT.Columns
	return []facts.Field{
		facts.OneOf("stage", &c.Stage, stageIDs[:]),
		facts.Flag("overrun", &c.Overrun),
		facts.Flag("helpless", &c.Helpless),
		{Word: "column", Read: func(r *facts.Reader) {
			ids := make([]string, len(columns))
			for i := range columns {
				ids[i] = columns[i].Name
			}
			c.Column = int8(columns[r.OneOf("column", ids)].Level)
		}, Print: facts.If(c.Stage != noCombat, t.rules.d.CRT.At(int(c.Column)).Name)},
		pair("strengths", 999, &c.Attack, &c.Defence),
		facts.Wide(t.units, "att", &c.Att),
		facts.Wide(t.units, "def", &c.Def),
		pair("result", 99, &c.Result.Attacker, &c.Result.Defender),
		facts.Number("owed", &c.Owed, -9, 99),
		facts.Number("way", &c.Way, 0, 9),
		pair("paid", 99, &c.Paid[0], &c.Paid[1]),
		facts.Wide(t.units, "retreat", &c.Retreat),
		{Word: "ways", Read: func(r *facts.Reader) {
			for _, d := range facts.While(r, func(id string) (int, bool) {
				i := slices.Index(directionIDs[:], id)
				return i, i >= 0
			}) {
				c.Ways |= 1 << d
			}
		}, Print: func() (words []string) {
			for d, id := range directionIDs {
				if c.Ways&(1<<d) != 0 {
					words = append(words, id)
				}
			}
			return words
		}},
		facts.Number("gone", &c.Gone, 0, 9),
	}
}

// pair is two numbers up to most, left out where both are 0.
func pair[N ~int8 | ~int16](word string, most int, a, b *N) facts.Field {
	return facts.Field{Word: word, Read: func(r *facts.Reader) {
		*a, *b = N(r.Number(word, 0, most)), N(r.Number(word, 0, most))
	}, Print: facts.If(*a != 0 || *b != 0, num(int(*a)), num(int(*b)))}
}
