package celles

import (
	"referee/engine"
	"referee/engine/celles/scenario"
)

// Words that answer another question than the open one. Each is refused by the
// paragraph of what was meant.

// untimely refuses such a word, or returns nil for any other.
func (w *walk) untimely(id string) *engine.Illegal {
	if w.p.Seat == engine.Chance || w.p.Kind == kindDraw { // then everything else must wait (4)
		return nil
	}
	if t, ok := scenario.TacticalByID(id); ok {
		return w.untimelyChit(t)
	}
	word, known := untimelyWords[id]
	switch {
	case !known || id == "stop" && w.p.Kind == kindRetreat, // where stop is allowed later
		word.why == "intensity" && w.at > 0 && w.path[w.at-1] == "attack": // which costs too much
		return nil
	case id == "done":
		word.rule = w.paragraph()
	}
	return w.refuse(word.rule, "illegal.untimely."+word.why, engine.Sub("ask", w.asks()))
}

// untimelyWords are the words of orders other than names, with their paragraph and the
// key of the reason why they do not fit. Closing a list is a typing matter; whether
// something may be passed is for the question to say.
var untimelyWords = map[string]struct{ rule, why string }{
	"standard": {"20", "standard"},
	"german":   {"6", "side"},
	"allied":   {"6", "side"},
	"draw":     {"7.1", "draw"},
	"done":     {"", "done"},
	"end":      {"7.6", "end"},
	"stop":     {"7.5", "stop"},
	"attack":   {"11", "attack"},
	"light":    {"11", "intensity"},
	"medium":   {"11", "intensity"},
	"heavy":    {"11", "intensity"},
	"truck":    {"8.3", "truck"},
	"untruck":  {"8.3", "truck"},
	"no":       {"13.1", "no"},
	"none":     {"13.4", "none"},
	"go":       {"", "go"},
}

// untimelyChit refuses a tactical chit if none is asked for. If one is, its question
// gives the reason.
func (w *walk) untimelyChit(t scenario.Tactical) *engine.Illegal {
	switch {
	case w.p.Kind == kindActivate || w.p.Kind == kindCombatChit:
		return nil
	case t == scenario.ChitCombat:
		return w.refuse("13.1", "illegal.chit.combat", engine.Noun("chit", scenario.TacticalIDs[t]))
	case t == scenario.ChitExtra:
		return w.refuse("7.4", "illegal.extra.moves", engine.Noun("chit", scenario.TacticalIDs[t]))
	}
	return w.refuse("13.5", "illegal.extra.late", engine.Noun("chit", scenario.TacticalIDs[t]))
}

// asks is the open question, as it stands where the path ends.
func (w *walk) asks() engine.Msg {
	for _, p := range w.rules.Prompts(w.s()) {
		if p.Seat == w.p.Seat && p.Kind == w.p.Kind {
			return p.Ask
		}
	}
	return w.p.Ask
}

// paragraph is that of the open question.
func (w *walk) paragraph() string {
	switch w.p.Kind {
	case kindSetup:
		return "20"
	case kindFirst:
		return "6"
	case kindActivate:
		return "7.3"
	case kindPlace:
		return "14"
	case kindExtra:
		return "7.4"
	case kindMove:
		return "7.5"
	case kindStack:
		return "10"
	case kindCombatChit:
		return "13.1"
	case kindRetreat:
		return "11.1"
	case kindAdvance:
		return "11.2"
	}
	return "11"
}
