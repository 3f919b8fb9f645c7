package discord

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"referee/bot/authority"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// underAppeal says, in place of questions, that judges are asked, and lets a player
// state his side.
func underAppeal(v voice, c *card, l referee.Look, seat engine.Seat) {
	c.text(v.say("bench.waits"))
	buttons := []button{mapButton(v, l)}
	if seat != "" {
		buttons = append([]button{statementButton(v, l)}, buttons...)
	}
	c.press(buttons...)
}

func statementButton(v voice, l referee.Look) button {
	return button{label: v.say("bench.button.statement"), path: wire.Path{"appeal", string(l.Match)}, style: wire.Primary}
}

// bench is what is kept of the appeals of a match.
type bench struct {
	Home   string  `json:"home"`             // the server
	Thread wire.ID `json:"thread,omitempty"` // of the judges; "": to be made
}

func benchOf(id match.ID) string { return "bench " + string(id) }

// benchNote is what is kept of the appeals of a match; false where there were none
// here.
func benchNote(h *desk, id match.ID) (b bench, ok bool, err error) {
	text, err := h.Notes.Note(benchOf(id))
	if err == nil && text != nil {
		err = json.Unmarshal(text, &b)
	}
	if err != nil {
		return b, false, fmt.Errorf("discord: read where the judges of match %s are: %w", id, err)
	}
	return b, text != nil, nil
}

func putBench(h *desk, id match.ID, b bench) error {
	text, err := json.Marshal(b)
	if err != nil {
		return fmt.Errorf("discord: keep where the judges of match %s are: %w", id, err)
	}
	return h.Notes.PutNote(benchOf(id), text)
}

var appealCommand = &command{
	path: "appeal", parts: []string{"match", "sent"},
	guild: true, threads: privateThread,
	do: appeal,
}

// appeal asks the judges, or states a side to them where they are asked: /appeal.
// What the player writes goes to them alone. A judge is shown what they are asked:
// he may not have been called into their thread.
func appeal(c *call) (answer, error) {
	l, seat, err := c.underWay()
	if err != nil {
		return answer{}, err
	}
	open, asked, err := docket(c.desk, l.Match)
	switch {
	case err != nil:
		return answer{}, err
	case !c.guild:
		return answer{}, no("bench.guild-only")
	case seat == "" && asked && c.may(authority.ReadCase, l.Match) == nil:
		out, err := benchCard(c.desk, c.voice, open, l)
		return answer{card: out}, err
	case seat == "":
		return answer{}, no("not-seated")
	case c.may(authority.Appeal, l.Match) != nil:
		return answer{}, authority.ErrElsewhere
	case len(c.lacks) > 0:
		return answer{}, no("bench.lacks", permissions(c))
	case !l.Started:
		return answer{}, match.ErrWaiting
	case l.Restored != nil:
		return answer{}, match.ErrRestored
	}
	if c.options["sent"] == "" {
		return plead(c, l, open, asked)
	}
	p := referee.Appeal{Text: strings.TrimSpace(c.options["statement"]), Place: c.hall}
	if p.Rules, err = ruleNumbers(c.options["rules"]); err != nil {
		return answer{}, err
	}
	if !asked {
		if p.From, p.To, err = decisionsOf(c.options["decisions"], l); err != nil {
			return answer{}, err
		}
	}
	b, _, err := benchNote(c.desk, l.Match)
	if err != nil {
		return answer{}, err
	}
	b.Home = c.home
	if err := putBench(c.desk, l.Match, b); err != nil {
		return answer{}, err
	}
	reply, err := c.Club.Judges.Appeal(c.command(l.Match, seat), p)
	return done(c, reply, err)
}

// plead shows the form of an appeal, or of the other side's statement.
func plead(c *call, l referee.Look, open referee.Case, asked bool) (answer, error) {
	f := &form{title: c.say("bench.appeal-title"), path: wire.Path{"appeal", string(l.Match), "yes"}}
	if asked {
		f.title = c.say("bench.statement-title")
	} else {
		f.fields = append(f.fields, field{
			name: "decisions", label: c.say("bench.decisions"), help: c.say("bench.decisions-help"), optional: true, most: 20,
		})
	}
	f.fields = append(f.fields,
		field{
			name: "rules", label: c.say("bench.rules"), help: c.say("bench.rules-help"), optional: true, most: 100,
			value: strings.Join(open.Rules, ", "),
		},
		field{name: "statement", label: c.say("bench.statement"), help: c.say("bench.statement-help"), long: true, most: maxReason})
	return c.showForm(f)
}

// docket is the case that a match waits for; false where it waits for none.
func docket(h *desk, id match.ID) (referee.Case, bool, error) {
	all, err := h.Club.Judges.Cases(id)
	if n := len(all); err == nil && n > 0 && all[n-1].Ruling == nil {
		return all[n-1], true, nil
	}
	return referee.Case{}, false, err
}

// numbers are decisions as they are typed: "12", "12-14", "12 to 14".
var numbers = regexp.MustCompile(`^\D*(\d+)(?:\D+(\d+))?\D*$`)

// decisionsOf reads decisions of a match; 0 and 0 where none are named.
func decisionsOf(text string, l referee.Look) (from, to int, err error) {
	if strings.TrimSpace(text) == "" {
		return 0, 0, nil
	}
	found := numbers.FindStringSubmatch(text)
	if found == nil {
		return 0, 0, no("no-decision", engine.Text("n", plain(text)), engine.Num("last", l.Seq))
	}
	if from, err = decision(found[1], l); err != nil || found[2] == "" {
		return from, from, err
	}
	to, err = decision(found[2], l)
	return min(from, to), max(from, to), err
}

// ruleNumbers reads the numbers of rules: "8.4, 9.1". Other words it refuses, as
// nothing that is recorded can be erased.
func ruleNumbers(text string) ([]string, error) {
	list := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",; §", r) })
	for _, number := range list {
		if !match.IsRule(number) {
			return nil, no("bench.no-rule", engine.Text("text", plain(number)))
		}
	}
	return list, nil
}

// heard adds to news of an appeal that the other side may speak, too; and where no
// role is called, who can rule.
func heard(h *desk, c *card, n news) {
	i := slices.IndexFunc(n.lines, func(l referee.Line) bool { return strings.HasPrefix(l.Said.Key, "referee.told.appeal") })
	if i < 0 {
		return
	}
	for _, s := range n.then.Sitting {
		if s.Seat != n.lines[i].Seat {
			c.text(n.say("bench.your-side", engine.Text("who", who(s))))
			mention(h, c, n.now, s)
		}
	}
	if len(h.Judges)+len(h.Moderators) == 0 {
		c.text(n.say("bench.nobody"))
	}
	c.press(statementButton(n.voice, n.now))
}

// benchRoom is the judges' thread of a match.
func benchRoom(h *desk, p post.Post) (*wire.Thread, error) {
	b, _, err := benchNote(h, p.Match)
	if err != nil || b.Thread != "" {
		return &wire.Thread{ID: b.Thread}, err
	}
	l, err := h.Referee.Look(p.Match, engine.Spectator)
	if errors.Is(err, match.ErrUnknown) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	v, err := publicVoice(h, l)
	return &wire.Thread{Name: cut(bare(v, "bench.room", engine.Text("match", string(p.Match))), maxThreadName)}, err
}

// houseBench notes the judges' thread.
func houseBench(h *desk, id match.ID, thread wire.ID) error {
	b, _, err := benchNote(h, id)
	if err != nil {
		return err
	}
	b.Thread = thread
	return putBench(h, id, b)
}
