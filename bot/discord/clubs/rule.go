package clubs

import (
	"slices"
	"strconv"
	"strings"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// judgements are what judges can rule, in the order of their buttons.
var judgements = []match.Judgement{match.Upheld, match.GoneBack, match.Replayed, match.Decided}

var ruleCommand = &command.Command{
	Path: "rule", Parts: []string{"match", "case", "judgement"}, More: []string{"decision", "winner", "margin", "rules", "reason"},
	Button: true, Right: authority.Rule,
	Do: rule,
}

// rule rules on the appeal of a match, once a reason is written: the buttons of
// the judges' thread.
func rule(q *command.Request) (command.Response, error) {
	l, x, err := judgedNow(q)
	switch {
	case err != nil:
		return command.Response{}, err
	case strconv.Itoa(x.From) != q.Options["case"]:
		return command.Response{}, command.No("judges.ruled")
	case l.Restored != nil:
		return command.Response{}, match.ErrRestored
	}
	j := match.Judgement(q.Options["judgement"])
	if !slices.Contains(judgements, j) {
		return command.Response{}, wire.ErrPath
	}
	if !q.Sent() {
		return q.ShowForm(ruling(q, l, x, j))
	}
	v, err := verdict(q, l, x, j)
	if err != nil {
		return command.Response{}, err
	}
	reply, err := q.Club.Judges.Rule(q.Context(), q.Command(l.Match, ""), v)
	if err != nil {
		return command.Response{}, err
	}
	elsewhere := q.Place != l.Snapshot.Place() // where the match is played its news tell the ruling
	out := &command.Card{Foot: "-# " + l.Foot()}
	if l, _, err = q.Look(l.Match); err == nil {
		out.Foot = matches.Foot(l)
	}
	out.Text(matches.Told(q, reply.Lines)...)
	out.Text(command.Quoted(v.Text)...)
	return command.Response{Card: out, Public: elsewhere}, nil
}

// ruling is the form in which a judge writes.
func ruling(q *command.Request, l referee.Look, x club.Case, j match.Judgement) *command.Form {
	f := &command.Form{
		Title: q.Say("judges.button." + string(j)),
	}
	switch j {
	case match.GoneBack:
		f.Fields = append(f.Fields, command.Field{
			Name: "decision", Label: q.Say("judges.back-to"), Help: q.Say("judges.back-to-help"), Most: 6, Value: strconv.Itoa(x.From - 1),
		})
	case match.Replayed:
		f.Fields = append(f.Fields, command.Field{
			Name: "decision", Label: q.Say("judges.anew"), Help: q.Say("judges.anew-help"), Most: 6, Value: strconv.Itoa(x.From),
		})
	case match.Decided:
		win := command.Field{Name: "winner", Label: q.Say("judges.winner")}
		for _, s := range l.Info.Seats {
			win.Choices = append(win.Choices, command.Choice{Label: q.Raw(engine.Say("discord.judges.wins", engine.Noun("seat", string(s)))), Value: string(s)})
		}
		win.Choices = append(win.Choices, command.Choice{Label: bare(q.Voice, "league.value.draw"), Value: winnerDraw},
			command.Choice{Label: bare(q.Voice, "league.by-score"), Value: winnerScore})
		f.Fields = append(f.Fields, win, command.Field{Name: "margin", Label: q.Say("judges.margin"), Help: q.Say("judges.margin-help"), Optional: true, Most: 4})
	case match.Upheld:
	}
	return &command.Form{Title: f.Title, Path: f.Path, Fields: append(f.Fields,
		command.Field{
			Name: "rules", Label: q.Say("judges.rules"), Help: q.Say("judges.rules-help"), Optional: true, Most: 100,
			Value: strings.Join(x.Rules, ", "),
		},
		command.Field{Name: "reason", Label: q.Say("judges.reason"), Help: q.Say("judges.reason-help"), Long: true, Most: maxReason})}
}

// winnerScore stands for whoever is ahead by the game's own score.
const winnerScore = "score"

// verdict reads what a judge has written.
func verdict(q *command.Request, l referee.Look, x club.Case, j match.Judgement) (club.Verdict, error) {
	v := club.Verdict{Judgement: j, Text: strings.TrimSpace(q.Options["reason"])}
	var err error
	if v.Rules, err = ruleNumbers(q.Options["rules"]); err != nil {
		return v, err
	}
	switch j {
	case match.GoneBack, match.Replayed:
		n, err := matches.Decision(strings.TrimSpace(q.Options["decision"]), l)
		if err != nil {
			return v, err
		}
		if j == match.GoneBack {
			v.To = n
		} else {
			v.From, v.To = n, max(n, x.To)
		}
	case match.Decided:
		switch winner := q.Options["winner"]; winner {
		case winnerScore:
			v.Tally = true
		case winnerDraw:
		default:
			v.Winner = engine.Seat(winner)
		}
		return v, count(q, "margin", &v.Margin, 1, match.MaxMargin)
	case match.Upheld:
	}
	return v, nil
}
