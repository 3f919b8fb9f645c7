package answer

import "referee/engine"

// Ask is a question to a seat, with its default answer. Its sentence is "prompt." and its kind.
func Ask(seat engine.Seat, kind string, def []string, args ...engine.Arg) []engine.Prompt {
	return []engine.Prompt{{Seat: seat, Kind: kind, Ask: engine.Msg{Key: "prompt." + kind, Args: args}, Default: def}}
}

// Chance is a roll for a purpose.
func Chance(kind, purpose string, args ...engine.Arg) []engine.Prompt {
	p := Ask(engine.Chance, kind, nil, args...)
	p[0].Purpose = purpose
	return p
}

// Kept is a question whose last answer is left to the seat: it ends more than itself.
func Kept(p []engine.Prompt) []engine.Prompt {
	p[0].Keep = true
	return p
}

// Secret is a question whose answer others do not see for now.
func Secret(p []engine.Prompt) []engine.Prompt {
	p[0].Secret = true
	return p
}
