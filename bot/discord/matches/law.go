package matches

import (
	"strconv"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

var rulesVersionCommand = &command.Command{
	Path: "match/rules-version", Parts: []string{"match", "answer", "offer", "sure"},
	Options: []command.Option{{Name: "answer", Values: command.Fixed("discord.answer.", "offer", "accept", "decline")}},
	Do:      law,
}

// law shows which law judges a match and what newer ones judge otherwise, offers the newest,
// or answers such an offer: /match rules-version.
func law(c *command.Call) (command.Answer, error) {
	l, seat, err := c.Here()
	if err != nil {
		return command.Answer{}, err
	}
	if c.Options["answer"] == "" {
		return showLaw(c, l, seat)
	}
	if l, seat, err = c.Playing(); err != nil {
		return command.Answer{}, err
	}
	by := c.Command(l.Match, seat)
	switch c.Options["answer"] {
	case "decline":
		reply, err := c.Referee.Decline(by, match.Law)
		return Done(c, reply, err)
	case "accept":
		if l.OfferedLaw == 0 || l.Offerer == seat || c.Sure() {
			return accept(c, l, by, match.Law)
		}
		text := strings.Join(otherwise(c.Voice, l, "sure.adopt"), "\n")
		return c.Confirmation(text, "button.adopt", wire.Path{"match", "rules-version", string(l.Match), "accept", strconv.Itoa(l.OfferedBy), "yes"}), nil
	}
	reply, err := c.Referee.OfferLaw(by)
	if err != nil {
		return command.Answer{}, err
	}
	if now := reply.Now.Info(); now.Law > l.Info.Law { // of both seats
		return Done(c, reply, nil)
	}
	return c.Said("law-offered", engine.Num("law", l.Info.Newest))
}

// showLaw says which law judges a match, and what the newest judges otherwise.
func showLaw(c *command.Call, l referee.Look, seat engine.Seat) (command.Answer, error) {
	out := &command.Card{Foot: Foot(l)}
	out.Text(c.Say("law", engine.Num("law", l.Info.Law)))
	switch {
	case l.Info.Law == l.Info.Newest:
		out.Text(c.Say("law-none"))
	case l.OfferedLaw > 0:
		offered(c, out, l, seat)
	default:
		out.Text(otherwise(c.Voice, l, "law-newer")...)
		if seat != "" && l.Snapshot.CanOfferLaw() {
			out.Press(command.Button{
				Label: c.Say("button.offer-law", engine.Num("law", l.Info.Newest)),
				Path:  wire.Path{"match", "rules-version", string(l.Match), "offer"}, Style: wire.Primary,
			})
		}
	}
	return command.Answer{Card: out}, nil
}

// otherwise says what the law that is offered, or else the newest, judges otherwise than that
// of a match, as far as there is room.
func otherwise(v command.Voice, l referee.Look, key string) []string {
	law := l.OfferedLaw
	args := []engine.Arg{engine.Noun("seat", string(l.Offerer))}
	if law == 0 {
		law, args = l.Info.Newest, nil
	}
	var texts []string
	for _, r := range l.Info.Changes(l.Info.Law, law) {
		texts = append(texts, reading(v, r))
	}
	return append([]string{v.Say(key, append(args, engine.Num("law", law))...)},
		command.Fitting(texts, command.MaxText/3, v.Say("and-more-readings"))...)
}
