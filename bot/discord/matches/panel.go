package matches

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/describe"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// panel shows a match to the author: first what is news, then what they are asked,
// what they have half built, and what may follow.
func panel(q *command.Request, id match.ID, news ...string) (command.Response, error) {
	l, seat, err := q.Look(id)
	if err != nil {
		return command.Response{}, err
	}
	return show(q, q.Turn(l, seat), 0, news...)
}

// show is panel for a match that was looked at, with a page of the options.
func show(q *command.Request, t turn.Turn, page int, news ...string) (_ command.Response, err error) {
	l, stage := t.Look, t.Stage()
	out := cardOf(l, news...)
	out.Box = boxOf(q.Handlers, l)
	if len(q.Lacks) > 0 {
		out.Text(q.Say("blocked", command.Permissions(q)))
	}
	switch {
	case stage == turn.Over:
	case !l.Started:
		out.Text(cardTexts(q.Voice, l)...)
	case l.View.Status.Key != "" && !(q.Guild && stage == turn.Asked): // the board says it, in the channel above
		out.Text(title(q.Voice, l))
	}
	if stage == turn.Asked || stage == turn.Waiting {
		out.Text(boxes(q.Voice, l))
	}
	switch stage {
	case turn.Over:
		if l.Ending.How != match.Abandoned || len(news) == 0 { // else that is the news
			out.Text(ending(q.Voice, l)...)
		}
		if t.By.Seat != "" {
			out.Press(append(overButtons(q.Handlers, q.Voice, l), MapButton(q.Voice, l), browserButton(q.Handlers, q.Voice, l))...)
		}
	case turn.Restored, turn.Held, turn.Agreed:
		restored(q.Voice, out, l, stage == turn.Restored)
	case turn.Open:
		gatherButtons(q.Handlers, q.Voice, out, l, "")
	case turn.Appealed:
		underAppeal(q.Voice, out, l, q.Offers(q.Context(), t, turn.Appeal))
	case turn.Asked:
		err = questions(q, out, t, page)
	case turn.Rolling, turn.Waiting:
		err = meanwhile(q, out, t)
	}
	return command.Response{Card: out}, err
}

// questions adds what a player is asked, and what else they may do.
func questions(q *command.Request, out *command.Card, t turn.Turn, page int) error {
	asks := t.Asks()
	for _, a := range asks {
		if err := question(q, out, draftOf(t, a), page, len(asks) > 1); err != nil {
			return err
		}
	}
	times, _, err := times(q.Context(), q.Handlers, q.Voice, t.Look)
	out.Text(times...)
	offered(q.Context(), q.Handlers, q.Voice, out, t)
	return err
}

// meanwhile adds whom the match waits for, and what a player may do until then.
func meanwhile(q *command.Request, out *command.Card, t turn.Turn) error {
	times, _, err := times(q.Context(), q.Handlers, q.Voice, t.Look)
	out.Text(public(q.Voice, t.Look)...)
	out.Text(awaited(q.Voice, t.Look))
	out.Text(times...)
	offered(q.Context(), q.Handlers, q.Voice, out, t)
	places(q.Voice, out, t.Look)
	out.Press(MapButton(q.Voice, t.Look), browserButton(q.Handlers, q.Voice, t.Look), undoButton(q, t))
	return err
}

// boxes says what is in the boxes of a game without a map, which no picture shows.
func boxes(v command.Voice, l referee.Look) string {
	if l.Info.Board != nil {
		return ""
	}
	lines := lists.Map(describe.Lines(l.View), func(m engine.Msg) string { return "-# " + v.Tell(m) })
	return strings.Join(command.Fitting(lines, storyRoom, "-# …"), "\n")
}

// boxOf is what a board or a panel of a match stands in: in the colour of the side that is to
// act, as its counters have it. Where none is, or more than one, it has no colour.
func boxOf(h *command.Handlers, l referee.Look) *command.Box {
	box := &command.Box{}
	if len(l.Asks) == 0 {
		return box
	}
	acts := l.Asks[0].Seat
	if slices.ContainsFunc(l.Asks, func(a referee.Ask) bool { return a.Seat != acts }) {
		return box
	}
	i := slices.IndexFunc(l.Info.Counters, func(p engine.Piece) bool { return p.Seat == acts })
	if i < 0 {
		return box
	}
	if accent, ok := l.Info.Vocabulary.Accent(l.Info.Counters[i].Owner); ok {
		box.Accent = &accent
	}
	return box
}

