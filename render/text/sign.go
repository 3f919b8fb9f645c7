package text

import (
	"cmp"
	"maps"
	"slices"

	"referee/engine"
)

// sign is a letter that stands for a word of the drawing vocabulary: the message
// "drawn."+list+"."+key explains it.
type sign struct {
	r         rune
	list, key string
	ink       ink
}

// Signs of terrain and of what is in hexes, in the order of the legend. Clear terrain
// has none.
var grounds = []sign{
	{'^', "terrain", string(engine.Rough), ink{}},
	{'♣', "terrain", string(engine.Woods), ink{}},
	{'■', "terrain", string(engine.Town), ink{}},
	{'o', "site", string(engine.Village), ink{}},
	{'≈', "terrain", string(engine.Water), ink{}},
	signPoints,
}

var signPoints = sign{'★', "text", "points", ink{}}

// Signs of hexsides.
var lines = []sign{
	{'~', "edge", string(engine.MinorRiver), ink{letters: "river", bold: true}},
	{'≈', "edge", string(engine.MajorRiver), ink{letters: "river", bold: true}},
	{'/', "link", string(engine.Road), ink{letters: "road", bold: true}},
	{'=', "link", string(engine.Highway), ink{letters: "highway", bold: true}},
	signBridge,
}

var signBridge = sign{'#', "text", "bridge", ink{letters: "highway", bold: true}}

// Signs of an answer's marks.
var marks = []sign{
	{'+', "mark", string(engine.MarkReach), ink{}},
	{'?', "mark", string(engine.MarkRisk), ink{}},
	{'z', "mark", string(engine.MarkZOC), ink{}},
	{'x', "mark", string(engine.MarkBlocked), ink{}},
	{'s', "mark", string(engine.MarkSource), ink{}},
	{'!', "mark", string(engine.MarkTarget), ink{}},
	{'>', "mark", string(engine.MarkAttacker), ink{}},
	{'<', "mark", string(engine.MarkFrom), ink{}},
	{'@', "mark", string(engine.MarkTo), ink{}},
	{'%', "mark", string(engine.MarkHit), ink{}},
	{'-', "mark", string(engine.MarkShort), ink{}},
	{'v', "mark", string(engine.MarkPlace), ink{}},
	{'~', "mark", string(engine.MarkGuess), ink{}},
}

// stateSupply is how many of stateSigns come before those of the states that a game brings.
const stateSupply = 5

// Signs of the states of units, the most important first.
var stateSigns = []sign{
	{'»', "state", string(engine.Active), ink{}},
	{'*', "state", string(engine.Activated), ink{}},
	{'d', "state", string(engine.Disrupted), ink{}},
	{'i', "state", string(engine.Isolated), ink{}},
	{'u', "state", string(engine.OutOfSupply), ink{}},
	{'r', "state", string(engine.Reduced), ink{}},
	{'.', "state", string(engine.Used), ink{}},
}

var signCut = sign{'×', "text", "cut", ink{letters: "highway", bold: true}}

// alphabet is the signs of a game: the kernel's, and those for the words that it brings.
type alphabet struct {
	grounds, lines, marks, states []sign
	// land is the signs of terrain, and site of what is in hexes; and so on.
	land, site, edge, link, mark map[engine.Class]sign

	colours map[string]colour
	painted map[engine.Class]bool // marks that colour the ground
}

func alphabetOf(v *engine.Vocabulary) *alphabet {
	a := &alphabet{
		grounds: slices.Clone(grounds), lines: slices.Clone(lines), marks: slices.Clone(marks),
		colours: maps.Clone(colours), painted: map[engine.Class]bool{engine.MarkReach: true, engine.MarkRisk: true, engine.MarkZOC: true, engine.MarkGuess: true},
	}
	a.states = append(a.states, stateSigns[:stateSupply]...)
	if v != nil {
		a.learn(v)
	}
	a.states = append(a.states, stateSigns[stateSupply:]...)
	a.land, a.site = byClass(a.grounds, "terrain"), byClass(a.grounds, "site")
	a.edge, a.link, a.mark = byClass(a.lines, "edge"), byClass(a.lines, "link"), byClass(a.marks, "mark")
	return a
}

// learn adds what a game brings.
func (a *alphabet) learn(v *engine.Vocabulary) {
	add := func(to *[]sign, list string, r rune, c engine.Class, in ink) {
		if r != 0 {
			*to = append(*to, sign{r, list, string(c), in})
		}
	}
	for _, d := range v.Terrains {
		add(&a.grounds, "terrain", d.Letter, d.Word, ink{})
		own := groundOf("terrain", d.Word)
		a.colours[own] = a.colours[groundOf("terrain", cmp.Or(d.As, engine.Clear))]
		if d.Ground.Light != 0 {
			a.colours[own] = nearest(d.Ground)
		}
	}
	for _, d := range v.Sites {
		add(&a.grounds, "site", d.Letter, d.Word, ink{})
	}
	for _, d := range v.Owners {
		own := groundOf("owner", d.Word)
		a.colours[own] = colour{d.Terminal[0], d.Terminal[1]}
		if d.Terminal == [2]int{} {
			a.colours[own] = nearest(d.Used)
		}
	}
	for _, d := range v.Edges {
		add(&a.lines, "edge", d.Letter, d.Word, ink{letters: "works", bold: true})
	}
	for _, d := range v.Links {
		add(&a.lines, "link", d.Letter, d.Word, ink{letters: "road", bold: true})
	}
	for _, d := range v.States {
		add(&a.states, "state", d.Letter, d.Word, ink{})
	}
	for _, d := range v.Marks {
		add(&a.marks, "mark", d.Letter, d.Word, ink{})
		if d.Area.Light != 0 && len(d.Glyph) == 0 {
			a.painted[d.Word] = true
			a.colours[groundOf("mark", d.Word)] = nearest(d.Ink)
		}
	}
}

// byClass finds the signs of a list.
func byClass(signs []sign, list string) map[engine.Class]sign {
	out := map[engine.Class]sign{}
	for _, s := range signs {
		if s.list == list {
			out[engine.Class(s.key)] = s
		}
	}
	return out
}
