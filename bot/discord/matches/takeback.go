package matches

import (
	"errors"
	"slices"
	"strconv"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

var undoCommand = &command.Command{Path: "undo", Parts: []string{"match"}, Do: undo}

// undo takes back the last step, or the last answer: /undo. What the other side
// must allow is asked for elsewhere.
func undo(c *command.Call) (command.Answer, error) {
	l, seat, err := c.Playing()
	if err != nil {
		return command.Answer{}, err
	}
	r, err := c.Referee.Undo(c.Command(l.Match, seat))
	if errors.Is(err, match.ErrUndo) && l.Offer == "" {
		return mustAsk(c, l, seat, err)
	}
	if err != nil {
		return command.Answer{}, err
	}
	if r.To == r.From {
		return panel(c, l.Match)
	}
	return Done(c, r, nil)
}

// mustAsk refuses to take back for free, and says that the other side can be
// asked, where there is something to ask for.
func mustAsk(c *command.Call, l referee.Look, seat engine.Seat, refusal error) (command.Answer, error) {
	back, err := l.Snapshot.BackTo(seat, 1)
	if err != nil || len(back) == 0 {
		return command.Answer{}, refusal
	}
	command.Remember(c, refusal)
	out := &command.Card{}
	out.Text(c.Tell(referee.Explain(refusal)), c.Say("ask-back-instead"))
	out.Press(command.Button{Label: c.Say("button.ask-back"), Path: wire.Path{"match", "takeback", string(l.Match)}, Style: wire.Primary})
	return command.Answer{Card: out}, nil
}

var takebackCommand = &command.Command{
	Path: "match/takeback", Parts: []string{"match", "decision", "answer", "offer"}, More: []string{"option"},
	Options: []command.Option{
		{Name: "decision", Number: command.AtLeast(1)},
		{Name: "answer", Values: command.Fixed("discord.answer.", "grant", "refuse")},
	},
	Do: requestTakeBack,
}

// requestTakeBack asks the other side to let the match go back, or answers such a
// request: /match takeback. Without a decision it shows where to.
func requestTakeBack(c *command.Call) (command.Answer, error) {
	l, seat, err := c.Playing()
	if err != nil {
		return command.Answer{}, err
	}
	by := c.Command(l.Match, seat)
	switch c.Options["answer"] {
	case "grant":
		return accept(c, l, by, match.TakeBack)
	case "refuse":
		reply, err := c.Referee.Decline(by, match.TakeBack)
		return Done(c, reply, err)
	}
	to := c.Options["decision"]
	if to == "" {
		to = c.Options["option"]
	}
	if to == "" {
		return whereBack(c, l, seat)
	}
	n, err := Decision(to, l)
	if err != nil {
		return command.Answer{}, err
	}
	if _, err := c.Referee.RequestTakeBack(by, n); err != nil {
		return command.Answer{}, err
	}
	return panel(c, l.Match, c.Say("asked-back", engine.Num("n", n), engine.Text("until", stamp(c.Now().Add(referee.TakeBackTime)))))
}

// whereBack shows to where who called could ask to go back.
func whereBack(c *command.Call, l referee.Look, seat engine.Seat) (command.Answer, error) {
	out := &command.Card{Foot: Foot(l)}
	if l.Offer != "" {
		offered(c, out, l, seat)
		return command.Answer{Card: out}, nil
	}
	list, err := l.Snapshot.BackTo(seat, command.MaxOptions)
	if err != nil {
		return command.Answer{}, err
	}
	if len(list) == 0 {
		return command.Answer{}, command.No("nothing-back")
	}
	m := command.Menu{Hint: c.Say("back-to"), Path: wire.Path{"match", "takeback", string(l.Match)}}
	for _, line := range list {
		value := strconv.Itoa(line.Seq)
		if slices.ContainsFunc(m.Choices, func(o command.Choice) bool { return o.Value == value }) {
			continue
		}
		m.Choices = append(m.Choices, command.Choice{Label: "#" + value + " · " + c.Say("before", engine.Text("what", c.Raw(line.Said))), Value: value})
	}
	out.Text(c.Say("ask-back"))
	out.Choose(m)
	return command.Answer{Card: out}, nil
}
