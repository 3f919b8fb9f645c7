package discord

import (
	"slices"
	"strconv"
	"strings"

	"referee/bot/authority"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// judgements are what judges can rule, in the order of their buttons.
var judgements = []match.Judgement{match.Upheld, match.GoneBack, match.Replayed, match.Decided}

var ruleCommand = &command{
	path: "rule", parts: []string{"match", "case", "judgement", "sent"},
	button: true, act: authority.Rule,
	do: rule,
}

// rule rules on the appeal of a match, once a reason is written: the buttons of
// the judges' thread.
func rule(c *call) (answer, error) {
	l, x, err := judgedNow(c)
	switch {
	case err != nil:
		return answer{}, err
	case strconv.Itoa(x.From) != c.options["case"]:
		return answer{}, no("bench.ruled")
	case l.Restored != nil:
		return answer{}, match.ErrRestored
	}
	j := match.Judgement(c.options["judgement"])
	if !slices.Contains(judgements, j) {
		return answer{}, wire.ErrPath
	}
	if c.options["sent"] == "" {
		return c.showForm(ruling(c, l, x, j))
	}
	v, err := verdict(c, l, x, j)
	if err != nil {
		return answer{}, err
	}
	reply, err := c.Club.Judges.Rule(c.command(l.Match, ""), v)
	if err != nil {
		return answer{}, err
	}
	out := &card{foot: "-# " + l.Foot()}
	if l, _, err = c.look(l.Match); err == nil {
		out.foot = foot(l)
	}
	out.text(told(c, reply.Lines)...)
	out.text(quoted(v.Text)...)
	return answer{card: out, public: true}, nil
}

// ruling is the form in which a judge writes.
func ruling(c *call, l referee.Look, x referee.Case, j match.Judgement) *form {
	f := &form{
		title: c.say("bench.button." + string(j)),
		path:  wire.Path{"rule", string(l.Match), strconv.Itoa(x.From), string(j), "yes"},
	}
	switch j {
	case match.GoneBack:
		f.fields = append(f.fields, field{
			name: "decision", label: c.say("bench.back-to"), help: c.say("bench.back-to-help"), most: 6, value: strconv.Itoa(x.From - 1),
		})
	case match.Replayed:
		f.fields = append(f.fields, field{
			name: "decision", label: c.say("bench.anew"), help: c.say("bench.anew-help"), most: 6, value: strconv.Itoa(x.From),
		})
	case match.Decided:
		win := field{name: "winner", label: c.say("bench.winner")}
		for _, s := range l.Info.Seats {
			win.choices = append(win.choices, choice{label: c.raw(engine.Say("discord.bench.wins", engine.Noun("seat", string(s)))), value: string(s)})
		}
		win.choices = append(win.choices, choice{label: bare(c.voice, "league.value.draw"), value: winnerDraw},
			choice{label: bare(c.voice, "league.by-score"), value: winnerScore})
		f.fields = append(f.fields, win)
	case match.Upheld:
	}
	return &form{title: f.title, path: f.path, fields: append(f.fields,
		field{
			name: "rules", label: c.say("bench.rules"), help: c.say("bench.rules-help"), optional: true, most: 100,
			value: strings.Join(x.Rules, ", "),
		},
		field{name: "reason", label: c.say("bench.reason"), help: c.say("bench.reason-help"), long: true, most: maxReason})}
}

// winnerScore stands for whoever is ahead by the game's own score.
const winnerScore = "score"

// verdict reads what a judge has written.
func verdict(c *call, l referee.Look, x referee.Case, j match.Judgement) (referee.Verdict, error) {
	v := referee.Verdict{Judgement: j, Text: strings.TrimSpace(c.options["reason"])}
	var err error
	if v.Rules, err = ruleNumbers(c.options["rules"]); err != nil {
		return v, err
	}
	switch j {
	case match.GoneBack, match.Replayed:
		n, err := decision(strings.TrimSpace(c.options["decision"]), l)
		if err != nil {
			return v, err
		}
		if j == match.GoneBack {
			v.To = n
		} else {
			v.From, v.To = n, max(n, x.To)
		}
	case match.Decided:
		switch winner := c.options["winner"]; winner {
		case winnerScore:
			v.Tally = true
		case winnerDraw:
		default:
			v.Winner = engine.Seat(winner)
		}
	case match.Upheld:
	}
	return v, nil
}
