package clubs

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// JudgesNews asks the judges, in their thread; nil where they have ruled, or none is there: the
// news of the match say so, and how somebody rules. A role brings everybody who has it there, and
// so players of the match, too. Hence it says what everybody may know; each judge reads the rest
// alone: readCase.
func JudgesNews(ctx context.Context, h *command.Handlers, p post.Judges) (*wire.Message, error) {
	x, open, err := h.Club.Judges.Open(ctx, p.Match)
	if err != nil || !open {
		return nil, err
	}
	l, v, err := matches.InPublic(ctx, h, p.Match)
	if err != nil {
		return nil, err
	}
	noted, _, err := matches.AppealedOf(ctx, h, p.Match)
	if err != nil || !noted.In(h, l).HasJudges() {
		return nil, err
	}
	c, err := caseCard(h, v, x, l, noted)
	if err != nil {
		return nil, err
	}
	return c.Post(), nil
}

// caseCard asks the judges about a case, and calls them, as was noted of the appeals of its match.
func caseCard(h *command.Handlers, v command.Voice, x club.Case, l referee.Look, noted matches.Appealed) (*command.Card, error) {
	lines, err := l.Snapshot.Lines(engine.Spectator, x.From-1, x.To)
	if err != nil {
		return nil, err
	}
	at := noted.In(h, l)
	c := &command.Card{Foot: matches.Foot(l), Mentions: at.NamedJudges, Roles: rolesCalled(at)}
	c.Text(caseQuestion(v, append(command.PeopleNamed(c.Mentions), command.RolesNamed(c.Roles)...), x, l)...)
	still := h.ServerAt(l.Snapshot.Home()).NamedJudges
	away := lists.Filter(noted.Away, func(user wire.ID) bool { return slices.Contains(still, user) })
	if len(away) > 0 {
		c.Text(v.Say("judges.away", engine.Text("who", v.ListOf(command.PeopleNamed(away)))))
	}
	for _, s := range l.Info.Seats {
		key := "judges.silent"
		if x.Wrote(s) {
			key = "judges.wrote"
		}
		c.Text(v.Say(key, engine.Noun("seat", string(s))))
	}
	c.Text(v.Say("judges.alone"))
	happenings(v, c, "judges.seen", lines)
	c.Press(command.Button{Label: v.Say("judges.button.read"), Path: wire.Path{"case", string(x.Match)}, Style: discordgo.PrimaryButton}, matches.MapButton(v, l))
	buttons := lists.Map(judgements, func(j match.Judgement) command.Button {
		return command.Button{
			Label: v.Say("judges.button." + string(j)), Path: wire.Path{"rule", string(x.Match), strconv.Itoa(x.From), string(j)}, Style: discordgo.PrimaryButton,
		}
	})
	c.Press(buttons...)
	return c, nil
}

// judgedNow is the match about which the author may judge, and the case that it waits
// for.
func judgedNow(q *command.Request) (referee.Look, club.Case, error) {
	l, _, err := q.Here()
	if err == nil {
		err = q.Allowed(l.Match)
	}
	if err != nil {
		return l, club.Case{}, err
	}
	x, open, err := q.Club.Judges.Open(q.Context(), l.Match)
	if err == nil && !open {
		err = command.No("judges.ruled")
	}
	return l, x, err
}

var readCaseCommand = &command.Command{
	Path: "case", Parts: []string{"match"},
	Button: true, Right: authority.ReadCase,
	Do: readCase,
}

// readCase shows a judge what the players have written to the judges, and what
// happened with all that is secret: a button of the judges' thread.
func readCase(q *command.Request) (command.Response, error) {
	l, x, err := judgedNow(q)
	if err != nil {
		return command.Response{}, err
	}
	if now, open, err := q.Club.Judges.ReadOpen(q.Context(), q.Command(l.Match, "")); err != nil {
		return command.Response{}, err
	} else if open {
		x = now
	}
	out := &command.Card{Foot: matches.Foot(l)}
	out.Text(caseHead(q.Voice, x))
	for _, s := range l.Info.Seats {
		out.Text(statement(q.Voice, x, s)...)
	}
	happenings(q.Voice, out, "judges.happened", x.Lines)
	file, err := caseFile(x, "case-"+string(x.Match)+".txt")
	out.Files = []wire.File{file}
	return command.Response{Card: out}, err
}

// happenings adds what happened, with the numbers of decisions, as far as there is
// room.
func happenings(v command.Voice, c *command.Card, key string, lines []referee.Line) {
	c.Text(v.Say(key))
	c.Text(command.Fitting(spokenWith(v, lines), command.MaxText-200-command.Length(strings.Join(c.Texts, "\n")), v.Say("and-more-lines"))...)
}

// caseFile is a case as a file.
func caseFile(x club.Case, name string) (wire.File, error) {
	var b strings.Builder
	err := club.WriteCase(&b, x)
	return wire.File{Name: name, Type: "text/plain", Body: []byte(b.String())}, err
}

// caseQuestion says what the judges are asked about.
func caseQuestion(v command.Voice, called []string, x club.Case, l referee.Look) []string {
	lines := []string{
		v.Say("judges.asked", engine.Text("match", string(x.Match)), engine.Text("game", command.Plain(l.Info.Title))),
		strings.Join(called, " "),
		ranged(v, "judges.about", x),
	}
	if len(x.Rules) > 0 {
		lines = append(lines, v.Say("judges.about-rules", engine.Text("rules", command.Plain(strings.Join(x.Rules, ", ")))))
	}
	return lines
}

// ranged says a text about the decisions of a case, which has another where it is
// one alone.
func ranged(v command.Voice, key string, x club.Case, args ...engine.Arg) string {
	if x.From == x.To {
		key += "-one"
	}
	return v.Say(key, append(args, engine.Num("from", x.From), engine.Num("to", x.To))...)
}

// statementLength is how many characters of what a seat has written stand in the post
// to the judges; the file with it has all.
const statementLength = 1200

// statement is what a seat has written.
func statement(v command.Voice, x club.Case, seat engine.Seat) []string {
	var lines []string
	for _, s := range x.Statements {
		if s.Seat == seat && s.Text != "" {
			lines = append(lines, command.Quoted(s.Text)...)
		}
	}
	key := "judges.writes"
	if len(lines) == 0 {
		key = "judges.silent"
	}
	return append([]string{v.Say(key, engine.Noun("seat", string(seat)))}, command.Fitting(lines, statementLength, v.Say("and-more-lines"))...)
}

// spokenWith says lines with the numbers of their decisions.
func spokenWith(v command.Voice, lines []referee.Line) []string {
	return lists.Map(lines, func(l referee.Line) string { return "`" + strconv.Itoa(l.Seq) + "` " + v.Tell(l.Said) })
}
