package matches

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

var moveMatchCommand = &command.Command{
	Path: "match/move", Parts: []string{"match", "answer", "to"},
	Options: []command.Option{{Name: "match", Required: true, Complete: completeMatch}},
	Do:      moveMatch,
}

// moveMatch has a match played at the place of the request, or answers such a proposal: /match
// move. Its old channel may be gone.
func moveMatch(q *command.Request) (command.Response, error) {
	switch what := q.Options["answer"]; what {
	case "agree", "decline":
		return answerMove(q, what == "agree")
	}
	if !q.Guild { // who only answers may do so from anywhere
		return command.Response{}, command.No("guild-only")
	}
	if err := mayOpen(q, false); err != nil {
		return command.Response{}, err
	}
	l, seat, err := q.Here()
	if err != nil {
		return command.Response{}, err
	}
	return moved(q, l.Match, q.Place, func() (bool, error) { return q.Club.Leagues.MoveMatch(q.Context(), q.Command(l.Match, seat)) })
}

// answerMove agrees to the move that is proposed, or declines it, wherever that is said.
func answerMove(q *command.Request, yes bool) (command.Response, error) {
	l, seat, err := q.Here()
	if err != nil {
		return command.Response{}, err
	}
	by := q.Command(l.Match, seat)
	if !yes {
		if err := q.Referee.Relocation.Decline(q.Context(), by); err != nil {
			return command.Response{}, err
		}
		return q.Said("move-declined")
	}
	if l.Moving == nil {
		return command.Response{}, referee.ErrNoProposal
	}
	place := wire.PlaceOf(wire.ID(q.Options["to"]))
	return moved(q, l.Match, place, func() (bool, error) { return q.Referee.Relocation.Agree(q.Context(), by, place) })
}

// moved moves a match to a place where no other is under way, and says where it is
// played now, or that others are asked.
func moved(q *command.Request, id match.ID, place string, move func() (bool, error)) (command.Response, error) {
	release, err := q.Opening.Hold(q.Context())
	if err != nil {
		return command.Response{}, err
	}
	defer release()
	if err := mayPlayAt(q, place, id); err != nil {
		return command.Response{}, err
	}
	done, err := move()
	switch {
	case errors.Is(err, match.ErrPlayer):
		return command.Response{}, command.No("not-seated")
	case err != nil:
		return command.Response{}, err
	case !done:
		out := command.Says(q.Say("move-waits"))
		out.Press(command.Button{Label: q.Say("button.withdraw"), Path: wire.Path{"match", "move", string(id), "decline"}})
		return command.Response{Card: out}, nil
	case place == q.Place:
		return panel(q, id, q.Say("moved", engine.Text("match", string(id))))
	}
	return q.Said("moved-to", engine.Text("match", string(id)), engine.Text("where", command.Where(place)))
}

// MoveNews tells where a match goes on, or asks who plays it whether it shall; nil
// where that is settled by now.
func MoveNews(ctx context.Context, h *command.Handlers, place string, p post.Relocation) (*wire.Message, error) {
	l, v, direct, err := toldAt(ctx, h, place, p.Match)
	if err != nil {
		return nil, err
	}
	c := cardOf(l)
	args := []engine.Arg{
		engine.Text("match", string(l.Match)), engine.Text("where", command.Where(p.Place)), engine.Text("who", who(v, sitting(l, p.Player))),
	}
	switch p.State {
	case post.RelocationDone:
		c.Text(v.Say("moved-to", args...))
	case post.RelocationDeclined:
		c.Text(v.Say("move-refused", args...))
		callOthers(ctx, h, c, v, l, p.Player)
	case post.RelocationAsked:
		if l.Moving == nil || l.Moving.Place != p.Place {
			return nil, nil
		}
		c.Text(v.Say("move-asked", args...))
		if !direct {
			callOthers(ctx, h, c, v, l, p.Player)
		}
		to, _ := wire.ChannelOf(p.Place)
		at := func(what string) wire.Path { return wire.Path{"match", "move", string(l.Match), what, string(to)} }
		c.Press(command.Button{Label: v.Say("button.agree"), Path: at("agree"), Style: discordgo.SuccessButton}, command.Button{Label: v.Say("button.decline"), Path: at("decline")})
	}
	Signed(v, c, p.By)
	m := c.Message(nil)
	if p.State == post.RelocationAsked {
		m.Asks = moveAsked(l)
	}
	return &m, nil
}

// callOthers calls all who play a match but one.
func callOthers(ctx context.Context, h *command.Handlers, c *command.Card, v command.Voice, l referee.Look, but match.Player) {
	for _, s := range people(l) {
		if s.Player != but {
			c.Text(who(v, s))
			Mention(ctx, h, c, l, s)
		}
	}
}

// sitting is who a player is, of those who have a seat.
func sitting(l referee.Look, p match.Player) referee.Sitting {
	for _, s := range l.Sitting {
		if s.Player == p {
			return s
		}
	}
	return referee.Sitting{}
}

// Signed adds to a post who has done what it tells, where it was no player.
func Signed(v command.Voice, c *command.Card, by *post.Actor) {
	if by != nil {
		c.Text("-# " + v.Say("by-"+string(by.As), engine.Text("who", command.UserNamed(by.Account))))
	}
}
