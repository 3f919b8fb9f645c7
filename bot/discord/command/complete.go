package command

import (
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/referee"
	"referee/engine"
)

// MaxChoices is how many words Discord lets us propose.
const MaxChoices = 25

// complete proposes words for the option of a command that is being typed. Where there are
// none because something is refused, a line says what.
func complete(c *Call, focused string) []*discordgo.ApplicationCommandOptionChoice {
	words, err := proposals(c, focused)
	if err != nil {
		words = c.whyNot(err)
	}
	var out []*discordgo.ApplicationCommandOptionChoice
	for _, w := range words {
		if Length(w.Value) > MaxOptionText || slices.ContainsFunc(out, func(o *discordgo.ApplicationCommandOptionChoice) bool { return o.Value == w.Value }) {
			continue
		}
		if out = append(out, &discordgo.ApplicationCommandOptionChoice{Name: Cut(w.Label, MaxOptionText), Value: w.Value}); len(out) == MaxChoices {
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

// noteMark begins the value of a line that stands where words are proposed and says why there
// are none. Discord sends it as the value of the option if somebody chooses it: then it is
// refused in the same words, whatever has become of the match. No word of a game begins so.
const noteMark = "– "

// Note is a line that says why no words are proposed.
func (c *Call) Note(why engine.Msg) []Choice { return note(c.Raw(why)) }

func note(text string) []Choice {
	text, _, _ = strings.Cut(strings.ReplaceAll(text, "`", ""), "\n") // Discord reads no marks there
	text = Cut(text, MaxOptionText-Length(noteMark))
	return []Choice{{Label: noteMark + text, Value: noteMark + text}}
}

// whyNot is the line that says why there are no words, where that is a refusal. Faults of the
// program are said by the command itself.
func (c *Call) whyNot(err error) []Choice {
	var said *errSaid
	if errors.As(err, &said) {
		return c.Note(engine.Say("discord."+said.key, said.args...))
	}
	switch m := referee.Explain(err); m.Key {
	case "referee.failed", "referee.fault":
		return nil
	default:
		return c.Note(c.Words.Quote(c.Lang, m))
	}
}

// detail stands in the label of a proposal between its value and what that means.
const detail = " · "

// unlabel takes the labels of proposals for their values: Discord's clients send the label where
// somebody changes to another channel before they send a command (discord-api-docs, issue 7206),
// and people type what they have read.
func (c *Call) unlabel() {
	for name, value := range c.Options {
		if c.Asked.completes(name) && name != leagueOption { // a league may be named so
			c.Options[name], _, _ = strings.Cut(value, detail)
		}
	}
}

// leagueOption is the option that names a league.
const leagueOption = "league"

// noted is the line of a note that was chosen for an option; "" where none was.
func (c *Call) noted() string {
	for name, value := range c.Options {
		if text, is := strings.CutPrefix(value, noteMark); is && c.Asked.completes(name) {
			return text
		}
	}
	return ""
}
