package discord

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"referee/bot/describe"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/match"
)

// panel shows a match to who called: first what is news, then what they are asked,
// what they have half built, and what may follow.
func panel(c *call, id match.ID, news ...string) (answer, error) {
	l, seat, err := c.look(id)
	if err != nil {
		return answer{}, err
	}
	return show(c, l, seat, 0, news...)
}

// show is panel for a match that was looked at, with a page of the options.
func show(c *call, l referee.Look, seat engine.Seat, page int, news ...string) (answer, error) {
	out := &card{foot: foot(l)}
	out.text(news...)
	if len(c.lacks) > 0 {
		out.text(c.say("blocked", permissions(c)))
	}
	if l.Ending != nil {
		if l.Ending.How != match.Abandoned || len(news) == 0 { // else that is the news
			out.text(ending(c.voice, l)...)
		}
		if seat != "" {
			out.press(append(rematchButton(c.voice, l), mapButton(c.voice, l))...)
		}
		return answer{card: out}, nil
	}
	if l.View.Status.Key != "" {
		out.text(title(c.voice, l))
	}
	if !l.Started {
		seats(c, out, l)
	}
	if l.Restored != nil {
		restored(c.voice, out, l)
		return answer{card: out}, nil
	}
	if !l.Started {
		places(c.voice, out, l)
		return answer{card: out}, nil
	}
	if l.Appealed {
		underAppeal(c.voice, out, l, seat)
		return answer{card: out}, nil
	}
	mine := slices.DeleteFunc(slices.Clone(l.Asks), func(a referee.Ask) bool { return a.Seat != seat })
	times, _, err := times(c.desk, c.voice, l)
	if err != nil {
		return answer{}, err
	}
	if len(mine) == 0 {
		out.text(public(c.voice, l)...)
		out.text(awaited(c.voice, l))
		out.text(times...)
		offered(c, out, l, seat)
		places(c.voice, out, l)
		buttons := []button{mapButton(c.voice, l)}
		if seat != "" && !c.rolled {
			buttons = append(buttons, undoButton(c.voice, l))
		}
		out.press(buttons...)
		return answer{card: out}, nil
	}
	for _, a := range mine {
		if err := question(c, out, l, a, page, len(mine) > 1); err != nil {
			return answer{}, err
		}
	}
	out.text(times...)
	offered(c, out, l, seat)
	return answer{card: out}, nil
}

// title says what is played and where it stands.
func title(v voice, l referee.Look) string {
	status := v.tell(l.View.Status)
	if !l.Started {
		return "### " + v.say("waiting", engine.Text("game", plain(l.Info.Title)))
	}
	return "### " + v.say("title", engine.Text("game", plain(l.Info.Title)), engine.Text("status", status))
}

// foot is what stands under everything that is shown of a match.
func foot(l referee.Look) string { return "-# " + l.Foot() }

// asking says what a side is asked.
func asking(v voice, seat engine.Seat, ask engine.Msg) string {
	return v.say("asked", engine.Noun("seat", string(seat)), engine.Text("ask", v.tell(ask)))
}

// question adds a question, the answer to it so far, and what may follow.
func question(c *call, out *card, l referee.Look, a referee.Ask, page int, several bool) error {
	var held []string
	if l.Draft != nil && l.Draft.Prompt == a.Prompt {
		held = l.Draft.Path
	}
	node, err := c.Referee.Options(c.command(l.Match, a.Seat), a.Prompt, held)
	if err != nil {
		return err
	}
	if len(held) > 0 && node.Done && len(node.Options) == 0 {
		out.text(c.say("whole", engine.Noun("seat", string(a.Seat))))
	} else {
		out.text(asking(c.voice, a.Seat, a.Ask))
	}
	if a.Secret {
		out.text(c.say("secret"))
	}
	if len(held) == 0 {
		for _, u := range a.Unfired {
			out.text("-# " + c.tell(u.Said()))
		}
	}
	if len(held) > 0 {
		out.text(c.say("so-far", spelt(c, "path", held)))
		lines := slices.Clone(l.Draft.Lines)
		odds := preview(c, l, a, held)
		heads := 0 // of lines, that the picture is told in; 0: all
		for i, m := range odds.Lines {
			if i == len(odds.Said()) {
				heads = len(lines)
			}
			if !slices.ContainsFunc(lines, func(o engine.Msg) bool { return c.tell(o) == c.tell(m) }) {
				lines = append(lines, m)
			}
		}
		for _, m := range lines {
			out.text(c.tell(m))
		}
		for _, m := range l.Draft.Warnings {
			out.text(c.say("warned", engine.Text("warning", c.tell(m))))
		}
		if out.picture = draftPicture(c, l, a.Seat, held, engine.Answer{Lines: lines, Heads: heads}); out.picture != nil {
			out.picture.over = over(l.Draft.Change, odds)
		}
	}
	at := spotOf(l.Match, a.Prompt, held)
	if node.Done && len(node.Options) > 0 {
		out.text(c.say("ready"))
	}
	follow(c.voice, out, at, node.Options, page, several || len(out.rows) > 0)
	controls(c, out, l, at, node)
	if len(held) == 0 {
		out.text(typedHint(c, l, a))
	}
	return nil
}

