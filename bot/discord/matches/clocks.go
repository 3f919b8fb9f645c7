package matches

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"referee/bot/authority"
	"referee/bot/discord/command"
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

var clocksCommand = &command.Command{
	Path: "clock/set", Parts: []string{"match", "answer", "offer"}, More: []string{"option", "set"},
	Options: []command.Option{
		{Name: "time", Complete: completeClock},
		{Name: "answer", Values: command.Fixed("discord.answer.", "agree", "decline")},
	},
	Do: clocks,
}

// clocks shows the clocks of a match, and sets or proposes others: /clock set.
// Once the match has begun the other side must agree.
func clocks(c *command.Call) (command.Answer, error) {
	l, seat, err := c.Here()
	if err != nil {
		return command.Answer{}, err
	}
	set := strings.TrimSpace(cmp.Or(c.Options["time"], c.Options["set"], c.Options["option"])) // the option was called set before
	switch {
	case c.Options["answer"] != "":
		return agree(c, l, seat, c.Options["answer"])
	case set == "":
		return showClocks(c, l, seat)
	}
	with := map[string]string{schedule.SettingClock: set}
	by := c.Command(l.Match, seat)
	switch {
	case seat == "":
		_, err = c.Referee.Moderator.Set(by, with)
	case !l.Started:
		_, err = c.Referee.Set(by, with)
	default:
		reply, err := c.Referee.Propose(by, with)
		return propose(c, reply, err)
	}
	if errors.Is(err, clock.ErrSettings) {
		out := &command.Card{}
		out.Text(c.Tell(referee.Explain(err)), c.Say("clock-examples"))
		out.Text(examples()...)
		return command.Answer{Card: out}, nil
	}
	if err != nil {
		return command.Answer{}, err
	}
	if l, seat, err = c.Look(l.Match); err != nil {
		return command.Answer{}, err
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
func propose(c *command.Call, r referee.Reply, err error) (command.Answer, error) {
	if errors.Is(err, clock.ErrSettings) {
		return command.Answer{}, command.No("clock-wrong", engine.Text("why", c.Tell(referee.Explain(err))), engine.Text("examples", strings.Join(examples(), "\n")))
	}
	if err != nil {
		return command.Answer{}, err
	}
	return panel(c, r.Match, c.Say("proposed"))
}

// agree answers what the other side proposes, or takes one's own proposal back.
func agree(c *command.Call, l referee.Look, seat engine.Seat, what string) (command.Answer, error) {
	if seat == "" {
		return command.Answer{}, command.No("not-seated")
	}
	if what == "agree" {
		return accept(c, l, c.Command(l.Match, seat), match.Conduct)
	}
	reply, err := c.Referee.Decline(c.Command(l.Match, seat), match.Conduct)
	return Done(c, reply, err)
}

// accept accepts what the other side offers. Players who press the button of their own offer are
// told that it stands, and can withdraw it.
func accept(c *command.Call, l referee.Look, by referee.Command, what match.Offer) (command.Answer, error) {
	by.Offer = command.Number(c.Options["offer"], l.OfferedBy)
	reply, err := c.Referee.Accept(by, what)
	if errors.Is(err, match.ErrOwnOffer) {
		out := &command.Card{Foot: Foot(l)}
		out.Text(c.Tell(referee.Explain(err)))
		AnswersToOffer(c.Voice, out, l, by.Seat)
		return command.Answer{Card: out}, nil
	}
	return Done(c, reply, err)
}

// showClocks says how the clocks of a match are set and how they stand.
func showClocks(c *command.Call, l referee.Look, seat engine.Seat) (command.Answer, error) {
	t, err := c.Referee.Schedule().TimesOf(l.Snapshot.Match())
	if err != nil {
		return command.Answer{}, err
	}
	out := &command.Card{Foot: Foot(l)}
	out.Text(clockSettings(c.Voice, t.Settings)...)
	if t.Paused {
		out.Text(paused(c.Voice, t))
	}
	if t.Doubt != "" && t.Settings.Runs() {
		out.Text(doubted(c.Voice, t.Doubt))
	}
	for _, s := range people(l) {
		k, ok := clockOf(t, s.Player)
		if !ok || !t.Settings.Runs() {
			continue
		}
		if k.Waited && !t.Paused {
			out.Text(clockLine(c.Voice, s, k))
		} else {
			out.Text(c.Say("clock-stands", engine.Text("who", who(c.Voice, s)), engine.Text("left", lasting(c.Voice, k.Left))))
		}
		if t.Settings.Vacation > 0 {
			out.Text("-# " + c.Say("vacation-left", engine.Text("who", who(c.Voice, s)), engine.Num("n", k.Vacation)))
		}
	}
	offered(c, out, l, seat)
	if l.Ending == nil && (seat != "" && l.Snapshot.CanOfferClock() || c.May(authority.SetClock, l.Match) == nil) {
		m := command.Menu{Hint: c.Say("clock-choose"), Path: wire.Path{"clock", "set", string(l.Match)}}
		for _, e := range exampleClocks {
			m.Choices = append(m.Choices, command.Choice{Label: e, Value: e})
		}
		out.Choose(m)
		out.Text("-# " + c.Say("clock-typed"))
	}
	return command.Answer{Card: out}, nil
}

// clockSettings says settings of clocks, as typed and in words.
func clockSettings(v command.Voice, s clock.Settings) []string {
	if !s.Runs() {
		return []string{v.Say("clock.none")}
	}
	words := []string{v.Say("clock."+string(s.Mode), engine.Text("time", lasting(v, s.Time)))}
	add := func(yes bool, key string, args ...engine.Arg) {
		if yes {
			words = append(words, v.Say("clock."+key, args...))
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
	if s.Program != "" {
		add(true, "then-program", engine.Text("program", v.Words.Computer(v.Lang, s.Program)))
	} else {
		add(true, "then-"+string(s.Then))
	}
	return []string{"`" + s.String() + "`", strings.Join(words, " ")}
}

// mostPauseDays is how many days a pause may last that has an end.
const mostPauseDays = 365

var pauseCommand = &command.Command{
	Path: "clock/pause", Parts: []string{"match", "answer", "days"},
	Options: []command.Option{
		{Name: "answer", Values: command.Fixed("discord.answer.", "pause", "resume", "agree", "decline")},
		{Name: "days", Number: command.Between(1, mostPauseDays)},
	},
	Do: pause,
}

// pause proposes a pause, ends one, or answers a proposal: /clock pause.
func pause(c *command.Call) (command.Answer, error) {
	l, seat, err := c.Playing()
	if err != nil {
		return command.Answer{}, err
	}
	by := c.Command(l.Match, seat)
	switch what := c.Options["answer"]; what {
	case "agree", "decline":
		return agree(c, l, seat, what)
	case "resume":
		reply, err := c.Referee.Unpause(by)
		return Done(c, reply, err)
	case "pause":
	default:
		if c.Options["days"] == "" {
			return showPause(c, l, seat)
		}
	}
	var end time.Time
	if days := c.Options["days"]; days != "" {
		n := command.Number(days, 0)
		if n == 0 || n > mostPauseDays {
			return command.Answer{}, command.No("pause-days")
		}
		end = c.Now().AddDate(0, 0, n)
	}
	reply, err := c.Referee.Pause(by, end)
	return propose(c, reply, err)
}

// showPause says whether there is a pause, and lets ask for one or end it.
func showPause(c *command.Call, l referee.Look, seat engine.Seat) (command.Answer, error) {
	t, err := c.Referee.Schedule().TimesOf(l.Snapshot.Match())
	if err != nil {
		return command.Answer{}, err
	}
	may, err := l.Snapshot.CanPause()
	if err != nil {
		return command.Answer{}, err
	}
	out := &command.Card{Foot: Foot(l)}
	at := func(what ...string) wire.Path { return append(wire.Path{"clock", "pause", string(l.Match)}, what...) }
	switch {
	case t.Paused:
		out.Text(paused(c.Voice, t))
		if l.Snapshot.CanUnpause() {
			out.Press(command.Button{Label: c.Say("button.resume"), Path: at("resume"), Style: wire.Primary})
		}
	case l.Offer != "":
		offered(c, out, l, seat)
	case !may:
		return command.Answer{}, referee.ErrNoClock
	default:
		out.Text(c.Say("pause-none"))
		buttons := []command.Button{{Label: c.Say("button.pause"), Path: at("pause"), Style: wire.Primary}}
		for _, n := range []int{3, 7, 14} {
			buttons = append(buttons, command.Button{Label: c.Say("button.pause-days", engine.Num("n", n)), Path: at("pause", strconv.Itoa(n))})
		}
		out.Press(buttons...)
	}
	return command.Answer{Card: out}, nil
}

var vacationCommand = &command.Command{
	Path: "clock/vacation", Parts: []string{"match", "from", "to"},
	Options: []command.Option{
		{Name: "from"},
		{Name: "to"},
	},
	Do: vacation,
}

// vacation lets who called be away: /clock vacation. Without days it says how many
// there are.
func vacation(c *command.Call) (command.Answer, error) {
	l, seat, err := c.Playing()
	if err != nil {
		return command.Answer{}, err
	}
	if c.Options["from"] == "" {
		return showVacation(c, l, seat)
	}
	text := c.Options["from"]
	if to := c.Options["to"]; to != "" {
		text += ".." + to
	}
	v, err := clock.ParseVacation(text)
	if err != nil {
		return command.Answer{}, err
	}
	reply, err := c.Referee.Vacation(c.Command(l.Match, seat), v)
	return Done(c, reply, err)
}

// showVacation says how many days of vacation are left, and offers the next ones.
func showVacation(c *command.Call, l referee.Look, seat engine.Seat) (command.Answer, error) {
	t, err := c.Referee.Schedule().TimesOf(l.Snapshot.Match())
	if err != nil {
		return command.Answer{}, err
	}
	left := t.Settings.Vacation
	k, ok := clockOf(t, l.Holder(seat).Player)
	if ok {
		left = k.Vacation
	}
	out := &command.Card{Foot: Foot(l)}
	out.Text(c.Say("vacation", engine.Num("n", left)))
	if !k.Away.IsZero() {
		out.Text(clockLine(c.Voice, l.Holder(seat), k))
	}
	zone, err := zone(c)
	if err != nil {
		return command.Answer{}, err
	}
	first := c.Now().In(zone).AddDate(0, 0, 1)
	var buttons []command.Button
	for _, n := range []int{1, 3, 7, 14} {
		if n <= left {
			buttons = append(buttons, command.Button{
				Label: c.Say("button.vacation", engine.Num("n", n)),
				Path:  wire.Path{"clock", "vacation", string(l.Match), first.Format(time.DateOnly), first.AddDate(0, 0, n-1).Format(time.DateOnly)},
			})
		}
	}
	out.Press(buttons...)
	return command.Answer{Card: out}, nil
}

// offered adds an offer that stands, with what may be done about it.
func offered(c *command.Call, out *command.Card, l referee.Look, seat engine.Seat) {
	if l.Offer == "" || l.Ending != nil {
		return
	}
	out.Text(offering(c.Voice, l)...)
	if seat == "" {
		return
	}
	AnswersToOffer(c.Voice, out, l, seat)
}

// offering says what is offered.
func offering(v command.Voice, l referee.Look) []string {
	seat := engine.Noun("seat", string(l.Offerer))
	switch l.Offer {
	case match.Draw:
		return []string{v.Say("offer-stands", seat)}
	case match.TakeBack:
		return []string{v.Say("asks-back", seat, engine.Num("n", l.AskedBack))}
	case match.Law:
		return otherwise(v, l, "law-stands")
	case match.Conduct:
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(l.Proposed)) {
		text := l.Proposed[name]
		switch name {
		case referee.SettingHints:
			lines = append(lines, v.Say("proposes-hints", seat))
		case schedule.SettingClock:
			s, err := clock.Parse(text)
			if err != nil {
				continue
			}
			if !s.Runs() {
				lines = append(lines, v.Say("proposes-none", seat))
				continue
			}
			lines = append(append(lines, v.Say("proposes-clock", seat)), clockSettings(v, s)...)
		case schedule.SettingPause:
			if at, err := time.Parse(time.RFC3339, text); err == nil {
				lines = append(lines, v.Say("proposes-pause-until", seat, engine.Text("until", stamp(at))))
			} else {
				lines = append(lines, v.Say("proposes-pause", seat))
			}
		}
	}
	return lines
}

// AnswersToOffer adds the buttons for an offer that stands: for the one who made
// it, and for the others.
func AnswersToOffer(v command.Voice, out *command.Card, l referee.Look, seat engine.Seat) {
	offer, mine := strconv.Itoa(l.OfferedBy), seat == l.Offerer
	path, label, agrees, declines := wire.Path{"match", "draw-offer"}, "button.accept", wire.Path{"accept"}, wire.Path{"decline"}
	switch l.Offer {
	case match.Draw:
	case match.TakeBack:
		path, label, agrees, declines = wire.Path{"match", "takeback"}, "button.grant", wire.Path{"", "grant", offer}, wire.Path{"", "refuse"}
	case match.Conduct:
		path, label, agrees = wire.Path{"clock", "set"}, "button.agree", wire.Path{"agree", offer}
	case match.Law:
		path, label, agrees = wire.Path{"match", "rules-version"}, "button.adopt", wire.Path{"accept", offer}
	}
	at := func(answer wire.Path) wire.Path { return slices.Concat(path, wire.Path{string(l.Match)}, answer) }
	yes, no := command.Button{Label: v.Say(label), Path: at(agrees), Style: wire.Success}, at(declines)
	if mine {
		out.Press(command.Button{Label: v.Say("button.withdraw"), Path: no})
		return
	}
	if !l.Snapshot.CanAccept(seat) {
		yes = command.Button{}
	}
	out.Press(yes, command.Button{Label: v.Say("button.decline"), Path: no})
}

// completeClock proposes settings of clocks.
func completeClock(c *command.Call, focused string) ([]command.Choice, error) {
	text := c.Options[focused]
	var out []command.Choice
	for _, e := range exampleClocks {
		if strings.HasPrefix(e, strings.ToLower(text)) {
			out = append(out, command.Choice{Label: e, Value: e})
		}
	}
	return out, nil
}