// title says what is played and where it stands.
func title(v command.Voice, l referee.Look) string { return titled(v, l, v.Tell(l.View.Status)) }

// titled says what is played, and where it stands or stood.
func titled(v command.Voice, l referee.Look, status string) string {
	return "### " + v.Say("title", engine.Text("game", command.Plain(l.Info.Title)), engine.Text("status", status))
}

// Foot is what stands under everything that is shown of a match.
func Foot(l referee.Look) string { return "-# " + l.Foot() }

// cardOf begins a card about a match with some texts.
func cardOf(l referee.Look, texts ...string) *command.Card {
	out := &command.Card{Foot: Foot(l)}
	out.Text(texts...)
	return out
}

// asking says what a side is asked.
func asking(v command.Voice, seat engine.Seat, ask engine.Msg) string {
	return v.Say("asked", engine.Noun("seat", string(seat)), engine.Text("ask", v.Tell(ask)))
}

// question adds a question, the answer to it so far, and what may follow.
func question(q *command.Request, out *command.Card, d draft, page int, several bool) error {
	l, begun := d.Look, len(d.path) > 0
	node, err := l.Snapshot.MarkedOptions(q.Context(), d.By, d.ask.Prompt, d.path)
	if err != nil {
		return err
	}
	land := terrainOf(q.Handlers, l.Info, l.View, d.ask.Seat)
	from, more := len(out.Texts), false
	if begun && node.Done && len(node.Options) == 0 {
		out.Text(q.Say("whole", engine.Noun("seat", string(d.ask.Seat))))
	} else {
		out.Text(asking(q.Voice, d.ask.Seat, d.ask.Ask))
	}
	if d.ask.Secret {
		out.Text(q.Say("secret"))
	}
	if begun {
		out.Text(q.Say("so-far", spelt(q, "path", d.path)))
		if p, named := pieceIn(land, d.path); named {
			out.Beside(l.Info.Vocabulary, p, pieceAlt(q.Voice, land, p), from)
		}
		more = foretell(q, out, d, wire.Path(q.Path).Part(0) == "results")
	} else {
		for _, u := range d.ask.Unfired {
			out.Text("-# " + q.Tell(u.Said()))
		}
	}
	if node.Done && len(node.Options) > 0 {
		out.Text(q.Say("ready"))
	}
	Follow(q.Voice, out, d.spot(), node.Options, land.about, page, several || len(out.Rows) > 0)
	if !several {
		land.fartherMenu(q, out, d, node)
	}
	controls(q, out, d, node, more)
	if !begun {
		out.Text(typedHint(q, l, d.ask))
	}
	return nil
}

// foretell adds what an answer that is half built would do: in words, and in a picture of where it happens. Of the odds of
// an attack it says in two lines what they are and what they come to, where all is not wanted; more reports whether there is more.
func foretell(q *command.Request, out *command.Card, d draft, all bool) (more bool) {
	odds := preview(q, d)
	brief := odds.Lines
	if odds.Summary != nil {
		brief = append(slices.Clone(odds.DrawnLines()[1:]), *odds.Summary) // the first says whose attack it is, as the question does
	}
	drawn := joined(q, d.Look.Draft.Lines, brief)
	if all {
		out.Text(q.TellAll(joined(q, d.Look.Draft.Lines, odds.Lines))...)
	} else {
		out.Text(q.TellAll(drawn)...)
	}
	for _, m := range d.Look.Draft.Warnings {
		out.Text(q.Say("warned", engine.Text("warning", q.Tell(m))))
	}
	if out.Picture = draftPicture(q, d, engine.Answer{Lines: drawn}); out.Picture != nil {
		out.Picture.Over = over(d.Look.Draft.Change, odds)
	}
	return odds.Summary != nil && !all
}

