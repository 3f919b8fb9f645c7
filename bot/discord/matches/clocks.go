package matches

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/authority"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/turn"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// presets are the clocks that are proposed, by the names of their texts.
var presets = []struct{ name, clock string }{
	{"limit", "limit 3d grace 12h remind 50 80 vacation 14 then remind"},
	{"reserve", "reserve 10d +12h cap 15d grace 6h remind 50 80 vacation 14 then caretaker"},
	{"loss", "reserve 5d +6h grace 3h remind 50 90 then loss"},
	{"none", string(clock.None)},
}

// ownClock is what is chosen in place of a preset by players who write a clock themselves.
const ownClock = "own"

// ClockField lets choose one of the presets, or the clock that was given.
func ClockField(q *command.Request, name string) command.Field {
	f := command.Field{Name: name, Label: q.Say("form.clock"), Help: q.Say("form.clock-help"), Optional: true, Choices: clockChoices(q.Voice)}
	if given := q.Options[name]; given != "" && !slices.ContainsFunc(f.Choices, func(c command.Choice) bool { return c.Value == given }) {
		f.Choices = append(f.Choices, command.Choice{Label: given, Value: given})
	}
	return f
}

// clockChoices are the presets.
func clockChoices(v command.Voice) []command.Choice {
	var out []command.Choice
	for _, p := range presets {
		out = append(out, command.Choice{Label: v.Say("clock-preset." + p.name), Detail: v.Say("clock-preset-help." + p.name), Value: p.clock})
	}
	return out
}

var clocksCommand = &command.Command{
	Path: "clock/set", Parts: []string{"match", "answer", "offer", "form"}, More: []string{"option", "set", "own"},
	Options: []command.Option{
		{Name: "time", Complete: CompleteClock},
		{Name: "answer", Values: command.Fixed("discord.answer.", "agree", "decline")},
	},
	Do: command.Here(clocks),
}

// clockForm is the form in which a clock is chosen or written. It begins with the clock of the match.
func clockForm(q *command.Request, l referee.Look) (command.Response, error) {
	t, err := q.Referee.Schedule.TimesOf(q.Context(), l.Snapshot.Match())
	if err != nil {
		return command.Response{}, err
	}
	given := cmp.Or(clockGiven(q), t.Settings.String())
	choices := clockChoices(q.Voice)
	chosen := ownClock
	if slices.ContainsFunc(choices, func(c command.Choice) bool { return c.Value == given }) {
		chosen, given = given, ""
	}
	return q.ShowForm(&command.Form{Title: q.Say("button.set-clock"), Path: wire.Path{"clock", "set", string(l.Match), "", "", "yes"}, Fields: []command.Field{
		{
			Name: "time", Kind: wire.TypeRadios, Label: q.Say("form.clock"), Help: q.Say("clock-agreed"), Value: chosen,
			Choices: append(choices, command.Choice{Label: q.Say("clock-preset.own"), Detail: q.Say("clock-preset-help.own"), Value: ownClock}),
		},
		{Name: ownClock, Label: q.Say("form.own-clock"), Help: q.Say("form.own-clock-help"), Optional: true, Most: mostClock, Value: given},
	}})
}

// mostClock is how many characters of a clock are read.
const mostClock = 200

// clockGiven is the clock that is asked for; "": none is.
func clockGiven(q *command.Request) string {
	set := cmp.Or(q.Options["time"], q.Options["set"], q.Options["option"]) // the option was called set before
	if set == ownClock {
		set = q.Options["own"]
	}
	return PresetNamed(q.Voice, strings.TrimSpace(set))
}

// PresetNamed is the clock of the preset whose label was given, as Discord's clients may send that of a proposal; else what was given.
func PresetNamed(v command.Voice, given string) string {
	for _, c := range clockChoices(v) {
		if typed.Fold(given) == typed.Fold(c.Label) {
			return c.Value
		}
	}
	return given
}

