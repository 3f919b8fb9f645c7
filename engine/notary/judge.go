package notary

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/kit/answer"
	"referee/engine/kit/lists"
)

// Limits of what a player does at once.
const (
	mostDrawn   = 10
	longestText = 1000 // characters of sealed orders, a note, and the line of a move
	longestAim  = 80   // of the purpose of a roll
)

// walk is the judging of one answer.
type walk struct {
	answer.Walk[*State]
	t   *Title
	why answer.Why
}

// Judge walks an answer.
func (g *Rules) Judge(r *engine.Ruling[*State], p engine.Prompt, path []string) (engine.Node, error) {
	w := &walk{t: g.title(r.State())}
	w.Begin(r, p, path)
	w.why = w.Wrong("", "refuse.choice")
	switch p.Kind {
	case kindAct:
		w.act()
	case kindSeal:
		w.seal(p.Seat)
	case kindAgree:
		w.agree(p.Seat)
	case chanceDie:
		w.fall()
	case chanceDraw, chanceDeal:
		w.item()
	case kindTake:
		w.take()
	default:
		return engine.Node{}, fmt.Errorf("notary: there are no questions of kind %q", p.Kind)
	}
	return w.End(w.Wrong("", "refuse.extra"), func(*engine.Ruling[*State]) {})
}

// me is the player whose move it is.
func (w *walk) me() (int, engine.Seat) { return w.S().Move, seats[w.S().Move] }

// act is whatever the player whose move it is does.
func (w *walk) act() {
	acts := map[string]func(){
		"roll": w.roll, "table": w.table, "draw": w.draw, "play": w.from(placeTable, placeHand), "discard": w.from(placeDiscards, placeHand, placeTable),
		"return": w.from(placeCup, placeHand, placeTable, placeDiscards), "shuffle": w.shuffle, "orders": w.orders, "open": w.open,
		"note": w.note, "score": w.score, "track": w.track, "phase": w.phase, "pass": w.pass, "result": w.result,
	}
	id, ok := w.Choose(answer.Words(w.words()...), w.untimely)
	if ok {
		acts[id]()
	}
}

// words are what the player can begin with now.
func (w *walk) words() []string {
	s := w.S()
	has := map[string]bool{
		"table": len(w.t.Tables) > 0, "draw": len(w.cups(w.drawable)) > 0, "play": w.some(placeHand), "discard": w.some(placeHand, placeTable),
		"return": w.some(placeHand, placeTable, placeDiscards), "shuffle": w.some(placeDiscards), "orders": s.Orders == "", "open": s.Orders != "",
		"track": len(w.t.Tracks) > 0, "phase": s.Phase+1 < len(w.t.Phases) || s.Turn < cmp.Or(w.t.Turns, mostTurns),
	}
	return lists.Filter([]string{
		"roll", "table", "draw", "play", "discard", "return", "shuffle", "orders", "open", "note", "score", "track", "phase", "pass", "result",
	}, func(word string) bool {
		can, asked := has[word]
		return can || !asked
	})
}

// untimely refuses a word that the player cannot begin with.
func (w *walk) untimely(id string) *engine.Illegal {
	rules := map[string]string{"table": "2", "draw": "3", "play": "3", "discard": "3", "return": "3", "shuffle": "3", "orders": "4", "open": "4", "track": "5", "phase": "5"}
	if rule, ok := rules[id]; ok {
		return w.Refuse(rule, "refuse.none."+id)
	}
	return w.why(id)
}

// write takes a text of the player.
func (w *walk) write(o engine.Option) (string, bool) {
	id, ok := w.Choose([]engine.Option{o}, func(id string) *engine.Illegal { return w.Refuse("", "refuse.text", engine.Num("most", o.Write)) })
	if !ok {
		return "", false
	}
	return strings.TrimPrefix(id, engine.TextMark), true
}

// withFile is the option to write a text with which a file may go.
func withFile(kind, sample string) engine.Option {
	o := engine.WriteOption(kind, longestText, sample)
	o.File = true
	return o
}

