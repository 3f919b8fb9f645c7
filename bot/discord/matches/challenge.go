package matches

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"referee/bot/authority"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

// opponent is whom the author of a command challenges; the zero Challenger: nobody. It
// refuses who cannot answer: oneself, a bot, somebody who does not see the channel, or the
// forum where the match gets a post there.
func opponent(q *command.Request, post bool) (match.Challenger, error) {
	id := wire.ID(q.Options["opponent"])
	if id == "" {
		return match.Challenger{}, nil
	}
	account, chosen := wire.AccountOf(id), q.Chosen[id]
	named := engine.Text("to", command.UserNamed(account))
	switch {
	case account == q.Account:
		return match.Challenger{}, referee.ErrOneself
	case chosen.Bot:
		return match.Challenger{}, command.No("opponent-bot", named)
	}
	switch inPost := post || q.Forum != nil && q.Forum.Made; {
	case inPost && !seesForum(q, id):
		return match.Challenger{}, command.No("opponent-not-in-forum", named, engine.Text("where", command.Where(wire.PlaceOf(wire.ID(q.Server.Forum)))))
	case !inPost && !chosen.Sees && q.Guild:
		return match.Challenger{}, command.No("opponent-away", named)
	}
	return match.Challenger{Account: account, Name: chosen.Name}, nil
}

// lookAtForum has Discord asked whether who is challenged sees the forum in which the match is
// to be played; nil where nobody is, or it was asked.
func lookAtForum(q *command.Request) *wire.Question {
	who := wire.ID(q.Options["opponent"])
	if who == "" || q.Found != nil {
		return nil
	}
	return &wire.Question{Channel: wire.ID(q.Server.Forum), People: []wire.ID{who}}
}

// openAlready shows who challenges somebody the challenge that is open between the two of them
// in the server, with a button that ends it; nil: there is none, or the request is the one that
// opened it.
func openAlready(q *command.Request, to match.Challenger) (*command.Card, error) {
	if to.Account == "" {
		return nil, nil
	}
	if _, found, err := q.Referee.FirstReply(q.Context(), q.Command("", "")); found || err != nil {
		return nil, err
	}
	list, err := q.Referee.Index.Challenges(q.Context(), q.Account)
	if err != nil {
		return nil, err
	}
	for _, m := range list {
		x := m.Challenge
		if m.Home != q.Home {
			continue
		}
		end := command.Button{Label: q.Say("button.withdraw"), Path: wire.Path{"match", "leave", string(m.ID), "yes"}}
		switch {
		case x.By.Account == q.Account && x.To.Account == to.Account:
		case x.By.Account == to.Account && x.To.Account == q.Account:
			end = command.Button{Label: q.Say("button.decline"), Path: wire.Path{"match", "decline", string(m.ID)}}
		default:
			continue
		}
		out := command.Says(q.Say("challenge-open", engine.Text("to", command.UserNamed(to.Account)), engine.Text("where", q.Where(m.Place))))
		out.Press(end)
		return out, nil
	}
	return nil, nil
}

// seesForum reports whether a person sees the server's forum. Where Discord did not say, it
// is supposed that they see what they see of the channel of the command.
func seesForum(q *command.Request, who wire.ID) bool {
	if q.Found != nil {
		if sees, known := q.Found.Sees[who]; known {
			return sees
		}
	}
	return q.Chosen[who].Sees
}

func byArg(x *match.Challenge) engine.Arg {
	return engine.Text("by", command.UserNamed(x.By.Account))
}

func toArg(x *match.Challenge) engine.Arg {
	return engine.Text("to", command.UserNamed(x.To.Account))
}

// seatedIn reports whether one of a challenge has a side by now.
func seatedIn(l referee.Look, p match.Challenger) bool { return len(l.Seats(p.Account)) > 0 }

// awaitedOf is who of a challenge has no side yet, whoever was challenged first.
func awaitedOf(l referee.Look) match.Challenger {
	if seatedIn(l, l.Challenge.To) {
		return l.Challenge.By
	}
	return l.Challenge.To
}

// chooses says that who was challenged chooses a side, where none was named; else "".
func chooses(v command.Voice, l referee.Look) string {
	if x := l.Challenge; x != nil && len(l.Free) > 1 && l.Ending == nil {
		return v.Say("challenge-chooses", byArg(x), toArg(x))
	}
	return ""
}

// call has a card call who was challenged: once, as a card is posted once. They are named to
// the whole channel, so wherever else they like to be told.
func call(c *command.Card, l referee.Look) {
	if !seatedIn(l, l.Challenge.To) {
		mention(c, l.Challenge.To)
	}
}

// mention has a card call one of a challenge.
func mention(c *command.Card, p match.Challenger) {
	if user, ok := wire.UserOf(p.Account); ok && !slices.Contains(c.Mentions, user) {
		c.Mentions = append(c.Mentions, user)
	}
}

