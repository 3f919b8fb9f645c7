package america

import (
	"slices"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/kit/usage"
)

// newInfo makes the game's Info.
func (g *rules) newInfo() *engine.Info {
	return &engine.Info{
		Game:       game,
		Title:      "America Triumphant",
		Law:        law,
		Newest:     law,
		Data:       g.d.Hash,
		Seats:      []engine.Seat{german.Seat(), allied.Seat()},
		Options:    setupOptions(),
		Verbs:      verbs,
		Queries:    slices.Concat(groundQueries, fightQueries),
		Clauses:    clauses,
		Board:      g.d.Board(),
		Vocabulary: scenario.Vocabulary,
		Counters:   g.counters(),
		Catalogues: engine.Folder(catalogues, "locale"),
		Words:      words(g.d),
		Readings:   readings,
	}
}

// Kinds of words that players type.
const (
	wordUnit      engine.WordKind = "unit"
	wordHex       engine.WordKind = "hex"
	wordFormation engine.WordKind = "formation"
	wordHQ        engine.WordKind = "hq"
	wordTurn      engine.WordKind = "turn"
	wordSide      engine.WordKind = "side"
)

// words lists the ids that completion may offer.
func words(d *scenario.Data) map[engine.WordKind][]string {
	hqs := make([]string, len(d.HQs))
	for i := range d.HQs {
		hqs[i] = d.Units[d.HQs[i].Unit].ID
	}
	turns := make([]string, len(d.Turns))
	for i := range d.Turns {
		turns[i] = num(i + 1)
	}
	return map[engine.WordKind][]string{
		wordUnit: d.UnitIDs.All(), wordHex: d.HexIDs.All(), wordFormation: d.FormationIDs.All(), wordHQ: hqs,
		wordTurn: turns, wordSide: scenario.SideIDs[:],
		wordDirection: directionIDs[:], wordPreference: preferenceIDs[:],
	}
}

