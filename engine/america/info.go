package america

import (
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
		wordUnit: d.UnitIDs.All(), wordHex: d.HexIDs.All(), wordFormation: d.FormationIDs.All(), wordHQ: hqs, wordTurn: turns,
	}
}

// verbs are what players type. If something may not be passed, the refusal cites the
// question's own paragraph.
var verbs = []engine.Verb{
	{Name: "standard", Rule: "13", Kinds: []string{kindSetup}, Slots: slots("standard"), Example: "standard"},
	{Name: "place", Rule: "13", Kinds: []string{kindSetup}, Slots: slots("unit hex"), Example: "place 70-c 3606"},
	{Name: "return", Rule: "11.11", Kinds: []string{kindReturn}, Slots: slots("hex"), Example: "return 3331"},
	{Name: "yes", Rule: "13.3", Kinds: []string{kindWant}, Slots: slots("yes"), Example: "yes"},
	{Name: "no", Rule: "13.3", Kinds: []string{kindWant}, Slots: slots("no"), Example: "no"},
	{Name: "formation", Rule: "10.11", Kinds: []string{kindPick, kindPicks}, Slots: slots("formation"), Example: "formation 9pz"},
	{Name: "drop", Rule: "11.2", Kinds: []string{kindDrop}, Slots: slots("hex turn"), Example: "drop 1909 2"},
	{Name: "none", Rule: "11.2", Kinds: []string{kindDrop}, Slots: slots("none"), Example: "none"},
	{Name: "rebuild", Rule: "10.2", Kinds: []string{kindRebuild}, Slots: slots("unit"), Example: "rebuild 2-2pz"},
	{Name: "supply", Rule: "7.3", Kinds: []string{kindSupply}, Slots: slots("+hq* go"), Example: "supply hq-fifth hq-sixth"},
	{Name: "chits", Rule: "8.1", Kinds: []string{kindChits}, Slots: slots("+hq* go"), Example: "chits hq-v hq-viii"},
	{Name: "play", Rule: "13.1", Kinds: []string{kindPutBack}, Slots: slots("play"), Example: "play"},
	{Name: "back", Rule: "13.1", Kinds: []string{kindPutBack}, Slots: slots("back"), Example: "back"},
	{Name: "on", Rule: "13.3", Kinds: []string{kindOn}, Slots: slots("on"), Example: "on"},
	{Name: "stop", Rule: "13.3", Kinds: []string{kindOn}, Slots: slots("stop"), Example: "stop"},
	{Name: "pass", Kinds: []string{kindPick, kindRebuild}, Slots: slots("done"), Example: "pass"},
}

// slots reads the template of a verb: all words in it that are no kind of argument stand for themselves.
func slots(text string) []engine.Slot {
	return usage.Slots(text, "standard", "yes", "no", "none", "go", "play", "back", "on", "stop", "done")
}
