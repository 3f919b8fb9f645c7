package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"referee/bot/discord/wire"
	"referee/bot/limit"
	"referee/engine"
	"referee/engine/match"
)

// Plays reports whether who acts plays in the match that an interaction is about: that of the
// button, or else that of the place. Where that cannot be read, they do: what they ask for
// then says why.
func (h *Handlers) Plays(ctx context.Context, in wire.Interaction) bool {
	options := map[string]string{}
	maps.Copy(options, in.Options)
	if asked, parts, err := route(h, in.Path); err == nil {
		asked.take(parts, options)
	}
	id, err := match.ID(options["match"]), error(nil)
	if id == "" {
		id, err = h.LatestAt(ctx, in.Place(), match.UnderWay)
	}
	if err == nil {
		s, unread := h.Referee.Snapshot(ctx, id)
		if unread == nil {
			return s.Seats.Plays(wire.AccountOf(in.User.ID))
		}
		err = unread
	}
	return !errors.Is(err, match.ErrUnknown)
}

// retryArgs is when more is allowed: in words, and as Discord counts it down.
func retryArgs(v limit.Verdict) []engine.Arg {
	seconds := int((v.Wait + time.Second - 1) / time.Second)
	return []engine.Arg{engine.Num("n", seconds), engine.Text("when", fmt.Sprintf("<t:%d:R>", v.Until.Add(time.Second-1).Unix()))}
}

// whose are the keys of what is said of an allowance that is used up.
var whose = map[limit.Scope]string{limit.Person: "limited.person", limit.Channel: "limited.channel", limit.Server: "limited.server"}

// Limited says to who asked for more than is allowed whose allowance is used up, and when to
// go on. It reads nothing.
func (h *Handlers) Limited(in wire.Interaction, v limit.Verdict) wire.Message {
	return Says(h.voiceFor(in).Say(whose[v.By], retryArgs(v)...)).Message(nil)
}

// leaveOutPicture leaves the picture out of an answer where the author has had more drawn
// than is allowed; the words stand, and say when the next one can be drawn.
func leaveOutPicture(q *Request, out *Card) {
	if q.Limits == nil || out.Picture == nil {
		return
	}
	if v := q.Limits.Draw(q.Account, costOf(out.Picture)); v.Refused {
		out.Picture = nil
		out.Text(q.Say("limited.picture", retryArgs(v)...))
	}
}

// costOf is what a picture costs to draw.
func costOf(f *Frame) int {
	switch {
	case len(f.Scenes) > 1:
		return limit.CostReplay
	case f.Crop.Radius > 0:
		return limit.CostPart
	default:
		return limit.CostWhole
	}
}
