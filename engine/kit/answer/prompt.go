package answer

import "referee/engine"

// Ask returns a question to a seat, with its default answer. Its sentence is the message
// "prompt."+kind.
func Ask(seat engine.Seat, kind string, def []string, args ...engine.Arg) []engine.Prompt {
	return []engine.Prompt{{Seat: seat, Kind: kind, Ask: engine.Msg{Key: "prompt." + kind, Args: args}, Default: def}}
}

// Chance returns the prompt of a roll with a purpose.
func Chance(kind, purpose string, args ...engine.Arg) []engine.Prompt {
	p := Ask(engine.Chance, kind, nil, args...)
	p[0].Purpose = purpose
	return p
}

// MarkKept marks a question whose last answer is left to the seat, because it also ends a phase.
func MarkKept(p []engine.Prompt) []engine.Prompt {
	p[0].Keep = true
	return p
}

// MarkOpen marks questions after which no secret decides whether a die is rolled.
func MarkOpen(p []engine.Prompt) []engine.Prompt {
	for i := range p {
		p[i].Open = true
	}
	return p
}

// MarkSecret marks a question whose answer is hidden from others for now.
func MarkSecret(p []engine.Prompt) []engine.Prompt {
	p[0].Secret = true
	return p
}