// joined are lines, and behind them more of them, without those that say the same.
func joined(q *command.Request, lines, more []engine.Msg) []engine.Msg {
	lines = slices.Clone(lines)
	for _, m := range more {
		if !slices.ContainsFunc(lines, func(o engine.Msg) bool { return q.Tell(o) == q.Tell(m) }) {
			lines = append(lines, m)
		}
	}
	return lines
}

// confirmButton gives the order that is begun; it says so where a die is then rolled.
func confirmButton(q *command.Request, d draft, at spot) command.Button {
	label := "button.confirm"
	if rolls, err := d.Look.Snapshot.LeadsToRoll(q.Context(), d.By, d.ask.Prompt, d.path); rolls && err == nil { // what is refused is refused once it is pressed
		label = "button.roll"
	}
	return command.Button{Label: q.Say(label), Path: at.path("confirm"), Style: discordgo.SuccessButton}
}

// pieceIn is the piece that the first answers of a path name; false where they name none.
func pieceIn(t terrain, held []string) (engine.Piece, bool) {
	for _, id := range held {
		if p, known := t.pieces[t.bare(id)]; known {
			return p, true
		}
	}
	return engine.Piece{}, false
}

// pieceName is what the language calls a piece; where it has no word, the name on its counter.
func pieceName(v command.Voice, p engine.Piece) string {
	if key := "noun." + p.ID; v.Words.Has(v.Lang, key) {
		return v.Raw(engine.Say(key))
	}
	return cmp.Or(p.Name, p.Short)
}

// pieceAlt says in words what a counter shows.
func pieceAlt(v command.Voice, t terrain, p engine.Piece) string {
	says := []string{pieceName(v, p)}
	if len(p.Values) > 0 {
		says = append(says, strings.Join(p.Values, "-"))
	}
	for _, state := range p.States {
		if key := "drawn.state." + string(state); v.Words.Has(v.Lang, key) {
			says = append(says, v.Raw(engine.Say(key)))
		}
	}
	if where := t.detail(v, p.ID); where != "" {
		says = append(says, where)
	}
	return strings.Join(says, " · ")
}

// manyTyped is how many commands are named under a question.
const manyTyped = 2

