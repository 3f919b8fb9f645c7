package matches

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

var standingsCommand = &command.Command{Path: "standing/list", Parts: []string{"match"}, Do: command.Playing(standings)}

// standings lists the standing orders of the author: /standing list.
func standings(q *command.Request, t turn.Turn) (command.Response, error) { return listOrders(q, t) }

// listOrders shows the standing orders of a player, first what is news.
func listOrders(q *command.Request, t turn.Turn, news ...string) (command.Response, error) {
	l := t.Look
	list, err := l.Snapshot.Standings(q.Context(), t.By)
	if err != nil {
		return command.Response{}, err
	}
	if len(l.Info.Clauses) == 0 {
		return command.Response{}, engine.ErrNoStanding
	}
	out := cardOf(l, news...)
	if len(list) == 0 {
		out.Text(q.Say("standing-none"))
	} else {
		out.Text(q.Say("standing-list", engine.Noun("seat", string(t.By.Seat))))
	}
	m := command.Menu{Hint: q.Say("standing-revoke"), Path: wire.Path{"standing", "revoke", string(l.Match)}}
	var lines []string
	for _, s := range list {
		lines = append(lines, q.Say("standing-line", engine.Num("n", s.Seq), engine.Text("order", command.Plain(s.Text))))
		m.Choices = append(m.Choices, command.Choice{Label: "#" + strconv.Itoa(s.Seq) + " " + s.Text, Value: strconv.Itoa(s.Seq)})
	}
	out.Text(command.Fitting(lines, command.MaxText-1000, "…")...)
	out.Choose(m)
	clauses(q, out, l)
	return command.Response{Card: out}, nil
}

// clauses adds a menu of what a standing order can be about.
func clauses(q *command.Request, out *command.Card, l referee.Look) {
	out.Choose(command.Menu{
		Hint: q.Say("standing-clauses"), Path: wire.Path{"standing", "clause", string(l.Match)}, Choices: clauseWords(q, l.Info),
	})
}

// validValues are the spans for which an order can be valid.
func validValues(*command.Handlers) []command.Value {
	return lists.Map(match.Untils, func(u match.Until) command.Value {
		return command.Value{Value: string(u), Key: "discord.standing-until." + string(u)}
	})
}

var setOrderCommand = &command.Command{
	Path: "standing/set", Parts: []string{"match"},
	Options: []command.Option{
		{Name: "clause", Complete: completeStanding},
		{Name: "valid", Values: validValues},
		{Name: "order", Complete: completeStanding},
	},
	Games: &command.Extra{Options: clauseOptions, Complete: completeStanding},
	Do:    command.Playing(leaveOrder),
}

// leaveOrder rehearses a standing order, given as one text or by its clause and
// what that wants: /standing set. Without either it shows what there is.
func leaveOrder(q *command.Request, t turn.Turn) (command.Response, error) {
	l := t.Look
	if len(l.Info.Clauses) == 0 {
		return command.Response{}, engine.ErrNoStanding
	}
	text := typedStanding(l.Info, q.Options)
	if text == "" {
		out := cardOf(l, q.Say("standing-what"))
		clauses(q, out, l)
		return command.Response{Card: out}, nil
	}
	return rehearse(q, t, text)
}

// typedStanding is a standing order as it would be typed; "" where none is given.
func typedStanding(info *engine.Info, options map[string]string) string {
	text := strings.TrimSpace(options["order"])
	if clause, ok := info.Clause(strings.ToLower(strings.TrimSpace(options["clause"]))); text == "" && ok {
		words := []string{clause.Name}
		for _, a := range clause.Args {
			if value := strings.TrimSpace(options[command.OptionName(a.Name)]); value != "" {
				words = append(words, a.Name, value)
			}
		}
		text = strings.Join(words, " ")
	} else if text == "" {
		text = options["clause"]
	}
	if until := options["valid"]; until != "" && text != "" {
		text = until + " " + text
	}
	return text
}

// rehearse shows what a standing order would do, and lets arm it or go on.
func rehearse(q *command.Request, t turn.Turn, text string) (command.Response, error) {
	l := t.Look
	r, err := l.Snapshot.DryRun(q.Context(), t.By, text)
	var never *engine.Illegal
	if err != nil && !errors.As(err, &never) {
		return command.Response{}, err
	}
	text = r.Text
	err = q.Memories.Change(q.Context(), q.Account, func(m *command.Remembered) { m.Standing = &command.Rehearsed{Match: l.Match, Text: text} })
	if err != nil {
		return command.Response{}, err
	}
	out := cardOf(l, q.Say("standing-rehearsed", engine.Text("order", command.Plain(text)), engine.Text("until", q.Say("standing-until."+string(r.Until)))))
	if never != nil {
		out.Text(q.Tell(referee.Explain(never)))
	}
	out.Text(command.Fitting(q.TellAll(r.Answer.Lines), command.MaxText-1000, q.Say("and-more-lines"))...)
	if len(r.Answer.Marks)+len(r.Answer.Paths) > 0 && q.Draws(l.Info) {
		out.Picture = &command.Frame{Look: l, Viewer: engine.Viewer(t.By.Seat), Over: &r.Answer, Voice: q.Voice, Alt: alt(q.Voice, l, r.Answer)}
	}
	building(q, out, l, r, never == nil)
	return command.Response{Card: out}, nil
}

