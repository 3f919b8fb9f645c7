package discord

import (
	"slices"
	"strconv"
	"strings"

	"referee/bot/authority"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
)

// benchNews asks the judges, in their thread; nil where they have ruled. A role
// brings everybody who has it there, and so players of the match, too. Hence it
// says what everybody may know; each judge reads the rest alone: readCase.
func benchNews(h *desk, p post.Post) (*wire.Message, error) {
	x, open, err := docket(h, p.Match)
	if err != nil || !open {
		return nil, err
	}
	l, v, err := inPublic(h, p.Match)
	if err != nil {
		return nil, err
	}
	c, err := benchCard(h, v, x, l)
	if err != nil {
		return nil, err
	}
	m := c.message(nil)
	return &m, nil
}

// benchCard asks the judges about a case, and calls them.
func benchCard(h *desk, v voice, x referee.Case, l referee.Look) (*card, error) {
	lines, err := h.Referee.Told(x.Match, engine.Spectator, x.From-1, x.To)
	if err != nil {
		return nil, err
	}
	c := &card{foot: foot(l)}
	for _, role := range append(slices.Clone(h.Judges), h.Moderators...) {
		c.roles = append(c.roles, wire.ID(role))
	}
	c.text(benchHead(v, c.roles, x, l)...)
	for _, s := range l.Info.Seats {
		key := "bench.silent"
		if x.Wrote(s) {
			key = "bench.wrote"
		}
		c.text(v.say(key, engine.Noun("seat", string(s))))
	}
	c.text(v.say("bench.alone"))
	happenings(v, c, "bench.seen", lines)
	c.press(button{label: v.say("bench.button.read"), path: wire.Path{"case", string(x.Match)}, style: wire.Primary}, mapButton(v, l))
	var buttons []button
	for _, j := range judgements {
		buttons = append(buttons, button{
			label: v.say("bench.button." + string(j)), path: wire.Path{"rule", string(x.Match), strconv.Itoa(x.From), string(j)}, style: wire.Primary,
		})
	}
	c.press(buttons...)
	return c, nil
}

// judgedNow is the match about which who called may judge, and the case that it waits
// for.
func judgedNow(c *call) (referee.Look, referee.Case, error) {
	l, _, err := c.here()
	if err == nil {
		err = c.allowed(l.Match)
	}
	if err != nil {
		return l, referee.Case{}, err
	}
	x, open, err := docket(c.desk, l.Match)
	if err == nil && !open {
		err = no("bench.ruled")
	}
	return l, x, err
}

var readCaseCommand = &command{
	path: "case", parts: []string{"match"},
	button: true, act: authority.ReadCase,
	do: readCase,
}

// readCase shows a judge what the players have written to the judges, and what
// happened with all that is secret: a button of the judges' thread.
func readCase(c *call) (answer, error) {
	l, x, err := judgedNow(c)
	if err != nil {
		return answer{}, err
	}
	all, err := c.Club.Judges.ReadCases(c.command(l.Match, ""))
	if err != nil {
		return answer{}, err
	}
	if i := slices.IndexFunc(all, func(y referee.Case) bool { return y.From == x.From && y.Ruling == nil }); i >= 0 {
		x = all[i]
	}
	out := &card{foot: foot(l)}
	out.text(caseHead(c.voice, x))
	for _, s := range l.Info.Seats {
		out.text(statement(c.voice, x, s)...)
	}
	happenings(c.voice, out, "bench.happened", x.Lines)
	file, err := caseFile(x, "case-"+string(x.Match)+".txt")
	out.files = []wire.File{file}
	return answer{card: out}, err
}

// happenings adds what happened, with the numbers of decisions, as far as there is
// room.
func happenings(v voice, c *card, key string, lines []referee.Line) {
	c.text(v.say(key))
	c.text(fitting(spokenWith(v, lines), maxText-200-length(strings.Join(c.texts, "\n")), v.say("and-more-lines"))...)
}

// caseFile is a case as a file.
func caseFile(x referee.Case, name string) (wire.File, error) {
	var b strings.Builder
	err := referee.WriteCase(&b, x)
	return wire.File{Name: name, Type: "text/plain", Body: []byte(b.String())}, err
}

// benchHead says what the judges are asked about.
func benchHead(v voice, roles []wire.ID, x referee.Case, l referee.Look) []string {
	var called []string
	for _, r := range roles {
		called = append(called, "<@&"+string(r)+">")
	}
	lines := []string{
		v.say("bench.asked", engine.Text("match", string(x.Match)), engine.Text("game", plain(l.Info.Title))),
		strings.Join(called, " "),
		ranged(v, "bench.about", x),
	}
	if len(x.Rules) > 0 {
		lines = append(lines, v.say("bench.about-rules", engine.Text("rules", plain(strings.Join(x.Rules, ", ")))))
	}
	return lines
}

// ranged says a text about the decisions of a case, which has another where it is
// one alone.
func ranged(v voice, key string, x referee.Case, args ...engine.Arg) string {
	if x.From == x.To {
		key += "-one"
	}
	return v.say(key, append(args, engine.Num("from", x.From), engine.Num("to", x.To))...)
}

// statementRoom is how many characters of what a seat has written stand in the post
// to the judges; the file with it has all.
const statementRoom = 1200

// statement is what a seat has written.
func statement(v voice, x referee.Case, seat engine.Seat) []string {
	var lines []string
	for _, s := range x.Statements {
		if s.Seat == seat && s.Text != "" {
			lines = append(lines, quoted(s.Text)...)
		}
	}
	key := "bench.writes"
	if len(lines) == 0 {
		key = "bench.silent"
	}
	return append([]string{v.say(key, engine.Noun("seat", string(seat)))}, fitting(lines, statementRoom, v.say("and-more-lines"))...)
}

// spokenWith says lines with the numbers of their decisions.
func spokenWith(v voice, lines []referee.Line) []string {
	var out []string
	for _, l := range lines {
		out = append(out, "`"+strconv.Itoa(l.Seq)+"` "+v.tell(l.Said))
	}
	return out
}
