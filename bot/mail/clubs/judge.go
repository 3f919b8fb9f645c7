package clubs

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/mail/lines"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// MostWritten is how many characters a statement or a reason may have, as in Discord.
const MostWritten = 1000

// written is what stands below a line for the judges or of theirs; the message says why it cannot be taken: unsaid where nothing does.
func written(s lines.Step, unsaid string) (string, engine.Msg) {
	text := strings.TrimSpace(strings.Join(s.Below, "\n"))
	switch {
	case text == "":
		return "", engine.Say(unsaid)
	case utf8.RuneCountInString(text) > MostWritten:
		return "", engine.Say("mail.judge.long", engine.Num("most", MostWritten))
	}
	return text, engine.Msg{}
}

// Appeal reads what a line asks the judges, or states to them, and where its author acts. They are told where the match is
// played: who plays by mail acts there, as with every order. The message says why it cannot be asked.
func (d *Handler) Appeal(ctx context.Context, id match.ID, s lines.Step) (a club.Appeal, at authority.Powers, why engine.Msg, err error) {
	card, err := d.Club.Referee.Index.Summary(ctx, id)
	if err != nil {
		return a, at, why, err
	}
	if card.Home == "" || card.Place == "" { // nobody judges there, and it would wait for ever
		return a, at, engine.Say("mail.judge.none"), nil
	}
	text, why := written(s, "mail.judge.unsaid-appeal")
	if why.Key != "" {
		return a, at, why, nil
	}
	a = club.Appeal{From: number(s.Args[0]), To: number(s.Args[1]), Rules: s.Rules, Text: text, Place: card.Place}
	a.To = cmp.Or(a.To, a.From)
	a.From, a.To = min(a.From, a.To), max(a.From, a.To)
	return a, authority.Powers{Home: card.Home, Place: card.Place}, why, nil
}

// judging is a command with what its author may do as a judge: who was named one of the home of the match.
func (d *Handler) judging(ctx context.Context, c referee.Command) (referee.Command, error) {
	card, err := d.Club.Referee.Index.Summary(ctx, c.Match)
	if err != nil {
		return c, err
	}
	named, err := d.Club.Judges.Named(card.Home)
	c.Seat, c.Powers = "", authority.Powers{Home: card.Home, Place: card.Place, Judge: slices.Contains(named, c.Account)}
	return c, err
}

// Read is the case that a match waits for, for a judge: from then on they take no seat in it. The zero Case: there is none.
func (d *Handler) Read(ctx context.Context, c referee.Command) (club.Case, error) {
	c, err := d.judging(ctx, c)
	if err != nil {
		return club.Case{}, err
	}
	x, _, err := d.Club.Judges.ReadOpen(ctx, c)
	return x, err
}

// Rule rules on the case that a match waits for. The message says why it was not even tried.
func (d *Handler) Rule(ctx context.Context, r Reader, c referee.Command, s lines.Step) (referee.Reply, engine.Msg, error) {
	text, why := written(s, "mail.judge.unsaid")
	if why.Key != "" {
		return referee.Reply{}, why, nil
	}
	x, open, err := d.Club.Judges.Open(ctx, c.Match)
	if err == nil && !open { // handed over again it has an answer
		open, err = d.Club.Referee.Replied(ctx, c.Key)
	}
	if err != nil || !open {
		return referee.Reply{}, engine.Say("mail.judge.ruled"), err
	}
	v := club.Verdict{Rules: s.Rules, Text: text}
	n, isNumber := strconv.Atoi(s.Args[1])
	switch s.Args[0] {
	case lines.Stands:
		v.Judgement = match.Upheld
	case lines.Rewind:
		v.Judgement, v.To = match.GoneBack, n
	case lines.Replay:
		v.Judgement, v.From, v.To = match.Replayed, n, max(n, x.To)
	case lines.Win:
		v.Judgement, v.Winner = match.Decided, engine.Seat(r.Words.Typed(r.Lang, s.Args[1]))
		if len(s.Args) > 2 {
			v.Margin, _ = strconv.Atoi(s.Args[2]) // it is a number
		}
	case lines.Draw:
		v.Judgement = match.Decided
	case lines.Score:
		v.Judgement, v.Tally = match.Decided, true
	}
	if (s.Args[0] == lines.Rewind || s.Args[0] == lines.Replay) != (isNumber == nil) || (s.Args[0] == lines.Win) != (v.Winner != "") {
		return referee.Reply{}, engine.Say("mail.judge.how", engine.Text("lines", d.HowToRule(r))), nil
	}
	c, err = d.judging(ctx, c)
	if err != nil {
		return referee.Reply{}, engine.Msg{}, err
	}
	reply, err := d.Club.Judges.Rule(ctx, c, v)
	return reply, engine.Msg{}, err
}

