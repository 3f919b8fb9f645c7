package discord

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"referee/bot/authority"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/match"
)

// exampleClocks are settings of clocks, as they can be typed and chosen.
var exampleClocks = []string{
	"none",
	"limit 3d grace 12h remind 50 80 vacation 14 then remind",
	"reserve 10d +12h cap 15d grace 6h remind 50 80 vacation 14 then caretaker",
	"reserve 5d +6h grace 3h remind 50 90 then loss",
}

var clocksCommand = &command{
	path: "match/clock", parts: []string{"match", "answer", "offer"},
	options: []option{
		{name: "set", complete: completeClock},
		{name: "answer", values: fixed("discord.answer.", "agree", "decline")},
	},
	do: clocks,
}

// clocks shows the clocks of a match, and sets or proposes others: /match clock.
// Once the match has begun the other side must agree.
func clocks(c *call) (answer, error) {
	l, seat, err := c.here()
	if err != nil {
		return answer{}, err
	}
	set := strings.TrimSpace(c.options["set"])
	if set == "" {
		set = c.options["option"]
	}
	switch {
	case c.options["answer"] != "":
		return agree(c, l, seat, c.options["answer"])
	case set == "":
		return showClocks(c, l, seat)
	}
	with := map[string]string{schedule.SettingClock: set}
	by := c.command(l.Match, seat)
	switch {
	case seat == "":
		_, err = c.Referee.Conduct(by, with)
	case !l.Started:
		_, err = c.Referee.Set(by, with)
	default:
		reply, err := c.Referee.Propose(by, with)
		return propose(c, reply, err)
	}
	if errors.Is(err, clock.ErrSettings) {
		out := &card{}
		out.text(c.tell(referee.Explain(err)), c.say("clock-examples"))
		out.text(examples()...)
		return answer{card: out}, nil
	}
	if err != nil {
		return answer{}, err
	}
	if l, seat, err = c.look(l.Match); err != nil {
		return answer{}, err
	}
	return showClocks(c, l, seat)
}

// examples are settings of clocks, a line each.
func examples() []string {
	var out []string
	for _, e := range exampleClocks {
		out = append(out, "`"+e+"`")
	}
	return out
}

// propose says that the other side is asked to agree.
func propose(c *call, r referee.Reply, err error) (answer, error) {
	if errors.Is(err, clock.ErrSettings) {
		return answer{}, no("clock-wrong", engine.Text("why", c.tell(referee.Explain(err))), engine.Text("examples", strings.Join(examples(), "\n")))
	}
	if err != nil {
		return answer{}, err
	}
	return panel(c, r.Match, c.say("proposed"))
}

// agree answers what the other side proposes, or takes one's own proposal back.
func agree(c *call, l referee.Look, seat engine.Seat, what string) (answer, error) {
	if seat == "" {
		return answer{}, no("not-seated")
	}
	if what == "agree" {
		by := c.command(l.Match, seat)
		by.Offer = number(c.options["offer"], 0)
		reply, err := c.Referee.Agree(by)
		return done(c, reply, err)
	}
	reply, err := c.Referee.Disagree(c.command(l.Match, seat))
	return done(c, reply, err)
}

// showClocks says how the clocks of a match are set and how they stand.
func showClocks(c *call, l referee.Look, seat engine.Seat) (answer, error) {
	t, err := c.Referee.Schedule().Times(l.Match)
	if err != nil {
		return answer{}, err
	}
	out := &card{foot: foot(l)}
	out.text(clockSettings(c.voice, t.Settings)...)
	if t.Paused {
		out.text(paused(c.voice, t))
	}
	if t.Doubt != "" && t.Settings.Runs() {
		out.text(doubted(c.voice, t.Doubt))
	}
	for _, s := range l.Sitting {
		k, ok := clockOf(t, s.Player)
		if !ok || !t.Settings.Runs() {
			continue
		}
		if k.Waited && !t.Paused {
			out.text(clockLine(c.voice, s, k))
		} else {
			out.text(c.say("clock-stands", engine.Text("who", who(s)), engine.Text("left", lasting(c.voice, k.Left))))
		}
		if t.Settings.Vacation > 0 {
			out.text("-# " + c.say("vacation-left", engine.Text("who", who(s)), engine.Num("n", k.Vacation)))
		}
	}
	offered(c, out, l, seat)
	if l.Ending == nil && (seat != "" || c.may(authority.SetClock, l.Match) == nil) {
		m := menu{hint: c.say("clock-choose"), path: wire.Path{"match", "clock", string(l.Match)}}
		for _, e := range exampleClocks {
			m.choices = append(m.choices, choice{label: e, value: e})
		}
		out.choose(m)
		out.text("-# " + c.say("clock-typed"))
	}
	return answer{card: out}, nil
}