// clocks shows the clocks of a match, and sets or proposes others: /clock set.
// Once the match has begun the other side must agree.
func clocks(q *command.Request, t turn.Turn) (command.Response, error) {
	set := clockGiven(q)
	var err error
	switch {
	case q.Options["answer"] != "":
		return answerOffer(q, t, match.NewSettings)
	case q.Options["form"] != "" && !q.Sent(), q.Again():
		return clockForm(q, t.Look)
	case set == "" && q.Sent():
		return command.Response{}, command.No("clock-own")
	case set == "":
		return showClocks(q, t)
	case t.By.Seat == "":
		_, err = q.Referee.Moderator.ChangeSettings(q.Context(), q.Command(t.Look.Match, ""), map[string]string{schedule.SettingClock: set})
	case t.Look.Started:
		return propose(q, t, turn.Clock, turn.With{Text: set})
	default:
		_, err = q.Does(t, turn.Clock, turn.With{Text: set})
	}
	if errors.Is(err, clock.ErrSettings) && !q.Sent() {
		out := command.Says(q.Tell(referee.Explain(err)))
		q.FormAgain(out, "button.set-clock")
		return command.Response{Card: out}, nil
	}
	if err != nil {
		return command.Response{}, err
	}
	return command.Here(showClocks)(q)
}

// propose does what the other side is asked to agree to.
func propose(q *command.Request, t turn.Turn, name turn.Act, w turn.With) (command.Response, error) {
	if t.By.Seat == "" {
		return command.Response{}, command.No("not-seated")
	}
	done, err := q.Does(t, name, w)
	if err != nil {
		return command.Response{}, err
	}
	return panel(q, done.Match, q.Say("proposed"))
}

// answerOffer accepts what the other side offers, once that is confirmed if it cannot be undone, or declines it; players take back
// their own offers so.
func answerOffer(q *command.Request, t turn.Turn, what match.Offer) (command.Response, error) {
	l, w := t.Look, turn.With{Offer: what}
	if t.By.Seat == "" {
		return command.Response{}, command.No("not-seated")
	}
	if !slices.Contains([]string{"accept", "grant", "agree"}, q.Options["answer"]) {
		return does(q, t, turn.Decline, w)
	}
	w.N = command.Number(q.Options["offer"], l.OfferedBy)
	done, err := q.Does(t, turn.Accept, w)
	switch {
	case errors.Is(err, match.ErrOwnOffer): // it stands
		out := cardOf(l, q.Tell(referee.Explain(err)))
		AnswersToOffer(q.Context(), q.Handlers, q.Voice, out, t)
		return command.Response{Card: out}, nil
	case done.Held != "" && what == match.Law:
		return q.Confirmation(strings.Join(otherwise(q.Voice, l, "sure.adopt"), "\n"), "button.adopt",
			wire.Path{"match", "rules-version", string(l.Match), "accept", strconv.Itoa(l.OfferedBy), "yes"}), nil
	case done.Held != "" && what == match.NewBoard:
		text := append([]string{q.Say("sure.adopt-board", engine.Text("board", l.OfferedBoard.Called))}, q.TellAll(l.OfferedBoard.Changes)...)
		return q.Confirmation(strings.Join(text, "\n"), "button.adopt",
			wire.Path{"match", "rules-version", string(l.Match), "accept", strconv.Itoa(l.OfferedBy), "yes"}), nil
	case done.Held != "":
		return q.Confirmation(q.Say("sure.accept"), "button.accept", wire.Path{"match", "draw-offer", string(l.Match), "accept", "yes"}), nil
	}
	return Report(q, done.Reply, err)
}

// showClocks says how the clocks of a match are set and how they stand.
func showClocks(q *command.Request, now turn.Turn) (command.Response, error) {
	l := now.Look
	t, err := q.Referee.Schedule.TimesOf(q.Context(), l.Snapshot.Match())
	if err != nil {
		return command.Response{}, err
	}
	out := cardOf(l, clockSettings(q.Voice, t.Settings))
	if t.Paused {
		out.Text(paused(q.Voice, t))
	}
	if t.Doubt != "" && t.Settings.Runs() {
		out.Text(doubted(q.Voice, t.Doubt))
	}
	for _, s := range people(l) {
		k, ok := clockOf(t, s.Player)
		if !ok || !t.Settings.Runs() {
			continue
		}
		if k.Waited && !t.Paused {
			out.Text(clockLine(q.Voice, s, k))
		} else {
			out.Text(q.Say("clock-stands", engine.Text("who", who(q.Voice, s)), engine.Text("left", lasting(q.Voice, k.Left))))
		}
		if t.Settings.Vacation > 0 {
			out.Text("-# " + q.Say("vacation-left", engine.Text("who", who(q.Voice, s)), engine.Num("n", k.Vacation)))
		}
	}
	offered(q.Context(), q.Handlers, q.Voice, out, now)
	if l.Ending == nil && (q.Offers(q.Context(), now, turn.Clock) || q.May(authority.SetClock, l.Match) == nil) {
		out.Press(command.Button{Label: q.Say("button.set-clock"), Path: wire.Path{"clock", "set", string(l.Match), "", "", "yes"}})
		out.Text("-# " + q.Say("clock-typed"))
	}
	return command.Response{Card: out}, nil
}

