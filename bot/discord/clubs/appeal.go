package clubs

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"strings"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

var appealCommand = &command.Command{
	Path: "appeal", Parts: []string{"match", "sent"}, More: []string{"decisions", "rules", "statement"},
	Guild: "judges.guild-only", Threads: command.PrivateThread,
	Do: appeal,
}

// formAllTheSame is the part "sent" of a player who knows that nobody is called, and wants the form all the same.
const formAllTheSame = "form"

// appeal asks the judges, or states a side to them where they are asked: /appeal.
// What the player writes goes to them alone. A judge is shown what they are asked:
// they may not have been called into their thread.
func appeal(q *command.Request) (command.Response, error) {
	l, seat, err := q.UnderWay()
	if err != nil {
		return command.Response{}, err
	}
	open, asked, err := q.Club.Judges.Open(q.Context(), l.Match)
	switch {
	case err != nil:
		return command.Response{}, err
	case seat == "" && asked && q.May(authority.ReadCase, l.Match) == nil:
		return showCase(q, open, l)
	case seat == "":
		return command.Response{}, command.No("not-seated")
	case len(q.Lacks) > 0:
		return command.Response{}, command.No("judges.lacks", command.Permissions(q))
	}
	t := q.Turn(l, seat)
	if err := t.MayAppeal(q.Context()); err != nil {
		return command.Response{}, err
	}
	sent := q.Options["sent"]
	if !asked && q.Found == nil && sent != formAllTheSame && q.Server.HasJudges() {
		return command.Response{LookUp: whetherThere(q.Server)}, nil
	}
	switch {
	case sent == "" && !asked && !callsJudges(q) && !q.Sent() && !q.Again():
		return nobodyCalled(q, l.Match), nil
	case !q.Sent():
		return appealForm(q, l, open, asked)
	}
	return sendAppeal(q, t, asked)
}

// showCase shows a judge what they are asked, and calls nobody.
func showCase(q *command.Request, open club.Case, l referee.Look) (command.Response, error) {
	noted, _, err := matches.AppealedOf(q.Context(), q.Handlers, open.Match)
	if err != nil {
		return command.Response{}, err
	}
	out, err := caseCard(q.Handlers, q.Voice, open, l, noted)
	if err != nil {
		return command.Response{}, err
	}
	out.Mentions, out.Roles = nil, nil
	return command.Response{Card: out}, nil
}

// sendAppeal asks the judges what was written in a form.
func sendAppeal(q *command.Request, t turn.Turn, asked bool) (command.Response, error) {
	p := club.Appeal{Text: strings.TrimSpace(q.Options["statement"]), Place: q.Place}
	var err error
	if p.Rules, err = ruleNumbers(q.Options["rules"]); err != nil {
		return command.Response{}, err
	}
	if !asked {
		if p.From, p.To, err = decisionsOf(q.Options["decisions"], t.Look); err != nil {
			return command.Response{}, err
		}
	}
	if err := matches.ChangeAppealed(q.Context(), q.Handlers, t.Look.Match, func(b *matches.Appealed) {
		b.Home = q.Home
		b.Parent, _ = wire.ChannelOf(q.Channel)
		if here, ok := wire.ChannelOf(q.Place); ok && b.Thread == "" && q.NoPrivateThreads {
			b.Thread = here
		}
		if q.Found != nil {
			b.Away = awayFrom(q.Server, q.Found)
		}
	}); err != nil {
		return command.Response{}, err
	}
	done, err := q.Does(t, turn.Appeal, turn.With{Appeal: p})
	return matches.Report(q, done.Reply, err)
}

// appealForm shows the form of an appeal, or of the other side's statement.
func appealForm(q *command.Request, l referee.Look, open club.Case, asked bool) (command.Response, error) {
	f := &command.Form{Title: q.Say("judges.appeal-title"), Path: wire.Path{"appeal", string(l.Match)}}
	if asked {
		f.Title = q.Say("judges.statement-title")
	} else {
		f.Fields = append(f.Fields, decisionsField(q, l))
	}
	f.Fields = append(f.Fields,
		command.Field{
			Name: "rules", Label: q.Say("judges.rules"), Help: q.Say("judges.rules-help"), Optional: true, Most: 100,
			Value: strings.Join(open.Rules, ", "),
		},
		command.Field{Name: "statement", Label: q.Say("judges.statement"), Help: q.Say("judges.statement-help"), Long: true, Most: maxReason})
	return q.ShowForm(f)
}

// decisionsField lets choose the first and the last of the decisions of a match, or one; where there are too many for a menu they are
// typed.
func decisionsField(q *command.Request, l referee.Look) command.Field {
	f := command.Field{Name: "decisions", Label: q.Say("judges.decisions"), Help: q.Say("judges.decisions-help"), Optional: true, Most: 20}
	if l.Seq > command.MaxOptions {
		return f
	}
	list, err := matches.Decisions(q, l)
	if err != nil || len(list) == 0 {
		return f
	}
	f.Help, f.Most, f.Choices = q.Say("judges.decisions-pick"), min(2, len(list)), list
	return f
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
		return 0, 0, command.No("no-decision", engine.Text("n", command.Plain(text)), engine.Num("last", l.Seq))
	}
	if from, err = matches.Decision(found[1], l); err != nil || found[2] == "" {
		return from, from, err
	}
	to, err = matches.Decision(found[2], l)
	return min(from, to), max(from, to), err
}

// ruleNumbers reads the numbers of rules: "8.4, 9.1". Other words it refuses, as
// nothing that is recorded can be erased.
func ruleNumbers(text string) ([]string, error) {
	list := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(",; §", r) })
	for _, number := range list {
		if !match.IsRule(number) {
			return nil, command.No("judges.no-rule", engine.Text("text", command.Plain(number)))
		}
	}
	return list, nil
}

// JudgesThread is the judges' thread of a match; nil: no judge is there. Where there can
// be none, as in a forum, they are asked where the match is played: what they are asked everybody
// may know, and what is secret each judge reads alone.
func JudgesThread(ctx context.Context, h *command.Handlers, place string, p post.Judges) (*wire.Thread, error) {
	b, _, err := matches.AppealedOf(ctx, h, p.Match)
	if err != nil {
		return nil, err
	}
	l, v, err := matches.InPublic(ctx, h, p.Match)
	if errors.Is(err, match.ErrUnknown) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	at := b.In(h, l)
	if !at.HasJudges() {
		return nil, nil
	}
	t := &wire.Thread{ID: b.Thread, Members: at.NamedJudges}
	if t.ID != "" {
		return t, nil
	}
	t.Name = command.Cut(bare(v, "judges.room", engine.Text("match", string(p.Match))), command.MaxThreadName)
	t.Parent = b.Parent
	// An older version had appeals wait in the channel around a match, in which nothing can be
	// written where it is a forum.
	if played, ok := wire.ChannelOf(l.Snapshot.Place()); ok {
		t.Instead = played
	} else {
		t.Instead, _ = wire.ChannelOf(place)
	}
	return t, nil
}

// NoteJudgesThread notes the judges' thread. Who asks by mail has noted nothing.
func NoteJudgesThread(ctx context.Context, h *command.Handlers, id match.ID, thread wire.ID) error {
	card, err := h.Referee.Index.Summary(ctx, id)
	if err != nil {
		return err
	}
	return matches.ChangeAppealed(ctx, h, id, func(b *matches.Appealed) { b.Thread, b.Home = thread, cmp.Or(b.Home, card.Home) })
}
