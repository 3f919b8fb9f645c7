package discord

import (
	"errors"
	"slices"
	"strconv"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// undo takes back the last step, or the last answer: /undo. What the other side
// must allow is asked for elsewhere.
func (c *call) undo() (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	r, err := c.Referee.Undo(c.command(l.Match, seat))
	if errors.Is(err, match.ErrUndo) && l.Offer == "" {
		return c.mustAsk(l, seat, err)
	}
	if err != nil {
		return answer{}, err
	}
	if r.To == r.From {
		return c.panel(l.Match)
	}
	return c.done(r, nil)
}

// mustAsk refuses to take back for free, and says that the other side can be
// asked, where there is something to ask for.
func (c *call) mustAsk(l referee.Look, seat engine.Seat, refusal error) (answer, error) {
	back, err := c.Referee.BackTo(c.command(l.Match, seat), 1)
	if err != nil || len(back) == 0 {
		return answer{}, refusal
	}
	c.remember(refusal)
	out := &card{}
	out.text(c.tell(referee.Explain(refusal)), c.say("ask-back-instead"))
	out.press(button{label: c.say("button.ask-back"), path: path{"match", "ask-back", string(l.Match)}, style: Primary})
	return answer{card: out}, nil
}

// askBack asks the other side to let the match go back, or answers such a
// request: /match ask-back. Without a decision it shows where to.
func (c *call) askBack() (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	by := c.command(l.Match, seat)
	switch c.options["answer"] {
	case "grant":
		by.Offer = number(c.options["offer"], 0)
		return c.done(c.Referee.GrantBack(by))
	case "refuse":
		return c.done(c.Referee.RefuseBack(by))
	}
	to := c.options["decision"]
	if to == "" {
		to = c.options["option"]
	}
	if to == "" {
		return c.whereBack(l, seat)
	}
	n, err := decision(to, l)
	if err != nil {
		return answer{}, err
	}
	if _, err := c.Referee.AskBack(by, n); err != nil {
		return answer{}, err
	}
	return c.panel(l.Match, c.say("asked-back", engine.Num("n", n), engine.Text("until", stamp(c.Now().Add(referee.TakeBackTime)))))
}

// whereBack shows to where who called could ask to go back.
func (c *call) whereBack(l referee.Look, seat engine.Seat) (answer, error) {
	out := &card{foot: foot(l)}
	if l.Offer != "" {
		c.offered(out, l, seat)
		return answer{card: out}, nil
	}
	list, err := c.Referee.BackTo(c.command(l.Match, seat), maxOptions)
	if err != nil {
		return answer{}, err
	}
	if len(list) == 0 {
		return answer{}, no("nothing-back")
	}
	m := menu{hint: c.say("back-to"), path: path{"match", "ask-back", string(l.Match)}}
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