// clockSettings says settings of clocks in words.
func clockSettings(v command.Voice, s clock.Settings) string {
	if !s.Runs() {
		return v.Say("clock.none")
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
	at := lists.Map(s.Remind, func(p int) engine.Arg { return engine.Text("", strconv.Itoa(p)) })
	add(len(at) > 0, "remind", engine.List("at", at...))
	add(s.Vacation > 0, "vacation", engine.Num("n", s.Vacation))
	if s.Program != "" {
		add(true, "then-program", engine.Text("program", v.Words.Computer(v.Lang, s.Program)))
	} else {
		add(true, "then-"+string(s.Then))
	}
	return strings.Join(words, " ")
}

// mostPauseDays is how many days a pause may last that has an end.
const mostPauseDays = 365

var pauseCommand = &command.Command{
	Path: "clock/pause", Parts: []string{"match", "answer", "days"},
	Options: []command.Option{
		{Name: "answer", Values: command.Fixed("discord.answer.", "pause", "resume", "agree", "decline")},
		{Name: "days", Number: command.Between(1, mostPauseDays)},
	},
	Do: command.Playing(pause),
}

// pause proposes a pause, ends one, or answers a proposal: /clock pause.
func pause(q *command.Request, t turn.Turn) (command.Response, error) {
	days := q.Options["days"]
	switch q.Options["answer"] {
	case "agree", "decline":
		return answerOffer(q, t, match.NewSettings)
	case "resume":
		return does(q, t, turn.Unpause, turn.With{})
	case "pause":
	default:
		if days == "" {
			return showPause(q, t)
		}
	}
	var end time.Time
	if days != "" {
		n := command.Number(days, 0)
		if n == 0 || n > mostPauseDays {
			return command.Response{}, command.No("pause-days")
		}
		end = q.Now().AddDate(0, 0, n)
	}
	return propose(q, t, turn.Pause, turn.With{Until: end})
}

// showPause says whether there is a pause, and lets ask for one or end it.
func showPause(q *command.Request, t turn.Turn) (command.Response, error) {
	times, err := q.Referee.Schedule.TimesOf(q.Context(), t.Look.Snapshot.Match())
	if err != nil {
		return command.Response{}, err
	}
	out := cardOf(t.Look)
	at := func(what ...string) wire.Path {
		return append(wire.Path{"clock", "pause", string(t.Look.Match)}, what...)
	}
	switch {
	case times.Paused:
		out.Text(paused(q.Voice, times))
		if q.Offers(q.Context(), t, turn.Unpause) {
			out.Press(command.Button{Label: q.Say("button.resume"), Path: at("resume"), Style: discordgo.PrimaryButton})
		}
	case t.Look.Offer != "":
		offered(q.Context(), q.Handlers, q.Voice, out, t)
	case !q.Offers(q.Context(), t, turn.Pause):
		return command.Response{}, referee.ErrNoClock
	default:
		out.Text(q.Say("pause-none"))
		buttons := []command.Button{{Label: q.Say("button.pause"), Path: at("pause"), Style: discordgo.PrimaryButton}}
		for _, n := range []int{3, 7, 14} {
			buttons = append(buttons, command.Button{Label: q.Say("button.pause-days", engine.Num("n", n)), Path: at("pause", strconv.Itoa(n))})
		}
		out.Press(buttons...)
	}
	return command.Response{Card: out}, nil
}

var vacationCommand = &command.Command{
	Path: "clock/vacation", Parts: []string{"match", "from", "to"},
	Options: []command.Option{
		{Name: "from"},
		{Name: "to"},
	},
	Do: command.Playing(vacation),
}

// vacation lets the author be away: /clock vacation. Without days it says how many
// there are.
func vacation(q *command.Request, t turn.Turn) (command.Response, error) {
	if q.Options["from"] == "" {
		return showVacation(q, t.Look, t.By.Seat)
	}
	text := q.Options["from"]
	if to := q.Options["to"]; to != "" {
		text += ".." + to
	}
	v, err := clock.ParseVacation(text)
	if err != nil {
		return command.Response{}, err
	}
	reply, err := q.Referee.Vacation(q.Context(), q.Command(t.Look.Match, t.By.Seat), v)
	return Report(q, reply, err)
}

// showVacation says how many days of vacation are left, and offers the next ones.
func showVacation(q *command.Request, l referee.Look, seat engine.Seat) (command.Response, error) {
	t, err := q.Referee.Schedule.TimesOf(q.Context(), l.Snapshot.Match())
	if err != nil {
		return command.Response{}, err
	}
	left := t.Settings.Vacation
	k, ok := clockOf(t, l.Holder(seat).Player)
	if ok {
		left = k.Vacation
	}
	out := cardOf(l, q.Say("vacation", engine.Num("n", left)))
	if !k.Away.IsZero() {
		out.Text(clockLine(q.Voice, l.Holder(seat), k))
	}
	zone, err := zone(q)
	if err != nil {
		return command.Response{}, err
	}
	first := q.Now().In(zone).AddDate(0, 0, 1)
	var buttons []command.Button
	for _, n := range []int{1, 3, 7, 14} {
		if n <= left {
			buttons = append(buttons, command.Button{
				Label: q.Say("button.vacation", engine.Num("n", n)),
				Path:  wire.Path{"clock", "vacation", string(l.Match), first.Format(time.DateOnly), first.AddDate(0, 0, n-1).Format(time.DateOnly)},
			})
		}
	}
	out.Press(buttons...)
	return command.Response{Card: out}, nil
}

// offered adds an offer that stands, with what may be done about it.
func offered(ctx context.Context, h *command.Handlers, v command.Voice, out *command.Card, t turn.Turn) {
	if t.Look.Offer != "" && t.Look.Ending == nil {
		out.Text(offering(h, v, t.Look)...)
		AnswersToOffer(ctx, h, v, out, t)
	}
}

// AnswersToOffer adds the buttons for an offer that stands: for the one who made
// it, and for the others.
func AnswersToOffer(ctx context.Context, h *command.Handlers, v command.Voice, out *command.Card, t turn.Turn) {
	offer, refuses := strconv.Itoa(t.Look.OfferedBy), "button.decline"
	path, label, agrees, declines := wire.Path{"match", "draw-offer"}, "button.accept", wire.Path{"accept"}, wire.Path{"decline"}
	switch t.Look.Offer {
	case match.Draw:
	case match.TakeBack:
		refuses = "button.play-on"
		path, label, agrees, declines = wire.Path{"match", "takeback"}, "button.grant", wire.Path{"", "grant", offer}, wire.Path{"", "refuse"}
	case match.NewSettings:
		path, label, agrees = wire.Path{"clock", "set"}, "button.agree", wire.Path{"agree", offer}
	case match.Law, match.NewBoard:
		path, label, agrees = wire.Path{"match", "rules-version"}, "button.adopt", wire.Path{"accept", offer}
	}
	at := func(answer wire.Path) wire.Path { return slices.Concat(path, wire.Path{string(t.Look.Match)}, answer) }
	var yes, no command.Button
	if h.Offers(ctx, t, turn.Accept) {
		yes = command.Button{Label: v.Say(label), Path: at(agrees), Style: discordgo.SuccessButton}
	}
	if h.Offers(ctx, t, turn.Decline) {
		no = command.Button{Label: v.Say(refuses), Path: at(declines)}
	}
	if t.Look.Offerer == t.By.Seat {
		no.Label = v.Say("button.withdraw")
	}
	out.Press(yes, no)
}

// CompleteClock proposes the presets whose words or settings have what is typed in them.
func CompleteClock(q *command.Request, focused string) ([]command.Choice, error) {
	text := typed.Fold(q.Options[focused])
	fit := lists.Filter(clockChoices(q.Voice), func(c command.Choice) bool {
		return strings.Contains(typed.Fold(c.Label+" "+c.Detail), text) || strings.HasPrefix(c.Value, text)
	})
	return lists.Map(fit, func(c command.Choice) command.Choice {
		return command.Choice{Label: c.Label + " · " + c.Detail, Value: c.Value}
	}), nil
}
