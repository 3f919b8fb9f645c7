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
func undo(q *command.Request, t turn.Turn) (command.Response, error) {
	done, err := q.Does(t, turn.Undo, turn.With{})
	if errors.Is(err, match.ErrUndo) && q.Offers(q.Context(), t, turn.TakeBack) {
		return instead(q, err, "button.ask-back", wire.Path{"match", "takeback", string(t.Look.Match)}, q.Say("ask-back-instead"))
	}
	return Report(q, done.Reply, err)
}

// instead refuses something, and offers what may be done in its place.
func instead(q *command.Request, refusal error, label string, at wire.Path, more ...string) (command.Response, error) {
	command.Remember(q, refusal)
	out := command.Says(append([]string{q.Tell(referee.Explain(refusal))}, more...)...)
	out.Press(command.Button{Label: q.Say(label), Path: at, Style: discordgo.PrimaryButton})
	return command.Response{Card: out}, nil
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
func requestTakeBack(q *command.Request, t turn.Turn) (command.Response, error) {
	if q.Options["answer"] != "" {
		return answerOffer(q, t, match.TakeBack)
	}
	to := cmp.Or(q.Options["decision"], q.Options["option"])
	if to == "" {
		return whereBack(q, t)
	}
	n, err := Decision(to, t.Look)
	if err != nil {
		return command.Response{}, err
	}
	if _, err := q.Does(t, turn.TakeBack, turn.With{N: n}); err != nil {
		return command.Response{}, err
	}
	return panel(q, t.Look.Match, q.Say("asked-back", engine.Num("n", n), engine.Text("until", stamp(q.Now().Add(referee.TakeBackTime)))))
}

// whereBack shows to where the author could ask to go back.
func whereBack(q *command.Request, t turn.Turn) (command.Response, error) {
	out := cardOf(t.Look)
	if t.Look.Offer != "" {
		offered(q.Context(), q.Handlers, q.Voice, out, t)
		return command.Response{Card: out}, nil
	}
	list, err := t.OffersOf(q.Context(), turn.TakeBack)
	if err != nil {
		return command.Response{}, err
	}
	if len(list) == 0 {
		return command.Response{}, command.No("nothing-back")
	}
	m := command.Menu{Hint: q.Say("back-to"), Path: wire.Path{"match", "takeback", string(t.Look.Match)}}
	for _, o := range list {
		value := strconv.Itoa(o.N)
		m.Choices = append(m.Choices, command.Choice{Label: "#" + value + " · " + q.Say("before", engine.Text("what", q.Raw(o.Said))), Value: value})
	}
	out.Text(q.Say("ask-back"))
	out.Choose(m)
	return command.Response{Card: out}, nil
}
