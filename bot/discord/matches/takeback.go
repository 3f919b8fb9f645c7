package matches

import (
	"cmp"
	"errors"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

var undoCommand = &command.Command{Path: "undo", Parts: []string{"match"}, Do: command.Playing(undo)}

// undo takes back the last step, or the last answer: /undo. Where the other side must allow that, and there is something to ask
// for, it says that they can be asked.
func undo(c *command.Call, t turn.Turn) (command.Answer, error) {
	done, err := c.Does(t, turn.Undo, turn.With{})
	if errors.Is(err, match.ErrUndo) && c.Offers(c.Context(), t, turn.TakeBack) {
		return instead(c, err, "button.ask-back", wire.Path{"match", "takeback", string(t.Look.Match)}, c.Say("ask-back-instead"))
	}
	return Done(c, done.Reply, err)
}

// instead refuses something, and offers what may be done in its place.
func instead(c *command.Call, refusal error, label string, at wire.Path, more ...string) (command.Answer, error) {
	command.Remember(c, refusal)
	out := command.Says(append([]string{c.Tell(referee.Explain(refusal))}, more...)...)
	out.Press(command.Button{Label: c.Say(label), Path: at, Style: discordgo.PrimaryButton})
	return command.Answer{Card: out}, nil
}

var takebackCommand = &command.Command{
	Path: "match/takeback", Parts: []string{"match", "decision", "answer", "offer"}, More: []string{"option"},
	Options: []command.Option{
		{Name: "decision", Number: command.AtLeast(1)},
		{Name: "answer", Values: command.Fixed("discord.answer.", "grant", "refuse")},
	},
	Do: command.Playing(requestTakeBack),
}

// requestTakeBack asks the other side to let the match go back, or answers such a
// request: /match takeback. Without a decision it shows where to.
func requestTakeBack(c *command.Call, t turn.Turn) (command.Answer, error) {
	if c.Options["answer"] != "" {
		return answer(c, t, match.TakeBack)
	}
	to := cmp.Or(c.Options["decision"], c.Options["option"])
	if to == "" {
		return whereBack(c, t)
	}
	n, err := Decision(to, t.Look)
	if err != nil {
		return command.Answer{}, err
	}
	if _, err := c.Does(t, turn.TakeBack, turn.With{N: n}); err != nil {
		return command.Answer{}, err
	}
	return panel(c, t.Look.Match, c.Say("asked-back", engine.Num("n", n), engine.Text("until", stamp(c.Now().Add(referee.TakeBackTime)))))
}

// whereBack shows to where who called could ask to go back.
func whereBack(c *command.Call, t turn.Turn) (command.Answer, error) {
	out := &command.Card{Foot: Foot(t.Look)}
	if t.Look.Offer != "" {
		offered(c.Context(), c.Handlers, c.Voice, out, t)
		return command.Answer{Card: out}, nil
	}
	list, err := t.OffersOf(c.Context(), turn.TakeBack)
	if err != nil {
		return command.Answer{}, err
	}
	if len(list) == 0 {
		return command.Answer{}, command.No("nothing-back")
	}
	m := command.Menu{Hint: c.Say("back-to"), Path: wire.Path{"match", "takeback", string(t.Look.Match)}}
	for _, o := range list {
		value := strconv.Itoa(o.N)
		m.Choices = append(m.Choices, command.Choice{Label: "#" + value + " · " + c.Say("before", engine.Text("what", c.Raw(o.Said))), Value: value})
	}
	out.Text(c.Say("ask-back"))
	out.Choose(m)
	return command.Answer{Card: out}, nil
}
