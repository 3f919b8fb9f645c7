package celles

import (
	"referee/engine"
	"referee/engine/celles/scenario"
)

// Words that answer another question than the open one. Each is refused by the
// paragraph of what was meant.

// astray refuses such a word, or returns nil for any other.
func (w *walk) astray(id string) *engine.Illegal {
	if w.Prompt.Seat == engine.Chance || w.Prompt.Kind == kindDraw { // then everything else must wait (4)
		return nil
	}
	if t, ok := scenario.TacticalByID(id); ok {
		return w.untimelyChit(t)
	}
	word, known := untimelyWords[id]
	switch {
	case !known || id == "stop" && w.Prompt.Kind == kindRetreat, // where stop is allowed later
		word.why == "intensity" && w.Last() == "attack": // which costs too much
		return nil
	case id == "done":
		word.rule = asking[w.Prompt.Kind]
	}
	return w.Refuse(word.rule, "illegal.untimely."+word.why, engine.Sub("ask", w.asks()))
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
	case w.Prompt.Kind == kindActivate || w.Prompt.Kind == kindCombatChit:
		return nil
	case t == scenario.ChitCombat:
		return w.Refuse("13.1", "illegal.chit.combat", engine.Noun("chit", scenario.TacticalIDs[t]))
	case t == scenario.ChitExtra:
		return w.Refuse("7.4", "illegal.extra.moves", engine.Noun("chit", scenario.TacticalIDs[t]))
	}
	return w.Refuse("13.5", "illegal.extra.late", engine.Noun("chit", scenario.TacticalIDs[t]))
}

// asks is the open question, as it stands where the path ends.
func (w *walk) asks() engine.Msg {
	for _, p := range w.rules.Prompts(w.S()) {
		if p.Seat == w.Prompt.Seat && p.Kind == w.Prompt.Kind {
			return p.Ask
		}
	}
	return w.Prompt.Ask
}
