package table

import (
	"fmt"
	"slices"
	"strings"

	"referee/bot/orders"
	"referee/engine"
	"referee/engine/hex"
)

// units lists the units: all, those of a side, or those in a hex or within reach of it
// by a step: "units", "units red", "units 2711".
func units(q *request, words []string) error {
	look := q.look
	words, err := orders.NamedHexes(q.info, words)
	if err != nil {
		return err
	}
	chosen, boxes := func(engine.Piece) bool { return true }, look.View.Boxes
	if len(words) > 0 {
		word := strings.TrimSuffix(strings.ToLower(words[0]), ":")
		seat := slices.IndexFunc(q.info.Seats, func(s engine.Seat) bool { return word == string(s) || word == q.side(s) })
		at, err := hex.Parse(word)
		switch {
		case seat >= 0:
			chosen = func(p engine.Piece) bool { return p.Seat == q.info.Seats[seat] }
		case err == nil && q.info.Board != nil:
			chosen, boxes = func(p engine.Piece) bool { return p.At.Valid() && q.info.Board.Grid.Distance(p.At, at) <= 1 }, nil
		default:
			chosen = func(p engine.Piece) bool { return p.ID == word || p.Group == word }
		}
	}
	found := false
	for _, s := range q.info.Seats {
		rows := rows(q, look.View.Pieces, func(p engine.Piece) bool { return p.Seat == s && chosen(p) })
		if len(rows) > 0 {
			found = true
			q.say("table.units-of", engine.Noun("seat", string(s)))
			table(q, rows)
		}
	}
	for _, b := range boxes {
		var in []engine.Arg
		for _, p := range b.Pieces {
			if chosen(p) {
				in = append(in, engine.Text("", p.ID))
			}
		}
		if len(in) > 0 {
			found = true
			q.say("table.units-box", engine.Sub("label", b.Label), engine.List("units", in...))
		}
	}
	if !found {
		return refused("table.units-none")
	}
	return nil
}

// rows are units as rows of a table, in the order of their formations.
func rows(q *request, pieces []engine.Piece, chosen func(engine.Piece) bool) [][]string {
	pieces = slices.DeleteFunc(slices.Clone(pieces), func(p engine.Piece) bool { return !chosen(p) })
	slices.SortStableFunc(pieces, func(a, b engine.Piece) int { return a.Band - b.Band })
	var rows [][]string
	for _, p := range pieces {
		left := ""
		if p.Left.Key != "" {
			left = q.spoken(p.Left)
		}
		rows = append(rows, []string{
			p.ID, q.spoken(engine.Say("table.where", engine.Hex("hex", p.At))), left,
			q.spoken(engine.Say("table.steps", engine.Num("n", p.Steps), engine.Num("of", p.Of))),
			strings.Join(p.Values, "-"), states(q, p),
		})
	}
	return rows
}

// states lists the states of a unit; empty if it has none.
func states(q *request, p engine.Piece) string {
	if len(p.States) == 0 {
		return ""
	}
	return q.spoken(engine.Say("table.states", statesOf(p)))
}

func statesOf(p engine.Piece) engine.Arg {
	states := make([]engine.Arg, len(p.States))
	for i, s := range p.States {
		states[i] = engine.Sub("", engine.Say("drawn.state."+string(s)))
	}
	return engine.List("states", states...)
}

// table writes rows with aligned columns or, if the table is plain, with commas.
func table(q *request, rows [][]string) {
	wide := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			wide[i] = max(wide[i], len([]rune(cell)))
		}
	}
	for _, row := range rows {
		if q.Plain {
			q.write(strings.Join(slices.DeleteFunc(slices.Clone(row), func(cell string) bool { return cell == "" }), ", "))
			continue
		}
		line := " "
		for i, cell := range row {
			line += fmt.Sprintf(" %-*s ", wide[i], cell)
		}
		q.write(strings.TrimRight(line, " "))
	}
}

// described is the label of an option, with the hex, the remaining MP and the states of the unit
// that it names, or the units of the formation that it names.
func described(q *request, label, id string, v engine.View) string {
	id = strings.TrimLeft(id, "+")
	pieces := slices.Clone(v.Pieces)
	for _, b := range v.Boxes {
		pieces = append(pieces, b.Pieces...)
	}
	var group []engine.Arg
	for _, p := range pieces {
		if p.ID == id {
			return q.spoken(engine.Say("table.option", engine.Text("option", label), engine.Sub("facts", facts(p))))
		}
		if p.Group == id && id != "" {
			member := engine.Say("table.member-off", engine.Text("unit", p.ID))
			if p.At.Valid() {
				member = engine.Say("table.member", engine.Text("unit", p.ID), engine.Hex("hex", p.At))
			}
			group = append(group, engine.Sub("", member))
		}
	}
	if len(group) == 0 {
		return label
	}
	return q.spoken(engine.Say("table.option", engine.Text("option", label), engine.Sub("facts", engine.Say("table.members", engine.List("units", group...)))))
}

// facts are the hex of a unit, what it has left, and its states.
func facts(p engine.Piece) engine.Msg {
	if !p.At.Valid() {
		return engine.Say("table.off")
	}
	key, args := "table.stands", []engine.Arg{engine.Hex("hex", p.At)}
	if p.Left.Key != "" {
		key, args = key+"-left", append(args, engine.Sub("left", p.Left))
	}
	if len(p.States) > 0 {
		key, args = key+"-state", append(args, statesOf(p))
	}
	return engine.Say(key, args...)
}