func (w *walk) roll() {
	named := lists.Map(w.t.Dice, func(d Named) string { return d.ID })
	options := append(answer.Options("dice", named...), engine.WriteOption("write-dice", 60, "2d10"))
	id, typed := w.Peek()
	if !typed {
		w.Stop(w.labelled(options))
		return
	}
	word := id
	if text, written := strings.CutPrefix(id, engine.TextMark); written {
		word = text
	}
	var dice Dice
	if i := slices.Index(named, word); i >= 0 {
		dice = w.t.Dice[i].Dice
		w.Accept(word)
	} else if d, err := ParseDice(word); err == nil && word != id {
		dice = d
		w.Accept(engine.TextMark + d.String())
	} else {
		w.Fail(w.Refuse("2", "refuse.dice", engine.Text("word", word), engine.Num("dice", mostDice), engine.Num("sides", mostSides)))
		return
	}
	w.call(Roll{Dice: dice.String()})
}

// call begins a roll once its purpose is written.
func (w *walk) call(r Roll) {
	_, seat := w.me()
	if purpose, ok := w.write(engine.WriteOption("write-purpose", longestAim, "attack on 2710")); ok {
		r.Purpose = purpose
		w.Emit(kinds.Of(Called{seat, r}))
	}
}

func (w *walk) table() {
	id, ok := w.Choose(w.labelled(answer.Options("table-name", lists.Map(w.t.Tables, func(t Table) string { return t.ID })...)), w.Wrong("2", "refuse.table"))
	if !ok {
		return
	}
	t := w.t.Tables[slices.IndexFunc(w.t.Tables, func(t Table) bool { return t.ID == id })]
	columns := w.labelled(answer.Options("column", lists.Map(t.Columns, func(c Column) string { return c.ID })...))
	if column, ok := w.Choose(columns, w.Wrong("2", "refuse.column")); ok {
		w.call(Roll{Dice: t.Dice.String(), Table: t.ID, Column: column})
	}
}

// fall is one die of a roll; after the last one the roll is told.
func (w *walk) fall() {
	dice, err := ParseDice(w.S().Roll.Dice)
	if err != nil {
		w.Fail(w.why(w.S().Roll.Dice))
		return
	}
	n, ok := w.Roll(answer.Die(1, dice.Sides(len(w.S().Roll.Shown))), w.why)
	if !ok {
		return
	}
	r := *w.S().Roll
	if r.Shown = append(slices.Clone(r.Shown), n); len(r.Shown) < dice.Count() {
		w.Emit(kinds.Of(Fell{n}))
		return
	}
	done := Rolled{Roll: r, Totals: dice.Totals(r.Shown)}
	for _, t := range w.t.Tables {
		for _, c := range t.Columns {
			if low, _ := dice[0].Range(); t.ID == r.Table && c.ID == r.Column {
				done.Result = c.Results[done.Totals[0]-low]
			}
		}
	}
	w.Emit(kinds.Of(done))
}

// cups are the ids of the cups for which is holds.
func (w *walk) cups(is func(cup int) bool) []string {
	var out []string
	for i, c := range w.t.Cups {
		if is(i) {
			out = append(out, c.ID)
		}
	}
	return out
}

// drawable reports whether the player can draw from a cup.
func (w *walk) drawable(cup int) bool {
	me, _ := w.me()
	of := w.t.Cups[cup].Of
	return (of < 0 || of == me) && w.S().left(cup) > 0
}

// cup takes the word of a cup for which is holds.
func (w *walk) cup(is func(cup int) bool, why string) (int, bool) {
	id, ok := w.Choose(w.labelled(answer.Options("cup", w.cups(is)...)), w.Wrong("3", why))
	return slices.IndexFunc(w.t.Cups, func(c Cup) bool { return c.ID == id }), ok
}

func (w *walk) draw() {
	cup, ok := w.cup(w.drawable, "refuse.draw")
	if !ok {
		return
	}
	left := w.S().left(cup)
	n, ok := w.Roll(answer.Numbers("number", 1, min(left, mostDrawn)), func(id string) *engine.Illegal {
		return w.Refuse("3", "refuse.number", engine.Text("word", id), engine.Num("left", left), engine.Num("most", mostDrawn))
	})
	if ok {
		w.Emit(kinds.Of(Drawing{cup, n}))
	}
}

