package wire

import (
	"context"
	"runtime/debug"

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
	v := x.Limits.Ask(limitedAs(x.i.Kind), who, func() bool { return x.plays(ctx) })
	if !v.Refused || !v.Said {
		return v.Refused, nil
	}
	refusal := Reply{Kind: Complete} // no words are proposed
	if x.i.Kind != discordgo.InteractionApplicationCommandAutocomplete {
		refusal = Reply{Kind: Say, Private: true, Message: x.Handler.Limited(x.i, v)}
	}
	return true, x.send(ctx, refusal)
}

// limitedAs is the kind of thing, among those that are limited, that an interaction is.
func limitedAs(k discordgo.InteractionType) limit.Kind {
	switch k {
	case discordgo.InteractionApplicationCommandAutocomplete:
		return limit.Word
	case discordgo.InteractionModalSubmit:
		return limit.Form
	case discordgo.InteractionPing, discordgo.InteractionApplicationCommand, discordgo.InteractionMessageComponent:
	}
	return limit.Act
}

// plays asks the handler whether who acts plays in the match that is meant. A panic counts as
// yes: what is asked for then meets it, too, and its author is told.
func (x *exchange) plays(ctx context.Context) (yes bool) {
	defer func() {
		if p := recover(); p != nil {
			x.Log.Error("fault", "fault", faultNumber(), "interaction", x.i.ID, "error", p, "stack", string(debug.Stack()))
			yes = true
		}
	}()
	return x.Handler.Plays(ctx, x.i)
}
