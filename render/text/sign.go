package text

import "referee/engine"

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
}

// Signs of the states of units, the most important first.
var stateSigns = []sign{
	{'»', "state", string(engine.Active), ink{}},
	{'*', "state", string(engine.Activated), ink{}},
	{'d', "state", string(engine.Disrupted), ink{}},
	{'i', "state", string(engine.Isolated), ink{}},
	{'u', "state", string(engine.OutOfSupply), ink{}},
	{'t', "state", string(engine.Motorised), ink{}},
	{'r', "state", string(engine.Reduced), ink{}},
	{'.', "state", string(engine.Used), ink{}},
}

var landSigns, lineSigns, markSigns = byClass(grounds), byClass(lines), byClass(marks)

func byClass(list []sign) map[engine.Class]sign {
	out := map[engine.Class]sign{}
	for _, s := range list {
		out[engine.Class(s.key)] = s
	}
	return out
}