// clockSettings says settings of clocks, as typed and in words.
func clockSettings(v voice, s clock.Settings) []string {
	if !s.Runs() {
		return []string{v.say("clock.none")}
	}
	words := []string{v.say("clock."+string(s.Mode), engine.Text("time", lasting(v, s.Time)))}
	add := func(yes bool, key string, args ...engine.Arg) {
		if yes {
			words = append(words, v.say("clock."+key, args...))
		}
	}
	add(s.Increment > 0, "increment", engine.Text("time", lasting(v, s.Increment)))
	add(s.Cap > 0, "cap", engine.Text("time", lasting(v, s.Cap)))
	add(s.Grace > 0, "grace", engine.Text("time", lasting(v, s.Grace)))
	var at []engine.Arg
	for _, p := range s.Remind {
		at = append(at, engine.Text("", strconv.Itoa(p)))
	}
	add(len(at) > 0, "remind", engine.List("at", at...))
	add(s.Vacation > 0, "vacation", engine.Num("n", s.Vacation))
	add(true, "then-"+string(s.Then))
	return []string{"`" + s.String() + "`", strings.Join(words, " ")}
}

var pauseCommand = &command{
	path: "match/pause", parts: []string{"match", "answer", "days"},
	options: []option{
		{name: "answer", values: fixed("discord.answer.", "pause", "resume", "agree", "decline")},
		{name: "days"},
	},
	do: pause,
}

// pause proposes a pause, ends one, or answers a proposal: /match pause.
func pause(c *call) (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	by := c.command(l.Match, seat)
	switch what := c.options["answer"]; what {
	case "agree", "decline":
		return agree(c, l, seat, what)
	case "resume":
		reply, err := c.Referee.Unpause(by)
		return done(c, reply, err)
	case "pause":
	default:
		if c.options["days"] == "" {
			return showPause(c, l, seat)
		}
	}
	var end time.Time
	if days := c.options["days"]; days != "" {
		n := number(days, 0)
		if n == 0 || n > 365 {
			return answer{}, no("pause-days")
		}
		end = c.Now().AddDate(0, 0, n)
	}
	reply, err := c.Referee.Pause(by, end)
	return propose(c, reply, err)
}

// showPause says whether there is a pause, and lets ask for one or end it.
func showPause(c *call, l referee.Look, seat engine.Seat) (answer, error) {
	t, err := c.Referee.Schedule().Times(l.Match)
	if err != nil {
		return answer{}, err
	}
	out := &card{foot: foot(l)}
	at := func(what ...string) wire.Path { return append(wire.Path{"match", "pause", string(l.Match)}, what...) }
	switch {
	case t.Paused:
		out.text(paused(c.voice, t))
		if t.KeyLost {
			break
		}
		out.press(button{label: c.say("button.resume"), path: at("resume"), style: wire.Primary})
	case l.Offer != "":
		offered(c, out, l, seat)
	default:
		out.text(c.say("pause-none"))
		buttons := []button{{label: c.say("button.pause"), path: at("pause"), style: wire.Primary}}
		for _, n := range []int{3, 7, 14} {
			buttons = append(buttons, button{label: c.say("button.pause-days", engine.Num("n", n)), path: at("pause", strconv.Itoa(n))})
		}
		out.press(buttons...)
	}
	return answer{card: out}, nil
}

var vacationCommand = &command{
	path: "match/vacation", parts: []string{"match", "from", "to"},
	options: []option{
		{name: "from"},
		{name: "to"},
	},
	do: vacation,
}

// vacation lets who called be away: /match vacation. Without days it says how many
// there are.
func vacation(c *call) (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	if c.options["from"] == "" {
		return showVacation(c, l, seat)
	}
	text := c.options["from"]
	if to := c.options["to"]; to != "" {
		text += ".." + to
	}
	v, err := clock.ParseVacation(text)
	if err != nil {
		return answer{}, err
	}
	reply, err := c.Referee.Vacation(c.command(l.Match, seat), v)
	return done(c, reply, err)
}

