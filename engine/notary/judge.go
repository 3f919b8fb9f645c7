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

// act is whatever the player whose move it is does.
func (w *walk) act() {
	can := lists.Filter(acts, func(a act) bool { return a.can == nil || a.can(w) })
	id, ok := w.Choose(answer.Words(ids(can)...), func(id string) *engine.Illegal {
		if a, known := find(acts, id); known {
			return w.Refuse(a.rule, "refuse.none."+id)
		}
		return w.why(id)
	})
	if a, _ := find(can, id); ok {
		a.do(w)
	}
}

// act is something that the player whose move it is can do.
type act struct {
	word, rule string
	can        func(*walk) bool // nil: always
	do         func(*walk)
}

func (a act) name() string { return a.word }

// hand is the hand of the player whose move it is.
const hand = "hand"

var acts = []act{
	{"roll", "2", nil, (*walk).roll},
	{"table", "2", func(w *walk) bool { return len(w.t.Tables) > 0 }, (*walk).table},
	{"draw", "3", func(w *walk) bool { return len(w.drawable()) > 0 }, (*walk).draw},
	carry("play", onTable, hand),
	carry("discard", inDiscards, onTable, hand),
	carry("return", inCup, onTable, hand, inDiscards),
	{"shuffle", "3", func(w *walk) bool { return len(w.cups(inDiscards)) > 0 }, (*walk).shuffle},
	{"orders", "4", func(w *walk) bool { return w.S().Orders == "" }, (*walk).orders},
	{"open", "4", func(w *walk) bool { return w.S().Orders != "" }, (*walk).open},
	{"note", "5", nil, func(w *walk) {
		if text, ok := w.write(engine.WriteOption("write-note", longestText, "The bridge is blown.")); ok {
			w.Emit(kinds.Of(Noted{w.S().Move, text}))
		}
	}},
	{"score", "5", nil, (*walk).score},
	{"track", "5", func(w *walk) bool { return len(w.t.Tracks) > 0 }, (*walk).track},
	{"phase", "5", func(w *walk) bool {
		return w.S().Phase+1 < len(w.t.Phases) || w.S().Turn < cmp.Or(w.t.Turns, mostTurns)
	}, (*walk).phase},
	{"pass", "5", nil, func(w *walk) {
		if text, ok := w.write(withFile("write-pass", "Your move.")); ok {
			w.Emit(kinds.Of(Passed{w.S().Move, text}))
		}
	}},
	{"result", "6", nil, func(w *walk) {
		if id, ok := w.Choose(answer.Words(append(slices.Clone(players), "nobody")...), w.why); ok {
			w.Emit(kinds.Of(Offered{w.S().Move, Winner(strings.TrimPrefix(id, "nobody"))}))
		}
	}},
}

// write takes a text of the player.
func (w *walk) write(o engine.Option) (Text, bool) {
	id, ok := w.Choose([]engine.Option{o}, w.wrongText("", o.Write))
	return Text(strings.TrimPrefix(id, engine.TextMark)), ok
}

// wrongText refuses a text, or a word that was typed in its place.
func (w *walk) wrongText(rule string, most int) answer.Why {
	return func(id string) *engine.Illegal {
		if !strings.HasPrefix(id, engine.TextMark) {
			return w.why(id)
		}
		return w.Refuse(rule, "refuse.text", engine.Num("most", most))
	}
}

// withFile is the option to write a text with which a file may go.
func withFile(kind, sample string) engine.Option {
	o := engine.WriteOption(kind, longestText, sample)
	o.File = true
	return o
}

// choose takes the name of one of some things of the title.
func choose[T thing](w *walk, kind string, list []T, rule, why string) (T, bool) {
	id, ok := w.Choose(w.options(kind, ids(list)...), w.Wrong(rule, why))
	x, _ := find(list, id)
	return x, ok
}

// options are words of the title, which no catalogue has: where a person reads them, they are shown as they are.
func (w *walk) options(kind string, words ...string) []engine.Option {
	out := answer.Options(kind, words...)
	for i := range out {
		if w.Explains() {
			_, item, _ := strings.Cut(out[i].ID, "/")
			label := engine.Say("option.named", engine.Text("name", cmp.Or(item, out[i].ID)))
			out[i].Label = &label
		}
	}
	return out
}

