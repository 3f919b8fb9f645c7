package celles

import (
	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/kit/usage"
)

// newInfo makes the game's Info.
func (g *rules) newInfo() *engine.Info {
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
		Catalogues: engine.Folder(catalogues, "locale"),
		Words:      words(g.d),
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
	{Name: "standard", Rule: "20", Kinds: []string{kindSetup}, Slots: slots("standard"), Example: "standard"},
	{Name: "place", Rule: "14", Kinds: []string{kindSetup, kindPlace}, Slots: slots("unit hex"), Example: "place 84-2 3306"},
	{Name: "first", Rule: "6", Kinds: []string{kindFirst}, Slots: slots("side"), Example: "first german"},
	{Name: "draw", Rule: "7.1", Kinds: []string{kindDraw}, Slots: slots("draw"), Example: "draw"},
	{Name: "activate", Rule: "7.3", Kinds: []string{kindActivate}, Slots: slots("formation-or-unit +unit* go?"), Example: "activate lehr"},
	{
		Name: "chit", Rule: "13", Kinds: []string{kindActivate, kindExtra, kindCombatChit}, Slots: slots("chit unit? hex?"),
		Example: "chit extra_move lehr-c",
	},
	{Name: "move", Rule: "8", Kinds: []string{kindMove}, Slots: slots("unit? to:hex*"), Example: "move lehr-a 2214 2114"},
	{
		Name: "infiltrate", Rule: "9.1", Kinds: []string{kindMove}, Slots: slots("unit? infiltrate:hex"),
		Example: "infiltrate lehr-a 2110",
	},
	{Name: "truck", Rule: "8.3", Kinds: []string{kindMove}, Slots: slots("unit? truck to:hex*"), Example: "truck 84-3 2709"},
	{Name: "untruck", Rule: "8.3", Kinds: []string{kindMove}, Slots: slots("unit? untruck to:hex*"), Example: "untruck 84-3 2808"},
	{
		Name: "attack", Rule: "11", Kinds: []string{kindMove}, Slots: slots("unit? attack intensity +unit* go"),
		Example: "attack medium lehr-recon",
	},
	{Name: "stop", Rule: "7.5", Kinds: []string{kindMove}, Slots: slots("stop"), Example: "stop"},
	{Name: "end", Rule: "7.6", Kinds: []string{kindMove}, Slots: slots("end"), Example: "end"},
	{Name: "lose", Rule: "11", Kinds: []string{kindLoss, kindStack}, Slots: slots("unit"), Example: "lose lehr-a"},
	{Name: "disrupt", Rule: "11", Kinds: []string{kindDisrupt}, Slots: slots("unit"), Example: "disrupt lehr-a"},
	{Name: "retreat", Rule: "11.1", Kinds: []string{kindRetreat}, Slots: slots("unit hex* stop?"), Example: "retreat 84-1 2012 1911"},
	{Name: "advance", Rule: "11.2", Kinds: []string{kindAdvance}, Slots: slots("unit hex"), Example: "advance lehr-recon 2113"},
	{Name: "pass", Kinds: decisions, Slots: slots("done"), Example: "pass"},
	{Name: "no", Rule: "13.1", Kinds: []string{kindCombatChit}, Slots: slots("no"), Example: "no"},
}

// slots reads the template of a verb: all words in it that are no kind of argument stand for themselves.
func slots(text string) []engine.Slot {
	return usage.Slots(text, "standard", "draw", "go", "truck", "untruck", "attack", "stop", "end", "done", "no")
}