// typedHint names the commands that can answer a question as well; "" where the
// game has none.
func typedHint(c *call, l referee.Look, a referee.Ask) string {
	next, err := c.Referee.Complete(l.Match, a.Seat, "")
	if err != nil {
		return "" // the buttons are there
	}
	var names []string
	for _, n := range next {
		if n.Verb && verb(c.desk, n.Word) && !slices.Contains(c.table.names(), n.Word) {
			names = append(names, "/"+c.called(n.Word))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "-# " + c.say("typed", engine.Text("commands", strings.Join(names, ", ")))
}

// called is what a language calls the command of a verb or a query.
func (v voice) called(name string) string {
	if key := "discord.command." + name; v.words.Has(locale.Languages[0], key) {
		return cmp.Or(optionName(v.raw(engine.Say(key))), name)
	}
	return cmp.Or(optionName(v.words.Called(v.lang, name)), name)
}

// manyButtons is how many options are buttons; more are a menu.
const manyButtons = 10

// follow adds what may follow at a spot: buttons, or a menu with pages.
func follow(v voice, out *card, at spot, options []engine.Option, page int, small bool) {
	if len(options) == 0 {
		return
	}
	most := maxOptionText
	if len(options) <= manyButtons && !small {
		most = maxLabel
	}
	for _, o := range options {
		if label := v.words.Option(v.lang, o); o.Warn != nil && length(label) > most {
			out.text(v.say("warned", engine.Text("warning", plain(label)))) // the label alone would be cut
		}
	}
	if len(options) <= manyButtons && !small {
		buttons := make([]button, len(options))
		for i, o := range options {
			buttons[i] = button{label: v.words.Option(v.lang, o), path: at.path("pick", o.ID)}
		}
		out.press(buttons...)
		return
	}
	pages := (len(options) + maxOptions - 1) / maxOptions
	page = min(max(page, 0), pages-1)
	m := menu{hint: v.say("pick"), path: at.path("pick")}
	if pages > 1 {
		m.hint = v.say("more-options", engine.Num("n", page+1), engine.Num("of", pages))
	}
	for _, o := range options[page*maxOptions : min(len(options), (page+1)*maxOptions)] {
		m.choices = append(m.choices, choice{label: v.words.Option(v.lang, o), value: o.ID})
	}
	out.choose(m)
	if pages > 1 {
		turning(v, out, at, page, pages)
	}
}

// turning adds the buttons that turn the pages of a menu.
func turning(v voice, out *card, at spot, page, pages int) {
	var buttons []button
	if page > 0 {
		buttons = append(buttons, button{label: v.say("button.previous"), path: at.path("page", strconv.Itoa(page-1))})
	}
	if page < pages-1 {
		buttons = append(buttons, button{label: v.say("button.next"), path: at.path("page", strconv.Itoa(page+1))})
	}
	out.press(buttons...)
}

// controls adds the buttons that go with a question: to confirm, to go back, to
// throw away, to look.
func controls(c *call, out *card, l referee.Look, at spot, node engine.Node) {
	var buttons []button
	switch {
	case at.mark == markOf(nil) && c.gave && !c.rolled:
		buttons = append(buttons, undoButton(c.voice, l))
	case at.mark != markOf(nil):
		if node.Done {
			buttons = append(buttons, button{label: c.say("button.confirm"), path: at.path("confirm"), style: wire.Success})
		}
		buttons = append(buttons,
			button{label: c.say("button.back"), path: at.path("back")},
			button{label: c.say("button.discard"), path: at.path("cancel")})
	}
	if len(out.rows) < maxRows {
		out.press(append(buttons, mapButton(c.voice, l))...)
	}
}

func mapButton(v voice, l referee.Look) button {
	return button{label: v.say("button.map"), path: wire.Path{"map", string(l.Match)}}
}

func changesButton(v voice, l referee.Look) button {
	return button{label: v.say("button.changes"), path: wire.Path{"map", string(l.Match), showChanges}}
}

// rematchButton asks for the next match; none in a league, which pairs by itself.
func rematchButton(v voice, l referee.Look) []button {
	if l.Settings[referee.SettingLeague] != "" {
		return nil
	}
	return []button{{label: v.say("button.rematch"), path: wire.Path{"match", "rematch", string(l.Match)}, style: wire.Primary}}
}

func undoButton(v voice, l referee.Look) button {
	return button{label: v.say("button.undo"), path: wire.Path{"undo", string(l.Match)}}
}

// ending says how a match ended.
func ending(v voice, l referee.Look) []string {
	var lines []string
	switch {
	case l.Ending.How == match.Abandoned:
		lines = append(lines, v.say("abandoned"))
	case l.Ending.Winner == "":
		lines = append(lines, v.say("drawn"))
	default:
		lines = append(lines, v.say("won", engine.Noun("seat", string(l.Ending.Winner))))
	}
	r := l.View.Result
	if r == nil {
		return lines
	}
	lines = append(lines, v.tell(r.Why))
	for _, s := range r.Score {
		var from []engine.Arg
		for _, m := range s.From {
			from = append(from, engine.Text("", v.tell(m)))
		}
		lines = append(lines, v.say("score", engine.Noun("seat", string(s.Seat)), engine.Num("n", s.Points), engine.List("from", from...)))
	}
	return lines
}

// draftRadius is how many hexes round what is being done a draft shows: the most
// at which a telephone shows every letter of a stack large enough to be read.
const draftRadius = 3

// draftPicture is the picture of what is half built, round where it happens; nil
// where nothing happens on the map. said is what it says in words.
func draftPicture(c *call, l referee.Look, seat engine.Seat, held []string, said engine.Answer) *frame {
	at, ok := focus(l, held)
	if !ok || c.Paint == nil {
		return nil
	}
	return &frame{match: l.Match, viewer: engine.Viewer(seat), crop: Crop{at, draftRadius}, voice: c.voice, alt: alt(c.voice, l, said)}
}

// over is what is drawn over what is half built: the ways and marks that it would
// leave, and the odds of what it ends with, if it has some.
func over(change, odds engine.Answer) *engine.Answer {
	var ways []engine.Path
	change.Marks = slices.Concat(change.Marks, odds.Marks)
	for _, p := range change.Paths {
		if !slices.ContainsFunc(odds.Paths, func(o engine.Path) bool { return o.Class == p.Class }) { // odds say more of it
			ways = append(ways, p)
		}
	}
	change.Paths = append(ways, odds.Paths...)
	if len(odds.Lines) > 0 {
		change.Lines, change.Heads, change.Bars = odds.Lines, odds.Heads, odds.Bars
	}
	return &change
}

// focus is the hex where a path of answers happens: the last hex in it, or where
// its last piece stands.
func focus(l referee.Look, held []string) (hex.Coord, bool) {
	for _, id := range slices.Backward(held) {
		if at, err := hex.Parse(id); err == nil && onBoard(l.Info.Board, at) {
			return at, true
		}
		for _, p := range l.View.Pieces {
			if p.ID == id && p.At.Valid() {
				return p.At, true
			}
		}
	}
	return hex.Coord{}, false
}

// onBoard reports whether a map has a hex.
func onBoard(b *engine.Board, at hex.Coord) bool {
	return b != nil && slices.ContainsFunc(b.Hexes, func(h engine.BoardHex) bool { return h.At == at })
}

// alt says in words what a picture of a match shows: how it stands, and what an
// answer tells, or else what is on the map.
func alt(v voice, l referee.Look, a engine.Answer) string {
	return cut(describe.SayAlt(describe.Alt(l.Info, l.View, &a), v.raw), maxAlt)
}
