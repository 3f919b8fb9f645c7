package discord

import (
	"errors"
	"strconv"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// rehearsed is a standing order that somebody is putting together. Nothing is
// armed yet, and nobody else sees it.
type rehearsed struct {
	Match match.ID `json:"match"`
	Text  string   `json:"text"` // as it is typed, with how long it is valid
}

var standingsCommand = &command{path: "standing/list", parts: []string{"match"}, do: standings}

// standings lists the standing orders of who called: /standing list.
func standings(c *call) (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	return listOrders(c, l, seat)
}

// listOrders shows the standing orders of a seat, first what is news.
func listOrders(c *call, l referee.Look, seat engine.Seat, news ...string) (answer, error) {
	list, err := c.Referee.Standings(c.command(l.Match, seat))
	if err != nil {
		return answer{}, err
	}
	if len(l.Info.Clauses) == 0 {
		return answer{}, engine.ErrNoStanding
	}
	out := &card{foot: foot(l)}
	out.text(news...)
	if len(list) == 0 {
		out.text(c.say("standing-none"))
	} else {
		out.text(c.say("standing-list", engine.Noun("seat", string(seat))))
	}
	m := menu{hint: c.say("standing-revoke"), path: wire.Path{"standing", "revoke", string(l.Match)}}
	var lines []string
	for _, s := range list {
		lines = append(lines, c.say("standing-line", engine.Num("n", s.Seq), engine.Text("order", plain(s.Text))))
		if len(m.choices) < maxOptions {
			m.choices = append(m.choices, choice{label: "#" + strconv.Itoa(s.Seq) + " " + s.Text, value: strconv.Itoa(s.Seq)})
		}
	}
	out.text(fitting(lines, maxText-1000, "…")...)
	if len(list) > 0 {
		out.choose(m)
	}
	clauses(c, out, l)
	return answer{card: out}, nil
}

// clauses adds a menu of what a standing order can be about.
func clauses(c *call, out *card, l referee.Look) {
	m := menu{hint: c.say("standing-clauses"), path: wire.Path{"standing", "clause", string(l.Match)}}
	for _, cl := range l.Info.Clauses[:min(len(l.Info.Clauses), maxOptions)] {
		m.choices = append(m.choices, choice{label: cl.Name + " · " + c.raw(engine.Say("clause."+cl.Name)), value: cl.Name})
	}
	out.choose(m)
}

// validValues are the spans for which an order can be valid.
func validValues(*desk) []value {
	var out []value
	for _, u := range match.Untils {
		out = append(out, value{value: string(u), key: "discord.standing-until." + string(u)})
	}
	return out
}

var leaveOrderCommand = &command{
	path: "standing/leave", parts: []string{"match"},
	options: []option{
		{name: "clause", complete: completeStanding},
		{name: "valid", values: validValues},
		{name: "order", complete: completeStanding},
	},
	games: &extra{options: clauseOptions, complete: completeStanding},
	do:    leaveOrder,
}

// leaveOrder rehearses a standing order, given as one text or by its clause and
// what that wants: /standing leave. Without either it shows what there is.
func leaveOrder(c *call) (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	if len(l.Info.Clauses) == 0 {
		return answer{}, engine.ErrNoStanding
	}
	text := typedStanding(l.Info, c.options)
	if text == "" {
		out := &card{foot: foot(l)}
		out.text(c.say("standing-what"))
		clauses(c, out, l)
		return answer{card: out}, nil
	}
	return rehearse(c, l, seat, text)
}

// typedStanding is a standing order as it would be typed; "" where none is given.
func typedStanding(info *engine.Info, options map[string]string) string {
	text := strings.TrimSpace(options["order"])
	if clause, ok := info.Clause(strings.ToLower(strings.TrimSpace(options["clause"]))); text == "" && ok {
		words := []string{clause.Name}
		for _, a := range clause.Args {
			if value := strings.TrimSpace(options[optionName(a.Name)]); value != "" {
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
func rehearse(c *call, l referee.Look, seat engine.Seat, text string, news ...string) (answer, error) {
	r, err := c.Referee.Rehearse(c.command(l.Match, seat), text)
	var never *engine.Illegal
	if err != nil && !errors.As(err, &never) {
		return answer{}, err
	}
	text = r.Text
	err = c.memories.change(c.account, func(m *remembered) { m.Standing = &rehearsed{l.Match, text} })
	if err != nil {
		return answer{}, err
	}
	out := &card{foot: foot(l)}
	out.text(news...)
	out.text(c.say("standing-rehearsed", engine.Text("order", plain(text)), engine.Text("until", c.say("standing-until."+string(r.Until)))))
	if never != nil {
		out.text(c.tell(referee.Explain(never)))
	}
	var lines []string
	for _, m := range r.Answer.Lines {
		lines = append(lines, c.tell(m))
	}
	out.text(fitting(lines, maxText-1000, c.say("and-more-lines"))...)
	if len(r.Answer.Marks)+len(r.Answer.Paths) > 0 && c.Paint != nil {
		out.picture = &frame{match: l.Match, viewer: engine.Viewer(seat), over: &r.Answer, voice: c.voice, alt: alt(c.voice, l, r.Answer)}
	}
	building(c, out, l, r, never == nil)
	return answer{card: out}, nil
}

// held is the standing order that who called is putting together, where it is the
// one that a button was made for.
func held(c *call, l referee.Look) (text string, current bool, err error) {
	kept, err := c.memories.of(c.account)
	if err != nil || kept.Standing == nil || kept.Standing.Match != l.Match {
		return "", false, err
	}
	text = kept.Standing.Text
	mark := c.options["mark"]
	return text, mark == "" || mark == markOf([]string{text}), nil
}

var armOrderCommand = &command{path: "standing/arm", parts: []string{"match", "mark"}, do: armOrder}

// armOrder arms the standing order that was rehearsed: /standing arm.
func armOrder(c *call) (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	by := c.command(l.Match, seat)
	if done, found, err := c.Referee.Repeated(by); found || err != nil {
		return armed(c, l, seat, done, err)
	}
	text, current, err := held(c, l)
	if err != nil {
		return answer{}, err
	}
	if text == "" || !current {
		return listOrders(c, l, seat, c.say("standing-stale"))
	}
	done, err := c.Referee.Stand(by, text)
	return armed(c, l, seat, done, err)
}

// armed says that a standing order is armed.
func armed(c *call, l referee.Look, seat engine.Seat, done referee.Reply, err error) (answer, error) {
	if err == nil {
		err = c.memories.change(c.account, func(m *remembered) { m.Standing = nil })
	}
	if err != nil {
		return answer{}, err
	}
	if l, _, err = c.look(l.Match); err != nil {
		return answer{}, err
	}
	return listOrders(c, l, seat, append(told(c, done.Lines), c.say("standing-armed"))...)
}

var dropOrderCommand = &command{
	path: "standing/drop", parts: []string{"match"},
	button: true,
	do:     dropOrder,
}

// dropOrder forgets the standing order that was rehearsed.
func dropOrder(c *call) (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	if err := c.memories.change(c.account, func(m *remembered) { m.Standing = nil }); err != nil {
		return answer{}, err
	}
	return listOrders(c, l, seat, c.say("standing-dropped"))
}

var revokeOrderCommand = &command{
	path: "standing/revoke", parts: []string{"match", "number"},
	options: []option{{name: "number", required: true, complete: completeStanding}},
	do:      revokeOrder,
}

// revokeOrder takes a standing order back: /standing revoke.
func revokeOrder(c *call) (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	text := c.options["number"]
	if text == "" {
		text = c.options["option"]
	}
	if text == "" {
		return listOrders(c, l, seat)
	}
	n, err := strconv.Atoi(strings.TrimPrefix(text, "#"))
	if err != nil {
		return answer{}, match.ErrNoOrder
	}
	done, err := c.Referee.Revoke(c.command(l.Match, seat), n)
	if err != nil {
		return answer{}, err
	}
	if l, _, err = c.look(l.Match); err != nil {
		return answer{}, err
	}
	return listOrders(c, l, seat, told(c, done.Lines)...)
}
