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
func complete(q *Request, focused string) []*discordgo.ApplicationCommandOptionChoice {
	words, err := proposals(q, focused)
	if err != nil {
		words = q.whyNot(err)
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

func proposals(q *Request, focused string) ([]Choice, error) {
	asked, _, err := route(q.Handlers, q.Path)
	if err != nil {
		return nil, err
	}
	q.Asked = asked
	return asked.proposals(q, focused)
}

// noteMark begins the value of a line that stands where words are proposed and says why there
// are none. Discord sends it as the value of the option if somebody chooses it: then it is
// refused in the same words, whatever has become of the match. No word of a game begins so.
const noteMark = "– "

// Note is a line that says why no words are proposed.
func (q *Request) Note(why engine.Msg) []Choice { return note(q.Raw(why)) }

func note(text string) []Choice {
	text, _, _ = strings.Cut(strings.ReplaceAll(text, "`", ""), "\n") // Discord reads no marks there
	text = Cut(text, MaxOptionText-Length(noteMark))
	return []Choice{{Label: noteMark + text, Value: noteMark + text}}
}

// whyNot is the line that says why there are no words, where that is a refusal. Faults of the
// program are said by the command itself.
func (q *Request) whyNot(err error) []Choice {
	var said *errSaid
	if errors.As(err, &said) {
		return q.Note(engine.Say("discord."+said.key, said.args...))
	}
	switch m := referee.Explain(err); m.Key {
	case "referee.failed", "referee.fault":
		return nil
	default:
		return q.Note(q.Words.Quote(q.Lang, m))
	}
}

// detail stands in the label of a proposal between its value and what that means.
const detail = " · "

// unlabel takes the labels of proposals for their values: Discord's clients send the label where
// somebody changes to another channel before they send a command (discord-api-docs, issue 7206),
// and people type what they have read.
func (q *Request) unlabel() {
	for name, value := range q.Options {
		if q.Asked.completes(name) && name != leagueOption { // a league may be named so
			q.Options[name], _, _ = strings.Cut(value, detail)
		}
	}
}

// leagueOption is the option that names a league.
const leagueOption = "league"

// noted is the line of a note that was chosen for an option; "" where none was.
func (q *Request) noted() string {
	for name, value := range q.Options {
		if text, is := strings.CutPrefix(value, noteMark); is && q.Asked.completes(name) {
			return text
		}
	}
	return ""
}
