package discord

import (
	"errors"
	"slices"
	"strconv"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

var undoCommand = &command{path: "undo", parts: []string{"match"}, do: undo}

// undo takes back the last step, or the last answer: /undo. What the other side
// must allow is asked for elsewhere.
func undo(c *call) (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	r, err := c.Referee.Undo(c.command(l.Match, seat))
	if errors.Is(err, match.ErrUndo) && l.Offer == "" {
		return mustAsk(c, l, seat, err)
	}
	if err != nil {
		return answer{}, err
	}
	if r.To == r.From {
		return panel(c, l.Match)
	}
	return done(c, r, nil)
}

// mustAsk refuses to take back for free, and says that the other side can be
// asked, where there is something to ask for.
func mustAsk(c *call, l referee.Look, seat engine.Seat, refusal error) (answer, error) {
	back, err := c.Referee.BackTo(c.command(l.Match, seat), 1)
	if err != nil || len(back) == 0 {
		return answer{}, refusal
	}
	remember(c, refusal)
	out := &card{}
	out.text(c.tell(referee.Explain(refusal)), c.say("ask-back-instead"))
	out.press(button{label: c.say("button.ask-back"), path: wire.Path{"match", "ask-back", string(l.Match)}, style: wire.Primary})
	return answer{card: out}, nil
}

var askBackCommand = &command{
	path: "match/ask-back", parts: []string{"match", "decision", "answer", "offer"},
	options: []option{
		{name: "decision"},
		{name: "answer", values: fixed("discord.answer.", "grant", "refuse")},
	},
	do: askBack,
}

// askBack asks the other side to let the match go back, or answers such a
// request: /match ask-back. Without a decision it shows where to.
func askBack(c *call) (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	by := c.command(l.Match, seat)
	switch c.options["answer"] {
	case "grant":
		by.Offer = number(c.options["offer"], 0)
		reply, err := c.Referee.GrantBack(by)
		return done(c, reply, err)
	case "refuse":
		reply, err := c.Referee.RefuseBack(by)
		return done(c, reply, err)
	}
	to := c.options["decision"]
	if to == "" {
		to = c.options["option"]
	}
	if to == "" {
		return whereBack(c, l, seat)
	}
	n, err := decision(to, l)
	if err != nil {
		return answer{}, err
	}
	if _, err := c.Referee.AskBack(by, n); err != nil {
		return answer{}, err
	}
	return panel(c, l.Match, c.say("asked-back", engine.Num("n", n), engine.Text("until", stamp(c.Now().Add(referee.TakeBackTime)))))
}

// whereBack shows to where who called could ask to go back.
func whereBack(c *call, l referee.Look, seat engine.Seat) (answer, error) {
	out := &card{foot: foot(l)}
	if l.Offer != "" {
		offered(c, out, l, seat)
		return answer{card: out}, nil
	}
	list, err := c.Referee.BackTo(c.command(l.Match, seat), maxOptions)
	if err != nil {
		return answer{}, err
	}
	if len(list) == 0 {
		return answer{}, no("nothing-back")
	}
	m := menu{hint: c.say("back-to"), path: wire.Path{"match", "ask-back", string(l.Match)}}
	for _, line := range list {
		value := strconv.Itoa(line.Seq)
		if slices.ContainsFunc(m.choices, func(o choice) bool { return o.value == value }) {
			continue
		}
		m.choices = append(m.choices, choice{label: "#" + value + " · " + c.say("before", engine.Text("what", c.raw(line.Said))), value: value})
	}
	out.text(c.say("ask-back"))
	out.choose(m)
	return answer{card: out}, nil
}