// item is what Chance draws.
func (w *walk) item() {
	d := *w.S().Draw
	_, seat := w.me()
	c := w.t.Cups[d.Cup]
	var options []engine.Option
	for i, p := range w.S().Piles[d.Cup] {
		if p.Left > 0 {
			options = append(options, engine.Option{ID: itemID(c.ID, c.Items[i].ID), Kind: "item", N: i, Weight: p.Left})
		}
	}
	i, ok := w.Roll(w.labelled(options), w.why)
	switch {
	case ok && c.Unseen:
		w.Emit(kinds.Of(Dealt{engine.Chance, &i}))
	case ok:
		w.Emit(kinds.Of(Drawn{seat, d.Cup, i, c.Items[i].ID, c.ID}))
	}
}

// take is what was drawn unseen.
func (w *walk) take() {
	d := *w.S().Draw
	me, seat := w.me()
	c := w.t.Cups[d.Cup]
	name := c.Items[*d.Item].ID
	if _, ok := w.Choose(w.labelled(answer.Options("item", itemID(c.ID, name))), w.why); ok {
		w.Emit(kinds.Of(Taken{seat, me, d.Cup, d.Item, &name, c.ID}))
	}
}

// lies reports whether an item is at a place, the player's own hand.
func (w *walk) lies(cup, item int, place string) bool {
	me, _ := w.me()
	return *w.S().Piles[cup][item].at(place, me) > 0
}

// some reports whether there is an item at one of some places.
func (w *walk) some(places ...string) bool {
	return len(w.cups(func(cup int) bool { return len(w.items(cup, places)) > 0 })) > 0
}

// items are the ids of the items of a cup that are at one of some places.
func (w *walk) items(cup int, places []string) []string {
	var out []string
	for i, item := range w.t.Cups[cup].Items {
		if slices.ContainsFunc(places, func(place string) bool { return w.lies(cup, i, place) }) {
			out = append(out, item.ID)
		}
	}
	return out
}

// from moves an item to a place, from the first of some places where it is.
func (w *walk) from(to string, places ...string) func() {
	return func() {
		cup, ok := w.cup(func(cup int) bool { return len(w.items(cup, places)) > 0 }, "refuse.cup")
		if !ok {
			return
		}
		id, ok := w.Choose(w.labelled(answer.Options("item", w.items(cup, places)...)), w.Wrong("3", "refuse.item"))
		if !ok {
			return
		}
		me, seat := w.me()
		c := w.t.Cups[cup]
		i := slices.IndexFunc(c.Items, func(i Item) bool { return i.ID == id })
		place := places[slices.IndexFunc(places, func(place string) bool { return w.lies(cup, i, place) })]
		w.Emit(kinds.Of(Moved{seat, me, cup, i, id, c.ID, place, to}))
	}
}

func (w *walk) shuffle() {
	cup, ok := w.cup(func(cup int) bool { return len(w.items(cup, []string{placeDiscards})) > 0 }, "refuse.cup")
	if !ok {
		return
	}
	n := 0
	for _, p := range w.S().Piles[cup] {
		n += p.Discarded
	}
	w.Emit(kinds.Of(Shuffled{cup, w.t.Cups[cup].ID, n}))
}

func (w *walk) orders() {
	if when, ok := w.Choose(answer.Words("now", "later"), w.why); ok {
		w.Emit(kinds.Of(Asked{when}))
	}
}