// showVacation says how many days of vacation are left, and offers the next ones.
func showVacation(c *call, l referee.Look, seat engine.Seat) (answer, error) {
	t, err := c.Referee.Schedule().Times(l.Match)
	if err != nil {
		return answer{}, err
	}
	left := t.Settings.Vacation
	k, ok := clockOf(t, l.Holder(seat).Player)
	if ok {
		left = k.Vacation
	}
	out := &card{foot: foot(l)}
	out.text(c.say("vacation", engine.Num("n", left)))
	if !k.Away.IsZero() {
		out.text(clockLine(c.voice, l.Holder(seat), k))
	}
	zone, err := zone(c)
	if err != nil {
		return answer{}, err
	}
	first := c.Now().In(zone).AddDate(0, 0, 1)
	var buttons []button
	for _, n := range []int{1, 3, 7, 14} {
		if n <= left {
			buttons = append(buttons, button{
				label: c.say("button.vacation", engine.Num("n", n)),
				path:  wire.Path{"match", "vacation", string(l.Match), first.Format(time.DateOnly), first.AddDate(0, 0, n-1).Format(time.DateOnly)},
			})
		}
	}
	out.press(buttons...)
	return answer{card: out}, nil
}

// offered adds an offer that stands, with what may be done about it.
func offered(c *call, out *card, l referee.Look, seat engine.Seat) {
	if l.Offer == "" || l.Ending != nil {
		return
	}
	out.text(offering(c.voice, l)...)
	if seat == "" {
		return
	}
	answersToOffer(c.voice, out, l, seat)
}

// offering says what is offered.
func offering(v voice, l referee.Look) []string {
	seat := engine.Noun("seat", string(l.Offerer))
	switch l.Offer {
	case match.Draw:
		return []string{v.say("offer-stands", seat)}
	case match.TakeBack:
		return []string{v.say("asks-back", seat, engine.Num("n", l.AskedBack))}
	case match.Conduct:
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(l.Proposed)) {
		text := l.Proposed[name]
		switch name {
		case schedule.SettingClock:
			s, err := clock.Parse(text)
			if err != nil {
				continue
			}
			if !s.Runs() {
				lines = append(lines, v.say("proposes-none", seat))
				continue
			}
			lines = append(append(lines, v.say("proposes-clock", seat)), clockSettings(v, s)...)
		case schedule.SettingPause:
			if at, err := time.Parse(time.RFC3339, text); err == nil {
				lines = append(lines, v.say("proposes-pause-until", seat, engine.Text("until", stamp(at))))
			} else {
				lines = append(lines, v.say("proposes-pause", seat))
			}
		}
	}
	return lines
}

// answersToOffer adds the buttons for an offer that stands: for the one who made
// it, and for the others.
func answersToOffer(v voice, out *card, l referee.Look, seat engine.Seat) {
	at := func(what ...string) wire.Path {
		return append(wire.Path{"match", what[0], string(l.Match)}, what[1:]...)
	}
	mine := seat == l.Offerer
	yes, no := button{label: v.say("button.accept"), path: at("draw-offer", "accept"), style: wire.Success}, at("draw-offer", "decline")
	offer := strconv.Itoa(l.OfferedBy)
	switch l.Offer {
	case match.Draw:
	case match.TakeBack:
		yes, no = button{label: v.say("button.grant"), path: at("ask-back", "", "grant", offer), style: wire.Success}, at("ask-back", "", "refuse")
	case match.Conduct:
		yes, no = button{label: v.say("button.agree"), path: at("clock", "agree", offer), style: wire.Success}, at("clock", "decline")
	}
	if mine {
		out.press(button{label: v.say("button.withdraw"), path: no})
		return
	}
	out.press(yes, button{label: v.say("button.decline"), path: no})
}

// completeClock proposes settings of clocks.
func completeClock(c *call, focused string) ([]choice, error) {
	text := c.options[focused]
	var out []choice
	for _, e := range exampleClocks {
		if strings.HasPrefix(e, strings.ToLower(text)) {
			out = append(out, choice{label: e, value: e})
		}
	}
	return out, nil
}