func (w *walk) roll() {
	why := func(id string) *engine.Illegal {
		text, written := strings.CutPrefix(id, engine.TextMark)
		if !written { // a word that was typed without roll
			return w.why(id)
		}
		return w.Refuse("2", "refuse.dice", engine.Text("word", text), engine.Num("dice", mostDice), engine.Num("sides", mostSides))
	}
	id, ok := w.Choose(append(w.options("dice", ids(w.t.Dice)...), engine.WriteOption("write-dice", 60, "2d10")), why)
	if !ok {
		return
	}
	text := strings.TrimPrefix(id, engine.TextMark)
	d, err := ParseDice(text)
	if named, known := find(w.t.Dice, text); known {
		d, err = named.Dice, nil
	}
	if err != nil {
		w.Fail(why(id))
		return
	}
	w.call(Roll{Dice: d.String()})
}

// call begins a roll once its purpose is written.
func (w *walk) call(r Roll) {
	if purpose, ok := w.write(engine.WriteOption("write-purpose", longestAim, "attack on 2710")); ok {
		r.Seat, r.Purpose = w.S().Move, string(purpose)
		w.Emit(kinds.Of(Rolled{Roll: r}))
	}
}

func (w *walk) table() {
	t, ok := choose(w, "table-name", w.t.Tables, "2", "refuse.table")
	if !ok {
		return
	}
	if c, ok := choose(w, "column", t.Columns, "2", "refuse.column"); ok {
		w.call(Roll{Dice: t.Dice.String(), Table: t.ID, Column: c.ID})
	}
}

// fall is one die of a roll; after the last one the roll is told.
func (w *walk) fall() {
	r := *w.S().Roll
	dice, err := ParseDice(r.Dice)
	if err != nil {
		w.Fail(w.why(r.Dice))
		return
	}
	n, ok := w.Roll(answer.Die(1, dice.Sides()[len(r.Shown)]), w.why)
	if !ok {
		return
	}
	r.Shown = append(slices.Clone(r.Shown), n)
	done := Rolled{Roll: r}
	if len(r.Shown) == len(dice.Sides()) {
		done.Totals = dice.Totals(r.Shown)
		t, _ := find(w.t.Tables, r.Table)
		if c, ok := find(t.Columns, r.Column); ok {
			low, _ := dice[0].Range()
			done.Result = c.Results[done.Totals[0]-low]
		}
	}
	w.Emit(kinds.Of(done))
}

// drawable are the cups from which the player can draw.
func (w *walk) drawable() []Cup {
	return lists.Filter(w.t.Cups, func(c Cup) bool { return (c.Of == "" || c.Of == w.S().Move) && w.S().count(inCup, c) > 0 })
}

func (w *walk) draw() {
	c, ok := choose(w, "cup", w.drawable(), "3", "refuse.draw")
	if !ok {
		return
	}
	left := w.S().count(inCup, c)
	n, ok := w.Roll(answer.Numbers("number", 1, min(left, mostDrawn)), func(id string) *engine.Illegal {
		return w.Refuse("3", "refuse.number", engine.Text("word", id), engine.Num("left", left), engine.Num("most", mostDrawn))
	})
	if ok {
		w.Emit(kinds.Of(Drawing{c.ID, n}))
	}
}

// item is what Chance draws.
func (w *walk) item() {
	c, _ := find(w.t.Cups, w.S().Draw.Cup)
	var options []engine.Option
	for i, item := range c.Items {
		if n := w.S().Items[spot(inCup, c.ID, item.ID)]; n > 0 {
			o := w.options("item", itemID(c.ID, item.ID))[0]
			o.N, o.Weight = i, n
			options = append(options, o)
		}
	}
	i, ok := w.Roll(options, w.why)
	switch {
	case ok && c.Unseen:
		w.Emit(kinds.Of(Dealt{engine.Chance, &c.Items[i].ID}))
	case ok:
		w.Emit(kinds.Of(Drawn{w.S().Move, c.ID, c.Items[i].ID}))
	}
}