// challengeButtons are pressed by who was challenged, and in the second row by who has
// challenged them. A reader who is one of them has their own alone; "": everybody reads them.
func challengeButtons(v command.Voice, c *command.Card, l referee.Look, reader string) {
	id := string(l.Match)
	var answers []command.Button
	for _, s := range l.Free {
		label := v.Say("button.accept-challenge")
		if len(l.Free) > 1 {
			label = v.Say("button.accept-side", engine.Noun("seat", string(s)))
		}
		answers = append(answers, command.Button{Label: label, Style: discordgo.SuccessButton, Path: wire.Path{"match", "join", id, string(s)}})
	}
	answers = append(answers, command.Button{Label: v.Say("button.decline"), Path: wire.Path{"match", "decline", id}})
	if reader == l.Challenge.By.Account {
		answers = nil
	}
	c.Press(append(answers, diceButton(v, l)...)...)
	if reader == l.Challenge.To.Account {
		return
	}
	var ends []command.Button
	if !l.Snapshot.Private() {
		ends = append(ends, command.Button{Label: v.Say("button.free"), Path: wire.Path{"match", "free", id}})
	}
	c.Press(append(ends, command.Button{Label: v.Say("button.withdraw"), Path: wire.Path{"match", "leave", id, "yes"}})...)
}

// keptFor names, where an error refuses what is for those of a challenge alone, whom it is kept for.
func keptFor(l referee.Look, err error) error {
	if l.Challenge == nil || !command.IsRefused(err, referee.ErrKept, authority.ErrModerator) {
		return err
	}
	return command.No("challenge-kept", engine.Text("who", command.UserNamed(awaitedOf(l).Account)), byArg(l.Challenge))
}

var declineCommand = &command.Command{Path: "match/decline", Parts: []string{"match"}, Button: true, Do: command.Here(decline)}

// decline declines a challenge, as who was challenged: a button.
func decline(q *command.Request, t turn.Turn) (command.Response, error) {
	if _, err := q.Referee.Challenges.Decline(q.Context(), q.Command(t.Look.Match, "")); err != nil {
		return command.Response{}, keptFor(t.Look, err)
	}
	return q.Said("challenge-you-decline", byArg(t.Look.Challenge))
}

var freeCommand = &command.Command{Path: "match/free", Parts: []string{"match"}, Right: authority.Unseat, Button: true, Do: command.Here(free)}

// free opens a challenge to all, as who has challenged or as a moderator: a button.
func free(q *command.Request, t turn.Turn) (command.Response, error) {
	if err := q.Referee.Challenges.OpenToAll(q.Context(), q.Command(t.Look.Match, "")); err != nil {
		return command.Response{}, keptFor(t.Look, err)
	}
	return q.Said("challenge-free")
}

// endChallenge ends the challenge that waits for an answer, if one does: for who has
// challenged and who was challenged, and for moderators. ended: one did.
func endChallenge(q *command.Request) (a command.Response, ended bool, err error) {
	l, seat, err := q.UnderWay()
	if err != nil || l.Challenge == nil || q.Account == l.Challenge.To.Account && seat != "" {
		return a, false, err
	}
	switch q.Account {
	case l.Challenge.By.Account:
		_, err = q.Referee.Challenges.Withdraw(q.Context(), q.Command(l.Match, ""))
	case l.Challenge.To.Account:
		a, err = decline(q, q.Turn(l, seat))
		return a, true, err
	default:
		_, err = q.Referee.Moderator.Abandon(q.Context(), q.Command(l.Match, ""))
	}
	if err != nil {
		return a, true, keptFor(l, err)
	}
	a, err = q.Said("challenge-you-withdraw")
	return a, true, err
}

// challengeEnded says how a challenge ended to which nobody has come.
func challengeEnded(v command.Voice, x *match.Challenge) string {
	if x.Declined {
		return v.Say("declined", byArg(x), toArg(x))
	}
	return v.Say("withdrawn", byArg(x), toArg(x))
}

// challengeNews tells that a challenge was declined, which calls who had challenged, or
// withdrawn, also by a moderator, or opened to all by one; nil where it was not.
func challengeNews(n news) *wire.Message {
	who := n.post.By
	if who == nil {
		return nil
	}
	c := cardOf(n.then)
	x := n.now.Challenge
	switch {
	case who.As == referee.Challenged && x != nil:
		c.Text(n.Say("challenge-declined", byArg(x), toArg(x)))
		mention(c, x.By)
	case who.As == referee.Challenger && x != nil:
		c.Text(n.Say("withdrawn", byArg(x), toArg(x)))
	case who.As == referee.Challenged, who.As == referee.Challenger: // they were erased since
		c.Text(n.Say("abandoned"))
	case x != nil && n.then.Ending != nil && n.was.Ending == nil:
		c.Text(challengeEnded(n.Voice, x))
		Signed(n.Voice, c, who)
	case n.post.From == n.post.To && !n.then.Started:
		c.Text(n.Say("challenge-free"))
		Signed(n.Voice, c, who)
	default:
		return nil
	}
	return c.Post()
}