// held is the standing order that the author is putting together, where it is the
// one that a button was made for.
func held(q *command.Request, l referee.Look) (text string, current bool, err error) {
	kept, err := q.Memories.Of(q.Context(), q.Account)
	if err != nil || kept.Standing == nil || kept.Standing.Match != l.Match {
		return "", false, err
	}
	text = kept.Standing.Text
	mark := q.Options["mark"]
	return text, mark == "" || mark == markOf([]string{text}), nil
}

var armOrderCommand = &command.Command{Path: "standing/arm", Parts: []string{"match", "mark"}, Do: command.Playing(armOrder)}

// armOrder arms the standing order that was rehearsed: /standing arm.
func armOrder(q *command.Request, t turn.Turn) (command.Response, error) {
	reply, repeated, err := q.Referee.FirstReply(q.Context(), t.By)
	if err != nil {
		return command.Response{}, err
	}
	if !repeated {
		text, current, err := held(q, t.Look)
		if err == nil && (text == "" || !current) {
			return listOrders(q, t, q.Say("standing-stale"))
		}
		var done turn.Outcome
		if err == nil {
			done, err = q.Does(t, turn.Stand, turn.With{Text: text})
		}
		if err != nil {
			return command.Response{}, err
		}
		reply = done.Reply
	}
	if err := forgetOrder(q); err != nil {
		return command.Response{}, err
	}
	return listAfter(q, t, append(Told(q, reply.Lines), q.Say("standing-armed"))...)
}

// forgetOrder forgets the standing order that was rehearsed.
func forgetOrder(q *command.Request) error {
	return q.Memories.Change(q.Context(), q.Account, func(m *command.Remembered) { m.Standing = nil })
}

// listAfter is listOrders, of the match as something has left it.
func listAfter(q *command.Request, t turn.Turn, news ...string) (command.Response, error) {
	l, seat, err := q.Look(t.Look.Match)
	if err != nil {
		return command.Response{}, err
	}
	return listOrders(q, q.Turn(l, seat), news...)
}

var dropOrderCommand = &command.Command{
	Path: "standing/drop", Parts: []string{"match"},
	Button: true,
	Do:     command.Playing(dropOrder),
}

// dropOrder forgets the standing order that was rehearsed.
func dropOrder(q *command.Request, t turn.Turn) (command.Response, error) {
	if err := forgetOrder(q); err != nil {
		return command.Response{}, err
	}
	return listOrders(q, t, q.Say("standing-dropped"))
}

var revokeOrderCommand = &command.Command{
	Path: "standing/revoke", Parts: []string{"match", "number"}, More: []string{"option"},
	Options: []command.Option{{Name: "number", Required: true, Complete: completeStanding}},
	Do:      command.Playing(revokeOrder),
}

// revokeOrder takes a standing order back: /standing revoke.
func revokeOrder(q *command.Request, t turn.Turn) (command.Response, error) {
	text := cmp.Or(q.Options["number"], q.Options["option"])
	if text == "" {
		return listOrders(q, t)
	}
	n, err := strconv.Atoi(strings.TrimPrefix(text, "#"))
	if err != nil {
		return command.Response{}, match.ErrNoOrder
	}
	done, err := q.Does(t, turn.Revoke, turn.With{N: n})
	if err != nil {
		return command.Response{}, err
	}
	return listAfter(q, t, Told(q, done.Lines)...)
}

// clauseOptions adds the options for what the clauses of standing orders want,
// with the same name in all games and clauses.
func clauseOptions(h *command.Handlers, _ command.Describer, out []*discordgo.ApplicationCommandOption) []*discordgo.ApplicationCommandOption {
	for _, g := range h.Games {
		words, err := h.Library.Of(g)
		if err != nil {
			continue // Commands has reported it
		}
		d := command.Describer{Words: words}
		for _, clause := range g.Clauses {
			for _, a := range clause.Args {
				name := command.OptionName(a.Name)
				if len(out) == command.MaxCommandOpts || slices.ContainsFunc(out, func(o *discordgo.ApplicationCommandOption) bool { return o.Name == name }) {
					continue
				}
				o := d.Option(discordgo.ApplicationCommandOptionString, name, "argument."+a.Name, "clause-arg."+a.Name)
				o.Autocomplete = true
				out = append(out, o)
			}
		}
	}
	return out
}
