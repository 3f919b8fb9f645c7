package celles

import (
	"strconv"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/scenario"
	"referee/engine/kit/lists"
	"referee/engine/kit/near"
	"referee/engine/kit/usage"
	"referee/engine/orderdeck"
)

// newInfo makes the game's Info.
func (g *rules) newInfo() *engine.Info {
	return &engine.Info{
		Game:   "celles",
		Title:  "Celles",
		Law:    law,
		Newest: law,
		Data:   g.d.Hash,
		Facts:  g.d.Facts,
		Named:  g.d.Named,
		Seats:  []engine.Seat{german.Seat(), allied.Seat()},
		Options: []engine.SetupOption{
			{ID: optionVariable, Values: []string{"no", "yes"}, Default: "no"},
			engine.BidOption(optionBid, bidMost, german.Seat(), allied.Seat()),
		},
		Verbs:      verbs,
		Queries:    usage.Queries(asked),
		Clauses:    clauses,
		Board:      g.d.Board(),
		Vocabulary: scenario.Vocabulary,
		Counters:   g.counters(),
		Values:     map[engine.Class][]string{"": values},
		Entering:   g.entering(),
		Catalogues: orderdeck.Catalogues(engine.CataloguesIn(catalogues, "engine/celles")),
		Words:      words(g.d),
		Readings:   readings,
		Paragraphs: paragraphs,
		Story:      story,
		Origins:    g.d.Origins,
		Aids:       g.aids(),
	}
}

// decisions are the kinds of prompt for players.
var decisions = []string{
	kindSetup, kindFirst, kindDraw, kindActivate, kindPlace, kindExtra, kindMove, kindStack, kindCombatChit, kindLoss,
	kindDisrupt, kindRetreat, kindAdvance,
}

// verbs are what players type. If something may not be passed, the refusal cites the
// question's own paragraph.
var verbs = []engine.Verb{
	literals.Verb("standard", "20", "standard", "standard", kindSetup),
	literals.Verb("place", "14", "unit hex", "place 84-2 3306", kindSetup, kindPlace),
	literals.Verb("first", "6", "side", "first german", kindFirst),
	literals.Verb("draw", "7.1", "draw", "draw", kindDraw),
	literals.Verb("activate", "7.3", "formation-or-unit +unit* go?", "activate lehr", kindActivate),
	literals.Verb("chit", "13", "chit unit? hex?", "chit extra_move lehr-c", kindActivate, kindExtra, kindCombatChit),
	literals.Verb("move", "8", "unit? to:hex*", "move lehr-a 2214 2114", kindMove),
	literals.Verb("infiltrate", "9.1", "unit? infiltrate:hex", "infiltrate lehr-a 2110", kindMove),
	literals.Verb("truck", "8.3", "unit? truck to:hex*", "truck 84-3 2709", kindMove),
	literals.Verb("untruck", "8.3", "unit? untruck to:hex*", "untruck 84-3 2808", kindMove),
	literals.Verb("attack", "11", "unit? attack intensity +unit* go", "attack medium lehr-recon", kindMove),
	literals.Verb("stop", "7.5", "stop", "stop", kindMove),
	literals.Verb("end", "7.6", "end", "end", kindMove),
	literals.Verb("lose", "11", "unit", "lose lehr-a", kindLoss, kindStack),
	literals.Verb("disrupt", "11", "unit", "disrupt lehr-a", kindDisrupt),
	literals.Verb("retreat", "11.1", "unit hex* stop?", "retreat 84-1 2012 1911", kindRetreat),
	literals.Verb("advance", "11.2", "unit hex", "advance lehr-recon 2113", kindAdvance),
	literals.Verb("pass", "", "done", "pass", decisions...),
	literals.Verb("no", "13.1", "no", "no", kindCombatChit),
}

// literals are the words of verbs that are no kind of argument.
var literals = usage.Literals{
	"standard", "draw", "go", "truck", "untruck", "attack", "stop", "end", "done", "no",
}

// words lists the ids that completion may offer, by kind of word.
func words(d *scenario.Data) map[engine.WordKind][]string {
	units, formations := d.UnitIDs.All(), d.FormationIDs.All()
	return map[engine.WordKind][]string{
		"unit":              units,
		"hex":               d.HexIDs.All(),
		"formation":         formations,
		"formation-or-unit": append(append([]string{}, formations...), units...),
		"chit":              scenario.TacticalIDs[:], // tactical chits: action chits are only drawn
		"intensity":         intensityIDs[:],
		"distance":          near.Distances(),
		"side":              ardennes.SideIDs[:],
		"direction":         directionIDs[:],
		"preference":        preferences,
		"odds":              lists.Map(d.CRT.Columns, func(c scenario.Column) string { return c.Name }),
		"faces":             lists.Map(faces, func(f engine.Option) string { return strconv.Itoa(f.N + 1) }), // how many of the ten faces of the die
		"plan":              append(append([]string{planThen}, intensityIDs[:]...), units...),                // the attacks that follow a first one
	}
}

// readings are our rulings on points that the rulebook leaves open, in the order of its
// paragraphs. Append to a paragraph's list; the number of a reading ("5/1") stays. The
// text of 5/1 is the message "reading.5.1".
var readings = engine.Rulings(
	"2.1", "2.2", "2.3", "4.1", "5.1", "5.2", "7.1", "7.2", "7.3", "7.4", "8.1", "8.2", "8.2.1", "8.3.1", "8.5.1", "8.5.2",
	"9.1", "9.1.1", "10.1", "10.2", "11.1", "11.2", "11.3", "11.4", "11.1.1", "11.1.2", "11.2.1", "13.1", "13.2",
	"13.3", "14.1", "15.1", "15.2", "16.1",
)

// paragraphs are those that events, refusals and answers cite: see [engine.Info.Paragraphs].
var paragraphs = []string{
	"2", "3", "4", "5", "6", "7", "7.1", "7.2", "7.3", "7.4", "7.5", "7.6", "8", "8.1", "8.2", "8.3", "8.4",
	"8.5", "9", "9.1", "10", "11", "11.1", "11.2", "12", "13", "13.1", "13.2", "13.3", "13.4", "13.5", "14",
	"15", "16", "17", "20", "21", "22",
}
