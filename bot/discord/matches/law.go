package matches

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

var rulesVersionCommand = &command.Command{
	Path: "match/rules-version", Parts: []string{"match", "answer", "offer", "sure"},
	Options: []command.Option{{Name: "answer", Values: command.Fixed("discord.answer.", "offer", "accept", "decline")}},
	Do:      command.Here(law),
}

// law shows which law judges a match and what newer ones judge otherwise, offers the newest,
// or answers such an offer: /match rules-version.
func law(q *command.Request, t turn.Turn) (command.Response, error) {
	switch q.Options["answer"] {
	case "":
		return showLaw(q, t)
	case "accept", "decline":
		if t.Look.Offer == match.NewBoard {
			return answerOffer(q, t, match.NewBoard)
		}
		return answerOffer(q, t, match.Law)
	}
	return command.Playing(offerLaw)(q)
}

func offerLaw(q *command.Request, t turn.Turn) (command.Response, error) {
	if n := q.Options["offer"]; n != "" {
		done, err := q.Does(t, turn.Board, turn.With{N: command.Number(n, 0)})
		return Report(q, done.Reply, err)
	}
	done, err := q.Does(t, turn.Law, turn.With{})
	if err != nil || done.Now.Info().Law > t.Look.Info.Law { // of both seats
		return Report(q, done.Reply, err)
	}
	return q.Said("law-offered", engine.Num("law", t.Look.Info.Newest))
}

// showLaw says which law judges a match, and what the newest judges otherwise.
func showLaw(q *command.Request, t turn.Turn) (command.Response, error) {
	info := t.Look.Info
	out := cardOf(t.Look, q.Say("law", engine.Num("law", info.Law)))
	switch {
	case t.Look.OfferedLaw > 0 || t.Look.OfferedBoard != nil:
		offered(q.Context(), q.Handlers, q.Voice, out, t)
	case info.Law == info.Newest:
		out.Text(q.Say("law-none"))
	default:
		out.Text(otherwise(q.Voice, t.Look, "law-newer")...)
		if q.Offers(q.Context(), t, turn.Law) {
			out.Press(command.Button{
				Label: q.Say("button.offer-law", engine.Num("law", info.Newest)),
				Path:  wire.Path{"match", "rules-version", string(t.Look.Match), "offer"}, Style: discordgo.PrimaryButton,
			})
		}
	}
	boards, err := t.OffersOf(q.Context(), turn.Board)
	for _, b := range boards {
		called := engine.Text("board", b.Text)
		out.Text(q.TellAll(append([]engine.Msg{engine.Say("table.board-newer", called)}, b.Lost...))...)
		out.Press(command.Button{
			Label: q.Say("button.offer-board", called),
			Path:  wire.Path{"match", "rules-version", string(t.Look.Match), "offer", strconv.Itoa(b.N)},
		})
	}
	return command.Response{Card: out}, err
}

// otherwise says what the law that is offered, or else the newest, judges otherwise than that
// of a match, as far as there is room.
func otherwise(v command.Voice, l referee.Look, key string) []string {
	law := l.OfferedLaw
	args := []engine.Arg{engine.Noun("seat", string(l.Offerer))}
	if law == 0 {
		law, args = l.Info.Newest, nil
	}
	texts := lists.Map(l.Info.Changes(l.Info.Law, law), func(r engine.Reading) string { return reading(v, r) })
	return append([]string{v.Say(key, append(args, engine.Num("law", law))...)},
		command.Fitting(texts, command.MaxText/3, v.Say("and-more-readings"))...)
}