// HowToRule lists what a judge can write.
func (d *Handler) HowToRule(r Reader) string {
	word := func(name, more string) string {
		return strings.TrimSpace(r.spelled("ruling") + " " + r.spelled("ruling."+name) + " " + more)
	}
	return strings.Join([]string{word(lines.Stands, ""), word(lines.Rewind, "12"), word(lines.Replay, "12"), word(lines.Win, "…"), word(lines.Win, "… 12"), word(lines.Draw, ""), word(lines.Score, "")}, ", ")
}

// Reason is what a judge has written about a ruling, which everybody may read, and the rules that it rests on.
func (d *Handler) Reason(ctx context.Context, id match.ID, seq int) ([]engine.Msg, error) {
	all, err := d.Club.Judges.Cases(ctx, id)
	if err != nil {
		return nil, err
	}
	var out []engine.Msg
	for _, x := range all {
		if x.Ruling == nil || x.Seq != seq {
			continue
		}
		if len(x.Ruling.Rules) > 0 {
			out = append(out, engine.Say("mail.judge.rules", engine.Text("rules", strings.Join(x.Ruling.Rules, ", "))))
		}
		out = append(out, quoted(x.Reason)...)
	}
	return out, nil
}

// Asked says what the judges are asked, as everybody may know it.
func (d *Handler) Asked(r Reader, s *referee.Snapshot, x club.Case) ([]engine.Msg, error) {
	about := "mail.judge.about"
	if x.From == x.To {
		about = "mail.judge.about-one"
	}
	out := []engine.Msg{engine.Say(about, engine.Text("title", s.Info().Title), engine.Text("match", string(x.Match)), engine.Num("from", x.From), engine.Num("to", x.To))}
	if len(x.Rules) > 0 {
		out = append(out, engine.Say("mail.judge.rules", engine.Text("rules", strings.Join(x.Rules, ", "))))
	}
	for _, seat := range s.Info().Seats {
		key := "mail.judge.silent"
		if x.Wrote(seat) {
			key = "mail.judge.wrote"
		}
		out = append(out, engine.Say(key, engine.Noun("seat", string(seat))))
	}
	seen, err := s.Lines(engine.Spectator, max(x.From-1, 0), x.To)
	return append(out, numbered(seen)...), err
}

// Statements is what the seats have written, and what has happened, with all that is secret.
func (d *Handler) Statements(s *referee.Snapshot, x club.Case) []engine.Msg {
	var out []engine.Msg
	for _, seat := range s.Info().Seats {
		for _, st := range x.Statements {
			if st.Seat == seat && st.Text != "" {
				out = append(append(out, engine.Say("mail.judge.writes", engine.Noun("seat", string(seat)))), quoted(st.Text)...)
			}
		}
	}
	return append(out, numbered(x.Lines)...)
}

// numbered are lines with the numbers of their decisions.
func numbered(told []referee.Line) []engine.Msg {
	var out []engine.Msg
	for _, l := range told {
		out = append(out, engine.Say("mail.judge.decision", engine.Num("seq", l.Seq), engine.Sub("said", l.Said)))
	}
	return out
}
