package table

import (
	"slices"
	"strings"
	"text/tabwriter"

	"referee/bot/locale"
	"referee/bot/typed"
	"referee/engine"
)

// AidsWord is the command that shows a player aid.
const AidsWord = "aids"

// Victory is the aid that says how the match is won.
const Victory = "victory"

// aids lists the player aids, or prints one: "aids terrain".
func aids(q *request, words []string) error {
	if len(words) == 0 && len(q.info.Aids) > 0 {
		for _, a := range q.info.Aids {
			q.say("table.aid", engine.Text("order", q.path([]string{AidsWord, a.ID})), engine.Sub("title", engine.Say("aid."+a.ID)))
		}
		return nil
	}
	a, ok := FindAid(q.words, q.lang, q.info, strings.Join(words, " "))
	if !ok {
		return refused("table.aids-none")
	}
	for _, m := range a.Lines {
		q.tell(m)
	}
	for _, t := range a.Tables {
		if t.Title.Key != "" {
			q.tell(t.Title)
		}
		if err := q.aidTable(t); err != nil {
			return err
		}
	}
	return nil
}

// aidTable prints a table of an aid in columns.
func (q *request) aidTable(t engine.AidTable) error {
	out := tabwriter.NewWriter(q.out, 0, 0, 2, ' ', 0)
	head, rows := Chart(t, q.spoken)
	for _, cells := range append([][]string{head}, rows...) {
		if _, err := out.Write([]byte("  " + strings.Join(cells, "\t") + "\n")); err != nil {
			return err
		}
	}
	return out.Flush()
}

// Chart puts the head and the rows of a table of an aid into words; "": a column without a head.
func Chart(t engine.AidTable, say func(engine.Msg) string) (head []string, rows [][]string) {
	head = make([]string, len(t.Head))
	for i, m := range t.Head {
		if m.Key != "" {
			head[i] = say(m)
		}
	}
	for _, r := range t.Rows {
		cells := make([]string, len(r))
		for i, cell := range r {
			cells[i] = say(cellOf(cell))
		}
		rows = append(rows, cells)
	}
	return head, rows
}

// cellOf puts a cell of an aid into a message.
func cellOf(cell engine.Arg) engine.Msg {
	if cell.Kind == "" {
		return engine.Say("table.cell-none")
	}
	cell.Name = "cell"
	return engine.Say("table.cell", cell)
}

// FindAid finds the aid that a text names, by its id or by words of its title.
func FindAid(w *locale.Words, lang string, info *engine.Info, text string) (engine.Aid, bool) {
	if a, ok := info.Aid(text); ok {
		return a, true
	}
	want := typed.Fold(text)
	i := slices.IndexFunc(info.Aids, func(a engine.Aid) bool {
		return want != "" && strings.Contains(typed.Fold(w.Say(lang, engine.Say("aid."+a.ID))), want)
	})
	if i < 0 {
		return engine.Aid{}, false
	}
	return info.Aids[i], true
}

// AsksToWin reports whether a text that is no order asks how the match is won: "how do I win?".
func AsksToWin(w *locale.Words, lang string, info *engine.Info, text string) bool {
	if _, ok := info.Aid(Victory); !ok {
		return false
	}
	words := strings.Split(w.Say(lang, engine.Say("table.win-words")), "|")
	return slices.ContainsFunc(strings.Fields(typed.Name(strings.Trim(text, " ?¿!"))), func(word string) bool {
		return slices.Contains(words, strings.Trim(word, "?!,"))
	})
}
