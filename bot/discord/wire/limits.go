package wire

import (
	"cmp"
	"context"

	"github.com/bwmarrin/discordgo"

	"referee/bot/limit"
)

// limited reports whether an interaction is more than its author, its channel or its server
// is allowed, and says so: nothing else is done about it then, and nothing is read for it but,
// for a crowd, whether its author plays there. A message that was pressed stays as it is, so
// that the button works when it is pressed again.
func (x *exchange) limited(ctx context.Context) (bool, error) {
	if x.Limits == nil {
		return false, nil
	}
	who := limit.Who{Person: x.i.User.ID}
	if x.i.Guild != "" {
		who.Channel, who.Server = x.i.Channel, x.i.Guild
	}
	v := x.Limits.Ask(cmp.Or(limitedAs[x.i.Kind], limit.Press), who, func() bool { return x.plays(ctx) })
	if !v.Refused || !v.Said {
		return v.Refused, nil
	}
	refusal := Response{Kind: Complete} // no words are proposed
	if x.i.Kind != discordgo.InteractionApplicationCommandAutocomplete {
		refusal = Response{Kind: Say, Private: true, Message: x.Handler.Limited(x.i, v)}
	}
	return true, x.send(ctx, refusal)
}

// limitedAs are the kinds of limit that hold for kinds of interaction; for others limit.Press holds.
var limitedAs = map[discordgo.InteractionType]limit.Kind{
	discordgo.InteractionApplicationCommandAutocomplete: limit.Word,
	discordgo.InteractionModalSubmit:                    limit.Form,
}

// plays asks the handler whether who acts plays in the match that is meant. A panic counts as
// yes: what is asked for then meets it, too, and its author is told.
func (x *exchange) plays(ctx context.Context) (yes bool) {
	ctx, stop := context.WithTimeout(ctx, x.Timing.Handle)
	defer stop()
	number := x.caught(func() { yes = x.Handler.Plays(ctx, x.i) }, "interaction", x.i.ID)
	return yes || number != ""
}
