package america

import (
	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/ardennes"
	"referee/engine/kit/answer"
	"referee/engine/kit/near"
	"referee/engine/kit/usage"
	"referee/engine/orderdeck"
)

// newInfo makes the game's Info.
func (g *rules) newInfo() *engine.Info {
	return &engine.Info{
		Game:       game,
		Title:      "America Triumphant",
		Law:        law,
		Newest:     law,
		Data:       g.d.Hash,
		Facts:      g.d.Facts,
		Named:      g.d.Named,
		Seats:      []engine.Seat{german.Seat(), allied.Seat()},
		Options:    setupOptions(),
		Verbs:      verbs,
		Queries:    usage.Queries(asked),
		Clauses:    clauses,
		Board:      g.d.Board(),
		Vocabulary: scenario.Vocabulary,
		Counters:   g.counters(),
		Values:     map[engine.Class][]string{"": values, scenario.Symbols[scenario.TypeHQ]: hqValues},
		Entering:   g.entering(),
		Catalogues: orderdeck.Catalogues(engine.CataloguesIn(catalogues, "engine/america")),
		Words:      g.words(),
		Readings:   readings,
		Paragraphs: paragraphs,
		Story:      story,
		Origins:    g.d.Origins,
		Aids:       g.aids(),
	}
}

// words lists the ids that completion may offer, by kind of word.
func (g *rules) words() map[engine.WordKind][]string {
	return map[engine.WordKind][]string{
		"unit": g.d.UnitIDs.All(), "hex": g.d.HexIDs.All(), "formation": g.d.FormationIDs.All(), "hq": g.hqNames.All(),
		"side": ardennes.SideIDs[:], "turn": answer.IDs(answer.Numbers("turn", 1, len(g.d.Turns))),
		"direction": directionIDs[:], "preference": preferences, "distance": near.Distances(),
	}
}

// verbs are what players type. If something may not be passed, the refusal cites the
// question's own paragraph.
var verbs = []engine.Verb{
	literals.Verb("standard", "13", "standard", "standard", kindSetup),
	literals.Verb("place", "13", "unit hex", "place 70-c 3606", kindSetup),
	literals.Verb("return", "11.11", "hex", "return 3330", kindReturn),
	literals.Verb("yes", "13.3", "yes", "yes", kindWant),
	literals.Verb("no", "13.3", "no", "no", kindWant),
	literals.Verb("formation", "10.11", "formation", "formation 9pz", kindPick, kindPicks),
	literals.Verb("drop", "11.2", "turn? hex turn?", "drop 1909 2", kindDrop),
	literals.Verb("none", "11.2", "none", "none", kindDrop),
	literals.Verb("rebuild", "10.2", "unit", "rebuild 2-2pz", kindRebuild),
	literals.Verb("pay", "7.3", "+hq* go", "pay hq-fifth hq-sixth", kindSupply),
	literals.Verb("chits", "8.1", "+hq* go", "chits hq-v hq-viii", kindChits),
	literals.Verb("play", "13.1", "play", "play", kindPutBack),
	literals.Verb("back", "13.1", "back", "back", kindPutBack),
	literals.Verb("move", "5.1", "+unit* to:hex* stop", "move 39-26vg 77-26vg 3208", kindMove, kindExploit),
	literals.Verb("march", "5.2", "+unit* strategic to:hex* stop", "march 317-80 4015", kindMove),
	literals.Verb("bridge", "11.71", "+unit bridge hex", "bridge 600-g 3108", kindMove),
	literals.Verb(
		"overrun", "9.6", "+unit* overrun hex support?", "overrun 2-2pz 3-2pz 304-2pz 3209", kindMove, kindExploit,
	),
	literals.Verb("exit", "13.4", "+unit* hex* exit", "exit 1-1ss", kindMove, kindExploit),
	literals.Verb("end", "3.3", "end", "end", kindMove, kindExploit),
	literals.Verb("remove", "6.2", "unit", "remove 70-c", kindStack),
	literals.Verb("attack", "9.0", "hex +unit* go", "attack 3009 39-26vg 77-26vg", kindAttack),
	literals.Verb("air", "11.3", "+hex* go", "air 3009", kindAir),
	literals.Verb("support", "11.1", "+hex* go", "support 3009", kindSupport),
	literals.Verb("strike", "11.3", "hex* go", "strike 3009 3009", kindSupport),
	literals.Verb("resolve", "9.0", "hex", "resolve 3009", kindResolve),
	literals.Verb("evade", "12.4", "hex*", "evade 2207 2208 2209", kindEvade),
	literals.Verb("stand", "12.4", "stand", "stand", kindEvade),
	literals.Verb("lose", "9.2", "unit", "lose 112-28", kindLoss),
	literals.Verb("retreat", "9.3", "+unit* hex*", "retreat 112-28 3010 3011", kindRetreat),
	literals.Verb("stay", "9.3", "stay", "stay", kindRetreat),
	literals.Verb("advance", "9.4", "+unit* hex* stop?", "advance 39-26vg 3009", kindAdvance),
	literals.Verb("in", "9.6", "in", "in", kindAdvance),
	literals.Verb("on", "13.3", "on", "on", kindOn),
	literals.Verb("stop", "", "stop", "stop", kindOn, kindMove, kindExploit, kindAdvance),
	literals.Verb("pass", "", "done", "pass", kindPick, kindRebuild, kindAttack, kindAdvance),
}