// typedHint names the commands that can answer a question as well; "" where the
// game has none. Those that are a word alone are buttons, and named only where there are no others.
func typedHint(q *command.Request, l referee.Look, a referee.Ask) string {
	next, err := l.Snapshot.Complete(a.Seat, "")
	if err != nil {
		return "" // the buttons are there
	}
	var names, alone []string
	for _, n := range next {
		switch name := "`" + q.Typed(l.Info, n.Word) + "`"; {
		case !n.Verb || name == "``":
		case isAlone(l.Info, n.Word):
			alone = append(alone, name)
		default:
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		names = alone
	}
	if len(names) == 0 {
		return ""
	}
	if len(names) > manyTyped {
		names = append(names[:manyTyped], "…")
	}
	return "-# " + strings.Join(names, ", ")
}

// isAlone reports whether a verb of a game has no arguments.
func isAlone(g *engine.Info, verb string) bool {
	v, known := g.Verb(verb)
	return known && len(command.Arguments(v)) == 0
}

// manyButtons is how many options are buttons; more are a menu.
const manyButtons = 10

// Follow adds what may follow at a spot: buttons, or a menu with pages. about gives the
// second line that an option has in a menu, "": none, and its emoji.
func Follow(
	v command.Voice, out *command.Card, at spot, options []engine.Option, about func(command.Voice, engine.Option) (string, *discordgo.ComponentEmoji), page int, small bool,
) {
	if len(options) == 0 {
		return
	}
	var pressed []engine.Option // the rest are in a menu
	if len(options) <= manyButtons && !small {
		pressed, options = options, nil
	} else {
		pressed, options = split(options, func(o engine.Option) bool { return o.Write > 0 })
		if len(options) > command.MaxOptions {
			words, rest := apart(options)
			pressed, options = append(words, pressed...), rest
		}
	}
	warned(v, out, pressed, command.MaxLabel)
	warned(v, out, options, command.MaxOptionText)
	buttons := make([]command.Button, len(pressed))
	for i, o := range pressed {
		_, emoji := about(v, o)
		buttons[i] = command.Button{Label: v.Words.Option(v.Lang, o), Emoji: emoji, Path: at.path("pick", o.ID)}
	}
	if len(options) == 0 {
		out.Press(buttons...)
		return
	}
	pages := (len(options) + command.MaxOptions - 1) / command.MaxOptions
	page = min(max(page, 0), pages-1)
	m := command.Menu{Hint: v.Say("pick"), Path: at.path("pick")}
	if pages > 1 {
		m.Hint = v.Say("more-options", engine.Num("n", page+1), engine.Num("of", pages))
	}
	for _, o := range options[page*command.MaxOptions : min(len(options), (page+1)*command.MaxOptions)] {
		detail, emoji := about(v, o)
		m.Choices = append(m.Choices, command.Choice{Label: v.Words.Option(v.Lang, o), Value: o.ID, Detail: detail, Emoji: emoji})
	}
	out.Choose(m)
	if pages > fewPages {
		out.Choose(spread(v, at, options, pages))
	}
	out.Press(append(turning(v, page, pages, func(page string) wire.Path { return at.path("page", page) }), buttons...)...)
}

// mostApart is how many options stand beside the pages of a menu.
const mostApart = 3

// apart takes the options that are words of their own, such as the end of a phase, out of those of a menu with pages: they can be
// pressed on each. Many are left where they are.
func apart(options []engine.Option) (words, rest []engine.Option) {
	words, rest = split(options, func(o engine.Option) bool { return o.Kind == o.ID })
	if len(words) > mostApart {
		return nil, options
	}
	return words, rest
}

// split takes the options for which is holds out of the others.
func split(options []engine.Option, is func(engine.Option) bool) (taken, rest []engine.Option) {
	for _, o := range options {
		if is(o) {
			taken = append(taken, o)
		} else {
			rest = append(rest, o)
		}
	}
	return taken, rest
}

// warned says the warnings of options whose labels would be cut.
func warned(v command.Voice, out *command.Card, options []engine.Option, most int) {
	for _, o := range options {
		if label := v.Words.Option(v.Lang, o); o.Warn != nil && command.Length(label) > most {
			out.Text(v.Say("warned", engine.Text("warning", command.Plain(label))))
		}
	}
}

// fewPages is how many pages of a menu are turned one by one; of more, such as of every hex of a map, one is chosen.
const fewPages = 4

// spread is a menu of the pages of a menu, of some together where they are many: by their first and last options.
func spread(v command.Voice, at spot, options []engine.Option, pages int) command.Menu {
	m := command.Menu{Hint: v.Say("pages"), Path: at.path("page")}
	each := (pages + command.MaxOptions - 1) / command.MaxOptions
	for page := 0; page < pages; page += each {
		first, last := options[page*command.MaxOptions], options[min(len(options), (page+each)*command.MaxOptions)-1]
		label := v.Say("pages-from", engine.Text("first", v.Words.Option(v.Lang, first)), engine.Text("last", v.Words.Option(v.Lang, last)))
		choice := command.Choice{Label: label, Value: strconv.Itoa(page)}
		if names := placesOf(v, options[page*command.MaxOptions:min(len(options), (page+each)*command.MaxOptions)]); names != "" {
			choice.Label, choice.Detail = names, label
		}
		m.Choices = append(m.Choices, choice)
	}
	return m
}

// placesOf are the names of places among hexes; "": none has one.
func placesOf(v command.Voice, options []engine.Option) string {
	var names []string
	for _, o := range options {
		if _, name, named := strings.Cut(command.HexName(v, o.ID), " ("); named && isHex(o.ID) {
			names = append(names, strings.TrimSuffix(name, ")"))
		}
	}
	return strings.Join(names, ", ")
}

// turning are the buttons that turn the pages of a menu, by where they lead.
func turning(v command.Voice, page, pages int, to func(page string) wire.Path) (buttons []command.Button) {
	if page > 0 {
		buttons = append(buttons, command.Button{Label: v.Say("button.previous"), Path: to(strconv.Itoa(page - 1))})
	}
	if page < pages-1 {
		buttons = append(buttons, command.Button{Label: v.Say("button.next"), Path: to(strconv.Itoa(page + 1))})
	}
	return buttons
}

// controls adds the buttons that go with a question: to confirm, to go back, to
// throw away, to look; more: all results of an attack, too.
func controls(q *command.Request, out *command.Card, d draft, node engine.Node, more bool) {
	var buttons []command.Button
	at := d.spot()
	if len(d.path) == 0 {
		if d.Look.Snapshot.DefaultAnswer(d.ask.Prompt) != nil {
			buttons = append(buttons, command.Button{Label: q.Say("button.usual"), Path: at.path("usual")})
		}
		buttons = append(buttons, undoButton(q, d.Turn), browserButton(q.Handlers, q.Voice, d.Look))
	} else { // which needs the room
		if node.Done {
			buttons = append(buttons, confirmButton(q, d, at))
		}
		buttons = append(buttons, command.Button{Label: q.Say("button.back"), Path: at.path("back")})
		if more {
			buttons = append(buttons, command.Button{Label: q.Say("button.results"), Path: at.path("results")})
		}
		buttons = append(buttons, command.Button{Label: q.Say("button.discard"), Path: at.path("cancel")})
	}
	if len(out.Rows) < command.MaxRows {
		out.Press(append(buttons, MapButton(q.Voice, d.Look), hintButton(q, d.Turn))...)
	}
}

// MapButton shows the map of a match, or what is new there; none where the game has no map.
func MapButton(v command.Voice, l referee.Look, what ...string) command.Button {
	if l.Info.Board == nil {
		return command.Button{}
	}
	return command.Button{Label: v.Say("button." + cmp.Or(append(what, "map")...)), Path: append(wire.Path{"map", string(l.Match)}, what...)}
}

// rematchButton asks for the next match; none in a league, which pairs by itself.
func rematchButton(v command.Voice, l referee.Look) []command.Button {
	if l.Settings[referee.SettingOwner] != "" || l.Challenge != nil { // or it was never played
		return nil
	}
	return []command.Button{{Label: v.Say("button.rematch"), Path: wire.Path{"match", "rematch", string(l.Match)}, Style: discordgo.PrimaryButton}}
}

// undoButton takes back what a player has given last; the zero Button where they may not.
func undoButton(q *command.Request, t turn.Turn) command.Button {
	if !q.Offers(q.Context(), t, turn.Undo) {
		return command.Button{}
	}
	return command.Button{Label: q.Say("button.undo"), Path: wire.Path{"undo", string(t.Look.Match)}}
}

// draftRadius is how many hexes round what is being done a draft shows: the most
// at which a telephone shows every letter of a stack large enough to be read.
const draftRadius = 3

// draftPicture is the picture of what is half built, round where it happens; nil
// where nothing happens on the map. said is what it says in words.
func draftPicture(q *command.Request, d draft, said engine.Answer) *command.Frame {
	l := d.Look
	at, ok := focus(l, d.path)
	if !ok || !q.Draws(l.Info) {
		return nil
	}
	return &command.Frame{Look: l, Viewer: engine.Viewer(d.ask.Seat), Crop: command.Crop{At: []hex.Coord{at}, Radius: draftRadius}, Voice: q.Voice, Alt: alt(q.Voice, l, said), Unasked: true}
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
func alt(v command.Voice, l referee.Look, a engine.Answer) string {
	return command.Cut(describe.SayAlt(describe.Alt(l.Info, l.View, &a), v.Raw), command.MaxAlt)
}

// underAppeal says, in place of questions, that judges are asked, and lets a player who may state their side.
func underAppeal(v command.Voice, c *command.Card, l referee.Look, states bool) {
	c.Text(v.Say("judges.waits"))
	var statement command.Button
	if states {
		statement = statementButton(v, l)
	}
	c.Press(statement, MapButton(v, l))
}

func statementButton(v command.Voice, l referee.Look) command.Button {
	return command.Button{Label: v.Say("judges.button.statement"), Path: wire.Path{"appeal", string(l.Match)}, Style: discordgo.PrimaryButton}
}
