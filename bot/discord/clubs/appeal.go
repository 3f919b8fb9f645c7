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

// Values of the part "sent": a player who knows that nobody is called wants the form all the
// same, and a form comes back.
const (
	formAllTheSame = "form"
	formSent       = "yes"
)

// appeal asks the judges, or states a side to them where they are asked: /appeal.
// What the player writes goes to them alone. A judge is shown what they are asked:
// they may not have been called into their thread.
func appeal(c *command.Call) (command.Answer, error) {
	l, seat, err := c.UnderWay()
	if err != nil {
		return command.Answer{}, err
	}
	open, asked, err := c.Club.Judges.Open(c.Context(), l.Match)
	switch {
	case err != nil:
		return command.Answer{}, err
	case seat == "" && asked && c.May(authority.ReadCase, l.Match) == nil:
		return showCase(c, open, l)
	case seat == "":
		return command.Answer{}, command.No("not-seated")
	case len(c.Lacks) > 0:
		return command.Answer{}, command.No("judges.lacks", command.Permissions(c))
	}
	t := c.Turn(l, seat)
	if err := t.MayAppeal(c.Context()); err != nil {
		return command.Answer{}, err
	}
	sent := c.Options["sent"]
	if !asked && c.Found == nil && sent != formAllTheSame && c.Server.HasJudges() {
		return command.Answer{LookUp: whetherThere(c.Server)}, nil
	}
	switch {
	case sent == "" && !asked && !callsJudges(c):
		return nobodyCalled(c, l.Match), nil
	case sent != formSent:
		return appealForm(c, l, open, asked)
	}
	return sendAppeal(c, t, asked)
}

// showCase shows a judge what they are asked, and calls nobody.
func showCase(c *command.Call, open club.Case, l referee.Look) (command.Answer, error) {
	noted, _, err := matches.AppealedOf(c.Context(), c.Handlers, open.Match)
	if err != nil {
		return command.Answer{}, err
	}
	out, err := caseCard(c.Handlers, c.Voice, open, l, noted)
	if err != nil {
		return command.Answer{}, err
	}
	out.Mentions, out.Roles = nil, nil
	return command.Answer{Card: out}, nil
}

// sendAppeal asks the judges what was written in a form.
func sendAppeal(c *command.Call, t turn.Turn, asked bool) (command.Answer, error) {
	p := club.Appeal{Text: strings.TrimSpace(c.Options["statement"]), Place: c.Place}
	var err error
	if p.Rules, err = ruleNumbers(c.Options["rules"]); err != nil {
		return command.Answer{}, err
	}
	if !asked {
		if p.From, p.To, err = decisionsOf(c.Options["decisions"], t.Look); err != nil {
			return command.Answer{}, err
		}
	}
	if err := matches.ChangeAppealed(c.Context(), c.Handlers, t.Look.Match, func(b *matches.Appealed) {
		b.Home = c.Home
		b.Parent, _ = wire.ChannelOf(c.Channel)
		if here, ok := wire.ChannelOf(c.Place); ok && b.Thread == "" && c.NoPrivateThreads {
			b.Thread = here
		}
		if c.Found != nil {
			b.Away = awayFrom(c.Server, c.Found)
		}
	}); err != nil {
		return command.Answer{}, err
	}
	done, err := c.Does(t, turn.Appeal, turn.With{Appeal: p})
	return matches.Done(c, done.Reply, err)
}

// appealForm shows the form of an appeal, or of the other side's statement.
func appealForm(c *command.Call, l referee.Look, open club.Case, asked bool) (command.Answer, error) {
	f := &command.Form{Title: c.Say("judges.appeal-title"), Path: wire.Path{"appeal", string(l.Match), formSent}}
	if asked {
		f.Title = c.Say("judges.statement-title")
	} else {
		f.Fields = append(f.Fields, command.Field{
			Name: "decisions", Label: c.Say("judges.decisions"), Help: c.Say("judges.decisions-help"), Optional: true, Most: 20,
		})
	}
	f.Fields = append(f.Fields,
		command.Field{
			Name: "rules", Label: c.Say("judges.rules"), Help: c.Say("judges.rules-help"), Optional: true, Most: 100,
			Value: strings.Join(open.Rules, ", "),
		},
		command.Field{Name: "statement", Label: c.Say("judges.statement"), Help: c.Say("judges.statement-help"), Long: true, Most: maxReason})
	return c.ShowForm(f)
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
	t := &wire.Thread{ID: b.Thread, Members: named(at)}
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