// take is what was drawn unseen.
func (w *walk) take() {
	d := *w.S().Draw
	if _, ok := w.Choose(w.options("item", itemID(d.Cup, *d.Item)), w.why); ok {
		w.Emit(kinds.Of(Taken{w.S().Move, d.Cup, d.Item}))
	}
}

// place is the first of some places where there is an item of a cup, or "".
func (w *walk) place(c Cup, item Item, places []string) string {
	for _, p := range places {
		if p == hand {
			p = string(w.S().Move)
		}
		if w.S().Items[spot(p, c.ID, item.ID)] > 0 {
			return p
		}
	}
	return ""
}

// items are those of a cup that are at one of some places.
func (w *walk) items(c Cup, places []string) []Item {
	return lists.Filter(c.Items, func(i Item) bool { return w.place(c, i, places) != "" })
}

// cups are those of which an item is at one of some places.
func (w *walk) cups(places ...string) []Cup {
	return lists.Filter(w.t.Cups, func(c Cup) bool { return len(w.items(c, places)) > 0 })
}

// carry moves an item to a place, from the first of some places where it is.
func carry(word, to string, places ...string) act {
	return act{word, "3", func(w *walk) bool { return len(w.cups(places...)) > 0 }, func(w *walk) {
		c, ok := choose(w, "cup", w.cups(places...), "3", "refuse.cup")
		if !ok {
			return
		}
		if item, ok := choose(w, "item", w.items(c, places), "3", "refuse.item"); ok {
			w.Emit(kinds.Of(Moved{w.S().Move, c.ID, item.ID, w.place(c, item, places), to}))
		}
	}}
}

func (w *walk) shuffle() {
	if c, ok := choose(w, "cup", w.cups(inDiscards), "3", "refuse.cup"); ok {
		w.Emit(kinds.Of(Shuffled{c.ID, w.S().count(inDiscards, c)}))
	}
}

func (w *walk) orders() {
	if when, ok := w.Choose(answer.Words("now", "later"), w.why); ok {
		w.Emit(kinds.Of(Asked{when}))
	}
}

// seal is the orders of a player; the second ones open both, if they are to be opened now.
func (w *walk) seal(seat engine.Seat) {
	options := []engine.Option{withFile("write-orders", "III Corps attacks at dawn"), {ID: "none", Kind: "none"}}
	id, ok := w.Choose(options, w.wrongText("4", longestText))
	if !ok {
		return
	}
	text, _ := strings.CutPrefix(strings.TrimPrefix(id, "none"), engine.TextMark) // no orders are an empty text
	w.Emit(kinds.Of(Sealed{seat, (*Text)(&text)}))
	if s := w.S(); !s.sealing() && s.Orders == "now" {
		w.open()
	}
}

func (w *walk) open() { w.Emit(kinds.Of(Opened{w.S().Seals[blue], w.S().Seals[red]})) }

func (w *walk) score() {
	seat, ok := w.Choose(answer.Words(players...), w.why)
	if !ok {
		return
	}
	text, ok := w.write(engine.WriteOption("write-points", 20, "12"))
	if !ok {
		return
	}
	points, err := strconv.Atoi(strings.Replace(string(text), "−", "-", 1))
	if err != nil || max(points, -points) > mostScore {
		w.Fail(w.Refuse("5", "refuse.points", engine.Num("most", mostScore)))
		return
	}
	w.Emit(kinds.Of(Scored{engine.Seat(seat), points}))
}

func (w *walk) track() {
	t, ok := choose(w, "track-name", w.t.Tracks, "5", "refuse.track")
	if !ok {
		return
	}
	n, ok := w.Roll(answer.Numbers("number", t.Low, t.High), func(id string) *engine.Illegal {
		return w.Refuse("5", "refuse.marker", engine.Text("word", id), engine.Num("low", t.Low), engine.Num("high", t.High))
	})
	if ok {
		w.Emit(kinds.Of(Marked{t.ID, n}))
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

func (w *walk) agree(seat engine.Seat) {
	id, ok := w.Choose(answer.Words("agree", "refuse"), w.why)
	switch {
	case ok && id == "agree":
		if len(w.S().Seals) > 0 {
			w.open()
		}
		w.Emit(kinds.Of(Ended{*w.S().Offer}))
	case ok:
		w.Emit(kinds.Of(Refused{seat}))
	}
}