// seal is the orders of a player; the second ones open both, if they are to be opened now.
func (w *walk) seal(seat engine.Seat) {
	options := []engine.Option{withFile("write-orders", "III Corps attacks at dawn"), {ID: "none", Kind: "none"}}
	id, ok := w.Choose(options, func(id string) *engine.Illegal { return w.Refuse("4", "refuse.text", engine.Num("most", longestText)) })
	if !ok {
		return
	}
	text, written := strings.CutPrefix(id, engine.TextMark)
	if !written {
		text = ""
	}
	w.Emit(kinds.Of(Sealed{seat, slices.Index(seats, seat), &text}))
	if s := w.S(); !s.sealing() && s.Orders == "now" {
		w.Emit(kinds.Of(Opened{[2]string{*s.Seals[0], *s.Seals[1]}}))
	}
}

func (w *walk) open() {
	s := w.S()
	w.Emit(kinds.Of(Opened{[2]string{*s.Seals[0], *s.Seals[1]}}))
}

func (w *walk) note() {
	me, seat := w.me()
	if text, ok := w.write(engine.WriteOption("write-note", longestText, "The bridge is blown.")); ok {
		w.Emit(kinds.Of(Noted{seat, me, text}))
	}
}

func (w *walk) score() {
	id, ok := w.Choose(answer.Words(players...), w.why)
	if !ok {
		return
	}
	why := func(id string) *engine.Illegal { return w.Refuse("5", "refuse.points", engine.Num("most", mostScore)) }
	text, ok := w.Choose([]engine.Option{engine.WriteOption("write-points", 5, "12")}, why)
	if !ok {
		return
	}
	digits := strings.TrimPrefix(text, engine.TextMark)
	points, err := strconv.Atoi(digits)
	if err != nil || max(points, -points) > mostScore || strconv.Itoa(points) != digits {
		w.Fail(why(text))
		return
	}
	w.Emit(kinds.Of(Scored{engine.Seat(id), side(id), points}))
}

func (w *walk) track() {
	id, ok := w.Choose(w.labelled(answer.Options("track-name", lists.Map(w.t.Tracks, func(t Track) string { return t.ID })...)), w.Wrong("5", "refuse.track"))
	if !ok {
		return
	}
	i := slices.IndexFunc(w.t.Tracks, func(t Track) bool { return t.ID == id })
	t := w.t.Tracks[i]
	n, ok := w.Roll(answer.Numbers("number", t.Low, t.High), func(id string) *engine.Illegal {
		return w.Refuse("5", "refuse.marker", engine.Text("word", id), engine.Num("low", t.Low), engine.Num("high", t.High))
	})
	if ok {
		w.Emit(kinds.Of(Marked{i, t.ID, n}))
	}
}

// phase begins the next phase, and after the last one the next turn.
func (w *walk) phase() {
	s := w.S()
	next := Phased{Turn: s.Turn, Phase: s.Phase + 1}
	if next.Phase >= len(w.t.Phases) {
		next = Phased{Turn: s.Turn + 1}
	}
	if len(w.t.Phases) > 0 {
		next.Name = w.t.Phases[next.Phase]
	}
	w.Emit(kinds.Of(next))
}

func (w *walk) pass() {
	me, seat := w.me()
	if text, ok := w.write(withFile("write-pass", "Your move.")); ok {
		w.Emit(kinds.Of(Passed{seat, me, text}))
	}
}

func (w *walk) result() {
	_, seat := w.me()
	if id, ok := w.Choose(answer.Words(append(slices.Clone(players), "nobody")...), w.why); ok {
		w.Emit(kinds.Of(Offered{seat, side(id)}))
	}
}

func (w *walk) agree(seat engine.Seat) {
	id, ok := w.Choose(answer.Words("agree", "refuse"), w.why)
	switch {
	case ok && id == "agree":
		w.Emit(kinds.Of(Ended{w.S().Offer.Winner}))
	case ok:
		w.Emit(kinds.Of(Refused{seat}))
	}
}

// labelled gives options their names in the title, for which there is no catalogue, where a person reads them.
func (w *walk) labelled(options []engine.Option) []engine.Option {
	for i := range options {
		if w.Explains() && options[i].Write == 0 {
			_, item, _ := strings.Cut(options[i].ID, "/")
			label := engine.Say("option.named", engine.Text("name", cmp.Or(item, options[i].ID)))
			options[i].Label = &label
		}
	}
	return options
}