// verbs are what players type. If something may not be passed, the refusal cites the
// question's own paragraph.
var verbs = []engine.Verb{
	{Name: "standard", Rule: "13", Kinds: []string{kindSetup}, Slots: slots("standard"), Example: "standard"},
	{Name: "place", Rule: "13", Kinds: []string{kindSetup}, Slots: slots("unit hex"), Example: "place 70-c 3606"},
	{Name: "return", Rule: "11.11", Kinds: []string{kindReturn}, Slots: slots("hex"), Example: "return 3330"},
	{Name: "yes", Rule: "13.3", Kinds: []string{kindWant}, Slots: slots("yes"), Example: "yes"},
	{Name: "no", Rule: "13.3", Kinds: []string{kindWant}, Slots: slots("no"), Example: "no"},
	{
		Name: "formation", Rule: "10.11", Kinds: []string{kindPick, kindPicks}, Slots: slots("formation"),
		Example: "formation 9pz",
	},
	{Name: "drop", Rule: "11.2", Kinds: []string{kindDrop}, Slots: slots("hex turn"), Example: "drop 1909 2"},
	{Name: "none", Rule: "11.2", Kinds: []string{kindDrop}, Slots: slots("none"), Example: "none"},
	{Name: "rebuild", Rule: "10.2", Kinds: []string{kindRebuild}, Slots: slots("unit"), Example: "rebuild 2-2pz"},
	{Name: "pay", Rule: "7.3", Kinds: []string{kindSupply}, Slots: slots("+hq* go"), Example: "pay hq-fifth hq-sixth"},
	{Name: "chits", Rule: "8.1", Kinds: []string{kindChits}, Slots: slots("+hq* go"), Example: "chits hq-v hq-viii"},
	{Name: "play", Rule: "13.1", Kinds: []string{kindPutBack}, Slots: slots("play"), Example: "play"},
	{Name: "back", Rule: "13.1", Kinds: []string{kindPutBack}, Slots: slots("back"), Example: "back"},
	{
		Name: "move", Rule: "5.1", Kinds: []string{kindMove, kindExploit}, Slots: slots("+unit* to:hex* stop"),
		Example: "move 39-26vg 77-26vg 3208",
	},
	{
		Name: "march", Rule: "5.2", Kinds: []string{kindMove}, Slots: slots("+unit* strategic to:hex* stop"),
		Example: "march 317-80 4015",
	},
	{
		Name: "bridge", Rule: "11.71", Kinds: []string{kindMove}, Slots: slots("+unit bridge hex"),
		Example: "bridge 600-g 3108",
	},
	{
		Name: "overrun", Rule: "9.6", Kinds: []string{kindMove, kindExploit}, Slots: slots("+unit* overrun hex support?"),
		Example: "overrun 2-2pz 3-2pz 304-2pz 3209",
	},
	{
		Name: "exit", Rule: "13.4", Kinds: []string{kindMove, kindExploit}, Slots: slots("+unit* hex* exit"),
		Example: "exit 1-1ss",
	},
	{Name: "end", Rule: "3.3", Kinds: []string{kindMove, kindExploit}, Slots: slots("end"), Example: "end"},
	{Name: "remove", Rule: "6.2", Kinds: []string{kindStack}, Slots: slots("unit"), Example: "remove 70-c"},
	{
		Name: "attack", Rule: "9.0", Kinds: []string{kindAttack}, Slots: slots("hex +unit* go"),
		Example: "attack 3009 39-26vg 77-26vg",
	},
	{Name: "air", Rule: "11.3", Kinds: []string{kindAir}, Slots: slots("+hex* go"), Example: "air 3009"},
	{Name: "support", Rule: "11.1", Kinds: []string{kindSupport}, Slots: slots("+hex* go"), Example: "support 3009"},
	{Name: "strike", Rule: "11.3", Kinds: []string{kindSupport}, Slots: slots("hex* go"), Example: "strike 3009 3009"},
	{Name: "resolve", Rule: "9.0", Kinds: []string{kindResolve}, Slots: slots("hex"), Example: "resolve 3009"},
	{Name: "evade", Rule: "12.4", Kinds: []string{kindEvade}, Slots: slots("hex*"), Example: "evade 2207 2208 2209"},
	{Name: "stand", Rule: "12.4", Kinds: []string{kindEvade}, Slots: slots("stand"), Example: "stand"},
	{Name: "lose", Rule: "9.2", Kinds: []string{kindLoss}, Slots: slots("unit"), Example: "lose 112-28"},
	{
		Name: "retreat", Rule: "9.3", Kinds: []string{kindRetreat}, Slots: slots("+unit* hex*"),
		Example: "retreat 112-28 3010 3011",
	},
	{Name: "stay", Rule: "9.3", Kinds: []string{kindRetreat}, Slots: slots("stay"), Example: "stay"},
	{
		Name: "advance", Rule: "9.4", Kinds: []string{kindAdvance}, Slots: slots("+unit* hex* stop?"),
		Example: "advance 39-26vg 3009",
	},
	{Name: "in", Rule: "9.6", Kinds: []string{kindAdvance}, Slots: slots("in"), Example: "in"},
	{Name: "on", Rule: "13.3", Kinds: []string{kindOn}, Slots: slots("on"), Example: "on"},
	{Name: "stop", Kinds: []string{kindOn, kindMove, kindExploit, kindAdvance}, Slots: slots("stop"), Example: "stop"},
	{Name: "pass", Kinds: []string{kindPick, kindRebuild, kindAttack, kindAdvance}, Slots: slots("done"), Example: "pass"},
}

// slots reads the template of a verb: all words in it that are no kind of argument stand for themselves.
func slots(text string) []engine.Slot {
	return usage.Slots(text, "standard", "yes", "no", "none", "go", "play", "back", "strategic", "bridge", "overrun",
		"exit", "end", "stand", "stay", "in", "on", "stop", "done", "support")
}