// literals are the words of verbs that are no kind of argument.
var literals = usage.Literals{
	"standard", "yes", "no", "none", "go", "play", "back", "strategic", "bridge", "overrun",
	"exit", "end", "stand", "stay", "in", "on", "stop", "done", "support",
}

// readings are our rulings on points that the rulebook leaves open, and what had to be reconstructed since it
// is lost, in the order of its paragraphs. Append to a paragraph's list; the number of a reading ("5/1") stays.
var readings = engine.Rulings(
	"2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "3.1.1", "3.2.1", "3.2.2", "3.3.1", "3.3.2", "4.1.1", "4.1.2",
	"4.2.1", "4.2.2", "4.3.1", "4.3.2", "5.1.1", "5.2.1", "5.2.2", "5.2.3", "6.2.1", "6.4.1", "7.11.1", "7.12.1", "7.2.1",
	"7.3.1", "7.3.2", "8.1.1", "8.2.1", "8.21.1", "8.22.1", "8.3.1", "8.3.2", "8.3.3", "8.4.1", "9.0.1", "9.0.2", "9.0.3",
	"9.0.4", "9.1.1", "9.1.2", "9.1.3", "9.2.1", "9.2.2", "9.3.1", "9.3.2", "9.4.1", "9.4.2", "9.51.1", "9.52.1",
	"9.53.1", "9.53.2", "9.54.1", "9.54.2", "9.6.1", "9.6.2", "9.6.3", "9.7.1", "10.11.1", "10.12.1", "10.16.1", "10.2.1",
	"11.1.1", "11.1.2", "11.11.1", "11.2.1", "11.3.1", "11.7.1", "11.71.1", "11.71.2", "11.72.1", "12.1.1",
	"12.1.2", "12.4.1", "12.4.2", "12.5.1", "13.1.1", "13.2.1", "13.2.2", "13.2.3", "13.3.1", "13.3.2", "13.3.3", "13.3.4",
	"13.4.1",
)

// paragraphs are those that events, refusals and answers cite: see [engine.Info.Paragraphs].
var paragraphs = []string{
	"2", "3", "3.1", "3.2", "3.3", "4", "4.1", "4.2", "4.3", "4.4", "5", "5.1", "5.2", "5.3", "5.41", "5.42",
	"5.43", "5.44", "6.1", "6.2", "6.4", "7", "7.11", "7.12", "7.13", "7.2", "7.3", "7.4", "8.1", "8.2",
	"8.21", "8.22", "8.23", "8.3", "8.4", "9.0", "9.1", "9.2", "9.3", "9.31", "9.4", "9.51", "9.52", "9.53",
	"9.54", "9.55", "9.56", "9.57", "9.58", "9.6", "9.7", "10.11", "10.12", "10.13", "10.14", "10.15", "10.16",
	"10.2", "11.1", "11.11", "11.2", "11.3", "11.4", "11.7", "11.71", "11.72", "12.1", "12.2", "12.3", "12.4",
	"12.5", "12.6", "13", "13.1", "13.2", "13.3", "13.4", "13.23", "13.41",
}
