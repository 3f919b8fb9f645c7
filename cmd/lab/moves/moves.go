// Package moves lists the answers that a message of the bot offers, for simulated people who know only what they
// are shown, and press and choose at random.
package moves

import (
	"math/rand/v2"
	"slices"
	"strings"

	"referee/bot/test/discordtest"
)

// Move is one way to answer.
type Move struct {
	Message   *discordtest.Message
	ID, Value string // of the component, and what is chosen in a menu; "": it is a button
}

// Of lists the ways to answer that a message offers now; nil: there is none, or no message.
func Of(m *discordtest.Message) []Move {
	if m != nil {
		m = m.Now()
	}
	if m == nil {
		return nil
	}
	var out []Move
	for _, b := range m.Buttons() {
		if a := act(b.CustomID); a == "pick" || a == "confirm" || a == "page" {
			out = append(out, Move{m, b.CustomID, ""})
		}
	}
	for _, s := range m.Menus() {
		for _, o := range s.Options {
			if act(s.CustomID) == "pick" {
				out = append(out, Move{m, s.CustomID, o.Value})
			}
		}
	}
	return out
}

// act is what a component does: the first word of its id after the version.
func act(id string) string {
	_, rest, _ := strings.Cut(id, "/")
	does, _, _ := strings.Cut(rest, "/")
	return does
}

// Prefer picks one of some moves, at least one, with a preference for one that completes an
// answer.
func Prefer(random *rand.Rand, all []Move) Move {
	if i := slices.IndexFunc(all, func(m Move) bool { return act(m.ID) == "confirm" }); i >= 0 && random.IntN(2) == 0 {
		return all[i]
	}
	return all[random.IntN(len(all))]
}

// Button is the id of the button of a message that does something to a match without opening
// a form: "1/match/join/". "" if there is none.
func Button(m *discordtest.Message, does string) string {
	for _, b := range m.Buttons() {
		if rest, ok := strings.CutPrefix(b.CustomID, does); ok && strings.Count(rest, "/") < 2 {
			return b.CustomID
		}
	}
	return ""
}
