package discord

import (
	"errors"

	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

var moveMatchCommand = &command{
	path: "match/move", parts: []string{"match", "answer", "to"},
	options: []option{{name: "match", required: true, complete: completeMatch}},
	do:      moveMatch,
}

// moveMatch has a match played at the place of the call, or answers such a proposal: /match
// move. Its old channel may be gone.
func moveMatch(c *call) (answer, error) {
	switch what := c.options["answer"]; what {
	case "agree", "decline":
		return answerMove(c, what == "agree")
	}
	if err := mayOpen(c); err != nil {
		return answer{}, err
	}
	l, seat, err := c.here()
	if err != nil {
		return answer{}, err
	}
	return moved(c, l.Match, c.place, func() (bool, error) { return c.Club.Leagues.MoveMatch(c.command(l.Match, seat)) })
}

// answerMove agrees to the move that is proposed, or declines it, wherever that is said.
func answerMove(c *call, yes bool) (answer, error) {
	l, seat, err := c.here()
	if err != nil {
		return answer{}, err
	}
	by := c.command(l.Match, seat)
	if !yes {
		if err := c.Referee.RefuseMove(by); err != nil {
			return answer{}, err
		}
		return c.said("move-declined")
	}
	if l.Moving == nil {
		return answer{}, referee.ErrNoMove
	}
	place := wire.PlaceOf(wire.ID(c.options["to"]))
	return moved(c, l.Match, place, func() (bool, error) { return c.Referee.AgreeToMove(by, place) })
}

// moved moves a match to a place where no other is under way, and says where it is
// played now, or that others are asked.
func moved(c *call, id match.ID, place string, move func() (bool, error)) (answer, error) {
	c.opening.Lock()
	defer c.opening.Unlock()
	other, err := c.Referee.At(place)
	switch {
	case err == nil && other != id:
		return answer{}, no("busy", engine.Text("match", string(other)))
	case err != nil && !errors.Is(err, match.ErrUnknown):
		return answer{}, err
	}
	done, err := move()
	switch {
	case errors.Is(err, match.ErrPlayer):
		return answer{}, no("not-seated")
	case err != nil:
		return answer{}, err
	case !done:
		out := &card{}
		out.text(c.say("move-waits"))
		out.press(button{label: c.say("button.withdraw"), path: wire.Path{"match", "move", string(id), "decline"}})
		return answer{card: out}, nil
	case place == c.place:
		return panel(c, id, c.say("moved", engine.Text("match", string(id))))
	}
	return c.said("moved-to", engine.Text("match", string(id)), engine.Text("where", where(place)))
}

// moveNews tells where a match goes on, or asks who plays it whether it shall; nil
// where that is settled by now.
func moveNews(h *desk, place string, p post.Post) (*wire.Message, error) {
	l, v, err := inPublic(h, p.Match)
	if err != nil {
		return nil, err
	}
	account, letter := post.DMAccount(place)
	if letter {
		if v.lang, err = languageSpoken(h, account, v.lang); err != nil {
			return nil, err
		}
	}
	c := &card{foot: foot(l)}
	args := []engine.Arg{
		engine.Text("match", string(l.Match)), engine.Text("where", where(p.Move.Place)), engine.Text("who", who(sitting(l, p.Move.Player))),
	}
	switch p.Move.State {
	case post.MoveDone:
		c.text(v.say("moved-to", args...))
	case post.MoveDeclined:
		c.text(v.say("move-refused", args...))
	case post.MoveAsked:
		if l.Moving == nil || l.Moving.Place != p.Move.Place {
			return nil, nil
		}
		c.text(v.say("move-asked", args...))
		for _, s := range l.Sitting {
			if s.Player != p.Move.Player && !letter {
				c.text(who(s))
				mention(h, c, l, s)
			}
		}
		to, _ := wire.ChannelOf(p.Move.Place)
		at := func(what string) wire.Path { return wire.Path{"match", "move", string(l.Match), what, string(to)} }
		c.press(button{label: v.say("button.agree"), path: at("agree"), style: wire.Success}, button{label: v.say("button.decline"), path: at("decline")})
	}
	signed(v, c, p)
	m := c.message(nil)
	return &m, nil
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

// signed adds to a post who has done what it tells, where it was no player.
func signed(v voice, c *card, p post.Post) {
	if p.By != nil {
		c.text("-# " + v.say("by-"+string(p.By.As), engine.Text("who", userNamed(p.By.Account))))
	}
}
