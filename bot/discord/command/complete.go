package command

import (
	"slices"

	"referee/bot/discord/wire"
)

// MaxChoices is how many words Discord lets us propose.
const MaxChoices = 25

// complete proposes words for the option of a command that is being typed.
// Where something is wrong there are none: the command itself will say what.
func complete(c *Call, focused string) []wire.CommandChoice {
	words, err := proposals(c, focused)
	if err != nil {
		return nil
	}
	var out []wire.CommandChoice
	for _, w := range words {
		if Length(w.Value) > MaxOptionText || slices.ContainsFunc(out, func(o wire.CommandChoice) bool { return o.Value == w.Value }) {
			continue
		}
		if out = append(out, wire.CommandChoice{Name: Cut(w.Label, MaxOptionText), Value: w.Value}); len(out) == MaxChoices {
			break
		}
	}
	return out
}

func proposals(c *Call, focused string) ([]Choice, error) {
	asked, _, err := route(c.Handlers, c.Path)
	if err != nil {
		return nil, err
	}
	c.Asked = asked
	return asked.proposals(c, focused)
}
