package celles

import (
	"io/fs"

	"referee/engine"
	"referee/engine/celles/scenario"
)

// newInfo makes the game's Info.
func (g *rules) newInfo() *engine.Info {
	texts, err := fs.Sub(catalogues, "locale")
	if err != nil {
		panic(err) // the name is a constant
	}
	return &engine.Info{
		Game:   "celles",
		Title:  "Celles",
		Law:    law,
		Newest: law,
		Data:   g.d.Hash,
		Seats:  []engine.Seat{german.Seat(), allied.Seat()},
		Options: []engine.SetupOption{
			{ID: optionVariable, Values: []string{"no", "yes"}, Default: "no"},
			engine.BidOption(optionBid, bidMost, german.Seat(), allied.Seat()),
		},
		Verbs:      verbs,
		Queries:    queries,
		Clauses:    clauses,
		Board:      g.d.Board(),
		Vocabulary: scenario.Vocabulary,
		Counters:   g.counters(),
		Catalogues: texts,
		Words:      standingWords(g.d, words(g.d)),
		Readings:   readings,
	}
}

// wordAny is a formation or a unit.
const wordAny engine.WordKind = "formation-or-unit"

// decisions are the kinds of prompt for players.
var decisions = []string{
	kindSetup, kindFirst, kindDraw, kindActivate, kindPlace, kindExtra, kindMove, kindStack, kindCombatChit, kindLoss,
	kindDisrupt, kindRetreat, kindAdvance,
}

// verbs are what players type. If something may not be passed, the refusal cites the
// question's own paragraph.
var verbs = []engine.Verb{
	{Name: "standard", Rule: "20", Kinds: []string{kindSetup}, Slots: []engine.Slot{{Literal: "standard"}}, Example: "standard"},
	{
		Name: "place", Rule: "14", Kinds: []string{kindSetup, kindPlace},
		Slots: []engine.Slot{{Arg: wordUnit}, {Arg: wordHex}}, Example: "place 84-2 3306",
	},
	{Name: "first", Rule: "6", Kinds: []string{kindFirst}, Slots: []engine.Slot{{Arg: wordSide}}, Example: "first german"},
	{Name: "draw", Rule: "7.1", Kinds: []string{kindDraw}, Slots: []engine.Slot{{Literal: "draw"}}, Example: "draw"},
	{
		Name: "activate", Rule: "7.3", Kinds: []string{kindActivate},
		Slots: []engine.Slot{
			{Arg: wordAny},
			{Arg: wordUnit, Optional: true, Repeat: true, Prefix: "+"},
			{Literal: "go", Optional: true},
		}, Example: "activate lehr",
	},
	{
		Name: "chit", Rule: "13", Kinds: []string{kindActivate, kindExtra, kindCombatChit},
		Slots:   []engine.Slot{{Arg: wordChit}, {Arg: wordUnit, Optional: true}, {Arg: wordHex, Optional: true}},
		Example: "chit extra_move lehr-c",
	},
	{
		Name: "move", Rule: "8", Kinds: []string{kindMove},
		Slots:   []engine.Slot{{Arg: wordUnit, Optional: true}, {Arg: wordHex, Optional: true, Repeat: true, Goal: wordTo}},
		Example: "move lehr-a 2214 2114",
	},
	{
		Name: "infiltrate", Rule: "9.1", Kinds: []string{kindMove},
		Slots:   []engine.Slot{{Arg: wordUnit, Optional: true}, {Arg: wordHex, Goal: wordInfiltrate}},
		Example: "infiltrate lehr-a 2110",
	},
	{
		Name: "truck", Rule: "8.3", Kinds: []string{kindMove},
		Slots:   []engine.Slot{{Arg: wordUnit, Optional: true}, {Literal: "truck"}, {Arg: wordHex, Optional: true, Repeat: true, Goal: wordTo}},
		Example: "truck 84-3 2709",
	},
	{
		Name: "untruck", Rule: "8.3", Kinds: []string{kindMove},
		Slots:   []engine.Slot{{Arg: wordUnit, Optional: true}, {Literal: "untruck"}, {Arg: wordHex, Optional: true, Repeat: true, Goal: wordTo}},
		Example: "untruck 84-3 2808",
	},
	{
		Name: "attack", Rule: "11", Kinds: []string{kindMove},
		Slots: []engine.Slot{
			{Arg: wordUnit, Optional: true},
			{Literal: "attack"},
			{Arg: wordIntensity},
			{Arg: wordUnit, Optional: true, Repeat: true, Prefix: "+"},
			{Literal: "go"},
		},
		Example: "attack medium lehr-recon",
	},
	{Name: "stop", Rule: "7.5", Kinds: []string{kindMove}, Slots: []engine.Slot{{Literal: "stop"}}, Example: "stop"},
	{Name: "end", Rule: "7.6", Kinds: []string{kindMove}, Slots: []engine.Slot{{Literal: "end"}}, Example: "end"},
	{Name: "lose", Rule: "11", Kinds: []string{kindLoss, kindStack}, Slots: []engine.Slot{{Arg: wordUnit}}, Example: "lose lehr-a"},
	{Name: "disrupt", Rule: "11", Kinds: []string{kindDisrupt}, Slots: []engine.Slot{{Arg: wordUnit}}, Example: "disrupt lehr-a"},
	{
		Name: "retreat", Rule: "11.1", Kinds: []string{kindRetreat},
		Slots:   []engine.Slot{{Arg: wordUnit}, {Arg: wordHex, Optional: true, Repeat: true}, {Literal: "stop", Optional: true}},
		Example: "retreat 84-1 2012 1911",
	},
	{
		Name: "advance", Rule: "11.2", Kinds: []string{kindAdvance}, Slots: []engine.Slot{{Arg: wordUnit}, {Arg: wordHex}},
		Example: "advance lehr-recon 2113",
	},
	{Name: "pass", Kinds: decisions, Slots: []engine.Slot{{Literal: "done"}}, Example: "pass"},
	{Name: "no", Rule: "13.1", Kinds: []string{kindCombatChit}, Slots: []engine.Slot{{Literal: "no"}}, Example: "no"},
}
