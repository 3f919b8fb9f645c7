package america

import "referee/engine"

// story is how a short account tells events: what was drawn, where units moved, what was attacked, and each combat with its roll
// and what followed.
var story = map[string]engine.Brief{
	"event.placed-all":            {Key: "brief.placed", Begins: true},
	"event.chit-drawn":            {Head: "story.drawn", Key: "brief.chit"},
	"event.moved":                 {Head: "story.moved", Key: "brief.moved"},
	"event.moved-strategic":       {Head: "story.moved", Key: "brief.moved"},
	"event.moved-held":            {Head: "story.moved", Key: "brief.moved"},
	"event.attack-declared":       {Head: "story.attacks", Key: "brief.attack"},
	"event.combat-began":          {Key: "brief.combat", Begins: true},
	"event.combat-began.plain":    {Key: "brief.combat", Begins: true},
	"event.combat-began.helpless": {Key: "brief.combat", Begins: true},
	"event.combat-rolled":         {Key: "brief.rolled"},
	"event.step-lost.combat":      {Key: "brief.lost"},
	"event.step-lost.retreat":     {Key: "brief.lost"},
	"event.eliminated.combat":     {Key: "brief.eliminated"},
	"event.eliminated.retreat":    {Key: "brief.eliminated"},
	"event.retreated":             {Key: "brief.retreated"},
	"event.retreated-by":          {Key: "brief.retreated"},
	"event.advanced":              {Key: "brief.advanced"},
	"event.advanced-by":           {Key: "brief.advanced"},
	"event.side-set":              {},
	"event.supply-same":           {},
	"event.support-given":         {},
	"event.support-none":          {},
	"event.impulse-began":         {},
	"event.slip-tried":            {},
	"event.bridge-tried":          {},
}
